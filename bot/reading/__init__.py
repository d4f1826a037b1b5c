"""Message and dialogue → request: what a person asks for, found by spans of the message that explain all its words.

Knows the domain, and of `bot.language` the recognisers of shares, numbers and dates. Words are data, in `data/*.toml`.
"""
