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
watch-only-names = Nothing was changed: name only shares behind “/watch” and “/unwatch”. { $whose ->
    [person] “/watch me AAPL” adds one to your list, “/unwatch me MSFT” takes one off.
   *[channel] “/watch AAPL” adds one to this channel’s list, “/unwatch MSFT” takes one off.
 }
watch-nothing-added = Nothing was added to { watch-list }.
watch-which = { $whose ->
    [person] Which share do you mean? “/watch me AAPL” adds one to your list, “/unwatch me AAPL” takes it off, “/watch me” shows the list. Nothing was changed.
   *[channel] Which share do you mean? “/watch AAPL” adds one to this channel’s list, “/unwatch AAPL” takes it off, “/watch” shows the list. Nothing was changed.
 }

# Briefs

signed-percent-short = { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
briefs-heading = { $heading } ({ watch-market }):
briefs-left-out = { $count ->
    [1] One brief before this one is left out
   *[other] { $count } briefs before this one are left out
 }, from { $date } on. “/review” shows results, “/watch” prices.
briefs-pre-open = Before the opening of { $date }
briefs-post-close = After the close of { $date }
briefs-now = The session of { $date } and since
briefs-nothing = { $heading } ({ watch-market }): nothing new on what is held and watched, and nothing waits.
briefs-no-shares = { $heading } ({ watch-market }): nothing is held, and nothing is on the watch list. “/watch AAPL” adds a share.
briefs-held = held
briefs-of-day = of { $date }
briefs-stale = its last close, of { $date }
briefs-unpriced = No price for { $symbols }
briefs-more = and { $count } more
briefs-more-moves = and { $count } more that moved less
briefs-more-outcomes = and { $count } more { $count ->
    [one] result
   *[other] results
 }
briefs-more-news = and { $count } more { $count ->
    [one] news item
   *[other] news items
 }
briefs-more-waiting = and { $count } more { $count ->
    [one] that waits
   *[other] that wait
 }: /pending
briefs-more-near = and { $count } more { $count ->
    [one] alert that is near
   *[other] alerts that are near
 }
briefs-outcome = Result of { $symbol } ({ $action }): { $price } in { briefs-sessions }
briefs-outcome-compared = Result of { $symbol } ({ $action }): { $price } in { briefs-sessions }, the market { $benchmark }
briefs-outcome-of-two-spans = Result of { $symbol } ({ $action }): { $price } in { briefs-sessions }; from close to close { $between }, the market { $benchmark }
briefs-action = { $action ->
    [increase] buy
    [decrease] sale
    [close] sale of all
   *[hold] hold
 }
briefs-not-done = { briefs-action }, not made
briefs-sessions = { $sessions ->
    [one] 1 session
   *[other] { $sessions } sessions
 }
briefs-dividend = { $symbol }: dividend of ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 4) } a share, ex { $date }
briefs-split = { $symbol }: split on { $date }, { NUMBER($value, maximumFractionDigits: 4) } shares for 1
briefs-figures = { $symbol }, new figures: { $title } ({ $date })
briefs-news = { $symbol }: “{ $title }” ({ $source }, { $date })
briefs-waiting = Waits: { $what } ({ $person }, until { $until })
briefs-near-below = Near: { $symbol } ${ NUMBER($level, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % below ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
briefs-near-above = Near: { $symbol } ${ NUMBER($level, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % above ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }

# Subscriptions to briefs

briefs-times = { $phases ->
    [pre_open] half an hour before each opening
    [post_close] half an hour after each close
   *[both] half an hour before each opening and half an hour after each close
 }
briefs-subscribed = From now on I post a brief { $whose ->
    [person] here
   *[channel] in this channel
 }, { briefs-times }: how the shares moved that are held or on { $whose ->
    [person] your watch list
   *[channel] this channel’s watch list
 }, what is new about them, and what waits. “/brief off” ends that; “/brief now” shows one at once.
briefs-by-advance = On the sample market they come when “/advance” passes those times.
briefs-listed = Briefs: { briefs-times }; { $by } asked for them on { $since }
briefs-none-listed = Briefs: none
briefs-current = { $listed }. { $how }
briefs-how = “/brief on” posts one half an hour before each opening and one half an hour after each close, “/brief pre” only the first, “/brief post” only the second; there are no other times. “/brief off” ends them, “/brief now” shows one at once.
briefs-not-read = I did not understand that; nothing was changed. { $how }
briefs-not-subscribed = No briefs are posted here. { $how }
briefs-none = No briefs are posted here, so there is nothing to end. “/brief on” starts them.
briefs-ended = No more briefs are posted here. “/brief on” starts them again.
