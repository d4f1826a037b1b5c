"""Finds sentences in which a model says that it has traded, confirmed or cancelled, or will watch or alert.

A claim has an actor (the model, the system, or an order, a position, an alert in the passive), a deed, and a tense.
What a company or a named person did, and what happens once the person confirms, is none.
"""

import re
from typing import Final

from bot.domain.text.normalise import normalise
from bot.domain.text.trade_claims_english import claims_action_in_english

_SENTENCE_END: Final = re.compile(r"(?<=[!?;])|(?<=\.)(?![0-9A-Za-z])")


def claims_action(text: str) -> bool:
    """Return whether a model's text says that it has done something, or will: models do nothing but write."""
    sentences = (sentence for line in text.splitlines() for sentence in _SENTENCE_END.split(normalise(line)))
    return any(claims_action_in_english(each) or claims_action_in_chinese(each) for each in map(str.strip, sentences))


# Roles
_ACTOR: Final = "(?:我们?(?:这边)?|系统|机器人|[Pp]arley)"
_FOR_YOU: Final = "(?:(?:为|帮|替|给)(?:您|你|大家))"
_THING: Final = (
    "(?:订单|单子?|委托单?|交易|买单|卖单|提醒|警报|预警|止损单?|止盈单?|限额|上限|仓位|持仓|头寸|账户|资金|款项"
    "|决策|股票)"
)
_OWN: Final = "(?:^|您的|你的|该|这笔|这个|所有|全部)"

# Deeds
_TRADE: Final = (
    "(?:下好?了?个?单|挂好?了?(?:止损|止盈|限价)?单|买入|买进|买好|买|购买|购入|卖出|卖掉|卖|成交|撤单|撤销|撤"
    "|[平清建开减加调]了?仓|平掉|清掉|止损|止盈|记下|记住|搞定|办妥|办好|划转|转账|扣款)"
)
_SET: Final = (
    "(?:设置|设定|设|挂|修改|调整|更改|移动|上调|下调|删除|移除|记录|保存|处理|执行|确认|取消|提交|锁定|发送|发出)"
    "(?:好|妥)?了?(?:成功|完成|完毕)?(?=$|(?:一?个|这笔|该|您的?|你的?)?(?:价格)?(?:提醒|警报|预警|止损|止盈|限额|上限|仓位|订单|单|交易|买入|卖出|目标))"
)
_DEED: Final = f"(?:{_TRADE}|{_SET})(?![的后前时或还]|之[后前])"
_WATCH: Final = "(?:盯|监控|监测|跟踪|追踪|留意|关注)(?!财报|业绩|数据|趋势|政策|指引|消息)"
_NOTICE: Final = (
    "(?:(?:提醒|通知|告诉|告知|喊|叫)(?!(?:您|你)?(?:原因|为什么|怎么|如何|哪))"
    f"|发送?个?(?:消息|通知|提醒|信息|警报)|{_WATCH})"
)

# Tenses
_AHEAD: Final = (
    "(?:会|将会?|这就|就|马上|立即|立刻|现在|正在|正|在|来|自动|随时|及时|第一时间|一直|持续|继续|届时|到时候?)"
)
_ADVERB: Final = f"(?:已经?|刚刚?|成功|全部|也|都|密切|先|再|去|{_AHEAD}|{_FOR_YOU})"
_ADVERBS: Final = f"{_ADVERB}{{0,5}}"  # bounded, or the time of a search would grow without bound
_OBJECT_FIRST: Final = "(?:[把将][^,]{1,8}?)"
_LEAD: Final = "^(?:好的?|没问题|现在?|目前|刚刚?|都|均|也|并且?|且|而且|另外|同时|随后|然后|当然|放心|请放心){0,4}"

_PAST: Final = re.compile(
    rf"{_ACTOR}(?:{_ADVERBS}(?:已经?|刚刚?){_ADVERBS}{_OBJECT_FIRST}?{_ADVERBS}{_DEED}|{_ADVERBS}{_OBJECT_FIRST}?{_ADVERBS}{_DEED}[好掉]?了)"
    rf"|{_ACTOR}{_ADVERBS}(?:设|下|挂|买|卖|减|加|调整|确认|取消|执行|设置)了"
    rf"|{_LEAD}{_FOR_YOU}?已经?{_ADVERBS}{_OBJECT_FIRST}?{_ADVERBS}{_DEED}"
    rf"|{_OWN}{_THING}(?:都|均|也|现在?|目前){{0,2}}(?:已经?|成功){_ADVERBS}被?(?:{_TRADE}|{_SET}|[下清撤平设挂]|完成|下达|生效|到账)"
    rf"|{_OWN}{_THING}[设挂下撤办][好妥掉完]了"
    rf"|{_LEAD}(?:已经?)?(?:[买卖办搞设挂下记]|处理)[好妥定掉完]单?了|{_LEAD}成交了|{_LEAD}设[置定]?了"
    rf"|{_LEAD}(?:下单|买入|卖出|交易|撤单|确认|成交|设置|执行|提交)(?:成功|完成|完毕)(?!后|之后|前|时)"
    r"|[您你](?:现在|已经?|现已)(?:持有|拥有)"
)
_FUTURE: Final = re.compile(
    rf"{_ACTOR}(?:{_ADVERB}{_ADVERBS}{_OBJECT_FIRST}?{_ADVERBS}{_DEED}|确认(?:$|这笔|该|您|你|买入|卖出))"
    rf"|^正在{_ADVERBS}(?:{_TRADE}|执行|提交|{_WATCH})|^确认(?:买入|卖出)$"
)
_FOR_PERSON: Final = re.compile(rf"{_FOR_YOU}{_ADVERBS}{_OBJECT_FIRST}?{_ADVERBS}{_DEED}")
_NOTICES: Final = re.compile(
    rf"(?:{_LEAD}|{_ACTOR}){_ADVERBS}{_AHEAD}{_ADVERBS}{_NOTICE}|{_ACTOR}{_ADVERBS}{_FOR_YOU}{_ADVERBS}{_NOTICE}"
)

# What is no claim
_CLAUSE_END: Final = re.compile(r"[,.!?;:()\"]")
_CONDITION: Final = re.compile("[您你](?:先|再|点击|按下?|来)*(?:确认|同意|批准|下令)|确认(?:后|之后|才|前)")
_BY_OTHERS: Final = re.compile("(?:由|(?<!已)经)(?!我|系统|[Pp]arley)[^,]{1,10}(?:确认|执行|下单|完成|取消|批准)")
_HISTORY: Final = re.compile("此前|之前|早前|上次|去年|昨[天日]|曾|当时|历史")
_NOT_DONE: Final = re.compile("[不没未无别请可能]|如需|需要|想让")


def claims_action_in_chinese(sentence: str) -> bool:
    """Return whether a normalised sentence says that the model has done something, or will."""
    sentence = sentence.replace(" ", "")
    if sentence.endswith(("?", "吗", "吗.")):
        return False
    is_conditional = _CONDITION.search(sentence) is not None
    is_others = _BY_OTHERS.search(sentence) is not None
    return any(
        _is_claim(clause, is_conditional=is_conditional, is_others=is_others) for clause in _CLAUSE_END.split(sentence)
    )


def _is_claim(clause: str, *, is_conditional: bool, is_others: bool) -> bool:
    if _NOTICES.search(clause):
        return True
    if not is_others and not _HISTORY.search(clause) and _PAST.search(clause):
        return True
    if is_conditional or is_others:
        return False
    for_person = _FOR_PERSON.search(clause)
    return _FUTURE.search(clause) is not None or (
        for_person is not None and not _NOT_DONE.search(clause[: for_person.start()])
    )
