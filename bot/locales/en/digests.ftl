### Digests of analysts' reports: how a view has developed. `$side` is the sign of a lean.

digest-value = { $side ->
    [none] no data
    [minus] −{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[plus] +{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }
digest-lean = { digest-value } on { $date }
digest-history = By rules so far: { $leans }
digest-new = New since the report before: { $points }
digest-gone = No longer: { $points }
digest-standing = All the while: { $points }
digest-as-of = Reported at { $time }, earlier in this session.

## In a brief

briefs-view = { $symbol }, { $analyst } view { $now } (was { $before }){ $why ->
    [none] { "" }
    [gone] : no longer “{ $point }”
   *[new] : { $point }
 }
briefs-more-views = and { $count } more { $count ->
    [one] view that has changed
   *[other] views that have changed
 }
