### Another amount for a pending decision.

adjusted = { $by } adjusted the proposal: from “{ $was }” (${ NUMBER($was_amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }) to “{ $now }” (${ NUMBER($now_amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }). The earlier version can no longer be confirmed; nothing is traded until this one is.
adjust-note = Note: { $note }
adjust-unreadable = I could not read that as an amount in dollars. Write it like 2500, $2,500 or 2.5k. The proposal to { $what } stays as it was.
adjust-too-small = That is not enough for one share: one { $symbol } costs ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }{ $commission ->
    [0] {""}
   *[other] {" "}plus ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } commission
 }. The proposal to { $what } stays as it was.
adjust-not-admitted = I cannot make it “{ $wanted }”. { $why } The proposal to { $what } stays as it was.
reason-adjusted = { $by } set the amount to ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
reason-adjusted-with-note = { $by } set the amount to ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }. Note: { $note }
reason-said-in-private = Its reasons are in words that were written in a private place; they are shown there, and to whoever asked.

# The form in which the amount is written

adjust-form-title = Adjust: { $what }
adjust-form-amount = { $side ->
    [buy] Amount to spend ({ $currency })
   *[sell] Amount to raise ({ $currency })
 }
adjust-form-amount-hint = For example 2500 or 2.5k; rounded down to whole shares
adjust-form-note = Note (optional)
adjust-form-note-hint = Why the amount is changed; everybody in the thread can read it
adjust-form-submit = Adjust
adjust-form-cancel = Leave it
