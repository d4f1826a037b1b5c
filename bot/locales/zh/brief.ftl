### 首先显示的内容：理由、卡片与观点的简短形式，适合手机屏幕，每行约 42 个字符。
### 价格为每股美元；`$percent` 已是百分数。

## 简短的理由

short-above-sma200 = 高于 200 日均线 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-below-sma200 = 低于 200 日均线 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-above-sma50 = 高于 50 日均线 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-below-sma50 = 低于 50 日均线 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-sma50-above-sma200 = 50 日均线高于 200 日均线
short-sma50-below-sma200 = 50 日均线低于 200 日均线
short-risen-120 = 120 个交易日上涨 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-fallen-120 = 120 个交易日下跌 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-macd-above-signal = MACD { NUMBER($macd, minimumFractionDigits: 2, maximumFractionDigits: 2) } 高于信号线 { NUMBER($signal, minimumFractionDigits: 2, maximumFractionDigits: 2) }
short-macd-below-signal = MACD { NUMBER($macd, minimumFractionDigits: 2, maximumFractionDigits: 2) } 低于信号线 { NUMBER($signal, minimumFractionDigits: 2, maximumFractionDigits: 2) }
short-rsi-overbought = RSI(14) { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) }：超买
short-rsi-oversold = RSI(14) { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) }：超卖
short-above-upper-band = 高于布林带上轨
short-below-lower-band = 低于布林带下轨
short-pe-low = 市盈率 { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) }，低于 { NUMBER($threshold) }
short-pe-high = 市盈率 { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) }，高于 { NUMBER($threshold) }
short-hardly-any-earnings = 几乎没有盈利，每股 { NUMBER($eps, minimumFractionDigits: 2, maximumFractionDigits: 2) }
short-dividend-yield = 年股息率 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-good-news = 利好：{ $title }
short-bad-news = 利空：{ $title }
short-score-neutral = 评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }，接近零，不足以交易
short-score-would-buy = 评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }：支持买入
short-score-would-sell = 评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }：支持卖出
short-against-the-model = 规则评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }，与指令相反
short-model-undecided = 规则评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }，不置可否
short-counted-at-last-price = { $names } 按最近价格计算（{ $date }）
short-exchange-closed = 交易所休市：{ $opens } 开市后再确认
short-price-delayed = 价格延迟 { $minutes } 分钟
short-stale-price = { $how ->
    [no_trade_yet] 本交易日尚无成交：不按此价成交
    [missing_session] 没有上一交易日的价格：不按此价成交
   *[old_trade] 最近成交于 { $traded }，过旧：不按此价成交
 }
short-released-price = 存疑价格，{ $by } 于 { $released } 放行
short-exceeds-position-cap = 占账户 { NUMBER($percent, maximumFractionDigits: 2) }%（上限 { NUMBER($cap, maximumFractionDigits: 2) }%）
short-exceeds-loss-cap = 止损亏 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }，{ NUMBER($percent, maximumFractionDigits: 2) }%（上限 { NUMBER($cap, maximumFractionDigits: 2) }%）
short-sized-by-cash-floor = { $reserved ->
    [0] 须留 { NUMBER($percent, maximumFractionDigits: 0) }% 现金
   *[other] { NUMBER($reserved, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元留给其他建议和订单，并须留 { NUMBER($percent, maximumFractionDigits: 0) }% 现金
 }
short-sized-by-max-cash = 您的限额 ${ NUMBER($max_cash, maximumFractionDigits: 2) }
short-sized-by-rest-of-limit = 您的限额 ${ NUMBER($stated, maximumFractionDigits: 2) } 的余额
short-sized-by-stated-risk = 您最多承担 ${ NUMBER($risk, maximumFractionDigits: 2) } 的风险
short-sized-by-whole-position = 全部持股
short-sized-by-position-cap = 单一持仓最多 { NUMBER($percent, maximumFractionDigits: 0) }%
short-sized-by-position-cap-unknown-risk = 单一持仓最多 { NUMBER($percent, maximumFractionDigits: 0) }%，其日波幅未知
short-sized-by-risk = 止损最多亏账户的 { NUMBER($percent, maximumFractionDigits: 1) }%
short-sized-by-trading-limit = 现行限额
short-too-small = 连一股也不够
short-no-position = 没有可卖的持仓
short-exceeds-trading-limit = { limit-excess }：{ limit-text }
short-within-trading-limit = 未超限额：{ limit-text }
short-unenforced-preference = { $by } 的规则：“{ $text }”

## 观点与卡片

brief-view-buy = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：偏向买入，信心 { NUMBER($confidence, maximumFractionDigits: 0) }%
brief-view-hold = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：中性，信心 { NUMBER($confidence, maximumFractionDigits: 0) }%
brief-view-sell = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：偏向卖出，信心 { NUMBER($confidence, maximumFractionDigits: 0) }%
brief-for = + { $argument }
brief-against = − { $argument }
brief-note = • { $argument }
brief-source = 当日 { $day } · { $when } · 依据规则
brief-when-sample = { $date } 收盘，样本市场
brief-when-live = { $time }，{ $source }
card-headline = { $action ->
    [increase] 买入 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }，共 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
    [decrease] 卖出 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }，共 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
    [close] 卖出全部 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }，共 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[hold] { $symbol } 维持不变
 }{ $commission ->
    [0] {""}
   *[other] {" "}{ $action ->
        [increase] +
       *[other] −
     } 佣金 ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } · 信心 { NUMBER($confidence, maximumFractionDigits: 0) }%
card-headline-stop = { $headline } · 止损 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }
cap-warning = ⚠ { $cap_kind ->
    [exceeds_loss_cap] 止损亏损为上限 { NUMBER($cap, maximumFractionDigits: 2) }% 的 { NUMBER($multiple) } 倍：占账户 { NUMBER($percent, maximumFractionDigits: 1) }%，${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[exceeds_position_cap] 单一持仓上限 { NUMBER($cap, maximumFractionDigits: 2) }% 的 { NUMBER($multiple) } 倍：占账户 { NUMBER($percent, maximumFractionDigits: 1) }%
 }
card-size-cut = 由 { NUMBER($named, maximumFractionDigits: 6) } 股减至此：{ $why }
card-for = 支持：{ $argument }
card-against = 反对：{ $argument }
card-nothing-for = 支持：规则未发现理由
card-nothing-against = 反对：规则未发现理由
card-limits-kept = • 未超您的 { $count } 项限额（/limits）
card-may-confirm = { $by } 可在 { $until } 前确认
card-version = 第 { $version } 版
card-engine-rules = 依据规则，不构成建议
card-engine-dual = { $facts ->
    [yes] 由模型给出：粗体为查得，其余出自模型；不构成建议
   *[no] 由模型给出，不构成建议
 }
card-engine-other = 由“{ $name }”给出，不构成建议
card-separator = {" · "}

## 为什么

why-score = { $what }：评分 { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }；达到 +{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) } 买入，降到 −{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) } 卖出
why-score-nothing-traded = { $what }：{ $why }；规则评分 { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }（+{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) } 起买入，−{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) } 起卖出）
why-score-ordered = { $what }：按指令；规则评分 { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }（+{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) } 起买入，−{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) } 起卖出）
score-points = { $symbol }：规则评分 { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }，看法{ $rating }；达到 +{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) } 买入，降到 −{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) } 卖出
why-argument = { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $argument }
why-given = { $what }，信心 { NUMBER($confidence, maximumFractionDigits: 0) }%：
why-fallback = 没有对 { $symbol } 作出决策：{ $why }
why-would-change = 会改变看法的价位：
why-pending-elsewhere = 它在另一个对话里待确认，请在那里确认或取消。
why-pending = 可在 { $until } 前确认；未经您确认不会交易。
short-level-sma50 = 50 日均线 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，{ $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-level-sma200 = 200 日均线 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，{ $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-level-rsi-overbought = RSI(14) 达 70：${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，{ $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-level-rsi-oversold = RSI(14) 达 30：${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，{ $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }%

## 单项数据

asked-change-span = { $symbol } { $change }，{ $first } 至 { $last } 收盘：${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } → ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }（收盘最低 ${ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }，最高 ${ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $dividends ->
    [0] ）
   *[other] ；另有每股股息 ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) }）
 }
asked-price-span = { $symbol } ${ NUMBER($opening, minimumFractionDigits: 2, maximumFractionDigits: 2) } → ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }（{ $first } 与 { $last } 收盘），收盘最低 ${ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }，最高 ${ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }，平均 ${ NUMBER($mean, minimumFractionDigits: 2, maximumFractionDigits: 2) }；{ $start ->
    [no] { $change }
   *[other] 较 { $start } 的 ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $change }
 }
asked-no-span = { $symbol }：没有 { $first } 至 { $last } 的价格。
asked-price-line = { $symbol } { $figures } · { $when } 收盘
asked-when-delayed = { $time }，延迟 { $minutes } 分钟
asked-line = { $symbol } { $figures }（{ $when }）
asked-missing = { $figure }：{ $why }
asked-no-pe = 市盈率没有意义：每股收益只有 ${ NUMBER($eps, minimumFractionDigits: 2, maximumFractionDigits: 2) }
asked-unknown = 我没有 { $symbols } 的{ $figures }。有的是：价格与涨跌、市盈率、每股收益、股息率、市值、均线、RSI、MACD、ATR、波动率、成交量、52周区间、止损位。
points-no-bears = 按我的规则，没有什么不利于 { $symbol }。除了在这里说过的，我不知道别人的看法。
lacks-reason-view = 我不知道价格为什么变动。下面是我看法的理由，不是涨跌的原因：
lacks-peers = 我不知道公司的行业和同行。请说出股票：“比较 GOOG 和 MSFT”。
lacks-reason = 我不知道价格为什么变动。有的是涨跌，以及当时已发布的消息：
asked-stop-held = { $symbol } 止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }，低于现价 { NUMBER($percent, maximumFractionDigits: 1) }%；它是价位，不是订单
asked-stop-pending = { $symbol } 拟买入的止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }，低于现价 { NUMBER($percent, maximumFractionDigits: 1) }%
asked-stop-passed = { $symbol } 止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } 早已触及；现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
asked-stop-none = { $symbol } 没有止损位：您没有持股。现在买入的话约为 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }
asked-stop-unknown = 我不知道 { $symbol } 的止损位
judged-overbought-yes = { $symbol } 超买：{ $figure } 高于 70（{ $when }）
judged-overbought-opposite = { $symbol } 不是超买而是超卖：{ $figure } 低于 30（{ $when }）
judged-overbought-neither = { $symbol } 既不超买也不超卖：{ $figure }（{ $when }）
judged-oversold-yes = { $symbol } 超卖：{ $figure } 低于 30（{ $when }）
judged-oversold-opposite = { $symbol } 不是超卖而是超买：{ $figure } 高于 70（{ $when }）
judged-oversold-neither = { $symbol } 既不超买也不超卖：{ $figure }（{ $when }）
judged-cheap-yes = 按盈利 { $symbol } 便宜：{ $figure } 低于 15（{ $when }）
judged-cheap-opposite = 按盈利 { $symbol } 不便宜而是贵：{ $figure } 高于 30（{ $when }）
judged-cheap-neither = 按盈利 { $symbol } 不便宜也不贵：{ $figure }（{ $when }）
judged-expensive-yes = 按盈利 { $symbol } 贵：{ $figure } 高于 30（{ $when }）
judged-expensive-opposite = 按盈利 { $symbol } 不贵而是便宜：{ $figure } 低于 15（{ $when }）
judged-expensive-neither = 按盈利 { $symbol } 不便宜也不贵：{ $figure }（{ $when }）

## 答不了的问题

followup-unknown = 关于 { $symbol } 的这个问题我答不了。可以问它的数据（“市盈率？”“52周高点？”）、“如果跌10%呢？”、“为什么？”，或“和…比较”。
