# 读懂了却不能采用的内容，以及该怎么说：bot/domain/conversation/problems.py 的每个代码一句话。

# 金额

problem-amount-too-precise = 金额的小数超过两位；精确到分就够了。
problem-amount-currency = 我只以美元计算；请给出美元金额。
problem-amount-unit-missing = 是美元还是股数？请说“500 美元”或“500 股”。
problem-amount-is-target = 这是要留下的金额，还是要交易的金额？请说买卖多少，例如“卖出 2000 美元苹果”。

# 股数

problem-shares-not-whole = 我只交易整股；请给出整数股数，或者给出美元金额。
problem-shares-ambiguous = 只能用一个股数，我却读到了不止一个；请只说一个。

# 仓位的一部分

problem-fraction-out-of-range = 比例必须大于 0%、不超过 100%；请换一个。
problem-fraction-is-target = 是什么的比例？请说“苹果减到持仓的 30%”或“苹果加到总资产的 10%”；或者说卖出多少，例如“苹果卖出一半”。
problem-fraction-of-assets = 账户的比例可以是买入的数量，或持仓的目标，例如“用总资产的 10% 买苹果”。这里请说金额，例如“最多 3000 美元”。
problem-fraction-base-unclear = 是现金的比例，还是整个账户的？请说“现金的 10%”或“总资产的 10%”。
problem-fraction-unclear = 是什么的一部分？指您的持仓请说“苹果卖出一半”，指账户请说“用总资产的 10% 买苹果”；否则请说金额或股数。

# 止损

problem-stop-not-a-price = 每笔买入都有止损，用美元价格表示：说“止损 700”或“止损 5%”，或者不提止损，由我给出一个。

# 其他

problem-number-unreadable = 这里有个数字我用不了：要大于零，并且写清楚，例如“10股”或“3000美元”。
problem-part-denied = 您说其中一部分不要，我不会猜：请只说要的那部分。什么都没有改动。
problem-removal-denied = 您说的是不要删除：什么都没有删除，也没有改动。
problem-number-unused = 我看到一个数字，但不明白它指什么：股数、金额还是比例？可以这样说：“买入 25 股 IBM”。
problem-price-condition = 我不能等价格到位再交易：您确认时，按当时的价格成交。到价后请再问我。
spread-not-done = 我不会自己把一笔钱分散到几只股票。请说出每只股票和金额，例如“买3000美元GOOG和2000美元IBM”；“哪只最稳？”“哪只分红最高？”可以比较。没有提出任何建议。
problem-date-impossible = 没有这样的日期；请写成 2013-01-31。
problem-shares-unnamed = 您说的是哪几只？请说出名称，例如“IBM 和微软”。
problem-date-to-come = 那个时间还没到：我只有到现在为止的数据。
problem-date-unknown = 您说的是哪几天？请说出日期，例如“12月14日以来”或“1月7日到14日”。
problem-date-ambiguous = 这个日期可以有两种读法；请写成 2013-01-31。
problem-order-restated = 您在同一句话里改了口，我不想猜：请把完整的指令再说一遍，例如“卖出5股谷歌”。
problem-order-quoted = 这看起来是别人的话，或是引用，我不会照做。如果您自己要这么做，请直接说，例如“买5股IBM”。
problem-order-to-other = 这话是对这里的另一个人说的，所以我什么都没做。如果要我来办，请不带名字直接说，例如“买5股IBM”。
problem-order-unexplained = 这句话我没有全部看懂，请只发指令，例如“卖2股IBM”或“IBM全部卖出”。
problem-order-shares-unclear = 这句话我没有全部看懂，请只发指令，例如“卖2股IBM”或“IBM全部卖出”。
problem-order-with-more = 我只在本账户里立即一次性交易，也不设提醒。如果仍要下单，请单独发送指令，例如“买5股IBM”。
problem-two-trades = 我一次只提议一笔交易；请先说一笔，再说另一笔。
problem-not-shares = 我只交易股票，不做期权和期货。
problem-watch-list = 自选列表可以这样用：“/watch”查看其中的股票、最新价格和涨跌，“/watch AAPL”加入一只，“/unwatch AAPL”移除一只。到价通知请用提醒：“/alert AAPL < 400”。我没有改动列表，也没有把您的话当作下单。
problem-list-unnamed = 您指哪个列表？“/unwatch AAPL”从自选列表移除一只，“/unwatch all”全部移除；“/alerts”列出和删除价格提醒；“/pending”查看可以取消的决策。什么都没有改动。
problem-order-type = 我不下限价单、止损单或移动止损单，不做融资、定投和债券：您确认时，按当时的价格成交。卡片上的止损位只是供您留意的价位。
problem-conditional-order = 这个我还做不到：我不下等价格或消息触发的条件单。可以现在下单，或说“……提醒我”并给出价格：提醒只告诉您，不下单。
problem-scheduled = 这个我做不到：我不下以后才成交的单。想交易时请再告诉我。
problem-short-sale = 我不做卖空；卖出已持有的股票请说“卖”。
problem-message-cut = 这条消息太长，我没法当作请求来读，也不会只按其中一部分去做。请用一两句话说明您想做什么。
problem-off-topic = 这不在我的能力范围内。我分析股票、回答数据、提出交易建议、管理账户；说“帮助”可看例子。

# 没有看清的指令里看懂的部分，作为问题放在原因之前。
unclear-order-how-much = { $side ->
    [buy] 买多少{ $symbols }？
   *[sell] 卖多少{ $symbols }？
 }
unclear-order-which = { $side ->
    [buy] 买哪一只：{ $symbols }？
   *[sell] 卖哪一只：{ $symbols }？
 }
