# What was said before, and how it was found

recall-nothing = { $speaker ->
    [none] I found nothing on that
   *[other] I found nothing on that by { $speaker }
 }{ $span ->
    [none] { "" }
    [since] { " " }from { $first } on
   *[between] { " " }between { $first } and { $last }
 } in what was said here or in public channels.
recall-said-then = Said then:
recall-said-before = Said before:
recall-another-time = At another time:
recall-how = Say what to recall: “/recall what did Bob say about banks?” shows what I find, and why.
recall-part-text = words
recall-part-vector = likeness
recall-part-place = place
recall-part-recent = recent
recall-part-score = score
