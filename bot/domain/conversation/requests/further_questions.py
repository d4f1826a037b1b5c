"""Questions about what is talked of, which no other kind of request names."""

from dataclasses import dataclass, field
from datetime import date
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.trading.execution.orders import Side


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
