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
watch-change-day = 当日 { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
watch-change-since = { $date } 以来 { $sign }{ NUMBER($percent, minimumFractionDigits: 1, maximumFractionDigits: 1) } %
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
watch-listed-before = { $symbols } 早已在{ watch-list }里。
watch-full = { watch-list }最多 { $most } 只：{ $symbols } 没有加入。
watch-removed = { $symbols } 已从{ watch-list }移除，{ $total ->
    [0] 列表空了。
   *[other] 还剩 { $total } 只。
 }
watch-not-listed = { $symbols } 不在{ watch-list }里。
watch-nothing-added = 没有股票加入{ watch-list }。
watch-which = { $whose ->
    [person] 您指哪只股票？“/watch me AAPL”加入您的列表，“/unwatch me AAPL”移除，“/watch me”查看列表。什么都没有改动。
   *[channel] 您指哪只股票？“/watch AAPL”加入本频道的列表，“/unwatch AAPL”移除，“/watch”查看列表。什么都没有改动。
 }
