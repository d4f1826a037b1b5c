# 终端自己说的话。

console-banner = Parley { $version } · { $market } · 会话 { $thread }
console-banner-help = 直接问一只股票，或输入 /help。按 Ctrl-D 离开。
console-placeholder = 分析苹果 · 谷歌可以买吗？ · /help
console-prompt = 你>
console-idle = 会话 { $thread } · /help
console-working = 处理中 …

console-press-hint = 按下按钮：输入 /{ $number } 或 /press { $kind }
console-press-by-number = 按下按钮：输入 /{ $number }
console-press-what = 请说明要按哪个按钮：用编号，如 /1，或用名称，如 /press confirm。
console-press-nothing = 这个会话里还没有可以按的按钮。
console-button-or-size = 是指按钮 { $number }（{ $label }）吗？请输入 /{ $number }。若是 { $number } 股，请输入“{ $number }股”。没有执行任何操作。
console-press-which = 名为“{ $name }”的按钮有多个：{ $buttons }。没有按下任何按钮；请用编号指明要按的那个。
console-press-kept = 您的操作已保存，但此刻无法执行：数据库无法连接，或磁盘已满。它会很快执行，否则不再执行，并会告知您。请勿重复下同样的单；可用 /orders 查看实际成交。
console-press-unknown = 这里没有“{ $name }”这个按钮。请使用最新卡片下方的编号或名称；/pending 会列出尚待确认的决策。

console-unknown-setting = 设置了 { $name }，但 Parley 没有这个设置，可能是拼写错误。已忽略；全部设置见 .env.example。


console-still-working = 还有 { $count } 个回答正在处理。留在这里可以等到结果；再按一次 Ctrl-C 离开。不会丢失：未完成的回答会在您回来时给出。
console-leave-how = 再按一次 Ctrl-C，或按 Ctrl-D，即可离开。
console-goodbye = 再见。回到这个会话：parley chat --thread { $thread }
console-taken-up = 继续一项未完成的分析：“{ $asked }”，会话 { $thread }。
console-goodbye-unanswered = 再见。尚未回答的内容已保存，会在您回来时回答：parley chat --thread { $thread }
console-output-failed = 无法写出回答（{ $why }）。回答已保存；用相同的 --thread 再次运行 `parley chat` 即可查看。

console-line-too-long = 这一行太长：最多读取 8 MB。没有保存任何内容；请缩短后再发。
console-line-not-json = 这一行以 { "{" } 开头，但不是有效的 JSON。没有保存任何内容；请发送 {"{"}"text": "…"{"}"} 或普通文字。
console-line-wrong-object = 这个对象需要字符串形式的 "text" 或 "press" 之一。没有保存任何内容。
console-line-bad-name = "thread" 和 "user" 必须是 1 到 200 个普通字符的字符串。没有保存任何内容。
console-line-bad-place = "place" 必须是 "channel" 或 "direct"。没有保存任何内容。

console-market-sample = 样本市场，{ $date }{ $why ->
    [yahoo_did_not_answer] （雅虎没有回应）
   *[other] {""}
 }
console-market-yahoo = 雅虎实时行情
