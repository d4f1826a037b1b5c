error-internal = 我们这边出了问题。请再说一次：不会重复交易，用 /orders 可以查看已成交的订单。如果再次发生，请让管理员查看日志。
error-parley = 没有成功，具体原因不明。请一分钟后再试；用 /orders 可以查看已成交的订单。
error-settings = 有一项设置不对。请让管理员运行“parley doctor”。
error-database-session = 我与数据库之间的连接池不保持会话。请让管理员运行“parley doctor”。
error-newer-database = 数据库属于更新的版本。请让管理员升级我。
error-broker-unavailable = 券商没有回应。我会再次询问；订单不会重复发送。
error-store-unavailable = 数据库无法连接。没有丢失任何内容；请稍后再试。
error-queue-refused = 后台任务队列不接受写入。没有丢失任何内容；请让运行我的人执行“parley doctor”。
error-phrase-file = 一个短语文件缺失或有错误。请重新安装 Parley。
error-embedded-store = 内置数据库无法启动。请运行“parley doctor”。
error-home-not-usable = 数据目录无法写入。
error-search-failed = 现在无法搜索以前说过的话。请一分钟后再试。
error-disk-full = 磁盘已满。没有留下半途的操作；请腾出空间后再试。
error-lease-lost = 另一个进程已接手此会话并会回答。
error-summary-in-progress = 另一个进程正在总结这段对话。
error-concurrent-update = 我回答的时候情况有变。没有做任何操作，请再试一次。
error-transaction-conflict = 我回答的时候情况有变。没有做任何操作，请再试一次。
error-duplicate = 这条已经存过了，只算一次。
error-no-redis = 没有可供后台进程使用的 Redis。请让管理员运行“parley doctor”。
error-port-in-use = HTTP 端口已被其他程序占用。请让管理员换一个端口。
error-illegal-transition = 现在做不到。
error-market-data = 无法取得行情数据。请一分钟后再试。
error-too-many-alerts = { $whose ->
    [person] 您已有 { $most } 个等待中的提醒
    [other] 设这个提醒的人已有 { $most } 个等待中的提醒
   *[workspace] 本工作区已有 { $most } 个等待中的提醒
 }，不能再多：没有设或启用提醒。“/alerts” 列出本频道的提醒，“/alerts remove 1” 删除一个。
error-too-many-limits = 这里已有 { $most } 条限额，不能再多：我没有记下，也没有做别的。“/limits”列出它们，“/limits remove 1”取消一条。
error-note-changed-since = 您最近改的那一条，之后{ $by }又改过，所以我什么也没有撤回；“/memory history”可以查看这两次更改。
error-memory-section-full = 这一部分的记忆已满，我没有记下。“/memory”可查看，“/memory delete 1”删除第一条。
error-note-dropped = 这里正在抹除一个人：之前说过的话，我没有记下。
error-secret-not-remembered = 这看起来是密钥、密码或卡号。这类内容我不保存，什么都没有记下。如果是真的，请尽快更换：能看到这段对话的人都看得到它。
error-memory-fact-too-long = 太长了，最多 { $most } 个字符，我没有记下。请用一两句话说。
error-unknown-symbol = 我不知道叫 { $symbol } 的股票。
error-unusable-file = 无法读取这个文件（{ $reason }）。
error-unusable-symbol = { $why }
error-uncovered-market = 我帮不了 { $names }：我只覆盖在美国上市的股票和基金，不包括港股、A 股、加密货币、贵金属和外汇。
error-no-price = { $why ->
    [delisted] 数据源将 { $symbol } 列为不再交易：没有价格。
    [no_trade] 数据源自 { $since } 起没有 { $symbol } 的成交：可能已停牌或退市。
   *[none] { $symbol } 在那个时间没有价格。
 }
error-date-out-of-range = 该日期超出数据范围（{ $first } 至 { $last }）。
error-past-not-available = 此数据源只有当前数据，无法回答过去的日期。
error-holding-without-price = { $why ->
    [delisted] 数据源将 { $symbol } 列为不再交易
    [no_trade] 数据源自 { $since } 起没有 { $symbol } 的成交（可能已停牌或退市）
   *[none] 数据源现在没有 { $symbol } 的价格
 }，因此无法交易。它按最近可信价格 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }（{ $date }）计算。如果它已改名、合并或退市，管理员可以用“/holding”说明。
price-doubt = ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $doubt ->
    [hundredfold] 约为最近可信收盘价的一百倍或百分之一
    [jump] 与最近可信收盘价的差距超出该股一个交易日的波动
    [split] 与其列出的拆股不符
    [disagrees] 而同一时间另一处为 ${ NUMBER($second, minimumFractionDigits: 2, maximumFractionDigits: 4) }
    [out_of_range] 与其当日最高价和最低价不符
    [no_volume] 而该交易日没有成交
    [from_the_future] 时间尚未到来
   *[not_positive] 这不是价格
 }{ $last ->
    [0] {""}
   *[other] （{ $last_session } 为 ${ NUMBER($last, minimumFractionDigits: 2, maximumFractionDigits: 4) }）
 }
error-price-held = { $symbol }：数据源给出 { price-doubt }。我不采信：在{ $doubt ->
    [disagrees] 两者一致（请一分钟后再试）
   *[other] 下一交易日证实
 }之前{ $doubt ->
    [not_positive] {""}
   *[other] （或管理员发送“/release { $symbol } { NUMBER($price, useGrouping: 0, maximumFractionDigits: 4) }”之前）
 }，不据此提出、提醒或成交。
price-doubted-line = { $symbol }：数据源给出 { price-doubt }；在{ $doubt ->
    [disagrees] 两者一致
   *[other] 下一交易日
 }{ $doubt ->
    [not_positive] {""}
   *[other] 或“/release { $symbol } { NUMBER($price, useGrouping: 0, maximumFractionDigits: 4) }”
 }之前不采用
price-released = { $by } 于 { $at } 放行
error-split-held = { $symbol }：数据源列出 { $date } 的拆股（每股变为 { NUMBER($ratio, maximumFractionDigits: 8) } 股），但其价格并未体现。在数据源更正之前，不入账，也不交易 { $symbol }；管理员可以说明股份的变化：“/holding { $symbol } convert { $symbol } { NUMBER($ratio, useGrouping: 0, maximumFractionDigits: 8) }”，若没有变化则写 1。
error-stale-price = { $how ->
    [no_trade_yet] 数据源尚无 { $symbol } 本交易日的成交
    [missing_session] 数据源中 { $symbol } 的最近价格是 { $session } 的，不是上一交易日的
    [indicative] { $symbol } 只有参考价
   *[old_trade] 数据源中 { $symbol } 的最近成交是 { $traded }，过旧
 }，因此没有成交。卡片仍然有效：有新价格后请再次确认。
error-exchange-closed = 交易所休市至 { $opens }，只按交易时段内的价格成交：没有交易。请在那之后再确认 { $symbol } 的订单。
error-market-source = 行情数据源没有回应，或回应异常。没有做出任何决策；请一分钟后再试。
error-decision = 该决策无法做出或执行。
error-invalid-decision = 对 { $symbol } 的建议违反了每项建议都必须遵守的规则（{ $rules }），因此我不提出。请换个限额再问。
error-action-waits-for-order = { $symbol } 在 { $date } 的{ $kind ->
    [split] 拆股
   *[dividend] 股息
 }须先入账，而这要等未完成的{ $side ->
    [sell] 卖出
   *[buy] 买入
 }订单（{ NUMBER($shares) } 股 { $symbol }，已成交 { NUMBER($filled) } 股）结束：没有发生任何交易。订单结束后请再次确认；/orders 可查看订单。
error-split-since-proposal = 提出建议后 { $symbol } 进行了拆股或并股，这笔交易已不足一股。没有发生任何交易，请重新提问。
error-stale-decision = { $status ->
    [confirmed] 关于 { $symbol } 的决策已经确认，只会执行一次。
    [submitted] 关于 { $symbol } 的决策已经确认，只会执行一次。
    [filled] 关于 { $symbol } 的决策已经执行，没有重复执行。
    [partially_filled] 关于 { $symbol } 的决策已经部分执行，没有重复执行。
    [rejected] 关于 { $symbol } 的决策已确认，但订单被拒绝。请重新询问。
    [unknown] 关于 { $symbol } 的决策已经确认，订单结果尚不明确。
    [cancelled] 关于 { $symbol } 的决策已经取消。请重新询问。
    [superseded] 关于 { $symbol } 的决策已被新版本取代；请用新版本的按钮，或见 /pending。
    [withdrawn] 关于 { $symbol } 的决策已撤回：持仓已更正，或已不再持有。没有任何交易，请重新询问。
    [hold] 该决策是 { $symbol } 维持不变：没有什么可确认或取消的。
    [ahead_of_clock] 关于 { $symbol } 的决策是在比现在市场时钟更晚的时间作出的。没有发生任何交易；请重新询问。
    [another_market] 关于 { $symbol } 的决策是按另一个市场的价格作出的。没有发生任何交易；请重新询问。
   *[other] 关于 { $symbol } 的决策已不再有效。请重新询问。
 }
error-decision-expired = 该决策已于 { $expired_at } 过期。没有发生任何交易；请重新询问。
error-confirmation-in-progress = 关于 { $symbol } 的这项决策此刻正在确认中，结果见那次确认的回答；绝不会执行两次。
error-confirmation-too-late = 未能在 { $seconds } 秒内执行对 { $symbol } 的这次确认，因此没有发生任何交易。如仍需要，请再次确认。
error-holding-correction = { $reason ->
    [admins_only] 只有工作区的管理员可以更正持仓或放行价格。没有任何更改。
    [same] { $symbol } 会变成它自己。没有任何更改。
    [unusual] 没有这样的换股比例或每股金额。没有任何更改，请检查数字。
    [not_held] 没有持有 { $symbol }，无需更正。
    [changed] 显示之后 { $symbol } 的持仓已有变化。没有任何更改，请重新提出。
    [elsewhere] 这个会话里没有显示这个按钮，所以没有做任何处理。请在卡片所在的地方按，或在这里用“/holding”重新提出 { $symbol } 的更正。
    [too_late] 那是 30 多分钟前提出的。没有任何更改，请重新提出。
    [traded] 此后相关股票已有交易、股息、拆股或其他更正：{ $symbol } 的更正不能再撤销。
    [cash_spent] { $symbol } 换得的现金已经用掉：其更正不能撤销。
    [differs] 账户与券商账簿不一致：一致之前不更正持仓。没有任何更改。
    [open_order] { $symbol } 还有未完成的订单，见 /orders。没有任何更改，请在订单结束后重新提出。
    [nothing_to_undo] 没有可以撤销的更正。“/holding”可列出。
    [not_held_back] { $symbol } 的价格没有存疑：没有需要放行的。
    [another_price] 这不是数据源现在给出的 { $symbol } 的价格。没有放行；请先查询价格再写明。
    [no_release] 没有可以撤销的放行。“/release”可列出。
    [asker_only] 只有提出放行的管理员可以确认。没有更改任何内容。
    [has_price] { $symbol } 的数据源有价格：只有没有价格时才使用声明的价格。没有任何更改。
   *[other] 不能这样更正该持仓。没有任何更改。
 }
error-beyond-limit = { $symbol } 超出您的限额（卡片上有说明），不能和其他的一起确认。要这一次超出，请说“确认 { $symbol }”，否则说“取消 { $symbol }”。
error-not-your-decision = 只有提问的人可以确认或取消这项决策。
error-pressed-elsewhere = 这个会话里没有显示这个按钮，所以没有做任何处理。请在卡片所在的地方按，或用 /pending 在这里显示卡片。
error-unknown-decision = 这里没有这项决策。用 /pending 查看待确认的决策。
error-no-market-clock = 只有样本市场的时钟可以移动（MARKET_DATA=sample）；现在是实时价格。
error-clock-waits-for-order = { $side ->
    [sell] 卖出
   *[buy] 买入
 } { NUMBER($shares) } 股 { $symbol } 的订单尚未结束，它属于今天的价格，所以时钟暂不移动。/orders 可查看后续结果；之后请再移动时钟。
error-clock-behind-trades = 账户在 { $last } 已有交易，时钟不能退到那之前。
error-home-path-too-long = 数据目录的路径太长。请把 PARLEY_HOME 设为更短的路径。
error-delivery = 回答未能显示；已保留，会再次显示。
error-future-date = 那个日期还没有到：这个市场今天是 { $today }。
error-rate-limited = 平台要求我们稍候；回复会晚一点到。
error-unreachable = 我无法在这个频道发消息。请先邀请我（/invite @Parley），再问一次。
error-message-overtaken = 我的一条消息同时被改了两次，我会重新显示。
error-message-gone = 我的一条消息被删除了，我会重新发送。
error-not-configured = 这个平台尚未配置：没有设置令牌。
error-unsigned-request = 这个请求不是 Slack 发来的，或者太久以前发出。什么也没有做。
error-foreign-workspace = 我没有为这个 Slack 工作区配置。请让管理员按 docs/slack.md 配置。
error-half-configured = Slack 只配置了一半，缺少 { $missing }。
error-app-token-refused = Slack 不接受应用级令牌。请运行我的人执行 parley doctor。
error-token-refused = 平台不接受我的令牌。请运行我的人执行 parley doctor；等待中的回复之后会送达。
error-not-connected = 现在与平台没有连接；恢复后会送达等待中的回复。
error-unreadable-event = 平台发来的内容我读不懂，请再说一次。

# /release
release-how = “/release AAPL 285.10”让我在该交易日余下时间采用一个我存疑的价格：请写明股票和数据源给出的价格，然后确认。“/release AAPL 撤销”可撤销。限管理员。
release-none = 没有有效的放行价格。
release-list = 有效的放行价格：
release-list-line = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) }，{ $session } 交易日：{ $by } 于 { $at } 放行
release-doubt = 数据源给出 { price-doubt }。
release-use = 确认后，与其相差 5% 以内的价格在 { $session } 交易日有效，至下一交易日开市为止：用于分析、交易、提醒和持仓估值。“/release { $symbol } 撤销”可撤销。
release-back = { $symbol } 的价格 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 4) } 重新存疑：不据此交易或提醒。
