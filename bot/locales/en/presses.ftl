### What platforms show besides answers: presses that are answered in private, notices, the final status of a decision.

button-adjust = Adjust…
button-details = Details
details-of-earlier = My latest answer has no details. These belong to an earlier one:
details-none = There is nothing more to show: ask something first, for example “analyze AAPL”.
button-stop = Stop
adjust-how = To change the amount, press { $button }:AMOUNT, for example { $button }:2500, or simply say “at most $2,500”.
voted-up = Thank you, noted: that answer helped.
voted-down = Thank you, noted: that answer did not help. Say what was missing, and I will try again.
stopping = I am stopping.
nothing-to-stop = I stopped nothing: only who asked can stop an answer, and only while it is worked on.
stopped = Stopped, as you asked. Nothing was proposed and nothing was traded.
expired-unconfirmed = Not confirmed in time: the proposal to { $what } has expired, and nothing was traded. For a fresh one, ask: decide { $symbol }
final-status-confirmed = Confirmed by { $by } · { $at } · the order is on its way
final-status-submitted = Confirmed by { $by } · { $at } · the order is on its way
final-status-unknown = Confirmed by { $by } · { $at } · the order’s outcome is not known yet
final-status-filled = Confirmed by { $by } · { $at } · filled: { NUMBER($shares, maximumFractionDigits: 6) } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }
final-status-partially-filled = Confirmed by { $by } · { $at } · filled in part: { NUMBER($shares, maximumFractionDigits: 6) } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }
final-status-rejected = Confirmed by { $by } · { $at } · the order was rejected, nothing was traded
final-status-cancelled = Cancelled by { $by } · { $at }
final-status-expired = Expired · { $at } · nothing was traded
final-status-superseded = Replaced; this one can no longer be confirmed
final-status-withdrawn = { $person ->
    [one] Withdrawn · { $at } · the holding was corrected by { $by }
   *[none] Withdrawn · nothing is held any more, and nothing was traded
 }
decision-state = { $what }: { $state }
decision-state-pending = { $what }: may be confirmed until { $until }
