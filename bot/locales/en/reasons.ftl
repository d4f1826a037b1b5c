### Arguments of a decision, the rules a proposal must keep, what bounded its size, and tags.
### Prices are US dollars per share; `$percent` is a percentage already.

## Trend

reason-above-sma200 = Trades { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % above its 200-day average of { NUMBER($average, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-below-sma200 = Trades { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % below its 200-day average of { NUMBER($average, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-above-sma50 = Trades { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % above its 50-day average of { NUMBER($average, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-below-sma50 = Trades { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % below its 50-day average of { NUMBER($average, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-sma50-above-sma200 = The 50-day average, { NUMBER($sma50, minimumFractionDigits: 2, maximumFractionDigits: 2) }, is { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % above the 200-day average, { NUMBER($sma200, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-sma50-below-sma200 = The 50-day average, { NUMBER($sma50, minimumFractionDigits: 2, maximumFractionDigits: 2) }, is { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % below the 200-day average, { NUMBER($sma200, minimumFractionDigits: 2, maximumFractionDigits: 2) }.

## Momentum

reason-risen-120 = Has risen { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % over 120 sessions.
reason-fallen-120 = Has fallen { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % over 120 sessions.
reason-flat-120 = Has gone nowhere over 120 sessions ({ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %).
reason-macd-above-signal = MACD, { NUMBER($macd, minimumFractionDigits: 2, maximumFractionDigits: 2) }, is above its signal line, { NUMBER($signal, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-macd-below-signal = MACD, { NUMBER($macd, minimumFractionDigits: 2, maximumFractionDigits: 2) }, is below its signal line, { NUMBER($signal, minimumFractionDigits: 2, maximumFractionDigits: 2) }.

## Mean reversion

reason-rsi-overbought = RSI(14) of { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) } is above { NUMBER($threshold) }: overbought.
reason-rsi-oversold = RSI(14) of { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) } is below { NUMBER($threshold) }: oversold.
reason-rsi-neutral = RSI(14) of { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) } is neither overbought nor oversold.
reason-above-upper-band = Closed at { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, above the upper Bollinger band of { NUMBER($band, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-below-lower-band = Closed at { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, below the lower Bollinger band of { NUMBER($band, minimumFractionDigits: 2, maximumFractionDigits: 2) }.

## Volatility and volume

reason-high-volatility = Volatility of { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % a year over 60 sessions is above { NUMBER($threshold, maximumFractionDigits: 0) } %: less sure, and a smaller size.
reason-high-volume = The last session's volume was { NUMBER($ratio, minimumFractionDigits: 1, maximumFractionDigits: 1) } times its 20-session average.

## Valuation and news

reason-pe-low = Costs { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) } times earnings, less than { NUMBER($threshold) }.
reason-pe-high = Costs { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) } times earnings, more than { NUMBER($threshold) }.
reason-pe-moderate = Costs { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) } times earnings, neither cheap nor expensive.
reason-hardly-any-earnings = Earned { NUMBER($eps, minimumFractionDigits: 2, maximumFractionDigits: 2) } dollars per share over four quarters: no price-earnings ratio to speak of.
reason-dividend-yield = Pays a dividend of { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % a year.
reason-good-news = Good news of { $date }: “{ $title }”
reason-bad-news = Bad news of { $date }: “{ $title }”

## What is missing

missing-because = { $why ->
    [too_few_sessions] not listed for long enough
    [not_meaningful] the figure would mean nothing
    [no_answer] a source could not be read
   *[source_has_none] the source does not have it
}
reason-missing-sma50 = No 50-day average: { missing-because }.
reason-missing-sma200 = No 200-day average: { missing-because }.
reason-missing-change-120 = No change over 120 sessions: { missing-because }.
reason-missing-macd = No MACD: { missing-because }.
reason-missing-rsi14 = No RSI(14): { missing-because }.
reason-missing-bollinger20 = No Bollinger bands: { missing-because }.
reason-missing-volatility60 = No volatility over 60 sessions: { missing-because }.
reason-missing-volume-ratio = No average volume: { missing-because }.
reason-missing-pe-ratio = No price-earnings ratio: { missing-because }.
reason-missing-dividend-yield = No dividend yield: { missing-because }.
reason-missing-news = No news: { missing-because }.

## The score, the wish and the account

reason-score-neutral = The score of { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } is too near zero to trade on: it takes { NUMBER($threshold, minimumFractionDigits: 2, maximumFractionDigits: 2) } either way.
reason-score-would-buy = The score of { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } does not speak for selling; it speaks for buying.
reason-score-would-sell = The score of { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } does not speak for buying; it speaks for selling.
reason-against-the-model = This is your order. The score of { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } speaks against it.
reason-model-undecided = This is your order. The score of { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) } speaks neither for it nor against it.
reason-same-size = Size { NUMBER($shares) }: the same trade as proposed before, looked at again at the new price.
reason-score-undecided-now = The score, now { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }, no longer speaks clearly for or against this trade.
reason-score-against-now = The score, now { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }, speaks against this trade.
reason-reasons-of-before = What was argued before is as of { $at }, at { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }; it was not looked at again.
reason-named-size-cut = That is less than the { NUMBER($named) } shares that the size you named comes to.
reason-no-position = There is no position to sell.
reason-too-small = Not even one share at { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } fits.
reason-counted-at-last-price = There is no price now for { $names }: the account and its caps count it at the last good one, of { $date }.
reason-exchange-closed = The exchange is closed until { $opens }, and an order is filled at a price of a running session only: confirm this after the opening. It waits for that, and expires the usual time after it.
reason-price-delayed = The source’s prices of that exchange are { $minutes } minutes late: an order is filled at the delayed price.
reason-stale-price = { $how ->
    [no_trade_yet] The source has no trade of the running session yet; its latest price is of { $traded }
    [missing_session] The source has no price of the last session; its latest is of { $traded }
   *[old_trade] The last trade that the source has is of { $traded }, which is too old in a running session
 }: nothing is filled at it.
reason-released-price = The price is doubted; { $by } released it for its session at { $released }.
reason-exceeds-position-cap = Your order makes this { NUMBER($percent, maximumFractionDigits: 1) } % of total assets; engines stop at { NUMBER($cap, maximumFractionDigits: 2) } %.
reason-exceeds-loss-cap = A fall to the stop would lose ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { NUMBER($percent, maximumFractionDigits: 1) } % of total assets; engines stop at { NUMBER($cap, maximumFractionDigits: 2) } %.
reason-stop-not-below-price = Your stop of { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } is not below the price of { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, so it cannot be used here.
reason-stated-risk = A fall to the stop at { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } would lose ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }; you risk at most ${ NUMBER($risk, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-target-shares-reached = { $relation ->
    [above] You hold { NUMBER($held, maximumFractionDigits: 6) } shares, more than { NUMBER($target) } already: nothing to buy. Nothing was proposed.
    [below] You hold { NUMBER($held, maximumFractionDigits: 6) } shares, no more than { NUMBER($target) } already: nothing to sell. Nothing was proposed.
   *[at] You hold { NUMBER($held, maximumFractionDigits: 6) } shares already. Nothing was proposed.
 }
reason-target-value-reached = { $relation ->
    [above] The { NUMBER($held, maximumFractionDigits: 6) } shares held are worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }, more than ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } already: nothing to buy. Nothing was proposed.
    [below] The { NUMBER($held, maximumFractionDigits: 6) } shares held are worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }, no more than ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } already: nothing to sell. Nothing was proposed.
   *[at] The { NUMBER($held, maximumFractionDigits: 6) } shares held are worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }; at { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } each that is the most whole shares within ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }. Nothing was proposed.
 }
reason-target-of-assets-reached = { $relation ->
    [above] The { NUMBER($held, maximumFractionDigits: 6) } shares held are worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }, more than { NUMBER($percent, maximumFractionDigits: 2) } % of total assets, ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } already: nothing to buy. Nothing was proposed.
    [below] The { NUMBER($held, maximumFractionDigits: 6) } shares held are worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }, no more than { NUMBER($percent, maximumFractionDigits: 2) } % of total assets, ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } already: nothing to sell. Nothing was proposed.
   *[at] The { NUMBER($held, maximumFractionDigits: 6) } shares held are worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }; at { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } each that is the most whole shares within { NUMBER($percent, maximumFractionDigits: 2) } % of total assets, ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }. Nothing was proposed.
 }
reason-target-of-position-reached = { NUMBER($percent, maximumFractionDigits: 2) } % of the { NUMBER($held, maximumFractionDigits: 6) } shares held is all of them, in whole shares. Nothing was proposed.
reason-target-below-one-share = One share, at { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, is more than would be left: say “sell all”, or keep 1 share. Nothing was proposed.

## What bounded the size

reason-sized-by-named-shares = Size { NUMBER($shares) }: as many shares as you named.
reason-sized-by-named-amount = Size { NUMBER($shares) }: the most whole shares within the ${ NUMBER($amount, maximumFractionDigits: 2) } you named{ $commission ->
    [0] {""}
   *[other] , commission included
 }.
reason-sized-by-named-fraction = Size { NUMBER($shares) }: { $percent ->
    [100] all { NUMBER($held, maximumFractionDigits: 6) } held
   *[other] { NUMBER($percent, maximumFractionDigits: 1) } % of the { NUMBER($held, maximumFractionDigits: 6) } held, in whole shares
 }.
reason-sized-by-max-cash = Size { NUMBER($shares) }: the most whole shares within your limit of ${ NUMBER($max_cash, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] , commission included
 }.
reason-sized-by-cash-floor = Size { NUMBER($shares) }: the most whole shares that leave { NUMBER($percent, maximumFractionDigits: 0) } % of total assets, ${ NUMBER($floor, minimumFractionDigits: 2, maximumFractionDigits: 2) }, in cash{ $reserved ->
    [0] {""}
   *[other] , besides the ${ NUMBER($reserved, minimumFractionDigits: 2, maximumFractionDigits: 2) } set aside for other proposals and open orders
 }.
reason-sized-by-position-cap = Size { NUMBER($shares) }: the most whole shares that keep the position within { NUMBER($percent, maximumFractionDigits: 0) } % of total assets.
reason-sized-by-position-cap-unknown-risk = Size { NUMBER($shares) }: the most whole shares that keep the position within { NUMBER($percent, maximumFractionDigits: 0) } % of total assets, because its daily range is not known.
reason-sized-by-risk = Size { NUMBER($shares) }: a fall to the stop at { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } would cost at most { NUMBER($percent, maximumFractionDigits: 1) } % of total assets, ${ NUMBER($risk, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-sized-by-part-of-position = Size { NUMBER($shares) }: { $percent ->
    [100] all { NUMBER($held, maximumFractionDigits: 6) } held
   *[other] { NUMBER($percent, maximumFractionDigits: 1) } % of the { NUMBER($held, maximumFractionDigits: 6) } held, in whole shares
 }.
reason-sized-by-whole-position = Size { NUMBER($shares) }: all that is held.

reason-sized-by-share-of-assets = Size { NUMBER($shares) }: the most whole shares for { NUMBER($percent, maximumFractionDigits: 2) } % of total assets, ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } of ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] , commission included
 }.
reason-sized-by-share-of-cash = Size { NUMBER($shares) }: the most whole shares for { NUMBER($percent, maximumFractionDigits: 2) } % of the cash, ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } of ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] , commission included
 }.
reason-sized-by-minimum-shares = Size { NUMBER($shares) }: exactly the { NUMBER($minimum) } that you named as the least.
reason-sized-by-minimum-amount = Size { NUMBER($shares) }: the fewest whole shares that reach the ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } you named as the least; they are worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-sized-by-minimum-share-of-assets = Size { NUMBER($shares) }: the fewest whole shares that reach { NUMBER($percent, maximumFractionDigits: 2) } % of total assets, ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-sized-by-minimum-share-of-cash = Size { NUMBER($shares) }: the fewest whole shares that reach { NUMBER($percent, maximumFractionDigits: 2) } % of the cash, ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-sized-by-minimum-share-of-position = Size { NUMBER($shares) }: the fewest whole shares that reach { NUMBER($percent, maximumFractionDigits: 2) } % of the { NUMBER($held, maximumFractionDigits: 6) } held.
reason-sized-by-target-shares = Size { NUMBER($shares) }: the difference between the { NUMBER($held, maximumFractionDigits: 6) } held and the { NUMBER($target) } that you want.
reason-sized-by-target-value = Size { NUMBER($shares) }: the position of { NUMBER($held, maximumFractionDigits: 6) } becomes { NUMBER($after, maximumFractionDigits: 6) }, the most whole shares worth no more than ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-sized-by-target-of-assets = Size { NUMBER($shares) }: the position of { NUMBER($held, maximumFractionDigits: 6) } becomes { NUMBER($after, maximumFractionDigits: 6) }, the most whole shares worth no more than { NUMBER($percent, maximumFractionDigits: 2) } % of total assets, ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-sized-by-target-of-position = Size { NUMBER($shares) }: of the { NUMBER($held, maximumFractionDigits: 6) } held { NUMBER($after, maximumFractionDigits: 6) } remain, at most { NUMBER($percent, maximumFractionDigits: 2) } %.
reason-sized-by-stated-risk = Size { NUMBER($shares) }: the most whole shares that lose no more than ${ NUMBER($risk, minimumFractionDigits: 2, maximumFractionDigits: 2) } if the price falls to the stop at { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-sized-by-risk-without-stop = Without a stop level I cannot compute a loss: name one, as in “stop at 190”.


## Rules that a proposal must keep

violation-not-finite = An amount is not a number.
violation-price-not-positive = The price of { NUMBER($price, maximumFractionDigits: 2) } is not positive.
violation-confidence-out-of-range = The confidence of { NUMBER($confidence, maximumFractionDigits: 2) } is not between 0 and 1; the nearest allowed is { NUMBER($suggested_confidence, maximumFractionDigits: 2) }.
violation-no-reasons = There are no reasons.
violation-cash-change-not-difference = The cash change of { NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } is not the target of { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } less the present { NUMBER($current, minimumFractionDigits: 2, maximumFractionDigits: 2) }; it would be { NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
violation-shares-not-whole = { NUMBER($shares, maximumFractionDigits: 4) } is not a whole number of shares; { NUMBER($suggested_shares) } would be.
violation-shares-not-cash-change = { NUMBER($shares, maximumFractionDigits: 4) } shares at { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } do not come to the cash change of { NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }; the most whole shares within it are { NUMBER($suggested_shares) }.
violation-increase-not-above-current = An increase needs a target above the present { NUMBER($current, minimumFractionDigits: 2, maximumFractionDigits: 2) }, not { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }; one more share would be { NUMBER($suggested_target, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
violation-stop-not-below-price = The stop of { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } is not below the price of { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
violation-no-position = There is no position to sell.
violation-sells-more-than-held = It would sell { NUMBER($shares, maximumFractionDigits: 4) } shares, but only { NUMBER($held, maximumFractionDigits: 4) } are held.
violation-decrease-not-below-current = A decrease needs a target from 0 to below the present { NUMBER($current, minimumFractionDigits: 2, maximumFractionDigits: 2) }, not { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }; one share less would be { NUMBER($suggested_target, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
violation-close-not-zero = A close needs a target of 0, not { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
violation-hold-moves-too-far = A hold must stay within { NUMBER($tolerance, minimumFractionDigits: 2, maximumFractionDigits: 2) } of the present { NUMBER($current, minimumFractionDigits: 2, maximumFractionDigits: 2) }, and { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } does not.
violation-not-enough-cash = Buying for ${ NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] {" "}plus ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } commission
 } needs more than the ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } of available cash; at most { NUMBER($suggested_shares) } whole shares, ${ NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }, would do.
violation-account-differs = Trading is stopped: our books and the broker’s differ.
violation-differs-cash = Cash: ${ NUMBER($ours, minimumFractionDigits: 2, maximumFractionDigits: 2) } here, ${ NUMBER($broker, minimumFractionDigits: 2, maximumFractionDigits: 2) } at the broker.
violation-differs-position = { $symbol }: { NUMBER($ours) } shares here, { NUMBER($broker) } at the broker.
violation-differs-order = { $symbol }: an open order for { NUMBER($ours) } shares here, for { NUMBER($broker) } at the broker.
violation-differs-unresolved = { $symbol }: what became of an order for { NUMBER($ours) } shares is not known.
violation-cash-floor = Buying would leave ${ NUMBER($cash_after, minimumFractionDigits: 2, maximumFractionDigits: 2) } in cash, less than { NUMBER($percent, maximumFractionDigits: 2) } % of total assets, ${ NUMBER($floor, minimumFractionDigits: 2, maximumFractionDigits: 2) }; at most { NUMBER($suggested_shares) } whole shares, ${ NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }, would do.
violation-above-position-cap = A position of ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } is above the cap of { NUMBER($percent, maximumFractionDigits: 2) } % of total assets, ${ NUMBER($cap, minimumFractionDigits: 2, maximumFractionDigits: 2) }; at most { NUMBER($suggested_shares) } whole shares, ${ NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }, would do.
violation-above-loss-cap = A fall to the stop of { NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } would lose ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }, more than { NUMBER($percent, maximumFractionDigits: 2) } % of total assets, ${ NUMBER($risk, minimumFractionDigits: 2, maximumFractionDigits: 2) }; at most { NUMBER($suggested_shares) } whole shares, ${ NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }, would do.
violation-above-stated-limit = Buying for ${ NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] {" "}plus ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } commission
 } is above the stated limit of ${ NUMBER($limit, minimumFractionDigits: 2, maximumFractionDigits: 2) }; at most { NUMBER($suggested_shares) } whole shares, ${ NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }, would do.

## Tags

tag-increase = buy
tag-decrease = reduce
tag-hold = hold
tag-close = close
tag-high-confidence = high confidence
tag-low-confidence = low confidence
tag-trend = trend
tag-momentum = momentum
tag-overbought = overbought
tag-oversold = oversold
tag-volatility = volatility
tag-volume = volume
tag-risk = risk
tag-news = news
tag-earnings = earnings
tag-dividend = dividend
tag-valuation = valuation
tag-pe-ratio = P/E
tag-technical = technical
tag-fundamental = fundamental
tag-uptrend = up on the day
tag-downtrend = down on the day
tag-has-fundamental = fundamentals known
tag-no-fundamental = no fundamentals
tag-high-pe = high P/E
tag-low-pe = low P/E
tag-dividend-stock = dividend stock
tag-large-cap = large cap
tag-small-cap = small cap
tag-has-news = has news
tag-positive-news = good news
tag-negative-news = bad news
tag-has-position = held
tag-no-position = not held
tag-long-hold = held long
tag-medium-hold = held for months
tag-short-hold = held briefly
reason-resized-after-rejection = The order for { $was } shares was rejected; this is what the cash is enough for.
