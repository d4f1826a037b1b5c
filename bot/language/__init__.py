"""Text to meaning: what a person's message says, read by rules, in English and Chinese, without a model.

The way in is `understand`: a message → `Understanding` (intent, confidence, language, and what it names). Other rooms
also use `commands` and `settings_commands` (the syntax of commands), `halving`, `time_zones`, `language_detection`,
`problems` (codes of what cannot be used) and, of `quantities`, the readers of numbers and dates.

Phrases are data, in `data/<language>/<topic>.toml`; `phrase_files` reads them, `phrase_loading` loads all of
them when a process starts, and `lexicon` looks them up in a message.
"""
