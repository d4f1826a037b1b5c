# 预测有多准

track-record-none = { $made ->
    [0] 还没有预测：每次提出交易建议时才会有。
   *[other] 还没有一项预测到期：要过 { $sessions } 个交易日。
}
track-record-none-of-own = 引擎自己的预测还没有一项到期。
track-record-cut = 只计算最近的 { $count } 项预测，更早的未计入。
track-record-orders-apart = 另有 { $count } 笔引擎并不赞成的指令已到期，单独计算，见详情。
track-record-proves-nothing = 只有 { $cases } 项预测到期，说明不了任何问题。
track-record-proves-nothing-separate = { $cases } 项预测到期，其中互不重叠的只有 { $independent } 项，说明不了任何问题。
track-record-heading = { $cases } 项到期的预测中，{ $hits } 项应验
track-record-rate = { $rate }，互不重叠的 { $independent } 项
track-record-rate-interval = { $percent }%（{ $low }–{ $high }%）
track-record-mean-interval = { $value }（{ $low } 至 { $high }）
track-record-signed = { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
track-record-result = 结果 { $mean }
track-record-excess = 减去大盘 { $mean }
track-record-held = 一直持有 { $held }，大盘 { $market }
track-record-brier = Brier { NUMBER($brier, minimumFractionDigits: 3) }，技巧 { $skill }
track-record-brier-only = Brier { NUMBER($brier, minimumFractionDigits: 3) }
track-record-not-scored = 未计入：{ $reasons }。
track-record-counted = { $count } 项{ $what }
track-record-unscored-replaced = 已被替换
track-record-unscored-pending = 仅提议
track-record-unscored-waiting = 尚未到期
track-record-unscored-unresolved = 没有价格
track-record-unscored-equal = 就是大盘本身

track-record-by-confidence = 按显示的信心
track-record-by-engine = 按引擎，并列同一时段一直持有同样的股票或大盘
track-record-by-action = 按操作
track-record-by-person = 按提问的人
track-record-beside = { $engine } 与 { $other } 就同样的 { $cases } 项相比（{ $other } 按当时的看法）{ $left ->
    [0] {""}
   *[other] ；另有 { $left } 项 { $other } 不置可否
}
track-record-by-order = 引擎并不赞成的指令：除按提问的人外，不计入其他成绩
track-record-order-undecided = 引擎不置可否
track-record-order-against = 引擎表示反对
track-record-action-increase = 买入
track-record-action-decrease = 卖出
track-record-action-close = 清仓
track-record-band = { $low }–{ $high }%：所说 { $stated }%，{ $cases } 项中 { $hits } 项应验，{ $rate }
track-record-group = { $name }：{ $cases } 项中 { $hits } 项应验，{ $rate }；结果 { $result }，减去大盘 { $excess }；{ $held }；{ $brier }{ $few ->
    [yes] ；太少，说明不了问题
   *[no] {""}
}
track-record-how = 如何计算
track-record-event = 买入建议预测该股票在 { $sessions } 个交易日内跑赢大盘，卖出建议预测它落后于大盘，概率就是显示的信心。预测与建议一同保存，从不更改。持有不动不作预测。引擎反对或不置可否的指令，不算它自己的预测。
track-record-independence = 共 { $cases } 项，但同一股票的时段会重叠，重叠的不算各自独立的证据：互不重叠的有 { $independent } 项。所有区间只按这些计算；不同的股票仍可能同涨同跌。
track-record-intervals = 区间为 95%：比率用 Wilson 区间，平均值用 Student 区间。Brier 是偏差平方的平均值，最好为 0，总说 50% 则为 0.25；技巧是与“只说此前发生的频率”相比：0 表示并不更好。
track-record-sales = 涨跌按价格计算，不含股息和费用；卖出按避开的涨跌计算。大盘指账户的基准。
track-record-fates = 这些决策的结局：{ $fates }。未执行的从建议价算起。
track-record-base-rates = 此前的频率来自：{ $sources }。
track-record-base-rate-history = 该股票的过去
track-record-base-rate-forecasts = 更早的预测
track-record-base-rate-unknown = 无数据，按 50%
track-record-no-edge = 这些都不说明以后的预测会应验。

# 从决策中学到的

learnt = 回顾 { $symbol }
learnt-outcome = { $date } { $what }：{ $stance ->
    [own] 预测{ $came ->
        [yes] 应验
       *[no] 没有应验
     }
    [against] 引擎反对的指令
   *[undecided] 引擎不置可否的指令
}；到 { $settled }，该股票{ $side ->
    [behind] 落后大盘
   *[ahead] 领先大盘
} { NUMBER($percent, minimumFractionDigits: 1) }%。
learnt-right = 看对的：{ $arguments }。
learnt-wrong = 看错的：{ $arguments }。
learnt-by-model = 由模型撰写：{ $words }
learnt-one-case = 这只是一个案例，不算教训。
learnt-lesson = { $stance ->
    [own] 到那时为止到期的 { $cases } 项同类预测中，{ $come_true } 项应验。
   *[other] 到那时为止到期的 { $cases } 笔同类指令中，{ $come_true } 笔后来证明是对的。
}

calibration = 提出此建议时，已到期的预测中信心在 { $low }–{ $high }% 的有 { $cases } 项，其中 { $percent }% 应验（按互不重叠的 { $independent } 项，区间 { $least }–{ $most }%）。显示的信心仍是原来所说的。
