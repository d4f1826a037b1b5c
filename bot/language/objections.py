"""Recognise a message that argues with a committee's view: "but their margins are shrinking", 你们没考虑到中国的销量.

What is not surely a point about the company is none: a question, an order, words on the proposal or on Parley. A wrong
reading would have a judge rule on small talk.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.language.language_detection import has_chinese
from bot.language.phrase_files import LANGUAGE_FOLDERS, either, read_phrases
from bot.language.plain_statements import find_statement_form, plain_statement_patterns

_LISTS: Final = ("disagrees", "speakers", "overlooks", "wrong", "turns", "self", "own_view", "handling", "topics")
_MAX_LENGTH: Final = 600  # characters
_MIN_WORDS: Final = 2  # of a clause; in Chinese twice as many characters
_QUESTION: Final = re.compile(
    r"[?？]|(?:[吗呢]|什么|为何|怎么样?|多少|没有)[\s。.!~]*$|^为什么|是不是|是否|会不会|要不要|能不能|有没有|"
    r"([\u4e00-\u9fff])[不没]\1"
)
_BREAK: Final = r"[\s,.;:!–—-]*"
_CHINESE_BREAK: Final = r"[\s,.;:!，。；：！、-]*"
_CHINESE_ORDER: Final = re.compile(
    r"(?:^|[，,；;。！!\s])(?:那|那就|就|先|再|所以|还是|快|请|帮我|直接)*(?:买|卖|清仓|平仓|减仓|加仓|减持到|取消|确认|改成|换成|撤)(?![家方盘点])"
)


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The patterns of one language: of beginnings, and of what a point holds."""

    strong: re.Pattern[str]  # says by itself that somebody disagrees; a clause follows
    left_out: re.Pattern[str]  # what follows may be a noun alone
    weak: re.Pattern[str]
    of_self: re.Pattern[str]
    own_view: re.Pattern[str]
    handling: re.Pattern[str]
    topics: re.Pattern[str]
    orders: re.Pattern[str]


@cache
def objection_patterns() -> tuple[_Patterns, _Patterns]:
    """Return the patterns in English and Chinese (`data/*/objections.toml`, which explains the lists)."""
    lists = read_phrases("objections", {"objections": _LISTS}, folders=LANGUAGE_FOLDERS)["objections"]
    english = {name: either(each for each in lists[name] if each.isascii()) for name in _LISTS}
    chinese = {name: either(each for each in lists[name] if not each.isascii()) for name in _LISTS}
    chinese["topics"] += rf"|(?<![a-z])(?:{english['topics']})(?![a-z])"  # "iPhone"
    return _english(english), _chinese(chinese)


def find_objection(text: str) -> str | None:
    """Return what a message says against a view; None: it is no objection, or not surely one.

    Args:
        text: Normalised, without a mention of the bot.
    """
    plain = text.replace("’", "'").strip()
    lowered = plain.lower()
    is_chinese = has_chinese(lowered)
    patterns = objection_patterns()[is_chinese]
    if len(lowered) > _MAX_LENGTH or lowered.startswith("/") or _QUESTION.search(lowered):
        return None
    found = patterns.left_out.match(lowered) or patterns.strong.match(lowered) or patterns.weak.match(lowered)
    if found is None:
        return None
    point = lowered[found.end() :].strip()
    is_noun_enough = found.re is patterns.left_out
    return plain if _is_point(point, patterns, is_chinese=is_chinese, is_noun_enough=is_noun_enough) else None


def _is_point(point: str, patterns: _Patterns, *, is_chinese: bool, is_noun_enough: bool) -> bool:
    """Return whether what follows the beginning is about the company, and states something."""
    view = patterns.own_view.match(point)
    body = point[view.end() :].strip() if view else point
    size = len(body) / 2 if is_chinese else len(body.split())
    if size < (1 if is_noun_enough else _MIN_WORDS) or patterns.of_self.match(body) or patterns.handling.search(body):
        return False
    if patterns.orders.search(body) or not patterns.topics.search(body):
        return False
    return is_noun_enough or view is not None or find_statement_form(body) is not None


def _english(w: Mapping[str, str]) -> _Patterns:
    lead = r"(?:(?:no|well|hmm|hm|sorry|honestly|actually|and|but|so|wait)\b[\s,.:!-]*)?"
    speakers = rf"(?:{w['speakers']})"
    adverbs = r"(?: (?:also|just|still|completely|totally|really|simply|all|clearly|both|seem to|seems to|have|has))*"
    joined = rf"(?:{_BREAK}(?:that|because|since|as)\b)?{_BREAK}"
    return _Patterns(
        strong=re.compile(
            rf"{lead}(?:(?:{w['disagrees']})(?:[,;:.!–—-]+|\s+(?:[-–—]|because|since|as|that)(?![\w']))"
            rf"|{speakers}(?: |(?='))(?:{w['wrong']})(?:\s*[,;:.!–—-]+|\s+(?:because|since|as)(?![\w'])))\s*"
        ),
        left_out=re.compile(
            rf"{lead}(?:(?:{w['own_view']}) )?{speakers}{adverbs}(?: |(?='))"
            rf"(?:{w['overlooks']})(?![\w'])(?: (?:about|that))?{joined}"
        ),
        weak=re.compile(rf"(?:{w['turns']})(?![\w'])\s*[,:;-]*\s*"),
        of_self=re.compile(rf"(?:{w['self']})(?![\w'])"),
        own_view=re.compile(rf"(?:{w['own_view']})(?![\w'])(?: that\b)?"),
        handling=re.compile(rf"(?<![\w'])(?:{w['handling']})(?![\w'])"),
        topics=re.compile(rf"(?<![\w'])(?:{w['topics']})(?:'s)?(?![\w'])"),
        orders=plain_statement_patterns()[0].asks,
    )


def _chinese(w: Mapping[str, str]) -> _Patterns:
    lead = rf"(?:(?:不|不是|嗯|那个|其实|但是|但|可是|不过){_CHINESE_BREAK})?"
    return _Patterns(
        strong=re.compile(
            rf"{lead}(?:(?:{w['disagrees']})[\s,.;:!，。；：！、-]+(?:因为)?"
            rf"|(?:{w['speakers']})(?:都|也|还是)?(?:{w['wrong']})(?:了|吧)?[\s,.;:!，。；：！、-]+)"
        ),
        left_out=re.compile(rf"{lead}(?:{w['own_view']})?(?:{w['speakers']})(?:{w['overlooks']}){_CHINESE_BREAK}"),
        weak=re.compile(rf"(?:{w['turns']}){_CHINESE_BREAK}"),
        of_self=re.compile(rf"(?:{w['self']})"),
        own_view=re.compile(rf"(?:{w['own_view']})"),
        handling=re.compile(w["handling"]),
        topics=re.compile(w["topics"]),
        orders=_CHINESE_ORDER,
    )
