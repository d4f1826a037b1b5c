# Changing a pending decision by saying what shall be different

amend-sale-has-no-stop = A sale has no stop level. Your pending decision to { $what } stays as it is.
amend-more-than-held = That is more than is held. You have { NUMBER($held, maximumFractionDigits: 6) } { $symbol }. How many shall be sold? A sale has no stop level; “cancel” keeps the shares. Your pending decision to { $what } stays as it is.
amend-half-of-one = One share is the least that can be traded. Your pending decision to { $what } stays as it is.
amend-unchanged = Your pending decision to { $what } stays as it is.
amend-withdrawn = Your decision to { $what } is withdrawn: it does not keep to what you say now.
amend-halved = Half of the { NUMBER($before, maximumFractionDigits: 4) } shares proposed before, in whole shares.
review-how = I read “/review” with a number of days from 1 to 36,600, as in “/review 30”, or with a span, as in “/review last week” or “/review 2013-01”.
amend-which-unit = Dollars or shares? Say “$500” or “5 shares”. Your pending decision to { $what } stays as it is.
order-beside-pending = On top of what is pending, or in its place? I keep one pending decision per share: { $what }. Confirm it first and order the rest then, or name the whole size without “also”. Nothing was changed.
order-already-pending = That is pending already: { $what }. It stays as it is.
amend-same-size = It is that size already: your pending decision to { $what } stays as it is.
amend-how-much = How much shall it be? Say a number of shares or dollars, or “half”. Your pending decision to { $what } stays as it is.
amend-which-stop = At which price shall the stop be? Say “stop at” and the price; with another size, “9 shares, stop at” and the price. A purchase always has a stop: a level, where nothing is sold by itself. Your pending decision to { $what } stays as it is.
amend-not-pending = No decision of yours on { $symbols } is pending. Nothing was changed; “/pending” lists what is.
amend-which = Which of them shall be changed? Name its share, for instance { $symbol }. Nothing was changed.
amend-nothing = There is no pending decision of yours that this could change. Nothing was proposed.
amend-more-or-instead =
    { $unit ->
        [money] ${ NUMBER($added, minimumFractionDigits: 2, maximumFractionDigits: 2) } in all, or ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) } in all? Say “${ NUMBER($added, minimumFractionDigits: 2, maximumFractionDigits: 2) }” or “${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }”.
       *[shares] { NUMBER($added) } in all, or { NUMBER($total) } in all? Say “{ NUMBER($added) } shares” or “{ NUMBER($total) } shares”.
    } Your pending decision to { $what } stays as it is.
card-of-another = The card that waits is by { $by }: { $what }. Nobody else may confirm, change or cancel it.
