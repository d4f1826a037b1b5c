### 调用模型的引擎：为什么没有决策、校验器对代理说的话，以及它自己的标签。

## 为什么没有决策

fallback-model = 语言模型没有给出可用的回答。
fallback-model-timeout = 语言模型太久没有回应。
fallback-model-unreachable = 连不上语言模型。
fallback-model-rate-limited = 语言模型暂时不再接受请求。
fallback-model-quota = 语言模型服务商的账户额度已用完。
fallback-model-refused-key = 语言模型服务器不接受 Parley 的密钥。
fallback-model-request = 语言模型服务器没有接受这个请求。
fallback-model-garbled = 语言模型的回答无法解读。
fallback-model-broken-off = 语言模型的回答中途断了。
fallback-model-too-long = 内容超出了语言模型一次能处理的量。
fallback-model-declined = 语言模型拒绝回答。
fallback-model-paused = 语言模型接连出错，暂时不再调用。
fallback-model-person-budget = 您今天的语言模型用量已经用完。
fallback-model-budget = 今天的语言模型额度已经用完。
fallback-no-valid-answer = 语言模型的提案违反了每个提案都必须遵守的规则，指出后仍未改正。
fallback-missing = 语言模型漏掉了这只股票，指出后仍未补上。

reason-fallback-model = 这只是占位，不是建议。{ fallback-model }
reason-fallback-model-timeout = 这只是占位，不是建议。{ fallback-model-timeout }
reason-fallback-model-unreachable = 这只是占位，不是建议。{ fallback-model-unreachable }
reason-fallback-model-rate-limited = 这只是占位，不是建议。{ fallback-model-rate-limited }
reason-fallback-model-quota = 这只是占位，不是建议。{ fallback-model-quota }
reason-fallback-model-refused-key = 这只是占位，不是建议。{ fallback-model-refused-key }
reason-fallback-model-request = 这只是占位，不是建议。{ fallback-model-request }
reason-fallback-model-garbled = 这只是占位，不是建议。{ fallback-model-garbled }
reason-fallback-model-broken-off = 这只是占位，不是建议。{ fallback-model-broken-off }
reason-fallback-model-too-long = 这只是占位，不是建议。{ fallback-model-too-long }
reason-fallback-model-declined = 这只是占位，不是建议。{ fallback-model-declined }
reason-fallback-model-paused = 这只是占位，不是建议。{ fallback-model-paused }
reason-fallback-model-person-budget = 这只是占位，不是建议。{ fallback-model-person-budget }
reason-fallback-model-budget = 这只是占位，不是建议。{ fallback-model-budget }
reason-fallback-no-valid-answer = 这只是占位，不是建议。{ fallback-no-valid-answer }
reason-fallback-missing = 这只是占位，不是建议。{ fallback-missing }

## 模型怎么看一条指令

reason-model-agrees = 这是您的指令。模型认同这个方向。
reason-model-would-hold = 这是您的指令。模型既不主张买，也不主张卖。
reason-model-would-buy = 这是您的指令。模型更倾向于买入。
reason-model-would-sell = 这是您的指令。模型更倾向于卖出。

## 数量

reason-sized-by-rest-of-limit = 数量 { NUMBER($shares) }：您的上限 { NUMBER($stated, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元还剩 { NUMBER($max_cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，这是在此以内{ $commission ->
    [0] {""}
   *[other] （含佣金）
 }最多能买的整股数。

## 代理之间说的话（模型自己的话除外）

dual-company-needed = 需要公司数据：{ $symbols }。
dual-company-not-needed = 不需要公司数据。
dual-company-not-given = { $why }所有股票都不提供公司数据。
dual-answer = { $symbol }：{ $action ->
    [increase] 买入
    [decrease] 减仓
    [close] 清仓
   *[hold] 持有
 }{ $action ->
    [hold] {""}
   *[other] ，目标 { NUMBER($target, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元
 }，信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。{ $reasons }
dual-answer-unread = { $symbol }：{ $written }
dual-kept = 符合所有规则：{ $symbols }。
dual-dropped = 没有人问起，已略去：{ $symbols }。
dual-not-of-the-form = （回答不符合所要求的格式）
dual-not-taken = 不能照此采用（第 { NUMBER($attempt) } 次，最多 { NUMBER($attempts) } 次）：
dual-fault = { $symbol }：{ $fault }
dual-limit-taken = 其余 { NUMBER($taken, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元已用于买入 { $symbols }。
dual-unread = 没有收到可以解读的回答。
dual-again = 需要重新回答：{ $symbols }。

## 校验器对回答的意见

violation-not-json = 回答不是所要求格式的 JSON。
violation-missing = 没有给出这只股票的回答。
violation-draft-not-object = 这一项不是含有 action、target_cash_amount、confidence 和 reasons 的对象。
violation-unknown-action = action 不是 increase、decrease、hold、close 中的任何一个。
violation-amount-unreadable = target_cash_amount 不是用数字写的美元金额（例如 2267.07）。
violation-confidence-unreadable = confidence 不是 0 到 1 之间的数。
violation-confidence-in-percent = confidence 为 { NUMBER($confidence, maximumFractionDigits: 2) }，不是 0 到 1 之间的数；如果指的是百分数，请写 { NUMBER($suggested_confidence, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
violation-confidence-not-in-range = confidence 为 { NUMBER($confidence, maximumFractionDigits: 2) }，不是 0 到 1 之间的数。
violation-above-rest-of-limit = 买入 { NUMBER($cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元{ $commission ->
    [0] {""}
   *[other] ，加佣金 { NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，
 }超过了上限 { NUMBER($stated, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元中剩下的 { NUMBER($limit, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元；最多可买 { NUMBER($suggested_shares) } 股，即 { NUMBER($suggested_cash_change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元。
violation-asked-to-buy = 对方问的是买入，因此不能卖；只能加仓或持有。
violation-asked-to-sell = 对方问的是卖出，因此不能买；只能减仓、清仓或持有。
violation-less-than-one-share = 变动额 { NUMBER($change, minimumFractionDigits: 2, maximumFractionDigits: 2) } 不足一股（股价 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }）。请持有，或把目标定为 { NUMBER($suggested_target, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
violation-insufficient-cash = 需要 { NUMBER($required, minimumFractionDigits: 2, maximumFractionDigits: 2) }；可用 { NUMBER($available, minimumFractionDigits: 2, maximumFractionDigits: 2) }（必须留存的现金除外）；所有买入合计需要 { NUMBER($total_required, minimumFractionDigits: 2, maximumFractionDigits: 2) }；缺口 { NUMBER($shortfall, minimumFractionDigits: 2, maximumFractionDigits: 2) }；第 { NUMBER($attempt) } 次尝试。{ $suggested_shares ->
    [0] 建议：连一股也买不了，请持有。
   *[other] 建议：最多买入 { NUMBER($suggested_shares) } 股，目标不超过 { NUMBER($suggested_target, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
 }
violation-insufficient-shares = 需要 { NUMBER($required, maximumFractionDigits: 6) } 股；可用 { NUMBER($available, maximumFractionDigits: 6) } 股；缺口 { NUMBER($shortfall, maximumFractionDigits: 6) } 股；第 { NUMBER($attempt) } 次尝试。{ $suggested_shares ->
    [0] 建议：没有持仓，请持有。
   *[other] 建议：最多卖出 { NUMBER($suggested_shares, maximumFractionDigits: 6) } 股。
 }
violation-order-refused = 券商拒绝了这笔订单。

## 标签

tag-breakout = 突破
tag-support = 支撑
tag-resistance = 阻力
tag-stop-loss = 止损
tag-market-cap = 市值
violation-loose-figures = 有数字没有写成引用：{ $figures }。每个数字都要写成对其编号的引用；没有编号的请勿写。
