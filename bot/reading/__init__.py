"""Message and dialogue → request: what a person asks for, by exact words or as learnt from examples.

Knows nothing but the domain. Words are data, in `data/*.toml`, and messages to learn from, in `examples`.
"""
