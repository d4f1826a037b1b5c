"""Small talk, and questions of somebody who does not know what to ask."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.domain.conversation.requests.trades import TradeTerms


class SmallTalkKind(StrEnum):
    """The kinds of small talk; the answer to each has the id `small-talk-<value>`."""

    GREETING = "greeting"
    THANKS = "thanks"
    FAREWELL = "farewell"
    IDENTITY = "identity"  # "who are you"
    ACKNOWLEDGEMENT = "acknowledgement"  # "ok", 好的
    REMARK = "remark"  # "Carol thinks banks are cheap": no phrases, but a form


class NextStep(StrEnum):
    """What somebody asks who does not know what to ask; the answer to each has the id `lead-on-<value>`."""

    COVERAGE = "coverage"  # "what stocks do you know?"
    ORDERING = "ordering"  # "how can I buy IBM?"
    GUIDANCE = "guidance"  # "I have 100k and no idea what to do"


@dataclass(frozen=True, slots=True)
class SmallTalk:
    """Say something that asks for nothing else."""

    form: SmallTalkKind


@dataclass(frozen=True, slots=True)
class AskNextStep:
    """Ask how to begin, or what there is."""

    step: NextStep
    symbols: tuple[str, ...] = ()  # shares that the message names


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """Say what is no request, as far as it is understood; `terms`: what it says of a trade."""

    terms: TradeTerms


TalkRequest: TypeAlias = SmallTalk | AskNextStep
