### What is shown first: short forms of arguments, cards and views that fit a phone, about 42 characters a line.
### Prices are US dollars per share; `$percent` is a percentage already.

## Arguments in a few words

short-above-sma200 = { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % above its 200-day average
short-below-sma200 = { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % below its 200-day average
short-above-sma50 = { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % above its 50-day average
short-below-sma50 = { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % below its 50-day average
short-sma50-above-sma200 = 50-day above 200-day average
short-sma50-below-sma200 = 50-day below 200-day average
short-risen-120 = Up { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % over 120 sessions
short-fallen-120 = Down { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % over 120 sessions
short-macd-above-signal = MACD { NUMBER($macd, minimumFractionDigits: 2, maximumFractionDigits: 2) } above its signal, { NUMBER($signal, minimumFractionDigits: 2, maximumFractionDigits: 2) }
short-macd-below-signal = MACD { NUMBER($macd, minimumFractionDigits: 2, maximumFractionDigits: 2) } below its signal, { NUMBER($signal, minimumFractionDigits: 2, maximumFractionDigits: 2) }
short-rsi-overbought = RSI(14) { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) }: overbought
short-rsi-oversold = RSI(14) { NUMBER($rsi, minimumFractionDigits: 1, maximumFractionDigits: 1) }: oversold
short-above-upper-band = Above the upper Bollinger band
short-below-lower-band = Below the lower Bollinger band
short-pe-low = P/E { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) }, below { NUMBER($threshold) }
short-pe-high = P/E { NUMBER($pe, minimumFractionDigits: 1, maximumFractionDigits: 1) }, above { NUMBER($threshold) }
short-hardly-any-earnings = Hardly any earnings, { NUMBER($eps, minimumFractionDigits: 2, maximumFractionDigits: 2) } a share
short-dividend-yield = Dividend { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % a year
short-good-news = Good news: { $title }
short-bad-news = Bad news: { $title }
short-score-neutral = Score { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }, too near zero to trade on
short-score-would-buy = Score { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }: speaks for buying
short-score-would-sell = Score { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }: speaks for selling
short-against-the-model = The rules’ score, { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }: against your order
short-model-undecided = The rules’ score, { NUMBER($score, minimumFractionDigits: 2, maximumFractionDigits: 2) }: undecided
short-counted-at-last-price = { $names } counted at the last price ({ $date })
short-exchange-closed = Exchange closed: confirm after { $opens }, when it opens
short-price-delayed = Price { $minutes } min delayed
short-stale-price = { $how ->
    [no_trade_yet] No trade yet in this session: no fill at this price
    [missing_session] No price of the last session: no fill at this one
   *[old_trade] Last trade { $traded }, too old: no fill at it
 }
short-released-price = Doubted price, released by { $by } at { $released }
short-exceeds-position-cap = { NUMBER($percent, maximumFractionDigits: 2) } % of the account (cap { NUMBER($cap, maximumFractionDigits: 2) } %)
short-exceeds-loss-cap = Stop loses ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { NUMBER($percent, maximumFractionDigits: 2) } % (cap { NUMBER($cap, maximumFractionDigits: 2) } %)
short-sized-by-cash-floor = { $reserved ->
    [0] { NUMBER($percent, maximumFractionDigits: 0) } % stays in cash
   *[other] ${ NUMBER($reserved, minimumFractionDigits: 2, maximumFractionDigits: 2) } is set aside for other proposals and orders, { NUMBER($percent, maximumFractionDigits: 0) } % stays in cash
 }
short-sized-by-max-cash = your limit of ${ NUMBER($max_cash, maximumFractionDigits: 2) }
short-sized-by-rest-of-limit = what is left of your limit of ${ NUMBER($stated, maximumFractionDigits: 2) }
short-sized-by-stated-risk = you risk at most ${ NUMBER($risk, maximumFractionDigits: 2) }
short-sized-by-whole-position = all that is held
short-sized-by-position-cap = { NUMBER($percent, maximumFractionDigits: 0) } % per position
short-sized-by-position-cap-unknown-risk = { NUMBER($percent, maximumFractionDigits: 0) } % per position, its daily range is not known
short-sized-by-risk = { NUMBER($percent, maximumFractionDigits: 1) } % of the account lost at the stop
short-sized-by-trading-limit = a limit in force
short-too-small = Not even one share fits
short-no-position = There is no position to sell
short-exceeds-trading-limit = { limit-excess }: { limit-text }
short-within-trading-limit = Limit kept: { limit-text }
short-unenforced-preference = { $by }’s rule: “{ $text }”

## Views and cards

brief-view-buy = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: a buy, confidence { NUMBER($confidence, maximumFractionDigits: 0) } %
brief-view-hold = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: neutral, confidence { NUMBER($confidence, maximumFractionDigits: 0) } %
brief-view-sell = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: a sell, confidence { NUMBER($confidence, maximumFractionDigits: 0) } %
brief-for = + { $argument }
brief-against = − { $argument }
brief-note = • { $argument }
brief-source = { $day } on the day · { $when } · by rules
brief-when-sample = close of { $date }, sample
brief-when-live = { $time }, { $source }
card-headline = { $action ->
    [increase] Buy { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } for ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
    [decrease] Sell { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } for ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
    [close] Sell all { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } for ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[hold] Leave { $symbol } as it is
 }{ $commission ->
    [0] {""}
   *[other] {" "}{ $action ->
        [increase] +
       *[other] −
     } ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } fee
 } · ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } · confidence { NUMBER($confidence, maximumFractionDigits: 0) } %
card-headline-stop = { $headline } · stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }
cap-warning = ⚠ { NUMBER($multiple) } × the cap of { NUMBER($cap, maximumFractionDigits: 2) } % { $cap_kind ->
    [exceeds_loss_cap] lost at the stop: { NUMBER($percent, maximumFractionDigits: 1) } % of the account, ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[exceeds_position_cap] per position: { NUMBER($percent, maximumFractionDigits: 1) } % of the account
 }
card-size-cut = Cut from { NUMBER($named, maximumFractionDigits: 6) }: { $why }
card-for = For: { $argument }
card-against = Against: { $argument }
card-nothing-for = For: nothing that the rules found
card-nothing-against = Against: nothing that the rules found
card-limits-kept = • Keeps your { $count } limits (/limits)
card-may-confirm = { $by } may confirm until { $until }
card-version = version { $version }
card-engine-rules = by rules, not advice
card-engine-dual = { $facts ->
    [yes] by a model: bold is looked up, other words are its own; not advice
   *[no] by a model, not advice
 }
card-engine-other = by “{ $name }”, not advice
card-separator = {" · "}

## Why?

why-score = Why { $what }: score { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } (buys from +{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) }, sells from −{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) })
why-score-nothing-traded = Why { $what }: { $why }. The rules’ score is { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } (buys from +{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) }, sells from −{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) })
why-score-ordered = Why { $what }: it was ordered so. The rules’ score is { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } (buys from +{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) }, sells from −{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) })
score-points = { $symbol }: a { $rating } by the rules’ score, { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } (buys from +{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) }, sells from −{ NUMBER($buy, minimumFractionDigits: 2, maximumFractionDigits: 2) })
why-argument = { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $argument }
why-given = Why { $what }, confidence { NUMBER($confidence, maximumFractionDigits: 0) } %:
why-fallback = No decision was made on { $symbol }: { $why }
why-would-change = Would change the view:
why-pending-elsewhere = It is pending in another conversation, and is confirmed or cancelled there.
why-pending = Pending until { $until }; nothing is traded unless you confirm it.
short-level-sma50 = 50-day average ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
short-level-sma200 = 200-day average ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
short-level-rsi-overbought = RSI(14) 70 at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
short-level-rsi-oversold = RSI(14) 30 at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) } %

## Single figures

asked-change-span = { $symbol } { $change }, close of { $first } to { $last }: ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } → ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) } (lowest close ${ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }, highest ${ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $dividends ->
    [0] )
   *[other] ; ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) } dividends besides)
 }
asked-price-span = { $symbol } ${ NUMBER($opening, minimumFractionDigits: 2, maximumFractionDigits: 2) } → ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }, closes of { $first } and { $last }; lowest ${ NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) }, highest ${ NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }, average ${ NUMBER($mean, minimumFractionDigits: 2, maximumFractionDigits: 2) } ({ $change }{ $start ->
    [no] )
   *[other] {" "}from ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } on { $start })
 }
asked-no-span = { $symbol }: I have no prices from { $first } to { $last }.
asked-price-line = { $symbol } { $figures } · close { $when }
asked-when-delayed = { $time }, { $minutes } min delayed
asked-line = { $symbol } { $figures } ({ $when })
asked-missing = { $figure }: { $why }
asked-no-pe = P/E: not meaningful, earnings are only ${ NUMBER($eps, minimumFractionDigits: 2, maximumFractionDigits: 2) } a share
asked-unknown = I do not know the { $figures } of { $symbols }. I know price, changes, P/E, earnings, dividend, market value, averages, RSI, MACD, ATR, volatility, volume, 52-week range, stop.
points-no-bears = By my rules nothing speaks against { $symbol }. I know no views of other people but those told here.
lacks-reason-view = I do not know why a price moved. These are the reasons of my view, not of the move:
lacks-peers = I know no sectors and no peers of a company. Name the shares: “compare GOOG and MSFT”.
lacks-reason = I do not know why a price moved. I have the move, and what was published by then:
asked-stop-held = { $symbol } stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { NUMBER($percent, maximumFractionDigits: 1) } % below the price; a level, not an order
asked-stop-pending = { $symbol } stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } of the proposed purchase, { NUMBER($percent, maximumFractionDigits: 1) } % below the price
asked-stop-passed = { $symbol } stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }: reached already; it stands at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
asked-stop-none = { $symbol } has no stop: you hold none. A purchase now would have about ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }
asked-stop-unknown = { $symbol } has no stop that I know of
judged-overbought-yes = { $symbol } is overbought: { $figure } is above 70 ({ $when })
judged-overbought-opposite = { $symbol } is not overbought but oversold: { $figure } is below 30 ({ $when })
judged-overbought-neither = { $symbol } is neither overbought nor oversold: { $figure } ({ $when })
judged-oversold-yes = { $symbol } is oversold: { $figure } is below 30 ({ $when })
judged-oversold-opposite = { $symbol } is not oversold but overbought: { $figure } is above 70 ({ $when })
judged-oversold-neither = { $symbol } is neither overbought nor oversold: { $figure } ({ $when })
judged-cheap-yes = { $symbol } is cheap by earnings: { $figure } is below 15 ({ $when })
judged-cheap-opposite = { $symbol } is not cheap but expensive by earnings: { $figure } is above 30 ({ $when })
judged-cheap-neither = { $symbol } is neither cheap nor expensive by earnings: { $figure } ({ $when })
judged-expensive-yes = { $symbol } is expensive by earnings: { $figure } is above 30 ({ $when })
judged-expensive-opposite = { $symbol } is not expensive but cheap by earnings: { $figure } is below 15 ({ $when })
judged-expensive-neither = { $symbol } is neither cheap nor expensive by earnings: { $figure } ({ $when })

## Questions without an answer

followup-unknown = I cannot answer that about { $symbol }. I know its figures (“P/E?”, “52-week high?”), “what if it drops 10 %?”, “why?” and “compare it with …”.
