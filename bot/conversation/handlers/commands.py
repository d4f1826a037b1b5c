"""Commands that are no intent: account, pending decisions, orders, status, help, the sample market's clock, reset."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from bot.conversation.cards import Cards
from bot.conversation.desk import Desk
from bot.conversation.market_clock import MarketClock
from bot.conversation.possibilities import possible_now
from bot.conversation.turn import Asked, ClockMove, Outcome
from bot.domain.accounts import Portfolio, Position
from bot.domain.conversation import Event
from bot.domain.decisions import Decision
from bot.domain.market import Quote, market_date
from bot.domain.messages import Answer, Block, Paragraph, Table
from bot.domain.understanding import Language
from bot.ports import Clock, Stores

_DIGITS = 6  # of a number of sessions


@dataclass(frozen=True, slots=True)
class Commands:
    """Handler of slash commands, and of lone words that mean the same."""

    stores: Stores
    desk: Desk
    market_clock: MarketClock
    cards: Cards
    clock: Clock

    async def __call__(self, asked: Asked) -> Outcome:
        """Carry out the command. Raises: MarketDataError, StoreUnavailableError."""
        known: Mapping[str, Callable[[Asked], Awaitable[Outcome]]] = {
            "portfolio": self._portfolio,
            "pending": self._pending,
            "orders": self._orders,
            "status": self._status,
            "help": self._help,
            "advance": self._advance,
            "reset": self._reset,
        }
        return await known.get(asked.understanding.command or "", self._unknown)(asked)

    async def _portfolio(self, asked: Asked) -> Outcome:
        say, language = self.cards.say, asked.language
        sight = await self.desk.sight(asked.account)
        found = await sight.quotes(held.symbol for held in asked.positions)
        prices = {symbol: quote.price for symbol, quote in found.items() if isinstance(quote, Quote)}
        portfolio = Portfolio(asked.account, tuple(p for p in asked.positions if p.symbol in prices), prices)
        when = self.cards.when(language, sight.market_time, self.desk.market.name)
        totals = say.say(
            language,
            "portfolio-totals",
            total=portfolio.total_assets,
            cash=portfolio.account.cash,
            positions=portfolio.position_value,
            when=when,
        )
        if not asked.positions:
            return _answer(Paragraph(totals), Paragraph(say.say(language, "portfolio-empty")))
        columns = tuple(
            say.say(language, f"column-{name}") for name in ("symbol", "shares", "cost", "price", "value", "gain")
        )
        rows = tuple(self._position(language, held, prices.get(held.symbol)) for held in asked.positions)
        unpriced = [held.symbol for held in asked.positions if held.symbol not in prices]
        blocks: list[Block] = [Paragraph(totals), Table(columns, rows)]
        if unpriced:
            names = say.say(language, "list-separator").join(unpriced)
            blocks.append(Paragraph(say.say(language, "portfolio-unpriced", symbols=names)))
        return _answer(*blocks, symbols=tuple(held.symbol for held in asked.positions))

    def _position(self, language: Language, held: Position, price: Decimal | None) -> tuple[str, ...]:
        say = self.cards.say

        def usd(amount: Decimal) -> str:
            return say.say(language, "usd", amount=amount)

        row = (held.symbol, say.say(language, "number", value=held.shares), usd(held.average_cost))
        if price is None:
            unknown = say.say(language, "no-price")
            return (*row, unknown, unknown, unknown)
        gain = (price - held.average_cost) * held.shares
        signed = say.say(language, "signed-usd", sign="−" if gain < 0 else "+", amount=abs(gain))
        return (*row, usd(price), usd(price * held.shares), signed)

    async def _pending(self, asked: Asked) -> Outcome:
        say, language = self.cards.say, asked.language
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            pending = await tx.decisions.pending(at=self.clock.now())
            names = [(await tx.turns.get(decision.turn_id)).person.name for decision in pending]
        if not pending:
            return _answer(Paragraph(say.say(language, "pending-nothing")))
        columns = tuple(say.say(language, f"column-{name}") for name in ("decision", "asked-by", "price", "expires"))
        rows = tuple(self._pending_row(asked, d, name) for d, name in zip(pending, names, strict=True))
        return Outcome(
            answer=Answer(
                blocks=(Paragraph(say.say(language, "pending-opening", count=len(pending))), Table(columns, rows)),
                symbols=tuple(dict.fromkeys(d.proposal.symbol for d in pending)),
                decisions=pending,
                buttons=self.cards.named_buttons(
                    asked.language, (d for d in pending if d.asked_by == asked.turn.person.id)
                ),
            ),
        )

    def _pending_row(self, asked: Asked, decision: Decision, asked_by: str) -> tuple[str, ...]:
        p = decision.proposal
        return (
            self.cards.action(asked.language, p),
            asked_by,
            self.cards.say.say(asked.language, "usd", amount=p.price),
            self.cards.expiry(asked.language, decision, now=self.clock.now()),
        )

    async def _orders(self, asked: Asked) -> Outcome:
        say, language = self.cards.say, asked.language
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            orders = await tx.accounts.orders(asked.account.id, limit=10)
        if not orders:
            return _answer(Paragraph(say.say(language, "orders-nothing")))
        columns = tuple(say.say(language, f"column-{name}") for name in ("order", "price", "when", "status"))
        rows = tuple(
            (
                say.say(language, f"order-{order.side}", shares=order.shares, symbol=order.symbol),
                say.say(language, "usd", amount=order.reference_price),
                market_date(order.reference_as_of).isoformat(),
                say.coded(language, "order-status", order.status),
            )
            for order in orders
        )
        return _answer(Paragraph(say.say(language, "orders-opening", count=len(orders))), Table(columns, rows))

    async def _status(self, asked: Asked) -> Outcome:
        say, language = self.cards.say, asked.language
        separator = say.say(language, "list-separator")
        focus = separator.join(asked.conversation.focus) or say.say(language, "status-no-focus")
        text = say.say(
            language,
            "status",
            state=say.coded(language, "state", asked.state.lower()),
            focus=focus,
            pending=len(asked.pending),
            market=say.coded(language, "market", self.desk.market.name, date=asked.today.isoformat()),
        )
        return _answer(Paragraph(text), Paragraph(possible_now(say, asked)))

    async def _help(self, asked: Asked) -> Outcome:
        return _answer(Paragraph(self.cards.say.say(asked.language, "help")))

    async def _unknown(self, asked: Asked) -> Outcome:
        return _answer(Paragraph(self.cards.say.say(asked.language, "command-unknown")))

    async def _reset(self, asked: Asked) -> Outcome:
        text = self.cards.say.say(asked.language, "reset-done")
        return Outcome(answer=Answer(blocks=(Paragraph(text),)), event=Event.RESET, focus=(), stated=())

    async def _advance(self, asked: Asked) -> Outcome:
        """Move the account's market clock; only the sample market has one."""
        say, language = self.cards.say, asked.language
        left = self.market_clock.left(asked.market_time)
        sessions = _whole(asked.understanding.arguments)
        if sessions is None:
            return _answer(Paragraph(say.say(language, "advance-how", most=left)))
        if sessions > left:
            return _answer(Paragraph(say.say(language, "advance-too-far", most=left)))
        close = self.market_clock.advanced(asked.market_time, sessions)
        done = say.say(language, "advance-done", count=sessions, date=market_date(close))
        return Outcome(answer=Answer(blocks=(Paragraph(done),)), clock_move=ClockMove(asked.account, close))


def _answer(*blocks: Block, symbols: tuple[str, ...] = ()) -> Outcome:
    return Outcome(answer=Answer(blocks=blocks, symbols=symbols))


def _whole(arguments: tuple[str, ...]) -> int | None:
    """The one argument as a number of sessions from 1; one session without an argument."""
    match arguments:
        case ():
            return 1
        case (word,) if word.isascii() and word.isdecimal() and len(word) <= _DIGITS:
            return int(word) or None
        case _:
            return None
