### 投委会：分析师的报告、裁决，以及如何展示。
### 价格为每股美元；金额为美元；`$percent` 已是百分数。

## 首先展示

committee-verdict-bullish = { $symbol }：投委会倾向买入 · 把握 { NUMBER($conviction, maximumFractionDigits: 0) }%
committee-verdict-undecided = { $symbol }：投委会没有定论 · 把握 { NUMBER($conviction, maximumFractionDigits: 0) }%
committee-verdict-bearish = { $symbol }：投委会倾向卖出 · 把握 { NUMBER($conviction, maximumFractionDigits: 0) }%
committee-nothing-for = + 分析师未发现理由
committee-nothing-against = − 分析师未发现理由
committee-risk-buy = 风险：{ $voice ->
    [risky] 按最大规模
    [neutral] 按一半规模
   *[safe] 按最小规模
 }{ $has_stop ->
    [yes] ；触及止损亏 ${ NUMBER($at_stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[no] {""}
 }{ $has_worst ->
    [yes] ；再遇 { $date } 那样的一天亏 ${ NUMBER($worst, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[no] {""}
 }。
committee-risk-sell = 风险：{ $left ->
    [0] 全部卖出
   *[other] 保留 { NUMBER($left, maximumFractionDigits: 6) } 股
 }{ $has_worst ->
    [yes] { $left ->
        [0] {""}
       *[other] ；再遇 { $date } 那样的一天亏 ${ NUMBER($worst, minimumFractionDigits: 2, maximumFractionDigits: 2) }
     }
   *[no] {""}
 }。
committee-dissent = 异议：{ $analysts }
committee-split = 分歧：+ { $for } · − { $against }
committee-without-data = 没有数据：{ $analysts }
committee-change-bullish = 一天内{ $direction ->
    [down] 跌到
   *[up] 涨到
 } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 会转为倾向买入。
committee-change-undecided = 一天内{ $direction ->
    [down] 跌到
   *[up] 涨到
 } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 会变得没有定论。
committee-change-bearish = 一天内{ $direction ->
    [down] 跌到
   *[up] 涨到
 } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 会转为倾向卖出。

## 成员

analyst-market = 行情
analyst-news = 新闻
analyst-sentiment = 情绪
analyst-fundamentals = 基本面
lean-known = { $analyst } { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }

## 详情

committee-report-market = { $symbol } 行情分析师：{ $lean }
committee-report-news = { $symbol } 新闻分析师：{ $lean }
committee-report-sentiment = { $symbol } 情绪分析师：{ $lean }
committee-report-fundamentals = { $symbol } 基本面分析师：{ $lean }
committee-lean = { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }（满分 ±1）
committee-lean-none = 没有数据
committee-score = 裁判对有数据的分析师一视同仁：{ $leans }；平均 { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }。任一方向达到 { NUMBER($threshold, minimumFractionDigits: 2, maximumFractionDigits: 2) } 才倾向买入或卖出。“把握”表示他们有多一致，不是概率。
committee-research-bullish = { $symbol } 研究辩论：倾向买入，把握 { NUMBER($conviction, maximumFractionDigits: 0) }%
committee-research-undecided = { $symbol } 研究辩论：没有定论，把握 { NUMBER($conviction, maximumFractionDigits: 0) }%
committee-research-bearish = { $symbol } 研究辩论：倾向卖出，把握 { NUMBER($conviction, maximumFractionDigits: 0) }%
committee-would-change = 会改变看法：{ $what }
committee-risk-risky = { $symbol } 风险辩论：采纳进取方的规模
committee-risk-neutral = { $symbol } 风险辩论：采纳中性方的规模
committee-risk-safe = { $symbol } 风险辩论：采纳保守方的规模
committee-risk-none = { $symbol } 风险辩论：裁判主张不交易
committee-risk-open = { $symbol } 风险：没有辩论规模
committee-missing = { $symbol } 缺少什么
committee-sizes = { $symbol } 规模
committee-voice-risky = 进取{ $chosen ->
    [yes] （采纳）
   *[no] {""}
 }
committee-voice-neutral = 中性{ $chosen ->
    [yes] （采纳）
   *[no] {""}
 }
committee-voice-safe = 保守{ $chosen ->
    [yes] （采纳）
   *[no] {""}
 }
committee-row-shares = 股数
committee-row-amount = 金额
committee-row-cash = 交易后现金
committee-row-percent = 交易后仓位
committee-row-at-stop = 触及止损的亏损
committee-row-worst = 最差一天的亏损
committee-row-drawdown = 届时账户较最高值的回撤
committee-drawdown = { $is_deepest ->
    [yes] { $now ->
        [0] 账户处于最高值。
       *[other] 账户较最高值回撤 { NUMBER($now, minimumFractionDigits: 1, maximumFractionDigits: 1) }%，为历来最深。
     }
   *[no] 账户较最高值回撤 { NUMBER($now, minimumFractionDigits: 1, maximumFractionDigits: 1) }%；历来最深回撤 { NUMBER($deepest, minimumFractionDigits: 1, maximumFractionDigits: 1) }%，距此还有 ${ NUMBER($room, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
 }
committee-worst-day = 过去 252 个交易日里最差的一天是 { $date }，{ $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。

engine-committee = 由投委会决定：四位分析师、两场辩论和一位交易员{ $model ->
    [yes] 。分析师、发言者和裁判由语言模型担任；规模与金额由 Parley 计算。其言辞中，粗体数字为查得，带标记的未经查证。
   *[no] ，全部依据规则，没有询问模型。
 }{ $order ->
    [yes] 这是您的指令。
   *[no] {""}
 }{ $size ->
    [named] 数量由您指定。
   *[other] {""}
 }不构成投资建议。
engine-committee-short = 由投委会决定。不构成投资建议。
card-engine-committee = 由投委会{ $model ->
    [yes] 借助模型
   *[no] 依据规则
 }给出，不构成建议

## 分析师的理由

reason-earnings-grown = 四个季度的每股收益一年来增长 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%，从 { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } 到 { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
reason-earnings-shrunk = 四个季度的每股收益一年来下降 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%，从 { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } 到 { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
reason-earnings-flat = 四个季度的每股收益一年来几乎没有变化：原为 { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) }，现为 { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
reason-earnings-turned = 四个季度的每股收益一年来有所改善，从 { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } 到 { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
reason-earnings-still-lost = 四个季度的每股收益一年来没有改善：原为 { NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) }，现为 { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
reason-missing-earnings-growth = 没有收益增长率：数据源没有上一年的数据。
reason-market-value = 公司市值 { NUMBER($hundred_millions, maximumFractionDigits: 0) } 亿美元。
reason-level-year = 位于 252 个交易日区间 { NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) } 至 { NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) } 的 { NUMBER($percent, maximumFractionDigits: 0) }% 处。
reason-level-recent = 最近 { NUMBER($sessions, maximumFractionDigits: 0) } 个交易日在 { NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) } 与 { NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) } 之间交易。
reason-no-news = { $days } 天内没有新闻。
reason-news-event = { $date }：“{ $title }”（{ $source }）
reason-news-unread = { $source ->
    [folder] 团队的新闻文件夹
   *[alpaca] Alpaca 的新闻
 }读不到，此处缺少其内容。
reason-no-wording = 没有可以评分的报道。
reason-wording-counts = 读了 { NUMBER($items, maximumFractionDigits: 0) } 条；{ $scored ->
    [0] 没有一条含有
   *[other] { NUMBER($scored, maximumFractionDigits: 0) } 条含有
 }词表中的褒贬词。没有读取社交媒体。
reason-worded-well = 措辞正面（{ $counted }），{ $date }：“{ $title }”
reason-worded-badly = 措辞负面（{ $counted }），{ $date }：“{ $title }”
reason-analyst-without-data = { $analyst ->
    [market] 行情
    [news] 新闻
    [sentiment] 情绪
   *[fundamentals] 基本面
 }分析师没有数据；这不等于中性。

short-earnings-grown = 收益一年增长 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-earnings-shrunk = 收益一年下降 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
short-earnings-turned = 收益改善：{ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } 到 { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
short-earnings-still-lost = 收益未改善：{ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } 到 { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
short-worded-well = 措辞正面：{ $title }
short-worded-badly = 措辞负面：{ $title }

## 风险

reason-sized-by-part-of-most = 数量 { NUMBER($shares, maximumFractionDigits: 6) }：上限与限额所允许的 { NUMBER($most, maximumFractionDigits: 6) } 股的 { NUMBER($percent, maximumFractionDigits: 0) }%。
reason-risk-judge-silent = 风险裁判没有作答：不超过中等规模。
reason-risk-sure = 依据清楚，没有分析师持异议（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。
reason-risk-fairly-sure = 依据比较清楚（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。
reason-risk-dissent = 有分析师持异议（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。
reason-risk-unsure = 依据单薄（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。
reason-risk-without-data = { NUMBER($analysts, maximumFractionDigits: 0) } 位分析师没有数据。
reason-risk-volatile = 该股波动大：每年 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%，高于 { NUMBER($threshold, maximumFractionDigits: 0) }%。
reason-risk-volatility-unknown = 该股的波动率未知。

## 讨论中的发言者

agent-market = 行情分析师
agent-news = 新闻分析师
agent-sentiment = 情绪分析师
agent-fundamentals = 基本面分析师
agent-bull = 多方
agent-bear = 空方
agent-research-judge = 研究裁判
agent-risky = 进取方
agent-neutral = 中性方
agent-safe = 保守方
agent-risk-judge = 风险裁判
agent-trader = 交易员
reason-research-ruled = { $stance ->
    [bullish] 倾向买入
    [bearish] 倾向卖出
   *[undecided] 没有定论
 }，把握 { NUMBER($conviction, maximumFractionDigits: 0) }%。
reason-risk-case = 交易 { NUMBER($shares, maximumFractionDigits: 6) } 股，共 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }。

## 投委会如何看待所问的事

reason-committee-undecided = 投委会没有定论（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。
reason-committee-would-buy = 投委会不支持卖出，反而倾向买入（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。
reason-committee-would-sell = 投委会不支持买入，反而倾向卖出（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。
reason-committee-undecided-on-order = 这是您的指令；投委会没有定论（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。
reason-committee-against-order = 这是您的指令；投委会反对（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。

committee-ruling = 裁判权衡了各方所述；分析师倾向：{ $leans }。
committee-early = 没有分析师意见相反：裁判在双方开场陈述之后即作裁定，未再听答辩。
committee-ask = “{ $figure }”是多少？
reason-committee-trades-nothing = 风险裁判主张不交易（把握 { NUMBER($conviction, maximumFractionDigits: 0) }%）。
reason-member-by-rules = 依据规则：语言模型没有给出答复。
committee-ended = ✓ { $member }
committee-by-rules = { $budget ->
    [analysis] 本次分析的模型额度已用完，依据规则：
    [day] 今天的模型额度已用完，依据规则：
   *[none] 模型没有答复，依据规则：
 }{ $members }{ $others ->
    [0] {""}
   *[other] 及另外 { NUMBER($others, maximumFractionDigits: 0) } 位
 }

analysis-started = 正在分析 { $symbols }：先由四位分析师报告，再分别辩论要不要交易、交易多少。结论会发在这里，其间可以继续聊别的。
analysis-still-running = 您之前要的 { $symbols } 分析还在进行，结论会发在这里。

## 异议：有人对看法提出的意见，以及裁判的回应

agent-person = 讨论串里的人
objection-said = { $by }：“{ $words }”
objection-stance-bullish = 看多
objection-stance-undecided = 没有定论
objection-stance-bearish = 看空
objection-changed = { $by }的意见改变了对 { $symbol } 的看法：从{ $was ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 }变为{ $now ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 }，把握 { NUMBER($before, maximumFractionDigits: 0) }% → { NUMBER($after, maximumFractionDigits: 0) }%。
objection-unchanged = { $by }的意见没有改变对 { $symbol } 的看法：{ $was ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 }，把握 { NUMBER($before, maximumFractionDigits: 0) }% → { NUMBER($after, maximumFractionDigits: 0) }%。
objection-by-rules = { $by }的意见已记入辩论，但对 { $symbol } 的看法仍是{ $was ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 }，把握 { NUMBER($before, maximumFractionDigits: 0) }%：规则只看数字，这里没有模型来权衡文字。
objection-no-change = 一天之内 25% 以内的涨跌都不会改变它。
objection-no-answer = { $by }的意见已记入辩论；语言模型没有答复，对 { $symbol } 的看法仍是{ $was ->
    [bullish] { objection-stance-bullish }
    [bearish] { objection-stance-bearish }
   *[undecided] { objection-stance-undecided }
 }，把握 { NUMBER($before, maximumFractionDigits: 0) }%。请稍后再说一次。
objection-order-stays = 卡片上的订单是有人下达的，保持不变。
objection-replaces = 它取代之前的建议：{ $what }。
objection-heard-running = 已记下，{ $by }：{ $symbols } 的研究裁判在裁定前会听取这一点。结论会发在这里。
objection-to-nothing = 这里已没有投委会的未决观点。发“/分析 AAPL 深度”可以请它分析。
objection-too-late = { $by }，{ $symbols } 的研究裁判已经裁定。请在卡片下面再说一次，会重新权衡。

## 对某次讨论的提问

committee-answer-agree = 没有人持异议。
committee-answer-leans = 各分析师的倾向：{ $leans }。
committee-answer-dissents = { $member }，看法不同：{ $point }
committee-answer-member = { $member }：{ $point }
committee-answer-run = 出自投委会 { $at } 的那次讨论，依据 { $date } 的收盘；没有重新运行。{ $model ->
    [yes] 模型的话：粗体数字经过查证，其余是它自己的；不构成建议。
   *[no] 依据规则；不构成建议。
 }
