# 欢迎与帮助

welcome = 您好，我是 Parley。我和您讨论交易、提出建议；只有经您确认的，才会在模拟账户上执行。以上均不构成投资建议。{ $market }说“帮助”可以看到能问什么。
welcome-sample = 我读取的是样本市场：AAPL、FB、GOOG、IBM 和 MSFT 的真实价格；那里的今天是 { $date }，输入“/advance 5”可前进五个交易日。
welcome-yahoo = 我读取的是雅虎的实时价格。
help =
    用您自己的话提问，中文或英文都可以：
    • “分析一下苹果”“比较苹果和IBM”
    • “谷歌的市盈率？”“IBM这个月涨了多少”
    • “谷歌要不要买？最多三千美元”
    • “为什么？”“跌10%会怎样？”
    • “好的，执行吧”“取消”“全部确认”
    • “单只股票不超过5%”
    • “关注苹果”“每天早上给我们简报”
    • “苹果跌破400提醒我”
    • “持仓怎么样”“回顾一下上周的决策”
    • “鲍勃对银行怎么说？”“记住……”
    全部命令：说“详情”。
help-commands =
    命令及其作用：
    • /analyze AAPL：一只股票的各项数据，支持与反对的理由
    • /decide AAPL：一份可以确认、取消或质疑的建议
    • /explain：为什么提出上一项建议；/discussion：各个智能体说了什么；/discussion 多方 只看一方，/discussion AAPL 只看一只股票，/discussion 2 看第 2 页；/stop：停止正在进行的投委会分析
    • /review 30：30 天内的决策及其结果；/review all；/review score 预测有多准
    • /pending：待确认的决策；/orders：已发出的订单
    • /portfolio：持仓、盈亏、股息、胜率；单项数据：/cash、/worth、/invested、/largest、/best、/worst、/trades、/cost、/held、/gain、/dividends
    • /history：本频道与公开频道的对话；/history AAPL 十一月，/history 王芳，/history 1a2b3c4d 查看其中一个
    • /recall 鲍勃对银行怎么说？：找到的话和理由；不加 /recall 只给答案
    • /limits：生效的限额；/limits 5000 设定一项，/limits clear 取消您的限额
    • /alert AAPL < 440：到价时在这里提醒您；/alert AAPL 5%：涨跌 5% 时提醒；/alerts 列出和删除提醒
    • /watch：本频道的自选列表和价格；/watch AAPL 加入，/unwatch AAPL 移除，/watch me 是您自己的列表
    • /brief on：每次开盘前和收盘后在这里发一份简报：涨跌、新消息和待确认的决策；/brief pre 或 post 只要其中一份，/brief off 停止，/brief now 马上看一份，/brief status 查看订阅
    • /memory：我记住的关于团队、本频道和您的内容；/memory 我 期限：3个月 可添加，/memory 撤销 可撤回
    • /knowledge – 团队自己的文件，问到时我会引用；管理员附上文件并写“/knowledge add 投资指引”即可加入
    • /holding：更正过的持仓；管理员可以改名、换股、定价或核销，例如“/holding FB 改名 META”，确认后生效
    • /forget me：经您确认后，抹除您和您说过的一切；交易和审计记录保留，但不留姓名
    • /release – 管理员放行的存疑价格；管理员用“/release AAPL 285.10”放行并确认，用“/release AAPL 撤销”撤销
    • /advance 5：样本市场前进五个交易日
    • /settings：本频道的语言、时区、引擎与收听方式
    • /status：对话的状态；/usage：模型的用量
    • /details：上一个回答的数据与来源；/debug last：它是怎样得出的
    • /reset：重新开始这个对话；/help：本列表
help-all = 全部命令：说“详情”。
command-unknown = 没有这个命令。输入 /help 查看有哪些命令。
command-misspelt = 没有“/{ $typed }”这个命令。您是指“/{ $near }”吗？输入 /help 查看有哪些命令。
unavailable-chart = 我不画图。可以用数字说：“{ $symbol } 近三个月涨跌”、“{ $symbol } 52周最高价”、“{ $symbol } 今年哪天最高”。
unavailable-file = 我在这里不生成文件。“/orders” 列出最近的订单，“/portfolio” 列出持仓，“/review” 列出决策和结果；运行我的人可以用 “parley export” 把对话写成文件。
holdings-meant = 买入以来{ $result ->
    [gain] 盈利
   *[loss] 亏损
 }{ $percent ->
    [0] {""}
   *[other] { NUMBER($percent, maximumFractionDigits: 2) }% 以上
 }的：{ $names }。
holdings-none = 买入以来没有{ $result ->
    [gain] 盈利
   *[loss] 亏损
 }{ $percent ->
    [0] {""}
   *[other] { NUMBER($percent, maximumFractionDigits: 2) }% 以上
 }的持仓。没有提出任何建议。
holdings-unpriced = { $symbols } 现在没有价格，无从得知。
stated-holding = { NUMBER($shares) } 股 { $symbol } 按 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 值 ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
stated-holding-result = { NUMBER($shares) } 股 { $symbol }，成本 ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }：按 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 为 { $result }。
stated-holding-none-here = 这里的账户没有 { $symbol }{ $asks ->
    [yes] ，没有可卖的。
   *[no] 。
 }
stated-holding-here = 这里的账户持有 { NUMBER($held, maximumFractionDigits: 6) } 股 { $symbol }。
stated-holding-how = 我不导入别处的持仓：“记住我们持有 { NUMBER($shares) } 股 { $symbol }”可以留作备注，“买 { NUMBER($shares) } 股 { $symbol }”可以在这里提出买入。
add-to-what = 要把 { $symbols } 加到哪里？加入自选请说“关注 { $symbol }”；要买入请说出数量，例如“买 5 股 { $symbol }”。没有提出任何交易。
queued-behind = 前面还有 { $count } 条消息在排队

# 处理中的步骤

step-reading = 正在读取 { $symbols } 的价格……
step-weighing = 正在权衡（引擎：{ $engine }）……

# 数字

usd = ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
signed-usd = { $sign }${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
percent = { NUMBER($value, maximumFractionDigits: 1) }%
signed-percent = { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }%
number = { NUMBER($value, maximumFractionDigits: 6) }
list-separator = 、
list-and-more = { $listed } 等，另有 { $count } 项
between-sentences = {""}
price-when-sample = { $date } 收盘价（样本市场）
price-source-delayed = { $source }，延迟 { $minutes } 分钟
price-when-live = { $time }（{ $source }）

# 分析

analysis-headline = { $symbol } · { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when } · 当日 { $day }，近 7 个交易日 { $week }
value = 数值
figure-sma50 = 50 日均线
value-sma50 = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
figure-sma200 = 200 日均线
value-sma200 = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
away-from-average = （现价偏离 { $sign }{ NUMBER($value, maximumFractionDigits: 1) }%）
figure-rsi14 = RSI(14)
value-rsi14 = { NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }
figure-range52w = 52 周区间（盘中）
value-range52w = { NUMBER($low, minimumFractionDigits: 2, maximumFractionDigits: 2) } 至 { NUMBER($high, minimumFractionDigits: 2, maximumFractionDigits: 2) }
figure-volume-ratio = 成交量与 20 日均量之比
value-volume-ratio = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } 倍
figure-volatility60 = 60 日年化波动率
value-volatility60 = { NUMBER($value, maximumFractionDigits: 1) }%
figure-pe-ratio = 市盈率（近四个季度）
value-pe-ratio = { NUMBER($value, maximumFractionDigits: 1) }（每股收益 { NUMBER($eps, minimumFractionDigits: 2, maximumFractionDigits: 2) }）
figure-dividend-yield = 股息率
value-dividend-yield = { NUMBER($value, maximumFractionDigits: 2) }%
figure-market-cap = 市值
value-market-cap = { NUMBER($hundred_millions, maximumFractionDigits: 0) } 亿美元
missing-too-few-sessions = 暂无：当时已知的交易日不足
missing-source-has-none = 此数据源在该日期没有
missing-not-meaningful = 此处没有意义
view-buy = 综合来看，规则倾向于买入 { $symbol }；信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。未询问任何模型。
view-hold = 综合来看，规则对 { $symbol } 既不支持买入也不支持卖出；信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。未询问任何模型。
view-sell = 综合来看，规则不看好 { $symbol }；信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。未询问任何模型。
analysis-of-past = 按您的要求，以上截至 { $date } 收盘，没有参考之后的任何信息。决策总是按当前时间做出。
sources = { $symbol } 的数据出处
source-of = { $figure }：{ $source }
speaks-for = 看多 { $symbol } 的理由
speaks-against = 看空 { $symbol } 的理由
also-noted = { $symbol } 另外注意

# 决策

action-increase = 买入 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }
action-decrease = 卖出 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }
action-close = 全部卖出 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }
action-hold = { $symbol } 维持不变
card-title = { $version ->
    [1] { $symbol }：决策
   *[other] { $symbol }：决策，第 { $version } 版
 }
card-action = 操作
card-target = 目标持仓
card-change = 现金变动
cash-change = { $kind ->
    [buy] 支出 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
    [sell] 收入 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[none] 无
 }
card-shares = 股数与价格
card-shares-at = { $shares ->
    [0] 不交易；最新价
   *[other] { NUMBER($shares, maximumFractionDigits: 6) } 股，每股
 } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when }
card-confidence = 信心
card-stop = 止损位
card-commission = 佣金
engine-rules = 由评分规则得出，未询问任何模型。不构成投资建议。
button-confirm = 确认
button-confirm-beyond-cap = 是的，{ $what }，${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }
button-cancel = 取消
button-confirm-all = 全部确认
button-cancel-all = 全部取消
button-why = 为什么？
too-many-symbols = 我只看了前 { $most } 个代码。

# 确认与取消

filled-bought = 已完成：以每股 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 买入 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }，共 ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] ，另付佣金 ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }（模拟账户，{ $when }）。
filled-sold = 已完成：以每股 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 卖出 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }，共 ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }{ $commission ->
    [0] {""}
   *[other] ，扣除佣金 ${ NUMBER($commission, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }（模拟账户，{ $when }）。
position-now = { $shares ->
    [0] 您不再持有 { $symbol }。
   *[other] 您现在持有 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }，市值 ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
 }
cash-now = 剩余现金：${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
order-rejected = “{ $what }”的订单被拒绝：{ $why }没有发生任何交易。请再问一次，我会按账户现有的资金和持股重新确定数量。
order-no-answer = 自 { $since } 起，券商一直没有说明“{ $what }”订单的结果。我会继续查询并在此告知；订单不会重复发送，请勿再次下同样的单。在此之前，本账户的其他交易可能被拒绝。
order-accepted = 券商已收到“{ $what }”的订单，尚未成交。成交后我会在此告知，请勿再次下同样的单。
order-not-taken-back = “{ $what }”的订单已经确认，无法在此撤回；可用 /orders 查看后续结果。
order-unknown = 尚不清楚“{ $what }”的订单是否已送达券商。订单不会重复发送，请勿再次下同样的单；可用 /orders 查看后续结果。
arrived-after-all = 更正：此前告知没有成交，但订单其实送达了券商。
partly-filled = 这只是订单的一部分；其余部分可用 /orders 查看。
rest-cancelled = 这只是订单的一部分；其余部分已被券商取消，不会再成交。
rest-rejected = 这只是订单的一部分；其余部分被券商拒绝，不会再成交：{ $why }
rejected-cancelled = 券商已取消该订单。
rejected-insufficient-cash = 现金不足。
order-rejected-resized = “{ $what }”的订单被拒绝：{ $why }没有发生任何交易。以下数量可以成交：
rejected-insufficient-cash-by = 需要 { NUMBER($required, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，可用 { NUMBER($available, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元，还差 { NUMBER($shortfall, minimumFractionDigits: 2, maximumFractionDigits: 2) } 美元。
rejected-too-late = 确认后未能及时发出，之后也不会再发出。
rejected-account-differs = 本账簿与券商账簿不一致，因此没有发出。
rejected-insufficient-shares = 持股不足。
rejected-fractional-shares = 股数不是整数。
rejected-unknown = 账户没有说明原因。
cancelled = 已取消：不会{ $what }。
price-moved = 自提出建议以来，{ $symbol } 的价格变动了 { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }%，从 ${ NUMBER($was, minimumFractionDigits: 2, maximumFractionDigits: 4) } 到 ${ NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 4) }。没有发生任何交易。您还要按新价格执行吗？
split-since = 提出建议后 { $symbol } 进行了拆股，每 1 股变为 { NUMBER($ratio, maximumFractionDigits: 4) } 股：当时的 { NUMBER($was) } 股现在是 { NUMBER($now) } 股。没有发生任何交易。您还要执行吗？
position-changed = 自提出建议以来，您的 { $symbol } 持仓变了：现在持有 { NUMBER($held, maximumFractionDigits: 4) } 股，执行后将持有 { NUMBER($target, maximumFractionDigits: 4) } 股。没有发生任何交易。您还要执行吗？
trading-stopped = 现在无法{ $what }。{ $why }没有发生任何交易。两边一致后即可确认；系统每分钟核对一次。
sale-of-nothing = 无法{ $what }：现在已不再持有 { $symbol }。没有交易，该决策已撤回。
no-longer-possible = 现在无法{ $what }。{ $why }没有发生任何交易；请取消，或换个数量或限额重新询问。
pending-stays = 您之前的待确认决策“{ $what }”仍然有效；如果不再需要，请取消它。
replaces-pending = 取代：{ $what }。
above-limit-before = 您之前说过这只股票最多花 ${ NUMBER($limit, minimumFractionDigits: 2, maximumFractionDigits: 2) }；这次的数量是您自己指定的，所以我没有削减：需要 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }。确实要这样才请确认。
limit-lifted = 限额已取消。您的待确认决策“{ $what }”不受该限额约束，保持不变。
nothing-held-besides = 除了 { $symbols }，没有其他持仓，没有可卖的。
left-over = 还没做：“{ $request }”。请单独再发一次。
undo-executed = { $side ->
    [sell] 卖出 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol } 已经成交，无法撤回。想买回来，请下反向指令：“买入{ NUMBER($shares, maximumFractionDigits: 6) }股{ $symbol }”，按届时的价格。
   *[buy] 买入 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol } 已经成交，无法撤回。想退出，请下反向指令：“卖出{ NUMBER($shares, maximumFractionDigits: 6) }股{ $symbol }”，按届时的价格。
 }
undo-pending = “{ $what }”只是提议，尚未成交：不要的话请点取消，或说“取消{ $symbol }”。
undo-nothing = 您没有可撤回的交易，也没有待确认的。其他改动：“/memory 撤销”可撤回备注的上一次改动；“/alerts”“/limits”“/watch”可查看和更改其余的。
undo-nothing-of = 在我最近给您的回答里没有找到这样的改动，所以没有撤回什么。“/alerts”“/limits”“/watch”“/brief status”“/memory”可查看和更改现有的。
nothing-failed = 这里没有您失败的订单：没有订单被拒绝，您待确认的也没有不能确认的。“/订单”可看已执行的。
nothing-held = 您没有可以卖出的持仓。
order-without-size = 您没有说数量，所以由规则决定，而规则不建议{ $side ->
    [buy] 买入
   *[sell] 卖出
 }。说“{ $side ->
    [buy] 买
   *[sell] 卖
 }5股{ $symbol }”，就按您说的提出建议。
stop-as-said = 止损 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 4) }，是您之前说的。
lot-size = 1 手为 100 股。
cap-as-said = 最多 ${ NUMBER($limit, minimumFractionDigits: 0, maximumFractionDigits: 2) }，是您之前说的；说“不限额”可取消。
nothing-to-sell = 您没有持有 { $symbols }，没有可卖的。
nothing-to-sell-asked = 您没有持有 { $symbols }，没有可卖的。说“分析 { $symbol }”可看正反理由。
size-not-as-asked = { $symbol }：不是您要的数量。{ $why }
fraction-of-nothing = 您没有持有 { $symbols }，没有可以按比例买卖的部分。请说金额或股数。没有提出任何建议。
not-the-size-asked-about = { $symbol }：您问的 { NUMBER($shares) } 股，我现在不建议交易。若仍要下单，请直接说：“{ $side ->
    [sell] 卖出
   *[buy] 买入
 } { NUMBER($shares) } 股 { $symbol }”。
buy-or-sell = 买入还是卖出，还是限额？可以这样说：“买入 3 股 AAPL”，或“AAPL 最多持有 3 股”。没有提出任何建议。
stop-of-held = 没有待确认的买入可以用这个止损位，我也不下止损单；没有更改任何东西。说“{ $symbol } 到 { NUMBER($level, maximumFractionDigits: 4, useGrouping: 0) } 提醒我”，到价时我会告诉您。
stop-alone = 我不下止损单。止损位属于我建议的买入：请先要求买入，例如“买 5 股 AAPL，止损 420”。没有提出任何建议。
risk-alone = 风险属于一笔买入：是它跌到止损位的亏损。请先要求买入，例如“买苹果，最多亏 200 美元”。没有提出任何建议。
decision-of-another-day = 决策总是按当前时间做出，这个市场今天是 { $today }；我不为别的日期做决策。请去掉日期再问，或让我分析那一天的情况。
which-one-pending = 您指的是哪一笔：{ $names }？请点它的按钮，或说出名字，例如“确认{ $symbol }”或“取消{ $symbol }”。
which-one-kept = “{ $kept }”保留，仍待确认。“{ $names }”要取消吗？请点它的按钮，或说“取消{ $symbol }”。没有作任何改动。
which-one-instead = 不要“{ $what }”，要换成哪一只：{ $symbols }？请说出名字，例如“换成{ $symbol }”。没有作任何改动。
which-one-of = 您指的是哪一只：{ $symbols }？请说出名字，例如“分析{ $symbol }”。
which-decision = 有 { $count } 项决策待确认：{ $names }。请说明是哪一项，或说“{ $action ->
    [cancel] 全部取消
   *[other] 全部确认
 }”，或按按钮。
which-decision-of-many = 有 { $count } 项决策待确认，一次答不完。最早的 { $shown } 项：{ $names }。请说明是哪一项，或按按钮，或用 /pending 查看全部。
not-that-decision = 有 { $count } 项决策待确认（{ $names }），但您说的不是它，或您说话时还没看到它。没有做任何操作；如果就是它，请按它的按钮。
confirm-read-back = 这将{ $what }，金额 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }：确认吗？在您确认之前不会交易。
cap-excess = { $cap_kind ->
    [exceeds_loss_cap] 跌到止损位会亏损 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }，占账户 { NUMBER($percent, maximumFractionDigits: 1) }%，为上限 { NUMBER($cap, maximumFractionDigits: 2) }% 的 { NUMBER($multiple) } 倍。
   *[exceeds_position_cap] 该持仓将占账户 { NUMBER($percent, maximumFractionDigits: 1) }%，为上限 { NUMBER($cap, maximumFractionDigits: 2) }% 的 { NUMBER($multiple) } 倍。
 }
cap-trade = ⚠ 这将{ $what }，金额 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
cap-question = 确定吗？
cap-question-title = 上限 { NUMBER($cap, maximumFractionDigits: 2) }% 的 { NUMBER($multiple) } 倍
cap-accept = 是的，{ $what }
cap-decline = 不
cap-only-button = 只有按“{ $button }”才会执行，输入“是”不会。在此之前不会交易。
confirm-replaced-elsewhere = 这里显示的是{ $was }，{ $where ->
    [thread] 已在本频道的另一个会话里
    [channel] 已在另一个频道里
   *[here] 后来已经
 }改为{ $now }。
confirm-change-unread = 我没有听懂您要改什么，所以没有改动。
confirm-read-back-all = 这将{ $what }，{ $kind ->
    [both] 合计支出 ${ NUMBER($spent, minimumFractionDigits: 2, maximumFractionDigits: 2) }，收入 ${ NUMBER($received, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[one] 合计 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }。全部确认吗？在您确认之前不会交易。
group-more = … 另有 { $count } 项
group-confirm = 已确认 { $done } 项，共 { $count } 项。
group-cancel = 已取消 { $done } 项，共 { $count } 项。
group-refused = 未执行：{ $what }。{ $why }
cancel-how = 要撤掉的话，请按“取消”，或只说“取消”两个字。没有做任何交易；仍待确认：{ $names }。
confirm-paused = 好的，先等等，没有做任何交易。到期前仍待确认：{ $names }。需要时请按“确认”，不要了请按“取消”。
button-unknown = 我不认识这个按钮。用 /pending 查看待确认的决策。

# 解释与回顾

explain-opening = 建议：{ $what }，每股 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when }，信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。
explain-passed = { $date } 的建议：{ $what }。
explain-no-reason-said = 没有找到有人说过放弃的理由。
explain-stop = 止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) }，低于现价 { NUMBER($percent, maximumFractionDigits: 1) }%：您没有指定时，取现价下方两倍 ATR，也就是平常一个交易日波动幅度的两倍。
explain-waiting = 等待本身没有成本，但价格会变：{ $symbol } 的决策在 { $until } 前有效，未经您确认不会交易。
explain-case-for-waiting = 支持等待的理由：{ $arguments }。
explain-no-case-for-waiting = 规则没有找到反对的理由；等待的理由只是可能会知道得更多。
explain-people = { $verdict ->
    [none] 由{ $asked }提出。
    [same] 由{ $asked }提出并决定。
   *[other] 由{ $asked }提出，由{ $decided }决定。
  }
status-proposed = 尚未确认。
status-confirmed = 已确认，正在执行。
status-submitted = 已确认，订单已发出。
status-filled = 已确认并执行。
status-partially-filled = 已确认，部分执行。
status-rejected = 已确认，但订单被拒绝。
status-unknown = 已确认；订单结果尚不明确。
status-cancelled = 已取消。
status-expired = 未经确认，已过期。
status-superseded = 已被新版本取代。
status-withdrawn = 已撤回：持仓已更正，或已不再持有。
status-word-proposed = 已提议
status-word-confirmed = 已确认
status-word-submitted = 订单已发出
status-word-filled = 已执行
status-word-partially-filled = 部分执行
status-word-rejected = 被拒绝
status-word-unknown = 结果不明
status-word-cancelled = 已取消
status-word-expired = 已过期
status-word-superseded = 已被取代
status-word-withdrawn = 已撤回
since = { NUMBER($was, minimumFractionDigits: 2, maximumFractionDigits: 4) } → { NUMBER($now, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when }，{ $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%：{ $verdict }。
since-split = 其后有拆股，原价为每股 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }；以上两个价格均按拆股后计。
price-later = 现价 { NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when }。
proposed-and-bought = 建议价 { NUMBER($proposed, minimumFractionDigits: 2, maximumFractionDigits: 4) }，成交价 { NUMBER($filled, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when }。
proposed-and-sold = 建议价 { NUMBER($proposed, minimumFractionDigits: 2, maximumFractionDigits: 4) }，卖出价 { NUMBER($filled, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when }。
since-unknown = 没有 { $symbol } 的价格可供比较。
verdict-right = { $settled ->
    [yes] { $sessions } 个交易日后，判断正确
   *[no] 到目前为止正确（{ $sessions } 个交易日）
 }
verdict-wrong = { $settled ->
    [yes] { $sessions } 个交易日后，判断错误
   *[no] 到目前为止错误（{ $sessions } 个交易日）
 }
verdict-flat = { $settled ->
    [yes] { $sessions } 个交易日后，无所谓对错
   *[no] 到目前为止无所谓对错（{ $sessions } 个交易日）
 }
verdict-too-early = 为时尚早，此后还没有交易日收盘
verdict-not-judged = 维持不变没有预设方向，不作评判
result-line = { $results }。
result-after = { $sessions } 日 { $change }
result-beside-market = { $sessions } 日 { $change }（大盘 { $market }）
result-of-two-spans = { $sessions } 日 { $change }（收盘价之间 { $between }，大盘 { $market }）
result-open = { $sessions } 日未到
result-unresolved = { $sessions } 日无价格
result-percent = { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
result-market = 结果为 1、5、20 个交易日后；大盘：{ $count ->
    [1] { $symbols }
   *[other] 平均持有 { $symbols }
 }，同样的收盘价之间，双方均不含股息。
result-market-without = 当时尚无价格、未计入：{ $symbols }。
review-heading = { $date } · { $what } · { $status }
review-reason = 当时：{ $reason }

# 如果……

what-if-opening = { $symbol } 现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when }；一日的通常波动和大幅波动对 { NUMBER($shares, maximumFractionDigits: 6) } 股意味着：
what-if-opening-one-share = { $symbol } 现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $when }；一日的通常波动和大幅波动对 { NUMBER($shares) } 股（您没有持股）意味着：
what-if-no-volatility = { $symbol } 的交易日太少，无法计算通常波动。
what-if-stop = 止损位 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，比现价低 ${ NUMBER($distance, minimumFractionDigits: 2, maximumFractionDigits: 2) }，即 { NUMBER($percent, maximumFractionDigits: 1) }%；跌到那里将损失 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }。止损位是提示您行动的价位，不是订单：我不会下止损单。
what-would-change = 会改变看法的价位
level-sma50 = 50 日均线：${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，距现价 { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }%
level-sma200 = 200 日均线：${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，距现价 { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }%
level-rsi-overbought = RSI(14) 到 70（超买）：下一收盘价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，距现价 { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }%
level-rsi-oversold = RSI(14) 到 30（超卖）：下一收盘价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }，距现价 { $sign }{ NUMBER($percent, maximumFractionDigits: 1) }%
move-size = 波动
move-price = 价格
move-gain = 盈亏
move-view = 届时看法
move-row = { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%（{ $sigmas ->
    [1] 通常
   *[other] 大幅
 }）
view-word-buy = 买入
view-word-hold = 维持
view-word-sell = 卖出

# 命令

portfolio-totals = 模拟账户，{ $when }：总资产 ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }，现金 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }，持仓 ${ NUMBER($positions, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
portfolio-empty = 没有持仓。
last-known-price = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }（{ $date }）
last-known-price-stated = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }（{ $by } 于 { $date } 定价）
held-action-note = { $kind ->
    [split] 未入账：数据源列出 { $symbol } 在 { $date } 拆股（每股变为 { NUMBER($value, maximumFractionDigits: 8) } 股），但其价格并未体现。管理员可以说明股份的变化：“/holding { $symbol } convert { $symbol } { NUMBER($value, useGrouping: 0, maximumFractionDigits: 8) }”，若没有变化则写 1。
   *[dividend] 未入账：数据源列出 { $symbol } 在 { $date } 每股派息 ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 6) }，超过股价的四分之一。如果确已派发，管理员可以说明：“/holding { $symbol } convert { $symbol } 1 { NUMBER($value, useGrouping: 0, minimumFractionDigits: 2, maximumFractionDigits: 6) }”。
 }
last-known-note = 现在没有可信的价格，按最近一次可信的价格计算：{ $symbols }。只有这些的交易需要等待。
column-symbol = 代码
column-shares = 股数
column-cost = 平均成本
column-price = 价格
column-value = 市值
column-gain = 盈亏（未计佣金）
column-weight = 占比
column-unrealised = 浮动盈亏
column-realised = 已实现盈亏
column-dividends = 股息
account-headline = 账户 ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }，自 { $since } 以来 { $gain }（{ $change }）
account-cash = 现金：${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-cash-part = 现金：${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }，占账户 { NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
account-cash-line = 现金 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }
account-result-line = 已实现 { $realised } · 股息 ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) }
account-position-unpriced = { $symbol } { NUMBER($shares, maximumFractionDigits: 6) } 股 · 没有价格，未计入
account-position-line = { $symbol } { NUMBER($shares, maximumFractionDigits: 6) } · ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } · { NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) }% · { $unrealised }
account-more-positions = 另有 { $count } 项持仓
account-benchmark-line = { $count ->
    [1] 同样资金持有 { $symbol }：{ $change }
   *[other] 同样资金平分 { $count } 只股票：{ $change }
 }
account-details-opening = 模拟账户，{ $when }：总资产 ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }，其中现金 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-reconciliation = 起始 ${ NUMBER($start, minimumFractionDigits: 2, maximumFractionDigits: 2) }，已实现 { $realised }，浮动 { $unrealised }，股息 { $dividends }：合计 ${ NUMBER($total, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-closed-trades = { $count ->
    [1] 已了结 1 笔交易，{ $wins ->
        [0] 没有盈利
       *[other] 盈利
     }：{ $average }。
   *[other] 已了结 { $count } 笔交易，其中 { $wins } 笔盈利（{ NUMBER($rate, minimumFractionDigits: 1, maximumFractionDigits: 1) }%）；平均每笔 { $average }。
 }
account-no-closed-trades = 还没有了结的交易，因此没有胜率。
account-benchmark = { $count ->
    [1] 同样的资金若持有 { $symbols }
   *[other] 同样的资金若平均持有 { $symbols }
 }，以 { $since } 收盘价买入并持有，含股息：${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }，{ $change }。
account-no-benchmark = 没有对比：现在读不到所需的价格。
account-method = 已实现盈亏按平均成本计算，已扣除全部手续费（含买入手续费）。每次卖出算一笔了结的交易。股息在除息日入账。
account-nothing = –
account-weight = { NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
account-period = 账户自 { $since } 收盘以来 { $change }（{ $percent }）：当时 ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) }，现在 ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-period-until = 账户从 { $since } 收盘到 { $until } 收盘 { $change }（{ $percent }）：由 ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } 变为 ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-period-before = 账户始于 { $since }，此前没有收益可言。
account-invested = 已投入 ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }，占账户 { NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) }%；现金 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-largest = 最大持仓：{ $line }
account-best = { $symbol } 表现最好：{ $result }（浮动 { $unrealised }，已实现 { $realised }，股息 ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) }）。
account-worst = { $symbol } 表现最差：{ $result }（浮动 { $unrealised }，已实现 { $realised }，股息 ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) }）。
account-fees = 至今共付手续费 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-dividends = 股息合计 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-dividends-of = { $symbol }：股息 ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
afford-enough = 够：{ NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol } 按 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 需 ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }，现金有 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }。没有提出任何建议；要买请说“买入 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }”。
afford-too-much = 不够：{ NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol } 按 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 需 ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }；下单最多 { NUMBER($most, maximumFractionDigits: 6) } 股：{ $why }。没有提出任何建议。
afford-most = { $shares ->
    [0] 下单一股 { $symbol } 也买不到，现价 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $why }。
   *[other] 下单最多可得 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }，按 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 共 ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $why }。
 }
afford-loss = 到止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 2) } 会亏 ${ NUMBER($loss, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
afford-warning = 超过 { NUMBER($most, maximumFractionDigits: 6) } 股 { $symbol }，卡片会警告并再问一次：{ $why }。
afford-money = ${ NUMBER($amount, minimumFractionDigits: 2, maximumFractionDigits: 2) } 最多买这么多
afford-nothing-proposed = 没有提出任何建议。
afford-sale = { $fits ->
    [yes] 可以：您持有 { NUMBER($held, maximumFractionDigits: 6) } 股 { $symbol }。没有提出任何建议；要卖请直接说。
   *[no] 不行：您持有 { NUMBER($held, maximumFractionDigits: 6) } 股 { $symbol }，我不做空。没有提出任何建议。
 }
account-cost = { $symbol }：{ NUMBER($shares, maximumFractionDigits: 6) } 股，平均每股成本 ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 4) }。
account-holding = { $symbol }：{ NUMBER($shares, maximumFractionDigits: 6) } 股，市值 ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }，占账户 { NUMBER($weight, minimumFractionDigits: 1, maximumFractionDigits: 1) }%。
account-gain = { $symbol }：浮动 { $unrealised }（{ $percent }），已实现 { $realised }，股息 ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-gain-over = { $symbol }：{ $until ->
    [no] 自 { $since } 起
   *[other] { $since } 至 { $until }
 } { $change }，含股息与卖出所得
account-not-held-then = { $symbol }：当时没有持仓。
account-held-before = { $symbol }：现在没有持仓；已实现 { $realised }，股息 ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
account-never-held = { $symbol }：从未持有。
column-order = 订单
column-when = 价格日期
column-status = 状态
open-orders = 已确认但尚未执行：{ $orders }。
pending-nothing = 没有待确认的决策。
pending-opening = 有 { $count } 项决策待确认（时间 { $zone }）：
pending-opening-page = 有 { $count } 项决策待确认，第 { $first }–{ $last } 项（时间 { $zone }）：
pending-line = • { $what } { $price } { $person } 至{ $until }
pending-more = 更多请说“/pending 第 { $page } 页”（共 { $pages } 页）或“下一页”。
pending-no-such-page = 没有这一页：共 { $count } 项待确认，{ $pages } 页。
orders-nothing = 还没有订单。
orders-opening = 最近 { $count } 笔订单（{ $zone }）：
order-line = • { $time } { $person }：{ $what }，{ $price }，{ $status }
column-confirmed-by = 确认者
column-confirmed-at = 确认时间
order-buy = 买入 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }
order-sell = 卖出 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }
order-status-new = 尚未发出
order-status-submitted = 已发出
order-status-filled = 已成交
order-status-partially-filled = 部分成交
order-status-rejected = 被拒绝
order-status-cancelled = 已取消
order-status-in-part = 已成交 { NUMBER($filled, maximumFractionDigits: 6) }，{ $rest ->
    [open] 其余待成交
    [rejected] 其余被拒绝
   *[cancelled] 其余已取消
 }
order-status-unknown = 结果不明
status = { $state }{ $pending ->
    [0] 此处没有待确认的决策。
   *[other] 此处有 { $pending } 项决策待确认。
 }
status-about = 话题：{ $focus }。{ $market }
status-no-focus = 暂无
state-idle = 等待您的提问。
state-analyzing = 正在讨论分析。
state-awaiting-confirm = 等待您的确认。
state-executing = 订单正在执行。
state-explaining = 正在解释。
state-completed = 上一项决策已执行。
state-error = 上一条消息出了问题。
market-sample = 市场：样本，{ $date } 收盘。
market-yahoo = 市场：雅虎，实时（{ $date }）。
advance-done = 样本市场前进了 { $count } 个交易日，到 { $date } 收盘。
passed-results = 有 { $count } 个结果出来了{ $count ->
    [1] {""}
   *[other] ，最新的在最后{ $left ->
        [0] {""}
       *[other] ；较早的 { $left } 个见详情
     }
 }：
passed-result = { $date }：{ $result }
passed-in-other-thread = 在另一个会话中：{ $told }
passed-posted = 另有 { $count } 条提醒或简报已发到各自所在的频道或讨论串。
advance-dividend = { $date } { $symbol } 派息：{ NUMBER($shares) } 股，入账 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
advance-split = { $date } { $symbol } 拆股：{ NUMBER($shares) } 股变为 { NUMBER($after) } 股{ $cash ->
    [0] 。
   *[other] ，不足一股的部分折现 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
 }
advance-split-takes-back = { $date } { $symbol } 拆股：{ NUMBER($shares) } 股变为 { NUMBER($after) } 股；此后卖出的多于此数，收回其中 ${ NUMBER($cash, minimumFractionDigits: 2, maximumFractionDigits: 2) } 卖出款。
advance-how = 请说明前进几个交易日，例如 /advance 5。{ $most ->
    [0] 样本已到尽头。
   *[other] 样本还剩 { $most } 个交易日。
 }
advance-too-far = { $most ->
    [0] 样本到此为止，没有更多交易日了。
   *[other] 样本只剩 { $most } 个交易日。
 }时钟没有移动。
reset-done = 我们重新开始：之前的话题已清除。/limits 列出的限额仍然有效。待确认的决策在过期前仍然有效，见 /pending。

# 没听懂，或做不到

message-empty = 这条消息是空的。说“帮助”可以看到能问什么。
surplus-pace = 每人每分钟我最多读 { NUMBER($limit) } 条消息。这条和紧接着发的不会回答，请一分钟后再问。
surplus-waiting = 您已有 { NUMBER($limit) } 条消息在排队，我先回答那些。这条和这期间发的不会回答，请稍后再问。
surplus-presses = 您每分钟的点击次数过多，这一次没有任何作用。“确认”和“取消”始终有效。
message-too-long = 这条消息超过了我能读的 { NUMBER($limit) } 个字符。没有做任何处理，请缩短后再发。
small-talk-greeting = 您好！可以问我股票（“AAPL 怎么样？”），或说“帮助”看我能做什么。
small-talk-thanks = 不客气。
small-talk-farewell = 再见。待确认的决策在到期前一直有效。
small-talk-identity = 我是 Parley，一个机器人。我和您讨论交易、提出建议，只有您确认的才会在模拟账户上执行；说“帮助”可以看用法。
small-talk-acknowledgement = 好的。
small-talk-remark = 好的，以后可以引用这句话。它不下单，也不设限额。说“记住……”才会存进我的记忆。
lead-on-coverage = 这个市场我有 { $covered } 的数据。可以问“分析 { $symbol }”或“要不要买 { $symbol }？”。
lead-on-coverage-all = 我覆盖在美国上市的股票和基金：说出代码或公司名就行，例如“分析 AAPL”或“要不要买微软？”。
lead-on-guidance = 先从一只股票开始：“分析 { $symbol }”给出数据和正反理由，“要不要买 { $symbol }？”给出适合您账户的建议。“/持仓”可以看您现在有什么。没有您的确认，什么都不会买，别人也不能替您确认。
lead-on-card = “确认”会在模拟账户上（不是真钱）成交一次，不能撤销：以后再卖出是另一笔交易。“取消”则作废。什么都不会自动成交：没人按的卡片到上面写的时间失效。不用一直盯着价格：说一声要提醒，我来盯。
lead-on-ordering = 请说“买 3 股 { $symbol }”或“买 500 美元 { $symbol }”。我先给出明细，您确认后才在模拟账户上成交。
not-known = 这里说过的话和备注里都没有找到这方面的内容，我也无法用其他方式回答。“记住……”可以留下备注；“帮助”可以看到能问什么。
not-understood = 我没有听懂。我分析股票、提出交易建议、管理账户：试试“分析 { $symbol }”“要不要买 { $symbol }？”“持仓”或“帮助”。
not-understood-pending = 我没有把它当作确认，别人也不能替您确认。要确认，请说“执行吧”或按“确认”；也可以问“为什么？”，或说“取消”“帮助”。
not-understood-not-yours = 我没有把它当作确认。这里待确认的决策，只有提出的人可以确认或取消：卡片上写着是谁。您自己要下单，可以说“买 1 股 { $symbol }”。
not-understood-open = 我没有听懂；没有交易，也没有取消任何东西。待确认的仍然有效，只有您能确认或修改：说“取消”可取消，“为什么？”听理由，或说“帮助”。
not-understood-of-others = 我没有听懂；没有交易，也没有取消任何东西。待确认的仍然有效：只有提出的人能确认、修改或取消。“为什么？”可听理由。
guess-question = 我不确定您的意思。您是指：
share-before = 您是指之前说到的 { $symbol } 吗？
guess-limit-end = 取消第 { $number } 条限额
guess-alerts-end = 删除提醒 { $numbers }
guess-none = 都不是
guess-none-pressed = 请换个说法；“帮助”会列出我能做的事。
guess-note-instead = 取代“{ $text }”
guess-note = 备注：“{ $text }”
guess-of = { $what }：{ $symbols }
guess-buy = 买入
guess-sell = 卖出
guess-size = { $unit ->
    [percent] { NUMBER($value, maximumFractionDigits: 2) }% 的
    [money] { NUMBER($value, maximumFractionDigits: 2) } 美元
   *[other] { NUMBER($value) } 股
}
guess = { $what ->
    [advise] 要不要交易
    [deep] 深入分析
    [memory] 之前说过的话
    [view] 什么会改变看法
    [compare] 比较
    [correct] 修改待确认的订单
    [define] 解释词语
    [explain] 理由
    [figure] 数据
    [remember] 记住这句话
    [review] 回顾决策
    [alert] 设置提醒
    [account] 账户
    [alerts] 提醒列表
    [briefs] 定期发简报
    [brief] 简报
    [limits] 限额
    [notes] 我记住的内容
    [orders] 订单
    [pending] 待确认
    [list] 关注列表
    [limit] 设置限额
    [suppose] 假设
    [unwatch] 移出关注列表
    [watch] 加入关注列表
    [undo-alert] 撤回：提醒
    [undo-limit] 撤回：限额
    [undo-watch_list] 撤回：自选列表
    [undo-brief] 撤回：简报
    [undo-note] 撤回：备注
    [undo-card] 撤回：已取消的卡片
   *[analyze] 分析
}
did-you-mean-confirm = 我没有把它当作确认。要确认，请说“执行吧”或按“确认”。
did-you-mean-cancel = 我没有把它当作取消。要取消，请说“取消”，或按“取消”按钮。
which-symbol = 您指的是哪只股票？请说代码或公司名，例如 { $symbol }。
no-data-for = 这个市场没有 { $symbols } 的数据；有的是 { $covered }。要看实时价格，请以 MARKET_DATA=yfinance 启动。
unknown-symbol = 我不知道叫“{ $word }”的股票。
misspelt-ask = 您是指 { $names } 吗？是的话请说“{ $corrected }”。目前没有提出任何建议。
misspelt-read = 我把“{ $word }”理解为 { $name }。
unknown-beside-known = 目前没有提出任何建议：请把您指的股票再说清楚一次。
premise-not-bought = 您没有买过 { $symbol }。
premise-instead = 要看数据请说“分析 { $symbol }”，要建议请说“要不要卖 { $symbol }？”。
premise-not-passed = 没有放弃过关于 { $symbol } 的决策：没有一项被取消、过期或结论为“持有”。
premise-not-passed-then = 那段时间没有放弃过关于 { $symbol } 的决策。
premise-instead-of-passed = 要看数据请说“分析 { $symbol }”，要建议请说“要不要买 { $symbol }？”。
premise-not-sold = 您没有卖过 { $symbol }。
unknown-symbols-too = { $words } 我也不认识。
unknown-symbol-near = 我不知道叫“{ $word }”的股票。您是指 { $near } 吗？
refused-nothing-pending = 这里没有待确认的决策；/pending 可列出全部。
refused-nothing-to-cancel = 这里没有可取消的；/pending 可列出所有待确认的决策。
refused-order-underway = 订单正在执行，现在无法更改。
refused-in-error = 此前出了问题；输入 /reset 可以重新开始。
possible-now = 现在可以：{ $what }。
possible-analyze = 分析股票
possible-decide = 请求决策
possible-explain = 问为什么
possible-confirm = 确认
possible-cancel = 取消
possible-followup = 问“如果……”
possible-review = 回顾决策
problem-one-size-for-several = 您对几只股票只说了一个数量，我不会猜是每只还是合计；请一只一只地问。
problem-nothing-proposed = 没有提出任何建议。

# 有人问起时，某个决策的结果

decision-status-proposed = 尚未确认，没有任何交易：{ $what }。可在 { $until } 前确认。
decision-status-confirmed = 已确认，但尚未执行：{ $what }。
decision-status-submitted = “{ $what }”的订单正在发出；可用 /orders 查看后续结果。
decision-status-unknown = “{ $what }”的订单已发出，但结果尚不明确。订单不会重复发送；可用 /orders 查看后续结果。
decision-status-filled = 已成交：{ $what }；成交价见 /orders。
decision-status-partially-filled = 已部分成交：{ $what }；其余部分可用 /orders 查看。
decision-status-rejected = 已被拒绝，没有任何交易：{ $what }。
decision-status-cancelled = 已取消，没有任何交易：{ $what }。
decision-status-expired = 未确认即已过期，没有任何交易：{ $what }。
decision-status-superseded = 已被更新的决策取代，没有任何交易：{ $what }。
decision-status-withdrawn = 因持仓已更正或不再持有而撤回，没有任何交易：{ $what }。
decision-status-elsewhere = 您在这个会话里没有下过{ $symbol ->
    [none] {""}
   *[one] {" "}{ $symbol } 的
 }订单。您最近一笔订单在另一个会话里：
position-held = { $shares ->
    [0] 您没有持有 { $symbol }。
   *[other] 您持有 { NUMBER($shares, maximumFractionDigits: 6) } 股 { $symbol }。
 }
decision-status-none = 您没有{ $symbol ->
    [none] {""}
   *[one] {" "}{ $symbol } 的
 }订单；/pending 可列出所有人待确认的决策。
trade-record = { $when } { $person ->
    [none] 已确认
   *[other] 由 { $person } 确认
 }。
cancelled-heading = { $count ->
    [1] 已取消：
   *[other] 已取消，最近的在前：
 }
cancelled-line = { $what }：{ $by ->
    [none] 已取消
   *[other] 由 { $by } 取消
 }，{ $when }{ $why ->
    [none] 。没有说明原因。
   *[other] ：“{ $why }”
 }
cancelled-none = 那时没有取消过{ $symbols ->
    [none] {""}
   *[other] { $symbols }的
 }决策。过期或被替换的不算取消。
trade-record-stop = 止损位 ${ NUMBER($stop, minimumFractionDigits: 2, maximumFractionDigits: 4) }：是价位，不是订单。
trade-record-result = 这笔卖出实现 { $gain }。
order-of-nobody = 这里没有找到“{ $person }”提出的订单；/pending 可列出所有人待确认的决策。
trade-record-none = 这里还没有确认过{ $symbol ->
    [none] {""}
   *[one] {" "}{ $symbol } 的
 }{ $side ->
    [buy] 买入
    [sell] 卖出
   *[none] 交易
 }。我只看得到这个账户，看不到别人的买卖。
