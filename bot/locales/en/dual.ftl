### The engine that asks models: why it came to nothing, what its validator says to its agents, and its own tags.

## Why there is no decision

fallback-model = The language model gave no answer that can be used.
fallback-model-timeout = The language model took too long.
fallback-model-unreachable = The language model could not be reached.
fallback-model-rate-limited = The language model takes no more requests for a while.
fallback-model-quota = The account at the language model’s provider has no credit left.
fallback-model-refused-key = The language model’s server does not accept Parley’s key.
fallback-model-request = The language model’s server did not accept the request.
fallback-model-garbled = The language model’s answers could not be read.
fallback-model-broken-off = The language model’s answer broke off.
fallback-model-too-long = This is more than the language model can take in one go.
fallback-model-declined = The language model declined to answer.
fallback-model-paused = The language model has failed several times in a row and is left alone for a while.
fallback-model-person-budget = You have used your share of the language models today.
fallback-model-budget = What may be spent on language models today is spent.
fallback-no-valid-answer = What the language model proposed broke a rule that every proposal must keep, also after it was told so.
fallback-missing = The language model left this share out, also after it was told so.

reason-fallback-model = This is a fallback, not advice. { fallback-model }
reason-fallback-model-timeout = This is a fallback, not advice. { fallback-model-timeout }
reason-fallback-model-unreachable = This is a fallback, not advice. { fallback-model-unreachable }
reason-fallback-model-rate-limited = This is a fallback, not advice. { fallback-model-rate-limited }
reason-fallback-model-quota = This is a fallback, not advice. { fallback-model-quota }
reason-fallback-model-refused-key = This is a fallback, not advice. { fallback-model-refused-key }
reason-fallback-model-request = This is a fallback, not advice. { fallback-model-request }
reason-fallback-model-garbled = This is a fallback, not advice. { fallback-model-garbled }
reason-fallback-model-broken-off = This is a fallback, not advice. { fallback-model-broken-off }
reason-fallback-model-too-long = This is a fallback, not advice. { fallback-model-too-long }
reason-fallback-model-declined = This is a fallback, not advice. { fallback-model-declined }
reason-fallback-model-paused = This is a fallback, not advice. { fallback-model-paused }
reason-fallback-model-person-budget = This is a fallback, not advice. { fallback-model-person-budget }
reason-fallback-model-budget = This is a fallback, not advice. { fallback-model-budget }
reason-fallback-no-valid-answer = This is a fallback, not advice. { fallback-no-valid-answer }
reason-fallback-missing = This is a fallback, not advice. { fallback-missing }

## What the model thinks of an order

reason-model-agrees = This is your order. The model agrees with its direction.
reason-model-would-hold = This is your order. The model would neither buy nor sell.
reason-model-would-buy = This is your order. The model would rather buy.
reason-model-would-sell = This is your order. The model would rather sell.

## Size

reason-sized-by-rest-of-limit = Size { NUMBER($shares) }: the most whole shares within the ${ NUMBER($max_cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } that is left of your limit of ${ NUMBER($stated, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] , commission included
 }.

## What the agents say to each other, beside the models' own words

dual-company-needed = Company figures needed: { $symbols }.
dual-company-not-needed = Company figures needed: none.
dual-company-not-given = { $why } Company figures are given for none of the symbols.
dual-answer = { $symbol }: { $action ->
    [increase] buy
    [decrease] sell a part
    [close] sell all
   *[hold] hold
 }{ $action ->
    [hold] {""}
   *[other] {", "}target ${ NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }, confidence { NUMBER($confidence, maximumFractionDigits: 0) } %. { $reasons }
dual-answer-unread = { $symbol }: { $written }
dual-kept = Kept every rule: { $symbols }.
dual-dropped = Dropped, because nobody asked about them: { $symbols }.
dual-not-of-the-form = (an answer that is not of the form asked for)
dual-not-taken = Not taken as it is (attempt { NUMBER($attempt) } of { NUMBER($attempts) }):
dual-fault = { $symbol }: { $fault }
dual-limit-taken = {" "}The buy of { $symbols } takes ${ NUMBER($taken, minimumFractionDigits: 2, maximumFractionDigits: 2) } of it.
dual-unread = No answer came that could be read.
dual-again = To be answered anew: { $symbols }.

## What the validator says of an answer

violation-not-json = The answer is not JSON of the form asked for.
violation-missing = There is no answer for it.
violation-draft-not-object = Its entry is not an object with action, target_cash_amount, confidence and reasons.
violation-unknown-action = The action is none of increase, decrease, hold and close.
violation-amount-unreadable = The target_cash_amount is not an amount of dollars in digits, such as 2267.07.
violation-confidence-unreadable = The confidence is not a number from 0 to 1.
violation-confidence-in-percent = The confidence of { NUMBER($confidence, maximumFractionDigits: 2) } is not a number from 0 to 1; if it is meant as percent, write { NUMBER($suggested_confidence, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
violation-confidence-not-in-range = The confidence of { NUMBER($confidence, maximumFractionDigits: 2) } is not a number from 0 to 1.
violation-above-rest-of-limit = Buying for ${ NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] {" "}plus ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } commission
 } is above the ${ NUMBER($limit, minimumFractionDigits: 2, maximumFractionDigits: 2) } that is left of the stated limit of ${ NUMBER($stated, minimumFractionDigits: 2, maximumFractionDigits: 2) }; at most { NUMBER($suggested_shares) } whole shares, ${ NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) }, would do.
violation-asked-to-buy = The person asks about buying, so it may not be sold; increase it, or hold.
violation-asked-to-sell = The person asks about selling, so it may not be bought; decrease or close it, or hold.
violation-less-than-one-share = The change of { NUMBER($change, minimumFractionDigits: 2, maximumFractionDigits: 2) } is less than one share at { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }. Hold, or take a target of { NUMBER($suggested_target, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
violation-insufficient-cash = Required: { NUMBER($required, minimumFractionDigits: 2, maximumFractionDigits: 2) }; available: { NUMBER($available, minimumFractionDigits: 2, maximumFractionDigits: 2) }, what has to stay in cash left out; total required by all buys: { NUMBER($total_required, minimumFractionDigits: 2, maximumFractionDigits: 2) }; shortfall: { NUMBER($shortfall, minimumFractionDigits: 2, maximumFractionDigits: 2) }; attempt: { NUMBER($attempt) }. { $suggested_shares ->
    [0] Suggestion: not even one share can be bought, so hold.
   *[other] Suggestion: buy at most { NUMBER($suggested_shares) } whole shares, a target of at most { NUMBER($suggested_target, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
 }
violation-insufficient-shares = Required: { NUMBER($required, maximumFractionDigits: 6) } shares; available: { NUMBER($available, maximumFractionDigits: 6) }; shortfall: { NUMBER($shortfall, maximumFractionDigits: 6) }; attempt: { NUMBER($attempt) }. { $suggested_shares ->
    [0] Suggestion: none are held, so hold.
   *[other] Suggestion: sell at most { NUMBER($suggested_shares, maximumFractionDigits: 6) } shares.
 }
violation-order-refused = The broker refused the order.

## Tags

tag-breakout = breakout
tag-support = support
tag-resistance = resistance
tag-stop-loss = stop loss
tag-market-cap = market value
violation-loose-figures = Figures or number words stand outside of references: { $figures }. Write each figure as a reference to its id, such as {"{"}id{"}"}, with no sign or unit added, and leave out what has no id.
