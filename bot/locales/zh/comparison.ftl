# 比较

compare-verdict = 按规则 { $ranking }：{ $views }
compare-no-difference = 按规则没有明显差别：{ $views }
compare-none = { $verdict }。规则对它们都不支持买入。
compare-over = {" "}优于{" "}
compare-against = {" "}对{" "}
compare-too-many = 我最多比较 { $most } 只股票；这里是您先提到的几只。
compare-lean = { $view } { NUMBER($confidence, maximumFractionDigits: 0) }%
compare-percent = { $sign }{ NUMBER($value, maximumFractionDigits: 1) }%
compare-price = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-number = { NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }
compare-unknown = –
compare-row-price = 价格，$
compare-row-view = 规则
compare-row-half-year = 120 日
compare-row-sma200 = 距 200 日
compare-row-rsi = RSI(14)
compare-row-pe = 市盈率
compare-column-share = 股票
compare-column-price = 价格，$
compare-column-view = 规则，%
compare-column-half-year = 120 日
compare-column-pe = 市盈率
compare-lean-narrow = { $view } { NUMBER($confidence, maximumFractionDigits: 0) }
compare-row-view-narrow = 规则，%
compare-market-cap = { NUMBER($hundred_millions, maximumFractionDigits: 0) } 亿美元
compare-ranked = { $symbol } { $value }
compare-named-value = { $symbol } { $value }
compare-rated = { $symbol } { $view } { NUMBER($confidence, maximumFractionDigits: 0) }% · 评分 { $score } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-rated-hold = { $symbol } { $view } · 评分 { $score } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-lead-cheaper = 按{ $figure }，{ $first } { $several ->
    [yes] 最便宜
   *[no] 更便宜
 }：{ $figures }
compare-lead-dearer = 按{ $figure }，{ $first } { $several ->
    [yes] 最贵
   *[no] 更贵
 }：{ $figures }
compare-lead-calmer = 按{ $figure }，{ $first } { $several ->
    [yes] 最平稳
   *[no] 更平稳
 }：{ $figures }
compare-lead-bumpier = { $first } { $several ->
    [yes] 波动最大
   *[no] 波动更大
 }（年化）：{ $figures }
compare-lead-bigger = 按{ $figure }，{ $first } { $several ->
    [yes] 最大
   *[no] 更大
 }：{ $figures }
compare-lead-smaller = 按{ $figure }，{ $first } { $several ->
    [yes] 最小
   *[no] 更小
 }：{ $figures }
compare-lead-higher = { $first } 的{ $figure }{ $several ->
    [yes] 最高
   *[no] 更高
 }：{ $figures }
compare-lead-lower = { $first } 的{ $figure }{ $several ->
    [yes] 最低
   *[no] 更低
 }：{ $figures }
compare-lead-figure = { $figure }：{ $figures }
compare-lead-list = 按{ $figure }从高到低：
compare-lead-equal = 没有差别：{ $symbols } 的{ $figure }都是 { $value }
compare-lead-unknown = 这几只的{ $figure }我都没有。
compare-lead-overbought = 超买的有 { $symbols }：RSI(14) 高于 70（共 { $count } 只）
compare-lead-oversold = 超卖的有 { $symbols }：RSI(14) 低于 30（共 { $count } 只）
compare-lead-not-overbought = 没有超买的：RSI(14) 都不高于 70
compare-lead-not-oversold = 没有超卖的：RSI(14) 都不低于 30
compare-lead-better = { $buys ->
    [yes] 按规则 { $first } 最好；这里不提任何交易。
   *[no] 按规则 { $first } 最好，但规则对它们都不支持买入；这里不提任何交易。
 }
compare-lead-worse = 按规则 { $first } 最差；这里不提任何交易。
compare-no-market = 这里没有指数，无法把 { $symbol } 和大盘比较；下面只是 { $symbol } 自己。
compare-nothing-held = 您没有持股可比较。
compare-name-shares = 哪些股票？请说出两只以上，例如“比较苹果和IBM”。
compare-short-price = 价格，$
compare-short-change-day = 当日
compare-short-change-7 = 7 日
compare-short-change-span = 涨跌
compare-short-pe-ratio = 市盈率
compare-short-eps-ttm = 每股收益
compare-short-dividend-yield = 股息率
compare-short-market-cap = 市值
compare-short-rsi14 = RSI(14)
compare-short-macd = MACD
compare-short-sma50 = 50 日均线
compare-short-sma200 = 200 日均线
compare-short-volatility60 = 波动率
compare-short-volume-ratio = 量比
compare-short-range52w = 52 周位置
compare-short-atr14 = ATR(14)
compare-others = 其后还有 { $count } 只
compare-as-of = 截至 { $date }
compare-short-change-20 = 20 日
compare-short-change-60 = 60 日
compare-short-change-120 = 120 日
compare-short-drawdown = 回撤
compare-short-stop = 止损位
