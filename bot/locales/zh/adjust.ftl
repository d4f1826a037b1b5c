### 为待确认的决策改金额。

adjusted = { $by } 调整了提议：从“{ $was }”（{ NUMBER($was_amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）改为“{ $now }”（{ NUMBER($now_amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元）。先前的版本不能再确认；确认新版本之前不会有任何交易。
adjust-note = 备注：{ $note }
adjust-unreadable = 这不像是一个美元金额。请写成 2500、2,500 美元或 2.5k 这样的形式。{ $what }的提议保持不变。
adjust-too-small = 这个金额不够买卖一股：{ $symbol } 每股 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 美元{ $commission ->
    [0] {""}
   *[other] ，另加 { NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元佣金
 }。{ $what }的提议保持不变。
adjust-not-admitted = 不能改为“{ $wanted }”。{ $why }{ $what }的提议保持不变。
reason-adjusted = { $by } 把金额定为 { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元。
reason-adjusted-with-note = { $by } 把金额定为 { NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元。备注：{ $note }
reason-said-in-private = 理由是在私密的地方写下的文字，只在那里显示，或只给提出请求的人看。

# 填写金额的表单

adjust-form-title = 调整：{ $what }
adjust-form-amount = { $side ->
    [buy] 买入金额（{ $currency }）
   *[sell] 卖出金额（{ $currency }）
 }
adjust-form-amount-hint = 例如 2500 或 2.5k；向下取整到整股
adjust-form-note = 备注（可不填）
adjust-form-note-hint = 为什么改金额；讨论串里的人都能看到
adjust-form-submit = 调整
adjust-form-cancel = 不改了
