### What stands around a model's words.

step-writing = writing …
prose-heading = Comment, written by a language model:
prose-unfounded = { $count ->
    [one] This figure is not in the data the comment was written from: { $figures }. Do not rely on it.
   *[other] These figures are not in the data the comment was written from: { $figures }. Do not rely on them.
 }

# The rules' conclusion, where a model's comment follows.

view-by-rules-buy = On balance the rules alone speak for buying { $symbol }; confidence { NUMBER($confidence, maximumFractionDigits: 0) } %.
view-by-rules-hold = On balance the rules alone speak neither for buying nor for selling { $symbol }; confidence { NUMBER($confidence, maximumFractionDigits: 0) } %.
view-by-rules-sell = On balance the rules alone speak against { $symbol }; confidence { NUMBER($confidence, maximumFractionDigits: 0) } %.
