### 引擎：由哪个引擎决定、模型说了什么，以及无法做出决策时用什么代替。

engine-dual = { $order ->
    [yes] { $cards ->
        [1] 这
       *[other] 这些
     }是您的指令，{ $size ->
        [named] 数量由您指定
        [none] 按 Parley 的规则无法据此交易
       *[other] 数量由 Parley 的规则算出
     }；语言模型（“dual”引擎）的看法写在理由里，是它自己的话。
   *[no] 由语言模型决定（“dual”引擎）{ $size ->
        [named] ，数量由您指定
       *[other] {""}
     }。
 }{ $figures ->
    [bold] { figures-are-looked-up }
    [both] { figures-are-looked-up }{ figures-are-marked }
    [marked] 理由的文字出自模型。{ figures-are-marked }
   *[none] 理由的文字出自模型。
 }金额已按 Parley 的规则核对。不构成投资建议。
engine-dual-short = { $order ->
    [yes] 您的指令；理由中的看法出自语言模型（“dual”引擎）。
   *[no] 由语言模型决定（“dual”引擎）。
 }不构成投资建议。
engine-other = 由“{ $name }”引擎决定。不构成投资建议。
engine-fallback-short = “{ $name }”引擎没有做出决策；不构成建议。
fallback-advice = { $code ->
    [model_quota] 需要由 Parley 的管理员充值。
    [model_refused_key] 需要由 Parley 的管理员更正密钥。
    [model_request] 请 Parley 的管理员检查服务器地址和模型名称。
    [model_person_budget] 您的额度在 UTC 零点重新计算。
    [model_budget] 额度在 UTC 零点重新计算；用 /用量 查看用量。
    [model_too_long] 请一次少问几只股票。
    [model_declined] 请换一种说法再问。
    [model_rate_limited] 请稍等一会儿再问。
    [model_paused] 请一分钟后再问。
    [no_valid_answer] 请再问一次，或换个数量、限额。
   *[other] 请稍后再问。
 }若要改由评分规则决定：/设置 引擎 rules
engine-missing = 本频道设置的引擎“{ $name }”现在不可用，改由默认引擎“{ $default }”决定。更改设置：/设置 引擎 { $default }
symbols-invented = 模型还提到了没有人问起的 { $symbols }{ $more ->
    [0] {""}
   *[other] {" "}等另外 { $more } 个代码
 }，已略去。

# 模型的理由

reasons-given = 对 { $symbol } 给出的理由
reason-nothing-traded = 无论上文怎么说，都没有因此进行任何交易、确认、取消或设置。
reason-said-unfounded = { $text } ⚠ 数据中没有：{ $figures }

# 无法做出决策时

action-fallback = { $symbol } 没有决策
card-title-fallback = { $symbol }：没有决策（仅为占位，不构成建议）
card-fallback-why = 原因
card-fallback-happens = 结果
card-fallback-nothing = 不进行任何交易。
card-fallback-confidence = 无：占位不代表对这只股票的任何看法
fallback-other = 引擎没有得出可用的结果。
fallback-among = { $symbols } 没有决策：原因写在卡片上，不构成建议；也没有改问其他引擎。{ fallback-advice }

# 模型决策的“为什么？”

explain-fallback = 没有对 { $symbol } 做出决策（每股 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when }）：当时显示的只是占位，不构成建议。{ $why }
explain-run = 决策经过：“{ $engine }”引擎，向模型请求 { $calls } 次{ $hits ->
    [0] {""}
   *[other] （其中 { $hits } 次取自缓存）
 }{ $retries ->
    [0] {""}
   *[other] ，因出错重问 { $retries } 次
 }{ $prompt ->
    [0] {""}
   *[other] ；读入 { NUMBER($prompt) } 个词元
 }{ $completion ->
    [0] {""}
   *[other] ；写出 { NUMBER($completion) } 个词元
 }{ $seconds ->
    [0] {""}
   *[other] ；用时 { NUMBER($seconds, maximumFractionDigits: 1) } 秒
 }；提示词 { $prompts }。
explain-discussion = { $place ->
    [here] 想看代理之间说了什么，请说“讨论”。
   *[elsewhere] 想看代理之间说了什么，请在提出该决策的讨论串里说“讨论”。
 }

# 代理之间的对话

discussion-opening = “{ $engine }”引擎的代理之间的对话（{ $at }）。以下是模型的话，不构成建议：
discussion-opening-by-rules = “{ $engine }”引擎的成员之间的对话（{ $at }）。他们依据规则发言，没有询问模型；不构成建议：
discussion-from = { $sender } → { $recipient }：
discussion-from-continued = { $sender } → { $recipient }（续）：
discussion-page = 第 { $number } 页，共 { $pages } 页
discussion-said-nothing = 没有发言：{ $about }。
discussion-how = 这里看不懂“{ $words }”。/讨论 显示最近一次讨论；可以指定发言者（/讨论 多方）、股票（/讨论 AAPL）或页码（/讨论 2）。
button-debate = 看辩论
button-page-previous = 上一页
button-page-next = 下一页
button-everybody = 所有人
discussion-silent = “{ $engine }”引擎的代理之间尚无对话（{ $at }）。
discussion-none = 没有可显示的讨论：这个对话里还没有由投委会或模型做出的决策。“/分析 AAPL 深入”可以请投委会讨论。
agent-knowledge = 知识库代理
agent-reflection = 回顾代理
agent-reader = 阅读代理
agent-prose = 文字代理
agent-filter = 筛选代理
agent-analyst = 分析师
agent-debater = 辩手
agent-judge = 裁判
agent-summary = 摘要代理
agent-memory = 记忆代理
agent-search = 搜索代理
agent-decision = 决策代理
agent-validator = 核对

# /设置 引擎

settings-engine-needs-model = “{ $name }”引擎需要语言模型，而这里没有配置。没有做任何更改；可选：{ $engines }。Parley 的管理员可以配置：OPENAI_API_KEY，自有服务器则用 OPENAI_BASE_URL。
settings-engine-is-missing = { $name }（现在不可用，改由默认引擎 { $default } 决定）
