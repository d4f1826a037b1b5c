### Watch lists, and briefs before the opening and after the close. Prices are US dollars per share.

watch-heading = { $whose ->
    [person] Your watch list
   *[channel] This channel’s watch list
 }, { $count ->
    [one] 1 share
   *[other] { $count } shares
 }, { $when }:
watch-close = close of { $date } ({ watch-market })
watch-live = at { $time } ({ watch-market })
watch-market = { $source ->
    [sample] sample market
   *[other] { $source }
 }
watch-no-prices = no prices now
watch-line = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
watch-line-old = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } of { $date }
watch-line-unpriced = { $symbol }: no price now
watch-change-day = { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % that day
watch-change-since = { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % since { $date }
watch-separator = {", "}
watch-more = and { $count } more: say “details”
watch-empty = { $whose ->
    [person] Nothing is on your watch list. “/watch AAPL” adds a share; in a channel, “/watch me AAPL”.
   *[channel] Nothing is on this channel’s watch list. “/watch AAPL” adds a share to it, “/watch me AAPL” to your own.
 }
watch-added = Added to { watch-list }: { $symbols }. { $total ->
    [one] It has 1 share now.
   *[other] It has { $total } shares now.
 }
watch-list = { $whose ->
    [person] your watch list
   *[channel] this channel’s watch list
 }
watch-listed-before = Already on { watch-list }: { $symbols }.
watch-full = No more than { $most } shares fit on { watch-list }; not added: { $symbols }.
watch-removed = Taken off { watch-list }: { $symbols }. { $total ->
    [0] Nothing is left on it.
    [one] 1 share is left.
   *[other] { $total } shares are left.
 }
watch-not-listed = Not on { watch-list }: { $symbols }.
watch-nothing-added = Nothing was added to { watch-list }.
watch-which = { $whose ->
    [person] Which share do you mean? “/watch me AAPL” adds one to your list, “/unwatch me AAPL” takes it off, “/watch me” shows the list. Nothing was changed.
   *[channel] Which share do you mean? “/watch AAPL” adds one to this channel’s list, “/unwatch AAPL” takes it off, “/watch” shows the list. Nothing was changed.
 }
