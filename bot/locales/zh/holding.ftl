### 管理员更正持仓：“/holding FB 改名 META”。

holding-card = { $kind ->
    [rename] 将 { $symbol } 改名为 { $into }？
    [shares] 将 { $symbol } 换成 { $into }，每股换 { NUMBER($ratio, maximumFractionDigits: 8) } 股？
    [mixed] 将 { $symbol } 换成 { $into }，每股换 { NUMBER($ratio, maximumFractionDigits: 8) } 股另加 ${ NUMBER($cash_each, minimumFractionDigits: 2, maximumFractionDigits: 6) }？
    [cash] 以每股 ${ NUMBER($cash_each, minimumFractionDigits: 2, maximumFractionDigits: 6) } 收取 { $symbol } 的现金？
    [own_share] 按每股 { NUMBER($ratio, maximumFractionDigits: 8) } 股结清 { $symbol }{ $cash_each ->
        [0] ？
       *[other] ，另加每股现金 ${ NUMBER($cash_each, minimumFractionDigits: 2, maximumFractionDigits: 6) }？
     }
    [price] 将 { $symbol } 按每股 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 估值？
    [release] 放行 { $symbol } 的价格 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }？
   *[write_off] 核销 { $symbol }？
 }
holding-shares = { $kind ->
    [cash] { NUMBER($shares) } 股 { $symbol } → 现金
    [write_off] { NUMBER($shares) } 股 { $symbol } → 无
    [price] { NUMBER($shares) } 股 { $symbol } 按每股 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 估值
   *[shares] { NUMBER($shares) } 股 { $symbol } → { NUMBER($shares_into) } 股 { $into }
 }
holding-fraction = 不足一股的 { NUMBER($fraction, maximumFractionDigits: 6) } 股 { $into } 按其最新价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 付现金。
holding-together = 连同已持有的 { $into }：{ NUMBER($shares) } 股，平均每股成本 ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 4) }。
holding-cash = 现金：${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } → ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }（{ $change }）。
holding-cash-stays = 现金仍为 ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
holding-cost = 持仓成本：${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) } → ${ NUMBER($left, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
holding-realised = 已实现盈亏：{ $result }。
holding-standing = { $kind ->
    [rename] { $symbol } 的提醒、关注列表和限额改用 { $into }；{ $symbol } 的待确认建议将撤回。
    [shares] { $symbol } 的提醒改用 { $into }，价位除以 { NUMBER($ratio, maximumFractionDigits: 8) }；关注列表改为 { $into }；{ $symbol } 的待确认建议将撤回。
    [mixed] { $symbol } 的提醒将删除；关注列表改为 { $into }；{ $symbol } 的待确认建议将撤回。
    [own_share] { $symbol } 的提醒保留，{ $ratio ->
        [1] 价位不变
       *[other] 价位除以 { NUMBER($ratio, maximumFractionDigits: 8) }
     }；其待确认建议将撤回。
   *[cash] { $symbol } 的提醒将删除，其待确认建议将撤回。
 }
holding-undoable = 在 { $symbols } 有交易之前可以撤销。
holding-worth = 按最新价的市值：${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) }（{ $day }）→ ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
holding-jump = ⚠ 市值变化 { $sign }{ NUMBER($percent, maximumFractionDigits: 0) }%：请核对股票和数字。
holding-price-line = { NUMBER($shares) } 股 { $symbol }：按最后的可信价（{ $day } 的 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }）为 ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } → ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
holding-price-use = 只在数据源没有价格时用于估值，别无他用：不据此交易、定量或触发提醒。
holding-price-back = { $symbol } 重新按最后的可信价估值：{ $day } 的 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }。
holding-button-confirm = 确认
holding-button-cancel = 取消
holding-button-keep = 取消
holding-button-undo = 撤销
holding-done = { $kind ->
    [rename] { $name } 已确认：{ $symbol } 现为 { $into }，{ NUMBER($shares) } 股，成本不变。
    [own_share] { $name } 已确认：{ NUMBER($shares) } 股 { $symbol } 现为 { NUMBER($shares_into) } 股 { $into }。
    [shares] { $name } 已确认：{ NUMBER($shares) } 股 { $symbol } 现为 { NUMBER($shares_into) } 股 { $into }。
    [mixed] { $name } 已确认：{ NUMBER($shares) } 股 { $symbol } 现为 { NUMBER($shares_into) } 股 { $into } 和现金。
    [cash] { $name } 已确认：{ NUMBER($shares) } 股 { $symbol } 已折现，每股 ${ NUMBER($cash_each, minimumFractionDigits: 2, maximumFractionDigits: 6) }。
    [price] { $name } 已确认：在数据源重新有价格之前，{ $symbol } 按每股 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 估值。
    [release] { $name } 已放行 { $symbol } 的价格 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }：在 { $session } 交易日余下时间，接近此价的价格有效。
   *[write_off] { $name } 已确认：{ NUMBER($shares) } 股 { $symbol } 已核销。
 }
holding-alerts-moved = { $count } 个提醒改用 { $into }{ $kind ->
    [rename] ，价位不变。
    [own_share] { $ratio ->
        [1] ，价位不变。
       *[other] ，价位除以 { NUMBER($ratio, maximumFractionDigits: 8) }。
     }
   *[shares] ，价位除以 { NUMBER($ratio, maximumFractionDigits: 8) }。
 }
holding-alerts-removed = { $symbol } 的 { $count } 个提醒已删除。
holding-alerts-back = { $count } 个提醒已恢复为 { $symbol }。
holding-lists = { $kind ->
    [rename] 关注列表以 { $into } 代替 { $symbol }，{ $symbol } 的限额也适用于 { $into }。
   *[shares] 关注列表以 { $into } 代替 { $symbol }。
 }
holding-withdrawn = 已撤回：{ $what }。如仍需要，请重新提出。
holding-withdrawn-there = 建议“{ $what }”已撤回：{ $name } 更正了 { $symbol } 的持仓。如仍需要，请重新提出。
holding-undo-card = { $kind ->
    [rename] 撤销 { $symbol } 改名为 { $into }？
    [cash] 撤销 { $symbol } 的折现？
    [write_off] 撤销 { $symbol } 的核销？
    [own_share] 撤销对 { $symbol } 的结清？
    [price] 撤销 { $symbol } 的声明价格？
    [release] 撤销放行 { $symbol } 的价格？
   *[shares] 撤销 { $symbol } 换成 { $into }？
 }
holding-back = { $kind ->
    [cash] 重新持有 { NUMBER($shares) } 股 { $symbol }。
    [write_off] 重新持有 { NUMBER($shares) } 股 { $symbol }。
   *[shares] 重新持有 { NUMBER($shares) } 股 { $symbol }，取代 { NUMBER($shares_into) } 股 { $into }。
 }
holding-undone = { $name } 已撤销。
holding-undone-stays = 关注列表、限额、已删除的提醒和已撤回的建议保持现状。
holding-press = 没有任何更改：持仓更正只能用按钮决定，不能用文字。请按 { $symbol } 更正下方的“{ $button }”。
holding-kept = { $name } 决定保持现状：没有撤销任何更正。
holding-cancelled = { $name } 已放弃：没有任何更改。
holding-what-became = { $status ->
    [booked] { $name } 已经确认过，只执行了一次。{ $kind ->
        [release] “/release { $symbol } 撤销”
       *[other] “/holding undo”
     }可撤销。
    [undone] { $name } 已经撤销过。
    [withdrawn] { $name } 已放弃。没有任何更改；请用{ $kind ->
        [release] “/release”
       *[other] “/holding”
     }重新提出。
   *[proposed] 尚未确认。没有任何更改。
 }
holding-none = 还没有更正过持仓。
holding-list = 持仓更正，最新的在前：
holding-list-line = { $day }：{ $what }（{ $status ->
    [undone] 由 { $name } 撤销
   *[booked] { $name }
 }）
holding-how = 管理员这样提出：“/holding FB 改名 META”、“/holding VMW 换股 AVGO 0.252 142.50”（每股旧股换得的新股和现金）、“/holding XYZ 现金 23.00”、“/holding XYZ 核销”、“/holding XYZ 价格 12.50”；“/holding 撤销”撤销最近一次。
holding-unclear = 没有看懂，没有任何更改。请写“/holding FB 改名 META”、“/holding VMW 换股 AVGO 0.252 142.50”（每股旧股换得的新股和现金，须大于零）、“/holding XYZ 现金 23.00”、“/holding XYZ 核销”、“/holding XYZ 价格 12.50”或“/holding 撤销”。
