### 最近一轮是怎样处理的，以及中断的回答。

answer-broken-off = ——回答到这里中断了，以上内容并不完整。{ $why }

debug-how = 想看本讨论串最近一条消息是怎样处理的，请说“/debug last”。
debug-nothing = 本讨论串还没有留下处理记录。TURN_DEBUG 开启时每条消息都会留下记录；请先提一个问题，再说“/debug last”。
debug-opening = 本讨论串第 { $number } 条消息（{ $intent }），{ $at }：处理共用 { $total } 毫秒。
debug-milliseconds = { $time } 毫秒
debug-column-step = 步骤
debug-column-time = 用时
debug-column-facts = 详情
debug-step-route = 判断意图
debug-step-recall = 回忆对话
debug-step-retrieve = 查找资料
debug-step-respond = 作答
debug-step-persist = 存储
debug-fact-target = 去向
debug-fact-method = 方式
debug-fact-confidence = 置信度
debug-fact-reason = 原因
debug-fact-note = 备注
debug-fact-error = 错误
debug-fact-messages = 消息数
debug-fact-characters = 字符数
debug-fact-summary = 摘要字符数
debug-fact-symbols = 股票数
debug-fact-decisions = 决策数
debug-fact-refused = 被拒订单数
debug-fact-blocks = 段落数
debug-fact-model-calls = 模型调用次数
debug-fact-model-cache-hits = 缓存命中
debug-fact-model-ms = 模型用时（毫秒）
debug-fact-model-failures = 模型失败次数
debug-fact-prompt-tokens = 提示词元
debug-fact-completion-tokens = 生成词元
debug-fact-prompts = 各提示词的词元
