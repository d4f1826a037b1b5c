### /settings：频道的设置，以及如何更改。

settings-opening = 这里的设置，对本频道所有人有效，任何成员都可以更改：
settings-separator = 。
settings-language = 语言：{ $value }
settings-time-zone = 时区：{ $value }
settings-engine = 引擎：{ $value }
settings-language-is-en = 英文
settings-language-is-zh = 中文
settings-language-is-auto = 跟随说话人的语言
settings-time-zone-is = { $name }（当地现在是 { $now }）
settings-engine-is = { $name }
settings-engine-is-default = 默认（{ $default }）
settings-how-language = 更改：/设置 语言 中文、英文或自动
settings-how-time-zone = 更改：/设置 时区 上海，或 America/New_York；恢复为 UTC：/设置 时区 默认
settings-how-engine = 更改：/设置 引擎 名称，或“默认”；可选：{ $engines }
settings-changed-language = { $by } 已更改这里的语言：{ $value }。明显用另一种语言写的消息，仍用那种语言回答。
settings-changed-time-zone = { $by } 已更改这里的时区：{ $value }。交易日期仍以纽约为准。
settings-changed-engine = { $by } 已更改这里的引擎：{ $value }。
settings-unknown = 我不知道“{ $word }”要设置什么。可以设置语言、时区和引擎；用 /设置 可以查看现状。
settings-no-language = 我不会说“{ $word }”。没有做任何更改；请选中文、英文或自动。
settings-no-time-zone = 我不知道叫“{ $word }”的时区。没有做任何更改；请说该时区里的大城市，或写成 Asia/Shanghai 的形式。
settings-no-time-zone-near = 我不知道叫“{ $word }”的时区。没有做任何更改；您是指 { $near } 吗？
settings-no-engine = 没有叫“{ $word }”的引擎。没有做任何更改；可选：{ $engines }。
