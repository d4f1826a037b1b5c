"""Turns what the rules understood of a message into a request: the only place that names both.

Kinds that are not listed here are still answered from their `Understanding`.
"""

from collections.abc import Callable
from typing import Final

from bot.domain.conversation.requests import Request
from bot.domain.conversation.understanding import Understanding
from bot.language.requests.account import account_request
from bot.language.requests.alerts import alerts_request
from bot.language.requests.analysis import analysis_request
from bot.language.requests.committee import committee_request
from bot.language.requests.conversation import conversation_request
from bot.language.requests.corrections import correction_request
from bot.language.requests.glossary import definition_request
from bot.language.requests.knowledge import knowledge_request
from bot.language.requests.limits import limits_beside, limits_request
from bot.language.requests.message import MessageFacts
from bot.language.requests.notes import note_request
from bot.language.requests.recall import recall_request
from bot.language.requests.review import review_request
from bot.language.requests.settings import setting_request
from bot.language.requests.talk import talk_request
from bot.language.requests.watching import watching_request

_GROUPS: Final[tuple[Callable[[Understanding], Request | None], ...]] = (
    conversation_request,
    alerts_request,
    watching_request,
    limits_request,
    account_request,
    committee_request,
    correction_request,
    definition_request,
    review_request,
    setting_request,
    talk_request,
    analysis_request,
)
_OF_MESSAGE: Final[tuple[Callable[[Understanding, MessageFacts], Request | None], ...]] = (
    note_request,
    recall_request,
    knowledge_request,
)


def request_of(understood: Understanding, message: MessageFacts) -> Request | None:
    """Return the request that a message makes; None: one of a kind that handlers take as an `Understanding`."""
    by_words = (request for group in _GROUPS if (request := group(understood)) is not None)
    by_message = (request for group in _OF_MESSAGE if (request := group(understood, message)) is not None)
    return next(by_words, None) or next(by_message, None)


def requests_beside(understood: Understanding) -> tuple[Request, ...]:
    """Return what else a message asks for beside its request."""
    limits = limits_beside(understood)
    return () if limits is None else (limits,)
