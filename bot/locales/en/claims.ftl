## Arguing with the rules’ view: what a claim comes to

claim-finding = { $finding ->
    [borne_out] That is so
    [other_value] { $denied ->
        [yes] Yet it is { $claimed }
       *[no] Not { $claimed }
     }
    [between] Not quite
    [unknown] That I cannot check
   *[opposite] That is not so
 }: { $figure }
claim-claimed = { $relation ->
    [above] above{" "}
    [below] below{" "}
    [about] about{" "}
   *[exact] {""}
 }{ $sign }{ NUMBER($value, maximumFractionDigits: 4) }{ $relation ->
    [odd] -odd
   *[other] {""}
 }{ $percent ->
    [yes] {" "}%
   *[no] {""}
 }
claim-news = { $symbol }, news of 30 days with figures: { $good } good, { $bad } bad{ $title ->
    [no] {""}
   *[other] ; the latest is “{ $title }”
 }
claim-scale = { $measure ->
    [pe_ratio] Below { $low } counts as cheap, above { $high } as expensive.
    [rsi] Below { $low } counts as oversold, above { $high } as overbought.
    [dividend_yield] Above { NUMBER($high, maximumFractionDigits: 1) } % a year counts as a high dividend.
    [volatility] Above { NUMBER($high, maximumFractionDigits: 0) } % a year counts as high; it takes a fifth off the confidence.
    [volume_ratio] Below { $low } is less than usual, above { $high } counts as high.
    [from_high] Within { NUMBER($high, maximumFractionDigits: 0) } % of it counts as near here.
    [from_low] Within { NUMBER($high, maximumFractionDigits: 0) } % of it counts as near here.
   *[other] {""}
 }
claim-not-counted = The rules give that no weight: the view stays { $view }, score { $score }.
claim-counted = It counts { $weight } in the rules’ score of { $score }: { $view }.
claim-supposed = It counts { $weight } in the rules’ score of { $score }{ $borne_out ->
    [yes] {" "}already; without it the score is { $then_score }, { $changed ->
        [yes] { $then } instead of { $view }
       *[no] still { $view }
     }
   *[no] { $same ->
        [yes] , and so it would if you were right: still { $view }
       *[no] ; if you were right, { $then_weight }, and the score { $then_score }: { $changed ->
            [yes] { $then } instead of { $view }
           *[no] still { $view }
         }
     }
 }.
claim-view-buy = a buy
claim-view-hold = neutral
claim-view-sell = a sell
claim-no-data = { $symbol }: I have no data on { $topics }, so I can neither bear it out nor say what it would change.
claim-nearest = Nearest that I have: { $figures }{ $weight ->
    [no] , which the rules give no weight
   *[other] , { $weight } in the rules’ score
 }.
claim-headline = The latest headline on it: “{ $title }” ({ $day }).
claim-no-headline = { $count ->
    [0] I have no headlines either.
   *[other] None of the { $count } headlines I have is about it.
 }
claim-view-stays = The view stays { $view }, score { $score }.
claim-topic-margins = margins
claim-topic-sales = sales and growth
claim-topic-earnings-growth = where earnings are going
claim-topic-outlook = the company’s outlook
claim-topic-dividend-policy = what becomes of the dividend
claim-topic-debt = debt
claim-topic-cash-flow = cash flow
claim-topic-buybacks = buybacks and new shares
claim-topic-management = the management
claim-topic-products = products
claim-topic-competition = competition
claim-topic-legal = lawsuits and regulators
claim-topic-analysts = analysts’ ratings
claim-topic-investors = who buys and sells
claim-topic-other-figure = “{ $typed }”
claim-topic-unnamed = that
