error-internal = Something went wrong on our side. Please say it again: nothing is traded twice, and /orders shows what was traded. If it happens again, tell whoever runs me to look at the log.
error-parley = That did not work, and I cannot say more about it. Try again in a minute; /orders shows what was traded.
error-settings = A setting is wrong. Tell whoever runs me to run “parley doctor”.
error-database-session = A pooler between me and the database keeps no sessions. Tell whoever runs me to run “parley doctor”.
error-newer-database = The database belongs to a newer version of me. Tell whoever runs me to upgrade.
error-broker-unavailable = The broker does not answer. It is asked again; no order is sent twice.
error-store-unavailable = The database cannot be reached. Nothing was lost; try again in a moment.
error-queue-refused = The queue of later work takes nothing. Nothing was lost; tell whoever runs me to run “parley doctor”.
error-phrase-file = A file of phrases is missing or has a mistake in it. Install Parley again.
error-embedded-store = The built-in database could not be started. Run “parley doctor”.
error-home-not-usable = The data directory cannot be written.
error-search-failed = What was said before cannot be searched at the moment. Try again in a minute.
error-disk-full = The disk is full. Nothing was half-done; free some space and try again.
error-lease-lost = Another process has taken over this conversation and answers.
error-summary-in-progress = Another process is summarising this conversation.
error-concurrent-update = Something changed while I was answering. Nothing was done; please try again.
error-transaction-conflict = Something changed while I was answering. Nothing was done; please try again.
error-duplicate = That has been stored before; it counts once.
error-no-redis = There is no Redis for a worker. Tell whoever runs me to run “parley doctor”.
error-port-in-use = The port for HTTP is taken by another program. Tell whoever runs me to choose another.
error-illegal-transition = That is not possible now.
error-market-data = Market data could not be had. Try again in a minute.
error-too-many-alerts = { $whose ->
    [person] You have { $most } alerts
    [other] Whoever asked for this one has { $most } alerts
   *[workspace] This workspace has { $most } alerts
 } that wait, and no more are kept: none was set or armed. “/alerts” lists those of this channel, “/alerts remove 1” removes one.
error-too-many-limits = { $most } limits are in force here, and no more are kept: I noted nothing, and did nothing else. “/limits” lists them, “/limits remove 1” removes one.
error-note-changed-since = { $by } has changed your latest note since, so I took nothing back; “/memory history” shows both changes.
error-memory-section-full = My memory has no room left there. I stored nothing. “/memory” shows it, “/memory delete 1” deletes the first.
error-note-dropped = Somebody is being erased here: I noted nothing of what was said before.
error-secret-not-remembered = That looks like a key, a password or a card number. I keep none of those, and stored nothing. If it is real, change it: whoever reads this conversation has it.
error-memory-fact-too-long = That is too long to remember as it is: at most { $most } characters. I stored nothing. Say it in one or two sentences.
error-unknown-symbol = I know no instrument called { $symbol }.
error-unusable-file = That file cannot be read ({ $reason }).
error-unusable-symbol = { $why }
error-uncovered-market = I cannot help with { $names }: I cover shares and funds listed in the United States, not Hong Kong, mainland China, crypto-currencies, metals or currencies.
error-no-price = { $why ->
    [delisted] The source lists { $symbol } as no longer traded: there is no price of it.
    [no_trade] The source has no trade of { $symbol } since { $since }: it may be halted or delisted.
   *[none] There is no price for { $symbol } at that time.
 }
error-date-out-of-range = That date lies outside the data, which run from { $first } to { $last }.
error-past-not-available = This source knows only today’s figures and cannot speak for a past date.
error-holding-without-price = { $why ->
    [delisted] The source lists { $symbol } as no longer traded
    [no_trade] The source has no trade of { $symbol } since { $since } (it may be halted or delisted)
   *[none] The source has no price of { $symbol } now
 }, so nothing can be traded in it. It counts at its last good one, ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } of { $date }. If it was renamed, merged or is gone, an admin can say so: “/holding”.
price-doubt = ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }, { $doubt ->
    [hundredfold] about a hundred times more or less than its last good close
    [jump] further from its last good close than this share goes in a session
    [split] which does not fit the split that it lists
    [disagrees] and elsewhere ${ NUMBER($second, minimumFractionDigits: 2, maximumFractionDigits: 4) } for the same time
    [out_of_range] which does not fit its own high and low of the session
    [no_volume] in a session without any trade
    [from_the_future] for a time that has not come yet
   *[not_positive] which is no price
 }{ $last ->
    [0] {""}
   *[other] { " " }(${ NUMBER($last, minimumFractionDigits: 2, maximumFractionDigits: 4) } on { $last_session })
 }
error-price-held = { $symbol }: the source says { price-doubt }. I don’t believe it: I propose, tell and fill nothing from it until { $doubt ->
    [disagrees] the two agree: try again in a minute
   *[other] the next session confirms it
 }{ $doubt ->
    [not_positive] .
   *[other] , or an admin says “/release { $symbol } { NUMBER($price, useGrouping: 0, maximumFractionDigits: 4) }”.
 }
price-doubted-line = { $symbol }: the source says { price-doubt }; not used until { $doubt ->
    [disagrees] the two agree
   *[other] the next session
 }{ $doubt ->
    [not_positive] {""}
   *[other] { " " }or “/release { $symbol } { NUMBER($price, useGrouping: 0, maximumFractionDigits: 4) }”
 }
price-released = released by { $by } at { $at }
error-split-held = { $symbol }: the source lists a split for { $date }, { NUMBER($ratio, maximumFractionDigits: 8) } new shares for each, that its prices do not show. It is not booked, and nothing is traded in { $symbol }, until the source corrects it or an admin says what became of the shares: “/holding { $symbol } convert { $symbol } { NUMBER($ratio, useGrouping: 0, maximumFractionDigits: 8) }”, with 1 if nothing did.
error-stale-price = { $how ->
    [no_trade_yet] The source has no trade of { $symbol } in this session yet
    [missing_session] The latest price of { $symbol } that the source has is of { $session }, not of the last session
    [indicative] The price of { $symbol } is only indicative
   *[old_trade] The last trade of { $symbol } that the source has is of { $traded }, too long ago
 }, so nothing was filled at it. The card stays open: confirm again once there is a newer price.
error-exchange-closed = The exchange is closed until { $opens }, and an order is filled at a price of a running session only: nothing was traded. Confirm the { $symbol } order after that.
error-market-source = The market data source did not answer, or not sensibly. Nothing was decided; try again in a minute.
error-decision = That decision cannot be made or carried out.
error-invalid-decision = The proposal for { $symbol } broke a rule that every proposal must keep ({ $rules }), so I don’t make it. Ask again with other limits.
error-action-waits-for-order = The { $kind ->
    [split] split
   *[dividend] dividend
 } of { $symbol } of { $date } is booked first, and that waits for the open order to { $side ->
    [sell] sell
   *[buy] buy
 } { NUMBER($shares) } { $symbol } ({ NUMBER($filled) } filled): nothing was traded. Confirm again when that order has ended; /orders shows it.
error-split-since-proposal = { $symbol } has been split since this was proposed, and it would come to less than one share. Nothing was traded; please ask again.
error-stale-decision = { $status ->
    [confirmed] That decision on { $symbol } has been confirmed already; it is carried out once.
    [submitted] That decision on { $symbol } has been confirmed already; it is carried out once.
    [filled] That decision on { $symbol } has been carried out already; it was not done again.
    [partially_filled] That decision on { $symbol } has been carried out in part already; it was not done again.
    [rejected] That decision on { $symbol } was confirmed and the order was rejected. Ask again for a fresh one.
    [unknown] That decision on { $symbol } has been confirmed already; its order’s outcome is not known yet.
    [cancelled] That decision on { $symbol } was cancelled. Ask again for a fresh one.
    [superseded] That decision on { $symbol } was replaced by a newer version; use the buttons under that one, or see /pending.
    [withdrawn] That decision on { $symbol } was withdrawn: the holding was corrected, or is gone. Nothing was traded; ask again for a fresh one.
    [hold] That decision leaves { $symbol } as it is: there is nothing to confirm or cancel.
    [ahead_of_clock] That decision on { $symbol } was made at a later market time than the clock shows now. Nothing was traded; ask again for a fresh one.
    [another_market] That decision on { $symbol } was made at another market’s prices. Nothing was traded; ask again for a fresh one.
   *[other] That decision on { $symbol } is no longer open. Ask again for a fresh one.
 }
error-decision-expired = That decision expired at { $expired_at }. Nothing was traded; ask again for a fresh one.
error-confirmation-in-progress = That decision on { $symbol } is being confirmed at this moment: the answer to that says what came of it. It is never carried out twice.
error-confirmation-too-late = I could not carry out that confirmation on { $symbol } within { $seconds ->
    [one] one second
   *[other] { $seconds } seconds
 }, so nothing was traded. Confirm again if you still want it.
error-holding-correction = { $reason ->
    [admins_only] Only an administrator of the workspace corrects a holding or releases a price. Nothing was changed.
    [same] { $symbol } would become itself. Nothing was changed.
    [unusual] No conversion has such a ratio or such an amount for each share. Nothing was changed; check the figures.
    [not_held] No { $symbol } is held, so there is nothing to correct.
    [changed] The holding in { $symbol } has changed since that was shown. Nothing was changed; state it again.
    [elsewhere] This button is not shown in this conversation, so nothing was done. Press it where its card stands, or state the correction of { $symbol } here with “/holding”.
    [too_late] That was asked more than 30 minutes ago. Nothing was changed; state it again.
    [traded] There has been a trade, a dividend, a split or another correction in its shares since: the correction of { $symbol } cannot be undone any more.
    [cash_spent] The cash that came from { $symbol } has been spent: its correction cannot be undone.
    [differs] The account differs from the broker’s books: no holding is corrected until they agree. Nothing was changed.
    [open_order] An order in { $symbol } is still open; /orders shows it. Nothing was changed; state it again when it has ended.
    [nothing_to_undo] There is no correction to undo. “/holding” lists them.
    [not_held_back] The price of { $symbol } is not doubted: there is nothing to release.
    [another_price] That is not the price that the source gives for { $symbol } now. Nothing was released; ask for the price and name that.
    [no_release] There is no release to undo. “/release” lists them.
    [asker_only] Only the administrator who asked for that release confirms it. Nothing was changed.
    [has_price] { $symbol } has a price from its source: a stated one is used only while there is none. Nothing was changed.
   *[other] That holding cannot be corrected like that. Nothing was changed.
 }
error-beyond-limit = { $symbol } is beyond a limit of yours, as its card says, so it is not confirmed together with others. Say “confirm { $symbol }” to go beyond it this once, or “cancel { $symbol }”.
error-not-your-decision = Only the person who asked may confirm or cancel this decision.
error-pressed-elsewhere = This button is not shown in this conversation, so nothing was done. Press it where its card stands, or show the card here with /pending.
error-unknown-decision = I know no such decision here. See what is open with /pending.
error-no-market-clock = Only the sample market’s clock can be moved (MARKET_DATA=sample); these are live prices.
error-clock-waits-for-order = The clock stands still while the order to { $side ->
    [sell] sell
   *[buy] buy
 } { NUMBER($shares) } { $symbol } is open: it belongs to the prices of today. /orders shows what becomes of it; then move the clock again.
error-clock-behind-trades = The account has traded at { $last } already; its clock cannot go back behind that.
error-home-path-too-long = The data directory’s path is too long. Set PARLEY_HOME to a shorter one.
error-delivery = The answer could not be shown. It is kept and shown again.
error-future-date = That date has not come yet: on this market it is { $today }.
error-rate-limited = The platform asks us to wait; what we have to say comes a little later.
error-unreachable = I cannot write to this channel. Invite me to it (/invite @Parley), then ask again.
error-message-overtaken = A message of mine was changed twice at once; I show it anew.
error-message-gone = A message of mine was removed; I post it again.
error-not-configured = This platform is not set up: its tokens are not set.
error-unsigned-request = That request was not sent by Slack, or too long ago. Nothing was done.
error-foreign-workspace = I am not set up for this Slack workspace. Whoever runs me can set it up as docs/slack.md describes.
error-half-configured = Slack is half set up; { $missing } is missing.
error-app-token-refused = Slack does not accept the app-level token. Whoever runs me should run parley doctor.
error-token-refused = The platform does not accept my token. Whoever runs me should run parley doctor; what waits is delivered then.
error-not-connected = The platform is not connected just now. What waits is delivered as soon as it is.
error-unreadable-event = The platform sent something that I cannot read. Please say it again.

# /release
release-how = “/release AAPL 285.10” lets a price be used that I doubt, for the rest of its session: name the share and the price that the source gives, then confirm. “/release AAPL undo” takes it back. Administrators only.
release-none = No released price is in force.
release-list = Released prices in force:
release-list-line = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }, session of { $session }: released by { $by } at { $at }
release-doubt = The source says { price-doubt }.
release-use = Confirmed, prices within 5 % of it count for the session of { $session }, until the next one opens: for analyses, trades, alerts and what is held. “/release { $symbol } undo” takes it back.
release-back = { $symbol } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } is doubted again: no trade or alert goes by it.
