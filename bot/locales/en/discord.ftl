# What stands only in Discord.

discord-opening = { $name } asks: { $text }
discord-mention-again = In this server I read only what mentions me or answers me: to go on here, mention me or reply.
discord-not-stored = I could not make sure in time that this reached me. If nothing comes of it within a minute, look at /pending, then try again.
discord-messages-not-stored = I could not take in the latest messages here: my database has been away for minutes. Nothing was done; please say it again later.
discord-not-here = I cannot be used in this kind of channel. Try a text channel, or a direct message.
discord-missing-rights = I need { $rights } in this channel to answer. An admin can allow it under Edit Channel > Permissions > my role.
discord-missing-rights-there = I cannot answer you in { $channel }: I need { $rights } there. An admin can allow it under Edit Channel > Permissions > my role.
discord-thread-limit = Discord lets me open no more threads in this channel for now. Your answer comes { $when }.
discord-no-thread = I could not open a thread for this: it is no longer possible here. Please ask in another channel, or in a direct message.

# The form behind Adjust…

discord-adjust-no-amount = That is no amount I can read; write it like 3000 or $3,000. Nothing was changed.

# Slash commands: at most 100 characters each

discord-analyze = The figures of a share, what speaks for it and what against
discord-decide = Propose a trade, to confirm, cancel or argue with
discord-explain = Why a decision was made
discord-review = How earlier decisions turned out
discord-portfolio = Account and positions
discord-pending = Decisions that wait for a confirmation
discord-orders = The latest orders
discord-limits = Your limits, or a new one
discord-settings = Show or change the settings of this channel
discord-parley = Any of Parley's commands, also those without a name of their own
discord-symbol = Ticker or company name
discord-amount = What to spend or to bring in, for instance $3,000
discord-explain-what = Ticker, or your question
discord-period = Days or a span, for instance 30 or last month
discord-settings-view = What is set for this channel
discord-settings-language = Language of my answers in this channel
discord-settings-timezone = Time zone, for instance Asia/Shanghai
discord-settings-engine = How decisions are made, for instance rules
discord-settings-listen = What I answer here: mention, thread or all
discord-settings-overhear = Whether I keep what people say to each other: on or off
discord-settings-learn = Whether I learn from what people pick below “Did you mean”: on or off
discord-parley-command = What to do
discord-parley-rest = What follows, for instance AAPL
discord-parley-file = A file, for “knowledge add NAME”
