"""Reads typed commands, and whole messages that mean one ("my limits", 订单)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, shares_named
from bot.domain.conversation.requests.account import (
    AccountTopic,
    CheckFunds,
    PickAnother,
    ShowAccount,
    ShowFailures,
    ShowOrders,
    ShowOrderStatus,
    ShowPending,
    UndoTrade,
)
from bot.domain.conversation.requests.committee import StopAnalysis
from bot.domain.conversation.requests.conversation import (
    ResetConversation,
    ShowDetails,
    ShowStatus,
    ShowUsage,
    UnknownCommand,
)
from bot.domain.conversation.requests.memory import (
    AddKnowledge,
    ForgetMe,
    ForgetPerson,
    KnowledgeRequest,
    ShowKnowledge,
)
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language
from bot.domain.text.tokens import has_chinese
from bot.reading.commands import conversation, records, shares, standing
from bot.reading.commands.arguments import FILE, Arguments, page_of
from bot.reading.commands.holdings import read_correction_request, read_release_request
from bot.reading.commands.knowledge import is_knowledge_request, read_knowledge_request
from bot.reading.commands.memory import read_memory_command
from bot.reading.commands.typed import TypedCommand, find_command, nearest_command, without_fillers
from bot.reading.languages import language_of
from bot.reading.parses import Kind
from bot.reading.word_tables import phrase_list

_IN_SENTENCES: Final = frozenset(  # behind these, people write sentences; other words tell no language
    {"analyze", "compare", "decide", "explain", "review", "score", "what_was_said", "confirm", "cancel"}
)
_MENTION: Final = re.compile(r"<@[!&]?(?P<id>[^|>]+)(?:\|[^>]*)?>")
_MAX_NAME: Final = 100  # characters of a person's
_CERTAIN: Final = 1.0
_UNSURE: Final = 0.3


def read_command(text: str, around: Surroundings, message: MessageFacts) -> Reading | None:
    """Return what a normalised message without a mention asks for as a command; None: it is none."""
    command = find_command(text) or (TypedCommand("knowledge", text) if is_knowledge_request(text) else None)
    if command is None:
        return None
    request = _request_of(command, Arguments(command.rest, around, message))
    is_understood = not isinstance(request, NotUnderstood)
    return Reading(
        request=request,
        language=_language(text, command, around),
        certainty=_CERTAIN if is_understood else _UNSURE,
        shares=shares_named(request),
        problems=getattr(request, "problems", ()),
        is_question="?" in command.rest,
    )


def _request_of(command: TypedCommand, arguments: Arguments) -> Request:
    read = _READERS.get(command.name)
    return UnknownCommand(command.name, nearest_command(command.name)) if read is None else read(arguments)


def _language(text: str, command: TypedCommand, around: Surroundings) -> Language:
    """Return the language to answer in: a Chinese command is Chinese; English keywords ("last") show no language."""
    is_sentence = command.name in _IN_SENTENCES or not text.startswith("/")
    default = Language.CHINESE if has_chinese(text) else around.profile
    said = command.rest if text.startswith("/") else text
    return language_of(said if is_sentence else "", replace(around, profile=default, spoken=None))


def _account(view: AccountTopic, command: Arguments) -> Request:
    return ShowAccount(view, command.shares, command.dates.dates)


def _knowledge(command: Arguments) -> KnowledgeRequest:
    asked = read_knowledge_request(command.text, paths=command.message.paths)
    return AddKnowledge() if isinstance(asked, ShowKnowledge) and command.message.has_files else asked


def _forget(command: Arguments) -> Request:
    """Return who is to be erased: whoever asks, or another person by id or name; nobody where none is named."""
    if (mention := _MENTION.match(command.text)) is not None:
        return ForgetPerson(mention["id"])
    if without_fillers(command.text) in phrase_list(FILE, "forget", "own"):
        return ForgetMe()
    return ForgetPerson(command.text.removeprefix("@").strip(" ,.。，")[:_MAX_NAME])


_READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        **conversation.READERS,
        **records.READERS,
        **shares.READERS,
        **standing.READERS,
        **{view.value: partial(_account, view) for view in AccountTopic},
        "afford": lambda command: command.read_as(Kind.AFFORD) or CheckFunds(shares=command.shares),
        "details": lambda _: ShowDetails(),
        "failures": lambda command: ShowFailures(command.shares),
        "forget": _forget,
        "holding": lambda command: read_correction_request(command.text),
        "knowledge": _knowledge,
        "memory": lambda command: read_memory_command(command.text, command.message),
        "orders": lambda _: ShowOrders(),
        "order_status": lambda command: ShowOrderStatus(command.shares),
        "pending": lambda command: ShowPending(page_of(command)),
        "release": lambda command: read_release_request(command.text),
        "reset": lambda _: ResetConversation(),
        "status": lambda _: ShowStatus(),
        "stop": lambda _: StopAnalysis(),
        "undo": lambda command: UndoTrade(command.shares),
        "usage": lambda _: ShowUsage(),
        "which_one": lambda _: PickAnother(),
    }
)
