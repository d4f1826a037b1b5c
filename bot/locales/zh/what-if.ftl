# 假设：问到的涨跌，或通常的波动

what-if-number = { $symbol } { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }% 到 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-several = { $symbol } 现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，届时：
what-if-move = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }% 到 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }，看法{ $view }
what-if-move-by-rules = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }% 到 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }，规则看法{ $view }
what-if-move-unrated = { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }% 到 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $gain_sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-brief-held = { $symbol }，您的 { NUMBER($shares, maximumFractionDigits: 6) } 股：一日通常波动 ±{ NUMBER($usual, maximumFractionDigits: 1) }%，大幅 ±{ NUMBER($large, maximumFractionDigits: 1) }%。
what-if-brief-pending = { $symbol }，待确认的 { NUMBER($shares, maximumFractionDigits: 6) } 股：一日通常波动 ±{ NUMBER($usual, maximumFractionDigits: 1) }%，大幅 ±{ NUMBER($large, maximumFractionDigits: 1) }%。
what-if-brief-one-share = { $symbol }，按 { $shares } 股（您没有持股）：一日通常波动 ±{ NUMBER($usual, maximumFractionDigits: 1) }%，大幅 ±{ NUMBER($large, maximumFractionDigits: 1) }%。
what-if-stake-held = 您的 { NUMBER($shares, maximumFractionDigits: 6) } 股：届时 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-stake-pending = 待确认的 { NUMBER($shares, maximumFractionDigits: 6) } 股：届时 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-counted-held = 按您的 { NUMBER($shares, maximumFractionDigits: 6) } 股计算，现值 ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-counted-pending = 按待确认的 { NUMBER($shares, maximumFractionDigits: 6) } 股计算，现值 ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-counted-one-share = 按一股计算，您没有持股
what-if-account = 现金 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }；账户 ${ NUMBER($then, minimumFractionDigits: 2, maximumFractionDigits: 2) }，现在 ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 2) }
what-if-cash = 现金 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不变；另有持仓没有价格，算不出总额
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
what-if-impossible-unreadable = 我读不懂这个数字。{ $symbol } 现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }；请说“跌10%”或“涨到800美元”。
