"""Whose view a remark tells: a report of somebody's, or its sender's own, on a share or by comparison.

"Carol thinks banks are cheap.", 老王觉得银行很便宜. Whether a message of any subject only states something, and orders
nothing, is read by its form (bot/language/plain_statements.py).
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from bot.language.lexicon.chinese_names import PERSON
from bot.language.phrase_files import LANGUAGE_FOLDERS, either, read_phrases

_LISTS: Final = ("nobody", "reports", "nouns", "lead_ins", "verbs", "judgements")
_MAX_LENGTH: Final = 300  # characters
_ASKS: Final = re.compile(r"[?？]|[吗么呢][\s。.!]*$|怎么样|如何|说说|讲讲")
_NAME: Final = r"(?P<who>[a-z][\w'-]*)(?: [a-z][\w'-]*)?"
_ADVERBS: Final = r"(?: (?:still|also|really|just|now|always|never|no longer|already))*"
_SHORT_ENGLISH: Final = 7  # words
_SHORT_CHINESE: Final = 10  # characters
_OWN_ENGLISH: Final = re.compile(
    r"(?:(?:i|we)(?: (?:really|still|also|just|quite|do|don't|never))* "
    r"(?:like|love|hate|dislike|fear|distrust|doubt|worry about)|"
    r"(?:i'm|i am|we're|we are)(?: (?:really|still|also|quite|very))* (?:worried|afraid|nervous|concerned)|"
    r"(?:my|our) (?:risk (?:appetite|tolerance)|(?:investment |time )?horizon) is) .+"
)
_OWN_CHINESE: Final = re.compile(
    r"我们?的?(?:真的|真|很|最|也|还是|还|一直|比较|有点|不太)*"
    r"(?:不?喜欢|讨厌|不?看好|担心|害怕|怀疑|不?相信|风险偏好|风险承受|投资期限).+"
)
_TRADES: Final = re.compile(
    r"\b(?:buy|sell|short|order|trade|shares?|invest|exit|close|add|trim)\b|[买卖股仓单]|换成|减持|增持"
)
_ASKS_FOR_VIEW: Final = re.compile(
    r"^(?:(?:so|and|then|well),? )*(?:which|what|who|why|how|is|are|does|do|if|when)\b"
    r"|[谁哪吗]|什么|还是|(.)[不没]\1|是否"
)
_LEAD: Final = r"^(?:(?:so|and|btw|fyi|by the way),? )?"


@cache
def remark_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a report of what somebody thinks, in English and Chinese (`data/*/remarks.toml`)."""
    words, signs = _phrases()
    subject = rf"(?:(?:my|our|the|her|his) (?:{words['nouns']})|(?!(?:{words['nobody']})\b){_NAME})"
    chinese_subject = rf"(?:我们|我)?的?(?:{signs['nouns']})|(?!{signs['nobody']})(?P<who>{PERSON})"
    return (
        re.compile(rf"{_LEAD}{subject}{_ADVERBS} (?:{words['reports']})\b .+"),
        re.compile(rf"^(?:{chinese_subject})(?:也|还|很|最|一直|总是|说过|都)*(?:{signs['reports']}).+"),
    )


@cache
def view_patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of a comparison that its sender makes, in English and Chinese (`data/*/remarks.toml`)."""
    words, signs = _phrases()
    much = r"(?: (?:much|a lot|far|way|so much|a bit|slightly|still|also|just|clearly|really|the|a|an))*"
    comparative = rf"(?:(?:more|less|most|least) [\w-]+|{words['judgements']})"
    return (
        re.compile(
            rf"^(?:(?:{words['lead_ins']})[,;:.!]? )*(?:[\w.$&'-]+ ){{1,5}}?(?:{words['verbs']}){much} {comparative}\b"
        ),
        re.compile(
            rf"^(?:(?:{signs['lead_ins']})[，,、\s]*)*[^，,。？?]{{1,16}}?(?:比[^，,。？?]{{1,10}})?(?:{signs['verbs']})?"
            rf"更(?:{signs['judgements']})"
        ),
    )


def is_view(text: str) -> bool:
    """Return whether a message only says which share its sender finds better: "MSFT looks better to me", 谷歌更值得买.

    Args:
        text: Normalised, without a mention of the bot.
    """
    lowered = text.lower()
    if len(text) > _MAX_LENGTH or _ASKS.search(lowered) or _ASKS_FOR_VIEW.search(lowered):
        return False
    return any(each.match(lowered) for each in view_patterns())


def is_remark(text: str) -> bool:
    """Return whether a message only reports what somebody thinks, and asks nothing.

    Args:
        text: Normalised, without a mention of the bot.
    """
    return _match(text) is not None


def is_own_remark(text: str) -> bool:
    """Return whether a message only says what its sender likes or fears, or what risk and horizon he has.

    "I like Apple's cash pile", 我担心银行的坏账; a few words ("I like IBM") are none: they may ask for an analysis.
    """
    is_short = len(text) < _SHORT_CHINESE if _OWN_CHINESE.match(text) else len(text.split()) < _SHORT_ENGLISH
    lowered = text.lower()
    is_asked = len(text) > _MAX_LENGTH or _ASKS.search(lowered) is not None
    return not (is_short or is_asked or _TRADES.search(lowered)) and any(
        each.match(lowered) for each in (_OWN_ENGLISH, _OWN_CHINESE)
    )


def find_subject(text: str) -> str:
    """Return the name of whoever a remark reports on, as typed; empty: it is none, or names nobody."""
    match = _match(text)
    return text[slice(*match.span("who"))] if match is not None and match["who"] else ""


def _phrases() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return a pattern for the phrases of each list, in English and Chinese."""
    lists = read_phrases("remarks", {"remarks": _LISTS}, folders=LANGUAGE_FOLDERS)["remarks"]
    english = {name: either(each for each in lists[name] if each.isascii()) for name in _LISTS}
    return english, {name: either(each for each in lists[name] if not each.isascii()) for name in _LISTS}


def _match(text: str) -> re.Match[str] | None:
    lowered = text.lower()
    if len(text) > _MAX_LENGTH or len(lowered) != len(text) or _ASKS.search(lowered):
        return None
    return next((match for each in remark_patterns() if (match := each.match(lowered))), None)
