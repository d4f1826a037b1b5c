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
compare-rated = { $symbol } { $view } { NUMBER($confidence, maximumFractionDigits: 0) }% · 评分 { $score } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-rated-hold = { $symbol } { $view } · 评分 { $score } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-lead-better = { $buys ->
    [yes] 按规则 { $first } 最好；这里不提任何交易。
   *[no] 按规则 { $first } 最好，但规则对它们都不支持买入；这里不提任何交易。
 }
compare-lead-worse = 按规则 { $first } 最差；这里不提任何交易。
compare-nothing-held = 您没有持股可比较。
compare-name-shares = 哪些股票？请说出两只以上，例如“比较苹果和IBM”。
compare-others = 其后还有 { $count } 只
compare-as-of = 截至 { $date }
