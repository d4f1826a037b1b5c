### What stands around a model's words.

step-writing = writing …
prose-heading = A model’s comment:
talk-heading = Answered by a language model:
talk-pending = Nothing was confirmed or cancelled by this. Still waiting for a decision: { $waiting }.
prose-none = { $kind ->
    [talk] There is no answer by the language model:
   *[comment] There is no comment by the language model:
 } { $why ->
    [model_timeout] it took too long.
    [model_unreachable] it could not be reached.
    [model_rate_limited] it takes no more requests for a while.
    [model_quota] the account at its provider has no credit left; whoever runs Parley has to top it up.
    [model_refused_key] its server does not accept Parley’s key; whoever runs Parley has to correct it.
    [model_request] its server did not accept the request; whoever runs Parley should check its address and the names of the models.
    [model_garbled] what it sent could not be read.
    [model_broken_off] it broke off.
    [model_too_long] this is more than it can take in one go.
    [model_declined] it declined.
    [model_paused] it has failed several times in a row and is left alone for a while.
    [model_person_budget] you have used your share of models today; it begins anew at midnight UTC.
    [model_budget] what may be spent on models today is spent; the budget begins anew at midnight UTC.
   *[model] it gave none that can be used.
 }
prose-broken-off = { $kind ->
    [talk] — The answer broke off here and is not complete.
   *[comment] — The comment broke off here and is not complete.
 }

# The rules' conclusion, where a model is set up.

what-would-change-by-rules = Levels that would change the rules’ view
move-view-by-rules = Rules’ view then

view-by-rules-buy = On balance the rules alone speak for buying { $symbol }; confidence { NUMBER($confidence, maximumFractionDigits: 0) } %.
view-by-rules-hold = On balance the rules alone speak neither for buying nor for selling { $symbol }; confidence { NUMBER($confidence, maximumFractionDigits: 0) } %.
view-by-rules-sell = On balance the rules alone speak against { $symbol }; confidence { NUMBER($confidence, maximumFractionDigits: 0) } %.

# A model's figures: references to facts are shown so, in bold; what is none of them is marked.

fact-usd = { $sign }${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
fact-large-usd = ${ NUMBER($billions, minimumFractionDigits: 1, maximumFractionDigits: 1) } bn
fact-percent = { NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
fact-change = { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
fact-number = { NUMBER($value, maximumFractionDigits: 2) }
fact-count = { NUMBER($value, maximumFractionDigits: 4) }
fact-date = { $value }
fact-text = { $value }
fact-headline = “{ $value }”
fact-recalled = { $value } ({ $date })
unchecked-mark = {" "}[?]
no-such-figure = [no such figure]
figures-are-looked-up = Bold figures are looked up; the other words are the model’s.
figures-are-marked = What is marked [?] was not looked up.
nothing-traded = Nothing was traded, confirmed, cancelled or set up by these words: a model does none of that.
