# Welcome and help

welcome = Hello, I am Parley. I propose trades, and carry out on a paper account only what you confirm. Not investment advice. { $market } Say “help” for what you can ask.
welcome-sample = Sample market: real prices of AAPL, FB, GOOG, IBM and MSFT; today is { $date } there, “/advance 5” moves it on.
welcome-yahoo = I read live prices from Yahoo.
help =
    Ask in your own words, English or Chinese:
    • “analyze AAPL”, “compare AAPL and IBM”
    • “P/E of google?”, “IBM this month?”
    • “should I buy google? at most $3,000”
    • “why?”, “what if it drops 10 %?”
    • “ok, do it”, “cancel”, “confirm all”
    • “never more than 5 % in one stock”
    • “watch IBM”, “brief us every morning”
    • “alert me when AAPL drops below 400”
    • “how are we doing?”, “review last week”
    • “what did Bob say?”, “remember that …”
    All commands: say “details”.
help-commands =
    Commands, each with what it shows or does:
    • /analyze AAPL – the figures of a share, what speaks for it and what against
    • /decide AAPL – a proposal, which you confirm, cancel or argue with
    • /explain – why the last decision was proposed; /discussion – what agents said about it; /discussion bull one speaker, /discussion AAPL one share, /discussion 2 a page; /stop – stop a committee at work
    • /review 30 – the decisions of 30 days and what became of them; /review all; /review score – how good the forecasts were
    • /pending – what waits for confirmation; /orders – the orders sent
    • /portfolio – positions, results, dividends, win rate; single figures of it: /cash, /worth, /invested, /largest, /best, /worst, /trades, /cost, /held, /gain, /dividends
    • /history – the conversations of this channel and of public ones; /history AAPL november, /history Ann, /history 1a2b3c4d one of them
    • /recall what did Bob say about banks? – what I find of what was said, and why; without /recall, just the answer
    • /limits – the limits in force; /limits 5000 states one, /limits clear ends yours
    • /alert AAPL < 440 – tells you here when the price is reached; /alert AAPL 5% when it moves; /alerts lists and removes them
    • /watch – the watch list of this channel with prices; /watch AAPL adds, /unwatch AAPL takes off, /watch me is your own list
    • /brief on – a brief here before each opening and after each close: what moved, what is new, what waits; /brief pre or post only one of them, /brief off ends them, /brief now shows one, /brief status which there are
    • /memory – what I remember about the team, this channel and you; /memory me horizon: 3 months adds, /memory undo takes back
    • /knowledge – your team’s own files, which I quote when asked; admins add one with “/knowledge add mandate” and the file
    • /holding – what was corrected of holdings; admins rename, convert, price or write one off, like “/holding FB rename META”, and confirm it
    • /forget me – erases you and all you have said, once you confirm it; trades and the audit trail stay, without a name
    • /release – the doubted prices that admins have released; they release one with “/release AAPL 285.10”, confirm it, and undo it with “/release AAPL undo”
    • /advance 5 – the sample market goes on by five sessions
    • /settings – language, time zone, engine and listening of this channel
    • /status – the state of this conversation; /usage – what a model has cost
    • /details – the figures and sources of the last answer; /debug last – how it came about
    • /reset – starts this conversation anew; /help – this list
help-all = All commands: say “details”.
command-unknown = There is no such command. Say /help to see which there are.
command-misspelt = There is no command “/{ $typed }”. Did you mean “/{ $near }”? Say /help to see which there are.
unavailable-chart = I draw no charts. I can say it in figures: “{ $symbol } change 3 months”, “{ $symbol } 52-week high”, “when was the high of { $symbol } this year?”.
unavailable-file = I make no files here. “/orders” lists the latest orders, “/portfolio” the positions, “/review” decisions and their results; whoever runs me writes conversations to a file with “parley export”.
holdings-meant = { $result ->
    [gain] In profit since bought
   *[loss] At a loss since bought
 }{ $percent ->
    [0] {""}
   *[other] {" "}by { NUMBER($percent, maximumFractionDigits: 2) } % or more
 }: { $names }.
holdings-none = { $result ->
    [gain] Nothing that is held is in profit
   *[loss] Nothing that is held is at a loss
 }{ $percent ->
    [0] {""}
   *[other] {" "}by { NUMBER($percent, maximumFractionDigits: 2) } % or more
 } since it was bought. Nothing was proposed.
holdings-unpriced = Of { $symbols } there is no price now, so nothing is known.
stated-holding = { NUMBER($shares) } { $symbol } are worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
stated-holding-result = { NUMBER($shares) } { $symbol } bought at ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }: { $result } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
stated-holding-none-here = The account here holds no { $symbol }{ $asks ->
    [yes] : there is nothing to sell.
   *[no] .
 }
stated-holding-here = The account here holds { NUMBER($held, maximumFractionDigits: 6) } { $symbol }.
stated-holding-how = I take over no holdings from elsewhere: “remember that we own { NUMBER($shares) } { $symbol } since …” keeps it as a note, “buy { NUMBER($shares) } { $symbol }” proposes to buy them here.
add-to-what = Add { $symbols } to what? Say “watch { $symbol }” for the watch list, or name a size to buy: “buy 5 { $symbol }”. Nothing was proposed.
queued-behind = queued behind { $count ->
    [one] one message
   *[other] { $count } messages
 }

# Steps shown while working

step-reading = reading prices of { $symbols } …
step-weighing = weighing (engine: { $engine }) …

# Figures

usd = ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
signed-usd = { $sign }${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
percent = { NUMBER($value, maximumFractionDigits: 1) } %
signed-percent = { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } %
number = { NUMBER($value, maximumFractionDigits: 6) }
list-separator = {", "}
list-and-more = { $listed } and { $count } more
between-sentences = {" "}
price-when-sample = at the close of { $date } (sample market)
price-source-delayed = { $source }, { $minutes } min delayed
price-when-live = at { $time } ({ $source })

# Analysis

analysis-headline = { $symbol } · { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } { $when } · on the day { $day }, over 7 sessions { $week }
value = Value
figure-sma50 = 50-day average
value-sma50 = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
figure-sma200 = 200-day average
value-sma200 = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
away-from-average = (price { $sign }{ NUMBER($value, maximumFractionDigits: 1) } % from it)
figure-rsi14 = RSI(14)
value-rsi14 = { NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }
figure-range52w = 52-week range (intraday)
value-range52w = { NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) } to { NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }
figure-volume-ratio = Volume against its 20-day average
value-volume-ratio = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } times
figure-volatility60 = Volatility, 60 sessions, per year
value-volatility60 = { NUMBER($value, maximumFractionDigits: 1) } %
figure-pe-ratio = Price/earnings, four quarters
value-pe-ratio = { NUMBER($value, maximumFractionDigits: 1) } (earnings { NUMBER($eps, minimumFractionDigits: 2, maximumFractionDigits: 2) } a share)
figure-dividend-yield = Dividend yield
value-dividend-yield = { NUMBER($value, maximumFractionDigits: 2) } %
figure-market-cap = Market value
value-market-cap = ${ NUMBER($billions, maximumFractionDigits: 1) } bn
missing-too-few-sessions = not available: too few sessions are known by then
missing-source-has-none = not available from this source at this date
missing-not-meaningful = not meaningful here
view-buy = On balance the rules speak for buying { $symbol }; confidence { NUMBER($confidence, maximumFractionDigits: 0) } %. No model was asked.
view-hold = On balance the rules speak neither for buying nor for selling { $symbol }; confidence { NUMBER($confidence, maximumFractionDigits: 0) } %. No model was asked.
view-sell = On balance the rules speak against { $symbol }; confidence { NUMBER($confidence, maximumFractionDigits: 0) } %. No model was asked.
analysis-of-past = This is as of the close of { $date }, as you asked; nothing later was looked at. A decision is always made as of now.
sources = Sources of the figures of { $symbol }
source-of = { $figure }: { $source }
speaks-for = In favour of { $symbol }
speaks-against = Against { $symbol }
also-noted = Also noted on { $symbol }

# Decisions

action-increase = buy { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }
action-decrease = sell { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }
action-close = sell all { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }
action-hold = leave { $symbol } as it is
card-title = { $version ->
    [1] { $symbol }: decision
   *[other] { $symbol }: decision, version { $version }
 }
card-action = Action
card-target = Target position
card-change = Cash change
cash-change = { $kind ->
    [buy] spends ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
    [sell] brings ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[none] none
 }
card-shares = Shares and price
card-shares-at = { $shares ->
    [0] no trade; last price
    [one] 1 share at
   *[other] { NUMBER($shares, maximumFractionDigits: 6) } shares at
 } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }, { $when }
card-confidence = Confidence
card-stop = Stop level
card-commission = Commission
engine-rules = Decided by the scored rules; no model was asked. Not investment advice.
button-confirm = Confirm
button-confirm-beyond-cap = Yes, { $what } for ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }
button-cancel = Cancel
button-confirm-all = Confirm all
button-cancel-all = Cancel all
button-why = Why?
too-many-symbols = I looked at the first { $most } symbols only.

# Confirming and cancelling

filled-bought = Done: bought { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } for ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] {" "}plus ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } commission
 } on paper, { $when }.
filled-sold = Done: sold { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } for ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] {" "}less ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } commission
 } on paper, { $when }.
position-now = { $shares ->
    [0] You hold no { $symbol } any more.
   *[other] You now hold { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }, worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
 }
cash-now = Cash left: ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
order-rejected = The order to { $what } was rejected: { $why } Nothing was traded. Ask again, and it is sized by what the account has now.
order-no-answer = The broker has not said since { $since } what became of the order to { $what }. I go on asking and tell you here; it is not sent twice, so do not ask for it again. Until then other trades on this account may be refused.
order-accepted = The broker has the order to { $what }; it is not filled yet. I tell you here when it is, so do not ask for it again.
order-not-taken-back = The order to { $what } has been confirmed and cannot be taken back here; /orders shows what becomes of it.
order-unknown = It is not known yet whether the order to { $what } reached the broker. It is not sent twice; do not ask for it again: /orders shows what becomes of it.
arrived-after-all = Correction: I had said that this was not traded; the order did reach the broker.
partly-filled = That is a part of the order; /orders shows what becomes of the rest.
rest-cancelled = That is a part of the order; the broker has cancelled the rest, which will not be traded.
rest-rejected = That is a part of the order; the broker has rejected the rest, which will not be traded: { $why }
rejected-cancelled = the broker has cancelled it.
rejected-insufficient-cash = there is not enough cash for it.
order-rejected-resized = The order to { $what } was rejected: { $why } Nothing was traded. This would fit:
rejected-insufficient-cash-by = it needs ${ NUMBER($required, minimumFractionDigits: 2, maximumFractionDigits: 2) }, and there is ${ NUMBER($available, minimumFractionDigits: 2, maximumFractionDigits: 2) }: ${ NUMBER($shortfall, minimumFractionDigits: 2, maximumFractionDigits: 2) } too little.
rejected-too-late = it could not be sent in time after it was confirmed, and is not sent later.
rejected-account-differs = our books and the broker’s differ, so it was not sent.
rejected-insufficient-shares = there are not as many shares as it would sell.
rejected-fractional-shares = it is not for a whole number of shares.
rejected-unknown = the account gave no reason.
cancelled = Cancelled: I will not { $what }.
price-moved = { $symbol } has moved { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } %, from ${ NUMBER($was, minimumFractionDigits: 2, maximumFractionDigits: 4) } to ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 4) }, since this was proposed. Nothing was traded. Do you still want it at the new price?
split-since = { $symbol } has been split since this was proposed, { NUMBER($ratio, maximumFractionDigits: 4) } new shares for each old one: { NUMBER($was) } of then are { NUMBER($now) } now. Nothing was traded. Do you still want it?
position-changed = Your { $symbol } position has changed since this was proposed: you hold { NUMBER($held, maximumFractionDigits: 4) } now, and would hold { NUMBER($target, maximumFractionDigits: 4) } after it. Nothing was traded. Do you still want it?
trading-stopped = I cannot { $what } now. { $why } Nothing was traded. It can be confirmed once both agree again; that is looked at every minute.
sale-of-nothing = I cannot { $what }: no { $symbol } is held any more. Nothing was traded, and the decision is withdrawn.
no-longer-possible = I cannot { $what } now. { $why } Nothing was traded; cancel it, or ask again with another size or limit.
pending-stays = Still pending: { $what }. Cancel it if you no longer want it.
replaces-pending = It replaces: { $what }.
above-limit-before = You said before that you wanted to spend at most ${ NUMBER($limit, minimumFractionDigits: 2, maximumFractionDigits: 2) } on this; here you named the size yourself, so I did not cut it: it takes ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }. Confirm it only if you mean it.
limit-lifted = The limit is lifted. Your pending decision to { $what } was not bound by it and stays as it is.
nothing-held-besides = Besides { $symbols }, nothing is held, so there is nothing to sell.
left-over = Not done yet: “{ $request }”. Send it in a message of its own.
undo-executed = { $side ->
    [sell] The sale of { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } is carried out and cannot be undone. To get back in, order the opposite: “buy { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }”, at the price of then.
   *[buy] The purchase of { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } is carried out and cannot be undone. To get out, order the opposite: “sell { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }”, at the price of then.
 }
undo-pending = “{ $what }” is only proposed, nothing was traded: press Cancel or say “cancel { $symbol }” to drop it.
undo-nothing = You have no trade to undo, and nothing of yours is pending. Other changes: “/memory undo” takes back that of a note; “/alerts”, “/limits” and “/watch” show and change the rest.
undo-nothing-of = I find no such change among my latest answers to you here, so that nothing was undone. “/alerts”, “/limits”, “/watch”, “/brief status” and “/memory” show and change what there is.
nothing-failed = Nothing of yours failed here: no order was rejected, and no card of yours is refused at present. “/orders” lists what was carried out.
nothing-held = You hold nothing that could be sold.
order-without-size = You named no size, so the rules chose, and they would not { $side ->
    [buy] buy
   *[sell] sell
 }. “{ $side ->
    [buy] Buy
   *[sell] Sell
 } 5 { $symbol }” proposes exactly that.
stop-as-said = Stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 4) }, as you said before.
lot-size = A lot is 100 shares.
cap-as-said = At most ${ NUMBER($limit, minimumFractionDigits: 0, maximumFractionDigits: 2) }, as you said before; “no limit” lifts it.
nothing-to-sell = You hold no { $symbols }: there is nothing to sell.
nothing-to-sell-asked = You hold no { $symbols }: there is nothing to sell. “analyze { $symbol }” shows what speaks for and against it.
size-not-as-asked = { $symbol }: not the size you asked for. { $why }
fraction-of-nothing = You hold no { $symbols }, so there is no part of it to buy or sell. Name dollars or shares. Nothing was proposed.
not-the-size-asked-about = { $symbol }: I would not trade the { NUMBER($shares) } shares that you ask about now. To order them all the same, say so: “{ $side } { NUMBER($shares) } { $symbol }”.
buy-or-sell = Buy or sell, or is it a limit? Say for instance “buy 3 AAPL” or “never more than 3 shares of AAPL”. Nothing was proposed.
stop-of-held = Nothing is pending whose stop that could be, and I place no stop orders; nothing was changed. “Alert me when { $symbol } reaches { NUMBER($level, maximumFractionDigits: 4, useGrouping: 0) }” has me tell you when it does.
stop-alone = I place no stop orders. A stop level belongs to a purchase that I propose: ask for one, for instance “buy 5 AAPL, stop at 420”. Nothing was proposed.
risk-alone = A risk belongs to a purchase: it is what the purchase may lose at its stop. Ask for one, for instance “buy AAPL, risk no more than $200”. Nothing was proposed.
decision-of-another-day = Decisions are made as of now, and today is { $today } on this market; I make none for another day. Ask without the date, or ask me to analyze the share as of that day.
which-one-pending = Which one do you mean: { $names }? Press its button, or name it, as in “confirm { $symbol }” or “cancel { $symbol }”.
which-one-kept = “{ $kept }” stays and waits for its Confirm. Cancel “{ $names }”? Press its button, or say “cancel { $symbol }”. Nothing was changed.
which-one-instead = Which share instead of “{ $what }”: { $symbols }? Name it, as in “{ $symbol } instead”. Nothing was changed.
which-one-of = Which one do you mean: { $symbols }? Name it, as in “analyze { $symbol }”.
which-decision = { $count } decisions are pending: { $names }. Say which, or “{ $action ->
    [cancel] cancel all
   *[other] confirm all
 }”, or press a button.
which-decision-of-many = { $count } decisions are pending, too many for one answer. The { $shown } oldest: { $names }. Say which, press a button, or see them all with /pending.
not-that-decision = { $count ->
    [one] One decision is pending, but you did not name it or had not seen it when you wrote
   *[other] { $count } decisions are pending, but you did not name them or had not seen them when you wrote
 }: { $names }. Nothing was done; if you mean it, press its button.
confirm-read-back = That would { $what } for ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }: confirm? Nothing is traded until you do.
cap-excess = { $cap_kind ->
    [exceeds_loss_cap] At its stop it loses ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { NUMBER($percent, maximumFractionDigits: 1) } % of the account, { NUMBER($multiple) } × the cap of { NUMBER($cap, maximumFractionDigits: 2) } %.
   *[exceeds_position_cap] The position is then { NUMBER($percent, maximumFractionDigits: 1) } % of the account, { NUMBER($multiple) } × the cap of { NUMBER($cap, maximumFractionDigits: 2) } %.
 }
cap-trade = ⚠ That would { $what } for ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
cap-question = Do you mean that?
cap-question-title = { NUMBER($multiple) } × the cap of { NUMBER($cap, maximumFractionDigits: 2) } %
cap-accept = Yes, { $what }
cap-decline = No
cap-only-button = Only “{ $button }” does it, no typed yes. Nothing is traded until then.
confirm-replaced-elsewhere = What was shown here, to { $was }, was replaced { $where ->
    [thread] in another thread of this channel
    [channel] in another channel
   *[here] meanwhile
 }: it is to { $now } now.
confirm-change-unread = I did not understand the change you wanted; nothing was changed.
confirm-read-back-all = That would { $what }: { $kind ->
    [both] ${ NUMBER($spent, minimumFractionDigits: 2, maximumFractionDigits: 2) } spent and ${ NUMBER($received, minimumFractionDigits: 2, maximumFractionDigits: 2) } received in all
   *[one] ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } in all
 }. Confirm all? Nothing is traded until you do.
group-more = … and { $count } more
group-confirm = Confirmed: { $done } of { $count }.
group-cancel = Cancelled: { $done } of { $count }.
group-refused = Not done: { $what }. { $why }
cancel-how = To drop it, press Cancel or say “cancel” and nothing else. Nothing was traded; still open: { $names }.
confirm-paused = I wait, and nothing was traded. Still open until it expires: { $names }. Press Confirm when you want it, or Cancel to drop it.
button-unknown = I don’t know this button. See what is open with /pending.

# Explanations and reviews

explain-opening = Proposed: { $what } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }, { $when }, with a confidence of { NUMBER($confidence, maximumFractionDigits: 0) } %.
explain-passed = Proposed on { $date }: { $what }.
explain-no-reason-said = I found nobody’s reason for leaving it.
explain-stop = Stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { NUMBER($percent, maximumFractionDigits: 1) } % below the price: unless you state one, it is two ATRs below, which is twice what the price usually covers in a session.
explain-waiting = Waiting costs nothing, but the price moves: the decision on { $symbol } stays pending until { $until }, and nothing is traded unless you confirm it.
explain-case-for-waiting = What speaks for waiting: { $arguments }.
explain-no-case-for-waiting = The rules found no argument against; the case for waiting is only that you may learn more.
explain-people = { $verdict ->
    [none] { $asked } asked for it.
    [same] By { $asked }, who asked for it.
   *[other] By { $decided }; { $asked } asked for it.
  }
status-proposed = It was not confirmed.
status-confirmed = It was confirmed and is being carried out.
status-submitted = It was confirmed and the order is out.
status-filled = It was confirmed and carried out.
status-partially-filled = It was confirmed and carried out in part.
status-rejected = It was confirmed, but the order was rejected.
status-unknown = It was confirmed; what became of the order is not known yet.
status-cancelled = It was cancelled.
status-expired = It expired without a confirmation.
status-superseded = It was replaced by a newer version.
status-withdrawn = It was withdrawn: the holding had been corrected, or was gone.
status-word-proposed = proposed
status-word-confirmed = confirmed
status-word-submitted = order out
status-word-filled = carried out
status-word-partially-filled = carried out in part
status-word-rejected = rejected
status-word-unknown = outcome unknown
status-word-cancelled = cancelled
status-word-expired = expired
status-word-superseded = replaced
status-word-withdrawn = withdrawn
since = { NUMBER($was, minimumFractionDigits: 2, maximumFractionDigits: 4) } → { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 4) } { $when }, { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %: { $verdict }.
since-split = It was { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } a share before the split since; both prices are of a share after it.
price-later = The price now: { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } { $when }.
proposed-and-bought = Proposed at { NUMBER($proposed, minimumFractionDigits: 2, maximumFractionDigits: 4) }; bought at { NUMBER($filled, minimumFractionDigits: 2, maximumFractionDigits: 4) }, { $when }.
proposed-and-sold = Proposed at { NUMBER($proposed, minimumFractionDigits: 2, maximumFractionDigits: 4) }; sold at { NUMBER($filled, minimumFractionDigits: 2, maximumFractionDigits: 4) }, { $when }.
since-unknown = I have no price of { $symbol } to compare with.
verdict-right = { $settled ->
    [yes] right after { $sessions } sessions
   *[no] right so far, after { $sessions ->
        [one] one session
       *[other] { $sessions } sessions
     }
 }
verdict-wrong = { $settled ->
    [yes] wrong after { $sessions } sessions
   *[no] wrong so far, after { $sessions ->
        [one] one session
       *[other] { $sessions } sessions
     }
 }
verdict-flat = { $settled ->
    [yes] neither right nor wrong after { $sessions } sessions
   *[no] neither right nor wrong so far, after { $sessions ->
        [one] one session
       *[other] { $sessions } sessions
     }
 }
verdict-too-early = too early to tell, no session has closed since
verdict-not-judged = not judged, a hold claims no direction
result-line = { $results }.
result-after = { $sessions } d { $change }
result-beside-market = { $sessions } d { $change } (market { $market })
result-of-two-spans = { $sessions } d { $change } (close to close { $between }, market { $market })
result-open = { $sessions } d not yet
result-unresolved = { $sessions } d no price
result-percent = { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
result-market = Results are after 1, 5 and 20 sessions; market: { $count ->
    [1] { $symbols }
   *[other] { $symbols } in equal parts
 } between the same closes; without dividends on both sides.
result-market-without = Left out where there was no price yet: { $symbols }.
review-heading = { $date } · { $what } · { $status }
review-reason = at the time: { $reason }

# What if

what-if-opening = { $symbol } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } { $when }; what a usual and a large move of one day would mean for { $shares ->
    [one] 1 share:
   *[other] { NUMBER($shares, maximumFractionDigits: 6) } shares:
 }
what-if-opening-one-share = { $symbol } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } { $when }; what a usual and a large move of one day would mean for { NUMBER($shares) } share (you hold none):
what-if-no-volatility = { $symbol } has too few sessions for a usual move to be computed.
what-if-stop = Stop level ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, that is ${ NUMBER($distance, minimumFractionDigits: 2, maximumFractionDigits: 2) } or { NUMBER($percent, maximumFractionDigits: 1) } % below; a fall to it would cost ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }. A stop is a level to act at, not an order: I place none.
what-would-change = Levels that would change the view
level-sma50 = 50-day average: ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } % from here
level-sma200 = 200-day average: ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } % from here
level-rsi-overbought = RSI(14) of 70, overbought: a next close of ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } % from here
level-rsi-oversold = RSI(14) of 30, oversold: a next close of ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $sign }{ NUMBER($percent, maximumFractionDigits: 1) } % from here
move-size = Move
move-price = Price
move-gain = Gain or loss
move-view = View then
move-row = { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } % ({ $sigmas ->
    [one] usual
   *[other] large
 })
view-word-buy = buy
view-word-hold = hold
view-word-sell = sell

# Commands

portfolio-totals = Paper account { $when }: ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) } in all, ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } in cash, ${ NUMBER($positions, minimumFractionDigits: 2, maximumFractionDigits: 2) } in positions.
portfolio-empty = No positions.
last-known-price = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } ({ $date })
last-known-price-stated = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } (priced by { $by } on { $date })
held-action-note = { $kind ->
    [split] Not booked: a split of { $symbol } listed for { $date }, { NUMBER($value, maximumFractionDigits: 8) } new shares for each, that its prices do not show. An admin can say what became of the shares: “/holding { $symbol } convert { $symbol } { NUMBER($value, useGrouping: 0, maximumFractionDigits: 8) }”, with 1 if nothing did.
   *[dividend] Not booked: a dividend of { $symbol } listed for { $date }, ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 6) } a share, more than a quarter of its price. If it was paid, an admin can say so: “/holding { $symbol } convert { $symbol } 1 { NUMBER($value, useGrouping: 0, minimumFractionDigits: 2, maximumFractionDigits: 6) }”.
 }
last-known-note = No believed price now, so counted at the last good one: { $symbols }. Only trades in these wait.
column-symbol = Symbol
column-shares = Shares
column-cost = Average cost
column-price = Price
column-value = Value
column-gain = Gain or loss before commission
column-weight = Weight
column-unrealised = Unrealised
column-realised = Realised
column-dividends = Dividends
account-headline = Account ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $gain } ({ $change }) since { $since }
account-cash = Cash: ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
account-cash-part = Cash: ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) } % of the account.
account-cash-line = Cash ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }
account-result-line = { $realised } realised · ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) } dividends
account-position-unpriced = { $symbol } { NUMBER($shares, maximumFractionDigits: 6) } · no price known, not counted
account-position-line = { $symbol } { NUMBER($shares, maximumFractionDigits: 6) } · ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } · { NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) } % · { $unrealised }
account-more-positions = { $count ->
    [one] and one more position
   *[other] and { $count } more positions
 }
account-benchmark-line = { $count ->
    [one] Same money in { $symbol }: { $change }
   *[other] Same money in all { $count } shares: { $change }
 }
account-details-opening = Paper account { $when }: ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) } in all, ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } of it in cash.
account-reconciliation = ${ NUMBER($start, minimumFractionDigits: 2, maximumFractionDigits: 2) } at the start, { $realised } realised, { $unrealised } unrealised, { $dividends } dividends: ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
account-closed-trades = { $count ->
    [one] One closed trade, { $wins ->
        [0] without a gain
       *[other] with a gain
     }: { $average }.
   *[other] { $count } closed trades, { $wins } of them with a gain ({ NUMBER($rate, minimumFractionDigits: 1, maximumFractionDigits: 1) } %); on average { $average }.
 }
account-no-closed-trades = No trade has been closed yet, so there is no win rate.
account-benchmark = { $count ->
    [one] The same money in { $symbols }
   *[other] The same money in equal parts of { $symbols }
 }, bought at the close of { $since } and held, dividends included: ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $change }.
account-no-benchmark = There is no comparison: the prices for it cannot be read now.
account-method = Realised results are against the average cost and after all commissions, those of purchases too. A closed trade is a sale. Dividends are credited on the ex-date.
account-nothing = –
account-weight = { NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
account-period = Account { $change } ({ $percent }) since the close of { $since }: ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } then, ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) } now.
account-period-until = Account { $change } ({ $percent }) from the close of { $since } to that of { $until }: ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } then, ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) } at its end.
account-period-before = The account began on { $since }: there is no result before that.
account-invested = ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } is invested, { NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) } % of the account; ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } is cash.
account-largest = Largest position: { $line }
account-best = { $symbol } has done best: { $result } ({ $unrealised } unrealised, { $realised } realised, ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) } dividends).
account-worst = { $symbol } has done worst: { $result } ({ $unrealised } unrealised, { $realised } realised, ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) } dividends).
account-fees = Commissions paid so far: ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
account-dividends = Dividends: ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } in all.
account-dividends-of = { $symbol }: ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } in dividends.
afford-enough = Yes: { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } cost ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }, and there is ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } in cash. Nothing was proposed; to buy, say “buy { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }”.
afford-too-much = No: { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } cost ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }; an order gets { NUMBER($most, maximumFractionDigits: 6) }: { $why }. Nothing was proposed.
afford-most = { $shares ->
    [0] An order gets no { $symbol } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: { $why }.
   *[other] An order gets { NUMBER($shares, maximumFractionDigits: 6) } { $symbol } at most, ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) } at ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }: { $why }.
 }
afford-loss = At the stop, ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }, that loses ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }.
afford-warning = Beyond { NUMBER($most, maximumFractionDigits: 6) } { $symbol } its card warns and asks once more: { $why }.
afford-money = that is all ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } buys
afford-nothing-proposed = Nothing was proposed.
afford-sale = { $fits ->
    [yes] Yes: you hold { NUMBER($held, maximumFractionDigits: 6) } { $symbol }. Nothing was proposed; to sell, say “sell … { $symbol }”.
   *[no] No: you hold { NUMBER($held, maximumFractionDigits: 6) } { $symbol }, and I sell nothing short. Nothing was proposed.
 }
account-cost = { $symbol }: ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 4) } on average, { $shares ->
    [one] 1 share
   *[other] { NUMBER($shares, maximumFractionDigits: 6) } shares
 }.
account-holding = { $symbol }: { $shares ->
    [one] 1 share
   *[other] { NUMBER($shares, maximumFractionDigits: 6) } shares
 } worth ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } ({ NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) } %).
account-gain = { $symbol }: { $unrealised } ({ $percent }) unrealised, { $realised } realised, ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) } dividends.
account-gain-over = { $symbol }: { $change } { $until ->
    [no] since { $since }
   *[other] from { $since } to { $until }
 }, dividends and sales included
account-not-held-then = { $symbol }: not held then.
account-held-before = { $symbol }: none now; { $realised } realised, ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) } dividends.
account-never-held = { $symbol }: none, now or before.
column-order = Order
column-when = Price of
column-status = Status
open-orders = Confirmed, but not carried out yet: { $orders }.
pending-nothing = Nothing is pending.
pending-opening = { $count ->
    [one] One decision is pending (times { $zone }):
   *[other] { $count } decisions are pending (times { $zone }):
 }
pending-opening-page = { $count } decisions are pending, { $first }–{ $last } (times { $zone }):
pending-line = • { $what } · { $price } · { $person } · to { $until }
pending-more = More: “/pending page { $page }” (of { $pages }), or “next page”.
pending-no-such-page = There is no such page: { $count } pending, { $pages ->
    [one] one page
   *[other] { $pages } pages
 }.
orders-nothing = There have been no orders yet.
orders-opening = { $count ->
    [one] The latest order ({ $zone }):
   *[other] The latest { $count } orders ({ $zone }):
 }
order-line = • { $time } { $person }: { $what } at { $price }, { $status }
column-confirmed-by = Confirmed by
column-confirmed-at = Confirmed at
order-buy = buy { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }
order-sell = sell { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }
order-status-new = not sent yet
order-status-submitted = sent
order-status-filled = filled
order-status-partially-filled = filled in part
order-status-rejected = rejected
order-status-cancelled = cancelled
order-status-in-part = { NUMBER($filled, maximumFractionDigits: 6) } filled, { $rest ->
    [open] the rest is open
    [rejected] the rest was rejected
   *[cancelled] the rest was cancelled
 }
order-status-unknown = outcome unknown
status = { $state } { $pending ->
    [0] Nothing is pending here.
    [one] One decision is pending here.
   *[other] { $pending } decisions are pending here.
 }
status-about = We talk about: { $focus }. { $market }
status-no-focus = nothing yet
state-idle = Waiting for your question.
state-analyzing = Talking over an analysis.
state-awaiting-confirm = Waiting for your confirmation.
state-executing = An order is on its way.
state-explaining = Explaining.
state-completed = The last decision was carried out.
state-error = Something went wrong at the last message.
market-sample = Market: the sample, at the close of { $date }.
market-yahoo = Market: Yahoo, live ({ $date }).
advance-done = The sample market moved on by { $count ->
    [one] one session
   *[other] { $count } sessions
 }, to the close of { $date }.
passed-results = { $count ->
    [one] A result is known now
   *[other] { $count } results are known now, the latest last{ $left ->
        [0] {""}
       *[other] ; { $left } earlier ones under Details
     }
}:
passed-result = { $date }: { $result }
passed-in-other-thread = In another thread: { $told }
passed-posted = { $count ->
    [one] One alert or brief was posted in its own channel or thread.
   *[other] { $count } alerts and briefs were posted in their own channels or threads.
}
advance-dividend = Dividend of { $symbol } on { $date }: ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } for { $shares ->
    [one] 1 share
   *[other] { NUMBER($shares) } shares
 }.
advance-split = { $symbol } was split on { $date }: { $shares ->
    [one] 1 share is
   *[other] { NUMBER($shares) } shares are
 } now { NUMBER($after) }{ $cash ->
    [0] .
   *[other] , and ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } in cash for the rest.
 }
advance-split-takes-back = { $symbol } was split on { $date }: { $shares ->
    [one] 1 share is
   *[other] { NUMBER($shares) } shares are
 } now { NUMBER($after) }. More than that had been sold since, so ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } of the proceeds is taken back.
advance-how = Say by how many sessions, for instance /advance 5. { $most ->
    [0] The sample has no more sessions.
    [one] The sample has one more session.
   *[other] The sample has { $most } more sessions.
 }
advance-too-far = { $most ->
    [0] The sample ends here: there are no more sessions.
    [one] The sample has only one more session.
   *[other] The sample has only { $most } more sessions.
 } The clock was not moved.
reset-done = We start afresh: what we talked about is forgotten. Limits that /limits lists stay. Pending decisions stay open until they expire; see /pending.

# Not understood, not possible

message-empty = That message was empty. Say “help” for what you can ask.
surplus-pace = I read up to { NUMBER($limit) } messages a minute from one person. This one and those you send right after it are not answered; please ask again in a minute.
surplus-waiting = { NUMBER($limit) } of your messages are waiting already, and I answer those first. This one and those you send meanwhile are not answered; please ask again after that.
surplus-presses = That is more presses a minute than I follow from one person: this one did nothing. Confirm and Cancel always work.
message-too-long = That message is longer than the { NUMBER($limit) } characters I read. Nothing was done with it; please shorten it.
small-talk-greeting = Hello! Ask me about a share (“how is AAPL?”), or say “help” for what I can do.
small-talk-thanks = You are welcome.
small-talk-farewell = Goodbye. Whatever is pending stays open until it expires.
small-talk-identity = I am Parley, a bot. I talk about trades, propose them, and carry out on a paper account only what you confirm; “help” says how.
small-talk-acknowledgement = All right.
small-talk-remark = All right, I can quote that later. It orders and limits nothing. “Remember that …” puts it into my memory.
lead-on-coverage = On this market I have data for { $covered }. Ask “analyze { $symbol }” or “should I buy { $symbol }?”.
lead-on-coverage-all = I cover shares and funds listed in the United States: name a ticker or a company, for instance “analyze AAPL” or “should I buy Microsoft?”.
lead-on-guidance = Start with one share: “analyze { $symbol }” shows its figures with arguments for and against, and “should I buy { $symbol }?” makes a proposal that fits your account. “/portfolio” shows what you have. Nothing is bought before you confirm it, and nobody else can.
lead-on-card = Confirm carries the trade out on the paper account, with play money, once, and cannot be undone: a sale later is a trade of its own. Cancel drops it. Nothing happens by itself: a card that nobody presses expires at the time that it names. You need not watch the price: I do, if you ask for an alert.
lead-on-ordering = Say for instance “buy 3 { $symbol }” or “buy $500 of { $symbol }”. I show what it comes to, and trade on the paper account once you confirm it.
not-known = I found nothing on that in what was said here or noted, and cannot answer it otherwise. “Remember that …” keeps a note; “help” shows what you can ask.
not-understood = I did not understand that. I analyze shares, propose trades and keep the account: try “analyze { $symbol }”, “should I buy { $symbol }?”, “/portfolio”, or “help”.
not-understood-pending = I did not take that as a confirmation, and nobody else may confirm it. To confirm, say “do it” or press Confirm; or ask “why?”, or say “cancel” or “help”.
not-understood-not-yours = I did not take that as a confirmation. What is pending here may be confirmed or cancelled only by who asked for it: the card names them. To have one of your own, say for instance “buy 1 { $symbol }”.
not-understood-open = I did not understand that; nothing was traded or cancelled. What is pending stays open, and only you may confirm or change it: say “cancel” to drop it, “why?” for the reasons, or “help”.
not-understood-of-others = I did not understand that; nothing was traded or cancelled. What is pending stays open: only who asked for it may confirm, change or cancel it. “Why?” tells the reasons.
guess-question = I am not sure what you mean. Did you mean:
share-before = Did you mean { $symbol }, which we spoke of before?
guess-limit-end = Remove limit { $number }
guess-alerts-end = Remove alert { $numbers }
guess-none = None of these
guess-none-pressed = Then say it in other words, please; “help” shows what I can do.
guess-note-instead = Instead of “{ $text }”
guess-note = Note: “{ $text }”
guess-of = { $what }: { $symbols }
guess-buy = Buy
guess-sell = Sell
guess-size = { $unit ->
    [percent] { NUMBER($value, maximumFractionDigits: 2) } % of
    [money] ${ NUMBER($value, maximumFractionDigits: 2) }
   *[other] { NUMBER($value) }
}
guess = { $what ->
    [advise] Whether to trade
    [deep] Thorough analysis
    [memory] What was said
    [view] What would change the view
    [compare] Comparison
    [correct] Change the pending order
    [define] What a word means
    [explain] Reasons
    [figure] Figures
    [remember] Remember this
    [review] Look back at decisions
    [alert] Set an alert
    [account] The account
    [alerts] Alerts
    [briefs] Get briefs regularly
    [brief] Brief
    [limits] Limits
    [notes] What I remember
    [orders] Orders
    [pending] What is pending
    [list] Watch list
    [limit] Set a limit
    [suppose] What if
    [unwatch] Take off the watch list
    [watch] Put on the watch list
    [undo-alert] Undo: the alert
    [undo-limit] Undo: the limit
    [undo-watch_list] Undo: the watch list
    [undo-brief] Undo: the briefs
    [undo-note] Undo: the note
    [undo-card] Undo: the cancelled card
   *[analyze] Analysis
}
did-you-mean-confirm = I did not take that as a confirmation. To confirm, say “do it” or press Confirm.
did-you-mean-cancel = I did not take that as a cancellation. To cancel, say “cancel” or press Cancel.
which-symbol = Which share do you mean? Name its ticker or the company, for instance { $symbol }.
no-data-for = I have no data for { $symbols } on this market; it has { $covered }. For live prices start me with MARKET_DATA=yfinance.
unknown-symbol = I know no instrument called “{ $word }”.
misspelt-ask = Did you mean { $names }? Then say “{ $corrected }”. I have proposed nothing.
misspelt-read = I read “{ $word }” as { $name }.
unknown-beside-known = I have proposed nothing: say it again with the names you mean.
premise-not-bought = You have not bought { $symbol }.
premise-instead = Say “analyze { $symbol }” for its figures, or “should I sell { $symbol }?” for a proposal.
premise-not-passed = No decision on { $symbol } was passed on: none was cancelled, expired or ended in “hold”.
premise-not-passed-then = In that time, no decision on { $symbol } was passed on.
premise-instead-of-passed = Say “analyze { $symbol }” for its figures, or “should I buy { $symbol }?” for a proposal.
premise-not-sold = You have not sold { $symbol }.
unknown-symbols-too = Nor do I know { $words }.
unknown-symbol-near = I know no instrument called “{ $word }”. Did you mean { $near }?
refused-nothing-pending = Nothing is pending here that could be confirmed; /pending shows what waits anywhere.
refused-nothing-to-cancel = There is nothing to cancel here; /pending shows what waits anywhere.
refused-order-underway = An order is on its way; that cannot be changed now.
refused-in-error = Something went wrong before this; say /reset to start afresh.
possible-now = Possible now: { $what }.
possible-analyze = analyze a share
possible-decide = ask for a decision
possible-explain = ask why
possible-confirm = confirm
possible-cancel = cancel
possible-followup = ask “what if”
possible-review = review decisions
problem-one-size-for-several = You named one size for several shares, and I do not guess whether it is for each or in all; please ask for one share at a time.
problem-nothing-proposed = Nothing was proposed.

# What has become of a decision, when somebody asks

decision-status-proposed = Not confirmed yet, so nothing was traded: { $what }. It can be confirmed until { $until }.
decision-status-confirmed = Confirmed, but not carried out yet: { $what }.
decision-status-submitted = The order to { $what } is on its way; /orders shows what becomes of it.
decision-status-unknown = The order to { $what } went out, but its outcome is not known yet. It will not be sent twice; /orders shows what becomes of it.
decision-status-filled = Carried out: { $what }; /orders shows the price.
decision-status-partially-filled = Carried out in part: { $what }; /orders shows what becomes of the rest.
decision-status-rejected = Rejected, and nothing was traded: { $what }.
decision-status-cancelled = Cancelled, and nothing was traded: { $what }.
decision-status-expired = Expired without a confirmation, and nothing was traded: { $what }.
decision-status-superseded = Replaced by a newer decision, and nothing was traded: { $what }.
decision-status-withdrawn = Withdrawn, because the holding was corrected or gone, and nothing was traded: { $what }.
decision-status-elsewhere = You have ordered nothing{ $symbol ->
    [none] {""}
   *[one] {" "}in { $symbol }
 } in this thread. Your latest order in another one:
position-held = You hold { $shares ->
    [0] no { $symbol }
   *[other] { NUMBER($shares, maximumFractionDigits: 6) } { $symbol }
 }.
decision-status-none = There is no order of yours{ $symbol ->
    [none] {""}
   *[one] {" "}in { $symbol }
 }; /pending lists what waits for anybody.
trade-record = { $person ->
    [none] Confirmed
   *[other] { $person } confirmed it
 } on { $when }.
cancelled-heading = { $count ->
    [one] Cancelled:
   *[other] Cancelled, the latest first:
 }
cancelled-line = { $what }: { $by ->
    [none] cancelled
   *[other] by { $by }
 }, { $when }{ $why ->
    [none] . No reason was given.
   *[other] : “{ $why }”
 }
cancelled-none = Nothing{ $symbols ->
    [none] {""}
   *[other] {" "}on { $symbols }
 } was cancelled then. What expired or was replaced is no cancellation.
trade-record-stop = Stop ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 4) }: a level, not an order.
trade-record-result = That sale realised { $gain }.
order-of-nobody = I find no order here that “{ $person }” asked for; /pending lists what waits for anybody.
trade-record-none = Nothing{ $symbol ->
    [none] {""}
   *[one] {" "}in { $symbol }
 } was { $side ->
    [buy] bought
    [sell] sold
   *[none] confirmed
 } here so far. I see this account only, not what others buy or sell.
