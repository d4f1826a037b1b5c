"""Answers whether cash or shares suffice for a trade, by the rules that an order is held to; nothing is proposed."""

from dataclasses import dataclass, replace
from decimal import Decimal

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.dialogue import AskedSlot, ObjectKind, ShownObject
from bot.domain.conversation.requests.account import CheckFunds, CheckFundsTogether
from bot.domain.trading.execution.orders import Side
from bot.presentation.account.funds import FundsPresenter
from bot.trading.account.purchase_room import PurchaseRoomLoader
from bot.turns.instrument_resolver import example_share


@dataclass(frozen=True, slots=True)
class FundsHandlers:
    """Handlers of the questions whether funds suffice. Each raises MarketDataError, StoreUnavailableError."""

    rooms: PurchaseRoomLoader
    presenter: FundsPresenter

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {CheckFunds: self.check, CheckFundsTogether: self.check_together}

    async def check(self, context: TurnContext, request: CheckFunds) -> TurnResult:
        """Say whether cash or shares suffice; "/afford" without a share says how much cash there is."""
        symbol, locale = next(iter(request.shares.symbols or context.conversation.focus), None), context.locale
        if symbol is None and request.amount is not None:  # "I have 1500 dollars, what can I buy?"
            asked = self.presenter.said(locale, "which-symbol", symbol=example_share(context))
            return TurnResult(answer=asked).asking(AskedSlot.SHARE)
        if symbol is None:
            return TurnResult(answer=self.presenter.said(locale, "account-cash", cash=context.account.cash))
        if request.side is Side.SELL:
            held = next((each.shares for each in context.positions if each.symbol == symbol), Decimal(0))
            answer = self.presenter.sellable(locale, symbol, held=held, wanted=request.count)
            return TurnResult(answer=answer, state=context.state)
        room = await self.rooms.load(context, symbol, request)
        most = room.within_caps.shares if request.risk is not None else room.ordered.shares
        count = most if request.count is None else min(request.count, most)
        answer = (
            self.presenter.most(locale, room)
            if request.count is None
            else self.presenter.enough(locale, room, request.count)
        )
        counted = (ShownObject(kind=ObjectKind.COUNT, id="", symbols=(symbol,), value=count),) if count else ()
        answer = replace(answer, shows=(*answer.shows, *counted))
        return TurnResult(answer=answer, state=context.state, focus=(symbol,))

    async def check_together(self, context: TurnContext, request: CheckFundsTogether) -> TurnResult:
        """Say whether orders for several shares fit together."""
        rooms = [await self.rooms.load(context, symbol, CheckFunds()) for symbol, _ in request.counts]
        costs = [
            (each.symbol, count, each.power.price * count)
            for each, (_, count) in zip(rooms, request.counts, strict=True)
        ]
        power = rooms[0].power
        answer = self.presenter.together(
            context.locale, costs, cash=power.available_cash, room=rooms[0].spendable - power.commission * len(costs)
        )
        return TurnResult(answer=answer, state=context.state)
