"""Requests to weigh what somebody says against, or for, a view of the rules."""

from dataclasses import dataclass
from datetime import date

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.figures.claims import Claim


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgueView:
    """Say something about shares of which the rules' view, or a card, was just shown."""

    shares: NamedShares
    claims: tuple[Claim, ...]
    day: date | None = None  # of the market, as of which the view was shown; None: the present
