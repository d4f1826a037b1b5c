"""Joins the results of the requests of one message."""

from dataclasses import replace
from typing import TypeVar

from bot.context.turn import TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.trading.decisions import DecisionKey

_T = TypeVar("_T")


def joined_results(first: TurnResult, other: TurnResult) -> TurnResult:
    """Return the results of two requests as one; one of them may propose a trade. What the second changes is newer."""
    is_of_card = bool(first.answer.decisions) and not other.answer.decisions  # "why Google and not Apple?"
    newer, older = (first, other) if is_of_card else (other, first)
    is_read_back = other.answer.has_question and bool(other.offered)  # what a "yes" means is asked last
    return replace(
        other,
        answer=_joined_answers(first.answer, other.answer),
        state=other.state or first.state,
        event=other.event or first.event,
        focus=None if newer.focus is older.focus is None else _once(newer.focus or (), older.focus or ()),
        stated_limits=first.stated_limits if other.stated_limits is None else other.stated_limits,
        offered=other.offered if is_read_back else _offered(first.offered, other.offered),
        is_offer_doubted=other.is_offer_doubted or (first.is_offer_doubted and not is_read_back),
        analysis=first.analysis or other.analysis,
        runs=(*first.runs, *other.runs),
        market_figures={**first.market_figures, **other.market_figures},
        proposed=(*first.proposed, *other.proposed),
        superseded=_once(first.superseded, other.superseded),
        withdrawn=_once(first.withdrawn, other.withdrawn),
        decided=_once(first.decided, other.decided),
        awaited=_once(first.awaited, other.awaited),
        refusals=_once(first.refusals, other.refusals),
        watch_changes=(*first.watch_changes, *other.watch_changes),
        language=first.language or other.language,
    )


def _joined_answers(first: Answer, other: Answer) -> Answer:
    return replace(
        other,
        blocks=_once(first.blocks, other.blocks),
        details=_once(first.details, other.details),
        symbols=_once(first.symbols, other.symbols),
        decisions=_once(first.decisions, other.decisions),
        buttons=_once(first.buttons, other.buttons),
        fallback=first.fallback or other.fallback,
        has_question=first.has_question or other.has_question,
        guesses=_once(first.guesses, other.guesses),
        asks=other.asks or first.asks,
        shows=_once(first.shows, other.shows),
        undone_by=(*other.undone_by, *first.undone_by),
        calls_person=first.calls_person or other.calls_person,
        is_private=first.is_private or other.is_private,
        analysis=first.analysis or other.analysis,
        engine=first.engine or other.engine,
        run=first.run or other.run,
        sources=_once(first.sources, other.sources),
        passages=_once(first.passages, other.passages),
    )


def _offered(
    first: tuple[DecisionKey, ...] | None, other: tuple[DecisionKey, ...] | None
) -> tuple[DecisionKey, ...] | None:
    """Return what "yes" confirms behind both: what it would confirm behind each."""
    if first is None and other is None:
        return None
    return tuple(each for each in first or () if each in (other or ()))


def _once(first: tuple[_T, ...], other: tuple[_T, ...]) -> tuple[_T, ...]:
    return (*first, *(each for each in other if each not in first))
