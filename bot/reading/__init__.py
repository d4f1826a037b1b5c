"""Message and dialogue → request: what a person asks for, found by spans of the message that explain all its words.

Knows nothing but the domain. Words are data, in `data/*.toml`, and messages to learn from, in `examples`.
"""
