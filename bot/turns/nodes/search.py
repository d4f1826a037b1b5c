"""Search and retrieve: what was said before, in words that a model proposes; and past decisions on the shares."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.agents.search_agent import SearchAgent
from bot.context.turn import TurnContext
from bot.domain.conversation.requests import intent_of
from bot.domain.conversation.requests.explanation import Define
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.requests.talk import SmallTalk
from bot.domain.conversation.requests.trades import OrderRequest
from bot.domain.conversation.retrieval import ConversationContext, RetrievalResult
from bot.domain.conversation.states import Intent
from bot.domain.memory.episode_text import says_something_on
from bot.domain.memory.episodes import ORDER
from bot.domain.memory.recall import MemorySearch, RecalledEpisode, RecallQuestion
from bot.domain.memory.tool_calls import MemoryTool
from bot.memory.recall import Recall
from bot.model_errors import ModelError
from bot.turns.instrument_resolver import MAX_SYMBOLS
from bot.turns.memory.memory_questions import recall_question
from bot.turns.runner import TurnCancellation, TurnStoppedError
from bot.turns.state import StepTimer, SystemRoute, TurnState

_SECONDS: Final = 8.0  # for all rounds: the answer waits for them

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Search:
    """The searches for one message, those of rounds that failed later included."""

    context: TurnContext
    known: ConversationContext
    done: list[MemorySearch] = field(default_factory=list)

    def told(self) -> ConversationContext:
        """Return what is known with what was found, which goes first."""
        searches = tuple(self.done)
        found = _unique(each for search in searches for each in search.found)
        return replace(self.known, searches=searches, episodes=_unique((*found, *self.known.episodes)))


@dataclass(frozen=True, slots=True)
class SearchNode:
    """Runs the rounds of searching. One that fails or takes too long ends them; the turn is answered all the same."""

    agent: SearchAgent | None  # None: nothing is searched for
    recall: Recall
    cancellation: TurnCancellation

    async def __call__(self, state: TurnState) -> TurnState:
        """Add what is found to the conversation's context; route to STOPPED if the turn is stopped."""
        timer = StepTimer("search", state["request"].caller)
        search = _Search(state["context"], state.get("conversation_context", ConversationContext()))
        try:
            note = await self.cancellation.run_unless_stopped(search.context.turn, self._run(search))
        except TurnStoppedError:
            route = replace(state["route"], target=SystemRoute.STOPPED, reason="stopped")
            return {"route": route, "execution_logs": (timer.entry(note="stopped"),)}
        found = sum(len(each.found) for each in search.done)
        entry = timer.entry(
            tool=MemoryTool.SEARCH, searches=len(search.done), episodes=found, **({"note": note} if note else {})
        )
        return {"conversation_context": search.told(), "execution_logs": (entry,)}

    def is_due(self, context: TurnContext) -> bool:
        """Return whether a message may need what was said before: a question, about no term of the glossary."""
        if self.agent is None or not self.agent.rounds:
            return False
        if intent_of(context.request) is Intent.REVIEW:
            return isinstance(context.request, AskMemory)
        is_answered_by_rules = isinstance(context.request, Define | SmallTalk)
        return context.reading.is_question and not is_answered_by_rules and bool(recall_question(context).terms)

    async def _run(self, search: _Search) -> str:
        """Run the rounds; return a code of what went wrong, or nothing."""
        try:
            async with asyncio.timeout(_SECONDS):
                await self._run_rounds(search)
        except ModelError as error:
            return error.code
        except Exception:  # noqa: BLE001  # on any error the turn goes on; the log gets the traceback
            _log.warning("the search for turn %s was broken off", search.context.turn.id, exc_info=True)
            return "failed"
        return ""

    async def _run_rounds(self, search: _Search) -> None:
        if self.agent is None or await self._is_answered(search.context):
            return
        for _ in range(self.agent.rounds):
            context = search.context
            queries = await self.agent.propose_queries(
                context.turn.text, search.told(), language=context.language, caller=context.caller
            )
            if not queries:
                return
            search.done += [await self._look_up(search, each) for each in queries]

    async def _is_answered(self, context: TurnContext) -> bool:
        """Return whether a question about what was said finds something in its own words: then those are quoted."""
        if intent_of(context.request) is not Intent.REVIEW:
            return False
        return bool(await self.recall(context.turn, context.conversation, recall_question(context)))

    async def _look_up(self, search: _Search, query: str) -> MemorySearch:
        """Search for other words of the person whom the message names, within the time that it names.

        Of a question that does not ask what was said, that time may be another: "do we get paid in June?". Nor is it
        answered with what the prompt tells anyway, while a question about what was said may quote it.
        """
        context, known = search.context, search.known
        asks_what_was_said = intent_of(context.request) is Intent.REVIEW
        asked, question = recall_question(context), recall_question(context, query)
        if asked.since is not None:
            question = replace(question, since=asked.since, until=asked.until)
        question = question if asks_what_was_said else known.without_shown(question)
        found = await self._find(context, question)
        if not found and question.since is not None and not asks_what_was_said:
            question = replace(question, since=None, until=None)
            found = await self._find(context, question)
        return MemorySearch(question, found)

    async def _find(self, context: TurnContext, question: RecallQuestion) -> tuple[RecalledEpisode, ...]:
        found = await self.recall(context.turn, context.conversation, question)
        return tuple(
            each
            for each in found
            if each.is_searched and ORDER not in each.episode.tags and says_something_on(each.episode, question)
        )


def _unique(episodes: Iterable[RecalledEpisode]) -> tuple[RecalledEpisode, ...]:
    return tuple({each.episode.id: each for each in episodes}.values())


Lookup = Callable[[TurnContext, tuple[str, ...]], Awaitable[RetrievalResult]]
_RETRIEVE_SECONDS: Final = 5.0  # prices since those decisions may come from a slow source


@dataclass(frozen=True, slots=True)
class RetrieveNode:
    """Looks up past decisions; if that fails, the turn is answered without them."""

    look_up: Lookup
    cancellation: TurnCancellation

    async def __call__(self, state: TurnState) -> TurnState:
        """Add what was retrieved; route to STOPPED if the turn is stopped."""
        recalled = state.get("conversation_context", ConversationContext())
        context = replace(state["context"], conversation_context=recalled)
        timer = StepTimer("retrieve", context.caller)
        symbols = _symbols_to_look_up(context)
        try:
            found = await self.cancellation.run_unless_stopped(context.turn, self._look_up_in_time(context, symbols))
        except TurnStoppedError:
            route = replace(state["route"], target=SystemRoute.STOPPED, reason="stopped")
            return {"route": route, "execution_logs": (timer.entry(note="stopped"),)}
        except Exception:  # noqa: BLE001  # on any error the turn goes on without them; the log gets the traceback
            _log.warning("turn %s is answered without past decisions", context.turn.id, exc_info=True)
            return {
                "retrieval": RetrievalResult(),
                "execution_logs": (timer.entry(symbols=len(symbols), note="failed"),),
            }
        decisions = sum(len(history) for history in found.past_decisions.values())
        entry = timer.entry(symbols=len(symbols), decisions=decisions, refused=len(found.refused_orders))
        return {"retrieval": found, "execution_logs": (entry,)}

    async def _look_up_in_time(self, context: TurnContext, symbols: tuple[str, ...]) -> RetrievalResult:
        async with asyncio.timeout(_RETRIEVE_SECONDS):
            return await self.look_up(context, symbols)


def _symbols_to_look_up(context: TurnContext) -> tuple[str, ...]:
    request = context.request
    if isinstance(request, OrderRequest) and request.terms.is_everything and not request.terms.symbols:
        return context.held_but(request.terms.excluded)
    return context.symbols[:MAX_SYMBOLS]
