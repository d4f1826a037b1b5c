## Trading limits

limit-text = { $measure ->
    [trade] { $unit ->
        [shares] { $value ->
            [0] { $symbols ->
                [none] no purchases
               *[other] never buy { $symbols }
             }
           *[other] at most { NUMBER($value) } shares in one purchase{ limit-symbols }
         }
        [percent] at most { NUMBER($value, maximumFractionDigits: 2) } % of total assets for one purchase{ limit-symbols }
       *[money] at most ${ NUMBER($value, maximumFractionDigits: 2) } for one purchase{ limit-symbols }
     }
    [total] at most { limit-amount } for purchases{ limit-symbols }{ $period ->
        [day] {" "}a day
        [week] {" "}a week
        [month] {" "}a month
       *[none] {" "}in all
     }
    [position] { $unit ->
        [shares] a position of at most { NUMBER($value) } shares{ limit-symbols }
       *[other] a position of at most { limit-amount }{ limit-symbols }
     }
    [positions] { $value ->
        [one] at most 1 position at once
       *[other] at most { NUMBER($value) } positions at once
     }
    [cash] at least { limit-amount } stays in cash
    [loss] a loss at the stop of at most { limit-amount } for one purchase{ limit-symbols }
   *[preference] “{ $text }”
 }
limit-amount = { $unit ->
    [percent] { NUMBER($value, maximumFractionDigits: 2) } % of total assets
   *[other] ${ NUMBER($value, maximumFractionDigits: 2) }
 }
limit-symbols = { $symbols ->
    [none] {""}
   *[other] {" "}of { $symbols }
 }
limit-scope = { $scope ->
    [thread] { $by }, in this thread
    [channel] this channel, set by { $by }
   *[person] { $by }, in every conversation
 }
limit-excess = { $unit ->
    [shares] { NUMBER($excess) } shares
    [positions] { $excess ->
        [one] 1 position
       *[other] { NUMBER($excess) } positions
     }
   *[other] ${ NUMBER($excess, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }
reason-exceeds-trading-limit = It exceeds a limit by { limit-excess }: { limit-text } ({ limit-scope }).
reason-within-trading-limit = It keeps the limit: { limit-text } ({ limit-scope }).
reason-unenforced-preference = Stated by { $by }, and nothing that I can check: “{ $text }”.
reason-sized-by-trading-limit = Size { NUMBER($shares) }: the most whole shares within your limits.
violation-above-trading-limit = It would exceed a limit by { limit-excess }: { limit-text } ({ limit-scope }). At most { NUMBER($suggested_shares) } whole shares fit. “/limits” shows and removes limits.

limit-with-scope = { limit-text } ({ limit-scope })
limit-noted = Noted: { $limits }. What I size keeps within it; the card of an order of yours beyond it says so. “/limits” shows and removes it.
limit-noted-preference = Noted as a rule that I cannot check: { $limits }. I show it on the cards of trades; “/limits” removes it.
limit-replaces = It replaces: { $limits }.
limit-exceeded-by-pending = Your pending decision exceeds it and can no longer be confirmed as it is: { $what }. Change its size, or cancel it.
limit-problem-unclear = That sounds like a limit, but I did not understand all of it. Nothing was noted or proposed.
limit-problem-expiry = My limits have no expiry, so nothing was noted or proposed. Say it without the time, and end it with “drop the limit” when it is over.
limit-problem-price-or-total = Is that number the price of one share, or what you want to spend in all? I have no limit orders. For money say “at most $500 in all”. Nothing was proposed, changed or noted.
limit-problem-number = That sounds like a limit, but I see no single number in it. Nothing was noted or proposed.
limit-problem-unit = Is that number dollars or shares? Nothing was noted or proposed.
limit-problem-currency = Limits are in US dollars. Nothing was noted or proposed.
limit-problem-group = I do not know sectors, industries or countries, so I cannot hold a limit on one. A limit is for one purchase, for one share, for all purchases a day, week or month, or for cash. Nothing was noted or changed.
limit-problem-everybody = A limit for everybody in this channel is set by a button or by “/limits channel” with the limit behind it. Nothing was noted or proposed.
limit-offered = Shall this bind everybody’s trades in this channel: { $limits }?
limit-for-everybody = For everybody here
limit-for-me = For me alone
limit-how-to-say = Say it for instance as “at most $2,000 per trade”, “never more than 5 % in one stock”, “I have $3,000 to invest” or “always keep $20,000 in cash”.
limits-heading = Limits on your trades here:
limit-of-request = at most ${ NUMBER($value, maximumFractionDigits: 2) }{ limit-symbols }
limits-of-request = { $what }, said with a request. “No limit” lifts it.
limits-changes = Limits as they came and went, the latest first:
limit-stated-line = { $when }, { $by }: + { $limit }{ $said ->
    [none] {""}
   *[other] {" "}(“{ $said }”)
 }
limit-ended-line = { $when }, { $by ->
    [none] not known by whom
   *[other] { $by }
 }: − { $limit }
limits-never-changed = No such limit was ever set that binds your trades here.
limits-none = No limits are in force here.
limits-none-own = You have no limit of your own that I could lift, so nothing was changed. “/limits remove 1” removes one of these by its number.
limits-none-bind = No limit binds your trades here.
limits-of-others = Limits on the trades of others here:
limits-exceeded-by-pending = Pending and beyond a limit or cap, by how much:
limits-exceeded-line = { $what }: { $why }
limits-kept-by-pending = Pending and within these limits: { $what }.
caps-kept-by-pending = Pending and within the caps set for everybody: { $what }. “What is a cap?” tells them.
limits-how = “/limits at most $2,000 per trade” adds one for you, “/limits channel at most $2,000 per trade” one for everybody in this channel; “/limits remove 1” removes one, “/limits clear” all of yours.
limits-not-read = I did not understand that as a limit. { limit-how-to-say } “/limits remove 1” removes the first of the list.
limits-which = Which one? Name its number, for instance “/limits remove 1”. Nothing was removed.
limits-ended = No longer in force: { $limits }.
limits-left = Still in force, for everybody here: { $limits }.
limit-spent = ${ NUMBER($spent, minimumFractionDigits: 2, maximumFractionDigits: 2) } of it is spent.
order-exceeds-limit = { $symbol }: beyond your limit by { $why }. Confirming goes beyond it this once.
