"""Reads typed commands, and whole messages that mean one ("my limits", 订单)."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.channels import SettingChange
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, account, conversation, shares_named
from bot.domain.conversation.requests.analysis import StopAnalysis
from bot.domain.conversation.requests.explanation import ShowTrackRecord
from bot.domain.conversation.requests.memory import ForgetMe, ForgetPerson
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language
from bot.domain.text.tokens import has_chinese
from bot.domain.watching.alert_requests import AlertForm
from bot.reading.assembly import explained_setting
from bot.reading.commands import records, shares, standing
from bot.reading.commands.arguments import (
    COMMANDS,
    FILE,
    Arguments,
    TypedCommand,
    command_called,
    find_command,
    nearest_command,
    page_of,
    without_fillers,
)
from bot.reading.commands.knowledge import is_knowledge_request, knowledge
from bot.reading.commands.memory import read_memory_command
from bot.reading.languages import language_of
from bot.reading.parses import Kind
from bot.reading.recognisers.people import read_person
from bot.reading.recognisers.settings import is_default, parse_setting, read_setting_value
from bot.reading.times.finder import find_times
from bot.reading.word_tables import phrase_list

_COUNT: Final = re.compile("[0-9]{1,6}")
_SESSIONS: Final = {"day": 1, "session": 1, "week": 5, "month": 21}  # by unit
_MAX_NAME: Final = 100  # characters of a person's


def show_help(command: Arguments) -> conversation.ShowHelp:
    """Return the request for help on a topic: a command by any of its names, also misspelt, or a word of the list."""
    word = command.text.lstrip("/").lower()
    called = command_called(word)
    return conversation.ShowHelp(word, command=called if called in COMMANDS else nearest_command(called))


def settings(command: Arguments) -> Request:
    """Return the change of a setting, or what is wrong with it; of nothing, all settings."""
    text = " ".join(command.words)
    if not text:
        return conversation.ShowSettings()
    typed = parse_setting(text)
    if typed is None:
        return conversation.ExplainSetting(setting=None, typed=text)
    value = None if is_default(typed.value) else read_setting_value(typed.value, typed.setting)
    if value is None and not is_default(typed.value):
        return explained_setting(typed.setting, typed.value)
    return conversation.ChangeSetting(SettingChange(typed.setting, value))


def advance(command: Arguments) -> conversation.AdvanceClock:
    """Return by how many sessions the clock is to be moved: a day is one session, a week 5, a month 21."""
    text = command.text or "1"
    if _COUNT.fullmatch(text):
        return conversation.AdvanceClock(int(text) or None)
    times = find_times(text, today=command.around.today)
    is_span = len(times) == 1 and (times[0].start, times[0].end) == (0, len(text))
    count, unit = times[0].span if is_span else (0, "")
    return conversation.AdvanceClock(count * _SESSIONS.get(unit, 0) or None)


def forget(command: Arguments) -> Request:
    """Return who is to be erased: whoever asks, or another person by id or name; nobody where none is named."""
    if without_fillers(command.text) in phrase_list(FILE, "forget", "own"):
        return ForgetMe()
    return ForgetPerson(read_person(command.text.strip(" ,.。，"))[:_MAX_NAME])


_IN_SENTENCES: Final = frozenset(  # behind these, people write sentences; other words tell no language
    {"analyze", "compare", "decide", "explain", "review", "score", "what_was_said", "confirm", "cancel"}
)
_CERTAIN: Final = 1.0
_UNSURE: Final = 0.3
_READERS: Final[Mapping[str, Callable[[Arguments], Request]]] = MappingProxyType(
    {
        "advance": advance,
        "afford": lambda command: command.read_as(Kind.AFFORD) or account.CheckFunds(shares=command.shares),
        "alert": partial(standing.alerts, AlertForm.SET),
        "alerts": partial(standing.alerts, AlertForm.LIST),
        "analyze": shares.analyze,
        "brief": standing.brief,
        "cancel": partial(shares.verdict, "cancel"),
        "compare": shares.compare,
        "confirm": partial(shares.verdict, "confirm"),
        "debug": lambda command: conversation.ShowTurnLog(is_understood=command.says("turns", "latest")),
        "decide": shares.decide,
        "details": lambda _: conversation.ShowDetails(),
        "discussion": lambda each: shares.read_discussion_request(each.text, symbols=each.shares.symbols),
        "explain": shares.explain,
        "failures": lambda command: account.ShowFailures(command.shares),
        "forget": forget,
        "help": show_help,
        "history": records.history,
        "holding": shares.correct_holding,
        "knowledge": knowledge,
        "limits": standing.limits,
        "memory": lambda command: read_memory_command(command.text, command.message),
        "orders": lambda _: account.ShowOrders(),
        "order_status": lambda command: account.ShowOrderStatus(command.shares),
        "pending": lambda command: account.ShowPending(page_of(command)),
        "recall": records.recall,
        "release": shares.release_price,
        "reset": lambda _: conversation.ResetConversation(),
        "review": records.review,
        "score": lambda command: ShowTrackRecord(command.shares),
        "settings": settings,
        "status": lambda _: conversation.ShowStatus(),
        "stop": lambda _: StopAnalysis(),
        "undo": lambda command: account.UndoTrade(command.shares),
        "unwatch": partial(standing.watch, removes=True),
        "usage": lambda _: conversation.ShowUsage(),
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
    is_sentence = command.name in _IN_SENTENCES or not text.startswith("/")
    default = Language.CHINESE if has_chinese(text) else around.profile
    said = command.rest if text.startswith("/") else text
    language = language_of(said if is_sentence else "", replace(around, profile=default, spoken=None))
    return Reading(
        request=request,
        language=language,
        certainty=_UNSURE if isinstance(request, NotUnderstood) else _CERTAIN,
        shares=shares_named(request),
        problems=getattr(request, "problems", ()),
        is_question="?" in command.rest,
    )


def _request_of(command: TypedCommand, arguments: Arguments) -> Request:
    if command.name in set(account.AccountTopic):
        return account.ShowAccount(account.AccountTopic(command.name), arguments.shares, arguments.dates.dates)
    read = _READERS.get(command.name)
    return conversation.UnknownCommand(command.name, nearest_command(command.name)) if read is None else read(arguments)
