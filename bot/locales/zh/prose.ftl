### 模型文字前后的说明。

step-writing = 正在撰写……
prose-heading = 以下评论由语言模型撰写：
prose-unfounded = { $count ->
   *[other] 上文中的这些数字在所给数据里找不到：{ $figures }。请不要采信。
 }

# 后面附有模型评论时，规则得出的结论。

view-by-rules-buy = 综合来看，仅就规则而言倾向于买入 { $symbol }；信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。
view-by-rules-hold = 综合来看，仅就规则而言，对 { $symbol } 既不支持买入也不支持卖出；信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。
view-by-rules-sell = 综合来看，仅就规则而言不看好 { $symbol }；信心 { NUMBER($confidence, maximumFractionDigits: 0) }%。
