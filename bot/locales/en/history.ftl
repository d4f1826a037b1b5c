# /history: records of conversations

history-count = { $count ->
    [one] One conversation here:
   *[other] { $count } conversations here, the latest first:
}
history-latest = The latest { $count } conversations here:
history-none = No conversation here matches that.
history-none-yet = No conversation of this channel is kept yet.
history-how = Say /history for the latest ones, or name a share, a time or an id: “/history AAPL last month”, “/history 1a2b3c4d”.
history-more = There are more: name a share or a time.
history-open-one = “/history { $id }” shows one.
history-line = { $at } { $by }: { $about }{ $decisions ->
    [0] {""}
    [one] {" · 1 decision"}
   *[other] {" · "}{ $decisions } decisions
}
history-about-more = { $symbols } +{ $more }
history-about-words = “{ $words }”
history-title = Conversation { $id }, begun by { $by }
history-state-open = Open. { $state }
history-state-ended = Ended { $at }.
history-times = { $started } – { $last } · { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}
history-focus = Last about: { $symbols } ({ $date })
history-symbols = Discussed: { $symbols }
history-decided = Decided: { $decisions }
history-pending = Pending: { $decisions }
history-decision = { $what } ({ $status })
history-summary = Summary:
