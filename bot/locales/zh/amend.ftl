# 只说出要改的地方，以此修改待确认的决策

amend-sale-has-no-stop = 卖出没有止损位。您的待确认决策“{ $what }”保持不变。
amend-more-than-held = 超过了持有的数量。您有 { NUMBER($held, maximumFractionDigits: 6) } 股 { $symbol }。要卖多少？卖出没有止损位；说“取消”就不卖。您的待确认决策“{ $what }”保持不变。
amend-half-of-one = 最少要交易一股。您的待确认决策“{ $what }”保持不变。
amend-unchanged = 您的待确认决策“{ $what }”保持不变。
amend-withdrawn = 您的决策“{ $what }”不符合您现在的要求，已撤回。
amend-halved = 之前提议 { NUMBER($before, maximumFractionDigits: 4) } 股，现在是它的一半（取整股）。
review-how = “/review”后面可以写天数（1 到 36600），例如“/review 30”，也可以写一段时间，例如“/review 上周”或“/review 2013-01”。
amend-which-unit = 是美元还是股数？请说“500 美元”或“5 股”。您的待确认决策“{ $what }”保持不变。
order-beside-pending = 是在待确认的之外再加，还是取代它？每只股票我只保留一项待确认决策：{ $what }。请先确认，再下其余的单；或者不带“再”“另外”直接说总数。什么都没有更改。
order-already-pending = 这已经在待确认了：{ $what }。保持不变。
amend-same-size = 数量本来就是这样：您的待确认决策“{ $what }”保持不变。
amend-how-much = 改成多少？请说股数或金额，或者说“一半”。您的待确认决策“{ $what }”保持不变。
amend-which-stop = 止损放在什么价位？请说“止损”加价位；连数量一起改就说“9 股，止损”加价位。买入总有止损位：它只是价位，到了不会自动卖出。您的待确认决策“{ $what }”保持不变。
amend-not-pending = 您没有关于 { $symbols } 的待确认决策。没有更改任何东西；“/pending”列出待确认的。
amend-which = 要改哪一笔？请说出它的股票，例如 { $symbol }。没有作任何改动。
amend-nothing = 您没有可以这样修改的待确认决策。没有提出任何建议。
amend-more-or-instead =
    { $unit ->
        [money] 总共 ${ NUMBER($added, minimumFractionDigits: 2, maximumFractionDigits: 2) }，还是总共 ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }？请说“${ NUMBER($added, minimumFractionDigits: 2, maximumFractionDigits: 2) }”或“${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }”。
       *[shares] 总共 { NUMBER($added) } 股，还是总共 { NUMBER($total) } 股？请说“{ NUMBER($added) } 股”或“{ NUMBER($total) } 股”。
    }待确认的决策（{ $what }）保持不变。
card-of-another = 待确认的卡片是 { $by } 的：{ $what }。其他人不能确认、修改或取消它。
