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
compare-ranked = { $symbol } { $value }
compare-named-value = { $symbol } { $value }
compare-rated = { $symbol } { $view } { NUMBER($confidence, maximumFractionDigits: 0) } % · score { $score } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-rated-hold = { $symbol } { $view } · score { $score } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
compare-lead-cheaper = { $first } is { $several ->
    [yes] the cheapest
   *[no] cheaper
 } by { $figure }: { $figures }
compare-lead-dearer = { $first } is { $several ->
    [yes] the most expensive
   *[no] more expensive
 } by { $figure }: { $figures }
compare-lead-calmer = { $first } is { $several ->
    [yes] the steadiest
   *[no] steadier
 } by { $figure }: { $figures }
compare-lead-bumpier = { $first } is { $several ->
    [yes] the most volatile
   *[no] more volatile
 }, a year: { $figures }
compare-lead-bigger = { $first } is { $several ->
    [yes] the biggest
   *[no] bigger
 } by { $figure }: { $figures }
compare-lead-smaller = { $first } is { $several ->
    [yes] the smallest
   *[no] smaller
 } by { $figure }: { $figures }
compare-lead-higher = { $first } has the { $several ->
    [yes] highest
   *[no] higher
 } { $figure }: { $figures }
compare-lead-lower = { $first } has the { $several ->
    [yes] lowest
   *[no] lower
 } { $figure }: { $figures }
compare-lead-figure = { $figure }: { $figures }
compare-lead-list = By { $figure }, highest first:
compare-lead-equal = No difference: { $symbols } have the same { $figure }, { $value }
compare-lead-unknown = I know the { $figure } of none of them.
compare-lead-overbought = { $symbols } { $count ->
    [one] is
   *[other] are
 } overbought: RSI(14) above 70
compare-lead-oversold = { $symbols } { $count ->
    [one] is
   *[other] are
 } oversold: RSI(14) below 30
compare-lead-not-overbought = None is overbought: no RSI(14) above 70
compare-lead-not-oversold = None is oversold: no RSI(14) below 30
compare-lead-better = { $buys ->
    [yes] { $first } looks best by the rules; nothing is proposed.
   *[no] { $first } looks best by the rules, which speak for buying none; nothing is proposed.
 }
compare-lead-worse = { $first } looks worst by the rules; nothing is proposed.
compare-no-market = I have no index here, so I cannot compare { $symbol } with the market; this is { $symbol } alone.
compare-nothing-held = You hold no shares to compare.
compare-name-shares = Which shares? Name two or more, for instance “compare AAPL and IBM”.
compare-short-price = Price, $
compare-short-change-day = Day
compare-short-change-7 = 7 days
compare-short-change-span = Change
compare-short-pe-ratio = P/E
compare-short-eps-ttm = Earnings
compare-short-dividend-yield = Dividend
compare-short-market-cap = Value
compare-short-rsi14 = RSI(14)
compare-short-macd = MACD
compare-short-sma50 = 50-day avg
compare-short-sma200 = 200-day avg
compare-short-volatility60 = Volatility
compare-short-volume-ratio = Volume
compare-short-range52w = In 52-week
compare-short-atr14 = ATR(14)
compare-others = { $count } more below these
compare-as-of = As of { $date }
compare-short-change-20 = 20 days
compare-short-change-60 = 60 days
compare-short-change-120 = 120 days
compare-short-drawdown = Drawdown
compare-short-stop = Stop
