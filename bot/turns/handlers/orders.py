"""Orders: the latest of the account, what became of one, and who confirmed it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer, card_shown
from bot.domain.conversation.requests.account import ShowOrders, ShowOrderStatus, ShowTradeRecord
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, UNFINISHED_STATUSES, Decision, DecisionQuery
from bot.domain.trading.execution.orders import ConfirmedOrder, OrderReport
from bot.ports import Clock, Stores
from bot.presentation.account.account_summary import AccountSummary
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.decisions.outcomes import OutcomePresenter

_ORDERS: Final = 10  # shown, the latest
_CONFIRMED: Final = CARRIED_OUT_STATUSES | UNFINISHED_STATUSES
_LATEST: Final = 20  # decisions among which the one is looked for that something happened to last


@dataclass(frozen=True, slots=True)
class OrdersHandler:
    """Handler of /orders."""

    stores: Stores
    cards: DecisionCards

    async def __call__(self, context: TurnContext, _: ShowOrders) -> TurnResult:
        """Return the account's latest orders, with who confirmed them. Raises: StoreUnavailableError."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            orders = await tx.accounts.orders(context.account.id, limit=_ORDERS)
            resolutions = [await tx.decisions.resolution(order.decision_id) for order in orders]
        confirmed = [
            ConfirmedOrder(order, by.person_name if by is not None else "")
            for order, by in zip(orders, resolutions, strict=True)
        ]
        now = context.turn.accepted_at
        return TurnResult(answer=AccountSummary(self.cards).orders_answer(confirmed, context.locale, now=now))


@dataclass(frozen=True, slots=True)
class OrderStatusHandler:
    """Handler of questions about what became of an order: in the share named, else the latest of the person's."""

    stores: Stores
    outcomes: OutcomePresenter
    clock: Clock

    async def __call__(self, context: TurnContext, request: ShowOrderStatus) -> TurnResult:
        """Return the status of the latest decision of each share named, or of all. Raises: StoreUnavailableError."""
        symbols = request.shares.symbols or (None,)
        answers = [await self._status(context, symbol) for symbol in symbols]
        blocks = tuple(block for answer in answers for block in answer.blocks)
        return TurnResult(
            answer=Answer(
                blocks=blocks,
                symbols=tuple(s for answer in answers for s in answer.symbols),
                shows=tuple(shown for answer in answers for shown in answer.shows),
            ),
            state=context.state,
        )

    async def _status(self, context: TurnContext, symbol: str | None) -> Answer:
        query = DecisionQuery(
            limit=_LATEST, asked_by=context.turn.person.id, symbol=symbol, market=context.account.market
        )
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = await tx.decisions.find_matching(query)
            latest = max(found, key=_changed_at, default=None)
            report = await tx.accounts.report_for(latest.id) if latest is not None else None
        if latest is not None:
            answer = self.outcomes.status(context.locale, latest, report, now=self.clock.now())
            return replace(answer, shows=(card_shown(latest),))
        none = self.outcomes.cards.texts.render(context.locale, "decision-status-none", symbol=symbol or "none")
        return Answer(blocks=(Paragraph(none),), symbols=(symbol,) if symbol else ())


@dataclass(frozen=True, slots=True)
class TradeRecordHandler:
    """Handler of questions who confirmed a trade, when, and with which stop: of anybody's trades of the account."""

    stores: Stores
    outcomes: OutcomePresenter
    clock: Clock

    async def __call__(self, context: TurnContext, request: ShowTradeRecord) -> TurnResult:
        """Return the record of the latest trade, and what waits for a confirmation. Raises: StoreUnavailableError."""
        symbols = request.shares.symbols or context.conversation.focus[:1] or (None,)
        blocks = tuple([block for symbol in symbols for block in await self._record(context, symbol)])
        named = tuple(symbol for symbol in symbols if symbol is not None)
        return TurnResult(answer=Answer(blocks=blocks, symbols=named), state=context.state)

    async def _record(self, context: TurnContext, symbol: str | None) -> Sequence[Block]:
        """Return what is known of one share, or of all: of what is pending, and of what was traded last."""
        texts, locale = self.outcomes.cards.texts, context.locale
        pending = [each for each in context.pending if symbol in {None, each.proposal.symbol}][-1:]
        query = DecisionQuery(limit=_LATEST, symbol=symbol, market=context.account.market)
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = await tx.decisions.find_matching(query)
            traded = max((each for each in found if each.status in _CONFIRMED), key=_changed_at, default=None)
            report = await tx.accounts.report_for(traded.id) if traded is not None else None
            confirmed = await tx.decisions.resolution(traded.id) if traded is not None else None
        blocks = [block for each in pending for block in self._status(context, each, None, "")]
        if traded is None:
            none = texts.render(locale, "trade-record-none", symbol=symbol or "none")
            return blocks or (Paragraph(none),)
        person = confirmed.person_name if confirmed is not None else "none"
        when = locale.format_instant(_changed_at(traded))
        record = texts.render(locale, "trade-record", person=person, when=when)
        return (*blocks, *self._status(context, traded, report, record))

    def _status(
        self, context: TurnContext, decision: Decision, report: OrderReport | None, record: str
    ) -> Iterator[Block]:
        """Yield what became of a decision, then who confirmed it, and its stop."""
        texts, locale, stop = self.outcomes.cards.texts, context.locale, decision.proposal.stop_price
        yield from self.outcomes.status(locale, decision, report, now=self.clock.now()).blocks
        level = "" if stop is None else texts.render(locale, "trade-record-stop", stop=stop)
        if text := texts.join(locale, record, level):
            yield Paragraph(text)


def _changed_at(decision: Decision) -> datetime:
    """Return when a decision was last made, confirmed or cancelled."""
    return decision.decided_at or decision.created_at
