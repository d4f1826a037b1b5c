## 交易限额

limit-text = { $measure ->
    [trade] { $unit ->
        [shares] { $value ->
            [0] { $symbols ->
                [none] 不再买入
               *[other] 永不买入 { $symbols }
             }
           *[other] 单笔买入{ limit-symbols }最多 { NUMBER($value) } 股
         }
        [percent] 单笔买入{ limit-symbols }不超过总资产的 { NUMBER($value, maximumFractionDigits: 2) }%
       *[money] 单笔买入{ limit-symbols }不超过 ${ NUMBER($value, maximumFractionDigits: 2) }
     }
    [total] { $period ->
        [day] 每天
        [week] 每周
        [month] 每月
       *[none] {""}
     }买入{ limit-symbols }合计不超过{ limit-amount }
    [position] { $unit ->
        [shares] 持仓{ limit-symbols }不超过 { NUMBER($value) } 股
       *[other] 单只股票{ limit-symbols }的持仓不超过{ limit-amount }
     }
    [positions] 同时最多持有 { NUMBER($value) } 只股票
    [cash] 至少保留{ limit-amount }的现金
    [loss] 单笔买入{ limit-symbols }到止损位的亏损不超过{ limit-amount }
   *[preference] “{ $text }”
 }
limit-amount = { $unit ->
    [percent] 总资产的 { NUMBER($value, maximumFractionDigits: 2) }%
   *[other] {" "}${ NUMBER($value, maximumFractionDigits: 2) }
 }
limit-symbols = { $symbols ->
    [none] {""}
   *[other] {" "}{ $symbols }{" "}
 }
limit-scope = { $scope ->
    [thread] { $by }，仅限本讨论串
    [channel] 本频道，由 { $by } 设定
   *[person] { $by }，在所有对话中
 }
limit-excess = { $unit ->
    [shares] { NUMBER($excess) } 股
    [positions] { NUMBER($excess) } 只
   *[other] ${ NUMBER($excess, minimumFractionDigits: 2, maximumFractionDigits: 2) }
 }
reason-exceeds-trading-limit = 超出限额 { limit-excess }：{ limit-text }（{ limit-scope }）。
reason-within-trading-limit = 在限额之内：{ limit-text }（{ limit-scope }）。
reason-unenforced-preference = { $by } 说过，而我无法核对：“{ $text }”。
reason-sized-by-trading-limit = 数量 { NUMBER($shares) }：在您的限额之内，最多能买这么多整股。
violation-above-trading-limit = 会超出限额 { limit-excess }：{ limit-text }（{ limit-scope }）。最多可买 { NUMBER($suggested_shares) } 整股。“/limits” 可查看和取消限额。

limit-with-scope = { limit-text }（{ limit-scope }）
limit-noted = 已记下：{ $limits }。由我定数量的建议不会超出它；您自己的下单若超出，卡片会先说明。“/limits” 可查看和取消。
limit-noted-preference = 已作为我无法核对的规则记下：{ $limits }。我会在交易卡片上显示；“/limits” 可取消。
limit-replaces = 它取代：{ $limits }。
limit-exceeded-by-pending = 您的待确认决策已超出它，不能照原样确认：{ $what }。请改数量，或取消。
limit-problem-unclear = 这听起来像一个限额，但我没有完全听懂。什么都没有记下，也没有提出建议。
limit-problem-expiry = 我的限额没有期限，所以什么都没有记下，也没有提出建议。请不带时间再说一遍，到时说“取消限额”即可。
limit-problem-price-or-total = 这个数字是每股的价格，还是总共要花的钱？我没有限价单。要说钱，请说“总共最多 500 美元”。没有提出建议，也没有更改或记下任何内容。
limit-problem-number = 这听起来像一个限额，但我没有看到唯一的数字。什么都没有记下，也没有提出建议。
limit-problem-unit = 这个数字是美元还是股数？什么都没有记下，也没有提出建议。
limit-problem-currency = 限额以美元计。什么都没有记下，也没有提出建议。
limit-problem-group = 我不知道行业、板块或国家，所以无法按它们设限额。限额可以按单笔买入、单只股票、每天/每周/每月的全部买入，或现金来设。没有记下也没有改动任何东西。
limit-problem-everybody = 对本频道所有人的限额用按钮设定，或写“/limits channel”，后面跟限额。什么都没有记下，也没有提出建议。
limit-offered = 要让本频道所有人的交易都受它约束吗：{ $limits }？
limit-for-everybody = 对这里所有人
limit-for-me = 只对我
limit-how-to-say = 可以这样说：“每笔不超过2000美元”、“单只股票不超过5%”、“我最多只能花3000美元”或“至少留20000美元现金”。
limits-heading = 对您在这里的交易有效的限额：
limit-of-request = 最多 ${ NUMBER($value, maximumFractionDigits: 2) }{ limit-symbols }
limits-of-request = { $what }，随请求说的；说“不限额”可取消。
limits-changes = 限额的变动，最近的在前：
limit-stated-line = { $when }，{ $by }：+ { $limit }{ $said ->
    [none] {""}
   *[other] （“{ $said }”）
 }
limit-ended-line = { $when }，{ $by ->
    [none] 不知是谁
   *[other] { $by }
 }：− { $limit }
limits-never-changed = 从未设过这样约束您在这里交易的限额。
limits-none = 这里没有有效的限额。
limits-none-own = 您自己没有可以取消的限额，所以什么都没有改动。“/limits remove 1”可按编号取消下列限额中的一条。
limits-none-bind = 没有限额约束您在这里的交易。
limits-of-others = 这里其他人给自己设的限额：
limits-exceeded-by-pending = 待确认而超出限额或上限的，以及超出多少：
limits-exceeded-line = { $what }：{ $why }
limits-kept-by-pending = 待确认且都在这些限额之内：{ $what }。
caps-kept-by-pending = 待确认且都在对所有人设定的上限之内：{ $what }。问“什么是仓位上限”可看上限。
limits-how = “/limits 每笔不超过2000美元”为您添加一个，“/limits channel 每笔不超过2000美元”为本频道所有人添加；“/limits remove 1”取消一个，“/limits clear”取消您的全部限额。
limits-not-read = 我没有把这句话听懂成限额。{ limit-how-to-say }“/limits remove 1”取消列表中的第一个。
limits-which = 取消哪一条？请说编号，例如“/limits remove 1”。什么都没有取消。
limits-ended = 不再有效：{ $limits }。
limits-left = 对这里所有人仍然有效：{ $limits }。
limit-spent = 其中已用 ${ NUMBER($spent, minimumFractionDigits: 2, maximumFractionDigits: 2) }。
order-exceeds-limit = { $symbol }：超出限额 { $why }。确认即这一次超出。
