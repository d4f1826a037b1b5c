# /history：对话记录

history-count = { $count ->
   *[other] 这里有 { $count } 个对话，最近的在前：
}
history-latest = 这里最近的 { $count } 个对话：
history-page = 这里的对话，第 { $first }–{ $last } 个，最近的在前：
history-none = 这里没有符合的对话。
history-none-yet = 本频道还没有保存的对话。
history-no-such-page = 这里没有更多对话了。“/history” 显示最近的对话。
history-not-understood = “{ $words }” 不是股票、时间、编号，也不是在这里说过话的人的名字。
history-how = 输入 /history 查看最近的对话，或加上股票、时间、人名或编号：“/history AAPL 十一月”、“/history 王芳”、“/history 1a2b3c4d”。
history-more = 还有更多：说“下一页”，或指明股票、时间或人名。
history-open-one = “/history { $id }” 查看其中一个。
history-line = { $id } { $at } { $by }：{ $about }{ $decisions ->
    [0] {""}
   *[other] {" · "}{ $decisions } 项决策
}
history-about-more = { $symbols } 等，另有 { $more } 只
history-about-words = “{ $words }”
history-title = 对话 { $id }，由 { $by } 发起
history-state-open = 进行中。{ $state }
history-state-awaiting = 进行中。
history-state-ended = 结束于 { $at }。
history-times = { $started } – { $last } · { $turns } 轮
history-focus = 最后谈到：{ $symbols }（{ $date }）
history-symbols = 谈过：{ $symbols }
history-decided = 已决定：{ $decisions }
history-pending = 待确认：{ $decisions }
history-decision = { $what }（{ $status }）
history-decision-pending = { $what }（{ $by } 可在 { $until } 前确认）
history-whole-link = 共 { $count } 条消息；点击上面的时间可到第一条。
history-whole-export = 共 { $count } 条消息：“parley export { $id } --format markdown” 可全部输出。
history-summary = 摘要：
