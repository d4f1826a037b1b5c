"""Recognise the request for an analysis by the committee, and return the request that is left without it.

"/analyze AAPL deep" is "/analyze AAPL", "dig deeper into MSFT" is "analyze MSFT", "should I buy IBM? go deep" is
"should I buy IBM?". What only speaks of it ("I dug deep into MSFT", "don't dig deeper", "analyze AAPL, but not deep")
is no such request.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.language.language_detection import has_chinese
from bot.language.message_reading import read_message
from bot.language.phrase_files import LANGUAGE_FOLDERS, read_phrases

_LISTS: Final = ("request", "marker", "alone", "nothing_behind", "bare", "lead", "tail", "stop", "limit")
_MAX_LENGTH: Final = 200  # characters
_ANALYZE: Final = {True: "分析", False: "analyze "}  # by whether the request is Chinese
_BUY: Final = {True: ("要不要买", "，", "？"), False: ("should I buy ", ", ", "?")}  # around shares and a limit
_IT: Final = {True: "它", False: "it"}
_NUMBER: Final = r".*[0-9一二两三四五六七八九十百千万].*"
_SPACE: Final = r"[\s,.!?，。！？]*"


@dataclass(frozen=True, slots=True)
class DeepAnalysisPatterns:
    """The forms of requests to the committee."""

    command: re.Pattern[str]  # a marker at the beginning or the end of what is behind a command
    alone: re.Pattern[str]
    request: re.Pattern[str]  # before shares
    limited: re.Pattern[str]  # shares, and what may be spent on them
    marked: re.Pattern[str]  # a marker behind any request
    no_request: re.Pattern[str]  # at the end of what stands before a marker
    bare: frozenset[str]
    stop: frozenset[str]  # whole messages


@cache
def deep_analysis_patterns() -> DeepAnalysisPatterns:
    """Return the patterns of requests to the committee (`data/*/deep_analysis.toml`)."""
    words = read_phrases("deep_analysis", {"deep_analysis": _LISTS}, folders=LANGUAGE_FOLDERS)["deep_analysis"]
    request, marker, alone, nothing_behind, lead, tail, limit = (
        _either(words[name]) for name in ("request", "marker", "alone", "nothing_behind", "lead", "tail", "limit")
    )
    lead, tail = rf"(?>(?:{lead}){_SPACE})*", rf"(?>{_SPACE}(?:{tail}))*{_SPACE}"
    behind = (
        rf"(?:(?P<first>.*\S)\s+(?:{marker})(?P<bound>[\s,，]+(?:{limit}){_NUMBER})?|(?:{marker})\s+(?P<last>\S.*))"
    )
    flags = re.IGNORECASE | re.DOTALL
    return DeepAnalysisPatterns(
        command=re.compile(rf"^(?P<name>/\w+(?: (?:analyze|decide)\b)?)\s+{behind}$", flags),
        alone=re.compile(rf"^{lead}(?:{alone}){tail}$", flags),
        request=re.compile(rf"^{lead}(?:{request})\s*(?P<rest>\S.*?){tail}$", flags),
        limited=re.compile(rf"^(?P<shares>\S.*?)[\s,;，；]*(?P<limit>(?:{limit}){_NUMBER})$", flags),
        marked=re.compile(rf"^(?P<rest>\S.*?)[\s,.;:，。；：]*(?:{lead})?(?:{marker}){tail}$", flags),
        no_request=re.compile(rf"(?:{nothing_behind})\s*$", flags),
        bare=frozenset(words["bare"]),
        stop=frozenset(words["stop"]),
    )


def is_bare_stop(text: str) -> bool:
    """Return whether a message says no more than "stop": of an analysis at work, if there is one."""
    return text.strip(" .!。！").casefold() in deep_analysis_patterns().stop


def _either(phrases: Iterable[str]) -> str:
    longest_first = sorted(phrases, key=len, reverse=True)
    return "|".join(rf"\b{re.escape(each)}\b" if each.isascii() else re.escape(each) for each in longest_first)


def text_without_depth(text: str, context: Surroundings) -> str | None:
    """Return the request that the committee is to answer; None: the message is no request to it.

    Args:
        text: Normalised, without a mention of the bot.
        context: What is known before the message is read.
    """
    if len(text) > _MAX_LENGTH:
        return None
    patterns, is_chinese = deep_analysis_patterns(), has_chinese(text)
    if text.startswith("/"):
        found = patterns.command.match(text)
        rest = f"{found['first'] or found['last']}{found['bound'] or ''}" if found else ""
        return f"{found['name']} {rest}" if found and not patterns.no_request.search(rest) else None
    if patterns.alone.match(text):
        return f"{_ANALYZE[is_chinese]}{_IT[is_chinese]}"
    if found := patterns.request.match(text):
        return _request_on(found["rest"], context, is_chinese=is_chinese)
    found = patterns.marked.match(text)
    return found["rest"] if found and not patterns.no_request.search(found["rest"]) else None


def _request_on(text: str, context: Surroundings, *, is_chinese: bool) -> str | None:
    """Return the request on the shares that a text names, perhaps with what may be spent; None: it says more."""
    if _names_shares_alone(text, context):
        return f"{_ANALYZE[is_chinese]}{text}"
    found = deep_analysis_patterns().limited.match(text)
    if found is None or not _names_shares_alone(found["shares"], context):
        return None
    before, between, behind = _BUY[is_chinese]
    return f"{before}{found['shares']}{between}{found['limit']}{behind}"


def _names_shares_alone(text: str, context: Surroundings) -> bool:
    """Return whether a text names shares, perhaps with a date, and nothing else: "MSFT", "it"; not "news of MSFT"."""
    reading = read_message(text, context, is_command=True)
    words = (chunk for chunk in reading.chunks if not chunk.names_something)
    bare = deep_analysis_patterns().bare
    return bool(reading.dates.dates) or all(
        token.text in bare or not (token.is_word or token.is_han) for chunk in words for token in chunk.tokens
    )
