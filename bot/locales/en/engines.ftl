### Engines: which one decided, what a model said, and what stands in for a decision that could not be made.

engine-dual = { $order ->
    [yes] { $cards ->
        [one] This is your order
       *[other] These are your orders
     }{ $size ->
        [named] {", "}of the size you named
        [none] {"; "}by Parley’s rules nothing can be traded on it
       *[other] {"; "}Parley’s rules worked out the size
     }. What a language model (engine “dual”) thinks of it stands in the reasons, in its own words.
   *[no] Decided by a language model (engine “dual”){ $size ->
        [named] {"; "}the size is yours
       *[other] {""}
     }.
 }{ $figures ->
    [bold] {" "}{ figures-are-looked-up }
    [both] {" "}{ figures-are-looked-up } { figures-are-marked }
    [marked] {" "}The words of the reasons are the model’s. { figures-are-marked }
   *[none] {" "}The words of the reasons are the model’s.
 } Amounts were checked by Parley’s rules. Not investment advice.
engine-dual-short = { $order ->
    [yes] Your order; the view in the reasons is a language model’s (engine “dual”).
   *[no] Decided by a language model (engine “dual”).
 } Not investment advice.
engine-other = Decided by the engine “{ $name }”. Not investment advice.
engine-fallback-short = No decision by the engine “{ $name }”; not advice.
fallback-advice = { $code ->
    [model_quota] Whoever runs Parley has to top up the account.
    [model_refused_key] Whoever runs Parley has to correct the key.
    [model_request] Whoever runs Parley should check its address and the names of the models.
    [model_person_budget] Your share begins anew at midnight UTC.
    [model_budget] The budget begins anew at midnight UTC; /usage shows what was used.
    [model_too_long] Ask about fewer shares at a time.
    [model_declined] Put the question in other words.
    [model_rate_limited] Wait a little, then ask again.
    [model_paused] Ask again in a minute.
    [no_valid_answer] Ask again, perhaps with another size or limit.
   *[other] Ask again in a moment.
 } To have the scored rules decide here instead: /settings engine rules
engine-missing = The engine set for this channel, “{ $name }”, is not there; the default, “{ $default }”, decided instead. To change what is set: /settings engine { $default }
symbols-invented = The model also spoke of { $symbols }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
 }, which nobody asked about; that is left out.

# A model’s reasons

reasons-given = Reasons given for { $symbol }
reason-nothing-traded = Nothing was traded, confirmed, cancelled or set up by these words, whatever they say.
reason-said-unfounded = { $text } ⚠ not in the data: { $figures }

# Where no decision could be made

action-fallback = no decision on { $symbol }
card-title-fallback = { $symbol }: no decision (fallback, not advice)
card-fallback-why = Why there is none
card-fallback-happens = What happens
card-fallback-nothing = Nothing is traded.
card-fallback-confidence = none: a fallback says nothing about the share
fallback-other = The engine came to nothing that can be used.
fallback-among = There is no decision on { $symbols }: the cards say why, and are no advice. No other engine was asked. { fallback-advice }

# Why?, for a decision of a model

explain-fallback = No decision was made on { $symbol }, at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } { $when }: what was shown stands in for one, and is no advice. { $why }
explain-run = How it came about: engine “{ $engine }”, { $calls ->
    [one] one request to the model
   *[other] { $calls } requests to the model
 }{ $hits ->
    [0] {""}
   *[other] {" "}({ $hits } answered from the cache)
 }{ $retries ->
    [0] {""}
    [one] , asked again once after a mistake
   *[other] , asked again { $retries } times after mistakes
 }{ $prompt ->
    [0] {""}
   *[other] {"; "}{ NUMBER($prompt) } tokens read
 }{ $completion ->
    [0] {""}
   *[other] {"; "}{ NUMBER($completion) } written
 }{ $seconds ->
    [0] {""}
   *[other] {"; "}{ NUMBER($seconds, maximumFractionDigits: 1) } s
 }; prompts { $prompts }.
explain-discussion = { $place ->
    [here] Say “show the discussion” for what its agents said.
   *[elsewhere] Say “show the discussion” where it was proposed for what its agents said.
 }

# What agents said to each other

discussion-opening = What the agents of the engine “{ $engine }” said to each other ({ $at }). These are a model’s words, not advice:
discussion-opening-by-rules = What the members of the engine “{ $engine }” said to each other ({ $at }). They work by rules; no model was asked. Not advice:
discussion-from = { $sender } → { $recipient }:
discussion-from-continued = { $sender } → { $recipient } (continued):
discussion-page = Page { $number } of { $pages }
discussion-said-nothing = Nothing was said: { $about }.
discussion-how = I don’t know “{ $words }” here. /discussion shows what was said last; name a speaker (/discussion bull), a share (/discussion AAPL) or a page (/discussion 2).
button-debate = Show the debate
button-page-previous = Previous page
button-page-next = Next page
button-everybody = Everybody
discussion-silent = The agents of the engine “{ $engine }” have said nothing to each other so far ({ $at }).
discussion-none = There is no discussion to show: neither a committee nor a model has decided anything in this thread yet. “/analyze AAPL deep” asks the committee.
agent-knowledge = Knowledge agent
agent-reflection = Reflection agent
agent-reader = Reader
agent-prose = Prose agent
agent-filter = Filter
agent-analyst = Analyst
agent-debater = Debater
agent-judge = Judge
agent-summary = Summary
agent-memory = Memory agent
agent-search = Search agent
agent-decision = Decision agent
agent-validator = Checks

# /settings engine

settings-engine-needs-model = The engine “{ $name }” needs a language model, and none is set up here. Nothing was changed; there is: { $engines }. Whoever runs Parley can set one up: OPENAI_API_KEY, or OPENAI_BASE_URL for a server of their own.
settings-engine-is-missing = { $name }, which is not there; the default, { $default }, decides instead
