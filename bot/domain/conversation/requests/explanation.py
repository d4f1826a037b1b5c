"""Questions about decisions, now and before, and about a share or a word: why, what else, what it means."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.trading.execution.orders import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Explain:
    """Say why a trade was proposed, or not made; of a share without a decision, what speaks for and against it."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: what is pending, or the share talked of
    side: Side | None = None  # of the trade that is meant: "why did we sell?"
    dates: tuple[date, ...] = ()  # of the decision: one date, or first and last day of a span
    problems: tuple[str, ...] = ()  # codes of dates and figures that cannot be used
    assumes_trade: bool = False  # "why did we sell GOOG?" takes a trade on `side` for granted
    is_of_passed: bool = False  # why a trade was not made: "why didn't we buy FB?"
    since: datetime | None = None  # when it was not made; None, both: no time is named
    until: datetime | None = None  # exclusive
    suggests_waiting: bool = False  # "why not wait?"
    asks_against: bool = False  # "what speaks against it?"
    asks_bears: bool = False  # "what would a bear say?": what speaks against the share, whatever the view is
    member: str = ""  # of a committee whose reasons are asked for, by its code: "the bull's case"
    asks_move: bool = False  # "why did it fall?": the reasons of the view are none of a move
    asks_size: bool = False  # "why only 26?"
    asks_stop: bool = False  # "why that stop?"
    is_of_decision: bool = False  # "/explain GOOG" is of the latest one, wherever it was made
    only_asks: bool = False  # no trade, or only the one explained, is spoken of: a "yes" behind the answer means that

    @property
    def names_trade(self) -> bool:
        """Whether the question is about a trade, and not about a view of a share."""
        return self.side is not None or bool(self.dates) or self.is_of_passed or self.is_of_decision

    def only_asks_about(self, symbol: str, side: Side | None) -> bool:
        """Return whether nothing else is spoken of than a trade on this side of this share."""
        return self.only_asks and set(self.shares.symbols) <= {symbol} and self.side in {None, side}


@dataclass(frozen=True, slots=True)
class AskMore:
    """Ask for more about a share: "what about China?"."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of
    dates: tuple[date, ...] = ()  # one date, or first and last day of a span


@dataclass(frozen=True, slots=True, kw_only=True)
class AskAdvice:
    """Ask whether to go ahead, or whether it is time: "should I confirm?", 是不是该止损了. Nothing is proposed."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of
    side: Side | None = None  # of the trade that it speaks of: "when should I sell?"
    only_asks: bool = False  # no trade is spoken of but the pending one: a "yes" behind the answer means that


FurtherQuestion: TypeAlias = AskMore | AskAdvice


@dataclass(frozen=True, slots=True, kw_only=True)
class Define:
    """Say what words mean."""

    terms: tuple[str, ...] = ()  # of the glossary: "rsi"
    word: str = ""  # as typed, in lower case: no term of the glossary; then `terms` is empty


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """List past decisions, a page of them."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: of all
    dates: tuple[date, ...] = ()  # one date, or first and last day of a span
    is_all: bool = False  # of all times, unless dates are named; else of the last days
    side: Side | None = None  # only purchases, or only sales
    is_of_one: bool = False  # "that trade": the latest that was carried out, of the share talked of if there is one
    page: int = 1
    problems: tuple[str, ...] = ()  # codes of dates and figures that cannot be used
    is_understood: bool = True  # False: the words behind "/review" say nothing of what is to be listed


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPage:
    """Show another page of the list that the latest answer shows."""

    page: int | None = None  # from 1; None: `step` pages from the page shown
    step: int = 0  # pages forward


@dataclass(frozen=True, slots=True)
class ShowTrackRecord:
    """Show how good the forecasts were."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: of all


PastDecisionsRequest: TypeAlias = Review | TurnPage | ShowTrackRecord
