# What only Slack people read.

slack-opening = { $name }: { $text }

slack-greeting = Ask me about a share listed in the United States. Nothing is traded before you confirm it.
slack-prompt-analyze = Analyse a share
slack-prompt-analyze-message = analyze AAPL
slack-prompt-decide = Get a proposal
slack-prompt-decide-message = should I buy google? at most $3,000
slack-prompt-review = Look back
slack-prompt-review-message = how did our decisions do last week?

slack-argument-analyze = Name a share: `/analyze AAPL`. You can add what matters to you: `/analyze AAPL over the last year`.
slack-argument-decide = Name a share, and limits if you have any: `/decide AAPL` or `/decide google, at most $3,000`.
slack-argument-explain = Name what is to be explained: `/explain AAPL`. In a thread of ours, simply ask “why?”.

slack-in-doubt = I could not make sure in time that this reached me. Look at /pending before you press again.
slack-command-in-doubt = I could not make sure in time that this reached me. If nothing comes of it within a minute, look at /pending, then use the command again.
slack-invite = I cannot write in this channel. Invite me with `/invite @Parley`, then use the command again.
slack-missing-scope = My app lacks the permission { $scope } in this workspace. Whoever set me up has to add it and reinstall the app; then your command is answered.
slack-cannot-write = I cannot write in { $channel }: it takes no messages of mine. Invite me there, or ask who may post there to let me; or ask me here.
slack-not-here = I am not part of this conversation. Use the command in a channel that I was invited to, or in a direct message to me.
slack-too-late = The form could not be opened in time. Please press Adjust… again.

slack-adjust-no-amount = Please write an amount above zero, like 2500, $2,500 or 2.5k.
