# Reviews: a line for each decision

review-count = { $count ->
    [one] One decision
   *[other] { $count } decisions
 }: { $results }
review-count-page = { $more ->
    [yes] At least { $count }
   *[no] { $count }
 } decisions, { $first }–{ $last }: { $results }
review-of-newest = { $results } of the newest { $count }
review-result-right = { $count } right
review-result-wrong = { $count } wrong
review-result-flat = { $count } neither
review-result-too-early = { $count } too early to tell
review-result-unknown = { $count } without a price
review-result-pending = { $count } only proposed
review-result-not-done = { $count } not carried out
review-line = { $date } { $what } { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % · { $outcome }
review-line-without-price = { $date } { $what } · { $outcome }
review-rest = …and { $count } more, under Details
review-line-pending = proposed
review-line-right = { $settled ->
    [yes] right, 20 d
   *[no] right so far
 }
review-line-wrong = { $settled ->
    [yes] wrong, 20 d
   *[no] wrong so far
 }
review-line-flat = { $settled ->
    [yes] neither, 20 d
   *[no] neither so far
 }
review-line-too-early = too early
review-line-unknown = no price to compare
review-made = ${ NUMBER($was, minimumFractionDigits: 2, maximumFractionDigits: 4) } → ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 4) } on { $date } ({ $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %): { $side ->
    [sell] kept, the { NUMBER($shares) } sold would have made { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[buy] { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) } on the { NUMBER($shares) } bought
 }, dividends aside
review-span = Made { $span }.
review-span-only = Made { $span }. All: /review all
review-earlier = None was made { $span }; these are earlier.
review-score = Right or wrong by the price alone (20 d: after 20 sessions); against the market: /review score
review-more = More: “next page” (of { $pages }).
review-more-uncounted = More: “next page”.
review-nothing = No decision{ $side ->
    [buy] {" to buy"}
    [sell] {" to sell"}
   *[any] {""}
 } was made { $span }.
review-nothing-on = No decision{ $side ->
    [buy] {" to buy"}
    [sell] {" to sell"}
   *[any] {""}
 } { $side ->
    [any] on { $symbol }
   *[one] { $symbol }
 } was made { $span }.
review-latest = The latest is of { $day }: { $what }; “/review all” lists what there is.
review-no-such-page = There is no such page: { $count ->
    [one] one decision
   *[other] { $count } decisions
 } on { $pages ->
    [one] one page
   *[other] { $pages } pages
 }.
review-no-list = There is no list here to go on with. “/review” lists decisions; “details” shows what supports my last answer.
span-days = { $days ->
    [one] in the last day of the market, { $first } to { $last }
   *[other] in the last { $days } days of the market, { $first } to { $last }
 }
span-day = on { $day }
span-dates = from { $first } to { $last }
span-always = at any time
