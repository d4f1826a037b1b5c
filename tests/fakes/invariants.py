"""Checks what must hold of all stored data at any moment: money is conserved, every input is answered once."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from decimal import Decimal

from bot.domain.accounting.corrections import CorrectionStatus
from bot.domain.accounting.ledger import HoldingConversion
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.conversation.replies import ANSWER
from bot.domain.conversation.turns import InputStatus
from bot.domain.market.price_history import ActionKind
from bot.domain.trading.accounts import Account
from bot.domain.trading.bound_checks import told_cap_excesses
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, UNFINISHED_STATUSES, DecisionStatus
from bot.domain.trading.execution.orders import OPEN_ORDER_STATUSES, Side
from tests.fakes.broker import paper_cash
from tests.fakes.memory import Fill, StoredState


def check_invariants(state: StoredState) -> None:
    """Check that cash and positions equal the fills, and that each input has as many answers as its status says."""
    for account in state.accounts.values():
        _check_account(state, account)
    assert len({(fill.order.id, fill.fill.id) for fill in state.fills.values()}) == len(state.fills)
    for order in state.orders.values():
        filled = sum((each.fill.shares for each in state.fills.values() if each.order.id == order.id), Decimal(0))
        assert filled <= order.shares
    confirmed = {each.decision_id for each in state.approvals.values() if each.outcome == DecisionStatus.CONFIRMED}
    assert set(state.orders) <= confirmed
    _check_trades_beyond_caps_were_asked_about(state)
    answers = Counter(reply.turn_id for reply in state.replies.values() if reply.occasion == ANSWER)
    for turn in state.turns.values():
        assert answers[turn.id] == (turn.status is InputStatus.ANSWERED)


def _check_trades_beyond_caps_were_asked_about(state: StoredState) -> None:
    """Check that what its card calls beyond a cap was confirmed by the button of the second question only."""
    for decision in state.decisions.values():
        is_carried_out = decision.status in UNFINISHED_STATUSES | CARRIED_OUT_STATUSES
        if is_carried_out and told_cap_excesses(decision.proposal):
            confirmed_by = state.turns[state.approvals[decision.id].turn_id].text
            assert confirmed_by == str(button_ref(ButtonAction.CONFIRM_BEYOND_CAP, decision))


def check_broker_agrees(state: StoredState) -> None:
    """Check that the books of the broker and ours agree where no order is under way."""
    under_way = {
        order.account_id
        for order in state.orders.values()
        if order.client_order_id not in state.reports
        or state.reports[order.client_order_id].status in OPEN_ORDER_STATUSES
    }
    for account in state.accounts.values():
        if account.id in under_way:
            continue
        assert paper_cash(state, account.id) == account.cash
        ours = {symbol: p.shares for (owner, symbol), p in state.positions.items() if owner == account.id}
        theirs = {symbol: held for (owner, symbol), held in state.paper_positions.items() if owner == account.id}
        assert ours == theirs


def _check_account(state: StoredState, account: Account) -> None:
    fills = [fill for fill in state.fills.values() if fill.order.account_id == account.id]
    actions = [action for (owner, _), action in state.actions.items() if owner == account.id]
    converted: list[HoldingConversion] = [
        each.change
        for _, each in state.corrections.values()
        if (each.account_id, each.status) == (account.id, CorrectionStatus.BOOKED)
        and isinstance(each.change, HoldingConversion)
    ]
    credited = sum((each.cash for each in actions), Decimal(0)) + sum((each.cash for each in converted), Decimal(0))
    assert account.cash == account.starting_cash + credited + sum((_cash_of(fill) for fill in fills), Decimal(0))
    assert account.cash >= 0
    held = {p.symbol: p.shares for (owner, _), p in state.positions.items() if owner == account.id}
    if not converted and not any(action.kind is ActionKind.SPLIT for action in actions):
        assert held == _shares_of(fills)


def _cash_of(booked: Fill) -> Decimal:
    amount = booked.fill.shares * booked.fill.price
    return (-amount if booked.order.side is Side.BUY else amount) - booked.fill.commission


def _shares_of(fills: Iterable[Fill]) -> dict[str, Decimal]:
    shares: dict[str, Decimal] = defaultdict(Decimal)
    for booked in fills:
        shares[booked.order.symbol] += booked.fill.shares if booked.order.side is Side.BUY else -booked.fill.shares
    return {symbol: held for symbol, held in shares.items() if held}
