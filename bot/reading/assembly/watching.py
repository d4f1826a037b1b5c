"""Assembles requests for watch lists and briefs."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request, watching
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import OnDay
from bot.domain.market.sessions import SessionPhase
from bot.domain.watching.briefs import BOTH_PHASES
from bot.reading.assembly.slots import (
    asks_whether,
    holds,
    is_one_of,
    kept_shares,
    leaves_out,
    shares_of,
    without_shares,
)
from bot.reading.assembly.trade_words import are_shares_joined
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Parse, Slot, SlotName
from bot.reading.recognisers.shares import named_shares
from bot.reading.times.finder import find_times
from bot.reading.word_tables import ends_with, find_phrases, phrase_list, starts_with

_N: Final = SlotName
_PICKS: Final = (_N.N, _N.MOST, _N.LEAST, _N.WINNING, _N.LOSING)
_PLACES: Final = (_N.WHICH, _N.EXCEPT, *_PICKS)
_LONGEST_REST: Final = 25  # characters of a message that says no more than which brief stays
_PHASES: Final = {"pre_open": SessionPhase.PRE_OPEN, "post_close": SessionPhase.POST_CLOSE}


def watch(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Assemble that shares are put on a watch list, which is not done beside a trade; None: it speaks of a price."""
    if parse.has(_N.LEVEL, _N.MOVE):
        return None
    if parse.has(_N.BUY, _N.SELL):
        return NotUnderstood(TradeTerms(problems=(Problem.WATCH_LIST,)))
    shares = shares_of(parse, around)
    said = (each.name for each in GuardedMessage.of(parse.text, around.instruments).shares)
    shares = replace(shares, symbols=tuple(dict.fromkeys((*said, *shares.symbols)))) if shares.symbols else shares
    is_own, is_named = _is_own(parse), parse.has(_N.SHARE)
    if parse.has(*_PLACES) or (parse.has(_N.MARKET) and not is_named):
        return watching.AskWatchForm(is_own=is_own)
    return watching.Watch(shares=shares, means_focus=not is_named, is_own=is_own, is_shown=_is_shown(parse))


def unwatch(parse: Parse, around: Surroundings, _: MessageFacts) -> Request:
    """Assemble that shares are taken off a watch list; places in it are asked to be named.

    So are those meant of shares in several clauses, unless it is said which stay: "google off the list, AAPL stays".
    "Clear the list" is said of the list that was shown last, which the dialogue knows.
    """
    kept, is_own = kept_shares(parse, around), _is_own(parse)
    if asks_whether(parse, around):
        return watching.ShowWatchList(is_own=is_own)
    off = tuple(without_shares(parse, kept, around).each(_N.SHARE))
    shares, is_named = _shares_of(off, around), bool(off)
    is_all = not is_named and _means_all(parse)
    is_unclear = not (is_named or is_all) if kept else leaves_out(parse)
    if is_unclear or parse.has(*_PICKS) or (parse.has(_N.WHICH) and not is_all):
        return watching.AskWatchForm(is_own=is_own)
    if not kept and not are_shares_joined(parse):
        return watching.AskWatchForm(is_own=is_own)
    if is_all and not kept and not holds(parse.text, "watch_lists", "named"):
        return NotUnderstood(TradeTerms(problems=(Problem.LIST_UNNAMED,)))
    means_focus, left = not (is_named or is_all), tuple(sorted(kept)) if is_all else ()
    return watching.Unwatch(
        shares=shares, is_all=is_all, kept=left, means_focus=means_focus, is_own=is_own, is_shown=_is_shown(parse)
    )


def show_watch_list(parse: Parse, _: Surroundings, __: MessageFacts) -> watching.ShowWatchList:
    """Assemble a request for a watch list."""
    return watching.ShowWatchList(is_own=_is_own(parse), is_shown=_is_shown(parse))


def show_brief(parse: Parse, around: Surroundings, _: MessageFacts) -> watching.ShowBrief | None:
    """Assemble a request for a brief of this moment; None: one of another day is wanted."""
    return watching.ShowBrief() if all(_is_today(slot.text, around) for slot in parse.each(_N.TIME)) else None


def subscribe_briefs(parse: Parse, around: Surroundings, _: MessageFacts) -> Request:
    """Assemble a subscription; "the evening one as well" means both briefs, since the channel has the other.

    Of two, one may not be wanted. What else is not wanted, "but not on Mondays", is asked to be said otherwise.
    """
    phases = phases_of(parse.text)
    is_divided = len(phases) > 1 and holds(parse.text, "briefs", "unwanted")
    if is_divided or any(GuardedMessage.of(parse.text, around.instruments).each("denial", "contrast", "kept")):
        alone = _wanted_alone(parse.text)
        return watching.SubscribeBriefs(phases=alone) if alone else watching.AskBriefForm()
    is_both = not phases or holds(parse.text, "briefs", "both")
    return watching.SubscribeBriefs(phases=BOTH_PHASES if is_both else phases)


def _wanted_alone(text: str) -> frozenset[SessionPhase]:
    """Return the one end of a session of which a brief is wanted: "mornings only, no evening one"; empty: unclear."""
    wanted, unwanted = frozenset[SessionPhase](), frozenset[SessionPhase]()
    for clause in joined_clauses(text):
        denial = next(find_phrases(clause.text, phrase_list("standing", "briefs", "unwanted")), None)
        before, behind = (clause.text, "") if denial is None else (clause.text[: denial[1]], clause.text[denial[1] :])
        gone = phases_of(behind) or (phases_of(before) if denial else frozenset())
        if denial and not gone:  # "but not on Mondays"
            return frozenset()
        unwanted |= gone
        wanted |= phases_of(before) if denial is None or phases_of(behind) else frozenset()
    return wanted if len(wanted) == 1 and wanted.isdisjoint(unwanted) else frozenset()


def unsubscribe_briefs(parse: Parse, _: Surroundings, __: MessageFacts) -> Request:
    """Assemble the end of the briefs, or of the one named, but for what is to stay: "only the morning one".

    Of two briefs, or some days, that are named, it is unclear what stays.
    """
    named = phases_of(parse.text)
    is_rest = len(parse.text) <= _LONGEST_REST and starts_with(parse.text, "standing", "briefs", "only")
    if is_rest and len(named) == 1:
        return watching.SubscribeBriefs(phases=named)
    is_unclear = len(named) > 1 or parse.has(_N.WHICH) or holds(parse.text, "briefs", "some_days")
    return watching.AskBriefForm() if is_unclear else watching.UnsubscribeBriefs(named)


def _is_own(parse: Parse) -> bool:
    return any(
        _names_own(each.text) or ends_with(parse.text[: each.start], "standing", "watch_lists", "own")
        for each in parse.each(_N.WATCHED)
    )


def _names_own(text: str) -> bool:
    mine, ours = (starts_with(text, "standing", "watch_lists", name) for name in ("own", "ours"))
    return mine and not ours


def _is_shown(parse: Parse) -> bool:
    """Return whether no list is named, so that it is the one shown last: "the list"."""
    return not _is_own(parse) and not any(
        holds(each.text, "watch_lists", "of_place") for each in parse.each(_N.WATCHED)
    )


def _shares_of(slots: Iterable[Slot], around: Surroundings) -> NamedShares:
    return named_shares((slot.text for slot in slots), around.instruments)


def _means_all(parse: Parse) -> bool:
    """Return whether every share of the list is meant: "all of them", "clear the list", "everything but IBM"."""
    picks = tuple(parse.each(_N.WHICH, _N.PART))
    if picks:
        return all(is_one_of(each.text, "alerts", "all") for each in picks)
    if parse.has(_N.EXCEPT) and holds(parse.text, "alerts", "all"):
        return True
    return not parse.has(_N.SHARE) and holds(parse.text, "watch_lists", "whole")


def _is_today(text: str, around: Surroundings) -> bool:
    if is_one_of(text, "briefs", "today"):
        return True
    times = find_times(text, today=around.today)
    return bool(times) and times[0].when == OnDay(around.today)


def phases_of(text: str) -> frozenset[SessionPhase]:
    """Return the sessions' ends that a message names, which no slot marks."""
    return frozenset(phase for name, phase in _PHASES.items() if holds(text, "briefs", name))
