# 回顾：每项决策一行

review-count = { $count } 项决策：{ $results }
review-count-page = { $more ->
    [yes] 至少 { $count } 项决策
   *[no] { $count } 项决策
 }，第 { $first }–{ $last } 项：{ $results }
review-of-newest = 最近 { $count } 项中{ $results }
review-result-right = { $count } 项正确
review-result-wrong = { $count } 项错误
review-result-flat = { $count } 项持平
review-result-too-early = { $count } 项为时过早
review-result-unknown = { $count } 项没有价格
review-result-pending = { $count } 项仅提议
review-result-not-done = { $count } 项未执行
review-line = { $date } { $what } { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }% · { $outcome }
review-line-without-price = { $date } { $what } · { $outcome }
review-rest = ……另有 { $count } 项，见详情
review-line-pending = 已提议
review-line-right = { $settled ->
    [yes] 正确，20 日
   *[no] 目前正确
 }
review-line-wrong = { $settled ->
    [yes] 错误，20 日
   *[no] 目前错误
 }
review-line-flat = { $settled ->
    [yes] 持平，20 日
   *[no] 目前持平
 }
review-line-too-early = 为时过早
review-line-unknown = 没有可比的价格
review-made = ${ NUMBER($was, minimumFractionDigits: 2, maximumFractionDigits: 4) } → ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $date }（{ $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%）：{ $side ->
    [sell] 卖出的 { NUMBER($shares) } 股若留着，会是 { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[buy] 买入的 { NUMBER($shares) } 股 { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }，不计股息
review-span = 范围：{ $span }。
review-span-only = 范围：{ $span }。全部：/review all
review-earlier = { $span }没有决策；这些是更早的。
review-more-uncounted = 更多请说“下一页”。
review-score = 对错只看价格（20 日：20 个交易日后）；与大盘相比：/review score
review-more = 更多请说“下一页”（共 { $pages } 页）。
review-nothing = { $span }没有任何{ $side ->
    [buy] 买入
    [sell] 卖出
   *[any] {""}
 }决策。
review-nothing-on = { $span }没有关于 { $symbol } 的{ $side ->
    [buy] 买入
    [sell] 卖出
   *[any] {""}
 }决策。
review-latest = 最近一项在 { $day }：{ $what }；“/review all”可列出全部。
review-no-such-page = 没有这一页：共 { $count } 项决策，{ $pages } 页。
review-no-list = 这里没有可以继续的列表。“/review”列出决策；“详情”显示上一个回答的依据。
span-days = 市场最近 { $days } 天（{ $first } 至 { $last }）
span-day = { $day }
span-dates = { $first } 至 { $last }
span-always = 全部时间
