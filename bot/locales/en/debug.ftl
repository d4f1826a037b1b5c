### How the latest turn was worked on, and answers that break off.

answer-broken-off = — The answer broke off here; what stands above is not all of it. { $why }

debug-how = To see how the latest message of this thread was worked on, say “/debug last”.
debug-nothing = Of this thread no steps are kept yet. They are kept of every message while TURN_DEBUG is on; ask something, then say “/debug last”.
debug-opening = Message { $number } of this thread ({ $intent }), { $at }: { $total } ms of work.
debug-milliseconds = { $time } ms
debug-column-step = Step
debug-column-time = Time
debug-column-facts = Facts
debug-step-route = Route
debug-step-recall = Recall
debug-step-retrieve = Retrieve
debug-step-respond = Respond
debug-step-persist = Store
debug-fact-target = target
debug-fact-method = method
debug-fact-confidence = confidence
debug-fact-reason = reason
debug-fact-note = note
debug-fact-error = error
debug-fact-messages = messages
debug-fact-characters = characters
debug-fact-summary = summary characters
debug-fact-symbols = symbols
debug-fact-decisions = decisions
debug-fact-refused = refused orders
debug-fact-blocks = blocks
debug-fact-model-calls = model calls
debug-fact-model-cache-hits = cache hits
debug-fact-model-ms = model ms
debug-fact-model-failures = model failures
debug-fact-prompt-tokens = prompt tokens
debug-fact-completion-tokens = completion tokens
debug-fact-prompts = tokens by prompt
