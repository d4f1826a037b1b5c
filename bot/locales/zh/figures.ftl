## 询问数据：名称、数值与句子

measure-name-price = 价格
measure-name-open = 开盘价
measure-name-gap = 开盘跳空
measure-name-change = 涨跌幅
measure-name-total-return = 含股息回报
measure-name-high = 高点
measure-name-low = 低点
measure-name-range = 区间
measure-name-from-high = 距高点
measure-name-from-low = 距低点
measure-name-average = 均价
measure-name-from-average = 偏离均线
measure-name-volume = 成交量
measure-name-average-volume = 平均成交量
measure-name-volume-ratio = 量比
measure-name-rsi = RSI
measure-name-macd = MACD
measure-name-atr = ATR
measure-name-volatility = 波动率
measure-name-drawdown = 回撤
measure-name-pe-ratio = 市盈率
measure-name-eps = 每股收益
measure-name-dividend-yield = 股息率
measure-name-market-cap = 市值
measure-name-shares-outstanding = 总股本
measure-name-earnings-date = 财报日
measure-name-ex-dividend = 除息日
measure-name-news = 新闻
measure-name-weight = 占比
measure-name-profit = 盈亏
measure-name-shares-held = 持股数
measure-name-cost = 平均成本
measure-name-stop = 止损位
measure-name-dividends = 每股股息
measure-name-dividends-received = 已收股息

measure-price = { $change ->
    [no] { $day } 收盘 { $value }
   *[other] { $value }（{ $change }）
 }
measure-open = 开盘 { $value }
measure-gap = 开盘 { $level }，较前收盘 { $value }
measure-change = 当日 { $value }
measure-total-return = 含股息 { $value }
measure-high = { $span ->
    [year] 52 周高点
   *[other] 高点
 } { $value }，{ $day }{ $since ->
    [no] {""}
   *[other] ，{ $since } 以来
 }
measure-low = { $span ->
    [year] 52 周低点
   *[other] 低点
 } { $value }，{ $day }{ $since ->
    [no] {""}
   *[other] ，{ $since } 以来
 }
measure-range = { $span ->
    [year] 52 周
   *[other] 区间
 } { $value } 至 { $level }
measure-from-high = 低于 { $span ->
    [year] 52 周高点
   *[other] 高点
 } { $level }（{ $day }）{ $value }
measure-from-low = 高于 { $span ->
    [year] 52 周低点
   *[other] 低点
 } { $level }（{ $day }）{ $value }
measure-average = { $span ->
    [year] { $sessions } 日均线
   *[other] 平均收盘价
 } { $value }
measure-from-average = { $side } { $sessions } 日均线（{ $level }）{ $value }
figure-above = 高于
figure-below = 低于
measure-volume = { $span ->
    [days] 日均成交量
   *[other] 成交量
 } { $value } 股
measure-average-volume = { $span ->
    [days] 日均成交量
   *[other] { $sessions } 日平均成交量
 } { $value } 股
measure-volume-ratio = 成交量为均量的 { $value }
measure-rsi = RSI({ $sessions }) { $value }
measure-macd = MACD { $value }，信号线 { $level }
measure-atr = ATR({ $sessions }) { $value }
measure-volatility = 年化波动率 { $value }
measure-drawdown = { $span ->
    [days] 最大回撤 { $value }，至 { $day }
   *[other] 低于一年内最高收盘价 { $value }
 }
measure-pe-ratio = 市盈率 { $value }
measure-eps = 每股收益 { $value }
measure-dividend-yield = 股息率 { $value }
measure-market-cap = 市值 { $value }
measure-shares-outstanding = 总股本 { $value } 股
measure-earnings-date = { $day ->
    [no] 下次财报：没有日期
   *[other] 下次财报：没有日期；上次于 { $day } 公布
 }
measure-ex-dividend = 下次除息日：没有日期；上次是 { $day }，每股 { $level }
measure-dividends = 每股股息 { $value }
measure-news = “{ $title }”（{ $source }，{ $day }）{ $more ->
    [0] {""}
   *[other] ，另有 { $more } 条
 }

figure-percent-short = { $sign }{ NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }%
figure-percent = { $sign }{ NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }%
figure-decimal = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) }
figure-one-place = { NUMBER($value, minimumFractionDigits: 1, maximumFractionDigits: 1) }
figure-multiple = { NUMBER($value, minimumFractionDigits: 2, maximumFractionDigits: 2) } 倍
figure-count = { NUMBER($value, maximumFractionDigits: 0) }

figure-over = { $text }，{ $first } 至 { $last }
figure-not-over-days = { $symbol } { $figures }（{ $when }；只有某一天的，没有一段时间的）
figure-begun-later = { $symbol } 的价格从 { $day } 才开始，上面的数字也从那天算起。
figure-value-of = { $symbol } { $value }
figure-list = { $name }：{ $values }（{ $when }）
figure-ranked = 按{ $name }，{ $order ->
    [highest] 从高到低
    [largest] 按幅度从大到小
   *[lowest] 从低到高
 }：{ $values }（{ $when }）
figure-first = { $measure ->
    [change] { $symbol } { $order ->
        [largest] 变动{ $pair ->
            [yes] 较大
           *[no] 最大
         }
        [highest] 表现{ $pair ->
            [yes] 较好
           *[no] 最好
         }
       *[lowest] 表现{ $pair ->
            [yes] 较差
           *[no] 最差
         }
     }
    [from_high] { $symbol } 离高点{ $order ->
        [highest] 最近
       *[lowest] 最远
     }
    [from_low] { $symbol } 离低点{ $order ->
        [lowest] 最近
       *[highest] 最远
     }
   *[other] { $symbol } 的{ $name }{ $order ->
        [highest] { $pair ->
            [yes] 较高
           *[no] 最高
         }
       *[lowest] { $pair ->
            [yes] 较低
           *[no] 最低
         }
     }
 }：{ $value }；{ $others }（{ $when }）
figure-first-equal = 没有差别：{ $symbols } 的{ $name }相同，{ $value }（{ $when }）
figure-first-none = 它们的{ $name }我都没有。
figure-none-there = { $scope ->
    [held] 您没有持股。
   *[watched] 自选股是空的。
 }
figure-those = { $test }：{ $count ->
    [0] 没有
   *[other] { $symbols }
 }。{ $values }（{ $when }）
figure-test-judged = { $judgement ->
    [overbought] 超买，RSI 高于 { NUMBER($bound, maximumFractionDigits: 0) }
    [oversold] 超卖，RSI 低于 { NUMBER($bound, maximumFractionDigits: 0) }
    [cheap] 按盈利便宜，市盈率低于 { NUMBER($bound, maximumFractionDigits: 0) }
   *[expensive] 按盈利贵，市盈率高于 { NUMBER($bound, maximumFractionDigits: 0) }
 }
figure-test = { $measure ->
    [from_average] { $above ->
        [yes] 高于均线
       *[no] 低于均线
     }
   *[other] { $name }{ $above ->
        [yes] 高于
       *[no] 低于
     } { $bound }
 }
figure-mean = { $text }；大盘 { $mean }（{ $symbols } 的平均）
figure-mean-alone = 大盘 { $mean }，即 { $values } 的平均（{ $when }）
figure-update = { $price }
    成交量 { $volume } 股，为 20 日均量的 { $ratio }
    { $headline } · { $results }
figure-extreme = { $symbol } { $measure ->
    [change] { $order ->
        [highest] 最好的一天
       *[lowest] 最差的一天
     }
   *[other] { $measure ->
        [price] 收盘价
       *[other] { $name }
     }{ $order ->
        [highest] 最高
       *[lowest] 最低
     }
 }：{ $day }，{ $value }（{ $first } 至 { $last }）
figure-how-often = { $symbol } { $measure ->
    [change] { $above ->
        [yes] 涨
       *[no] 跌
     }{ $bound ->
        [no] {""}
       *[other] 幅超过 { $bound }
     }
   *[other] { $name }{ $above ->
        [yes] 高于
       *[no] 低于
     } { $bound }
 }的有 { $count } 天，共 { $sessions } 天（{ $first } 至 { $last }）{ $day ->
    [no] {""}
   *[other] ，最近一次 { $day }
 }
figure-last-day = { $symbol } { $measure ->
    [change] { $above ->
        [yes] 涨
       *[no] 跌
     }幅超过 { $bound }
   *[other] { $name }{ $above ->
        [yes] 高于
       *[no] 低于
     } { $bound }
 }：{ $day ->
    [no] { $sessions } 天里没有
   *[other] 最近一次 { $day }，{ $value }
 }（{ $first } 至 { $last }）
figure-purchase = { $symbol }：{ $shares ->
    [no] 按 { $first } 收盘价 ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } 投入 ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }
   *[other] 按 { $first } 收盘价 ${ NUMBER($before, minimumFractionDigits: 2, maximumFractionDigits: 2) } 买入 { NUMBER($shares, maximumFractionDigits: 6) } 股，共 ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }，按 { $last } 收盘价 ${ NUMBER($after, minimumFractionDigits: 2, maximumFractionDigits: 2) } 值 ${ NUMBER($worth, minimumFractionDigits: 2, maximumFractionDigits: 2) }：{ $sign }${ NUMBER($gain, minimumFractionDigits: 2, maximumFractionDigits: 2) }，{ $change }{ $dividends ->
    [0] {""}
   *[other] ；另有股息 ${ NUMBER($dividends, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }
figure-check = { $answer ->
    [yes] 是
   *[no] 否
 }：{ $text }
figure-change-details-first = 起
figure-change-details-last = 止
figure-days = 日期：{ $days }
figure-formula = 涨跌按收盘价计算，不含股息；高点和低点为盘中价格。
figure-return-of = { $symbol } { $percent }
figure-return-total = 买入以来（含股息）：{ $gain }，成本 ${ NUMBER($cost, minimumFractionDigits: 2, maximumFractionDigits: 2) }，{ $percent }（{ $each }）
figure-hours-open = 交易所正在开市，{ $closes } 收盘。
figure-hours-closed = 交易所休市；下一个交易时段：{ $opens } 至 { $closes }。
figure-card = { $measure ->
    [card_shares] { $what }：{ $value }
    [card_cost] { $what }：{ $side ->
        [sell] 到账
       *[buy] 共需
     } { $value }
    [cash_after] { $what }：之后现金 { $value }
    [weight_after] { $what }：之后占账户 { $value }
   *[loss_at_stop] { $what }：到止损亏 { $value }
 }
figure-card-no-stop = { $what }：没有止损位
figure-card-now = { $line }，现在 { $value }
figure-since-when = 从哪天算起？请说出日期，例如“12月14日以来”。
figure-card-none = { $symbols ->
    [no] 这里没有等待您确认的订单。
   *[other] 没有等待确认的 { $symbols } 订单。
 }
missing-not-over-days = 只有某一天的，没有一段时间的
missing-no-session = 那些天没有价格
missing-no-news = 那些天没有发布
missing-not-held = 没有持有
account-known-now = 这一项我只知道现在的，没有您所说时间的：
account-smallest = 最小持仓：{ $line }
figure-card-shares = { NUMBER($shares) } 股
figure-cards = { NUMBER($count) } 笔合计
