### 各平台在回答之外显示的内容：只给按钮的人看的回复、事后通知、决策的结局。

button-adjust = 调整…
button-details = 详情
details-of-earlier = 我上一个回答没有更多内容。以下属于更早的回答：
details-none = 没有更多内容可以显示：请先提问，例如“分析苹果”。
button-stop = 停止
adjust-how = 要改金额，请按 { $button }:金额，例如 { $button }:2500；也可以直接说“最多 2500 美元”。
voted-up = 谢谢，已记下：这个回答有帮助。
voted-down = 谢谢，已记下：这个回答没有帮助。请说说缺了什么，我再试一次。
stopping = 正在停止。
nothing-to-stop = 没有停止任何工作：只有提问的人可以停止，而且只能在回答完成之前。
stopped = 已按您的要求停止。没有提出任何决策，也没有任何交易。
expired-unconfirmed = 未及时确认：{ $what }的提议已过期，没有任何交易。要新的提议，请说：decide { $symbol }
final-status-confirmed = { $by } 已确认 · { $at } · 订单正在执行
final-status-submitted = { $by } 已确认 · { $at } · 订单正在执行
final-status-unknown = { $by } 已确认 · { $at } · 订单结果尚未知
final-status-filled = { $by } 已确认 · { $at } · 已成交：{ NUMBER($shares, maximumFractionDigits: 6) } 股，每股 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 美元
final-status-partially-filled = { $by } 已确认 · { $at } · 部分成交：{ NUMBER($shares, maximumFractionDigits: 6) } 股，每股 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 美元
final-status-rejected = { $by } 已确认 · { $at } · 订单被拒绝，没有任何交易
final-status-cancelled = { $by } 已取消 · { $at }
final-status-expired = 已过期 · { $at } · 没有任何交易
final-status-superseded = 已被取代，不能再确认
final-status-withdrawn = { $person ->
    [one] 已撤回 · { $at } · { $by } 更正了持仓
   *[none] 已撤回 · 已不再持有，没有任何交易
 }
decision-state = { $what }：{ $state }
decision-state-pending = { $what }：可在 { $until } 前确认
