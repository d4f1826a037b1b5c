"""Keeps the picked examples of workspaces, so that a message costs no statement while nothing new was picked."""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from bot.domain.ids import TenantId
from bot.domain.market.instruments import InstrumentTable
from bot.ports import Transaction
from bot.reading.trained.picked import PickedExamples

_MOST: Final = 64  # workspaces whose examples are kept
_NONE: Final = PickedExamples()


@dataclass(frozen=True, slots=True)
class PickedExamplesCache:
    """The examples of the workspaces that spoke last. Their version is read from the database with each message."""

    instruments: InstrumentTable
    _kept: OrderedDict[TenantId, tuple[str, PickedExamples]] = field(default_factory=OrderedDict)

    async def get(self, tx: Transaction, tenant_id: TenantId, version: str | None) -> PickedExamples:
        """Return the examples of a workspace in a version; None: it learns from none. Raises: StoreUnavailableError."""
        if version is None:
            self._kept.pop(tenant_id, None)
            return _NONE
        kept = self._kept.get(tenant_id)
        if kept is None or kept[0] != version:
            kept = version, PickedExamples.of(await tx.picked_readings.newest(), self.instruments)
            self._kept[tenant_id] = kept
        self._kept.move_to_end(tenant_id)
        if len(self._kept) > _MOST:
            self._kept.popitem(last=False)
        return kept[1]
