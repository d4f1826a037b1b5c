## Price alerts

alert-condition = { $way ->
    [below] { $symbol } at ${ alert-lower } or below
    [above] { $symbol } at ${ alert-upper } or above
    [down] { $symbol } down { alert-percent } %, at ${ alert-lower } or below
    [up] { $symbol } up { alert-percent } %, at ${ alert-upper } or above
    [either] { $symbol } { alert-percent } % down or up, at ${ alert-lower } or below, or at ${ alert-upper } or above
   *[stop] { $symbol } at the stop level, ${ alert-lower } or below
 }
alert-lower = { NUMBER($lower, minimumFractionDigits: 2, maximumFractionDigits: 4) }
alert-upper = { NUMBER($upper, minimumFractionDigits: 2, maximumFractionDigits: 4) }
alert-percent = { NUMBER($percent, maximumFractionDigits: 4) }
alert-price = { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }
alert-name = { $number }, { $condition }
alert-set = Alert { $number }: { $condition }. Now ${ alert-price } ({ $when }).
alerts-set = Alerts set:
alert-beside = Set before, and still there: { $alerts }. “/alerts remove { $number }” removes it.
alert-from-cost = ${ NUMBER($level, minimumFractionDigits: 2, maximumFractionDigits: 2) } is { NUMBER($percent, maximumFractionDigits: 2) } % { $direction } { $base ->
    [card] the price on your card,
   *[cost] the average cost of
 } ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }, as it is now.
alert-no-cost = The account holds no { $symbol }, so there is no cost to count from, and no alert was set. Name a price: “/alert { $symbol } < 440”, or a move from now: “/alert { $symbol } -5%”.
alert-level = { $symbol }: { $figure }, as it is now. An alert there does not move with it.
alert-no-level = I have no price for “{ $level }” of { $symbol }, so no alert was set. Name one: “/alert { $symbol } < 440”.
alert-how-told = I tell you here, once. “/alerts” shows and removes alerts; an alert places no order.
alert-how-told-sample = I tell you here, once. On this sample market time passes only when you write “/advance”. “/alerts” shows and removes alerts; an alert places no order.
alert-far = Alert { $number } is far from the price: if that is not what you meant, “/alerts remove { $number }”.
alert-reached = { $symbol } is there already: ${ alert-price } ({ $when }), and “{ $condition }” is true now.
alert-reached-none = No alert was set for what is true already.
alert-standing = You have that alert already: { alert-name }{ $is_snoozed ->
    [yes] , snoozed until { $until }
   *[no] {""}
 }. No second one was set; it is told once, in the thread where it was set.{ $is_move ->
    [yes] {" "}To count from the price now: “/alerts rearm { $number }”.
   *[no] { $is_snoozed ->
        [yes] {" "}To arm it at once: “/alerts rearm { $number }”.
       *[no] {""}
     }
 }
alert-no-share = Which share? For example “/alert AAPL < 440”. No alert was set.
alert-not-of = None was set on { $symbols }: what else you want to know of it, please ask again on its own.
alert-how = I did not understand that as one alert, so none was set. Write “/alert AAPL < 440”, “/alert AAPL > 500”, “/alert AAPL 5%” (down or up) or “/alert AAPL -5%”.
alert-how-daily = An alert waits for one level, counted from the price now; it cannot start anew each day. So none was set. “/alert AAPL -5%” tells you once it is 5 % below the price now.
alerts-how-command = I did not understand that; nothing was changed. “/alerts” lists them, “/alerts remove 2” or “/alerts remove all” removes yours, “/alerts rearm 2” arms one again.
alerts-heading = Alerts in this channel:
alert-line = { $number }: { $condition } · { $state } · { $by }{ $distance }
alert-distance = {" · "}now ${ alert-price } ({ $when }), { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % away
alert-unpriced = {" · "}no price now; it waits until there is one
alert-state-armed = armed
alert-state-snoozed = snoozed until { $until }
alert-state-told = told at ${ NUMBER($told, minimumFractionDigits: 2, maximumFractionDigits: 4) }, { $date }
alert-state-unarmed = not armed: the clock was set back
alert-state-done = done, by { $settled }
alerts-none = There are no alerts in this channel. “/alert AAPL < 440” or “alert me when AAPL moves 5%” sets one.
alerts-how = “/alerts remove 2” removes one of yours, “/alerts remove all” all of them here, “/alerts rearm 2” arms one again. An alert only tells you: it places no order.
alerts-removed = Removed: { $alerts }.
alerts-which = Which alert? Say its number, for example “/alerts remove 2”. Nothing was changed.
alert-separator = { "; " }
alert-or-decision = Do you mean the alert, or the decision on the card? Nothing was changed. Say for example “change alert 2 to 445”, or for the decision “make it 5 shares” or “stop at 430”.
alert-how-change = I did not understand that as a change of one alert, so none was changed. Say for example “change alert 2 to 445”, “remove alert 2” or “/alert AAPL < 440”; “/alerts” lists them.
alerts-which-of = Which alert? { $alerts }. Say its number, for example “change alert { $number } to 445” or “remove alert { $number }”. Nothing was changed.
alerts-elsewhere = That alert belongs to another thread: answer it there. Nothing was changed.
alert-replaced = Alert { $alert }, is gone. In its place:
alert-stays = { $symbol } is there already: ${ alert-price } ({ $when }). Alert { $alert }, stays as it was. To be told of the other direction, say for example “change alert { $number } to above 500”.
alert-unchanged = Alert { $alert }, was not changed{ $is_stop ->
    [yes] : it follows the stop of a decision. For another level, set an alert of its own: “/alert AAPL < 440”.
   *[no] , because I am not sure what to change. Say for example “change alert { $number } to below 440” or “change alert { $number } to up 5%”.
 }
alert-not-told = Not told yet, so there is nothing to snooze or to mark as done: { $alert }. “/alerts remove { $number }” removes it.
alerts-none-on = There is no alert on { $symbols } in this channel, but { $others ->
    [one] one on another share
   *[other] { $others } on other shares
 }: “/alerts” lists them.
alerts-none-own = You have no such alert in this channel. Nothing was changed.
alert-of-other = Alert { $number } is { $by }’s: only they or an admin can change it.
alert-unknown = There is no alert { $number } in this channel.
alert-rearmed = Armed again: { $number }, { $condition }. Now ${ alert-price } ({ $when }).
alert-no-price = There is no price now, so nothing was changed. Try again later.
alert-told = Alert { $number } ({ $by }): { $symbol } has reached { alert-bound }.
alert-told-stop = Alert { $number } ({ $by }): { $symbol } has reached your stop level of { alert-bound }.
alert-bound = ${ NUMBER($bound, minimumFractionDigits: 2, maximumFractionDigits: 4) } or { $way ->
    [below] less
   *[above] more
 }
alert-told-live = It is at ${ alert-price } ({ $when }).
alert-told-opening = It opened at ${ alert-price } on { $date } and closed at ${ alert-close } ({ alert-source }).
alert-told-session = On { $date } its { $way ->
    [below] low
   *[above] high
 } was ${ NUMBER($extreme, minimumFractionDigits: 2, maximumFractionDigits: 4) } and its close ${ alert-close } ({ alert-source }).
alert-close = { NUMBER($close, minimumFractionDigits: 2, maximumFractionDigits: 4) }
alert-source = { $source ->
    [sample] sample market
   *[other] { $source }
 }
alert-told-late = This alert is { $minutes } minutes late.
alert-told-after-close = { $hours ->
    [0] I saw it only after the close, in the prices of the whole session.
    [one] This alert is an hour late: I saw it only after the close, in the prices of the whole session.
   *[other] This alert is { $hours } hours late: I saw it only after the close, in the prices of the whole session.
 }
alert-told-no-order = Nothing was traded.

button-alert-decide = Decide
button-alert-snooze = Snooze
button-alert-done = Done
button-alert-remove = Remove
alert-decision-asked = { $by } asks for a decision on { $symbol }.
alert-pressed-asked-before = You have asked for a decision on { $symbol } here already. For another one: “/decide { $symbol }”.
alert-pressed-whose = { $whose ->
    [other] { $owner }’s alert
   *[own] alert
 } { $number } ({ $symbol })
alert-pressed-snoozed = { $by } has snoozed { alert-pressed-whose } until the next session, { $until }. Then it can be told again.
alert-pressed-done = { $by } has marked { alert-pressed-whose } as done: it is not told again, unless somebody arms it again: “/alerts rearm { $number }”.
alert-pressed-removed = { $by } has removed alert { $number } ({ $symbol }).
alert-pressed-was-snoozed = Alert { $number } ({ $symbol }) was snoozed by { $by } until { $until }. Nothing was changed.
alert-pressed-was-done = Alert { $number } ({ $symbol }) was marked as done by { $by } before. Nothing was changed.
alert-pressed-was-removed = Alert { $number } ({ $symbol }) has been removed or is over. Nothing was changed.
alert-pressed-was-rearmed = Alert { $number } ({ $symbol }) has been armed or told again since. Nothing was changed; “/alerts” shows it.
alert-pressed-standing = Alert { $number } ({ $symbol }) already waits for the same. Nothing was changed.
alert-pressed-of-other = Alert { $number } is { $by }’s: only they can remove it here.
