"""Answers one claimed turn: understand, ask the state machine, let the intent's handler respond, store."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Final, Protocol

from bot.conversation.again import until_stored
from bot.conversation.desk import Desk
from bot.conversation.limits import remembered
from bot.conversation.persist import Finished, Persist
from bot.conversation.policy import Policy
from bot.conversation.possibilities import just_expired, possible_now
from bot.conversation.stops import Stops
from bot.conversation.turn import Asked, Outcome
from bot.conversation.wording import joined, told
from bot.domain.conversation import Event, Intent, State
from bot.domain.instruments import InstrumentTable
from bot.domain.language.understand import understand
from bot.domain.market import market_date
from bot.domain.messages import Answer, Block, Paragraph
from bot.domain.models import Caller
from bot.domain.transitions import happen, intend, rest, timed_out
from bot.domain.turns import Claim, Conversation, Turn
from bot.domain.understanding import Entities, Language, Understanding
from bot.errors import (
    IllegalTransitionError,
    LeaseLostError,
    MarketSourceError,
    OvertakenError,
    ParleyError,
    StoreUnavailableError,
)
from bot.locales import Catalogue
from bot.ports import Clock, People, Progress, Stores

_VERDICTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})
SURE: Final = 0.6  # below it the rules are unsure, and ask back

_log = logging.getLogger(__name__)


class Handler(Protocol):
    """Answers one intent."""

    async def __call__(self, asked: Asked) -> Outcome:
        """Return what to say and what it leads to. Raises: ParleyError, which is told to the person."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationManager:
    """Keeps the order of steps of a turn; knows no platform, no SQL and no sentence."""

    stores: Stores
    desk: Desk
    instruments: InstrumentTable
    handlers: Mapping[Intent, Handler]
    commands: Handler
    ask_back: Handler
    people: People
    progress: Progress
    stops: Stops
    persist: Persist
    say: Catalogue
    clock: Clock
    policy: Policy

    async def answer(self, claim: Claim) -> None:
        """Answer the claimed turn and store the answer.

        Raises: LeaseLostError, StoreUnavailableError, OvertakenError: nothing was stored; it will be claimed again.
        """
        person = await self.people.person(claim.turn)
        claim = replace(claim, turn=replace(claim.turn, person=person))
        try:
            await until_stored(lambda: self._work(claim), self.persist)
        finally:
            await self.progress.ended(claim.turn)

    async def _work(self, claim: Claim) -> Finished:
        asked = await self._asked(claim.turn)
        outcome = _keeping(asked, await self._unless_stopped(asked))
        await self.progress.ended(claim.turn)  # before the answer is stored, and so delivered: it stands last
        return Finished(
            turn=claim.turn,
            claim=claim,
            intent=asked.understanding.intent,
            confidence=asked.understanding.confidence,
            state_before=asked.state,
            language=outcome.language or asked.language,
            outcome=self._welcomed(asked, outcome),
        )

    async def _asked(self, turn: Turn) -> Asked:
        async with self.stores.transaction(turn.tenant_id) as tx:
            conversation = await tx.conversations.get(turn.conversation_id)
            pending = await tx.decisions.pending(at=turn.accepted_at, conversation_id=conversation.id)
            mine = await tx.decisions.decided_through(turn.id)
            account, positions = await self.desk.holdings(tx)
            settings = await tx.channels.settings(turn.thread.channel)
            is_first = await tx.conversations.is_first(turn.thread.channel)
        if mine is not None:  # this turn got that far before a crash: for it, what it decided on is still pending
            pending = (mine,)
        conversation = self._awake(conversation, pending=len(pending))
        market_time = account.market_time or await self.desk.market.now()
        language = settings.language or turn.person.language or conversation.language
        return Asked(
            turn=turn,
            conversation=conversation,
            state=conversation.state,
            is_first=is_first,
            understanding=self._understood(
                turn, conversation, pending=len(pending), today=market_date(market_time), language=language
            ),
            pending=pending,
            account=account,
            positions=positions,
            market_time=market_time,
            settings=settings,
            caller=Caller(
                tenant_id=turn.tenant_id,
                turn_id=turn.id,
                until=asyncio.get_running_loop().time() + self.policy.model_seconds,
            ),
        )

    def _understood(
        self, turn: Turn, conversation: Conversation, *, pending: int, today: date, language: Language
    ) -> Understanding:
        """Understand the message; one that shows no language is answered in `language`."""
        try:
            return understand(
                turn.text[: self.policy.max_characters],
                instruments=self.instruments,
                today=today,
                focus=conversation.focus,
                pending=pending,
                profile=language,
            )
        except Exception:  # noqa: BLE001  # a defect of ours: the person is asked back, we get the traceback
            _log.exception("turn %s was not understood", turn.id)
            return Understanding(Intent.UNKNOWN, 0.0, language, Entities())

    def _awake(self, conversation: Conversation, *, pending: int) -> Conversation:
        """Apply what time has done: idleness ends a topic, an automatic reset an error, expiry a wait."""
        state = conversation.state
        if conversation.message_count and timed_out(conversation.last_active_at, self.clock.now(), self.policy.idle):
            state = happen(state, Event.TIMED_OUT)
            conversation = replace(conversation, stated=())
        if state is State.ERROR and self.policy.reset_on_error:
            state = happen(state, Event.RESET)
        return replace(conversation, state=rest(state, pending=pending))

    async def _unless_stopped(self, asked: Asked) -> Outcome:
        """Respond, or leave off when its person asks for it; an order that is under way is never left half-done."""
        if asked.understanding.intent in _VERDICTS:
            return await self._outcome(asked)
        if asked.turn.is_stopped:
            return self._stopped(asked)
        responding = asyncio.ensure_future(self._outcome(asked))
        stopping = asyncio.ensure_future(self.stops.asked(asked.turn))
        try:
            await asyncio.wait({responding, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if responding.done():
                return await responding
            return self._stopped(asked)
        finally:
            responding.cancel()
            stopping.cancel()
            await asyncio.gather(responding, stopping, return_exceptions=True)

    def _stopped(self, asked: Asked) -> Outcome:
        stopped = self._sorry(asked, self.say.say(asked.language, "stopped"))
        return replace(stopped, answer=replace(stopped.answer, fallback="stopped"))

    async def _outcome(self, asked: Asked) -> Outcome:
        """Respond; whatever goes wrong is met with a sentence, and only what must be retried gets out."""
        try:
            return await self._respond(asked)
        except (StoreUnavailableError, LeaseLostError, OvertakenError):
            raise
        except MarketSourceError as error:
            return self._sorry(asked, self._told(asked, error), event=Event.FAILED)
        except ParleyError as error:
            return self._sorry(asked, self._told(asked, error))
        except Exception:  # noqa: BLE001  # a defect of ours: the person gets a sentence, we get the traceback
            _log.exception("turn %s failed", asked.turn.id)
            return self._sorry(asked, self.say.say(asked.language, "error-internal"), event=Event.FAILED)

    async def _respond(self, asked: Asked) -> Outcome:
        if asked.turn.attempts > self.policy.max_attempts:
            return self._sorry(asked, self.say.say(asked.language, "error-internal"), event=Event.FAILED)
        if len(asked.turn.text) > self.policy.max_characters:
            sentence = self.say.say(asked.language, "message-too-long", limit=self.policy.max_characters)
            return self._sorry(asked, sentence)
        understood = asked.understanding
        if understood.command and understood.intent is Intent.UNKNOWN:
            return await self.commands(asked)
        if understood.confidence < SURE:
            return await self.ask_back(asked)
        try:
            state = intend(asked.state, understood.intent, pending=len(asked.pending))
        except IllegalTransitionError as error:
            return await self._refused(asked, error)
        outcome = await self.handlers[understood.intent](asked)
        return replace(outcome, state=outcome.state or state)

    def _sorry(self, asked: Asked, sentence: str, *, event: Event | None = None) -> Outcome:
        return Outcome(answer=Answer(blocks=(Paragraph(sentence),), symbols=asked.symbols), event=event)

    def _told(self, asked: Asked, error: ParleyError) -> str:
        return told(self.say, asked.language, error, asked.settings.zone)

    async def _refused(self, asked: Asked, error: IllegalTransitionError) -> Outcome:
        """Say why not, and what is possible instead."""
        why = self.say.coded(asked.language, "refused", str(error.facts["reason"]))
        if asked.understanding.intent in {Intent.CONFIRM, Intent.CANCEL} and not asked.pending:
            expired = await just_expired(self.stores, asked)
            why = self._told(asked, expired) if expired else why
        return self._sorry(asked, joined(self.say, asked.language, why, possible_now(self.say, asked)))

    def _welcomed(self, asked: Asked, outcome: Outcome) -> Outcome:
        """Put the welcome before the first answer in a channel."""
        if not asked.is_first:
            return outcome
        language = outcome.language or asked.language
        market = self.say.coded(language, "welcome", self.desk.market.name, date=asked.today.isoformat())
        welcome: Block = Paragraph(self.say.say(language, "welcome", market=market))
        return replace(outcome, answer=replace(outcome.answer, blocks=(welcome, *outcome.answer.blocks)))


def _keeping(asked: Asked, outcome: Outcome) -> Outcome:
    """Remember the limits that were stated, now and before."""
    if outcome.stated is not None:
        return outcome
    return replace(outcome, stated=remembered(asked, outcome.answer.symbols))
