"""Requests about the conversation itself: help, status, settings, the clock of the sample market, diagnostics."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.domain.conversation.channels import ChannelSetting, SettingChange


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """List what can be asked."""

    topic: str = ""  # in lower case: a command, or a word of its description; empty: everything
    command: str | None = None  # that the topic names or misspells


@dataclass(frozen=True, slots=True)
class ShowStatus:
    """Show the state of the conversation, the account's clock and what is pending."""


@dataclass(frozen=True, slots=True)
class ShowDetails:
    """Show what supports the conversation's latest answer."""


@dataclass(frozen=True, slots=True)
class ShowUsage:
    """Show the tenant's use of models today."""


@dataclass(frozen=True, slots=True)
class ShowTurnLog:
    """Show the steps of the conversation's latest turn."""

    is_understood: bool = True  # False: the words behind "/debug" name no turn


@dataclass(frozen=True, slots=True)
class AdvanceClock:
    """Move the sample market's clock."""

    sessions: int | None = 1  # None: the words behind "/advance" are no number of sessions


@dataclass(frozen=True, slots=True)
class ResetConversation:
    """Forget the shares talked of and the limits stated with requests of this conversation."""


@dataclass(frozen=True, slots=True)
class UnknownCommand:
    """A command that does not exist."""

    typed: str  # its name, in lower case, without the slash
    nearest: str | None = None  # the command that it may misspell


@dataclass(frozen=True, slots=True)
class AskWhatToAddTo:
    """Add shares to nobody knows what: "add GOOG" where no list was shown."""

    symbols: tuple[str, ...]


class Unavailable(StrEnum):
    """What people ask for and Parley does not make; the answer to each has the id `unavailable-<value>`."""

    CHART = "chart"
    FILE = "file"  # of trades, orders or other records


@dataclass(frozen=True, slots=True)
class AskUnavailable:
    """Ask for something that Parley does not make: the answer says what there is in its place."""

    what: Unavailable
    symbols: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ShowSettings:
    """Show all settings of the channel."""


@dataclass(frozen=True, slots=True)
class ChangeSetting:
    """Change a setting of the channel."""

    change: SettingChange  # of an engine, its name as typed


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainSetting:
    """Change a setting to a value that it cannot have, or to none, or one that does not exist."""

    setting: ChannelSetting | None  # None: there is none of that name
    typed: str = ""  # what stands for its value, or for the setting; empty: no value is named
    near: tuple[str, ...] = ()  # time zones that the value may misspell


SettingRequest: TypeAlias = ShowSettings | ChangeSetting | ExplainSetting
ConversationRequest: TypeAlias = (
    AdvanceClock
    | AskUnavailable
    | AskWhatToAddTo
    | ResetConversation
    | ShowDetails
    | ShowHelp
    | ShowStatus
    | ShowTurnLog
    | ShowUsage
    | UnknownCommand
)
