# What of a message was understood but cannot be used, and what to say instead: one sentence per code of
# bot/domain/conversation/problems.py.

# Amounts of money

problem-amount-too-precise = The amount has more than two decimals; dollars and cents are enough.
problem-amount-currency = I count in US dollars only; please give the amount in dollars.
problem-amount-unit-missing = Dollars or shares? Say “$500” or “500 shares”.
problem-amount-is-target = Is that what shall be left, or what shall be traded? Say how much to buy or sell, as in “sell $2,000 of AAPL”.

# Shares

problem-shares-not-whole = I trade whole shares only; please name a whole number of them, or an amount in dollars.
problem-shares-ambiguous = I read more than one number of shares where I can use only one; please name one.

# Parts of a position

problem-fraction-out-of-range = A part must be more than 0 % and at most 100 %; please name another.
problem-fraction-is-target = A part of what? Say “trim AAPL to 30 % of what I hold” or “raise AAPL to 10 % of the account”, or how much to sell, as in “sell half of AAPL”.
problem-fraction-of-assets = A part of the account can be the size of a purchase or the target of a position, as in “buy AAPL for 10 % of the account”. For this, say an amount, as in “at most $3,000”.
problem-fraction-base-unclear = Of the cash, or of the whole account? Say “10 % of my cash” or “10 % of the account”.
problem-fraction-unclear = A part of what? Say “sell half of AAPL” for what you hold, or “buy AAPL for 10 % of the account”; otherwise name dollars or shares.

# Stops

problem-stop-not-a-price = Every purchase has a stop, which is a price in dollars: say “stop at 700” or “a stop 5 % below”, or order without a word of it and I name one.

# The rest

problem-number-unreadable = I cannot use a number in this: it must be greater than zero and plainly written, like “10 shares” or “$3,000”.
problem-part-denied = You say of a part that it is not meant, and I do not guess: please name only what is meant. Nothing was changed.
problem-removal-denied = You say what is not to be removed: nothing was removed, and nothing has changed.
problem-number-unused = I see a number, but not what it is for: shares, dollars or a part? Say for instance “buy 25 shares of IBM”.
problem-price-condition = I cannot wait for a price: I trade at the price of the moment when you confirm. Ask again when it is there.
spread-not-done = I do not spread a sum over shares by myself. Name each with its amount, as in “buy $3,000 of GOOG and $2,000 of IBM”; “which is the safest?” or “which pays most?” compares them. Nothing was proposed.
problem-date-impossible = There is no such date; write it like 2013-01-31.
problem-shares-unnamed = Which shares do you mean? Name them, as in “IBM and MSFT”.
problem-date-to-come = That time is still to come: I know figures up to now only.
problem-date-unknown = Of which days? Name them, as in “since December 14” or “from January 7 to 14”.
problem-date-ambiguous = That date can be read in two ways; write it like 2013-01-31.
problem-order-restated = You corrected yourself, and I do not want to guess: say the whole order once more, as in “sell 5 GOOG”.
problem-order-quoted = That reads like somebody else’s words, or a quotation, which I do not act on. If you want it, say it yourself, as in “buy 5 IBM”.
problem-order-to-other = That is said to somebody else here, so I do nothing. If you want it from me, say it without the name, as in “buy 5 IBM”.
problem-order-unexplained = Not all of your message is clear to me; say only the order, as in “sell 2 IBM” or “sell all IBM”.
problem-order-shares-unclear = Not all of your message is clear to me; say only the order, as in “sell 2 IBM” or “sell all IBM”.
problem-order-with-more = I trade at once, in one go and in this account only, and set no reminders. If you want the order all the same, send it alone, as in “buy 5 IBM”.
problem-two-trades = I propose one trade at a time; please ask for one, then for the other.
problem-not-shares = I trade shares only, no options or futures.
problem-watch-list = With a watch list I can do three things: “/watch” shows its shares with their last prices and how they moved, “/watch AAPL” adds a share, “/unwatch AAPL” takes one off. To be told of a price, set an alert: “/alert AAPL < 400”. I changed no list, and read no order in what you said.
problem-list-unnamed = Which list do you mean? “/unwatch AAPL” takes a share off the watch list, “/unwatch all” takes off all of them; “/alerts” lists price alerts and removes them; “/pending” shows what can be cancelled. Nothing was changed.
problem-order-type = I place no limit, stop or trailing orders, none on margin and none that repeat, and I trade no bonds: I trade shares at the price of the moment when you confirm. A stop level on a card is a level to watch.
problem-conditional-order = I can't do that yet: I place no orders that wait for a price or an event. Order it now, or say “alert me when …” with a price: an alert tells you, and orders nothing.
problem-scheduled = I can't do that: I place no orders for later. Ask me when you want to trade.
problem-short-sale = I do not sell short; say “sell” for what is held.
problem-message-cut = That message is too long for me to read as a request, and I act on no part of one. Please say in a sentence or two what you want.
problem-off-topic = That is outside what I do. I analyze shares, answer for their figures, propose trades and keep the account; “help” shows examples.

# What was understood of an order that is not clear, as a question before the sentence of the problem.
unclear-order-how-much = { $side ->
    [buy] Buy how much { $symbols }?
   *[sell] Sell how much { $symbols }?
 }
unclear-order-which = { $side ->
    [buy] Buy which: { $symbols }?
   *[sell] Sell which: { $symbols }?
 }
