### Engines: which one decided, what a model said, and what stands in for a decision that could not be made.

engine-dual = Decided by a language model (engine “dual”: a filter and a decision agent); the reasons given are its own words. { $unfounded ->
    [0] Every figure in them stands in the data it was given.
    [one] Figures in one of them are not in the data it was given; it is marked ⚠.
   *[other] Figures in { $unfounded } of them are not in the data it was given; those are marked ⚠.
 } Amounts were checked by Parley’s rules. Not investment advice.
engine-other = Decided by the engine “{ $name }”. Not investment advice.
engine-fallback = The engine “{ $name }” made no decision; this card stands in for one. It is not advice, and no other engine was asked. Ask again in a moment; to have the scored rules decide here instead: /settings engine rules
engine-missing = The engine set for this channel, “{ $name }”, is not there; the default, “{ $default }”, decided instead. To change what is set: /settings engine { $default }
symbols-invented = The model also spoke of { $symbols }{ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
 }, which nobody asked about; that is left out.

# A model’s reasons

reasons-given = Reasons given
reason-said = { $text }
reason-said-unfounded = { $text } ⚠ not in the data: { $figures }

# Where no decision could be made

action-fallback = no decision on { $symbol }
card-title-fallback = { $symbol }: no decision (fallback, not advice)
card-fallback-why = Why there is none
card-fallback-happens = What happens
card-fallback-nothing = nothing is traded
card-fallback-confidence = none: a fallback says nothing about the share
fallback-other = The engine came to nothing that can be used.
fallback-among = There is no decision on { $symbols }: the cards say why, and are no advice.

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
 }; { NUMBER($prompt) } tokens read, { NUMBER($completion) } written, { NUMBER($seconds, maximumFractionDigits: 1) } s; prompts { $prompts }.
explain-discussion = For what its agents said to each other, say “show the discussion” where it was proposed.

# What agents said to each other

discussion-opening = What the agents of the engine “{ $engine }” said to each other ({ $at }). These are a model’s words, not advice:
discussion-from = { $sender } → { $recipient }:
discussion-cut = … (cut short)
discussion-more = { $count ->
    [one] One more message is left out.
   *[other] { $count } more messages are left out.
 }
discussion-silent = The agents of the engine “{ $engine }” had nothing to say to each other ({ $at }).
discussion-none = There is no discussion to show: no model has decided anything in this thread yet. Ask for a decision, for instance /decide AAPL; the engine must be one that asks a model, and /settings shows which is set.
agent-filter = Filter
agent-decision = Decision agent
agent-validator = Checks

# /settings engine

settings-engine-needs-model = The engine “{ $name }” needs a language model, and none is set up here. Nothing was changed; there is: { $engines }. Whoever runs Parley can set one up: OPENAI_API_KEY, or OPENAI_BASE_URL for a server of their own.
settings-engine-is-missing = { $name }, which is not there; the default, { $default }, decides instead
