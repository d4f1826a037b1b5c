"""An in-memory broker whose answers can be lost."""

from dataclasses import dataclass, field, replace
from decimal import Decimal

from bot.domain.ids import TenantId, derive_id
from bot.domain.trading.orders import Order, OrderReport, OrderStatus
from bot.domain.trading.paper import execute_paper_order
from bot.errors import StoreUnavailableError
from tests.fakes.memory import Fill, InMemoryDatabase, StoredState


@dataclass
class FakeBroker:
    """`Broker`, in memory: fills at once at the reference price, as the paper account does."""

    memory: InMemoryDatabase
    commission: Decimal = Decimal(0)
    client_order_ids: list[str] = field(default_factory=list)  # of every order carried out, in sequence
    lose_answers: int = 0  # of the next so many calls: carried out, and then no answer

    async def submit(self, order: Order) -> OrderReport:
        async with self.memory.transaction() as state:
            report = state.reports.get(order.client_order_id) or self._carry_out(state, order)
        if self.lose_answers > 0:
            self.lose_answers -= 1
            raise StoreUnavailableError(store="broker", problem="the answer was lost")
        return report

    async def find_order(self, *, tenant_id: TenantId, client_order_id: str) -> OrderReport | None:
        async with self.memory.transaction() as state:
            known = any(
                each.client_order_id == client_order_id and each.tenant_id == tenant_id
                for each in state.orders.values()
            )
            return state.reports.get(client_order_id) if known else None

    def _carry_out(self, state: StoredState, order: Order) -> OrderReport:
        account = state.accounts[order.account_id]
        key = (order.account_id, order.symbol)
        done = execute_paper_order(
            order, cash=account.cash, position=state.positions.get(key), commission=self.commission
        )
        state.orders.setdefault(order.decision_id, order)
        state.reports[order.client_order_id] = done.report
        if done.report.status is OrderStatus.FILLED:
            self.client_order_ids.append(order.client_order_id)
            state.fills[derive_id(order.id, "fill")] = Fill(order, done.report)
            state.accounts[order.account_id] = replace(account, cash=done.cash)
            if done.position is None:
                del state.positions[key]
            else:
                state.positions[key] = done.position
        return done.report
