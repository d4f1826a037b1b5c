"""Tells whether a message that names nobody is meant for Parley.

In doubt it is not: an answer to what people say to each other disturbs more than a request to be mentioned.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.domain.conversation.channels import ListeningSituation, ListenMode
from bot.domain.conversation.dialogue import Dialogue, ObjectKind
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise, without_mention
from bot.reading.commands.arguments import find_command
from bot.reading.parses import QUESTIONS, Kind, Parse, SlotName
from bot.reading.reader import MessageReader
from bot.reading.recognisers.shares import named_shares
from bot.reading.trained.features import MAX_CHARACTERS
from bot.reading.trained.parser import trained_parser
from bot.reading.verdicts.reader import read_exact
from bot.reading.word_tables import read_lists

_MAX_LENGTH: Final = 200  # characters; what is longer says more than a request
_SURE: Final = 0.9  # that it is a request
_LIKELY: Final = 0.6  # that what it is about is named, or was talked of
_LATEST: Final = 2  # answers back that such a message goes on from
_VOCATIVE: Final = re.compile(r"\byou\b[^,?.!]*, ([A-Z][a-z]+)[?.!]")
_BY_NAME: Final = re.compile(
    r"(?:^\s*(?:hey |hi |ok )?parley\s*[,:，：])|(?:[,，]\s*parley\s*[?？!！.。]*\s*$)", re.IGNORECASE
)
_OF_CARD: Final = frozenset({Kind.CANCEL, Kind.CONFIRM, Kind.CORRECT, Kind.STOP_SET, Kind.WAIT, Kind.WHICH_CARD})
_OF_SHARE: Final = (  # of one that is named, or was talked of
    QUESTIONS - {Kind.DEFINE, Kind.FIGURE, Kind.RECALL}
    | {Kind.ALERT_SET, Kind.DEEP, Kind.ORDER, Kind.ORDER_IF, Kind.WATCH_ADD}
)
_OF_SHARE_NAMED: Final = frozenset({Kind.ORDER_STATUS, Kind.RECALL, Kind.TRADE_RECORD})
_OF_ACCOUNT: Final = frozenset({Kind.FIGURE, Kind.ORDERS, Kind.PENDING, Kind.PORTFOLIO, Kind.REVIEW, Kind.TRACK_RECORD})
_OF_PARLEY: Final = frozenset(  # what it alone shows or does
    {Kind.DETAILS, Kind.HELP, Kind.LIMIT_LIST, Kind.RESET, Kind.SETTINGS_SHOW, Kind.STOP_RUN, Kind.USAGE}
)
_ALERT_CHANGES: Final = (Kind.ALERT_CHANGE, Kind.ALERT_DONE, Kind.ALERT_REARM, Kind.ALERT_REMOVE, Kind.ALERT_SNOOZE)
_OF_SHOWN: Final[Mapping[Kind, ObjectKind]] = MappingProxyType(
    dict.fromkeys(_ALERT_CHANGES, ObjectKind.ALERT)
    | dict.fromkeys((Kind.BRIEF_OFF, Kind.BRIEF_ON), ObjectKind.BRIEF)
    | {Kind.DISCUSSION: ObjectKind.DEBATE, Kind.LIMIT_SET: ObjectKind.LIMIT}
    | {Kind.UNDO: ObjectKind.ORDER, Kind.WATCH_REMOVE: ObjectKind.WATCH_LIST}
)
_ANSWERED: Final = frozenset({Kind.ANSWER, Kind.CONFIRM})  # also where the reader makes no request of them
_REQUESTS: Final = (
    _OF_CARD | _OF_SHARE | _OF_SHARE_NAMED | _OF_ACCOUNT | _OF_PARLEY | frozenset(_OF_SHOWN) | {Kind.ANSWER}
)


def is_called_by_name(text: str) -> bool:
    """Return whether `text` calls Parley: "Parley, what about IBM?"."""
    return _BY_NAME.search(text) is not None


@dataclass(frozen=True, slots=True)
class AddressReader:
    """Decides of messages in one thread."""

    situation: ListeningSituation
    around: Surroundings  # its focus and pending decisions are those of the speaker
    dialogue: Dialogue  # what was shown in the thread

    def is_meant(self, message: MessageFacts) -> bool:
        """Return whether a message that addresses nobody by its form is meant for Parley."""
        situation, text = self.situation, message.text
        if situation.mode is not ListenMode.THREAD or not situation.is_participant:
            return situation.mode is ListenMode.ALL
        plain = without_mention(normalise(text))
        command = find_command(plain)
        if command is not None:
            return command.is_known and (plain.startswith("/") or situation.is_speaker_answered)
        if is_called_by_name(text) or not situation.is_speaker_answered or len(text) > _MAX_LENGTH:
            return is_called_by_name(text)
        if self.around.pending and read_exact(plain, self.around, Language.ENGLISH) is not None:
            return True
        return self._is_request(plain, message)

    def _is_request(self, text: str, message: MessageFacts) -> bool:
        around = self.around
        parse = trained_parser().parse(text, around.came_before | {Before.CHAN}, around.instruments)
        shares = named_shares((each.text for each in parse.each(SlotName.SHARE)), around.instruments)
        has_named = bool(shares.symbols or shares.unsupported)
        likely = {parse.kind: parse.certainty} | dict(parse.runners_up)
        requests = {kind: certainty for kind, certainty in likely.items() if kind in _REQUESTS}
        known = {kind: certainty for kind, certainty in requests.items() if self._goes_on(kind, has_named=has_named)}
        is_sure = sum(requests.values()) >= _SURE and sum(known.values()) >= _LIKELY
        if not is_sure or parse.kind not in known or _is_of_people(parse, has_named=has_named):
            return False
        return parse.kind in _ANSWERED or not isinstance(MessageReader(around).read(message).request, NotUnderstood)

    def _goes_on(self, kind: Kind, *, has_named: bool) -> bool:
        """Return whether what a request of this kind is about is named, or was talked of."""
        around, shown = (
            self.around,
            {each.kind for answer in self.dialogue.answers[:_LATEST] for each in answer.objects},
        )
        return (
            kind in _OF_ACCOUNT | _OF_PARLEY
            or (kind in _OF_CARD and around.pending > 0)
            or (kind in _OF_SHARE and (has_named or bool(around.focus)))
            or (kind in _OF_SHARE_NAMED and has_named)
            or (kind is Kind.ANSWER and self.situation.has_asked)
            or _OF_SHOWN.get(kind) in shown
        )


def _is_of_people(parse: Parse, *, has_named: bool) -> bool:
    """Return whether what fills the slots of a message is a person, a thing or a dish."""
    if parse.has(SlotName.PERSON) and parse.kind is not Kind.RECALL:  # "wait for Kylie"
        return True
    calls_other = parse.has(SlotName.SHARE) or _VOCATIVE.search(parse.text)  # "what about bob", "what do you say, Jo?"
    is_bare = parse.kind is Kind.ORDER and not parse.has(SlotName.BUY, SlotName.SELL)  # "double espresso"
    return not has_named and bool(calls_other or is_bare)


_SURE_OF_ARGUMENT: Final = 0.6


def argues(text: str, instruments: InstrumentTable) -> bool:
    """Return whether a message that was said while a committee was at work argues about the share."""
    plain = normalise(text)
    if len(plain) > MAX_CHARACTERS or plain.startswith("/"):
        return False
    parse = trained_parser().parse(plain, frozenset({Before.FOCUS}), instruments)
    return parse.kind is Kind.ARGUE and parse.certainty >= _SURE_OF_ARGUMENT


def is_bare_stop(text: str) -> bool:
    """Return whether a message says no more than "stop": of an analysis at work, if there is one."""
    return text.strip(" .!。！").casefold() in read_lists("analysis", "messages")["stop"]
