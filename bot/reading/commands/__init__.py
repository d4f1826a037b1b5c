"""Typed commands, and whole messages that mean one ("portfolio", 持仓)."""

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.surroundings import Surroundings
from bot.language.commands import find_command
from bot.language.requests import read as read_by_rules


def read_command(text: str, around: Surroundings, message: MessageFacts) -> Reading | None:
    """Return what a normalised message without a mention asks for as a command; None: it is none."""
    return read_by_rules(message.text, around, message) if find_command(text) is not None else None
