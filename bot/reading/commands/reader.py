"""Reads typed commands, and whole messages that mean one ("my limits", 订单)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, account, shares_named
from bot.domain.conversation.requests.analysis import StopAnalysis
from bot.domain.conversation.requests.conversation import (
    ResetConversation,
    ShowDetails,
    ShowStatus,
    ShowTurnLog,
    ShowUsage,
    UnknownCommand,
)
from bot.domain.conversation.requests.explanation import ShowTrackRecord
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language
from bot.domain.text.tokens import has_chinese
from bot.domain.watching.alert_requests import AlertForm
from bot.reading.commands import conversation, holdings, records, shares, standing
from bot.reading.commands.arguments import Arguments, page_of
from bot.reading.commands.knowledge import is_knowledge_request, knowledge
from bot.reading.commands.memory import read_memory_command
from bot.reading.commands.typed import TypedCommand, find_command, nearest_command
from bot.reading.languages import language_of
from bot.reading.parses import Kind

_IN_SENTENCES: Final = frozenset(  # behind these, people write sentences; other words tell no language
    {"analyze", "compare", "decide", "explain", "review", "score", "what_was_said", "confirm", "cancel"}
)
_CERTAIN: Final = 1.0
_UNSURE: Final = 0.3
_READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        "advance": conversation.advance,
        "afford": lambda command: command.read_as(Kind.AFFORD) or account.CheckFunds(shares=command.shares),
        "alert": partial(standing.alerts, AlertForm.SET),
        "alerts": partial(standing.alerts, AlertForm.LIST),
        "analyze": shares.analyze,
        "brief": standing.brief,
        "cancel": partial(shares.verdict, "cancel"),
        "compare": shares.compare,
        "confirm": partial(shares.verdict, "confirm"),
        "debug": lambda command: ShowTurnLog(is_understood=command.says("turns", "latest")),
        "decide": shares.decide,
        "details": lambda _: ShowDetails(),
        "discussion": lambda each: shares.read_discussion_request(each.text, symbols=each.shares.symbols),
        "explain": shares.explain,
        "failures": lambda command: account.ShowFailures(command.shares),
        "forget": conversation.forget,
        "help": conversation.show_help,
        "history": records.history,
        "holding": holdings.correct_holding,
        "knowledge": knowledge,
        "limits": standing.limits,
        "memory": lambda command: read_memory_command(command.text, command.message),
        "orders": lambda _: account.ShowOrders(),
        "order_status": lambda command: account.ShowOrderStatus(command.shares),
        "pending": lambda command: account.ShowPending(page_of(command)),
        "recall": records.recall,
        "release": holdings.release_price,
        "reset": lambda _: ResetConversation(),
        "review": records.review,
        "score": lambda command: ShowTrackRecord(command.shares),
        "settings": conversation.settings,
        "status": lambda _: ShowStatus(),
        "stop": lambda _: StopAnalysis(),
        "undo": lambda command: account.UndoTrade(command.shares),
        "unwatch": partial(standing.watch, removes=True),
        "usage": lambda _: ShowUsage(),
        "watch": partial(standing.watch, removes=False),
        "what_was_said": records.what_was_said,
        "which_one": lambda _: account.PickAnother(),
    }
)


def read_command(text: str, around: Surroundings, message: MessageFacts) -> Reading | None:
    """Return what a normalised message without a mention asks for as a command; None: it is none."""
    command = find_command(text) or (TypedCommand("knowledge", text) if is_knowledge_request(text) else None)
    if command is None:
        return None
    request = _request_of(command, Arguments(command.rest, around, message))
    return Reading(
        request=request,
        language=_language(text, command, around),
        certainty=_UNSURE if isinstance(request, NotUnderstood) else _CERTAIN,
        shares=shares_named(request),
        problems=getattr(request, "problems", ()),
        is_question="?" in command.rest,
    )


def _request_of(command: TypedCommand, arguments: Arguments) -> Request:
    if command.name in set(account.AccountTopic):
        return account.ShowAccount(account.AccountTopic(command.name), arguments.shares, arguments.dates.dates)
    read = _READERS.get(command.name)
    return UnknownCommand(command.name, nearest_command(command.name)) if read is None else read(arguments)


def _language(text: str, command: TypedCommand, around: Surroundings) -> Language:
    """Return the language to answer in: a Chinese command is Chinese; English keywords ("last") show no language."""
    is_sentence = command.name in _IN_SENTENCES or not text.startswith("/")
    default = Language.CHINESE if has_chinese(text) else around.profile
    said = command.rest if text.startswith("/") else text
    return language_of(said if is_sentence else "", replace(around, profile=default, spoken=None))
