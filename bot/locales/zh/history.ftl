# /history：对话记录

history-count = { $count ->
   *[other] 这里有 { $count } 个对话，最近的在前：
}
history-latest = 这里最近的 { $count } 个对话：
history-none = 这里没有符合的对话。
history-none-yet = 本频道还没有保存的对话。
history-how = 输入 /history 查看最近的对话，或加上股票、时间或编号：“/history AAPL 上个月”、“/history 1a2b3c4d”。
history-more = 还有更多：请指明股票或时间。
history-open-one = “/history { $id }” 查看其中一个。
history-line = { $at } { $by }：{ $about }{ $decisions ->
    [0] {""}
   *[other] {" · "}{ $decisions } 项决策
}
history-about-more = { $symbols } 等，另有 { $more } 只
history-about-words = “{ $words }”
history-title = 对话 { $id }，由 { $by } 发起
history-state-open = 进行中。{ $state }
history-state-ended = 结束于 { $at }。
history-times = { $started } – { $last } · { $turns } 轮
history-focus = 最后谈到：{ $symbols }（{ $date }）
history-symbols = 谈过：{ $symbols }
history-decided = 已决定：{ $decisions }
history-pending = 待确认：{ $decisions }
history-decision = { $what }（{ $status }）
history-summary = 摘要：
