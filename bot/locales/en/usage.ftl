### /usage: what language models have cost today.

usage-no-model = No language model is set up here: I answer by rules, which costs nothing.
usage-opening = Language models today ({ $date }, UTC), for everyone in this workspace:
usage-closing = What is set aside for requests under way counts as used. The count begins anew at midnight UTC.
usage-nothing = No model has been asked today.
usage-what = Today
usage-used = Used
usage-budget = Budget
usage-prompt = Tokens read
usage-completion = Tokens written
usage-cost = Cost
usage-no-limit = no limit
usage-usd = ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 4) }
usage-saved = Of the conversations so far { NUMBER($tokens) } tokens were not sent ({ $percent } %): summaries and what is recalled stand for them.
usage-purpose = Asked for
usage-calls = Requests
usage-cache-hits = From cache
usage-failures = Failed
usage-tokens = Tokens
usage-purpose-knowledge = which files to look in
usage-purpose-intent = what was meant
usage-purpose-memory = what to remember
usage-purpose-search = what to look up
usage-purpose-filter = which facts are needed
usage-purpose-summary = summaries of conversations
usage-purpose-decision = decisions
usage-purpose-prose = answers in words
