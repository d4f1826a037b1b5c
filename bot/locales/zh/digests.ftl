### 分析师报告的摘要：看法是怎样变化的。`$side` 是倾向的正负。

digest-value = { $side ->
    [none] 没有数据
    [minus] −{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[plus] +{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }
digest-lean = { $date } { digest-value }
digest-history = 按规则的历次看法：{ $leans }
digest-new = 比上一份报告新增：{ $points }
digest-gone = 不再成立：{ $points }
digest-standing = 一直成立：{ $points }
digest-as-of = 报告时间 { $time }，在本时段早些时候。

## 简报中

briefs-view = { $symbol } { $analyst }看法 { $now }（此前 { $before }）{ $why ->
    [none] { "" }
    [gone] ：不再“{ $point }”
   *[new] ：{ $point }
 }
briefs-more-views = 还有 { $count } 个看法变化
