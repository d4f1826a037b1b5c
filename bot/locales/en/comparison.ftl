# Comparisons

compare-verdict = { $ranking } by the rules: { $views }
compare-no-difference = No clear difference by the rules: { $views }
compare-none = { $verdict }. They speak for buying none of them.
compare-over = {" over "}
compare-against = {" against "}
compare-too-many = I compare up to { $most } shares; these are the first ones you named.
compare-lean = { $view } { NUMBER($confidence, maximumFractionDigits: 0) } %
compare-percent = { $sign }{ NUMBER($value, maximumFractionDigits: 1) } %
compare-price = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-number = { NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }
compare-unknown = –
compare-row-price = Price, $
compare-row-view = Rules
compare-row-half-year = 120 days
compare-row-sma200 = To 200-day
compare-row-rsi = RSI(14)
compare-row-pe = P/E
compare-column-share = Share
compare-column-price = Price, $
compare-column-view = Rules, %
compare-column-half-year = 120 d
compare-column-pe = P/E
compare-lean-narrow = { $view } { NUMBER($confidence, maximumFractionDigits: 0) }
compare-row-view-narrow = Rules, %
compare-market-cap = ${ NUMBER($billions, maximumFractionDigits: 1) } bn
compare-rated = { $symbol } { $view } { NUMBER($confidence, maximumFractionDigits: 0) } % · score { $score } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-rated-hold = { $symbol } { $view } · score { $score } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-lead-better = { $buys ->
    [yes] { $first } looks best by the rules; nothing is proposed.
   *[no] { $first } looks best by the rules, which speak for buying none; nothing is proposed.
 }
compare-lead-worse = { $first } looks worst by the rules; nothing is proposed.
compare-nothing-held = You hold no shares to compare.
compare-name-shares = Which shares? Name two or more, for instance “compare AAPL and IBM”.
compare-others = { $count } more below these
compare-as-of = As of { $date }
