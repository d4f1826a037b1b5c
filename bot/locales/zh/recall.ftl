# 以前说过的话，以及是怎么找到的

recall-nothing = { recall-span }在这里或公开频道里，没有找到{ recall-speaker }这方面的话。
recall-nothing-channel = { recall-span }在本频道里，没有找到{ recall-speaker }这方面的话。
recall-nothing-conversation = { recall-span }在本对话里，没有找到{ recall-speaker }这方面的话。
recall-nearest = 这里和公开频道里说过的话以及备注中，没有正面回答这一点的。最接近的是：
recall-nearest-channel = 本频道里说过的话以及备注中，没有正面回答这一点的。最接近的是：
recall-nearest-conversation = 这个对话里说过的话以及备注中，没有正面回答这一点的。最接近的是：
recall-speaker = { $speaker ->
    [none] { "" }
   *[other] { $speaker }
 }
recall-span = { $span ->
    [none] { "" }
    [since] { $first } 以来，
    [until] { $last } 之前（含当天），
    [day] { $first }，
   *[between] { $first } 到 { $last }，
 }
recall-last = 最近一次是 { $date } { $time }，{ $by } { $where ->
    [here] 在本对话里
    [channel] 在本频道的另一个对话里
   *[elsewhere] 在另一个频道里
 }说的：
recall-reported = 没有找到{ $speaker }本人的话；别人转述过：
recall-remembered = 我记得（只是备注，不约束任何订单）：
recall-fact = “{ $text }”（{ $by }，{ $date }起，{ $scope ->
    [team] 团队
    [channel] 本频道
   *[person] 您
 }{ $earlier ->
    [none] {""}
   *[other] ；之前：“{ $earlier }”
 }）
recall-not-said = 没有人用这样的话说过。最接近的是：
recall-no-rule = 这方面我没有记住任何规定，也没有找到有人说过。“记住……”可以留下一条。
recall-who = 您指的是谁？请写出名字：“鲍勃对银行怎么说？”
recall-memo-by = { $by }（备忘）
recall-said-then = 当时有人说：
recall-said-before = 以前说过：
recall-another-time = 其他时间：
recall-not-searched = 现在无法搜索，这里最近的话是：
recall-other-words = 原话没有找到。换成“{ $query }”：
recall-part-heading = “{ $part }”
recall-in-summary = 没有找到原话；一段对话的摘要里有：
recall-how = 请说明要回忆什么：“/回忆 鲍勃对银行怎么说？” 会显示找到的内容和理由。
recall-results = 相关决策的结果：
recall-result = { $date } { $symbols }：{ $results }
recall-part-text = 词语
recall-part-vector = 相似
recall-part-place = 位置
recall-part-recent = 近期
recall-part-score = 得分
recall-legend = 词语：问题中找到的部分；相似：向量有多接近；位置、近期：在附近或最近说的话所加的分。得分是它们的和。
thread-said = 本对话里说过：
thread-line = { $by }，{ $date }：“{ $text }”
thread-shares = 股票：{ $symbols }
thread-decided = 决策：{ $decisions }
thread-decision = { $what }（{ $status }{ $by ->
    [none] {""}
   *[other] ，{ $by }
  }）
thread-rules = 限额与备注：
thread-note = { $change ->
    [removed] 不再保留：“{ $text }”（{ $by }）
   *[added] 已记下：“{ $text }”（{ $by }）
  }
thread-open = 尚未回答的问题：
thread-nothing-open = 本对话没有未回答的问题。
