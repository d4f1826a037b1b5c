"""Questions about what is talked of, which no other kind of request names."""

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares


@dataclass(frozen=True, slots=True)
class AskMore:
    """Ask for more about a share: "what about China?"."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of


@dataclass(frozen=True, slots=True)
class AskAdvice:
    """Ask whether to go ahead, or whether it is time: "should I confirm?", 是不是该止损了. Nothing is proposed."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of
    only_asks: bool = False  # no trade is spoken of but the pending one: a "yes" behind the answer means that


FurtherQuestion: TypeAlias = AskMore | AskAdvice
