"""What one message asks for, as a reader has found it or as a person has picked it."""

from dataclasses import dataclass, field
from typing import Final

from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language
from bot.domain.trading.trading_limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A request with its certainty, and what else of the message counts for whoever answers it."""

    request: Request
    language: Language  # of the message
    certainty: float = 1.0  # in [0, 1]; below 0.6 the reader is unsure
    is_whole: bool = False  # every word is explained: the message needs neither memory nor a model to be understood
    beside: tuple[Request, ...] = ()  # limits that it states beside: "never more than $2,000 a trade"
    text: str = ""  # of the clause that asks for it, normalised; empty: the whole message
    further: tuple["Reading", ...] = ()  # what else the message asks for, each by a clause of its own, in order
    left_over: tuple[str, ...] = ()  # clauses, as typed, that ask for something that is not done
    bounds: Limits = field(default_factory=Limits)  # of what may be proposed later, said beside an analysis
    others: tuple[Request, ...] = ()  # what it would be as one of the other intents, if the reader is unsure
    shares: NamedShares = field(default_factory=NamedShares)  # all that it names
    problems: tuple[str, ...] = ()  # codes of what in it cannot be used
    is_question: bool = False
    goes_on: bool = False  # from the question before, which tells the rest of what it asks: "and in November?"
    corrects_share: bool = False  # it says no more than that another share is meant: "sorry, I meant MSFT"
    is_learnt: bool = False  # found by what is learnt from examples: a language model may read better
    is_near_yes: bool = False  # agrees, but is no confirmation: "ok then let's see"
    names_verdict: bool = False  # speaks of confirming or cancelling, whatever else it says


MOST_PICKED: Final = 500  # examples of one workspace that are learnt from, the newest


@dataclass(frozen=True, slots=True)
class PickedReading:
    """A message with the kind that who said it has picked."""

    turn_id: TurnId  # of the message
    text: str  # of the message, as it stands now
    kind: str  # `bot.reading.parses.Kind`
