# /history: records of conversations

history-count = { $count ->
    [one] One conversation here:
   *[other] { $count } conversations here, the latest first:
}
history-latest = The latest { $count } conversations here:
history-page = Conversations here, { $first }–{ $last }, the latest first:
history-none = No conversation here matches that.
history-none-yet = No conversation of this channel is kept yet.
history-no-such-page = There are no more conversations here. “/history” shows the latest.
history-not-understood = “{ $words }” is no share, time, id, or name of a person who spoke here.
history-how = Say /history for the latest ones, or name a share, a time, a person or an id: “/history AAPL november”, “/history Ann”, “/history 1a2b3c4d”.
history-more = There are more: “next page”, or name a share, a time or a person.
history-open-one = “/history { $id }” shows one.
history-line = { $id } { $at } { $by }: { $about }{ $decisions ->
    [0] {""}
    [one] {" · 1 decision"}
   *[other] {" · "}{ $decisions } decisions
}
history-about-more = { $symbols } and { $more } more
history-about-words = “{ $words }”
history-title = Conversation { $id }, begun by { $by }
history-state-open = Open. { $state }
history-state-awaiting = Open.
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
history-decision-pending = { $what } ({ $by } may confirm until { $until })
history-whole-link = { $count } messages in all; the time above leads to the first.
history-whole-export = { $count } messages in all: “parley export { $id } --format markdown” prints them.
history-summary = Summary:
