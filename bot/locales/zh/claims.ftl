## 对规则看法的质疑：一个说法是否成立

claim-finding = { $finding ->
    [borne_out] 确实如此
    [other_value] { $denied ->
        [yes] 其实就是 { $claimed }
       *[no] 不是 { $claimed }
     }
    [between] 不尽然
    [unknown] 这一点无法核对
   *[opposite] 并非如此
 }：{ $figure }
claim-claimed = { $relation ->
    [above] 高于{" "}
    [below] 低于{" "}
    [about] 大约{" "}
   *[exact] {""}
 }{ $sign }{ NUMBER($value, maximumFractionDigits: 4) }{ $relation ->
    [odd] 多
   *[other] {""}
 }{ $percent ->
    [yes] %
   *[no] {""}
 }
claim-news = { $symbol } 30 天内带数据的新闻：利好 { $good } 条，利空 { $bad } 条{ $title ->
    [no] {""}
   *[other] ；最新一条：“{ $title }”
 }
claim-scale = { $measure ->
    [pe_ratio] 低于 { $low } 算便宜，高于 { $high } 算贵。
    [rsi] 低于 { $low } 算超卖，高于 { $high } 算超买。
    [dividend_yield] 年股息率高于 { NUMBER($high, maximumFractionDigits: 1) }% 才算高。
    [volatility] 年化高于 { NUMBER($high, maximumFractionDigits: 0) }% 算高，信心会减少五分之一。
    [volume_ratio] 低于 { $low } 倍是少于平常，高于 { $high } 倍算放量。
    [from_high] 这里以相差 { NUMBER($high, maximumFractionDigits: 0) }% 以内为接近。
    [from_low] 这里以相差 { NUMBER($high, maximumFractionDigits: 0) }% 以内为接近。
   *[other] {""}
 }
claim-not-counted = 规则不计这一项：看法仍为{ $view }，评分 { $score }。
claim-counted = 它在规则评分 { $score } 中计 { $weight }：{ $view }。
claim-supposed = 它在规则评分 { $score } 中{ $borne_out ->
    [yes] 已经计了 { $weight }；去掉它评分为 { $then_score }，{ $changed ->
        [yes] 变为{ $then }，而不是{ $view }
       *[no] 仍为{ $view }
     }
   *[no] 计 { $weight }{ $same ->
        [yes] ，您若说得对也一样：仍为{ $view }
       *[no] ；您若说得对则计 { $then_weight }，评分 { $then_score }：{ $changed ->
            [yes] 变为{ $then }，而不是{ $view }
           *[no] 仍为{ $view }
         }
     }
 }。
claim-view-buy = 偏向买入
claim-view-hold = 中性
claim-view-sell = 偏向卖出
claim-no-data = { $symbol }：没有关于{ $topics }的数据，无法证实，也无法说它会改变什么。
claim-nearest = 最接近的数据：{ $figures }{ $weight ->
    [no] ，规则不计这一项
   *[other] ，在规则评分中计 { $weight }
 }。
claim-headline = 与此有关的最新标题：“{ $title }”（{ $day }）。
claim-no-headline = { $count ->
    [0] 也没有新闻标题。
   *[other] 现有的 { $count } 条新闻标题都没有提到它。
 }
claim-view-stays = 看法仍为{ $view }，评分 { $score }。
claim-topic-margins = 利润率
claim-topic-sales = 销售与增长
claim-topic-earnings-growth = 盈利走向
claim-topic-outlook = 公司前景
claim-topic-dividend-policy = 股息变动
claim-topic-debt = 负债
claim-topic-cash-flow = 现金流
claim-topic-buybacks = 回购与增发
claim-topic-management = 管理层
claim-topic-products = 产品
claim-topic-competition = 竞争
claim-topic-legal = 诉讼与监管
claim-topic-analysts = 分析师评级
claim-topic-investors = 谁在买卖
claim-topic-other-figure = “{ $typed }”
claim-topic-unnamed = 这一点
