"""Splits a message that confirms or cancels and wants something else too: "cancel that, show me IBM", 确认，再买3股FB.

The verdict is carried out; the rest is named in the answer, and asked for in a message of its own.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, is_command
from bot.domain.conversation.requests.analysis import Argue, ArgueView, Compare
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.conversation.requests.limits import EndLimits, StateLimits
from bot.domain.conversation.requests.talk import NotUnderstood, TalkRequest
from bot.domain.conversation.requests.trades import (
    Advise,
    AnalyzeDeep,
    Cancel,
    Confirm,
    CorrectOrder,
    Order,
    OrderChange,
    OrderChangeKind,
    Verdict,
    Wait,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.guarded_words import GuardedMessage, guarded_words
from bot.reading.pointers import picks_other
from bot.reading.verdicts.grammar import speaks_of_cancelling
from bot.reading.verdicts.reader import cancels_explicitly, confirms_explicitly, read_verdict, shares_kept
from bot.reading.word_tables import either, read_lists

_MAX_LENGTH: Final = 300  # characters
_MAX_CLAUSES: Final = 4
_SURE: Final = 0.6
_SURE_OF_ORDER: Final = 0.8
_GAP: Final = r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff\d])"  # which ends a clause in Chinese
_CHANGES: Final = CorrectOrder | Wait | EndLimits
_REASONS: Final = ArgueView | Argue | TalkRequest
_TALKED: Final = CorrectOrder | Wait | ArgueView | Argue | TalkRequest  # what vague words beside a cancellation may be
_DOUBTS: Final = Explain | Advise | Compare | TalkRequest | NotUnderstood | StateLimits | _CHANGES  # of a confirmation


@dataclass(frozen=True, slots=True)
class _Clauses:
    first: str
    joint: str  # signs and words between the two
    rest: str


@cache
def sequel_joints() -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of what joins two clauses, of another step, and of "go ahead" at the end of the first."""
    one_of = {name: either(words, stands_alone=True) for name, words in read_lists("verdicts", "sequels").items()}
    word, stop = rf"(?:{one_of['steps']}|{one_of['joiners']})", r"\s*[,;.!，；。！]+\s*"
    return {
        "joint": re.compile(rf"(?:(?:{stop}|{_GAP})(?:{word}[\s,，]*)*|(?:\s*{word}[\s,，]*)+)"),
        "step": re.compile(one_of["steps"]),
        "auxiliary": re.compile(rf"(?:{one_of['auxiliaries']})$"),
    }


def read_verdict_first(text: str, around: Surroundings, read: Callable[[str], Reading]) -> tuple[Verdict, str] | None:
    """Return the verdict that a message begins with, and what is left over, as typed; None: it begins with none.

    Nothing, an empty text, is left over where the rest only says why something is not wanted.

    Args:
        text: Normalised, without a mention of the bot.
        around: What is known before the message is read.
        read: Returns what a part of the message means by itself.
    """
    if not around.pending or len(text) > _MAX_LENGTH:
        return None
    for clauses in _clauses(text):
        if (cancelled := _cancelled_but(clauses, around)) is not None:
            return cancelled, ""
        verdict, behind = (read_verdict(each, around) for each in (clauses.first, clauses.rest))
        if verdict is None and isinstance(behind, Cancel) and cancels_explicitly(clauses.rest, around.instruments):
            turned = _Clauses(clauses.rest, clauses.joint, clauses.first)  # "too dear, drop it"
            if not _takes_back(turned, around) and _is_reason_to_cancel(turned, read(clauses.first), around):
                return behind, ""
        if verdict is None or (isinstance(verdict, Cancel) and _takes_back(clauses, around)):
            continue
        rest = read(clauses.rest)
        if isinstance(verdict, Cancel) and _is_reason_to_cancel(clauses, rest, around):
            return verdict, ""
        if _is_of_others(rest.request, verdict) or _is_beside(rest, verdict, clauses, around):
            return verdict, clauses.rest
    return None


def _clauses(text: str) -> Iterator[_Clauses]:
    excepting = [each for each in guarded_words(text) if each.name == "all_but"]  # "cancel all but the IBM one"
    joints = (
        each
        for each in sequel_joints()["joint"].finditer(text.lower())
        if 0 < each.start() < each.end() < len(text)
        if not any(words.start < each.end() <= words.end + 1 for words in excepting)
    )
    for _, joint in zip(range(_MAX_CLAUSES), joints, strict=False):
        yield _Clauses(text[: joint.start()], joint.group(), text[joint.end() :])


def _cancelled_but(clauses: _Clauses, around: Surroundings) -> Cancel | None:
    """Return the cancellation beside which another decision is said to stay: "cancel that one and keep the IBM"."""
    for said, beside in ((clauses.first, clauses.rest), (clauses.rest, clauses.first)):
        kept = shares_kept(beside, around.instruments)
        verdict = read_verdict(said, around) if kept else None
        if isinstance(verdict, Cancel) and set(kept).isdisjoint(verdict.meant.symbols):
            which = "" if picks_other(verdict.meant.which) else verdict.meant.which  # than what stays
            return Cancel(replace(verdict.meant, which=which, excepted=kept))
    return None


def _is_of_others(request: Request, verdict: Verdict) -> bool:
    """Return whether a request is the other verdict on other shares: "confirm MSFT and cancel IBM"."""
    if not isinstance(request, Confirm | Cancel) or type(request) is type(verdict):
        return False
    one, other = ({*each.meant.symbols, each.meant.which} - {""} for each in (verdict, request))
    return bool(one and other) and one.isdisjoint(other)


def _is_beside(rest: Reading, verdict: Verdict, clauses: _Clauses, around: Surroundings) -> bool:
    """Return whether the rest is a request of its own: it neither changes nor doubts what the verdict is about."""
    if rest.is_near_yes or rest.names_verdict or isinstance(rest.request, Confirm | Cancel):
        return False
    if isinstance(verdict, Cancel):
        instead = CorrectOrder if verdict.meant.side is None else CorrectOrder | Order
        is_instead = any(isinstance(each, instead) for each in (rest.request, *rest.others))
        return not (is_instead or isinstance(rest.request, _CHANGES))
    return rest.certainty >= _SURE and _is_beside_confirmation(rest, verdict, clauses, around)


def _is_beside_confirmation(rest: Reading, verdict: Verdict, clauses: _Clauses, around: Surroundings) -> bool:
    """Return whether a request is about other shares than those confirmed, or about none."""
    request = rest.request
    is_step = sequel_joints()["step"].search(clauses.joint.lower()) is not None
    goes_on = sequel_joints()["auxiliary"].search(clauses.first.lower()) is not None  # "go ahead and sell IBM" sells
    is_plain = confirms_explicitly(clauses.first, around.instruments) and verdict.meant.covers is None
    if isinstance(request, _DOUBTS) or not (is_step or (is_plain and not goes_on)):
        return False
    if isinstance(request, Order | AnalyzeDeep):
        is_change = isinstance(request, Order) and request.is_change
        return is_step and bool(request.terms.symbols) and not is_change and rest.certainty >= _SURE_OF_ORDER
    of_others = set(rest.shares.symbols) - {*around.focus, *verdict.meant.symbols}
    return bool(of_others) or (is_command(request) and not rest.shares.symbols)


def _takes_back(clauses: _Clauses, around: Surroundings) -> bool:
    """Return whether the rest says not to cancel: "I'm off, don't cancel it"."""
    is_denied = any(GuardedMessage.of(clauses.rest, around.instruments).each("denial"))
    return is_denied and speaks_of_cancelling(clauses.rest)


def _is_reason_to_cancel(clauses: _Clauses, rest: Reading, around: Surroundings) -> bool:
    """Return whether the rest says why a trade is cancelled: "too dear", or what is waited for; no second thought."""
    match rest.request:
        case CorrectOrder(change=OrderChange(kind=OrderChangeKind.VAGUE)) | Wait():
            takes_back = GuardedMessage.of(clauses.rest, around.instruments).each("taken_back", "denial")
            is_meant = cancels_explicitly(clauses.first, around.instruments) and not any(takes_back)
        case NotUnderstood():
            is_meant = not rest.shares.symbols and all(isinstance(each, _TALKED) for each in rest.others)
        case _:
            is_meant = isinstance(rest.request, _REASONS)
    changes = any(sign.isdigit() or sign in "?？" for sign in clauses.rest)  # as a number or a question could
    return is_meant and not (rest.is_question or rest.is_near_yes or changes)
