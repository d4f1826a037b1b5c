# 只在 Slack 中出现的话。

slack-opening = { $name }：{ $text }

slack-greeting = 可以向我询问在美国上市的股票。未经您确认，不会进行任何交易。
slack-prompt-analyze = 分析一只股票
slack-prompt-analyze-message = 分析苹果
slack-prompt-decide = 获取交易建议
slack-prompt-decide-message = 谷歌可以买吗？最多 3000 美元
slack-prompt-review = 回顾过往决策
slack-prompt-review-message = 上周我们的决策表现如何？

slack-argument-analyze = 请指明一只股票，例如 `/analyze AAPL`。也可以补充您关心的内容：`/analyze AAPL 过去一年`。
slack-argument-decide = 请指明一只股票，如有限制也可以写上：`/decide AAPL`，或 `/decide 谷歌，最多 3000 美元`。
slack-argument-explain = 请指明要解释什么，例如 `/explain AAPL`。在我们的讨论串里直接问“为什么？”即可。

slack-in-doubt = 我没能及时确认是否收到。再次点击之前，请先用 /pending 查看。
slack-command-in-doubt = 我没能及时确认是否收到。如果一分钟内没有回应，请先用 /pending 查看，然后再使用该命令。
slack-invite = 我无法在这个频道发言。请先用 `/invite @Parley` 邀请我，然后再次使用该命令。
slack-missing-scope = 我的应用在这个工作区缺少 { $scope } 权限。请让安装我的人添加并重新安装应用；之后会回答您的命令。
slack-cannot-write = 我没法在 { $channel } 发言：那里不接受我的消息。请邀请我加入，或让管理员允许我发言；也可以在这里问我。
slack-not-here = 我不在这个对话里。请在已邀请我的频道里使用该命令，或直接给我发私信。
slack-too-late = 没能及时打开表单。请再按一次“调整…”。

slack-adjust-no-amount = 请填写大于零的金额，例如 2500、$2,500 或 2.5k。
