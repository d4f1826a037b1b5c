# What was said before, and how it was found

recall-nothing = I found nothing on that{ recall-speaker }{ recall-span } in what was said here or in public channels.
recall-nothing-channel = I found nothing on that{ recall-speaker }{ recall-span } in what was said in this channel.
recall-nothing-conversation = I found nothing on that{ recall-speaker }{ recall-span } in what was said in this conversation.
recall-nearest = Nothing that was said here or in public channels, and no note, answers that as you put it. What comes nearest:
recall-nearest-channel = Nothing that was said in this channel, and no note, answers that as you put it. What comes nearest:
recall-nearest-conversation = Nothing that was said in this conversation, and no note, answers that as you put it. What comes nearest:
recall-speaker = { $speaker ->
    [none] { "" }
   *[other] { " " }by { $speaker }
 }
recall-span = { $span ->
    [none] { "" }
    [since] { " " }from { $first } on
    [until] { " " }until { $last }
    [day] { " " }on { $first }
   *[between] { " " }between { $first } and { $last }
 }
recall-last = Last on { $date } at { $time }, by { $by }, { $where ->
    [here] in this thread
    [channel] in another thread of this channel
   *[elsewhere] in another channel
 }:
recall-reported = Nothing in { $speaker }’s own words; others reported:
recall-remembered = I remember, as notes that bind no order:
recall-fact = “{ $text }” ({ $by }, since { $date }, for { $scope ->
    [team] the team
    [channel] this channel
   *[person] you
 }{ $earlier ->
    [none] {""}
   *[other] ; before: “{ $earlier }”
 })
recall-not-said = Nobody said that in these words. The nearest:
recall-no-rule = I remember no rule on that, and found nothing that was said about it. “Remember that …” keeps one.
recall-who = Whom do you mean? Write the name: “what did Bob say about banks?”
recall-memo-by = { $by } (memo)
recall-said-then = Said then:
recall-said-before = Said before:
recall-another-time = At another time:
recall-not-searched = I could not search; the latest here:
recall-other-words = Nothing in these words. For “{ $query }”:
recall-part-heading = “{ $part }”
recall-in-summary = No message found says so; the summary of a conversation does:
recall-how = Say what to recall: “/recall what did Bob say about banks?” shows what I find, and why.
recall-results = What came of decisions on it:
recall-result = { $date } { $symbols }: { $results }
recall-part-text = words
recall-part-vector = likeness
recall-part-place = place
recall-part-recent = recent
recall-part-score = score
recall-legend = words: the share of your question that it has; likeness: of its vector; place, recent: said near here, or lately. The score is their sum.
thread-said = Said in this thread:
thread-line = { $by }, { $date }: “{ $text }”
thread-shares = Shares: { $symbols }
thread-decided = Decided: { $decisions }
thread-decision = { $what } ({ $status }{ $by ->
    [none] {""}
   *[other] {" "}by { $by }
  })
thread-rules = Limits and notes:
thread-note = { $change ->
    [removed] no longer noted: “{ $text }” ({ $by })
   *[added] noted: “{ $text }” ({ $by })
  }
thread-open = Open questions:
thread-nothing-open = No question of this thread is open.
