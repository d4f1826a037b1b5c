"""The forms in which times are written, in both languages: one table of patterns, each with what it means.

They are looked for in a normalised, lower-case text. Of two that begin together the longer one is meant, of equally
long ones that which stands first.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from typing import Final

from bot.domain.text.number_words import CHINESE_DIGITS, CHINESE_NUMERALS, ENGLISH_NUMERALS
from bot.reading.times import form_readers as read
from bot.reading.times.days import Days
from bot.reading.word_tables import either, read_lists

WINDOW: Final = 48  # characters beside a time in which words change it
_EVENTS: Final = read_lists("times", "events")["event"]
_SINCE: Final = (
    r"(?:\b(?:ever since|since|from|after|starting|beginning)(?: from| on)?"
    r"(?: (?:the )?(?:start|beginning) of)?(?: the)?"
    rf"|\b(?:since|from|after) (?:(?:the|its|their|our) )?(?:{either(_EVENTS)})(?: on| of| from)?(?: the)?|自从?|从) ?$"
)
_PREPOSITION: Final = (
    r"\b(?:in|on|at|of|for|over|around|during|within|throughout|back in|review|between"
    r"|early|late|mid|middle of)(?: the)?[ -]$|\bthe $|[在于] ?$"
)
_NOW: Final = r"(?:(?:to|until|till|up to|through|and|-|到|至) ?(?:now|today|date|present|现在|今天|目前|如今))"


class Opening(Enum):
    """How the words beside a time open its span."""

    SINCE = auto()
    UNTIL = auto()
    AS_OF = auto()  # until then, or of a figure on that day
    AGAINST = auto()  # what is now, or at another time, is compared with it


_BEFORE: Final = {
    Opening.SINCE: re.compile(_SINCE),
    Opening.UNTIL: re.compile(
        r"(?:\b(?:until|till|before|by|through|up to)(?: the)?(?: (?:end|close) of)?|直到|早于) ?$"
    ),
    Opening.AS_OF: re.compile(r"(?:\bas (?:of|at)(?: the)?|截至|截止到?) ?$"),
    Opening.AGAINST: re.compile(
        r"(?:\b(?:vs\.?|versus|against|compared? (?:to|with)|relative to|than)"
        r"(?: (?:it|they|where it) (?:was|were|closed|did))?(?: the (?:close|price) (?:of|on|from))?"
        r"(?: on| at| in)?(?: the)?|[比较]) ?$"
    ),
    None: re.compile(_PREPOSITION),
}
_BEHIND: Final = {
    Opening.SINCE: re.compile(
        rf" ?(?:的?(?:{either(_EVENTS)}))?(?:以来|之后|以后|后(?!天)|起|至今|{_NOW}(?![a-z])|onwards?\b)"
    ),
    Opening.UNTIL: re.compile(rf" ?(?:之前|以前|前(?![{CHINESE_DIGITS}十几\d])|为止|or earlier\b)"),
    Opening.AGAINST: re.compile(r" ?的?(?:收盘价?|收市价?|价格?)?相?比(?![例重率])"),
}
_WITH: Final = re.compile(r"[跟和与同] ?$")  # 跟昨天比, not 今天比昨天


def opening_before(left: str) -> tuple[Opening | None, int] | None:
    """Return how the words at the end of a text open a time behind it, and their length; None: they do not."""
    left = left[-WINDOW:]
    return next(((opening, len(found[0])) for opening, each in _BEFORE.items() if (found := each.search(left))), None)


def opening_behind(text: str, at: int, left: str) -> tuple[Opening, int, int] | None:
    """Return how the words behind a time open it, the length of a word before it that is of them, and their end."""
    with_it = _WITH.search(left)
    for opening, pattern in _BEHIND.items():
        if (found := pattern.match(text, at)) and (with_it or opening is not Opening.AGAINST):
            return opening, len(with_it[0]) if with_it and opening is Opening.AGAINST else 0, found.end()
    return None


_Read = Callable[[re.Match[str], date], Days]  # raises ValueError, OverflowError: there is no such day


class FormKind(Enum):
    """What kind of time a form names."""

    DAYS = auto()  # days of the calendar
    DAY = auto()  # a date
    NAMED_DAY = auto()  # "yesterday", "christmas"
    WEEKDAY = auto()
    TRAILING = auto()  # so many units until today
    AGO = auto()
    END = auto()  # the end of a month or a year: for figures its last day, counted from the close of it
    KNOWN = auto()  # a time that the account or the data know: "since we bought"


class Needs(Enum):
    """What must stand beside a form, without a year and "last", so that it is a time in any text."""

    NOTHING = auto()
    PREPOSITION = auto()  # or it is one only where times are expected: "12th", "friday"
    ALWAYS = auto()  # a preposition, or it is an ordinary word: "may", "fall"
    EXPECTED = auto()  # it is one only where times are expected: "2013", "3 months"


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a time."""

    pattern: re.Pattern[str]
    read: _Read
    kind: FormKind
    needs: Needs


_MONTH: Final = rf"(?P<month>{either(read.MONTHS | read.MONTHS_SHORT)})\b\.?"
_DAY: Final = (
    r"(?P<day>\d{1,2})(?:st|nd|rd|th)?(?![\d%]|[,.]\d|(?:st|nd|rd|th)| ?(?:shares?|dollars?|bucks|k|percent)\b)"
)
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)(?![\d年])(?![,.]\d)"
_ITS_YEAR: Final = rf"(?:{_YEAR}|(?P<ago>this year|last year|the year before last)\b)"
_OF_YEAR: Final = rf"(?:,? (?:of )?{_ITS_YEAR})?"
_YEAR_SAID: Final = "".join(rf"|(?<=\b{word} )" for word in ("in", "during", "throughout", "review", "since"))[1:]
_NO_AMOUNT: Final = r"(?![\d,.-]|[,.]\d| ?(?:shares?|dollars?|bucks|usd|k\b|[股美元块刀]))"
_YEAR_BEFORE: Final = r"(?:(?:(?P<ago>[今去前]年)|(?<!\d)(?P<year>(?:19|20)\d\d) ?年) ?的?)"
_DIGIT: Final = f"[{CHINESE_DIGITS}]"
_TENS: Final = either([word for word, value in ENGLISH_NUMERALS.items() if value > 19])  # noqa: PLR2004
_COUNT: Final = (
    rf"(?P<count>\d{{1,9}}|{either(read.VAGUE)}|(?:(?:{_TENS})-)?(?:{either(ENGLISH_NUMERALS)}))(?:(?<=\d)[ -]?|[ -])"
)
_UNIT: Final = rf"(?P<unit>{either(each for each in read.UNITS if each.isascii())})\b"
_CHINESE_UNITS: Final = either(each for each in read.UNITS if not each.isascii() and each != "月")  # 三月 is March
_CHINESE_UNIT: Final = rf"(?P<unit>{_CHINESE_UNITS})"
_NUMERAL: Final = rf"\d{{1,2}}|十[一二]?|{_DIGIT}"
_CHINESE_COUNT: Final = rf"(?P<count>\d{{1,9}}|好?几|两三|[{CHINESE_NUMERALS}]{{1,6}})"
_PART_OF_CHINESE_MONTH: Final = rf"{_YEAR_BEFORE}?(?<![\d{CHINESE_NUMERALS}个])(?P<month>{_NUMERAL}) ?月份?的?"
_KINDS: Final[Mapping[_Read, FormKind]] = {  # by readers; of the others `DAYS`
    **dict.fromkeys((read.whole_date, read.slashed_date, read.day_of_month), FormKind.DAY),
    **dict.fromkeys((read.weekday, read.chinese_weekday), FormKind.WEEKDAY),
    read.trailing: FormKind.TRAILING,
    read.ago: FormKind.AGO,
    read.known: FormKind.KNOWN,
}


def _phrase_pattern(table: str) -> str:
    """Return a pattern of the phrases of a table of `data/times.toml`; its group names none."""
    words = [each for phrases in read_lists("times", table).values() for each in phrases]
    english, chinese = ([each for each in words if each.isascii() is is_english] for is_english in (True, False))
    return rf"\b(?:{either(english)})\b|(?:{either(chinese)})"


def _form(pattern: str, read_match: _Read, needs: Needs = Needs.NOTHING, *, kind: FormKind | None = None) -> Form:
    pattern = pattern.replace(r"\b", r"(?a:\b)")  # a Chinese character is no part of an English word: "YTD多少"
    return Form(re.compile(pattern), read_match, kind or _KINDS.get(read_match, FormKind.DAYS), needs)


FORMS: Final = (
    _form(_phrase_pattern("periods"), read.phrase),
    _form(
        r"(?<![\d.$])(?P<year>\d{4}) ?(?P<mark>[-/.]) ?(?P<month>\d{1,2}) ?(?P=mark) ?(?P<day>\d{1,2})(?!\d)",
        read.whole_date,
    ),
    _form(rf"\b{_MONTH} ?{_DAY}(?:,? {_YEAR})?", read.whole_date),
    _form(rf"(?<![\d$.,])(?:\bthe )?{_DAY} (?:of )?{_MONTH}(?:,? {_YEAR})?", read.whole_date),
    _form(rf"\b(?:the )?(?P<day>{either(read.ORDINALS)}) (?:day )?of {_MONTH}(?:,? {_YEAR})?", read.whole_date),
    _form(
        rf"\b(?:the )?(?P<part>early|mid|late|beginning of|start of|middle of)[ -](?:in )?{_MONTH}{_OF_YEAR}",
        read.part_of_month,
    ),
    _form(r"(?<![\d.$/])(?P<first>\d{1,2}) ?/ ?(?P<second>\d{1,2}) ?/ ?(?P<year>\d{4})(?!\d)", read.slashed_date),
    _form(r"(?<![\d.$/])(?P<month>1[0-2]|0?[1-9])/(?P<day>1[3-9]|2\d|3[01])(?![\d/])", read.whole_date, Needs.EXPECTED),
    _form(r"(?<![\d$.,])(?:\bthe )?(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b", read.day_of_month, Needs.PREPOSITION),
    _form(rf"(?<![\d.$,/-])(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2]){_NO_AMOUNT}", read.months),
    _form(rf"\b(?!may\b|march\b){_MONTH}{_OF_YEAR}", read.months, Needs.PREPOSITION),
    _form(rf"\b(?P<month>may|march)\b{_OF_YEAR}", read.months, Needs.ALWAYS),
    _form(rf"(?=\d)(?:{_YEAR_SAID}){_YEAR}", read.whole_year),
    _form(rf"(?<![\d$.,-]){_YEAR}{_NO_AMOUNT}", read.whole_year, Needs.EXPECTED),
    _form(rf"(?:\b(?P<which>last|this|previous) )?\bq ?(?P<quarter>[1-4])\b{_OF_YEAR}", read.months, Needs.PREPOSITION),
    _form(rf"\b(?:the )?(?P<quarter>first|second|third|fourth) quarter\b{_OF_YEAR}", read.months),
    _form(
        rf"\b(?:the )?(?P<half>first|second|[12](?=st|nd))(?:st|nd)? half (?:of )?(?:the year|{_ITS_YEAR})", read.months
    ),
    _form(
        r"(?:\b(?P<which>last|this|past|previous) )?\b(?P<season>spring|summer|autumn|fall|winter)\b"
        rf"(?! of (?!last|the year|20)| in\b){_OF_YEAR}",
        read.months,
        Needs.ALWAYS,
    ),
    _form(
        rf"(?:\b(?P<which>last|this|past) )?\b(?P<weekday>{either(read.WEEKDAYS)})\b", read.weekday, Needs.PREPOSITION
    ),
    _form(_phrase_pattern("since"), read.known),
    _form(rf"(?<![a-z\d.]){_COUNT}{_UNIT} (?:ago|back)\b", read.ago),
    _form(
        rf"\b(?:(?:over|within|during|in|for) the (?:past|last|previous)|(?:the )?(?:past|trailing)) {_UNIT}",
        read.trailing,
    ),
    _form(rf"\b(?:the )?(?:last|past|trailing|previous|prior) {_COUNT}{_UNIT}", read.trailing),
    _form(r"\b(?:the )?(?:last|past) half(?: a |-| )year\b|(?:最近|过去|近)的?半年", read.trailing),
    _form(r"\bhalf(?: a |-| )year\b|(?<![上下])半年(?!以?前|之前|线)", read.trailing, Needs.EXPECTED),
    _form(
        rf"(?<![a-z\d.$]){_COUNT}{_UNIT}(?! (?:ago|back|earlier|before|prior|later)\b)", read.trailing, Needs.EXPECTED
    ),
)
CHINESE_FORMS: Final = (
    _form(r"(?<!\d)(?P<year>\d{4}) ?年 ?(?P<month>\d{1,2}) ?月 ?(?P<day>\d{1,2}) ?[日号]?", read.whole_date),
    _form(
        rf"{_YEAR_BEFORE}?(?<!\d)(?P<month>{_NUMERAL}) ?月 ?(?P<day>\d{{1,2}}) ?(?:[日号]|(?=[、和到至-]\d))",
        read.whole_date,
    ),
    _form(r"(?<![\d月.])(?P<day>[12]?\d|3[01]) ?[号日](?![线内前后])", read.day_of_month, Needs.PREPOSITION),
    _form(rf"{_PART_OF_CHINESE_MONTH}(?P<part>[底末])", read.part_of_month, kind=FormKind.END),
    _form(rf"{_PART_OF_CHINESE_MONTH}(?P<part>[上中下]旬|初|中(?!的?[最每]))", read.part_of_month),
    _form(rf"{_YEAR_BEFORE}(?P<month>{_NUMERAL}) ?月份?", read.months),
    _form(
        rf"(?<![\d{CHINESE_NUMERALS}个])(?P<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九]) ?月(?:份|(?![\d线]))",
        read.months,
    ),
    _form(
        rf"{_YEAR_BEFORE}(?![初底末])|(?<![{CHINESE_NUMERALS}])(?P<digits>{_DIGIT}{{4}}|[七八九零〇]{_DIGIT})年",
        read.whole_year,
    ),
    _form(rf"{_YEAR_BEFORE}?第?(?P<quarter>[一二三四1-4]) ?季度", read.months),
    _form(rf"{_YEAR_BEFORE}?(?P<half>[上下])半年", read.months),
    _form(rf"{_YEAR_BEFORE}?(?P<season>[春夏秋冬])[天季]", read.months),
    _form(rf"{_YEAR_BEFORE}?年?(?P<end>[初底末])(?<=年[初底末])(?!至今|以来)", read.months),
    _form(
        r"(?<![每下上])(?P<which>上{1,3}个?|[这本]个?)?(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])(?!线)",
        read.chinese_weekday,
    ),
    _form(rf"{_CHINESE_COUNT} ?{_CHINESE_UNIT}(?:以前|之前|前)", read.ago),
    _form(
        rf"(?:最近的?|过去的?|近|这|前) ?{_CHINESE_COUNT} ?(?P<unit>{_CHINESE_UNITS}|月(?![初底份]))(?!线)",
        read.trailing,
    ),
    _form(rf"{_CHINESE_COUNT} ?{_CHINESE_UNIT}(?!以?[前后]|之[前后]|线)", read.trailing, Needs.EXPECTED),
)
