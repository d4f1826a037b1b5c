"""Understand a message that asks about price alerts, and nothing else."""

from dataclasses import replace

from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language
from bot.domain.watching.alert_requests import AlertAct, AlertForm, AlertRequest
from bot.language.commands import find_command
from bot.language.language_detection import detect_language, has_chinese
from bot.language.message_reading import MessageReading, read_message
from bot.language.understanding import Entities, Understanding
from bot.language.watching.alert_requests import (
    MAX_LENGTH,
    begins_phrase,
    may_be_about_alerts,
    read_alert_command,
    read_alert_request,
)

SET_ALERT = "alert"
ALERTS = "alerts"


def understand_alert_request(text: str, context: Surroundings) -> Understanding | None:
    """Return what a message asks about alerts; None: it asks something else, or more than that.

    Args:
        text: Normalised, without a mention of the bot.
        context: What is known before the message is read.
    """
    command = find_command(text)
    if command is None:
        if not may_be_about_alerts(text):
            return None
        reading = read_message(text, context, is_command=False)
        request = read_alert_request(text, reading.chunks)
        spoken = detect_language(reading.chunks, context.profile)
        return None if request is None else _understood(request, reading, spoken)
    if command.name not in {SET_ALERT, ALERTS}:
        return None
    language = Language.CHINESE if has_chinese(text) else context.profile
    spoken = detect_language((), language)
    form = AlertForm.LIST if command.name == ALERTS else AlertForm.SET
    if len(command.rest) > MAX_LENGTH:
        request = AlertRequest(act=AlertAct.HOW, form=form)
        return Understanding(Intent.UNKNOWN, 1.0, spoken, Entities(), command=ALERTS, alert=request)
    reading = _without_words_of_requests(read_message(command.rest, context, is_command=True))
    tickers = frozenset((*reading.names.symbols, *reading.names.unknown))
    request = read_alert_command(command.rest, reading.chunks, tickers=tickers)
    return _understood(replace(request, form=form), reading, spoken)


def _without_words_of_requests(reading: MessageReading) -> MessageReading:
    """Return the reading without the unknown share that "/alert AAPL below 440" would name by its place: BELOW."""
    unknown = tuple(each for each in reading.names.unknown if not begins_phrase(each.lower()))
    return replace(reading, names=replace(reading.names, unknown=unknown))


def _understood(request: AlertRequest, reading: MessageReading, language: Language) -> Understanding:
    names = reading.names
    entities = Entities(
        symbols=names.symbols, unknown_symbols=names.unknown, unsupported=names.unsupported, misspelt=names.misspelt
    )
    return Understanding(Intent.UNKNOWN, 1.0, language, entities, command=ALERTS, alert=request)
