"""Respond: the handler of the route answers; whatever goes wrong is met with a sentence."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

from bot.context.policy import Policy
from bot.context.portfolio import PortfolioService
from bot.context.turn import BROKEN_OFF, TurnContext, TurnResult
from bot.context.wording import error_sentence, join_sentences
from bot.domain.conversation.messages import Answer, Block, Markdown, Paragraph
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.conversation.states import Event, Intent
from bot.domain.conversation.transitions import apply_intent
from bot.errors import (
    ConcurrentUpdateError,
    IllegalTransitionError,
    LeaseLostError,
    MarketSourceError,
    ModelError,
    ParleyError,
    StoreUnavailableError,
)
from bot.locales import Catalogue
from bot.ports import Stores
from bot.presentation.possible_actions import just_expired, possible_now
from bot.trading.limits import remember_limits
from bot.turns.cancellation import TurnCancellation, TurnStoppedError
from bot.turns.nodes.route import VERDICTS
from bot.turns.nodes.step_timer import StepTimer
from bot.turns.state import Route, SystemRoute, TurnState

_TO_BE_RETRIED: Final = (StoreUnavailableError, LeaseLostError, ConcurrentUpdateError)

_log = logging.getLogger(__name__)


class Handler(Protocol):
    """Answers one intent."""

    async def __call__(self, asked: TurnContext) -> TurnResult:
        """Return what to say and what it leads to. Raises: ParleyError, which is told to the person."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RespondNode:
    """The node that answers. Only what must be retried gets out of it as an exception."""

    handlers: Mapping[Intent, Handler]
    commands: Handler
    ask_back: Handler
    stops: TurnCancellation
    stores: Stores
    say: Catalogue
    policy: Policy
    desk: PortfolioService

    async def __call__(self, state: TurnState) -> TurnState:
        """Add the answer. Raises: StoreUnavailableError, LeaseLostError, ConcurrentUpdateError."""
        asked = replace(
            state["asked"],
            context=state.get("context", ConversationContext()),
            retrieved=state.get("retrieval", RetrievalResult()),
        )
        watch = StepTimer("respond", asked.caller)
        added = await self._unless_stopped(asked, state["route"])
        outcome = _keeping(asked, added["results"])
        facts = {"error": added["error"]} if "error" in added else {}
        entry = watch.entry(blocks=len(outcome.answer.blocks), decisions=len(outcome.proposed), **facts)
        added |= _partial(outcome)
        return {**added, "asked": asked, "results": self._welcomed(asked, outcome), "execution_logs": (entry,)}

    async def _unless_stopped(self, asked: TurnContext, route: Route) -> TurnState:
        """Respond, or leave off when its person asks for it; an order that is under way is never left half-done."""
        if asked.understanding.intent in VERDICTS:
            return await self._responded(asked, route)
        if route.target is SystemRoute.STOPPED:
            return {"results": self._stopped(asked)}
        try:
            return await self.stops.run_unless_stopped(asked.turn, self._responded(asked, route))
        except TurnStoppedError:
            return {"results": self._stopped(asked)}

    async def _responded(self, asked: TurnContext, route: Route) -> TurnState:
        try:
            return {"results": await self._outcome(asked, route)}
        except _TO_BE_RETRIED:
            raise
        except ModelError as error:
            return self._without_model(asked, error)
        except ParleyError as error:
            event = Event.FAILED if isinstance(error, MarketSourceError) else None
            return {"results": self._sorry(asked, self._told(asked, error), event=event), "error": type(error).__name__}
        except Exception as error:  # noqa: BLE001  # a defect of ours: the person gets a sentence, we get the traceback
            _log.exception("turn %s failed", asked.turn.id)
            return {"results": self._internal(asked), "error": type(error).__name__}

    async def _outcome(self, asked: TurnContext, route: Route) -> TurnResult:
        match route.target:
            case SystemRoute.TOO_OFTEN | SystemRoute.STOPPED:
                return self._internal(asked)
            case SystemRoute.TOO_LONG:
                sentence = self.say.say(asked.language, "message-too-long", limit=self.policy.max_characters)
                return self._sorry(asked, sentence)
            case SystemRoute.COMMAND:
                return await self.commands(asked)
            case SystemRoute.ASK_BACK:
                return await self.ask_back(asked)
            case intent:
                return await self._handled(asked, intent)

    async def _handled(self, asked: TurnContext, intent: Intent) -> TurnResult:
        try:
            state = apply_intent(asked.state, intent, pending=len(asked.pending))
        except IllegalTransitionError as error:
            return await self._refused(asked, error)
        outcome = await self.handlers[intent](asked)
        return replace(outcome, state=outcome.state or state)

    def _without_model(self, asked: TurnContext, error: ModelError) -> TurnState:
        """Say why there is no answer; what was shown with some of a model's words never comes here."""
        sorry = self._sorry(asked, self._told(asked, error))
        marked = replace(sorry, answer=replace(sorry.answer, fallback=error.code))
        return {"results": marked, "error": type(error).__name__}

    def _stopped(self, asked: TurnContext) -> TurnResult:
        stopped = self._sorry(asked, self.say.say(asked.language, "stopped"))
        return replace(stopped, answer=replace(stopped.answer, fallback="stopped"))

    def _internal(self, asked: TurnContext) -> TurnResult:
        return self._sorry(asked, self.say.say(asked.language, "error-internal"), event=Event.FAILED)

    def _sorry(self, asked: TurnContext, sentence: str, *, event: Event | None = None) -> TurnResult:
        return TurnResult(answer=Answer(blocks=(Paragraph(sentence),), symbols=asked.symbols), event=event)

    def _told(self, asked: TurnContext, error: ParleyError) -> str:
        return error_sentence(self.say, asked.language, error, asked.settings.zone)

    async def _refused(self, asked: TurnContext, error: IllegalTransitionError) -> TurnResult:
        """Say why not, and what is possible instead."""
        why = self.say.coded(asked.language, "refused", str(error.facts["reason"]))
        if asked.understanding.intent in VERDICTS and not asked.pending:
            expired = await just_expired(self.stores, asked)
            why = self._told(asked, expired) if expired else why
        return self._sorry(asked, join_sentences(self.say, asked.language, why, possible_now(self.say, asked)))

    def _welcomed(self, asked: TurnContext, outcome: TurnResult) -> TurnResult:
        """Put the welcome before the first answer in a channel."""
        if not asked.is_first:
            return outcome
        language = outcome.language or asked.language
        market = self.say.coded(language, "welcome", self.desk.market.name, date=asked.today.isoformat())
        welcome: Block = Paragraph(self.say.say(language, "welcome", market=market))
        return replace(outcome, answer=replace(outcome.answer, blocks=(welcome, *outcome.answer.blocks)))


def _keeping(asked: TurnContext, outcome: TurnResult) -> TurnResult:
    """Remember the limits that were stated, now and before."""
    if outcome.stated is not None:
        return outcome
    return replace(outcome, stated=remember_limits(asked, outcome.answer.symbols))


def _partial(outcome: TurnResult) -> TurnState:
    """Return what came of a model before it broke off, where an answer holds that."""
    if outcome.answer.fallback != BROKEN_OFF:
        return {}
    came = (block.text for block in outcome.answer.blocks if isinstance(block, Markdown))
    return {"partial_answer": "\n\n".join(came)}
