### 自选列表，以及开盘前和收盘后的简报。价格为每股美元。

watch-heading = { $whose ->
    [person] 您的自选列表
   *[channel] 本频道的自选列表
 }，{ $count } 只股票，{ $when }：
watch-close = { $date } 收盘（{ watch-market }）
watch-live = { $time }（{ watch-market }）
watch-market = { $source ->
    [sample] 样本市场
   *[other] { $source }
 }
watch-no-prices = 目前没有价格
watch-line = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }
watch-line-old = { $symbol } ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) }（{ $date }）
watch-line-unpriced = { $symbol }：目前没有价格
watch-change-day = 当日 { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
watch-change-since = { $date } 以来 { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
watch-separator = ，
watch-more = 另有 { $count } 只：说“详情”查看
watch-empty = { $whose ->
    [person] 您的自选列表是空的。“/watch AAPL”加入一只股票；在频道里请用“/watch me AAPL”。
   *[channel] 本频道的自选列表是空的。“/watch AAPL”加入本频道的列表，“/watch me AAPL”加入您自己的。
 }
watch-added = { $symbols } 已加入{ watch-list }，现在共 { $total } 只。
watch-list = { $whose ->
    [person] 您的自选列表
   *[channel] 本频道的自选列表
 }
watch-listed-before = { $symbols } 已经在{ watch-list }里。
watch-full = { watch-list }最多 { $most } 只：{ $symbols } 没有加入。
watch-removed = { $symbols } 已从{ watch-list }移除，{ $total ->
    [0] 列表空了。
   *[other] 还剩 { $total } 只。
 }
watch-not-listed = { $symbols } 不在{ watch-list }里。
watch-only-names = 什么都没有改动：“/watch”和“/unwatch”后面只写股票。{ $whose ->
    [person] “/watch me AAPL”加入您的列表，“/unwatch me MSFT”移除。
   *[channel] “/watch AAPL”加入本频道的列表，“/unwatch MSFT”移除。
 }
watch-nothing-added = 没有股票加入{ watch-list }。
watch-which = { $whose ->
    [person] 您指哪只股票？“/watch me AAPL”加入您的列表，“/unwatch me AAPL”移除，“/watch me”查看列表。什么都没有改动。
   *[channel] 您指哪只股票？“/watch AAPL”加入本频道的列表，“/unwatch AAPL”移除，“/watch”查看列表。什么都没有改动。
 }

# 简报

signed-percent-short = { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
briefs-heading = { $heading }（{ watch-market }）：
briefs-left-out = 从 { $date } 起，此前的 { $count } 份简报未发送。“/review”可看结果，“/watch”可看价格。
briefs-pre-open = { $date } 开盘前
briefs-post-close = { $date } 收盘后
briefs-now = { $date } 当日及之后
briefs-nothing = { $heading }（{ watch-market }）：持有和关注的股票没有新情况，也没有待办。
briefs-no-shares = { $heading }（{ watch-market }）：没有持仓，自选列表也是空的。“/watch AAPL”加入一只股票。
briefs-held = 持有
briefs-of-day = { $date }
briefs-stale = 最近一次收盘，{ $date }
briefs-unpriced = 没有价格：{ $symbols }
briefs-more = 另有 { $count } 项
briefs-more-moves = 另有 { $count } 只变动较小
briefs-more-outcomes = 另有 { $count } 个结果
briefs-more-news = 另有 { $count } 条消息
briefs-more-waiting = 另有 { $count } 项待确认：/pending
briefs-more-near = 另有 { $count } 个接近的提醒
briefs-outcome = { $symbol }（{ $action }）的结果：{ briefs-sessions } { $price }
briefs-outcome-compared = { $symbol }（{ $action }）的结果：{ briefs-sessions } { $price }，大盘 { $benchmark }
briefs-outcome-of-two-spans = { $symbol }（{ $action }）的结果：{ briefs-sessions } { $price }；收盘价之间 { $between }，大盘 { $benchmark }
briefs-action = { $action ->
    [increase] 买入
    [decrease] 卖出
    [close] 全部卖出
   *[hold] 持有
 }
briefs-not-done = { briefs-action }，未执行
briefs-sessions = { $sessions } 个交易日
briefs-dividend = { $symbol }：每股股息 ${ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 4) }，除息日 { $date }
briefs-split = { $symbol }：{ $date } 拆股，1 股变为 { NUMBER($value, maximumFractionDigits: 4) } 股
briefs-figures = { $symbol } 新数据：{ $title }（{ $date }）
briefs-news = { $symbol }：“{ $title }”（{ $source }，{ $date }）
briefs-waiting = 待确认：{ $what }（{ $person }，{ $until } 前）
briefs-near-below = 接近提醒：{ $symbol } ${ NUMBER($level, minimumFractionDigits: 2, maximumFractionDigits: 2) }，比 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 低 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
briefs-near-above = 接近提醒：{ $symbol } ${ NUMBER($level, minimumFractionDigits: 2, maximumFractionDigits: 2) }，比 ${ NUMBER($price, minimumFractionDigits: 2, maximumFractionDigits: 2) } 高 { NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) }%

# 简报的订阅

briefs-times = { $phases ->
    [pre_open] 每次开盘前半小时
    [post_close] 每次收盘后半小时
   *[both] 每次开盘前半小时和收盘后半小时
 }
briefs-subscribed = 从现在起，{ briefs-times }，我在{ $whose ->
    [person] 这里
   *[channel] 本频道
 }发一份简报：持仓和{ $whose ->
    [person] 您的自选列表
   *[channel] 本频道的自选列表
 }里各只股票的涨跌、新消息，以及待确认的决策。“/brief off”停止，“/brief now”马上看一份。
briefs-by-advance = 在样本市场里，“/advance”经过这些时刻时才会发出。
briefs-listed = 简报：{ briefs-times }，{ $by } 于 { $since } 订阅
briefs-none-listed = 简报：未订阅
briefs-current = { $listed }。{ $how }
briefs-how = “/brief on”在每次开盘前半小时和收盘后半小时各发一份，“/brief pre”只要开盘前的，“/brief post”只要收盘后的；其他时间不发。“/brief off”停止，“/brief now”马上看一份。
briefs-not-read = 我没有看懂，什么都没有改动。{ $how }
briefs-not-subscribed = 这里没有订阅简报。{ $how }
briefs-none = 这里没有订阅简报，无需停止。“/brief on”订阅。
briefs-ended = 这里不再发简报。“/brief on”重新订阅。
