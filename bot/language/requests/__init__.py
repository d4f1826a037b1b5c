"""Turns what the rules understood of a message into a request: the only place that names both."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.requests.account import account_request
from bot.language.requests.alerts import alerts_request
from bot.language.requests.analysis import analysis_request
from bot.language.requests.committee import committee_request
from bot.language.requests.explanation import explanation_request
from bot.language.requests.limits import bounds_beside, limits_beside, limits_request
from bot.language.requests.named_shares import shares_in
from bot.language.requests.notes import note_request
from bot.language.requests.recall import recall_request
from bot.language.requests.review import review_request
from bot.language.requests.suppositions import further_question, supposition_request
from bot.language.requests.talk import talk_request
from bot.language.requests.trades import terms_of, trade_request
from bot.language.requests.watching import watching_request
from bot.language.understand import understand
from bot.language.understanding import Understanding

_GROUPS: Final[tuple[Callable[[Understanding], Request | None], ...]] = (
    alerts_request,
    watching_request,
    limits_request,
    account_request,
    committee_request,
    lambda understood: understood.definition,
    review_request,
    talk_request,
    trade_request,
    analysis_request,
)
_OF_MESSAGE: Final[tuple[Callable[[Understanding, MessageFacts], Request | None], ...]] = (
    note_request,
    recall_request,
    explanation_request,
    supposition_request,
    further_question,
)


def read(text: str, context: Surroundings, message: MessageFacts) -> Reading:
    """Return what a message asks for. Whatever the text, nothing is raised but by a defect."""
    return reading_of(understand(text, context), message)


def reading_of(understood: Understanding, message: MessageFacts) -> Reading:
    """Return what was understood of a message as a reading."""
    e = understood.entities
    others = (replace(understood, intent=each) for each in Intent if each is not understood.intent)
    return Reading(
        request=request_of(understood, message),
        language=understood.language,
        certainty=understood.confidence,
        beside=tuple(filter(None, (limits_beside(understood),))),
        bounds=bounds_beside(understood),
        others=tuple(request_of(each, message) for each in others) if understood.confidence < 1 else (),
        shares=shares_in(e),
        problems=e.problems,
        is_question=understood.is_question,
        is_near_yes=understood.is_near_yes,
        names_verdict=understood.names_verdict,
        denies_order=understood.denies_order and e.side is not None,
    )


def request_of(understood: Understanding, message: MessageFacts) -> Request:
    """Return the request that a message makes."""
    by_words = (request for group in _GROUPS if (request := group(understood)) is not None)
    by_message = (request for group in _OF_MESSAGE if (request := group(understood, message)) is not None)
    return next(by_words, None) or next(by_message, None) or NotUnderstood(terms_of(understood))
