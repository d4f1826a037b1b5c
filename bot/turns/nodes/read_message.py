"""Loads the data needed to answer a message, and reads the message."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.context.picked_examples import PickedExamplesCache
from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.committee.runs import AnalysisRun, RunBasis
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.readings import PickedReading, Reading
from bot.domain.conversation.requests import shares_named
from bot.domain.conversation.requests.account import UndoTrade
from bot.domain.conversation.requests.memory import KnowledgeRequest
from bot.domain.conversation.states import Event, State, apply_event, is_timed_out, resting_state
from bot.domain.conversation.surroundings import Surroundings, before_message, is_other_shown, shown_last
from bot.domain.conversation.threads import MessageKey, SharedFile
from bot.domain.conversation.turns import Conversation, InputKind, Turn
from bot.domain.market.instruments import InstrumentTable
from bot.domain.market.snapshot import market_date
from bot.domain.trading.decisions import Decision
from bot.ports import Clock, Stores, Transaction
from bot.reading.reader import MessageReader
from bot.trading.account.roll_forward import RollForward
from bot.trading.limits.limit_book import read_run_basis
from bot.turns.asking_presses import PickedGuess, picked_guess
from bot.turns.state import TurnRequest

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
    examples: PickedExamplesCache

    async def __call__(self, request: TurnRequest) -> TurnContext:
        """Return the message with its conversation and account. Raises: StoreUnavailableError, MarketSourceError."""
        turn = request.claim.turn
        async with self.stores.read(turn.tenant_id) as tx:
            read = await tx.conversations.get_in_channel(turn.conversation_id, person_id=turn.person.id)
            pending = await tx.decisions.decidable_by(turn)
            dialogue = await tx.replies.dialogue(turn.conversation_id)
            account, positions = await self.portfolio.holdings(tx)
            picked = await picked_guess(tx, turn)
            examples = await self.examples.get(tx, turn.tenant_id, read.picked_version)
            analysis = await tx.analysis_runs.get(turn.id) if turn.kind is InputKind.ANALYSIS else None
            basis = await self._run_basis(tx, turn)
        if await self.roll_forward.try_catch_up(account):
            async with self.stores.read(turn.tenant_id) as tx:
                account, positions = await self.portfolio.holdings(tx)
        settings = read.settings
        conversation = self._apply_time_outs(read.conversation, pending=len(pending))
        market_time = account.market_time or await self.portfolio.market.now()
        language = settings.language or turn.person.language or read.person_language or conversation.language
        around = Surroundings(
            instruments=self.instruments,
            today=market_date(market_time),
            focus=conversation.focus,
            pending=len(pending),
            pending_symbols=frozenset(each.proposal.symbol for each in pending),
            is_card_last=_is_card_last(conversation, pending, turn),
            is_other_last=is_other_shown(dialogue, turn.person.id),
            profile=language,
            spoken=read.person_language,
            held=tuple(each.symbol for each in positions),
            has_own_card=any(each.asked_by == turn.person.id for each in pending),
            before=before_message(dialogue, turn.person.id),
            shown_last=shown_last(dialogue),
            others=read.others,
        )
        reader = MessageReader(around, examples)
        message = MessageFacts(
            text=turn.text, at=turn.accepted_at, zone=settings.zone, market_time=market_time, asker=turn.person.name
        )
        context = TurnContext(
            turn=turn,
            conversation=conversation,
            state=conversation.state,
            is_first_in_channel=read.is_first_in_channel,
            has_knowledge=read.has_knowledge,
            surroundings=around,
            reading=await self._read(turn, reader, message, analysis, picked),
            analysis=analysis,
            run_basis=basis,
            picked=None if settings.learn is False else _picked_reading(picked, turn, reader, message),
            pending=pending,
            account=account,
            positions=positions,
            market_time=market_time,
            settings=settings,
            dialogue=dialogue,
            caller=request.caller,
        )
        return await self._with_files(context, reader) if isinstance(context.request, KnowledgeRequest) else context

    async def _read(
        self,
        turn: Turn,
        reader: MessageReader,
        message: MessageFacts,
        analysis: AnalysisRun | None,
        picked: PickedGuess | None,
    ) -> Reading:
        """Return what the message asks for. What a run is to answer means what it meant to begin with."""
        if analysis is not None and (asked := analysis.asked) is not None:
            return Reading(request=asked.request, language=asked.language, shares=asked.request.terms.shares)
        shortened = replace(message, text=turn.text[: self.policy.max_message_characters])
        reading = await read_beside(turn.text, lambda: reader.read(shortened))
        if picked is None:
            return reading
        shares = shares_named(picked.request)
        is_whole = not isinstance(picked.request, UndoTrade)  # of what, the answers before tell
        return Reading(request=picked.request, language=reading.language, shares=shares, is_whole=is_whole)

    async def _with_files(self, context: TurnContext, reader: MessageReader) -> TurnContext:
        context = replace(context, files=await self._files(context.turn))
        return replace(context, reading=reader.read(context.message_facts))

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


def _picked_reading(
    picked: PickedGuess | None, turn: Turn, reader: MessageReader, message: MessageFacts
) -> PickedReading | None:
    """Return what is learnt from a press; None: nothing, as when somebody else said what was unclear."""
    if picked is None or picked.asked.person.id != turn.person.id or picked.asked.text != turn.text:
        return None
    kind = reader.kind_of(picked.request, message)
    return None if kind is None else PickedReading(picked.asked.id, picked.asked.text, kind)


def _is_card_last(conversation: Conversation, pending: Sequence[Decision], turn: Turn) -> bool:
    """Return whether Parley's latest message is one card of this person, or about it only."""
    own = {each.key for each in pending if each.asked_by == turn.person.id}
    return len(conversation.offered) == 1 and conversation.offered[0] in own and not conversation.is_offer_doubted
