### 语言模型出错时说的话。

error-model = 语言模型没有给出可用的回答。没有进行任何交易；请稍后再试。
error-model-timeout = 语言模型太久没有回应。没有进行任何交易；请稍后再试。
error-model-unreachable = 暂时连不上语言模型。没有进行任何交易；请稍后再试。
error-model-rate-limited = 语言模型暂时不再接受请求。请稍等一会儿再试。
error-model-quota = 语言模型服务商的账户额度已用完，需要由 Parley 的管理员充值。
error-model-refused-key = 语言模型服务器不接受 Parley 的密钥，需要由 Parley 的管理员更正。
error-model-request = 语言模型服务器不接受这个请求，请 Parley 的管理员检查服务器地址和模型名称。
error-model-garbled = 语言模型的回答无法解读。没有进行任何交易；请稍后再试。
error-model-broken-off = 语言模型的回答中途断了。没有进行任何交易；请稍后再试。
error-model-too-long = 这超出了语言模型一次能处理的量。请一次少问几只股票。
error-model-declined = 语言模型拒绝回答。请换一种说法再问。
error-model-paused = 语言模型接连出错，先让它休息一会儿。请一分钟后再试。
error-model-person-budget = 您今天的语言模型用量已经用完，UTC 零点重新开始计算。
error-model-budget = 今天的语言模型额度已经用完，UTC 零点重新开始计算。用 /usage 查看用量。
