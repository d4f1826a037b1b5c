## Questions for figures: names, values and lines

measure-name-price = price
measure-name-open = opening price
measure-name-gap = gap at the open
measure-name-change = change
measure-name-total-return = return with dividends
measure-name-high = high
measure-name-low = low
measure-name-range = range
measure-name-from-high = distance from the high
measure-name-from-low = distance from the low
measure-name-average = average price
measure-name-from-average = distance from the average
measure-name-volume = volume
measure-name-average-volume = average volume
measure-name-volume-ratio = volume against its average
measure-name-rsi = RSI
measure-name-macd = MACD
measure-name-atr = ATR
measure-name-volatility = volatility
measure-name-drawdown = drawdown
measure-name-pe-ratio = P/E
measure-name-eps = earnings a share
measure-name-dividend-yield = dividend yield
measure-name-market-cap = market value
measure-name-shares-outstanding = shares outstanding
measure-name-earnings-date = date of results
measure-name-ex-dividend = ex-dividend date
measure-name-news = headlines
measure-name-weight = weight
measure-name-profit = profit
measure-name-shares-held = shares held
measure-name-cost = average cost
measure-name-stop = stop
measure-name-dividends = dividends a share
measure-name-dividends-received = dividends received

measure-price = { $change ->
    [no] close { $value } on { $day }
   *[other] { $value } ({ $change })
 }
measure-open = opened at { $value }
measure-gap = opened at { $level }, { $value } from the close before
measure-change = { $value } on the day
measure-total-return = { $value } with dividends
measure-high = { $span ->
    [year] 52-week high
   *[other] high
 } { $value } on { $day }{ $since ->
    [no] {""}
   *[other] {", of all days since "}{ $since }
 }
measure-low = { $span ->
    [year] 52-week low
   *[other] low
 } { $value } on { $day }{ $since ->
    [no] {""}
   *[other] {", of all days since "}{ $since }
 }
measure-range = { $span ->
    [year] 52 weeks
   *[other] range
 } { $value }–{ $level }
measure-from-high = is { $value } below its { $span ->
    [year] 52-week high
   *[other] high
 } of { $level } ({ $day })
measure-from-low = is { $value } above its { $span ->
    [year] 52-week low
   *[other] low
 } of { $level } ({ $day })
measure-average = { $span ->
    [year] { $sessions }-day average
   *[other] average close
 } { $value }
measure-from-average = is { $value } { $side } its { $sessions }-day average of { $level }
figure-above = above
figure-below = below
measure-volume = { $span ->
    [days] volume a session, on average,
   *[other] volume
 } { $value }
measure-average-volume = average volume { $value }{ $span ->
    [days] {""}
   *[other] {" "}over { $sessions } sessions
 }
measure-volume-ratio = volume { $value } average
measure-rsi = RSI({ $sessions }) { $value }
measure-macd = MACD { $value }, signal { $level }
measure-atr = ATR({ $sessions }) { $value }
measure-volatility = volatility { $value } a year
measure-drawdown = { $span ->
    [days] deepest fall { $value }, to { $day }
   *[other] { $value } below its highest close of a year
 }
measure-pe-ratio = P/E { $value }
measure-eps = earnings { $value } a share
measure-dividend-yield = dividend { $value }
measure-market-cap = market value { $value }
measure-shares-outstanding = { $value } shares outstanding
measure-earnings-date = { $day ->
    [no] next results: I know no date
   *[other] next results: I know no date; the last became public on { $day }
 }
measure-ex-dividend = next ex-dividend date: I know none; the last was { $day }, { $level } a share
measure-dividends = dividends of { $value } a share
measure-news = “{ $title }” ({ $source }, { $day }){ $more ->
    [0] {""}
   *[other] {" "}and { $more } more
 }

figure-percent-short = { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
figure-percent = { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } %
figure-decimal = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
figure-one-place = { NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }
figure-multiple = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } ×
figure-count = { NUMBER($value, maximumFractionDigits: 0) }

figure-over = { $text }, { $first } to { $last }
figure-not-over-days = { $symbol } { $figures } ({ $when }; known for a day, not over a span)
figure-begun-later = { $symbol }: my prices begin on { $day } only, and so does what is said of it.
figure-value-of = { $symbol } { $value }
figure-list = { $name }: { $values } ({ $when })
figure-ranked = By { $name }, { $order ->
    [highest] highest first
    [largest] largest move first
   *[lowest] lowest first
 }: { $values } ({ $when })
figure-first = { $measure ->
    [change] { $symbol } { $order ->
        [largest] { $pair ->
            [yes] moved more
           *[no] moved most
         }
        [highest] did { $pair ->
            [yes] better
           *[no] best
         }
       *[lowest] did { $pair ->
            [yes] worse
           *[no] worst
         }
     }
    [from_high] { $symbol } is { $order ->
        [highest] closest to
       *[lowest] farthest from
     } its high
    [from_low] { $symbol } is { $order ->
        [lowest] closest to
       *[highest] farthest from
     } its low
   *[other] { $symbol } has the { $order ->
        [highest] { $pair ->
            [yes] higher
           *[no] highest
         }
       *[lowest] { $pair ->
            [yes] lower
           *[no] lowest
         }
     } { $name }
 }: { $value }; { $others } ({ $when })
figure-first-equal = No difference: { $symbols } have the same { $name }, { $value } ({ $when })
figure-first-none = I know the { $name } of none of them.
figure-none-there = { $scope ->
    [held] You hold no shares.
   *[watched] The watch list is empty.
 }
figure-those = { $test }: { $count ->
    [0] none
   *[other] { $symbols }
 }. { $values } ({ $when })
figure-test-judged = { $judgement ->
    [overbought] Overbought, RSI above { NUMBER($bound, maximumFractionDigits: 0) }
    [oversold] Oversold, RSI below { NUMBER($bound, maximumFractionDigits: 0) }
    [cheap] Cheap by earnings, P/E below { NUMBER($bound, maximumFractionDigits: 0) }
   *[expensive] Expensive by earnings, P/E above { NUMBER($bound, maximumFractionDigits: 0) }
 }
figure-test = { $measure ->
    [from_average] { $above ->
        [yes] Above the average
       *[no] Below the average
     }
   *[other] { $name } { $above ->
        [yes] above
       *[no] below
     } { $bound }
 }
figure-mean = { $text }; the market { $mean } (mean of { $symbols })
figure-mean-alone = The market { $mean }, the mean of { $values } ({ $when })
figure-update = { $price }
    Volume { $volume }, { $ratio } its average of 20 sessions
    { $headline } · { $results }
figure-extreme = { $symbol }, { $measure ->
    [change] { $order ->
        [highest] best day
       *[lowest] worst day
     }
   *[other] { $order ->
        [highest] highest
       *[lowest] lowest
     } { $measure ->
        [price] close
       *[other] { $name }
     }
 }: { $value } on { $day } ({ $first } to { $last })
figure-how-often = { $symbol } { $measure ->
    [change] { $above ->
        [yes] rose
       *[no] fell
     }{ $bound ->
        [no] {""}
       *[other] {" "}more than { $bound }
     }
   *[other] { $name } { $above ->
        [yes] above
       *[no] below
     } { $bound }
 } on { $count } of { $sessions } days ({ $first } to { $last }){ $day ->
    [no] {""}
   *[other] , last on { $day }
 }
figure-last-day = { $symbol } { $measure ->
    [change] { $above ->
        [yes] up
       *[no] down
     } more than { $bound }
   *[other] { $name } { $above ->
        [yes] above
       *[no] below
     } { $bound }
 }: { $day ->
    [no] on none of { $sessions } days
   *[other] last on { $day }, { $value }
 } ({ $first } to { $last })
figure-purchase = { $symbol }: { $shares ->
    [no] ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[other] { NUMBER($shares, maximumFractionDigits: 6) } shares for ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 } at the close of { $first } (${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) }) would be ${ NUMBER($worth, minimumFractionDigits: 2, maximumFractionDigits: 2) } at that of { $last } (${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }): { $sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $change }{ $dividends ->
    [0] {""}
   *[other] ; ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) } dividends besides
 }
figure-check = { $answer ->
    [yes] Yes
   *[no] No
 }: { $text }
figure-change-details-first = From
figure-change-details-last = To
figure-days = Days: { $days }
figure-formula = Changes count from close to close, without dividends; highs and lows are those within sessions.
figure-return-of = { $symbol } { $percent }
figure-return-total = Since bought, dividends included: { $gain } on ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }, { $percent } ({ $each })
figure-hours-open = The exchange is open and closes at { $closes }.
figure-hours-closed = The exchange is closed; the next session is { $opens } to { $closes }.
figure-card = { $measure ->
    [card_shares] { $what }: { $value }
    [card_cost] { $what }: { $value }{ $side ->
        [sell] {" "}comes in
       *[buy] {" "}in all
     }
    [cash_after] { $what }: cash { $value } afterwards
    [weight_after] { $what }: { $value } of the account afterwards
   *[loss_at_stop] { $what }: { $value } lost at the stop
 }
figure-card-no-stop = { $what }: it has no stop
figure-card-now = { $line }, { $value } now
figure-since-when = Since which day? Name it, as in “since December 14”.
figure-card-none = { $symbols ->
    [no] No order waits for your confirmation here.
   *[other] No order for { $symbols } waits for a confirmation.
 }
missing-not-over-days = known for a day, not over a span
missing-no-session = no prices on those days
missing-no-news = none were published in those days
missing-not-held = not held
account-known-now = I know this as of now only, not for the time you name:
account-smallest = Smallest position: { $line }
figure-card-shares = { $shares ->
    [one] 1 share
   *[other] { NUMBER($shares) } shares
 }
figure-cards = { NUMBER($count) } orders together
