### What goes wrong with language models.

error-model = The language model gave no answer that can be used. Nothing was traded; try again in a moment.
error-model-timeout = The language model took too long. Nothing was traded; try again in a moment.
error-model-unreachable = The language model cannot be reached just now. Nothing was traded; try again in a moment.
error-model-rate-limited = The language model takes no more requests for a while. Wait a little, then try again.
error-model-quota = The account at the language model’s provider has no credit left. Whoever runs Parley has to top it up.
error-model-refused-key = The language model’s server does not accept Parley’s key. Whoever runs Parley has to correct it.
error-model-request = The language model’s server does not accept the request. Whoever runs Parley should check its address and the names of the models.
error-model-garbled = The language model’s answer could not be read. Nothing was traded; try again in a moment.
error-model-broken-off = The language model’s answer broke off. Nothing was traded; try again in a moment.
error-model-too-long = This is more than the language model can take in one go. Ask about fewer shares at a time.
error-model-declined = The language model declined to answer. Put the question in other words.
error-model-paused = The language model has failed several times in a row and is left alone for a while. Try again in a minute.
error-model-person-budget = You have used your share of the language models today; it begins anew at midnight UTC.
error-model-budget = What may be spent on language models today is spent; it begins anew at midnight UTC. See /usage for what was used.
