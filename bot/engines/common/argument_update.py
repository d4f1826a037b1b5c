"""The updated arguments of an earlier proposal, for engines that can compute them without a model."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from bot.domain.market.features import Features
from bot.domain.trading.decisions import Reason
from bot.domain.trading.execution.orders import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdatedArguments:
    """An engine's arguments on a trade at newer figures; a proposal's reasons are listed in this order."""

    confidence: Decimal  # in [0, 1]
    arguments: tuple[Reason, ...]
    changed_view: tuple[Reason, ...]  # that the engine would not propose the trade now; empty: it would
    notes: tuple[Reason, ...]


ArgumentUpdate = Callable[[Side, Features], UpdatedArguments]
