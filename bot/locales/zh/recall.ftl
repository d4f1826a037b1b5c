# 以前说过的话，以及是怎么找到的

recall-nothing = { $span ->
    [none] { "" }
    [since] { $first } 以来，
   *[between] { $first } 到 { $last }，
 }在这里或公开频道里，没有找到{ $speaker ->
    [none] { "" }
   *[other] { $speaker }
 }这方面的话。
recall-said-then = 当时有人说：
recall-said-before = 以前说过：
recall-another-time = 其他时间：
recall-how = 请说明要回忆什么：“/回忆 鲍勃对银行怎么说？” 会显示找到的内容和理由。
recall-part-text = 词语
recall-part-vector = 相似
recall-part-place = 位置
recall-part-recent = 近期
recall-part-score = 得分
