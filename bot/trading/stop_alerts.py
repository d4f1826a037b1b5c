"""Alerts on the stop levels of executed decisions: who confirmed a purchase is told when its stop level is reached."""

from typing import Final

from bot.domain.erasure import is_erased_person
from bot.domain.ids import AlertId, derive_id
from bot.domain.trading.decisions import Decision
from bot.domain.trading.execution.booking import Booking
from bot.domain.trading.execution.orders import AccountOrder, Side
from bot.domain.watching.alerts import (
    MOST_ALERTS_OF_PERSON,
    MOST_ALERTS_OF_WORKSPACE,
    AlertBounds,
    AlertKind,
    AlertReference,
    PriceAlert,
)
from bot.ports import Transaction

_NAME: Final = "stop"


async def record_stop_alert(tx: Transaction, decision: Decision, order: AccountOrder, booking: Booking) -> None:
    """Arm an alert on the stop level of a purchase that has just been filled; end those of a position that is closed.

    There is one for each decision, whatever number of fills it has. One that the person has set at that price already
    stands for it, and above the most alerts that are kept there is none.
    """
    if not booking.new_fills:
        return
    if booking.position is None:
        await tx.alerts.end_stops(order.account_id, order.symbol)
        return
    stop, price = decision.proposal.stop_price, booking.report.average_price
    if order.side is not Side.BUY or stop is None or price is None or stop >= price:
        return
    alert = await _stop_alert(tx, decision, order, booking, AlertBounds(lower=stop))
    if alert is not None and await _has_room(tx, alert):
        await tx.alerts.add_alerts((alert,))


async def _stop_alert(
    tx: Transaction, decision: Decision, order: AccountOrder, booking: Booking, bounds: AlertBounds
) -> PriceAlert | None:
    resolution = await tx.decisions.resolution(decision.id)
    price, at = booking.report.average_price, booking.report.executed_at
    if resolution is None or price is None or at is None:
        return None
    turn = await tx.turns.get(resolution.turn_id)
    if is_erased_person(turn.person.id):  # since the confirmation: nobody is left to be told
        return None
    account = await tx.accounts.get(order.account_id)
    return PriceAlert(
        id=AlertId(derive_id(decision.id, _NAME)),
        number=0,
        conversation_id=turn.conversation_id,
        channel=turn.thread.channel,
        turn_id=turn.id,
        account_id=account.id,
        market=account.market,
        person=turn.person,
        symbol=order.symbol,
        kind=AlertKind.STOP,
        bounds=bounds,
        reference=AlertReference(price=price, at=at),
        armed_from=at,
        asked_at=turn.accepted_at,
        decision_id=decision.id,
    )


async def _has_room(tx: Transaction, alert: PriceAlert) -> bool:
    """Return whether an alert is neither one that the person has, nor one too many."""
    of_person, of_workspace = await tx.alerts.count_armed(alert.person.id)
    if of_person >= MOST_ALERTS_OF_PERSON or of_workspace >= MOST_ALERTS_OF_WORKSPACE:
        return False
    armed = await tx.alerts.armed(alert.account_id)
    return not any(
        (each.person.id, each.symbol, each.bounds) == (alert.person.id, alert.symbol, alert.bounds) for each in armed
    )
