"""Questions about what is talked of, which no other kind of request names."""

from dataclasses import dataclass, field
from typing import TypeAlias

from bot.domain.conversation.requests.named_shares import NamedShares


@dataclass(frozen=True, slots=True)
class AskMore:
    """Ask for more about a share: "what about China?"."""

    shares: NamedShares = field(default_factory=NamedShares)  # none: that talked of


FurtherQuestion: TypeAlias = AskMore
