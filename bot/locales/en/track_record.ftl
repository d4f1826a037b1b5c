# How good the forecasts were

track-record-none = { $made ->
    [0] There is no forecast yet: each proposed trade makes one.
   *[other] No forecast is settled yet: that takes { $sessions } sessions.
}
track-record-none-of-own = No forecast of an engine’s own is settled yet.
track-record-cut = Only the latest { $count } forecasts are counted; there are older ones.
track-record-orders-apart = { $count ->
    [one] One settled order that the engine did not back is counted apart, in the details.
   *[other] { $count } settled orders that the engine did not back are counted apart, in the details.
}
track-record-proves-nothing = { $cases ->
    [one] One settled forecast proves nothing.
   *[other] { $cases } settled forecasts prove nothing.
}
track-record-proves-nothing-separate = { $cases } settled forecasts, of which only { $independent ->
    [one] one is a separate case, prove
   *[other] { $independent } are separate cases, prove
 } nothing.
track-record-heading = { $cases ->
    [one] { $hits } of 1 settled forecast came true
   *[other] { $hits } of { $cases } settled forecasts came true
}
track-record-rate = { $rate }, { $independent ->
    [one] 1 separate case
   *[other] { $independent } separate cases
}
track-record-rate-interval = { $percent } % ({ $low }–{ $high } %)
track-record-mean-interval = { $value } ({ $low } to { $high })
track-record-signed = { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
track-record-result = Result { $mean }
track-record-excess = Less the market { $mean }
track-record-held = shares held { $held }, market { $market }
track-record-brier = Brier { NUMBER($brier, minimumFractionDigits: 3) }, skill { $skill }
track-record-brier-only = Brier { NUMBER($brier, minimumFractionDigits: 3) }
track-record-not-scored = Not scored: { $reasons }.
track-record-counted = { $count } { $what }
track-record-unscored-replaced = replaced
track-record-unscored-pending = only proposed
track-record-unscored-waiting = not settled yet
track-record-unscored-unresolved = without a price
track-record-unscored-equal = on the market itself

track-record-by-confidence = By the confidence shown
track-record-by-engine = By engine, beside holding the same shares or the market over the same spans
track-record-by-action = By action
track-record-by-person = By who asked
track-record-beside = { $engine } beside { $other } on the same { $cases ->
    [one] case
   *[other] { $cases } cases
 }, by what { $other } thought of the share then{ $left ->
    [0] {""}
    [one] ; on one more, { $other } took no side
   *[other] ; on { $left } more, { $other } took no side
}
track-record-by-order = Orders of people that the engine did not back: in no other score but by who asked
track-record-order-undecided = it took no side
track-record-order-against = it spoke against it
track-record-action-increase = buy
track-record-action-decrease = sell
track-record-action-close = sell all
track-record-band = { $low }–{ $high } %: { $stated } % said, { $hits } of { $cases } came true, { $rate }
track-record-group = { $name }: { $hits } of { $cases } came true, { $rate }; result { $result }, less the market { $excess }; { $held }; { $brier }{ $few ->
    [yes] ; too few to prove anything
   *[no] {""}
}
track-record-how = How this is counted
track-record-event = A proposal to buy forecasts that the share beats the market over { $sessions } sessions, one to sell that it falls behind it, with the confidence shown. It is stored with the proposal and never changed. A hold forecasts nothing. An order that the engine spoke against, or on which it took no side, is no forecast of its own.
track-record-independence = { $cases ->
    [one] One case
   *[other] { $cases } cases
}, but spans on the same share overlap, and then they are no separate evidence: { $independent } do not. All intervals count only these; shares may still move together.
track-record-intervals = Intervals are for 95 %: Wilson’s for rates, Student’s for averages. Brier is the mean squared miss, 0 at best and 0.25 for always saying 50 %; skill compares it with saying how often the event had happened before: 0 is no better.
track-record-sales = Changes are of prices, without dividends and costs; a sale counts what it avoided. The market is the benchmark of the account.
track-record-fates = What became of those decisions: { $fates }. Those not carried out count from the price proposed.
track-record-base-rates = The frequency before is from: { $sources }.
track-record-base-rate-history = the share’s past
track-record-base-rate-forecasts = earlier forecasts
track-record-base-rate-unknown = nothing, so 50 %
track-record-no-edge = None of this shows that a later forecast will come true.

# What was learnt of a decision

learnt = Looking back on { $symbol }
learnt-outcome = { $date } { $what }: { $stance ->
    [own] its forecast { $came ->
        [yes] came true
       *[no] did not come true
     }
    [against] an order that the engine spoke against
   *[undecided] an order on which the engine took no side
}; by { $settled } the share was { NUMBER($percent, minimumFractionDigits: 1) } % { $side ->
    [behind] behind
   *[ahead] ahead of
} the market.
learnt-right = Right: { $arguments }.
learnt-wrong = Wrong: { $arguments }.
learnt-by-model = By a model: { $words }
learnt-one-case = This is one case: no lesson.
learnt-lesson = { $stance ->
    [own] Of { $cases } such forecasts settled by then, { $come_true } had come true.
   *[other] Of { $cases } such orders settled by then, { $come_true } had turned out right.
}

calibration = Of { $cases } earlier forecasts with a confidence of { $low }–{ $high } %, settled when this was proposed, { $percent } % had come true ({ $least }–{ $most } %, by the { $independent } separate cases). The confidence shown is as stated.
