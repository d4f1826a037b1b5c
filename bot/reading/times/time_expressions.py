"""Find the time in which something was said: "last Friday", "in spring", "two weeks ago", 上周五, 去年春天, 前两周.

`find_dates` reads dates and spans as exact days. People are less exact about what they remember: "two weeks ago" is
one of the days around then.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.domain.text.normalise import normalise
from bot.domain.text.number_words import CHINESE_DIGITS
from bot.reading.times.clock_times import find_clock_span, find_part_of_day
from bot.reading.times.dates import FULL_MONTHS, MONTHS, WEEKDAYS, DateReader, DateSpan, find_dates
from bot.reading.times.open_ended_dates import OpenEnd, extend_span, find_open_end

_COUNT: Final = rf"(?:\d{{1,3}}|[{CHINESE_DIGITS}十]{{1,3}}|几|a|one|two|three|four|five|six|seven|ten|few|couple of)"
# How many days before and after the day that is so long ago may be meant.
_LEEWAY_DAYS: Final[Mapping[str, int]] = {
    **dict.fromkeys(("week", "周", "星期", "礼拜"), 3),
    **dict.fromkeys(("month", "月"), 15),
    **dict.fromkeys(("quarter", "季度"), 45),
    **dict.fromkeys(("year", "年"), 183),
}
_SEASONS: Final[Mapping[str, int]] = {
    "spring": 3,
    "summer": 6,
    "autumn": 9,
    "fall": 9,
    "winter": 12,
    "春": 3,
    "夏": 6,
    "秋": 9,
    "冬": 12,
}  # their first months
_QUARTERS: Final = "一二三四"
_YEARS_AGO: Final[Mapping[str, int]] = {"今年": 0, "去年": 1, "前年": 2}
_YEARS_AGO_ENGLISH: Final[Mapping[str, int]] = {"this year": 0, "last year": 1, "the year before last": 2}
# Of each year from 2018 on: the moon decides.
_SPRING_FESTIVALS: Final = (
    *(date(2018, 2, 16), date(2019, 2, 5), date(2020, 1, 25), date(2021, 2, 12), date(2022, 2, 1), date(2023, 1, 22)),
    *(date(2024, 2, 10), date(2025, 1, 29), date(2026, 2, 17), date(2027, 2, 6), date(2028, 1, 26), date(2029, 2, 13)),
    *(date(2030, 2, 3), date(2031, 1, 23), date(2032, 2, 11), date(2033, 1, 31), date(2034, 2, 19), date(2035, 2, 8)),
)
_FESTIVAL_DAYS: Final = 7
_BESIDE_FESTIVAL: Final = timedelta(days=21)  # that 春节前 and 春节后 mean
_AS_OF: Final = re.compile(r"\bas (?:of|at)\b|截至")  # what was said until then, however long ago
# "Q2 earnings" can be talked about at any time.
_TOPICS: Final = re.compile(
    r"\b(?:(?:last|this|next|previous) (?:week|month|quarter|year)|q[1-4](?: \d{4})?|(?:first|second|third) quarter)"
    r"(?:'s)? (?:earnings|results?|reports?|numbers|guidance|revenue|sales|dividend)\b"
    r"|(?:上个?|[这本]个?|第?[一二三四1-4])季度?的?(?:财报|业绩|报|营收|利润|收入)"
)
_FEW_DAYS: Final = 7
_RECENT_DAYS: Final = 30
_THURSDAY, _SATURDAY = 3, 5


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """The time that a text names."""

    since: datetime
    until: datetime  # exclusive
    rest: str  # the text, normalised and in lower case, without the expression


def find_time_expression(text: str, *, now: datetime, zone: tzinfo) -> TimeExpression | None:
    """Return the time that a question names, from the first to the last day; None: it names none.

    Args:
        text: The question.
        now: An aware time; relative expressions start from its day in `zone`.
        zone: Where days begin and end.
    """
    today = now.astimezone(zone).date()
    question = normalise(text).lower()
    if (hours := find_clock_span(question, now=now)) is not None:
        return TimeExpression(hours.since, hours.until, " ".join(_without(question, hours.words).split()))
    spans, rest = _vague_spans(_TOPICS.sub(lambda match: "_" * len(match.group()), question), today)
    dates = find_dates(rest, today=today)
    if dates.dates:
        spans, rest = [*spans, (dates.dates[0], dates.dates[-1])], dates.undated_text
    if not spans and (match := _RECENTLY.search(rest)):
        spans, rest = [(today - timedelta(days=_RECENT_DAYS), today)], _blanked(rest, match)
    part = find_part_of_day(question)
    if not spans and part is not None:
        spans = [(today, today)]
    if not spans:
        return None
    first, last = min(first for first, _ in spans), max(last for _, last in spans)
    first, last = extend_span(first, last, OpenEnd.FIRST if _AS_OF.search(question) else None, today=today)
    since, until = (datetime.combine(day, time(), zone) for day in (first, last + timedelta(days=1)))
    if part is not None and first == last:
        since, until, rest = since + part.since, since + part.until, _without(rest, part.words)
    return TimeExpression(
        since=since,
        until=until,
        rest=" ".join("".join(char if left != " " else " " for char, left in zip(question, rest, strict=True)).split()),
    )


def _vague_spans(text: str, today: date) -> tuple[list[DateSpan], str]:
    """Return what `find_dates` does not read, or reads as one exact day, and the text without it."""
    spans: list[DateSpan] = []
    for pattern, read in _READERS:
        for match in pattern.finditer(text):
            try:
                first, last = read(match, today)
            except (ValueError, OverflowError):  # no such year
                continue
            spans.append(extend_span(first, last, find_open_end(match), today=today))
            text = _blanked(text, match)
    return spans, text


def _blanked(text: str, match: re.Match[str]) -> str:
    return _without(text, match.span())


def _without(text: str, words: tuple[int, int]) -> str:
    first, last = words
    return text[:first] + " " * (last - first) + text[last:]


def _around(match: re.Match[str], today: date) -> DateSpan:
    """Read "two months ago" as a time around that day."""
    day, leeway = find_dates(match["ago"], today=today).dates[0], timedelta(days=_LEEWAY_DAYS[match["unit"]])
    return day - leeway, min(today, day + leeway)


def _past(match: re.Match[str], today: date) -> DateSpan:
    """Read 前两周 like 过去两周."""
    found = find_dates(f"过去{match['span']}", today=today).dates
    return found[0], found[-1]


def _few_days_ago(_match: re.Match[str], today: date) -> DateSpan:
    return today - timedelta(days=_FEW_DAYS), today


def _today(_match: re.Match[str], today: date) -> DateSpan:
    return today, today


def _yesterday(_match: re.Match[str], today: date) -> DateSpan:
    return today - timedelta(days=1), today - timedelta(days=1)


def _weekday(match: re.Match[str], today: date) -> DateSpan:
    """Read "on Tuesday" as the latest one before today."""
    day = today - timedelta(days=(today.weekday() - WEEKDAYS[match["weekday"]] - 1) % 7 + 1)
    return day, day


def _part_of_past_day(match: re.Match[str], today: date) -> DateSpan:
    """Read "yesterday evening" and "Monday morning" as their days."""
    return _weekday(match, today) if match["weekday"] else _yesterday(match, today)


def _part_of_week(match: re.Match[str], today: date) -> DateSpan:
    """Read "the end of last week" as its Thursday and what comes after, "early this week" as what is before that."""
    monday = today - timedelta(days=today.weekday() + 7 * (match["which"] in {"last", "上"}))
    is_end = match["part"] in {"end", "late", "底", "后半"}
    first = monday + timedelta(days=_THURSDAY if is_end else 0)
    return first, max(first, min(today, monday + timedelta(days=6 if is_end else _THURSDAY)))


def _weekdays(match: re.Match[str], today: date) -> DateSpan:
    """Read "between Monday and Wednesday" as the latest days of these names before today."""
    last = today - timedelta(days=(today.weekday() - WEEKDAYS[match["last"]] - 1) % 7 + 1)
    return last - timedelta(days=(WEEKDAYS[match["last"]] - WEEKDAYS[match["first"]]) % 7), last


def _weekday_ago(match: re.Match[str], today: date) -> DateSpan:
    """Read "two Fridays ago" as the second latest one before today."""
    latest, _ = _weekday(match, today)
    day = find_dates(f"{match['count']} weeks ago", today=latest + timedelta(days=7)).dates[0]
    return day, day


def _christmas(match: re.Match[str], today: date) -> DateSpan:
    """Return the latest days from Christmas Eve to New Year's Day that have begun, or those of a year."""
    year = _year(match, today) or (today.year if (today.month, today.day) >= (12, 24) else today.year - 1)
    return date(year, 12, 24), date(year + 1, 1, 1)


def _spring_festival(match: re.Match[str], today: date) -> DateSpan:
    """Return the week of the festival, or the weeks before or after it: the latest that have begun."""
    year = _year(match, today)
    beside = {"前": -_BESIDE_FESTIVAL, "后": timedelta(days=_FESTIVAL_DAYS)}.get(match["beside"] or "", timedelta())
    lasts = _BESIDE_FESTIVAL if match["beside"] in {"前", "后"} else timedelta(days=_FESTIVAL_DAYS)
    begun = [day + beside for day in _SPRING_FESTIVALS if day + beside <= today and year in {None, day.year}]
    if not begun:
        msg = "no festival of that year is known"
        raise ValueError(msg)
    return begun[-1], begun[-1] + lasts - timedelta(days=1)


def _weekend(_match: re.Match[str], today: date) -> DateSpan:
    """Return the latest Saturday and Sunday that have begun."""
    saturday = today - timedelta(days=(today.weekday() - _SATURDAY) % 7)
    return saturday, min(today, saturday + timedelta(days=1))


def _season(match: re.Match[str], today: date) -> DateSpan:
    return _latest(match, today, first_month=_SEASONS[match["season"]], months=3)


def _quarter(match: re.Match[str], today: date) -> DateSpan:
    quarter = match["quarter"]
    at = int(quarter) if quarter.isdecimal() else _QUARTERS.index(quarter) + 1
    return _latest(match, today, first_month=3 * at - 2, months=3)


def _last_quarter(_match: re.Match[str], today: date) -> DateSpan:
    return _months(today.year, (today.month - 1) // 3 * 3 - 2, 3)


def _half(match: re.Match[str], today: date) -> DateSpan:
    return _latest(match, today, first_month=1 if match["half"] in {"first", "上"} else 7, months=6)


def _part_of_month(match: re.Match[str], today: date) -> DateSpan:
    """Read "early March", "mid-March" and "late March" as thirds of it."""
    first, last = _latest(match, today, first_month=MONTHS[match["month"][:3]], months=1)
    third = {"early": 0, "beginning of": 0, "start of": 0, "mid": 1, "middle of": 1}.get(match["part"], 2)
    return first + timedelta(days=10 * third), last if third == 2 else first + timedelta(days=10 * third + 9)  # noqa: PLR2004 - the last third


def _part_of_year(match: re.Match[str], today: date) -> DateSpan:
    first_month, months = (1, 2) if match["part"] == "初" else (11, 2)
    return _latest(match, today, first_month=first_month, months=months)


def _whole_year(match: re.Match[str], today: date) -> DateSpan:
    return _months(_year(match, today) or today.year - 2, 1, 12)


def _latest(match: re.Match[str], today: date, *, first_month: int, months: int) -> DateSpan:
    """Return the months of the year that `match` names, else the latest that have begun; if "last", that have ended."""
    if (year := _year(match, today)) is not None:
        return _months(year, first_month, months)
    span = _months(today.year, first_month, months)
    is_last = match.groupdict().get("which") in {"last", "past", "previous"}
    return span if (span[1] if is_last else span[0]) <= today else _months(today.year - 1, first_month, months)


def _year(match: re.Match[str], today: date) -> int | None:
    groups = match.groupdict()
    if groups.get("year"):
        return int(groups["year"])
    ago = groups.get("ago")
    return today.year - {**_YEARS_AGO, **_YEARS_AGO_ENGLISH}[ago] if ago else None


def _months(year: int, first: int, count: int) -> DateSpan:
    """Return the first and last day of `count` months; a first month below 1 or above 12 is of another year."""
    start, end = year * 12 + first - 1, year * 12 + first - 1 + count
    return date(start // 12, start % 12 + 1, 1), date(end // 12, end % 12 + 1, 1) - timedelta(days=1)


def _readers() -> Iterator[tuple[re.Pattern[str], Callable[[re.Match[str], date], DateSpan]]]:
    """Yield patterns with their readers; a longer form comes before a shorter one that it contains."""
    weekdays = "|".join(name for name in WEEKDAYS if name.isascii())
    units, chinese_units = "week|month|quarter|year", "周|星期|礼拜|月|季度|年"
    when = r"(?:in|during|over|since|before|after|until|by|from|throughout|as of)(?: the)?"
    which = r"(?P<which>last|this|past|previous)"
    year = r",? (?:of )?(?P<year>(?:19|20)\d\d)\b"
    relative = rf"(?:of )?(?P<ago>{'|'.join(_YEARS_AGO_ENGLISH)})\b"
    holiday = r"(?:over|around|at|during|before|since|after|until|by|last|this|past|previous)(?: the)?"
    ago = rf"(?:(?P<ago>{'|'.join(_YEARS_AGO)})|(?P<year>(?:19|20)\d\d) ?年) ?的?"
    season = "(?P<season>spring|summer|autumn|fall|winter)"
    part = "(?P<part>early|beginning of|start of|mid|middle of|late|end of)"
    part_of_month = rf"{part}[ -](?P<month>{FULL_MONTHS})"
    table: tuple[tuple[str, DateReader], ...] = (
        (rf"\b(?P<ago>{_COUNT} (?P<unit>{units})s? ago)\b", _around),
        (rf"(?P<ago>{_COUNT} ?个?(?P<unit>{chinese_units})以?前)", _around),
        (rf"前(?P<span>{_COUNT} ?个?(?:{chinese_units}))", _past),
        (r"\b(?:a )?(?:few|couple of) days ago\b|\bthe other day\b|几天前|[前这]几天|前两天", _few_days_ago),
        (rf"\b(?:yesterday|(?:on )?(?P<weekday>{weekdays})) (?:morning|afternoon|evening|night)\b", _part_of_past_day),
        (r"\b(?:this morning|this afternoon|this evening|tonight|earlier today)\b|刚才|刚刚|今早|今晚|今儿", _today),
        (r"\blast (?:night|evening)\b|昨儿|昨夜", _yesterday),
        (
            (
                r"\b(?:(?:at|by|towards?|in|near) )?(?:the )?(?P<part>end|late|beginning|start|early) (?:of |in )?"
                r"(?P<which>last|this) week\b"
            ),
            _part_of_week,
        ),
        (r"(?P<which>[上这本])个?(?:周|星期|礼拜)(?P<part>[初底]|[前后]半)[周段]?", _part_of_week),
        (rf"\b(?P<count>{_COUNT}) (?P<weekday>{weekdays})s ago\b", _weekday_ago),
        (rf"\b{holiday} christmas\b(?:{year})?", _christmas),
        (rf"(?:{ago})?春节(?:假期|期间|[以之])?(?P<beside>[前后])?", _spring_festival),
        (r"\b(?:last|this|over the|at the|on the|past|previous) weekend\b|[上这本]?个?周末", _weekend),
        (rf"\b(?:between|from) (?P<first>{weekdays}) (?:and|to|till|until) (?P<last>{weekdays})\b", _weekdays),
        (
            rf"\b(?:on |this |earlier |past |since |after |before |until |till |by )(?P<weekday>{weekdays})\b",
            _weekday,
        ),
        (r"(?<![上下这本个每])(?:周|星期|礼拜)(?P<weekday>[一二三四五六日天])", _weekday),
        (rf"\b(?:{when} )?{season}{year}", _season),
        (rf"\b(?:{when} )?{season} {relative}", _season),
        (rf"\b(?:{when} )?{which} {season}\b", _season),
        (rf"\b{when} {season}\b(?! of| in)", _season),
        (rf"(?:{ago})?(?P<season>[春夏秋冬])[天季]", _season),
        (rf"\b{when} q(?P<quarter>[1-4]){year}", _quarter),
        (rf"\b(?:{when} )?q(?P<quarter>[1-4]) {relative}", _quarter),
        (rf"\b(?:{when} )?{which} q(?P<quarter>[1-4])\b", _quarter),
        (rf"\b{when} q(?P<quarter>[1-4])\b", _quarter),
        (rf"(?:{ago})?第?(?P<quarter>[一二三四1-4])季度", _quarter),
        (r"\b(?:last|previous) quarter\b|上个?季度", _last_quarter),
        (rf"\b(?P<half>first|second) half{year}", _half),
        (rf"\b(?P<half>first|second) half {relative}", _half),
        (r"\b(?P<half>first|second) half of the year\b", _half),
        (rf"(?:{ago})?(?P<half>[上下])半年", _half),
        (rf"\b{part_of_month}{year}", _part_of_month),
        (rf"\b{part_of_month}\b", _part_of_month),
        (rf"(?:{ago})?年(?P<part>[初底末])(?!至今|以来)", _part_of_year),
        (r"\bthe year before last\b|前年", _whole_year),
    )
    for pattern, reader in table:
        yield re.compile(pattern), reader


_READERS: Final = tuple(_readers())
_RECENTLY: Final = re.compile(r"\b(?:recently|lately|these days|of late)\b|最近(?!一次)|近来|近期|这阵子")
