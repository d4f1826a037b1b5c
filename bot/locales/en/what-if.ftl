# What if: a price move that was asked about, or usual ones

what-if-number = { $symbol } { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } % to ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-several = { $symbol }, now ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, would be then:
what-if-move = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } % to ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, view { $view }
what-if-move-by-rules = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } % to ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, rules: { $view }
what-if-move-unrated = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } % to ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-brief-held = { $symbol }, your { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 }: a usual day is ±{ NUMBER($usual, maximumFractionDigits: 1) } %, a large one ±{ NUMBER($large, maximumFractionDigits: 1) } %.
what-if-brief-pending = { $symbol }, the { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 } proposed: a usual day is ±{ NUMBER($usual, maximumFractionDigits: 1) } %, a large one ±{ NUMBER($large, maximumFractionDigits: 1) } %.
what-if-brief-one-share = { $symbol }, { $shares } share (you hold none): a usual day is ±{ NUMBER($usual, maximumFractionDigits: 1) } %, a large one ±{ NUMBER($large, maximumFractionDigits: 1) } %.
what-if-stake-held = Your { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 }: ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) } then
what-if-stake-pending = The { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 } proposed: ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) } then
what-if-counted-held = Counted on your { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 }, ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) } now
what-if-counted-pending = Counted on the { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 } proposed, ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) } now
what-if-counted-one-share = Counted for one share; you hold none
what-if-beside = The { NUMBER($shares, maximumFractionDigits: 6) } held already: { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-account = Cash ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }; account ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }, now ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-stop-level = Stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $reached ->
    [yes] is reached
    [no] is not reached
   *[open] (−{ NUMBER($percent, maximumFractionDigits: 1) } %)
 }: selling there loses ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }. A level, not an order.
what-if-stop-usual = A usual stop, ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $reached ->
    [yes] would be reached
    [no] would not be reached
   *[open] −{ NUMBER($percent, maximumFractionDigits: 1) } %
 }: a loss of ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }. A level, not an order.
worst-day-loss = A day like { $date }, the worst of a year (−{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %), loses ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) } on { NUMBER($shares) } { $symbol }; no stop bounds that.
what-if-stop-passed = Your stop, ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }, has been reached already; it is a level, not an order.
what-if-view = View then: { $then } (now: { $now })
what-if-view-by-rules = Rules’ view then: { $then } (now: { $now })
what-if-pending = Still pending: { $what }
what-if-other-way = That is a { $way ->
    [rise] rise
   *[fall] fall
 }: it stands at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } now
what-if-market = Counted as if the share moved with the market; it may move more, or less
what-if-only-first = Only { $symbol } is counted here; ask about { $others } by itself
what-if-no-trade = Only the price move is counted; nothing is traded
what-if-impossible-below-zero = A price cannot fall below $0: { $symbol } stands at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } and can lose 100 % at most.
what-if-impossible-too-high = That is more than a thousand times the price of { $symbol }, ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }; is the number right?
what-if-stake-supposed = { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 }, as supposed: ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) } then
what-if-counted-supposed = Counted on the { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 } supposed, ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) } now
what-if-brief-supposed = { $symbol }, the { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 } supposed: a usual day is ±{ NUMBER($usual, maximumFractionDigits: 1) } %, a large one ±{ NUMBER($large, maximumFractionDigits: 1) } %.
what-if-impossible-no-stop = { $symbol } has no stop that could be reached; it stands at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
what-if-level = “{ $words }” is at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } now
what-if-impossible-no-level = I do not know what “{ $words }” is of { $symbol }; it stands at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
what-if-words = “{ $words }”
what-if-unread = I cannot count { $words }. I count price moves: “what if { $symbol } falls 10 %?”, or to a level, as “… falls to its 50-day average?”.
what-if-impossible-stop-passed = The stop of { $symbol } has been reached already: it stands at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, not above it.
what-if-beside-held = Your { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 }
what-if-beside-pending = The { NUMBER($shares, maximumFractionDigits: 6) } proposed
what-if-beside-supposed = The { NUMBER($shares, maximumFractionDigits: 6) } supposed
what-if-beside-one-share = For one share; you hold none
what-if-beside-stop = stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $reached ->
    [yes] reached
   *[no] not reached
 }
what-if-beside-view = view then { $view }
what-if-together = Together on what you hold: { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }; account ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }, now ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-too-many-shares = Only the first { $most } shares are counted.
what-if-supposed-of-one = I count supposed shares for one company at a time; these are counted on what you hold.
what-if-verdict = { $changed ->
    [yes] The rules’ view would change: { $symbol } a { $then } then, now a { $now }.
   *[no] The rules’ view would not change: { $symbol } still a { $now }.
 }
what-if-view-changes = { $symbol } is a { $view } by the rules; a day’s move like these would change it:
what-if-view-stays = { $symbol } is a { $view } by the rules; no move of a day up to ±{ $widest } % would change it.
what-if-view-change = { $sign }{ $percent } % to about ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: { $view }
what-if-argument-turns = An argument turns: { $level }
what-if-stop-of-pending = Nothing was changed: “stop at { NUMBER($level, maximumFractionDigits: 4, useGrouping: 0) }” makes it the stop of the pending { $symbol }.
what-if-stop-not-set = Nothing was set: “alert me when { $symbol } reaches { NUMBER($level, maximumFractionDigits: 4, useGrouping: 0) }” has me tell you when it does.
what-if-trade-not-computed = I compute what a purchase would have come to of which you name the share and the day: “if I had put $5,000 in { $symbol } on January 2”. Trades otherwise only thought of I do not compute. Ask “what if { $symbol } falls 10 %?”, “should I sell { $symbol }?” or “how are we doing?”.
what-if-trade-not-computed-plain = I compute what a purchase would have come to of which you name the share and the day: “if I had put $5,000 in AAPL on January 2”. Trades otherwise only thought of I do not compute. Ask “what if AAPL falls 10 %?”, “should I sell AAPL?” or “how are we doing?”.

## All positions

what-if-all = All positions { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } %: { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, account ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-stops = At the stops: { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, account ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-several = All positions ({ $count }), account ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } now:
what-if-all-line = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } %: { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, account ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-position = { $symbol } { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-position-stop = { $symbol } { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }; stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $reached ->
    [yes] is reached
    [passed] was reached before
   *[no] is not reached
 }
what-if-all-no-stop = { $symbol } has no stop: not counted
what-if-all-stop-passed = { $symbol } is at its stop, ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }, already: not counted
what-if-all-others = { $count } others together { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-cash = Cash ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }, as now
what-if-all-market = Each is counted as moving like the market; it may move more, or less
what-if-all-nothing = You hold no shares: nothing would change, the account stays at ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
what-if-all-needs-percent = For all positions I need a percentage, such as “what if the market falls 10 %?”; a level or points of an index I cannot put on shares.
what-if-pending-not-counted = Still pending, not counted: { $what }
what-if-each = Each share by itself:
what-if-few-held = { NUMBER($shares, maximumFractionDigits: 6) } held
what-if-few-pending = { NUMBER($shares, maximumFractionDigits: 6) } proposed
what-if-few-supposed = { NUMBER($shares, maximumFractionDigits: 6) } supposed
what-if-few-one-share = one share
