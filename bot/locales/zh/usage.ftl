### /usage：今天语言模型用了多少。

usage-no-model = 这里没有配置语言模型：我按规则回答，不产生费用。
usage-opening = 今天（{ $date }，UTC）语言模型的用量，整个工作区合计：
usage-closing = 为进行中的请求预留的部分也计为已用。每天 UTC 零点重新计算。
usage-nothing = 今天还没有向模型提问。
usage-what = 今天
usage-used = 已用
usage-budget = 预算
usage-prompt = 读取的词元
usage-completion = 写出的词元
usage-cost = 费用
usage-no-limit = 不限
usage-usd = ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 4) }
usage-saved = 之前的对话有 { NUMBER($tokens) } 个词元没有发送（{ $percent }%）：由摘要和回忆代替。
usage-purpose = 用途
usage-calls = 请求
usage-cache-hits = 来自缓存
usage-failures = 失败
usage-tokens = 词元
usage-purpose-knowledge = 选择知识库
usage-purpose-intent = 理解消息
usage-purpose-memory = 判断记住什么
usage-purpose-search = 判断搜索什么
usage-purpose-filter = 判断需要哪些数据
usage-purpose-summary = 对话摘要
usage-purpose-decision = 决策
usage-purpose-prose = 撰写回答
