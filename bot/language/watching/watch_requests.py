"""Read requests for watch lists and briefs, in words and behind a command, as the command that means the same.

"add FB to my watchlist" is "/watch me FB", 停止简报 "/brief off". What only begins like one ("watch out for AAPL",
"watch IBM and tell me when it falls", "should I watch IBM?") is none.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.tokens import Token, tokenise
from bot.language.lexicon.ticker_words import ticker_words
from bot.language.lexicon.unsupported_markets import blank_out_codes, find_codes, unsupported_names
from bot.language.watching.mentions import either_of, names_any_list, watching_words, with_list_named

WATCH, UNWATCH, BRIEF = "watch", "unwatch", "brief"  # commands
_SHOWN: Final = frozenset({f"/{WATCH}", f"/{WATCH} me"})
_MAX_LENGTH: Final = 160  # characters of a request in words
_SHORT: Final = 2  # characters of words that are tickers in capitals: NO, BY
_TICKER: Final = re.compile(r"\$?[A-Z]{1,5}(?:[.-][A-Z])?")
_JOINERS: Final = frozenset(
    {",", ".", "&", "+", ";", "$", "and", "plus", "n", "as", "well", "too", "also", "和", "与", "跟", "、"}
)
_S: Final = r"[\s,.!]*"


class BriefAct(StrEnum):
    """What is asked about the briefs of a channel."""

    SHOW = "show"  # nothing: which there are, or the usual
    STATUS = "status"  # which there are
    ON = "on"
    OFF = "off"
    PRE = "pre"
    POST = "post"
    NOW = "now"


@dataclass(frozen=True, slots=True)
class WatchArguments:
    """What stands behind "/watch" or "/unwatch", beside the names of shares."""

    is_own: bool = False  # the person's list is meant, wherever they are
    is_all: bool = False  # every share on it
    means_focus: bool = False  # "it": the share that is talked of
    says_more: bool = False  # than names of shares: "AAPL -MSFT", "AAPL but not MSFT", "AAPL < 400"
    names: tuple[str, ...] = ()  # the other words


def read_watch_arguments(arguments: Iterable[str]) -> WatchArguments:
    """Return what the words behind "/watch" or "/unwatch" say; "ME" and "ALL" in capitals are tickers."""
    words = watching_words()
    own, ours = set(words["arguments"]["own"]), set(words["arguments"]["ours"])
    every, it = set(words["lists"]["all"]), set(words["lists"]["it"])
    is_own = is_all = means_focus = False
    names = []
    for argument in arguments:
        word = argument.strip(",;:.")
        lower = word.lower()
        is_ticker = word.isupper() and word.isascii()
        if lower in own and not is_ticker:
            is_own = True
        elif lower in every and not is_ticker:
            is_all = True
        elif lower in it and not is_ticker:
            means_focus = True
        elif not (lower in ours and not is_ticker):
            names.append(argument)
    words_or_signs = (each if len(each) > _SHORT or not each.isupper() else "" for each in names)
    says_more = _more().search(" ".join(words_or_signs)) is not None
    return WatchArguments(is_own, is_all, means_focus, says_more, tuple(names))


@cache
def _more() -> re.Pattern[str]:
    """Return the signs and words that belong to no name of a share."""
    words = watching_words()["lists"]
    return re.compile(rf"[<>=%]|(?<!\S)[-−–—]|{either_of((*words['more'], *words['no_name']))}", re.IGNORECASE)


def read_brief_argument(arguments: Sequence[str]) -> BriefAct | None:
    """Return what the words behind "/brief" ask; None: they are not understood."""
    text = " ".join(arguments).lower().rstrip(" .!?")
    if not text:
        return BriefAct.SHOW
    return next((act for act in BriefAct if text in watching_words()["arguments"][act]), None)


def find_watching_command(text: str, instruments: InstrumentTable) -> str | None:
    """Return the command that a whole message means: "/watch me FB", "/brief pre"; None: it means none.

    Args:
        text: Normalised, without a mention of the bot.
        instruments: All that can be named.
    """
    if len(text) > _MAX_LENGTH or text.startswith("/"):
        return None
    command = _find_command(text, _patterns(), instruments)
    if command is not None or not (named := with_list_named(text)):
        return command
    command = _find_command(named, _patterns(), instruments)
    return command if command is not None and _is_harmless(command, text) else None


def find_list_sequel(text: str, instruments: InstrumentTable) -> str | None:
    """Return the command that a message means while a watch list is talked of: "take FB off", "clear the list".

    Another list may be meant: the caller knows what was talked of.
    """
    if len(text) > _MAX_LENGTH or text.startswith("/"):
        return None
    named = with_list_named(text)
    command = _find_command(named, _patterns(), instruments) if named else None
    command = command or _find_command(text, _sequels(), instruments)
    return None if text.endswith("?") and command not in _SHOWN else command


def _is_harmless(command: str, text: str) -> bool:
    """Return whether a command may be meant by a list that is not named: others are shown, and cleared, as well."""
    return command.startswith(f"/{WATCH}") and not (command in _SHOWN and names_any_list(text))


def _find_command(text: str, forms: Iterable[tuple[re.Pattern[str], str]], instruments: InstrumentTable) -> str | None:
    for pattern, command in forms:
        match = pattern.fullmatch(text)
        if match is not None and _is_request(match, command, instruments):
            is_asked = text.endswith("?") and not match["asking"] and not match.groupdict().get("list")
            return None if is_asked and _changes(match, command) else _command(match, command)
    return None


def _is_request(match: re.Match[str], command: str, instruments: InstrumentTable) -> bool:
    """Return whether a message asks for what its form says: without naming a list, it names shares and nothing else."""
    found = match.groupdict()
    if command not in {WATCH, UNWATCH} or found.get("names") is None:
        return True
    names = found["names"].strip()
    if found.get("list") and not _other_words().search(names):
        return bool(names)
    return _names_shares_only(names, instruments)


def _changes(match: re.Match[str], command: str) -> bool:
    """Return whether a message changes something: "watch IBM?" asks, "can you watch IBM?" does not."""
    found = match.groupdict()
    is_shown = command == WATCH and found.get("names") is None
    return not is_shown and command not in {f"{BRIEF} {BriefAct.NOW}", f"{BRIEF} {BriefAct.STATUS}"}


def _command(match: re.Match[str], command: str) -> str:
    found = match.groupdict()
    if command not in {WATCH, UNWATCH}:
        return f"/{command}"
    is_own = bool(found.get("own"))
    names = "all" if found.get("every") is not None else (found.get("names") or "").strip()
    return " ".join(filter(None, (f"/{command}", "me" if is_own else "", names)))


@cache
def _other_words() -> re.Pattern[str]:
    """Return the words beside which a name may not be what is added or removed: "not", 别, 把."""
    return re.compile(either_of(watching_words()["lists"]["no_name"]), re.IGNORECASE)


def _names_shares_only(text: str, instruments: InstrumentTable) -> bool:
    """Return whether a text consists of names of shares, known or written as tickers, and of words between them."""
    if text.lower() in watching_words()["lists"]["it"]:
        return True
    codes, _ = find_codes(text.lower())
    tokens = tokenise(blank_out_codes(text, codes))
    words = [token.text for token in tokens]
    at, found = 0, len(codes)
    while at < len(tokens):
        size = _name_length(tokens, words, at, instruments)
        if not size and words[at] not in _JOINERS:
            return False
        found += bool(size)
        at += size or 1
    return found > 0


def _name_length(tokens: Sequence[Token], words: Sequence[str], at: int, instruments: InstrumentTable) -> int:
    """Return of how many tokens the name at `at` consists; 0: there is none."""
    raw = tokens[at].raw
    if _TICKER.fullmatch(raw):
        return 1
    match = instruments.match(words, at)
    if match is not None and not (match[1] == 1 and words[at] in ticker_words().never):
        return match[1]
    return max((size for size in range(1, 5) if tuple(words[at : at + size]) in unsupported_names()), default=0)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the forms of requests, and the command that each means."""
    briefs = {name: either_of(words) for name, words in watching_words()["briefs"].items()}
    return _compiled((*_list_forms(_list_words()), *_brief_forms(briefs)))


@cache
def _sequels() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the forms of requests that name no list."""
    return _compiled(_sequel_forms(_list_words()))


def _list_words() -> Mapping[str, str]:
    return {name: either_of(words) for name, words in watching_words()["lists"].items()}


def _compiled(forms: Iterable[tuple[str, str]]) -> tuple[tuple[re.Pattern[str], str], ...]:
    lists = _list_words()
    asking = rf"(?P<asking>{lists['asking']})?{_S}"
    lead, end = (
        rf"(?:(?:{lists['lead']}){_S})*{asking}(?:(?:{lists['lead']}){_S})*",
        rf"(?:{_S}(?:{lists['end']}))*[\s,.!?]*",
    )
    return tuple((re.compile(f"{lead}(?:{form}){end}", re.IGNORECASE), command) for form, command in forms)


def _list_forms(w: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    whose = rf"(?:(?P<own>{w['own']})|(?:{w['ours']}))?\s*"
    listed = rf"{whose}(?P<list>{w['list']})"
    names, every = r"(?P<names>[^?]+?)", rf"(?P<every>{w['all']})"
    inside, of_it = "(?:里面|里|中|上)?", "(?:的)?"
    yield rf"(?:{w['add']})\s+{names}\s+(?:to|on|onto|in|into)\s+{listed}", WATCH
    yield rf"(?:把|将)?{names}\s*(?:也|都)?(?:{w['add']})(?:到|进|入)?{listed}{inside}", WATCH
    yield rf"(?:{w['add']})(?:到|进|入)?{listed}\s*(?P<names>[^?]+?)", WATCH
    yield rf"what\s+(?:do|are)\s+(?:we|you|(?P<own>i))\s+(?:{w['watch']}|watching|tracking|following)", WATCH
    yield rf"{listed}{inside}(?:也)?(?:{w['add']})(?:一个|上|入)?\s*(?P<names>[^?]+?)", WATCH
    yield rf"(?:{w['watch']})\s*{names}(?:\s+(?P<own>for me))?", WATCH
    yield rf"(?:{w['remove']})\s+(?:{every}|{names})\s+(?:from|off of|off|out of|on|in)\s+{listed}", UNWATCH
    yield rf"(?:{w['clear']})\s*{listed}(?P<every>)", UNWATCH
    yield rf"(?:把|将)?{listed}(?P<every>{w['clear']})", UNWATCH
    yield rf"(?:从|在)?{listed}{inside}(?:把)?(?:{w['remove']})\s*{names}", UNWATCH
    yield rf"(?:把|将)?{names}从{listed}{inside}(?:{w['remove']})", UNWATCH
    yield rf"(?:{w['remove']}){listed}{inside}{of_it}{names}", UNWATCH
    yield rf"(?:{w['unwatch']})\s*(?:{every}|{names})", UNWATCH
    yield rf"(?:{w['show']})?\s*{listed}{inside}(?:都)?(?:{w['show']})?", WATCH
    yield rf"(?:{w['how']})\s*(?:about\s+)?{listed}{inside}(?:都)?(?:\s*(?:{w['gone']}))*", WATCH
    yield rf"{listed}{inside}(?:\s*(?:{w['gone']}))+", WATCH
    yield rf"(?:{w['gone']}){listed}{inside}(?:\s*(?:{w['gone']}))+", WATCH
    yield (
        rf"(?:(?P<own>我)|我们|咱们|大家)(?:都|现在|目前)*(?:在)?(?:{w['watch']})(?:了|着)?(?:哪些|什么|啥|哪几只)(?:股票|股)?",
        WATCH,
    )
    yield rf"(?:is|are)\s+[^?]+?\s+(?:on|in)\s+{listed}", WATCH
    yield rf"[^?把将]+?(?:还|是不是|是否)?在(?:不在)?{listed}{inside}(?:吗|么)", WATCH
    yield rf"{listed}{inside}有(?:没有[^?]+|[^?]+?(?:吗|么|没有))", WATCH


def _sequel_forms(w: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    names, every = r"(?P<names>[^?]+?)", rf"(?P<every>{w['all']})"
    one = rf"(?:the\s+)?(?:{every}|{names})(?:\s*(?:{w['one']}))?"
    yield rf"(?:{w['add']})\s+{names}\s+(?:to|on|onto)\s+(?:it|that)", WATCH
    yield rf"(?:and|plus|also|还有|以及)\s*{names}(?:\s+(?:too|as\s+well|also))?", WATCH
    yield rf"(?:再|也|还)?(?:{w['add']})(?:上|一个|个|一只|只|入)?\s*{names}", WATCH
    yield rf"(?:{w['remove']})\s+(?:{w['off_end']})?\s*{one}\s+(?:{w['off_end']})", UNWATCH
    yield rf"(?:{w['remove']})\s+(?:{w['off_end']})\s+{one}", UNWATCH
    yield rf"(?:{w['off']})\s*{one}", UNWATCH
    yield rf"(?:把|将)?{names}(?:{w['one']})?(?:也|都)?(?:{w['off']})", UNWATCH
    yield rf"(?:{w['clear']})(?:\s+it)?(?P<every>)", UNWATCH
    yield rf"(?:{w['show']})\s+(?:it|them|(?:the\s+)?list)(?:\s+(?:again|now))?", WATCH


def _brief_forms(w: Mapping[str, str]) -> Iterable[tuple[str, str]]:
    brief = rf"(?:{w['brief']})"
    morning, evening, daily = (rf"(?:{w[name]})" for name in ("morning", "evening", "daily"))
    wanted = rf"(?:{w['want']})\s*(?:{w['to_us']})?\s*"
    behind = rf"(?:\s*(?:{w['to_us']}))?"
    for times, command in ((morning, "brief pre"), (evening, "brief post"), (daily, "brief on")):
        yield rf"{wanted}(?:{times}\s*)?{brief}{behind}(?:\s*{times}){behind}", command
        yield rf"{times}\s*(?:都)?(?:{wanted})(?:{times}\s*)?{brief}{behind}", command
        yield rf"(?:{w['told']})\s+{times}", command
        yield rf"{wanted}{times}\s*(?:的)?{brief}s?{behind}", command
    yield rf"(?:{w['on']})\s*{morning}\s*{brief}{behind}", "brief pre"
    yield rf"(?:{w['on']})\s*{evening}\s*{brief}{behind}", "brief post"
    yield rf"(?:{w['on']})\s*(?:{w['times']})?\s*{brief}{behind}", "brief on"
    yield rf"(?:turn|switch)\s+(?:the\s+)?{brief}\s+on", "brief on"
    yield rf"(?:turn|switch)\s+(?:the\s+)?{brief}\s+off", "brief off"
    yield rf"{brief}\s+on", "brief on"
    yield rf"{brief}\s+off", "brief off"
    yield rf"(?:{w['stop']})\s*(?:{w['to_us']})?\s*(?:{w['times']})?\s*{brief}{behind}", "brief off"
    yield rf"(?:{w['now']})", "brief now"
    yield rf"(?:{w['status']})", "brief status"
