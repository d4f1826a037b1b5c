"""Splits a message that confirms or cancels and says more: "cancel that, show me IBM", "voted down 9-5, scrap it".

The verdict is carried out; what else is wanted is done, or named in the answer.
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
    ReadBack,
    Verdict,
    Wait,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.guarded_words import GuardedMessage, guarded_words
from bot.reading.parses import Kind
from bot.reading.pointers import picks_other
from bot.reading.trained.parser import trained_parser
from bot.reading.verdicts.grammar import cancellations_in
from bot.reading.verdicts.reader import cancels_explicitly, confirms_explicitly, names_other, read_verdict, shares_kept
from bot.reading.word_tables import either, read_lists

_MAX_LENGTH: Final = 300  # characters
_MAX_CLAUSES: Final = 4
_SURE: Final = 0.6
_SURE_OF_ORDER: Final = 0.8
_GAP: Final = r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff\d])"  # which ends a clause in Chinese
_SIGNS: Final = ",;.!，；。！"
_LIKELY: Final = 0.5  # beside exact words
_CERTAIN: Final = 0.9  # that a message is a cancellation, and nothing in it a request of its own
_REASONS: Final = TalkRequest | NotUnderstood | Argue | ArgueView | CorrectOrder | ReadBack | Wait | Cancel
_CHANGES: Final = CorrectOrder | Wait | EndLimits
_DOUBTS: Final = Explain | Advise | Compare | TalkRequest | NotUnderstood | StateLimits | _CHANGES  # of a confirmation


@dataclass(frozen=True, slots=True)
class _Clauses:
    first: str
    joint: str  # signs and words between the two
    rest: str


@cache
def sequel_joints() -> Mapping[str, re.Pattern[str]]:
    """Return the patterns of what joins two clauses, of another step, and of "go ahead" at the end of the first.

    "reason" also joins a cancellation and why.
    """
    one_of = {name: either(words, stands_alone=True) for name, words in read_lists("verdicts", "sequels").items()}
    return {
        "joint": _joint(one_of["steps"], one_of["joiners"]),
        "reason": _joint(one_of["steps"], one_of["joiners"], one_of["reasons"]),
        "step": re.compile(one_of["steps"]),
        "auxiliary": re.compile(rf"(?:{one_of['auxiliaries']})$"),
    }


def _joint(*words: str) -> re.Pattern[str]:
    word, stop = rf"(?:{'|'.join(words)})", r"\s*[,;.!，；。！]+\s*"
    return re.compile(rf"(?:(?:{stop}|{_GAP})(?:{word}[\s,:，]*)*|(?:\s*{word}[\s,:，]*)+)")


def read_verdict_first(text: str, around: Surroundings, read: Callable[[str], Reading]) -> tuple[Verdict, str] | None:
    """Return the verdict that a message begins with, and what is left over, as typed; None: it begins with none.

    Nothing, an empty text, is left over where the rest only says why something is not wanted.
    """
    if not around.pending or len(text) > _MAX_LENGTH:
        return None
    parts = tuple(_clauses(text))
    cancelled = next(filter(None, (_cancelled_but(each, around) for each in parts)), None)
    if (cancelled := cancelled or _cancelled_with_reason(text, around, read)) is not None:
        return cancelled
    for clauses in parts:
        verdict = read_verdict(clauses.first, around)
        if verdict is None or (isinstance(verdict, Cancel) and _takes_back(clauses.rest, around)):
            continue
        rest = read(clauses.rest)
        if isinstance(verdict, Cancel) and _is_condition(clauses.rest, rest, around):
            continue
        if isinstance(verdict, Cancel) and isinstance(rest.request, TalkRequest):
            return verdict, ""
        if isinstance(rest.request, Confirm | Cancel) and _is_retracted(clauses.rest, around):
            continue
        if _is_of_others(rest.request, verdict) or _is_beside(rest, verdict, clauses, around):
            return verdict, clauses.rest
    return None


def agreed_before(text: str, around: Surroundings) -> tuple[Confirm, str] | None:
    """Return the confirmation that a message begins with, and its words, whatever stands behind it; None: none."""
    verdicts = ((read_verdict(each.first, around), each.first) for each in _clauses(text)) if around.pending else ()
    return next(((verdict, first) for verdict, first in verdicts if isinstance(verdict, Confirm)), None)


def read_other_verdict(rest: str, verdict: Verdict, around: Surroundings) -> Verdict | None:
    """Return the other verdict, on other decisions, that all of the rest behind a verdict is; None: it says more.

    A word that may take it back, "no wait", or a further clause is more.
    """
    says_more = bool(set(rest.strip(_SIGNS)) & set(_SIGNS)) or _is_retracted(rest, around)
    other = None if says_more else read_verdict(rest, around)
    return other if other is not None and _is_of_others(other, verdict) else None


def _is_retracted(rest: str, around: Surroundings) -> bool:
    return any(GuardedMessage.of(rest, around.instruments).each("taken_back"))


def _is_of_others(request: Request, verdict: Verdict) -> bool:
    """Return whether a request is the other verdict on other shares: "confirm MSFT and cancel IBM"."""
    if not isinstance(request, Confirm | Cancel) or type(request) is type(verdict):
        return False
    one, other = ({*each.meant.symbols, each.meant.which} - {""} for each in (verdict, request))
    return bool(one and other) and one.isdisjoint(other)


def _clauses(text: str, *, joined_by: str = "joint") -> Iterator[_Clauses]:
    excepting = [each for each in guarded_words(text) if each.name == "all_but"]  # "cancel all but the IBM one"
    joints = (
        each
        for each in sequel_joints()[joined_by].finditer(text.lower())
        if 0 < each.start() < each.end() < len(text)
        if not any(words.start < each.end() <= words.end + 1 for words in excepting)
    )
    for _, joint in zip(range(_MAX_CLAUSES), joints, strict=False):
        yield _Clauses(text[: joint.start()], joint.group(), text[joint.end() :])


def _cancelled_but(clauses: _Clauses, around: Surroundings) -> tuple[Cancel, str] | None:
    """Return the cancellation beside which another decision is said to stay: "cancel that one and keep the IBM"."""
    for said, beside in ((clauses.first, clauses.rest), (clauses.rest, clauses.first)):
        kept = shares_kept(beside, around.instruments) or ()
        verdict = read_verdict(said, around) if kept else None
        if isinstance(verdict, Cancel) and set(kept).isdisjoint(verdict.meant.symbols):
            which = "" if picks_other(verdict.meant.which) else verdict.meant.which  # than what stays
            return Cancel(replace(verdict.meant, which=which, excepted=kept)), ""
    return None


def _cancelled_with_reason(
    text: str, around: Surroundings, read: Callable[[str], Reading]
) -> tuple[Cancel, str] | None:
    """Return the cancellation of which all else in a message says why, "club voted it down 9-5, scrap it"; None: none.

    The message has to be one as a whole, and a part of it in exact words. With it, what is said of other decisions.
    """
    clauses = tuple(_clauses(text, joined_by="reason"))
    begins = (0, *(len(each.first) + len(each.joint) for each in clauses))
    ends = (*(len(each.first) for each in clauses), len(text))
    parts = [text[begin:end] for begin, end in zip(begins, ends, strict=True)]
    verdicts = {part: read_verdict(part, around) for part in parts}
    found = {e for p, e in verdicts.items() if isinstance(e, Cancel) and cancels_explicitly(p, around.instruments)}
    is_one = len(found) == 1 and not any(isinstance(each, Confirm) for each in verdicts.values())
    parse = trained_parser().parse(text, around.came_before, around.instruments)
    if not is_one or parse.kind is not Kind.CANCEL or parse.certainty < _LIKELY or set(text) & {"?", "？"}:
        return None
    (verdict,) = found
    beside = {part: read(part) for part, each in verdicts.items() if each is None}
    known = () if around.pending > 1 else around.focus
    others = [each for each in beside if names_other(each, known, around.instruments)]
    is_plain = not (verdict.meant.symbols or verdict.meant.which)  # what it does not name may be named beside it
    is_unclear = bool(others) and (is_plain or picks_other(verdict.meant.which))
    says_more = parse.certainty < _CERTAIN and any(_asks(beside[each]) for each in beside if each not in others)
    is_doubted = any(_takes_back(each, around) or _is_condition(each, e, around) for each, e in beside.items())
    if is_unclear or says_more or is_doubted:
        return None
    kept = [e for e in others if isinstance(beside[e].request, Wait) or shares_kept(e, around.instruments) is not None]
    return verdict, ", ".join(each for each in others if each not in kept)


def _asks(reading: Reading) -> bool:
    """Return whether a part of a message surely asks for something of its own, and does not only give a reason."""
    is_sure = reading.certainty >= (_SURE if reading.is_question else _SURE_OF_ORDER)
    return is_sure and not isinstance(reading.request, _REASONS)


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


def _takes_back(beside: str, around: Surroundings) -> bool:
    """Return whether what stands beside a cancellation says not to cancel: "I'm off, don't cancel it"."""
    denials = tuple(GuardedMessage.of(beside, around.instruments).each("denial"))
    own = (all(each.end <= begin or end <= each.start for each in denials) for begin, end in cancellations_in(beside))
    return bool(denials) and any(own)  # 不买了 cancels, and denies no cancellation


def _is_condition(beside: str, reading: Reading, around: Surroundings) -> bool:
    """Return whether a cancellation depends on what stands beside it: "only if it falls", no alert "if it falls"."""
    is_refused = isinstance(reading.request, Order) and bool(reading.request.terms.problems)
    is_own = _asks(reading) and not is_refused
    return not is_own and any(GuardedMessage.of(beside, around.instruments).conditions)
