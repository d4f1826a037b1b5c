"""Commands that are no intent: account, pending decisions, orders, status, help, settings, the sample clock, reset.

Those that have little in common with these stand in modules of their own, and are handed in.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from bot.context.portfolio import PortfolioService
from bot.context.turn import ClockMove, TurnContext, TurnResult
from bot.domain.conversation.messages import Answer, Block, Paragraph, Table
from bot.domain.conversation.states import Event
from bot.domain.market.snapshot import market_date
from bot.ports import Clock, Stores
from bot.presentation.account_summary import AccountSummary
from bot.presentation.cards import DecisionCards
from bot.presentation.possible_actions import possible_now
from bot.trading.market_clock import MarketClock
from bot.turns.handlers.settings import SettingsCommand

Handler = Callable[[TurnContext], Awaitable[TurnResult]]

_DIGITS = 6  # of a number of sessions


@dataclass(frozen=True, slots=True)
class CommandHandler:
    """Handler of slash commands, and of lone words that mean the same."""

    stores: Stores
    desk: PortfolioService
    market_clock: MarketClock
    cards: DecisionCards
    clock: Clock
    settings: SettingsCommand
    others: Mapping[str, Handler] = field(default_factory=dict)  # by the command's name: "usage"

    @property
    def books(self) -> AccountSummary:
        """Words for the account and what is pending."""
        return AccountSummary(self.desk, self.cards)

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Carry out the command. Raises: MarketDataError, StoreUnavailableError."""
        known: Mapping[str, Handler] = {
            "portfolio": self._portfolio,
            "pending": self._pending,
            "orders": self._orders,
            "status": self._status,
            "help": self._help,
            "advance": self._advance,
            "reset": self._reset,
            "settings": self.settings,
            **self.others,
        }
        return await known.get(asked.understanding.command or "", self._unknown)(asked)

    async def _portfolio(self, asked: TurnContext) -> TurnResult:
        blocks = await self.books.holdings(asked.account, asked.positions, asked.language)
        return _answer(*blocks, symbols=tuple(held.symbol for held in asked.positions))

    async def _pending(self, asked: TurnContext) -> TurnResult:
        async with self.stores.transaction(asked.turn.tenant_id) as tx:
            pending = await self.books.pending(tx, at=self.clock.now())
        own = (each.decision for each in pending if each.decision.asked_by == asked.turn.person.id)
        return TurnResult(
            answer=Answer(
                blocks=self.books.pending_blocks(pending, asked.language, now=self.clock.now()),
                symbols=tuple(dict.fromkeys(each.decision.proposal.symbol for each in pending)),
                decisions=tuple(each.decision for each in pending),
                buttons=self.cards.named_buttons(asked.language, own),
            ),
        )

    async def _orders(self, asked: TurnContext) -> TurnResult:
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

    async def _status(self, asked: TurnContext) -> TurnResult:
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

    async def _help(self, asked: TurnContext) -> TurnResult:
        return _answer(Paragraph(self.cards.say.say(asked.language, "help")))

    async def _unknown(self, asked: TurnContext) -> TurnResult:
        return _answer(Paragraph(self.cards.say.say(asked.language, "command-unknown")))

    async def _reset(self, asked: TurnContext) -> TurnResult:
        text = self.cards.say.say(asked.language, "reset-done")
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)), event=Event.RESET, focus=(), stated=())

    async def _advance(self, asked: TurnContext) -> TurnResult:
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
        return TurnResult(answer=Answer(blocks=(Paragraph(done),)), clock_move=ClockMove(asked.account, close))


def _answer(*blocks: Block, symbols: tuple[str, ...] = ()) -> TurnResult:
    return TurnResult(answer=Answer(blocks=blocks, symbols=symbols))


def _whole(arguments: tuple[str, ...]) -> int | None:
    """The one argument as a number of sessions from 1; one session without an argument."""
    match arguments:
        case ():
            return 1
        case (word,) if word.isascii() and word.isdecimal() and len(word) <= _DIGITS:
            return int(word) or None
        case _:
            return None
