"""What an engine is asked: which symbols, what is known of each, the account, and what the person wants."""

from dataclasses import dataclass
from decimal import Decimal

from bot.domain.accounts import Portfolio
from bot.domain.features import Features
from bot.domain.turns import Message
from bot.domain.wish import Wish


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One request for decisions, over one or more symbols at one instant."""

    features: tuple[Features, ...]  # one per symbol, in the order asked
    portfolio: Portfolio
    wish: Wish
    commission: Decimal  # account currency, per order
    committed: Decimal  # cash that other pending decisions will need
    said: tuple[Message, ...]  # the conversation so far, oldest first
