# 只出现在 Slack 和 Discord 消息里的话，两边相同。

platform-empty = 没有可显示的内容。
platform-vote-up = 有帮助
platform-vote-down = 没有帮助
platform-home-more = 内容太多，这里放不下：请使用 /portfolio、/pending 或 /orders 查看。
