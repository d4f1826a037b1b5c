### 核心记忆：关于团队、频道和个人所保留的内容。

memory-whose = { $scope ->
    [team] 团队
    [channel] 本频道
   *[person] 您
 }{ $section ->
    [risk-appetite] （风险偏好）
    [horizon] （期限）
    [current-intent] （打算）
    [holdings] （持有）
    [language] （语言）
    [persona] （回答方式）
   *[other] {""}
 }
memory-line = { $number }. { $whose }：“{ $text }”（{ $by }，{ $how ->
    [noted] 由我记下，
    [here] 只在这里显示，
   *[said] {""}
 }{ $date }）
memory-heading = 我记得 { $count } 条：
memory-more = 另有 { $count } 条，见详情。
memory-limits = 另有 { $count } 条限额生效：“/limits”可查看和修改。
memory-none = { $limits ->
    [0] 关于团队、本频道和您，我还什么都没有记。
   *[other] 关于团队、本频道和您，我还什么都没有记；有 { $limits } 条限额生效。
 }
memory-how-first = { $scope ->
    [team] “/memory 团队 我们不买烟草股”可以为所有人记下一条。
   *[other] 可以说“记住……”，或“/memory 我 期限：3个月”。
 }
memory-how = “/memory 我 期限：3个月”、“/memory 频道 ……”、“/memory 团队 ……”可添加；“/memory 修改 1 ……”改写第一条；“/memory 删除 1”删除它；“/memory 撤销”撤回您上一次的修改；“/memory 历史”显示谁改了什么；“/memory 截至 2026-03-01”显示当时的内容；“/memory 归档”列出备忘。记忆不会改变任何限额和交易。
memory-help = { $act ->
    [show] “/memory”显示全部，“/memory 我”、“/memory 频道”、“/memory 团队”显示一部分。“/recall ……”可查找说过的话。
    [add] 要我记住什么？请写“/memory 添加 我喜欢高股息”，或“/memory 我 期限：3个月”。
    [edit] 请写“/memory”里的编号和新的内容：“/memory 修改 1 我喜欢高股息”。什么都没有改。
    [delete] 请写“/memory”里的编号，或它说的是什么：“/memory 删除 1”、“/memory 删除 银行”。什么都没有改。
    [undo] “/memory 撤销”撤回您上一次的修改，“/memory 撤销 2”撤回记下第二条的那次修改。什么都没有改。
    [history] “/memory 历史”显示最近的修改，“/memory 历史 2”显示更早的。
   *[help] { memory-how }
 }
memory-stored = 已为{ $whose }记住：“{ $text }”。
memory-undo = “/memory 撤销”可撤回。
memory-undo-or-team = “/memory 撤销”可撤回；“/memory 团队 ……”对所有人有效。
memory-undo-or-team-private = 本频道未必人人可见，所以只记在这里；“/memory 团队 ……”对所有人有效。“/memory 撤销”可撤回。
memory-not-everywhere = 本频道未必人人可见，所以它只在这里使用和显示；在公开频道里说，就处处有效。
memory-known = 这条已经记着了（{ $whose }）：“{ $text }”（{ $by }，{ $date }）。
memory-replaces = 它取代了{ $texts }；历史里两条都保留。
memory-contradicts = 它和{ $texts }矛盾；后者在别处也显示，仍然保留，可按“/memory”里的编号删除。
memory-contradictory = 第 { $first } 条和第 { $second } 条互相矛盾：“/memory 删除 { $first }”或“/memory 删除 { $second }”可去掉不再成立的那条。
memory-quoted = “{ $text }”
memory-quoted-dated = “{ $text }”（{ $by }，{ $date }）
memory-forgotten = 已忘记：{ $texts }。“/memory 撤销”可恢复。
memory-undone = 已撤回：{ $texts }。
memory-restored = 重新有效：{ $texts }。
memory-none-of-you = 关于您本人，我还什么都没有记。
memory-nothing-to-undo = 这里没有您改过、还能撤回的记忆。
memory-nothing-to-undo-there = 那一条不是您最近记下的，无法撤回：“/memory 删除”加编号可以删除它。
memory-nothing-about = 我的记忆里没有关于“{ $query }”的内容，什么都没有改。“/memory”可查看全部。相关的原话我仍可能引用：要避免，请在平台上删除那条消息，或说“/forget me”。
memory-nothing-just-said = 您上一条消息没有存入任何记忆，什么都没有改变。“/memory”显示我记得的。说过的话我仍可能引用：要避免，请在平台上删除那条消息，或说“/forget me”。
memory-undo-before-others = 这是您最近的一次更改。之后{ $by }也改过：“/memory history”可以查看。
memory-nothing-to-forget = 那里没有可忘记的内容。
memory-no-such-number = 列表里没有这个编号。“/memory”可查看。
memory-which = 有几条都符合，是哪一条？请写“/memory 删除”加编号：
memory-new-text = “{ $text }”要改成什么？请直接说，或写“/memory 修改 { $number }”和新内容。什么都没有改。
memory-what = 要我记住什么？请写“记住”加上那句话。订单和限额不存进记忆。
memory-no-reminder = 我不能提醒您，也不保留以后的订单：什么都没有记下，也没有下单。现在就要交易，请只发指令（“买5股IBM”）；“记住……”可以留一条不带时间的备注，“IBM跌破190提醒我”可以在到价时提醒，“/brief on”在每次开盘前告诉您有什么新消息。
memory-no-limit = 这只是备注，不约束任何订单。{ $limit ->
    [rule] 我不强制执行：下单时不会据此检查。带数字的上限可以设为限额：“/limits channel 每笔不超过2000美元”。
    [none] 要成为限额，请单独写：“/limits 每笔不超过2000美元”。
   *[other] “/limits { $limit }”才会成为限额。
 }
memory-forget-what = 忘记谁的全部？“/memory 删除 我”会忘掉我所知道的关于您的内容。什么都没有改。
memory-as-of = { $span ->
    [day] { $last } 时
   *[days] { $first } 到 { $last }，
 }我记得：
memory-as-of-cut = 改动太多，一次说不完：{ $first } 之前的没有列出。要看那段时间，请指定更短的时间。
memory-line-until = { $line }，到 { $date } 为止
memory-none-as-of = { $span ->
    [day] { $last } 时
   *[days] { $first } 到 { $last }，
 }{ $asked ->
    [all] { "" }
   *[part] 这方面
 }我什么都没有记。
memory-no-history = 没有可显示的修改。“/memory”可查看我记得的内容。
memory-history-older = “/memory 历史 { $page }”显示更早的修改。
memory-history-heading = 修改记录，从新到旧：
memory-history-line = { $date }，{ $by }{ $how ->
    [noted] （由我记下）
    [undone] （撤回）
   *[said] {""}
 }，{ $whose }：{ $added ->
    [none] {""}
   *[other] + { $added }
 }{ $removed ->
    [none] {""}
   *[other] {" "}− { $removed }
 }{ $why ->
    [none] {""}
   *[other] 。原因：{ $why }
 }{ $said ->
    [none] {""}
   *[other] （“{ $said }”）
 }
memory-no-changes-on = 这里没有人改过关于“{ $query }”的笔记。“/memory 历史”显示所有改动。
memory-which-day = 哪一天？例如“/memory 截至 2026-03-01”。
memory-edited = { $whose }：{ $added ->
    [none] {""}
   *[other] + { $added }
 }{ $removed ->
    [none] {""}
   *[other] {" "}− { $removed }
 }
memory-edited-by = { $by } 修改了记忆，{ $what }。“/memory 撤销”可撤回。
memory-unchanged = 没有改动。
memory-by-form = 通过表单
memory-edit = 编辑
memory-form-title = 我记住的内容
memory-form-submit = 保存
memory-form-hint = 一句话；留空则删除
memory-form-hint-long = 每行一条；留空则全部删除
memory-form-person-preferences = 您的偏好
memory-form-person-horizon = 您的期限
memory-form-person-risk-appetite = 您的风险偏好
memory-form-channel-preferences = 本频道：偏好
memory-form-team-team = 团队
memory-form-rest = 其余：“/memory 修改 2 ……”
memory-form-person-current-intent = 您的打算
memory-form-person-holdings = 您的别处的持有
memory-form-person-language = 您的语言
memory-form-person-notes = 您的备注
memory-form-channel-risk-appetite = 本频道：风险偏好
memory-form-channel-horizon = 本频道：期限
memory-form-channel-current-intent = 本频道：打算
memory-form-channel-holdings = 本频道：别处的持有
memory-form-channel-language = 本频道：语言
memory-form-channel-notes = 本频道：备注
memory-form-team-persona = 我怎样回答团队
memo-heading = 本频道的备忘，最新的在前：
memo-line = { $number }. “{ $text }”（{ $by }，{ $date }）
memo-none = 本频道还没有备忘。
memo-how = “/memory 归档 五月见过 Acme”会保留一条备忘，“/回忆 ……”能找到它；“/memory 归档 删除 1”让第一条不再被搜到。
memo-kept = 已留作备忘：“{ $text }”。“/回忆”能找到它，“/memory 归档”可列出。
memo-archived = 不再被搜到：“{ $text }”。
memo-no-such-number = 没有这个编号的备忘。“/memory 归档”可列出。
