from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from typing import Final, LiteralString
from uuid import UUID

from bot.domain.accounting.corrections import CorrectionStatus, HoldingCorrection, ReleasedPrice, StatedPrice
from bot.domain.accounting.ledger import ConversionTerms, HoldingConversion
from bot.domain.conversation.threads import Person
from bot.domain.ids import AccountId
from bot.domain.market.price_history import SessionClose
from bot.domain.market.snapshot import market_date
from bot.domain.trading.accounts import Position
from db.codec import storable_text
from db.pool import Row
from db.stores.base import Store, insert_from_json, require_row
from db.stores.trading import accounts, positions

ADD: LiteralString = (
    insert_from_json(
        "holding_correction",
        """tenant_id, id, account_id, kind, status, symbol, into_symbol, ratio, cash_per_share, shares, shares_into,
           cash, price, price_before, priced_before, session, effective_at, booked_at, asked_turn, person_id,
           person_name""",
    )
    + " ON CONFLICT DO NOTHING"
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


class PostgresHoldingCorrections(Store):
    """Implements `bot.ports.HoldingCorrections`."""

    async def add_correction(self, correction: HoldingCorrection) -> None:
        self._write("holding_correction", ADD, **_columns(correction))

    async def find_correction(self, correction_id: UUID) -> HoldingCorrection | None:
        row = await self._fetch_one(GET, id=correction_id)
        return _correction_from_row(row) if row else None

    async def latest(
        self, account_id: AccountId, *, symbol: str | None = None, limit: int = 10
    ) -> tuple[HoldingCorrection, ...]:
        rows = await self._fetch_all(LATEST, account_id=account_id, symbol=symbol, limit=limit)
        return tuple(map(_correction_from_row, rows))

    async def releases(
        self, account_id: AccountId, *, symbol: str | None = None, session: date | None = None
    ) -> tuple[HoldingCorrection, ...]:
        rows = await self._fetch_all(RELEASES, account_id=account_id, symbol=symbol, session=session)
        return tuple(map(_correction_from_row, rows))

    async def move_correction(
        self, correction: HoldingCorrection, *, was: CorrectionStatus, changed: Mapping[str, Position | None]
    ) -> bool:
        await require_row("account", self._fetch_one(accounts.LOCK, id=correction.account_id))
        if await self._fetch_one(MOVE, **_columns(correction), was=was) is None:
            return False
        if correction.status in {CorrectionStatus.BOOKED, CorrectionStatus.UNDONE}:
            cash = _cash_change(correction)
            await self._execute(COUNT_ON_ACCOUNT, account_id=correction.account_id, cash=cash)
            await self._state_price(correction)
        for symbol, position in changed.items():
            await self._save_position(correction.account_id, symbol, position)
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

    async def _save_position(self, account_id: AccountId, symbol: str, position: Position | None) -> None:
        key = {"account_id": account_id, "symbol": symbol}
        if position is None:
            await self._execute(positions.CLOSE, **key)
        else:
            await self._execute(positions.SAVE, **key, **positions.position_columns(position))


def conversion_from_row(row: Row) -> HoldingConversion:
    """Return the conversion of a row."""
    terms = ConversionTerms(
        symbol=row["symbol"], into=row["into_symbol"], ratio=row["ratio"], cash=row["cash_per_share"]
    )
    return HoldingConversion(
        terms=terms,
        shares=row["shares"],
        shares_into=row["shares_into"],
        cash=row["cash"],
        price=row["price"],
        effective_at=row["effective_at"],
        booked_at=row["booked_at"],
    )


def _cash_change(correction: HoldingCorrection) -> Decimal:
    if not isinstance(correction.change, HoldingConversion):
        return Decimal(0)
    return correction.change.cash if correction.status is CorrectionStatus.BOOKED else -correction.change.cash


def _correction_from_row(row: Row) -> HoldingCorrection:
    return HoldingCorrection(
        id=row["id"],
        account_id=row["account_id"],
        change=_CHANGES[row["kind"]](row),
        status=CorrectionStatus(row["status"]),
        asked_turn=row["asked_turn"],
        person=Person(row["person_id"], row["person_name"]),
        moved_alerts=tuple(row["moved_alerts"]),
    )


def _stated_price_from_row(row: Row) -> StatedPrice:
    return StatedPrice(
        symbol=row["symbol"],
        price=row["price"],
        shares=row["shares"],
        before=SessionClose(row["priced_before"], row["price_before"]),
        effective_at=row["effective_at"],
        booked_at=row["booked_at"],
    )


def _released_price_from_row(row: Row) -> ReleasedPrice:
    return ReleasedPrice(
        symbol=row["symbol"],
        price=row["price"],
        session=row["session"],
        before=SessionClose(row["priced_before"], row["price_before"]),
        effective_at=row["effective_at"],
        booked_at=row["booked_at"],
    )


_CHANGES: Final[Mapping[str, Callable[[Row], HoldingConversion | StatedPrice | ReleasedPrice]]] = {
    "conversion": conversion_from_row,
    "price": _stated_price_from_row,
    "release": _released_price_from_row,
}


def _columns(correction: HoldingCorrection) -> dict[str, object]:
    change = correction.change
    common = {
        "id": correction.id,
        "account_id": correction.account_id,
        "status": correction.status,
        "shares": change.shares,
        "price": change.price,
        "effective_at": change.effective_at,
        "booked_at": change.booked_at,
        "asked_turn": correction.asked_turn,
        "moved_alerts": list(correction.moved_alerts),
        "person_id": correction.person.id,
        "person_name": storable_text(correction.person.name),
    }
    if not isinstance(change, HoldingConversion):
        none = dict.fromkeys(("ratio", "cash_per_share", "shares_into", "cash"), Decimal(0))
        before = {"price_before": change.before.price, "priced_before": change.before.session}
        kind: dict[str, object] = {"kind": "price", "session": None}
        if isinstance(change, ReleasedPrice):
            kind = {"kind": "release", "session": change.session}
        return {**common, **none, **before, **kind, "symbol": change.symbol, "into_symbol": None}
    return {
        **common,
        "kind": "conversion",
        "session": None,
        "price_before": None,
        "priced_before": None,
        "symbol": change.terms.symbol,
        "into_symbol": change.terms.into,
        "ratio": change.terms.ratio,
        "cash_per_share": change.terms.cash,
        "shares_into": change.shares_into,
        "cash": change.cash,
    }
