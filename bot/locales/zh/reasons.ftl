### 决策的理由、提案必须遵守的规则、数量受什么限制，以及标签。
### 价格单位为美元/股；`$percent` 已经是百分数。

## 趋势

reason-above-sma200 = 现价比 200 日均线 { NUMBER($average, minimumFractionDigits: 2, maximumFractionDigits: 2) } 高 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
reason-below-sma200 = 现价比 200 日均线 { NUMBER($average, minimumFractionDigits: 2, maximumFractionDigits: 2) } 低 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
reason-above-sma50 = 现价比 50 日均线 { NUMBER($average, minimumFractionDigits: 2, maximumFractionDigits: 2) } 高 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
reason-below-sma50 = 现价比 50 日均线 { NUMBER($average, minimumFractionDigits: 2, maximumFractionDigits: 2) } 低 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
reason-sma50-above-sma200 = 50 日均线（{ NUMBER($sma50, minimumFractionDigits: 2, maximumFractionDigits: 2) }）高于 200 日均线（{ NUMBER($sma200, minimumFractionDigits: 2, maximumFractionDigits: 2) }）{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
reason-sma50-below-sma200 = 50 日均线（{ NUMBER($sma50, minimumFractionDigits: 2, maximumFractionDigits: 2) }）低于 200 日均线（{ NUMBER($sma200, minimumFractionDigits: 2, maximumFractionDigits: 2) }）{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。

## 动量

reason-risen-120 = 120 个交易日上涨 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
reason-fallen-120 = 120 个交易日下跌 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
reason-flat-120 = 120 个交易日几乎没有涨跌（{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%）。
reason-macd-above-signal = MACD（{ NUMBER($macd, minimumFractionDigits: 2, maximumFractionDigits: 2) }）在信号线（{ NUMBER($signal, minimumFractionDigits: 2, maximumFractionDigits: 2) }）之上。
reason-macd-below-signal = MACD（{ NUMBER($macd, minimumFractionDigits: 2, maximumFractionDigits: 2) }）在信号线（{ NUMBER($signal, minimumFractionDigits: 2, maximumFractionDigits: 2) }）之下。

## 均值回归

reason-rsi-overbought = RSI(14) 为 { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) }，高于 { NUMBER($threshold) }：近期超买。
reason-rsi-oversold = RSI(14) 为 { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) }，低于 { NUMBER($threshold) }：近期超卖。
reason-rsi-neutral = RSI(14) 为 { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) }，既不超买也不超卖。
reason-above-upper-band = 价格 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 高于布林带上轨 { NUMBER($band, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
reason-below-lower-band = 价格 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 低于布林带下轨 { NUMBER($band, minimumFractionDigits: 2, maximumFractionDigits: 2) }。

## 波动与成交量

reason-high-volatility = 60 个交易日的年化波动率为 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%，高于 { NUMBER($threshold, maximumFractionDigits: 0) }%：把握较小，数量也较小。
reason-high-volume = 最近一个交易日的成交量是 20 日均量的 { NUMBER($ratio, minimumFractionDigits: 1, maximumFractionDigits: 1) } 倍。

## 估值与消息

reason-pe-low = 市盈率 { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) }，低于 { NUMBER($threshold) }。
reason-pe-high = 市盈率 { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) }，高于 { NUMBER($threshold) }。
reason-pe-moderate = 市盈率 { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) }，不高不低。
reason-hardly-any-earnings = 最近四个季度每股收益 { NUMBER($eps, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，市盈率没有意义。
reason-dividend-yield = 股息率每年 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
reason-good-news = { $date } 的利好消息（原文标题）：“{ $title }”
reason-bad-news = { $date } 的利空消息（原文标题）：“{ $title }”

## 缺少的数据

missing-because = { $why ->
    [too_few_sessions] 上市时间还不够长
    [not_meaningful] 算出来没有意义
    [no_answer] 有一个数据源读不到
   *[source_has_none] 数据源没有
}
reason-missing-sma50 = 没有 50 日均线：{ missing-because }。
reason-missing-sma200 = 没有 200 日均线：{ missing-because }。
reason-missing-change-120 = 没有 120 个交易日的涨跌幅：{ missing-because }。
reason-missing-macd = 没有 MACD：{ missing-because }。
reason-missing-rsi14 = 没有 RSI(14)：{ missing-because }。
reason-missing-bollinger20 = 没有布林带：{ missing-because }。
reason-missing-volatility60 = 没有 60 个交易日的波动率：{ missing-because }。
reason-missing-volume-ratio = 没有平均成交量：{ missing-because }。
reason-missing-pe-ratio = 没有市盈率：{ missing-because }。
reason-missing-dividend-yield = 没有股息率：{ missing-because }。
reason-missing-news = 没有消息：{ missing-because }。

## 评分、意愿与账户

reason-score-neutral = 评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } 离零太近，不足以交易：任一方向需要达到 { NUMBER($threshold, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
reason-score-would-buy = 评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不支持卖出，反而支持买入。
reason-score-would-sell = 评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不支持买入，反而支持卖出。
reason-against-the-model = 这是您的指令；评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不支持它。
reason-model-undecided = 这是您的指令；评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } 既不支持也不反对。
reason-same-size = 数量 { NUMBER($shares) }：与之前建议的交易相同，按新价格重新考虑。
reason-score-undecided-now = 现在的评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } 已不再明确支持或反对这笔交易。
reason-score-against-now = 现在的评分 { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不支持这笔交易。
reason-reasons-of-before = 之前的理由截至 { $at }（价格 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }），没有重新评估。
reason-named-size-cut = 这少于您所说数量对应的 { NUMBER($named) } 股。
reason-no-position = 没有可卖的持仓。
reason-too-small = 连一股（{ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）也买卖不了。
reason-counted-at-last-price = 现在没有 { $names } 的价格：账户和上限按 { $date } 的最近可信价格计算。
reason-exchange-closed = 交易所休市至 { $opens }，只按交易时段内的价格成交：请在开市后确认。建议保留到那时，开市后按通常的时限过期。
reason-price-delayed = 数据源中该交易所的价格延迟 { $minutes } 分钟：按延迟的价格成交。
reason-stale-price = { $how ->
    [no_trade_yet] 数据源尚无本交易日的成交；最近价格为 { $traded }
    [missing_session] 数据源没有上一交易日的价格；最近价格为 { $traded }
   *[old_trade] 数据源的最近成交为 { $traded }，在交易时段内过旧
 }：不按此价成交。
reason-released-price = 该价格存疑；{ $by } 于 { $released } 放行，限该交易日。
reason-exceeds-position-cap = 按您的下单，这一持仓将占总资产的 { NUMBER($percent, maximumFractionDigits: 1) }%；引擎自己的上限是 { NUMBER($cap, maximumFractionDigits: 2) }%。
reason-exceeds-loss-cap = 跌到止损位会亏损 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }，占总资产的 { NUMBER($percent, maximumFractionDigits: 1) }%；引擎自己的上限是 { NUMBER($cap, maximumFractionDigits: 2) }%。
reason-stop-not-below-price = 您的止损价 { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不低于现价 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，这里用不上。
reason-stated-risk = 跌到止损价 { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } 会亏损 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }；您最多愿意亏 ${ NUMBER($risk, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
reason-target-shares-reached = { $relation ->
    [above] 您持有 { NUMBER($held, maximumFractionDigits: 6) } 股，已多于 { NUMBER($target) } 股：不用再买。没有提出任何建议。
    [below] 您持有 { NUMBER($held, maximumFractionDigits: 6) } 股，已不多于 { NUMBER($target) } 股：不用再卖。没有提出任何建议。
   *[at] 您已持有 { NUMBER($held, maximumFractionDigits: 6) } 股。没有提出任何建议。
 }
reason-target-value-reached = { $relation ->
    [above] 现有 { NUMBER($held, maximumFractionDigits: 6) } 股值 { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，已多于{ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元：不用再买。没有提出任何建议。
    [below] 现有 { NUMBER($held, maximumFractionDigits: 6) } 股值 { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，已不多于{ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元：不用再卖。没有提出任何建议。
   *[at] 现有 { NUMBER($held, maximumFractionDigits: 6) } 股值 { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元；每股 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，这已是不超过{ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元的最多整股数。没有提出任何建议。
 }
reason-target-of-assets-reached = { $relation ->
    [above] 现有 { NUMBER($held, maximumFractionDigits: 6) } 股值 { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，已多于总资产的 { NUMBER($percent, maximumFractionDigits: 2) }%（{ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）：不用再买。没有提出任何建议。
    [below] 现有 { NUMBER($held, maximumFractionDigits: 6) } 股值 { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，已不多于总资产的 { NUMBER($percent, maximumFractionDigits: 2) }%（{ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）：不用再卖。没有提出任何建议。
   *[at] 现有 { NUMBER($held, maximumFractionDigits: 6) } 股值 { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元；每股 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，这已是不超过总资产的 { NUMBER($percent, maximumFractionDigits: 2) }%（{ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）的最多整股数。没有提出任何建议。
 }
reason-target-of-position-reached = 现有 { NUMBER($held, maximumFractionDigits: 6) } 股的 { NUMBER($percent, maximumFractionDigits: 2) }%，按整股就是全部。没有提出任何建议。
reason-target-below-one-share = 一股（{ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）已多于要留下的：请说“全部卖出”，或留 1 股。没有提出任何建议。

## 数量受什么限制

reason-sized-by-named-shares = 数量 { NUMBER($shares) }：就是您说的股数。
reason-sized-by-named-amount = 数量 { NUMBER($shares) }：您说的 { NUMBER($amount, maximumFractionDigits: 2) } 美元{ $commission ->
    [0] {""}
   *[other] （含佣金）
 }最多能买卖的整股数。
reason-sized-by-named-fraction = 数量 { NUMBER($shares) }：{ $percent ->
    [100] 全部 { NUMBER($held, maximumFractionDigits: 6) } 股
   *[other] 现有 { NUMBER($held, maximumFractionDigits: 6) } 股的 { NUMBER($percent, maximumFractionDigits: 1) }%，取整股
 }。
reason-sized-by-max-cash = 数量 { NUMBER($shares) }：您的上限 { NUMBER($max_cash, maximumFractionDigits: 2) } 美元{ $commission ->
    [0] {""}
   *[other] （含佣金）
 }以内最多能买的整股数。
reason-sized-by-cash-floor = 数量 { NUMBER($shares) }：买入后仍留下总资产 { NUMBER($percent, maximumFractionDigits: 0) }% 的现金（{ NUMBER($floor, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元），最多能买这么多整股{ $reserved ->
    [0] {""}
   *[other] ；另有 { NUMBER($reserved, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元留给其他建议和未完成的订单
 }。
reason-sized-by-position-cap = 数量 { NUMBER($shares) }：为使该持仓不超过总资产的 { NUMBER($percent, maximumFractionDigits: 0) }%，最多能买这么多整股。
reason-sized-by-position-cap-unknown-risk = 数量 { NUMBER($shares) }：每日波幅未知，为使该持仓不超过总资产的 { NUMBER($percent, maximumFractionDigits: 0) }%，最多能买这么多整股。
reason-sized-by-risk = 数量 { NUMBER($shares) }：跌到止损价 { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } 时最多损失总资产的 { NUMBER($percent, maximumFractionDigits: 1) }%（{ NUMBER($risk, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）。
reason-sized-by-part-of-position = 数量 { NUMBER($shares) }：{ $percent ->
    [100] 全部 { NUMBER($held, maximumFractionDigits: 6) } 股
   *[other] 现有 { NUMBER($held, maximumFractionDigits: 6) } 股的 { NUMBER($percent, maximumFractionDigits: 1) }%，取整股
 }。
reason-sized-by-whole-position = 数量 { NUMBER($shares) }：全部持仓。

reason-sized-by-share-of-assets = 数量 { NUMBER($shares) }：总资产 { NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元的 { NUMBER($percent, maximumFractionDigits: 2) }%，即 { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元{ $commission ->
    [0] {""}
   *[other] （含佣金）
 }最多能买的整股数。
reason-sized-by-share-of-cash = 数量 { NUMBER($shares) }：现金 { NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元的 { NUMBER($percent, maximumFractionDigits: 2) }%，即 { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元{ $commission ->
    [0] {""}
   *[other] （含佣金）
 }最多能买的整股数。
reason-sized-by-minimum-shares = 数量 { NUMBER($shares) }：正好是您说的最少 { NUMBER($minimum) } 股。
reason-sized-by-minimum-amount = 数量 { NUMBER($shares) }：达到您说的最少 { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元所需的最少整股数，值 { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元。
reason-sized-by-minimum-share-of-assets = 数量 { NUMBER($shares) }：达到总资产 { NUMBER($percent, maximumFractionDigits: 2) }%（{ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）所需的最少整股数。
reason-sized-by-minimum-share-of-cash = 数量 { NUMBER($shares) }：达到现金 { NUMBER($percent, maximumFractionDigits: 2) }%（{ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）所需的最少整股数。
reason-sized-by-minimum-share-of-position = 数量 { NUMBER($shares) }：达到现有 { NUMBER($held, maximumFractionDigits: 6) } 股的 { NUMBER($percent, maximumFractionDigits: 2) }% 所需的最少整股数。
reason-sized-by-target-shares = 数量 { NUMBER($shares) }：现有 { NUMBER($held, maximumFractionDigits: 6) } 股与您要的 { NUMBER($target) } 股之差。
reason-sized-by-target-value = 数量 { NUMBER($shares) }：持仓从 { NUMBER($held, maximumFractionDigits: 6) } 股变为 { NUMBER($after, maximumFractionDigits: 6) } 股，即价值不超过 { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元的最多整股数。
reason-sized-by-target-of-assets = 数量 { NUMBER($shares) }：持仓从 { NUMBER($held, maximumFractionDigits: 6) } 股变为 { NUMBER($after, maximumFractionDigits: 6) } 股，即价值不超过总资产 { NUMBER($percent, maximumFractionDigits: 2) }%（{ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）的最多整股数。
reason-sized-by-target-of-position = 数量 { NUMBER($shares) }：现有 { NUMBER($held, maximumFractionDigits: 6) } 股留下 { NUMBER($after, maximumFractionDigits: 6) } 股，最多 { NUMBER($percent, maximumFractionDigits: 2) }%。
reason-sized-by-stated-risk = 数量 { NUMBER($shares) }：跌到止损价 { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } 时亏损不超过 { NUMBER($risk, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元的最多整股数。
reason-sized-by-risk-without-stop = 没有止损位就算不出亏损：请说一个，例如“止损 190”。


## 提案必须遵守的规则

violation-not-finite = 有一个金额不是数字。
violation-price-not-positive = 价格 { NUMBER($price, maximumFractionDigits: 2) } 不是正数。
violation-confidence-out-of-range = 置信度 { NUMBER($confidence, maximumFractionDigits: 2) } 不在 0 到 1 之间；最接近的允许值是 { NUMBER($suggested_confidence, maximumFractionDigits: 2) }。
violation-no-reasons = 没有给出理由。
violation-cash-change-not-difference = 现金变动 { NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不等于目标 { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 减去现值 { NUMBER($current, minimumFractionDigits: 2, maximumFractionDigits: 2) }；应为 { NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
violation-shares-not-whole = { NUMBER($shares, maximumFractionDigits: 4) } 不是整股数；{ NUMBER($suggested_shares) } 才是。
violation-shares-not-cash-change = { NUMBER($shares, maximumFractionDigits: 4) } 股按 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 计算与现金变动 { NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不符；其中最多的整股数是 { NUMBER($suggested_shares) }。
violation-increase-not-above-current = 加仓的目标必须高于现值 { NUMBER($current, minimumFractionDigits: 2, maximumFractionDigits: 2) }，而不是 { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }；多一股则为 { NUMBER($suggested_target, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
violation-stop-not-below-price = 止损价 { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不低于现价 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
violation-no-position = 没有可卖的持仓。
violation-sells-more-than-held = 要卖出 { NUMBER($shares, maximumFractionDigits: 4) } 股，但只持有 { NUMBER($held, maximumFractionDigits: 4) } 股。
violation-decrease-not-below-current = 减仓的目标必须在 0 与现值 { NUMBER($current, minimumFractionDigits: 2, maximumFractionDigits: 2) } 之间，而不是 { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }；少一股则为 { NUMBER($suggested_target, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
violation-close-not-zero = 清仓的目标必须是 0，而不是 { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
violation-hold-moves-too-far = 持有时目标与现值 { NUMBER($current, minimumFractionDigits: 2, maximumFractionDigits: 2) } 相差不得超过 { NUMBER($tolerance, minimumFractionDigits: 2, maximumFractionDigits: 2) }，而 { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 超过了。
violation-not-enough-cash = 买入 { NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元{ $commission ->
    [0] {""}
   *[other] ，加佣金 { NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，
 }超过可用现金 { NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元；最多可买 { NUMBER($suggested_shares) } 股，即 { NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元。
violation-account-differs = 交易已暂停：本账簿与券商账簿不一致。
violation-differs-cash = 现金：本账簿 { NUMBER($ours, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，券商 { NUMBER($broker, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元。
violation-differs-position = { $symbol }：本账簿 { NUMBER($ours) } 股，券商 { NUMBER($broker) } 股。
violation-differs-order = { $symbol }：未完成订单，本账簿 { NUMBER($ours) } 股，券商 { NUMBER($broker) } 股。
violation-differs-unresolved = { $symbol }：{ NUMBER($ours) } 股订单的结果尚不清楚。
violation-cash-floor = 买入后现金只剩 { NUMBER($cash_after, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，低于总资产的 { NUMBER($percent, maximumFractionDigits: 2) }%（{ NUMBER($floor, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）；最多可买 { NUMBER($suggested_shares) } 股，即 { NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元。
violation-above-position-cap = 持仓 ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 超过总资产 { NUMBER($percent, maximumFractionDigits: 2) }% 的上限 ${ NUMBER($cap, minimumFractionDigits: 2, maximumFractionDigits: 2) }；最多 { NUMBER($suggested_shares) } 股整数股，即 ${ NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
violation-above-loss-cap = 跌到止损位 { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } 会亏损 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }，超过总资产的 { NUMBER($percent, maximumFractionDigits: 2) }%（${ NUMBER($risk, minimumFractionDigits: 2, maximumFractionDigits: 2) }）；最多 { NUMBER($suggested_shares) } 股整数股，即 ${ NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
violation-above-stated-limit = 买入 { NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元{ $commission ->
    [0] {""}
   *[other] ，加佣金 { NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，
 }超过您的上限 { NUMBER($limit, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元；最多可买 { NUMBER($suggested_shares) } 股，即 { NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元。

## 标签

tag-increase = 买入
tag-decrease = 减仓
tag-hold = 持有
tag-close = 清仓
tag-high-confidence = 把握大
tag-low-confidence = 把握小
tag-trend = 趋势
tag-momentum = 动量
tag-overbought = 超买
tag-oversold = 超卖
tag-volatility = 波动
tag-volume = 成交量
tag-risk = 风险
tag-news = 消息
tag-earnings = 财报
tag-dividend = 股息
tag-valuation = 估值
tag-pe-ratio = 市盈率
tag-technical = 技术面
tag-fundamental = 基本面
tag-uptrend = 当日上涨
tag-downtrend = 当日下跌
tag-has-fundamental = 有基本面数据
tag-no-fundamental = 无基本面数据
tag-high-pe = 高市盈率
tag-low-pe = 低市盈率
tag-dividend-stock = 高股息
tag-large-cap = 大盘股
tag-small-cap = 小盘股
tag-has-news = 有消息
tag-positive-news = 利好
tag-negative-news = 利空
tag-has-position = 有持仓
tag-no-position = 无持仓
tag-long-hold = 长期持有
tag-medium-hold = 中期持有
tag-short-hold = 短期持有
reason-resized-after-rejection = { $was } 股的订单被拒绝；这是现金足够购买的数量。
