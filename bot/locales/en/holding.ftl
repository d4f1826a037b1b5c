### Corrections of holdings by an admin: "/holding FB rename META".

holding-card = { $kind ->
    [rename] Rename { $symbol } to { $into }?
    [shares] Convert { $symbol } into { $into }, { NUMBER($ratio, maximumFractionDigits: 8) } for each share?
    [mixed] Convert { $symbol } into { $into }, { NUMBER($ratio, maximumFractionDigits: 8) } and ${ NUMBER($cash_each, minimumFractionDigits: 2, maximumFractionDigits: 6) } for each share?
    [cash] Take ${ NUMBER($cash_each, minimumFractionDigits: 2, maximumFractionDigits: 6) } for each share of { $symbol }?
    [own_share] Settle { $symbol }: { NUMBER($ratio, maximumFractionDigits: 8) } for each share{ $cash_each ->
        [0] ?
       *[other] , and ${ NUMBER($cash_each, minimumFractionDigits: 2, maximumFractionDigits: 6) } in cash?
     }
    [price] Value { $symbol } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } a share?
    [release] Let { $symbol } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } be used?
   *[write_off] Write off { $symbol }?
 }
holding-shares = { $kind ->
    [cash] { NUMBER($shares) } { $symbol } → cash
    [write_off] { NUMBER($shares) } { $symbol } → nothing
    [price] { NUMBER($shares) } { $symbol } valued at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }
   *[shares] { NUMBER($shares) } { $symbol } → { NUMBER($shares_into) } { $into }
 }
holding-fraction = The fraction of { NUMBER($fraction, maximumFractionDigits: 6) } { $into } is paid in cash at its last price, ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }.
holding-together = With the { $into } held already: { NUMBER($shares) } shares at ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 4) } on average.
holding-cash = Cash: ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } → ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) } ({ $change }).
holding-cash-stays = Cash stays ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
holding-cost = Cost of the holding: ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) } → ${ NUMBER($left, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
holding-realised = Realised result: { $result }.
holding-standing = { $kind ->
    [rename] Alerts, watch lists and limits on { $symbol } go on with { $into }; pending proposals on { $symbol } are withdrawn.
    [shares] Alerts on { $symbol } go on with { $into }, their levels divided by { NUMBER($ratio, maximumFractionDigits: 8) }; watch lists show { $into }; pending proposals on { $symbol } are withdrawn.
    [mixed] Alerts on { $symbol } are removed; watch lists show { $into }; pending proposals on { $symbol } are withdrawn.
    [own_share] Alerts on { $symbol } stay, { $ratio ->
        [1] at the same levels
       *[other] their levels divided by { NUMBER($ratio, maximumFractionDigits: 8) }
     }; pending proposals on it are withdrawn.
   *[cash] Alerts on { $symbol } are removed, and pending proposals on it withdrawn.
 }
holding-undoable = It can be undone until there is a trade in { $symbols }.
holding-worth = Worth at last prices: ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } ({ $day }) → ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
holding-jump = ⚠ Its worth changes by { $sign }{ NUMBER($percent, maximumFractionDigits: 0) } %: check the share and the figures.
holding-price-line = { NUMBER($shares) } { $symbol }: ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } at the last good price, ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } of { $day } → ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
holding-price-use = It values the holding while its source has no price, and does nothing else: no trade, size or alert goes by it.
holding-price-back = { $symbol } is valued at its last good price again, ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } of { $day }.
holding-button-confirm = Confirm
holding-button-cancel = Cancel
holding-button-keep = Cancel
holding-button-undo = Undo
holding-done = { $kind ->
    [rename] Done by { $name }: { $symbol } is { $into } now, { NUMBER($shares) } shares at the cost they had.
    [own_share] Done by { $name }: { NUMBER($shares) } { $symbol } are { NUMBER($shares_into) } { $into } now.
    [shares] Done by { $name }: { NUMBER($shares) } { $symbol } are { NUMBER($shares_into) } { $into } now.
    [mixed] Done by { $name }: { NUMBER($shares) } { $symbol } are { NUMBER($shares_into) } { $into } and cash now.
    [cash] Done by { $name }: { NUMBER($shares) } { $symbol } are paid out, ${ NUMBER($cash_each, minimumFractionDigits: 2, maximumFractionDigits: 6) } each.
    [price] Done by { $name }: { $symbol } is valued at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } a share until its source has a price again.
    [release] { $name } has released { $symbol } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }: prices near it count for the rest of the session of { $session }.
   *[write_off] Done by { $name }: { NUMBER($shares) } { $symbol } are written off.
 }
holding-alerts-moved = { $count ->
    [one] One alert goes on with { $into }
   *[other] { $count } alerts go on with { $into }
 }{ $kind ->
    [rename] , at the same levels.
    [own_share] { $ratio ->
        [1] , at the same levels.
       *[other] , with levels divided by { NUMBER($ratio, maximumFractionDigits: 8) }.
     }
   *[shares] , with levels divided by { NUMBER($ratio, maximumFractionDigits: 8) }.
 }
holding-alerts-removed = { $count ->
    [one] One alert on { $symbol } is removed.
   *[other] { $count } alerts on { $symbol } are removed.
 }
holding-alerts-back = { $count ->
    [one] One alert is on { $symbol } again.
   *[other] { $count } alerts are on { $symbol } again.
 }
holding-lists = { $kind ->
    [rename] Watch lists show { $into } in the place of { $symbol }, and limits on { $symbol } bind { $into } too.
   *[shares] Watch lists show { $into } in the place of { $symbol }.
 }
holding-withdrawn = Withdrawn: { $what }. Ask again if you still want it.
holding-withdrawn-there = The proposal to { $what } is withdrawn: { $name } has corrected the holding in { $symbol }. Ask again if you still want it.
holding-undo-card = { $kind ->
    [rename] Undo the renaming of { $symbol } to { $into }?
    [cash] Undo that { $symbol } was paid out?
    [write_off] Undo that { $symbol } was written off?
    [own_share] Undo what was settled of { $symbol }?
    [price] Undo the stated price of { $symbol }?
    [release] Undo the release of { $symbol }?
   *[shares] Undo the conversion of { $symbol } into { $into }?
 }
holding-back = { $kind ->
    [cash] { NUMBER($shares) } { $symbol } are held again.
    [write_off] { NUMBER($shares) } { $symbol } are held again.
   *[shares] { NUMBER($shares) } { $symbol } are held again, in the place of { NUMBER($shares_into) } { $into }.
 }
holding-undone = Undone by { $name }.
holding-undone-stays = Watch lists, limits, removed alerts and withdrawn proposals stay as they are now.
holding-press = Nothing was changed: a correction of a holding is decided by its buttons, not by a message. Press “{ $button }” below the correction of { $symbol }.
holding-kept = Left as it is by { $name }: nothing was undone.
holding-cancelled = Dropped by { $name }: nothing was changed.
holding-what-became = { $status ->
    [booked] { $name } has confirmed that already; it was done once. { $kind ->
        [release] “/release { $symbol } undo”
       *[other] “/holding undo”
     } takes it back.
    [undone] { $name } has undone that already.
    [withdrawn] { $name } has dropped that. Nothing was changed; state it again with { $kind ->
        [release] “/release”
       *[other] “/holding”
     }.
   *[proposed] That is not confirmed yet. Nothing was changed.
 }
holding-none = No holding was corrected yet.
holding-list = Corrections of holdings, newest first:
holding-list-line = { $day }: { $what } ({ $status ->
    [undone] undone by { $name }
   *[booked] by { $name }
 })
holding-how = An administrator states one: “/holding FB rename META”, “/holding VMW convert AVGO 0.252 142.50” (new shares and cash for each old share), “/holding XYZ cash 23.00”, “/holding XYZ write off”, “/holding XYZ price 12.50”; “/holding undo” takes the latest back.
holding-unclear = I did not understand that, and nothing was changed. Write “/holding FB rename META”, “/holding VMW convert AVGO 0.252 142.50” (new shares and cash for each old share, above zero), “/holding XYZ cash 23.00”, “/holding XYZ write off”, “/holding XYZ price 12.50” or “/holding undo”.
