"""The store of corrections of holdings by admins."""

from collections.abc import Mapping
from datetime import date
from typing import Protocol
from uuid import UUID

from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection
from bot.domain.ids import AccountId
from bot.domain.trading.accounts import Position


class HoldingCorrections(Protocol):
    """The corrections of one tenant's holdings. Raises StoreUnavailableError if the database cannot be reached."""

    async def add_correction(self, correction: HoldingCorrection) -> None:
        """Store a proposed correction; does nothing if it is stored."""

    async def find_correction(self, correction_id: UUID) -> HoldingCorrection | None:
        """Return a correction; None: there is none."""

    async def latest(
        self, account_id: AccountId, *, symbol: str | None = None, limit: int = 10
    ) -> tuple[HoldingCorrection, ...]:
        """Return the account's corrections that were booked, undone or not, newest first; of one symbol if given.

        Released prices are not among them.
        """

    async def releases(
        self, account_id: AccountId, *, symbol: str | None = None, session: date | None = None
    ) -> tuple[HoldingCorrection, ...]:
        """Return the account's latest booked releases, newest first; of one symbol, of one session if given."""

    async def move_correction(
        self, correction: HoldingCorrection, *, was: CorrectionStatus, changed: Mapping[str, Position | None]
    ) -> bool:
        """Store the status of a correction by compare-and-set; return whether it was stored.

        One that becomes booked adds its cash to the account and to the paper broker's books, and its shares to the
        latter; one that becomes undone takes them away. Locks the account.

        `correction`: as it is to be; of a conversion that is booked, with its final times. `was`: the status that it
        must have. `changed`: the positions that it changes; None: nothing is held any more.
        """
