"""Orders: the latest of the account, what is pending, what became of one, who confirmed it, and its stop."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.accounting.books import AccountBooks
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer, card_shown
from bot.domain.conversation.requests.account import SetStop, ShowOrders, ShowOrderStatus, ShowPending, ShowTradeRecord
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, UNFINISHED_STATUSES, Decision, DecisionQuery
from bot.domain.trading.execution.orders import ConfirmedOrder, OrderReport, Side
from bot.domain.trading.pending import PendingQuery
from bot.ports import Clock, Stores, Transaction
from bot.presentation.account.account_summary import AccountSummary, open_orders_line
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.turns.instrument_resolver import InstrumentResolver

_ORDERS: Final = 10  # shown, the latest
_CONFIRMED: Final = CARRIED_OUT_STATUSES | UNFINISHED_STATUSES
_ONE: Final = 1
_LATEST: Final = 20  # decisions among which the one is looked for that something happened to last


@dataclass(frozen=True, slots=True)
class OrderHandlers:
    """Handlers of questions about orders. Each raises StoreUnavailableError."""

    stores: Stores
    outcomes: OutcomePresenter
    clock: Clock
    resolver: InstrumentResolver

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {
            ShowOrders: self._latest,
            ShowPending: self.pending,
            ShowOrderStatus: self._statuses,
            ShowTradeRecord: self.records,
            SetStop: self._no_stop,
        }

    async def _latest(self, context: TurnContext, _: ShowOrders) -> TurnResult:
        async with self.stores.read(context.turn.tenant_id) as tx:
            orders = await tx.accounts.orders(context.account.id, limit=_ORDERS)
            resolutions = [await tx.decisions.resolution(order.decision_id) for order in orders]
        confirmed = [
            ConfirmedOrder(order, by.person_name if by is not None else "")
            for order, by in zip(orders, resolutions, strict=True)
        ]
        now = context.turn.accepted_at
        return TurnResult(answer=AccountSummary(self.outcomes.cards).orders_answer(confirmed, context.locale, now=now))

    async def pending(self, context: TurnContext, request: ShowPending) -> TurnResult:
        """Return a page of what can be confirmed, with the buttons of the person's own decisions on it."""
        query = PendingQuery(at=self.clock.now(), person_id=context.turn.person.id, page=request.page)
        async with self.stores.read(context.turn.tenant_id) as tx:
            page = await tx.decisions.pending_page(query)
            orders = await tx.accounts.open_orders(context.account.id)
        cards, locale = self.outcomes.cards, context.locale
        still_open = map(Paragraph, open_orders_line(cards.texts, locale, orders))
        return TurnResult(
            answer=Answer(
                blocks=(*AccountSummary(cards).pending_blocks(page, locale), *still_open),
                symbols=tuple(dict.fromkeys(each.proposal.symbol for each in page.decisions)),
                decisions=page.decisions,
                buttons=cards.named_buttons(locale, page.own),
            )
        )

    async def _statuses(self, context: TurnContext, request: ShowOrderStatus | ShowTradeRecord) -> TurnResult:
        by = request.asked_by if isinstance(request, ShowTradeRecord) else ""
        answers = [await self._status(context, symbol, by) for symbol in request.shares.symbols or (None,)]
        told = {shown.id for answer in answers for shown in answer.shows}
        waiting = [each for each in context.own_pending if not by and card_shown(each).id not in told]
        still = self.outcomes.cards.pending_note(context.locale, waiting)
        return TurnResult(
            answer=Answer(
                blocks=(*(block for answer in answers for block in answer.blocks), *still),
                symbols=tuple(symbol for answer in answers for symbol in answer.symbols),
                shows=tuple(shown for answer in answers for shown in answer.shows),
            ),
            state=context.state,
        )

    async def _status(self, context: TurnContext, symbol: str | None, by: str) -> Answer:
        """Return what has become of the latest order: of the person's in this thread, else said to be of another."""
        person_id, market = None if by else context.turn.person.id, context.account.market
        query = DecisionQuery(limit=_LATEST, asked_by=person_id, symbol=symbol, market=market)
        here = replace(query, conversation_id=None if by else context.conversation.id)
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = await tx.decisions.find_matching(here) or await tx.decisions.find_matching(query)
            of_person = [each for each in found if await _is_asked_by(tx, each, by)]
            latest = max(of_person, key=changed_at, default=None)
            report = await tx.accounts.report_for(latest.id) if latest is not None else None
        is_here = by or latest is None or latest.conversation_id == context.conversation.id
        is_elsewhere = not (is_here or latest in context.own_pending)  # a card may be shown in several threads
        message_id = "order-of-nobody" if by else "decision-status-elsewhere" if latest else "decision-status-none"
        none = Paragraph(self._nothing_here(context, message_id, symbol, by))
        if latest is None:
            return Answer(blocks=(none,), symbols=(symbol,) if symbol else ())
        answer = self.outcomes.status(context.locale, latest, report, now=self.clock.now())
        blocks = (none, *answer.blocks) if is_elsewhere else answer.blocks
        return replace(answer, blocks=blocks, shows=(card_shown(latest),))

    def _nothing_here(self, context: TurnContext, message_id: str, symbol: str | None, by: str) -> str:
        """Return that nothing was ordered here, and what is held of the share that is asked about."""
        texts, locale = self.outcomes.cards.texts, context.locale
        held = next((each.shares for each in context.positions if each.symbol == symbol), Decimal(0))
        is_told = symbol and not by and message_id != "decision-status-elsewhere"
        holds = texts.render(locale, "position-held", symbol=symbol, shares=held) if is_told else ""
        return texts.join(locale, texts.render(locale, message_id, symbol=symbol or "none", person=by), holds)

    async def records(self, context: TurnContext, request: ShowTradeRecord) -> TurnResult:
        """Return who confirmed the latest trade, when, with which stop, and what waits; of one person, their order."""
        if request.asked_by:
            return await self._statuses(context, request)
        symbols = request.shares.symbols or context.conversation.focus[:1] or (None,)
        blocks = tuple([block for symbol in symbols for block in await self._record(context, request, symbol)])
        named = tuple(symbol for symbol in symbols if symbol is not None)
        return TurnResult(answer=Answer(blocks=blocks, symbols=named), state=context.state)

    async def _record(self, context: TurnContext, request: ShowTradeRecord, symbol: str | None) -> Sequence[Block]:
        """Return what is known of one share, or of all: of what is pending, and of what was traded last."""
        texts, locale = self.outcomes.cards.texts, context.locale
        pending = [each for each in context.pending if symbol in {None, each.proposal.symbol}][-1:]
        query = DecisionQuery(limit=_LATEST, symbol=symbol, side=request.side, market=context.account.market)
        async with self.stores.read(context.turn.tenant_id) as tx:
            found = await tx.decisions.find_matching(query)
            if not found and request.is_latest and not request.shares.symbols:
                found = await tx.decisions.find_matching(replace(query, symbol=None))
            traded = max((each for each in found if each.status in _CONFIRMED), key=changed_at, default=None)
            report = await tx.accounts.report_for(traded.id) if traded is not None else None
            confirmed = await tx.decisions.resolution(traded.id) if traded is not None else None
            books = AccountBooks.of(await tx.ledger.load_ledger(context.account))
        blocks = [block for each in pending for block in self._recorded(context, each, None, "")]
        if traded is None:
            none = texts.render(locale, "trade-record-none", symbol=symbol or "none", side=request.side or "none")
            return blocks or (Paragraph(none),)
        person = confirmed.person_name if confirmed is not None else "none"
        when = locale.format_instant(changed_at(traded))
        record = texts.render(locale, "trade-record", person=person, when=when)
        sales = [each.result for each in books.trades if each.symbol == traded.proposal.symbol]
        if sales and traded.proposal.side is Side.SELL:
            gain = self.outcomes.signed_usd(locale, sales[-1])
            record = texts.join(locale, texts.render(locale, "trade-record-result", gain=gain), record)
        return (*blocks, *self._recorded(context, traded, report, record))

    def _recorded(
        self, context: TurnContext, decision: Decision, report: OrderReport | None, record: str
    ) -> Iterator[Block]:
        """Yield what became of a decision, then who confirmed it, and its stop."""
        texts, locale, stop = self.outcomes.cards.texts, context.locale, decision.proposal.stop_price
        yield from self.outcomes.status(locale, decision, report, now=self.clock.now()).blocks
        level = "" if stop is None else texts.render(locale, "trade-record-stop", stop=stop)
        if text := texts.join(locale, record, level):
            yield Paragraph(text)

    async def _no_stop(self, context: TurnContext, request: SetStop) -> TurnResult:
        """Say that no stop is placed, and of what is held how an alert at its level is set."""
        texts, held = self.resolver.texts, tuple(each.symbol for each in context.positions)
        named = self.resolver.resolve(context, request.shares) or (held if len(held) == _ONE else ())
        symbol = next((each for each in named if each in held), None)
        text = (
            texts.render(context.locale, "stop-alone")
            if symbol is None or request.level is None
            else texts.render(context.locale, "stop-of-held", symbol=symbol, level=request.level)
        )
        return TurnResult.of_text(text, symbols=named[:1], state=context.state, focus=named[:1] or None)


async def _is_asked_by(tx: Transaction, decision: Decision, name: str) -> bool:
    """Return whether somebody of a name has asked for a decision; of no name, anybody."""
    turn = await tx.turns.get(decision.turn_id) if name else None
    return not name or is_called("" if turn is None else turn.person.name, name)


def is_called(name: str, asked: str) -> bool:
    """Return whether words name a person: by the whole name, or its first word."""
    return asked.casefold() in {name.casefold(), name.casefold().partition(" ")[0]}


def changed_at(decision: Decision) -> datetime:
    """Return when a decision was last made, confirmed or cancelled."""
    return decision.decided_at or decision.created_at
