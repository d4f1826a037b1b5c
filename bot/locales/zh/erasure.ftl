### 抹除一个人：“/forget me”。

erasure-title = { $whose ->
    [own] 抹除您和您说过的一切？
   *[other] 抹除 { $name } 和其说过的一切？
 }
erasure-goes = { $whose ->
    [own] 抹除：您的消息、我对您的了解、我给您的回答。
   *[other] 抹除：此人的消息、我对其的了解、给其的回答。
 }
erasure-stays = 保留但不留姓名：交易、决策、审计记录。
erasure-final = { $whose ->
    [own] 您未确认的提议会被取消。此操作无法撤销。
   *[other] 此人未确认的提议会被取消。此操作无法撤销。
 }
erasure-button = 永久抹除
erasure-detail-goes = 会抹除：消息和按钮操作；我对它们的回答，以及引用它们的其他回答；在我参与的讨论串里对别人说的话；片段及其向量和词条；摘要（会重新生成，不含这些内容）；核心记忆及其历史；只有本人能查询的知识库文件；文字规则；模型收到和说过的内容。别人写给我的话里，姓名会被去掉。
erasure-detail-stays = 会保留：订单、成交、决策、确认和审计记录，其中的人换成随机编号；同时约束他人的限制；团队的知识库文件（去掉姓名）；投票的数字。我无法触及：Slack 或 Discord 里的消息本身、用 “parley export” 导出的文件、备份。
erasure-how = “/forget me” 抹除您说过的一切。“/forget @姓名” 抹除别人：限管理员；在终端里任何人都可以。要修改我记住的内容，请用 “/memory”。
erasure-press = 什么都没有抹去。抹去不能用文字确认：请按卡片上的按钮，或者不理会它。
erasure-not-allowed = 只有管理员可以抹除别人。“/forget me” 抹除您自己。没有任何改动。
erasure-nobody = 这里没有这个姓名或编号的人跟我说过话。没有任何改动。
erasure-which = 有几个人叫这个名字：{ $names }。请写 “/forget” 加编号。
erasure-started = 正在抹除。完成后我会在这里告诉您；再按一次按钮也可以查询。
erasure-withdrawn = 没有抹除任何内容，也不会抹除。
erasure-over = 这个请求已撤回，或者从未提出过。请重新用 “/forget”。没有任何改动。
erasure-under-way = 已经在抹除了，还没有完成。
erasure-of-others = 只有提出请求的人才能确认或取消。
erasure-too-late = 这是 30 多分钟前的请求。请重新用 “/forget”。没有任何改动。
erasure-done = { $whose ->
    [own] 完成。您说过的一切已抹除。从现在起说的话算新的。
   *[other] 完成。此人说过的一切已抹除。
 }
erasure-done-stays = 交易、决策和审计记录里只留随机编号。
erasure-count-messages = { $count } 条消息和我的回答
erasure-count-talk = { $count } 句对别人说的话
erasure-count-memories = { $count } 条记忆
erasure-count-episodes = { $count } 个可搜索的片段
erasure-count-summaries = { $count } 个摘要，会重新生成
erasure-count-quotes = { $count } 处引用或姓名
erasure-count-files = 个人知识库里的 { $count } 个文件
erasure-count-cards = { $count } 个未确认的提议已取消
erasure-count-ledger = { $count } 条账目改为随机编号
