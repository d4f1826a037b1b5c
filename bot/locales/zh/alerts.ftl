## 价格提醒

alert-condition = { $way ->
    [below] { $symbol } 到 ${ alert-lower } 或更低
    [above] { $symbol } 到 ${ alert-upper } 或更高
    [down] { $symbol } 跌 { alert-percent }%，即到 ${ alert-lower } 或更低
    [up] { $symbol } 涨 { alert-percent }%，即到 ${ alert-upper } 或更高
    [either] { $symbol } 跌或涨 { alert-percent }%，即到 ${ alert-lower } 或更低，或到 ${ alert-upper } 或更高
   *[stop] { $symbol } 到止损位 ${ alert-lower } 或更低
 }
alert-lower = { NUMBER($lower, minimumFractionDigits: 2, maximumFractionDigits: 4) }
alert-upper = { NUMBER($upper, minimumFractionDigits: 2, maximumFractionDigits: 4) }
alert-percent = { NUMBER($percent, maximumFractionDigits: 4) }
alert-price = { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }
alert-name = { $number } 号，{ $condition }
alert-set = 提醒 { $number }：{ $condition }。现价 ${ alert-price }（{ $when }）。
alerts-set = 已设提醒：
alert-beside = 之前设的仍然有效：{ $alerts }。“/alerts remove { $number }”可删除它。
alert-from-cost = ${ NUMBER($level, minimumFractionDigits: 2, maximumFractionDigits: 2) } 按{ $base ->
    [card] 卡片上的价格
   *[cost] 现在的平均成本
 } ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) } 计算，{ $direction ->
    [below] 低
   *[above] 高
 } { NUMBER($percent, maximumFractionDigits: 2) }%。
alert-no-cost = 账户没有持有 { $symbol }，没有成本可算，所以没有设提醒。请说价格：“/alert { $symbol } < 440”，或从现价算的幅度：“/alert { $symbol } -5%”。
alert-level = { $symbol }：{ $figure }，按现在的算；提醒价位之后不随它变动。
alert-no-level = 我没有 { $symbol } 的“{ $level }”的价位，所以没有设提醒。请写明价格：“/alert { $symbol } < 440”。
alert-how-told = 到价时我在这里提醒您一次。“/alerts” 可查看和删除；提醒不会下单。
alert-how-told-sample = 到价时我在这里提醒您一次。样本市场的时间只在您写“/advance”时前进。“/alerts”可查看和删除提醒；提醒不会下单。
alert-far = 提醒 { $number } 离现价很远：如果不是这个意思，请用“/alerts remove { $number }”删除。
alert-reached = { $symbol } 已经到了：${ alert-price }（{ $when }），“{ $condition }”现在就成立。
alert-reached-none = 已经成立的，不另设提醒。
alert-standing = 您已有这个提醒：{ alert-name }{ $is_snoozed ->
    [yes] ，推迟到 { $until }
   *[no] {""}
 }。没有再设一个；到价时在原来的话题里提醒一次。{ $is_move ->
    [yes] 要从现价重新算起，请写“/alerts rearm { $number }”。
   *[no] { $is_snoozed ->
        [yes] 要马上启用，请写“/alerts rearm { $number }”。
       *[no] {""}
     }
 }
alert-no-share = 哪只股票？例如“/alert AAPL < 440”。没有设提醒。
alert-not-of = 没有给 { $symbols } 设提醒；关于它的其他问题请单独再发一次。
alert-how = 我没有听懂要设什么提醒，所以没有设。请写“/alert AAPL < 440”、“/alert AAPL > 500”、“/alert AAPL 5%”（跌或涨）或“/alert AAPL -5%”。
alert-how-daily = 提醒只等一个价位，从现价算起，不能每天重新计算，所以没有设。“/alert AAPL -5%”会在比现价低 5% 时提醒您一次。
alerts-how-command = 我没有听懂，什么都没有更改。“/alerts” 列出提醒，“/alerts remove 2” 或 “/alerts remove all” 删除您的提醒，“/alerts rearm 2” 重新启用一个。
alerts-heading = 本频道的提醒：
alert-line = { $number }：{ $condition } · { $state } · { $by }{ $distance }
alert-distance = {" · "}现价 ${ alert-price }（{ $when }），相距 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
alert-unpriced = {" · "}现在没有价格；有了价格才会提醒
alert-state-armed = 等待中
alert-state-snoozed = 推迟到 { $until }
alert-state-told = { $date } 已在 ${ NUMBER($told, minimumFractionDigits: 2, maximumFractionDigits: 4) } 提醒
alert-state-unarmed = 未启用：时钟调回过
alert-state-done = { $settled } 已看过
alerts-none = 本频道没有提醒。可以写“/alert AAPL < 440”，或说“苹果跌5%提醒我”。
alerts-how = “/alerts remove 2” 删除您的一个提醒，“/alerts remove all” 删除您在这里的全部提醒，“/alerts rearm 2” 重新启用一个。提醒只通知您，不会下单。
alerts-removed = 已删除：{ $alerts }。
alerts-which = 哪个提醒？请说编号，例如“/alerts remove 2”。什么都没有更改。
alert-separator = ；
alert-or-decision = 您指的是提醒，还是卡片上的决策？没有改动。可以说“把提醒2改成445”，或对决策说“改成5股”“止损430”。
alert-how-change = 我没有听懂要怎样改哪个提醒，所以没有改动。可以说“把提醒 2 改成 445”“删除提醒 2”，或写“/alert AAPL < 440”；“/alerts”列出提醒。
alerts-which-of = 哪个提醒？{ $alerts }。请说出编号，例如“把提醒 { $number } 改成 445”或“删除提醒 { $number }”。什么都没有改动。
alerts-elsewhere = 这个提醒属于另一个话题，请到那里处理。什么都没有改动。
alert-replaced = 原来的提醒已撤掉：{ $alert }。换成：
alert-stays = { $symbol } 已经到了：${ alert-price }（{ $when }）。提醒保持不变：{ $alert }。要等另一个方向，可以说“把提醒 { $number } 改成涨到 500”。
alert-unchanged = 没有改动提醒（{ $alert }）{ $is_stop ->
    [yes] ：它跟随一项决策的止损位。要等别的价位，请另设一个：“/alert AAPL < 440”。
   *[no] ，因为不确定要改成什么。可以说“把提醒 { $number } 改成跌到 440”或“把提醒 { $number } 改成涨 5%”。
 }
alert-not-told = 提醒还没有触发（{ $alert }），还不能推迟，也不用点“知道了”。“/alerts remove { $number }”可以删除它。
alerts-none-on = 本频道没有 { $symbols } 的提醒，另有 { $others } 个别的股票的提醒：“/alerts”列出全部。
alerts-none-own = 您在本频道没有这样的提醒。什么都没有更改。
alert-of-other = 提醒 { $number } 是 { $by } 的：只有本人或管理员可以更改。
alert-unknown = 本频道没有提醒 { $number }。
alert-rearmed = 已重新启用：{ $number } 号，{ $condition }。现价 ${ alert-price }（{ $when }）。
alert-no-price = 现在没有价格，所以什么都没有更改。请稍后再试。
alert-told = 提醒 { $number }（{ $by }）：{ $symbol } 已到 { alert-bound }。
alert-told-stop = 提醒 { $number }（{ $by }）：{ $symbol } 已到您的止损位 { alert-bound }。
alert-bound = ${ NUMBER($bound, minimumFractionDigits: 2, maximumFractionDigits: 4) } 或更{ $way ->
    [below] 低
   *[above] 高
 }
alert-told-live = 现价 ${ alert-price }（{ $when }）。
alert-told-opening = { $date } 开盘价 ${ alert-price }，收盘价 ${ alert-close }（{ alert-source }）。
alert-told-session = { $date } { $way ->
    [below] 最低价
   *[above] 最高价
 } ${ NUMBER($extreme, minimumFractionDigits: 2, maximumFractionDigits: 4) }，收盘价 ${ alert-close }（{ alert-source }）。
alert-close = { NUMBER($close, minimumFractionDigits: 2, maximumFractionDigits: 4) }
alert-source = { $source ->
    [sample] 样本市场
   *[other] { $source }
 }
alert-told-late = 这次提醒晚了 { $minutes } 分钟。
alert-told-after-close = { $hours ->
    [0] 我在收盘后才从全天的价格里看到。
   *[other] 这次提醒晚了 { $hours } 小时：我在收盘后才从全天的价格里看到。
 }
alert-told-no-order = 没有进行任何交易。

button-alert-decide = 决策
button-alert-snooze = 推迟
button-alert-done = 知道了
button-alert-remove = 删除
alert-decision-asked = { $by } 请求对 { $symbol } 做决策。
alert-pressed-asked-before = 您已在这里请求过对 { $symbol } 的决策。要再做一次，请写“/decide { $symbol }”。
alert-pressed-whose = { $whose ->
    [other] { $owner } 的提醒
   *[own] 提醒
 } { $number }（{ $symbol }）
alert-pressed-snoozed = { $by } 把{ alert-pressed-whose }推迟到下一个交易日 { $until }。之后可以再次提醒。
alert-pressed-done = { $by } 已看过{ alert-pressed-whose }：不会再提醒，除非用“/alerts rearm { $number }”重新启用。
alert-pressed-removed = { $by } 删除了提醒 { $number }（{ $symbol }）。
alert-pressed-was-snoozed = 提醒 { $number }（{ $symbol }）已由 { $by } 推迟到 { $until }。什么都没有更改。
alert-pressed-was-done = 提醒 { $number }（{ $symbol }）已由 { $by } 看过。什么都没有更改。
alert-pressed-was-removed = 提醒 { $number }（{ $symbol }）已删除或已结束。什么都没有更改。
alert-pressed-was-rearmed = 提醒 { $number }（{ $symbol }）之后又重新启用或再次提醒过。什么都没有更改；“/alerts” 可查看。
alert-pressed-standing = 提醒 { $number }（{ $symbol }）已经在等同样的情况。什么都没有更改。
alert-pressed-of-other = 提醒 { $number } 是 { $by } 的：在这里只有本人可以删除。
