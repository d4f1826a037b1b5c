"""Loads the data needed to answer a message, and understands the message by rules."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.committee.run_basis import RunBasis
from bot.domain.conversation.shared_files import MessageKey, SharedFile
from bot.domain.conversation.states import Event, Intent, State
from bot.domain.conversation.transitions import apply_event, is_timed_out, resting_state
from bot.domain.conversation.turns import Conversation, InputKind, Turn
from bot.domain.conversation.understanding import Entities, Understanding
from bot.domain.figures.query import FigureQuery
from bot.domain.market.instruments import InstrumentTable
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.domain.trading.decisions import Decision
from bot.language.commands import without_mention
from bot.language.deep_analysis import text_without_depth
from bot.language.knowledge.requests import COMMAND as KNOWLEDGE
from bot.language.message_reading import ReadingContext
from bot.language.questions.asides import text_behind_aside
from bot.language.understand import understand
from bot.ports import Clock, Stores, Transaction
from bot.reading.figures.compared import compared_by_figure
from bot.reading.figures.parts import Surroundings
from bot.reading.figures.reader import read_figure_query
from bot.trading.account.roll_forward import RollForward
from bot.trading.run_basis import read_run_basis
from bot.turns.state import TurnRequest

_VERDICTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadMessage:
    """Builds the `TurnContext` of a turn when work on it begins."""

    stores: Stores
    portfolio: PortfolioService
    roll_forward: RollForward
    instruments: InstrumentTable
    policy: Policy
    clock: Clock

    async def __call__(self, request: TurnRequest) -> TurnContext:
        """Return the message with its conversation and account. Raises: StoreUnavailableError, MarketSourceError."""
        turn = request.claim.turn
        async with self.stores.read(turn.tenant_id) as tx:
            read = await tx.conversations.get_in_channel(turn.conversation_id)
            pending = await tx.decisions.decidable_by(turn)
            account, positions = await self.portfolio.holdings(tx)
            analysis = await tx.analysis_runs.get(turn.id) if turn.kind is InputKind.ANALYSIS else None
            basis = await self._run_basis(tx, turn)
        if await self.roll_forward.try_catch_up(account):
            async with self.stores.read(turn.tenant_id) as tx:
                account, positions = await self.portfolio.holdings(tx)
        settings = read.settings
        conversation = self._apply_time_outs(read.conversation, pending=len(pending))
        market_time = account.market_time or await self.portfolio.market.now()
        language = settings.language or turn.person.language or conversation.language
        reading = ReadingContext(
            instruments=self.instruments,
            today=market_date(market_time),
            focus=conversation.focus,
            pending=len(pending),
            is_card_last=_is_card_last(conversation, pending, turn),
            profile=language,
        )
        understood = analysis.understanding if analysis is not None else None  # it means what it meant to begin with
        query = None
        if understood is None:
            max_characters = self.policy.max_message_characters
            understood = await read_beside(turn.text, lambda: _understand(turn, reading, max_characters=max_characters))
            query = _read(turn, reading, understood, held=tuple(each.symbol for each in positions))
            understood = understood if query is None else _understanding_of(query, understood)
        return TurnContext(
            turn=turn,
            conversation=conversation,
            state=conversation.state,
            is_first_in_channel=read.is_first_in_channel,
            files=await self._files(turn) if understood.command == KNOWLEDGE else (),
            has_knowledge=read.has_knowledge,
            understanding=understood,
            read=query,
            analysis=analysis,
            run_basis=basis,
            pending=pending,
            account=account,
            positions=positions,
            market_time=market_time,
            settings=settings,
            caller=request.caller,
        )

    async def _files(self, turn: Turn) -> tuple[SharedFile, ...]:
        async with self.stores.read(turn.tenant_id) as tx:
            return await tx.knowledge.files_of(MessageKey(turn.thread.channel, turn.platform_id))

    async def _run_basis(self, tx: Transaction, turn: Turn) -> RunBasis | None:
        if turn.kind is not InputKind.ANALYSIS:
            return None
        return await read_run_basis(tx, turn, market=self.portfolio.market.name, at=self.clock.now())

    def _apply_time_outs(self, conversation: Conversation, *, pending: int) -> Conversation:
        """Apply time-outs: idleness ends a topic, an automatic reset ends ERROR, expiry ends AWAITING_CONFIRM."""
        state = conversation.state
        if conversation.message_count and is_timed_out(
            conversation.last_active_at, self.clock.now(), self.policy.idle_after
        ):
            state = apply_event(state, Event.TIMED_OUT)
            conversation = replace(conversation, stated_limits=())
        if state is State.ERROR and self.policy.reset_on_error:
            state = apply_event(state, Event.RESET)
        return replace(conversation, state=resting_state(state, pending=pending))


def _is_card_last(conversation: Conversation, pending: Sequence[Decision], turn: Turn) -> bool:
    """Return whether Parley's latest message is one card of this person, or about it only."""
    own = {each.key for each in pending if each.asked_by == turn.person.id}
    return len(conversation.offered) == 1 and conversation.offered[0] in own and not conversation.is_offer_doubted


def _understand(turn: Turn, context: ReadingContext, *, max_characters: int) -> Understanding:
    """Understand the first characters of a message; of a message that raises, only the language is known."""
    try:
        return understand(turn.text[:max_characters], context)
    except Exception:  # noqa: BLE001  # a bug: the person is asked back, the log gets the traceback
        _log.exception("turn %s was not understood", turn.id)
        return Understanding(Intent.UNKNOWN, 0.0, context.profile or Language.ENGLISH, Entities())


def _read(
    turn: Turn, context: ReadingContext, understood: Understanding, *, held: tuple[str, ...]
) -> FigureQuery | None:
    """Return the request that a message makes; None: none that is read so far, or the rules have found a verdict."""
    if understood.intent in _VERDICTS:
        return None
    around = Surroundings(
        context.instruments,
        context.today,
        focus=context.focus,
        held=held,
        pending=context.pending,
        is_card_last=context.is_card_last,
    )
    try:
        found = (read_figure_query(text, around) for text in _questions(turn, context, understood))
        return next((query for query in found if query is not None), None) or _compared_by_figure(turn, understood)
    except Exception:  # noqa: BLE001  # a bug: what the rules understood counts, the log gets the traceback
        _log.exception("turn %s was not read", turn.id)
        return None


def _compared_by_figure(turn: Turn, understood: Understanding) -> FigureQuery | None:
    """Return the comparison that the rules found, if it is one by figures."""
    if understood.comparison is None:
        return None
    text = without_mention(normalise(turn.text))
    return compared_by_figure(text, understood.comparison, understood.entities.symbols)


def _questions(turn: Turn, context: ReadingContext, understood: Understanding) -> Iterator[str]:
    """Yield the message, and what it asks besides how deeply, or behind an aside: "thanks. and the P/E of IBM?"."""
    plain = without_mention(normalise(turn.text))
    yield plain
    if understood.is_deep:
        yield text_without_depth(plain, context) or ""
    elif not _wants_more(understood):
        yield text_behind_aside(plain, context)


def _wants_more(understood: Understanding) -> bool:
    """Return whether a message wants something that a figure alone would not answer."""
    is_request = understood.command or understood.memory or understood.alert or understood.limits
    is_question = understood.comparison or understood.price_moves or understood.definition
    return bool(is_request or is_question) or understood.intent is Intent.DECIDE


def _understanding_of(query: FigureQuery, understood: Understanding) -> Understanding:
    """Return an understanding that says no more than the request: what else the rules found in its words is void."""
    named = Entities(symbols=query.symbols, misspelt=understood.entities.misspelt)
    return Understanding(Intent.ANALYZE, 1.0, understood.language, named, is_question=True)
