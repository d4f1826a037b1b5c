# 假设：问到的涨跌，或通常的波动

what-if-number = { $symbol } { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }% 到 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-several = { $symbol } 现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，届时：
what-if-move = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }% 到 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }，看法{ $view }
what-if-move-by-rules = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }% 到 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }，规则看法{ $view }
what-if-move-unrated = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }% 到 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-brief-held = { $symbol }，您的 { NUMBER($shares, maximumFractionDigits: 6) } 股：一日通常波动 ±{ NUMBER($usual, maximumFractionDigits: 1) }%，大幅 ±{ NUMBER($large, maximumFractionDigits: 1) }%。
what-if-brief-pending = { $symbol }，拟议的 { NUMBER($shares, maximumFractionDigits: 6) } 股：一日通常波动 ±{ NUMBER($usual, maximumFractionDigits: 1) }%，大幅 ±{ NUMBER($large, maximumFractionDigits: 1) }%。
what-if-brief-one-share = { $symbol }，按 { $shares } 股（您没有持股）：一日通常波动 ±{ NUMBER($usual, maximumFractionDigits: 1) }%，大幅 ±{ NUMBER($large, maximumFractionDigits: 1) }%。
what-if-stake-held = 您的 { NUMBER($shares, maximumFractionDigits: 6) } 股：届时 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-stake-pending = 拟议的 { NUMBER($shares, maximumFractionDigits: 6) } 股：届时 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-counted-held = 按您的 { NUMBER($shares, maximumFractionDigits: 6) } 股计算，现值 ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-counted-pending = 按拟议的 { NUMBER($shares, maximumFractionDigits: 6) } 股计算，现值 ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-counted-one-share = 按一股计算，您没有持股
what-if-beside = 已持有的 { NUMBER($shares, maximumFractionDigits: 6) } 股：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-account = 现金 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }；账户 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }，现在 ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-stop-level = 止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $reached ->
    [yes] {" "}已触及
    [no] {" "}未触及
   *[open] （−{ NUMBER($percent, maximumFractionDigits: 1) }%）
 }：在那里卖出亏 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }。它是价位，不是订单。
what-if-stop-usual = 通常的止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $reached ->
    [yes] {" "}已触及
    [no] {" "}未触及
   *[open] （−{ NUMBER($percent, maximumFractionDigits: 1) }%）
 }：到那里亏 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }。它是价位，不是订单。
worst-day-loss = 若遇到一年中最差的 { $date } 那样的一天（−{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%），{ NUMBER($shares) } 股 { $symbol } 亏 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }，止损挡不住。
what-if-stop-passed = 您的止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } 早已触及；它是价位，不是订单。
what-if-view = 届时看法：{ $then }（现在：{ $now }）
what-if-view-by-rules = 届时规则的看法：{ $then }（现在：{ $now }）
what-if-pending = 仍待确认：{ $what }
what-if-other-way = 这其实是{ $way ->
    [rise] 上涨
   *[fall] 下跌
 }：现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-market = 按该股与大盘同幅变动计算；实际可能更多或更少
what-if-only-first = 这里只算 { $symbol }；{ $others } 请另问
what-if-no-trade = 只计算价格变动，不做任何交易
what-if-impossible-below-zero = 价格不会跌到 $0 以下：{ $symbol } 现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，最多跌 100%。
what-if-impossible-too-high = 这超过 { $symbol } 现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 的一千倍，数字对吗？
what-if-stake-supposed = 假设的 { NUMBER($shares, maximumFractionDigits: 6) } 股：届时 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-counted-supposed = 按假设的 { NUMBER($shares, maximumFractionDigits: 6) } 股计算，现值 ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-brief-supposed = { $symbol }，假设的 { NUMBER($shares, maximumFractionDigits: 6) } 股：一日通常波动 ±{ NUMBER($usual, maximumFractionDigits: 1) }%，大幅 ±{ NUMBER($large, maximumFractionDigits: 1) }%。
what-if-impossible-no-stop = { $symbol } 没有可触及的止损位；现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
what-if-level = “{ $words }”现在是 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-impossible-no-level = 我不知道 { $symbol } 的“{ $words }”是多少；现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
what-if-words = “{ $words }”
what-if-unread = { $words }我算不了。我只算价格变动：“{ $symbol } 跌 10% 会怎样？”，或跌到某个价位，如“……跌到 50 日均线呢？”。
what-if-impossible-stop-passed = { $symbol } 的止损位早已触及：现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，已不在其上。
what-if-beside-held = 您的 { NUMBER($shares, maximumFractionDigits: 6) } 股
what-if-beside-pending = 拟议的 { NUMBER($shares, maximumFractionDigits: 6) } 股
what-if-beside-supposed = 假设的 { NUMBER($shares, maximumFractionDigits: 6) } 股
what-if-beside-one-share = 按一股计算，您没有持股
what-if-beside-stop = 止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $reached ->
    [yes] 已触及
   *[no] 未触及
 }
what-if-beside-view = 届时看法{ $view }
what-if-together = 您持有的合计：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }；账户 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }，现在 ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-too-many-shares = 只算了前 { $most } 只。
what-if-supposed-of-one = 假设的持股一次只能算一家公司；这里按您实际持有的计算。
what-if-verdict = { $changed ->
    [yes] 规则的看法会变：{ $symbol } 届时为{ $then }，现在为{ $now }。
   *[no] 规则的看法不变：{ $symbol } 仍为{ $now }。
 }
what-if-view-changes = { $symbol } 按规则为{ $view }；一日内这样的变动会改变看法：
what-if-view-stays = { $symbol } 按规则为{ $view }；一日内 ±{ $widest }% 以内的变动都不会改变它。
what-if-view-change = { $sign }{ $percent }% 到约 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $view }
what-if-argument-turns = 有一条理由会反转：{ $level }
what-if-stop-of-pending = 没有更改：说“止损 { NUMBER($level, maximumFractionDigits: 4, useGrouping: 0) }”就改成待确认的 { $symbol } 的止损位。
what-if-stop-not-set = 没有设置：说“{ $symbol } 到 { NUMBER($level, maximumFractionDigits: 4, useGrouping: 0) } 提醒我”，到价时我会告诉您。
what-if-trade-not-computed = 买入只要说出股票和日期，我就能算，例如“要是1月2号买了5000块{ $symbol }”；其他只是设想的交易我不计算。可以问“如果 { $symbol } 跌10%呢？”、“要不要卖 { $symbol }？”或“我们盈亏多少？”。
what-if-trade-not-computed-plain = 买入只要说出股票和日期，我就能算，例如“要是1月2号买了5000块AAPL”；其他只是设想的交易我不计算。可以问“如果苹果跌10%呢？”、“要不要卖苹果？”或“我们盈亏多少？”。

## 全部持仓

what-if-all = 全部持仓 { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }%：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }，账户 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-stops = 都到止损位：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }，账户 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-several = 全部持仓（{ $count } 只），账户现在 ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }：
what-if-all-line = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }%：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }，账户 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-position = { $symbol } { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-position-stop = { $symbol } { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }；止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } { $reached ->
    [yes] 已触及
    [passed] 早已触及
   *[no] 未触及
 }
what-if-all-no-stop = { $symbol } 没有止损位：未计入
what-if-all-stop-passed = { $symbol } 早已触及止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }：未计入
what-if-all-others = 其余 { $count } 只合计 { $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-all-cash = 现金 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不变
what-if-all-market = 按每只与大盘同幅变动计算；实际可能更多或更少
what-if-all-nothing = 您没有持股：不会有变化，账户仍为 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
what-if-all-needs-percent = 对全部持仓我需要一个百分比，例如“如果大盘跌10%呢？”；指数的点位或点数没法换算到个股。
what-if-pending-not-counted = 仍待确认，未计入：{ $what }
what-if-each = 每只分别计算：
what-if-few-held = 持有 { NUMBER($shares, maximumFractionDigits: 6) } 股
what-if-few-pending = 拟议 { NUMBER($shares, maximumFractionDigits: 6) } 股
what-if-few-supposed = 假设 { NUMBER($shares, maximumFractionDigits: 6) } 股
what-if-few-one-share = 一股
