# What stands only in Slack and Discord messages, in both alike.

platform-empty = There is nothing to show.
platform-vote-up = This helped
platform-vote-down = This did not help
platform-home-more = There is more than fits here: say /portfolio, /pending or /orders.
