from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Final
from uuid import UUID

from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection, ReleasedPrice, StatedPrice
from bot.domain.accounting.ledger import ConversionTerms, HoldingConversion
from bot.domain.ids import AccountId
from bot.domain.market.price_history import SessionClose
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Position
from db.pool import Row
from db.rows import PERSON, RowType
from db.stores.base import Store, insert_from_json
from db.stores.trading import accounts, positions

ADD = insert_from_json(
    "holding_correction",
    """tenant_id, id, account_id, kind, status, symbol, into_symbol, ratio, cash_per_share, shares, shares_into, cash,
       price, price_before, priced_before, session, effective_at, booked_at, asked_turn, person_id, person_name""",
    "ON CONFLICT DO NOTHING",
)
GET = "SELECT * FROM holding_correction WHERE tenant_id = %(tenant_id)s AND id = %(id)s"
LATEST = """
SELECT * FROM holding_correction
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND status IN ('booked', 'undone')
   AND kind <> 'release' AND (%(symbol)s::text IS NULL OR %(symbol)s IN (symbol, into_symbol))
 ORDER BY booked_at DESC, id LIMIT %(limit)s
"""
RELEASES = """
SELECT * FROM holding_correction
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND status = 'booked' AND kind = 'release'
   AND (%(symbol)s::text IS NULL OR symbol = %(symbol)s) AND (%(session)s::date IS NULL OR session = %(session)s)
 ORDER BY booked_at DESC, id LIMIT 10
"""
BOOKED_CONVERSIONS = """
SELECT * FROM holding_correction
 WHERE tenant_id = %(tenant_id)s AND account_id = %(account_id)s AND kind = 'conversion' AND status = 'booked'
 ORDER BY booked_at, id
"""
MOVE = """
UPDATE holding_correction
   SET status = %(status)s, effective_at = %(effective_at)s, booked_at = %(booked_at)s, moved_alerts = %(moved_alerts)s,
       person_id = %(person_id)s, person_name = %(person_name)s
 WHERE tenant_id = %(tenant_id)s AND id = %(id)s AND status = %(was)s
RETURNING id
"""
COUNT_ON_ACCOUNT = """
UPDATE account SET cash = cash + %(cash)s, corrections = corrections + 1
 WHERE tenant_id = %(tenant_id)s AND id = %(account_id)s
"""
CONVERSION: Final = RowType(
    HoldingConversion, terms=RowType(ConversionTerms, into="into_symbol", cash="cash_per_share")
)
_BEFORE: Final = RowType(SessionClose, session="priced_before", price="price_before")
_KINDS: Final = {HoldingConversion: "conversion", StatedPrice: "price", ReleasedPrice: "release"}
_OF_KIND: Final = {
    "conversion": RowType(HoldingCorrection, change=CONVERSION, person=PERSON),
    "price": RowType(HoldingCorrection, change=RowType(StatedPrice, before=_BEFORE), person=PERSON),
    "release": RowType(HoldingCorrection, change=RowType(ReleasedPrice, before=_BEFORE), person=PERSON),
}


class PostgresHoldingCorrections(Store):
    """Implements `bot.ports.HoldingCorrections`."""

    async def add_correction(self, correction: HoldingCorrection) -> None:
        self._write("holding_correction", ADD, **_columns(correction))

    async def find_correction(self, correction_id: UUID) -> HoldingCorrection | None:
        return await self._find(_correction_from_row, GET, id=correction_id)

    async def latest(
        self, account_id: AccountId, *, symbol: str | None = None, limit: int = 10
    ) -> tuple[HoldingCorrection, ...]:
        return await self._find_all(_correction_from_row, LATEST, account_id=account_id, symbol=symbol, limit=limit)

    async def releases(
        self, account_id: AccountId, *, symbol: str | None = None, session: date | None = None
    ) -> tuple[HoldingCorrection, ...]:
        asked = {"account_id": account_id, "symbol": symbol, "session": session}
        return await self._find_all(_correction_from_row, RELEASES, **asked)

    async def move_correction(
        self, correction: HoldingCorrection, *, was: CorrectionStatus, changed: Mapping[str, Position | None]
    ) -> bool:
        await self._get(accounts.ACCOUNT, accounts.LOCK, id=correction.account_id)
        if await self._fetch_one(MOVE, **_columns(correction), was=was) is None:
            return False
        if correction.status in {CorrectionStatus.BOOKED, CorrectionStatus.UNDONE}:
            cash = _cash_change(correction)
            await self._execute(COUNT_ON_ACCOUNT, account_id=correction.account_id, cash=cash)
            await self._state_price(correction)
        for symbol, position in changed.items():
            sql, columns = positions.saved(symbol, position)
            await self._execute(sql, account_id=correction.account_id, **columns)
        return True

    async def _state_price(self, correction: HoldingCorrection) -> None:
        """Value the position at a stated price, or at what that had taken the place of; nothing for a conversion."""
        if isinstance(correction.change, StatedPrice):
            key = {"id": correction.id, "account_id": correction.account_id, "symbol": correction.change.symbol}
            before = {"price_before": correction.change.before.price, "priced_before": correction.change.before.session}
            stated = {"price": correction.change.price, "day": market_date(correction.change.effective_at)}
            if correction.status is CorrectionStatus.BOOKED:
                await self._execute(positions.STATE_PRICE, **key, **stated)
            else:
                await self._execute(positions.RESTORE_PRICE, **key, **before)


def _cash_change(correction: HoldingCorrection) -> Decimal:
    if not isinstance(correction.change, HoldingConversion):
        return Decimal(0)
    return correction.change.cash if correction.status is CorrectionStatus.BOOKED else -correction.change.cash


def _correction_from_row(row: Row) -> HoldingCorrection:
    return _OF_KIND[row["kind"]](row)


def _columns(correction: HoldingCorrection) -> dict[str, object]:
    kind = _KINDS[type(correction.change)]
    none = dict.fromkeys(("ratio", "cash_per_share", "shares_into", "cash"), Decimal(0))
    return {**none, "kind": kind, **_OF_KIND[kind].columns(correction)}
