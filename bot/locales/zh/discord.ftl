# 只在 Discord 里出现的话。

discord-opening = { $name } 提问：{ $text }
discord-mention-again = 在这个服务器里，我只能读到提到我或回复我的消息：要继续聊，请 @ 我或回复我。
discord-not-stored = 我没能及时确认是否收到。如果一分钟内没有回应，请先用 /pending 查看，然后再试。
discord-messages-not-stored = 这里最近的消息没能记下来：数据库已经好几分钟连不上了。什么都没有执行，请稍后再说一遍。
discord-not-here = 这种频道里用不了我，请换一个文字频道，或者发私信。
discord-missing-rights = 要在这个频道里回答，我需要 { $rights } 权限。管理员可以在“编辑频道 > 权限 > 我的身份组”里打开。
discord-missing-rights-there = 我没法在 { $channel } 回答您：我在那里需要 { $rights } 权限。管理员可以在“编辑频道 > 权限 > 我的身份组”里打开。
discord-thread-limit = Discord 暂时不让我在这个频道再开子区。您的回答会在{ $when }送到。
discord-no-thread = 没能为此开一个子区：这里已经开不了了。请在别的频道提问，或者发私信。

# “调整…”背后的表单

discord-adjust-no-amount = 这个金额我看不懂，请写成 3000 或 $3,000 这样。什么都没有改动。

# 斜杠命令：每条最多 100 个字符

discord-analyze = 看一只股票的各项数据，以及看多和看空的理由
discord-decide = 给出一个交易建议，可以确认、取消或讨论
discord-explain = 某个决策是怎么来的
discord-review = 以往的决策后来怎么样了
discord-portfolio = 账户和持仓
discord-pending = 等待确认的决策
discord-orders = 最近的订单
discord-limits = 您的限额，或新增一个
discord-settings = 查看或修改本频道的设置
discord-parley = Parley 的任何命令，包括没有单独名字的
discord-symbol = 股票代码或公司名称
discord-amount = 要花或要收回的金额，例如 $3,000
discord-explain-what = 股票代码，或者您的问题
discord-period = 天数或时间段，例如 30 或上个月
discord-settings-view = 本频道现在的设置
discord-settings-language = 我在本频道用什么语言回答
discord-settings-timezone = 时区，例如 Asia/Shanghai
discord-settings-engine = 决策方式，例如 rules
discord-settings-listen = 我在这里回答什么：mention、thread 或 all
discord-settings-overhear = 是否保留大家彼此说的话：on 或 off
discord-settings-learn = 是否从大家所选的意思中学习：on 或 off
discord-parley-command = 要做什么
discord-parley-rest = 后面的内容，例如 AAPL
discord-parley-file = 文件，用于“knowledge add 名称”
