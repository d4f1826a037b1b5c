"""Verdicts on what is pending, and what else nothing but exact words may ask for."""

from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests.limits import EndLimits, RemoveLimits
from bot.domain.conversation.requests.memory import ForgetMe
from bot.domain.conversation.requests.trades import Verdict
from bot.domain.conversation.surroundings import Surroundings
from bot.language.requests import read as read_by_rules

_ONLY_EXACT: Final = Verdict | EndLimits | RemoveLimits | ForgetMe


def read_verdict(text: str, around: Surroundings, message: MessageFacts) -> Reading | None:
    """Return the verdict that a normalised message without a mention is; None: it is none."""
    by_rules = read_by_rules(message.text, around, message)
    return by_rules if text and isinstance(by_rules.request, _ONLY_EXACT) else None
