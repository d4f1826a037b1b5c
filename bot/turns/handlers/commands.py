"""Commands without an intent: orders, status, help, settings, the sample clock, reset.

Other commands have modules of their own and are passed in by name.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.calendar.pass_time import PassTime, PlannedTime
from bot.context.portfolio import PortfolioService
from bot.context.turn import ClockMove, TurnContext, TurnHandler, TurnResult
from bot.domain.accounting.ledger import BookedAction
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Event
from bot.domain.market.price_history import ActionKind
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.execution.orders import ConfirmedOrder
from bot.language.commands import command_called, nearest_command
from bot.language.quantities.session_spans import session_count
from bot.ports import Stores
from bot.presentation.account.account_summary import AccountSummary
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.status import status_blocks
from bot.presentation.watching.passed_time import PassedEvents, PassedTimePresenter
from bot.trading.account.roll_forward import RollForward
from bot.trading.market_clock import MarketClock
from bot.turns.handlers.settings import SettingsCommand

_ORDERS = 10  # shown, the latest


@dataclass(frozen=True, slots=True)
class CommandHandler:
    """Handler of slash commands, and of single words that mean the same."""

    stores: Stores
    portfolio: PortfolioService
    market_clock: MarketClock
    cards: DecisionCards
    roll_forward: RollForward
    pass_time: PassTime
    passed_time: PassedTimePresenter
    settings: SettingsCommand
    other_commands: Mapping[str, TurnHandler] = field(default_factory=dict)  # by the command's name: "usage"

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Carry out the command. Raises: MarketDataError, StoreUnavailableError."""
        handlers: Mapping[str, TurnHandler] = {
            "orders": self._orders,
            "status": self._status,
            "help": self._help,
            "advance": self._advance,
            "reset": self._reset,
            "settings": self.settings,
            **self.other_commands,
        }
        return await handlers.get(context.understanding.command or "", self._unknown)(context)

    async def _orders(self, context: TurnContext) -> TurnResult:
        async with self.stores.read(context.turn.tenant_id) as tx:
            orders = await tx.accounts.orders(context.account.id, limit=_ORDERS)
            resolutions = [await tx.decisions.resolution(order.decision_id) for order in orders]
        confirmed = [
            ConfirmedOrder(order, by.person_name if by is not None else "")
            for order, by in zip(orders, resolutions, strict=True)
        ]
        now = context.turn.accepted_at
        return TurnResult(answer=AccountSummary(self.cards).orders_answer(confirmed, context.locale, now=now))

    async def _status(self, context: TurnContext) -> TurnResult:
        return _result(*status_blocks(self.cards.texts, context, market=self.portfolio.market.name))

    async def _help(self, context: TurnContext) -> TurnResult:
        brief, commands = (self.cards.texts.render(context.locale, name) for name in ("help", "help-commands"))
        if on_topic := _lines_about(" ".join(context.understanding.arguments), commands):
            brief = "\n".join((*on_topic, self.cards.texts.render(context.locale, "help-all")))
        return TurnResult(answer=Answer(blocks=(Paragraph(brief),), details=(Paragraph(commands),)))

    async def _unknown(self, context: TurnContext) -> TurnResult:
        texts, typed = self.cards.texts, context.understanding.command or ""
        near = nearest_command(typed)
        if near is None:
            return _result(Paragraph(texts.render(context.locale, "command-unknown")))
        return _result(Paragraph(texts.render(context.locale, "command-misspelt", typed=typed, near=near)))

    async def _reset(self, context: TurnContext) -> TurnResult:
        text = self.cards.texts.render(context.locale, "reset-done")
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)), event=Event.RESET, focus=(), stated_limits=())

    async def _advance(self, context: TurnContext) -> TurnResult:
        """Move the account's market clock; only the sample market has one that can be moved."""
        texts, locale = self.cards.texts, context.locale
        left = self.market_clock.sessions_left(context.market_time)
        sessions = _session_count(context.understanding.arguments)
        if sessions is None:
            return _result(Paragraph(texts.render(locale, "advance-how", most=left)))
        if sessions > left:
            return _result(Paragraph(texts.render(locale, "advance-too-far", most=left)))
        await self.market_clock.require_movable(context.account)
        close = self.market_clock.close_after_sessions(context.market_time, sessions)
        done = texts.render(locale, "advance-done", count=sessions, date=market_date(close))
        rolled = await self.roll_forward.preview(context.account, to=close)
        span = self.pass_time.span(context.account, since=context.market_time, until=close)
        passed = await self.pass_time.plan(span, answered_in=context.turn.thread)
        text = texts.join(locale, done, *(self._action_sentence(locale, each) for each in rolled.actions))
        events = PassedEvents(
            alerts=passed.told_here,
            outcomes=passed.outcomes,
            briefs=[each.answer for each in passed.briefs_here],
            of_other_threads=passed.told_in_other_threads,
            posted=len(passed.posted) - len(passed.told_in_other_threads),
        )
        return TurnResult(
            answer=self.passed_time.answer(locale, events, first=Paragraph(text)),
            clock_move=ClockMove(context.account, close, rolled, PlannedTime(passed, self.pass_time)),
        )

    def _action_sentence(self, locale: Locale, action: BookedAction) -> str:
        facts = {"symbol": action.symbol, "date": action.ex_date, "shares": action.shares, "cash": action.cash}
        if action.kind is ActionKind.DIVIDEND:
            return self.cards.texts.render(locale, "advance-dividend", **facts)
        facts["after"] = action.shares_after
        if action.cash < 0:
            return self.cards.texts.render(locale, "advance-split-takes-back", **facts | {"cash": -action.cash})
        return self.cards.texts.render(locale, "advance-split", **facts)


def _result(*blocks: Block) -> TurnResult:
    return TurnResult(answer=Answer(blocks=blocks))


def _lines_about(topic: str, commands: str) -> tuple[str, ...]:
    """Return the lines of the list of commands that are about a topic: a command, also misspelt, or a word of them."""
    word = topic.strip().lstrip("/").lower()
    if not word:
        return ()
    lines = commands.splitlines()[1:]
    called = command_called(word)
    for name in (called, nearest_command(called)):
        if found := tuple(line for line in lines if name and re.search(rf"/{re.escape(name)}(?!\w)", line)):
            return found
    return tuple(line for line in lines if word in line.lower())


def _session_count(arguments: tuple[str, ...]) -> int | None:
    """Return the arguments as a number of sessions; without an argument 1; None: not such a number."""
    return session_count(" ".join(arguments)) if arguments else 1
