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
 } pending: a usual day is ±{ NUMBER($usual, maximumFractionDigits: 1) } %, a large one ±{ NUMBER($large, maximumFractionDigits: 1) } %.
what-if-brief-one-share = { $symbol }, { $shares } share (you hold none): a usual day is ±{ NUMBER($usual, maximumFractionDigits: 1) } %, a large one ±{ NUMBER($large, maximumFractionDigits: 1) } %.
what-if-stake-held = Your { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 }: ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) } then
what-if-stake-pending = The { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 } pending: ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) } then
what-if-counted-held = Counted on your { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 }, ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) } now
what-if-counted-pending = Counted on the { NUMBER($shares, maximumFractionDigits: 6) } { $shares ->
    [one] share
   *[other] shares
 } pending, ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) } now
what-if-counted-one-share = Counted for one share; you hold none
what-if-account = Cash ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }; account ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }, now ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-cash = Cash ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }, as now; another position has no price, so no total
what-if-stop-level = Stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $reached ->
    [yes] is reached
    [no] is not reached
   *[open] (−{ NUMBER($percent, maximumFractionDigits: 1) } %)
 }: selling there loses ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }. A level, not an order.
what-if-stop-usual = A usual stop, ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $reached ->
    [yes] is reached
    [no] is not reached
   *[open] −{ NUMBER($percent, maximumFractionDigits: 1) } %
 }: it would lose ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }. A level, not an order.
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
what-if-impossible-unreadable = I cannot read that number. { $symbol } stands at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }; say “falls 10 %” or “rises to $800”.
