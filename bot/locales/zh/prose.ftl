### 模型文字前后的说明。

step-writing = 正在撰写……
prose-heading = 模型的评论：
talk-heading = 以下由语言模型回答：
talk-pending = 这句话没有确认或取消任何决策。仍待确认：{ $waiting }。
prose-none = { $kind ->
    [talk] 语言模型没能回答：
   *[comment] 没有语言模型的评论：
 }{ $why ->
    [model_timeout] 它太久没有回应。
    [model_unreachable] 连不上它。
    [model_rate_limited] 它暂时不再接受请求。
    [model_quota] 服务商的账户额度已用完，需要由 Parley 的管理员充值。
    [model_refused_key] 它的服务器不接受 Parley 的密钥，需要由 Parley 的管理员更正。
    [model_request] 它的服务器没有接受这个请求，请 Parley 的管理员检查服务器地址和模型名称。
    [model_garbled] 它返回的内容无法解读。
    [model_broken_off] 它中途断了。
    [model_too_long] 内容超出了它一次能处理的量。
    [model_declined] 它拒绝作答。
    [model_paused] 它接连出错，暂时不再调用。
    [model_person_budget] 您今天的语言模型用量已经用完，UTC 零点重新计算。
    [model_budget] 今天的语言模型额度已经用完，UTC 零点重新计算。
   *[model] 它没有给出可用的内容。
 }
prose-broken-off = { $kind ->
    [talk] ——回答到这里中断了，并不完整。
   *[comment] ——评论到这里中断了，并不完整。
 }

# 配置了模型时，规则得出的结论。

what-would-change-by-rules = 会改变规则看法的价位
move-view-by-rules = 届时规则的看法

view-by-rules-buy = 综合来看，仅就规则而言倾向于买入 { $symbol }；信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。
view-by-rules-hold = 综合来看，仅就规则而言，对 { $symbol } 既不支持买入也不支持卖出；信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。
view-by-rules-sell = 综合来看，仅就规则而言不看好 { $symbol }；信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。

# 模型的数字：引用的数据以粗体显示，其余的加标注。

fact-usd = { $sign }${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
fact-large-usd = { NUMBER($hundred_millions, maximumFractionDigits: 0) } 亿美元
fact-percent = { NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
fact-change = { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
fact-number = { NUMBER($value, maximumFractionDigits: 2) }
fact-count = { NUMBER($value, maximumFractionDigits: 4) }
fact-date = { $value }
fact-text = { $value }
fact-headline = “{ $value }”
fact-recalled = { $value }（{ $date }）
unchecked-mark = （未核对）
no-such-figure = （无此数据）
figures-are-looked-up = 粗体数字均由 Parley 查得，其余文字出自模型。
figures-are-marked = 标有“未核对”的内容未经查证。
nothing-traded = 以上文字没有引起任何交易、确认、取消或设置：模型做不了这些。
