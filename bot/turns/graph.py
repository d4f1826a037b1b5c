"""The steps of a turn as a graph: route, recall, search or retrieve, respond, persist. Only here LangGraph is named.

It keeps no checkpoints: the database holds all state, and a turn that was not stored is run again from the beginning.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Final, Protocol, cast

from bot.context.turn import TurnContext
from bot.domain.conversation.states import Intent
from bot.ports.traces import NoTracer, Tracer
from bot.turns.state import TurnState

if TYPE_CHECKING:  # importing it takes two seconds: `preload` does it once the process is already running
    from langgraph.graph.state import CompiledStateGraph

ROUTE, RECALL, SEARCH, RETRIEVE, RESPOND, PERSIST = "route", "recall", "search", "retrieve", "respond", "persist"
_RECALLED_INTENTS: Final = frozenset(Intent) - {Intent.CONFIRM, Intent.CANCEL}  # those decide about what is stored

_SEARCHED_INTENTS: Final = frozenset({Intent.UNKNOWN, Intent.EXPLAIN, Intent.REVIEW})  # engines search for nothing


class Node(Protocol):
    """One step of a turn."""

    async def __call__(self, state: TurnState) -> TurnState:
        """Return what this step adds to the state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Nodes:
    """The node of each step."""

    route: Node
    recall: Node
    search: Node
    retrieve: Node
    respond: Node
    persist: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPaths:
    """Chooses the steps between route and respond."""

    needs_retrieval: Callable[[TurnContext], bool]  # whether the engine uses past decisions
    needs_search: Callable[[TurnContext], bool] = lambda _: False  # whether a model may look up what was said

    def after_route(self, state: TurnState) -> str:
        """Return the next step: recall, unless nothing that was said before can matter; else respond."""
        return RECALL if state["route"].target in _RECALLED_INTENTS else RESPOND

    def after_recall(self, state: TurnState) -> str:
        """Return the next step: retrieve, for a decision by an engine that uses past decisions; search; or respond."""
        target, context = state["route"].target, state["context"]
        if target is Intent.DECIDE and self.needs_retrieval(context):
            return RETRIEVE
        return SEARCH if target in _SEARCHED_INTENTS and self.needs_search(context) else RESPOND


@dataclass(slots=True)
class TurnGraph:
    """The nodes of a turn and the paths between them, run through the compiled graph."""

    nodes: Nodes
    paths: TurnPaths
    tracer: Tracer = field(default_factory=NoTracer)

    async def run_turn(self, state: TurnState) -> TurnState:
        """Run a turn through the graph and return its final state. Raises what its nodes raise."""
        if not _compiled_graph.cache_info().currsize:
            await asyncio.to_thread(preload)  # the event loop keeps acknowledging messages meanwhile
        from langsmith import tracing_context  # noqa: PLC0415 - slow to import, like langgraph, which imports it

        with tracing_context(enabled=False):  # whatever the environment says: no message is sent to a third party
            return cast("TurnState", await _compiled_graph().ainvoke(state, context=self))

    async def run_node(self, name: str, state: TurnState) -> TurnState:
        """Run one node, in a span of its own, and return what it adds to the state."""
        with self.tracer.span(f"turn.{name}", {}) as span:
            node: Node = getattr(self.nodes, name)
            added = await node(state)
            for entry in added.get("execution_logs", ()):
                span.note({f"parley.{fact}": value for fact, value in entry.facts.items() if fact not in _NOT_TRACED})
            return added


_NOT_TRACED: Final = frozenset({"request"})  # its slots name shares


@cache
def _compiled_graph() -> "CompiledStateGraph[TurnState, TurnGraph, TurnState, TurnState]":
    """Return the steps and edges, the same for every `TurnGraph`: the one that runs a turn is the graph's context."""
    from langgraph.graph import END, START, StateGraph  # noqa: PLC0415 - see above
    from langgraph.runtime import Runtime  # noqa: PLC0415 - see above

    async def run_node(name: str, state: TurnState, *, runtime: Runtime[TurnGraph]) -> TurnState:
        return await runtime.context.run_node(name, state)

    async def after_route(state: TurnState, runtime: Runtime[TurnGraph]) -> str:  # async: a plain one takes a thread
        return runtime.context.paths.after_route(state)

    async def after_recall(state: TurnState, runtime: Runtime[TurnGraph]) -> str:
        return runtime.context.paths.after_recall(state)

    graph = StateGraph(TurnState, context_schema=TurnGraph)
    for name in (ROUTE, RECALL, SEARCH, RETRIEVE, RESPOND, PERSIST):
        graph.add_node(name, partial(run_node, name))
    graph.add_edge(START, ROUTE)
    graph.add_conditional_edges(ROUTE, after_route, [RECALL, RESPOND])
    graph.add_conditional_edges(RECALL, after_recall, [SEARCH, RETRIEVE, RESPOND])
    graph.add_edge(SEARCH, RESPOND)
    graph.add_edge(RETRIEVE, RESPOND)
    graph.add_edge(RESPOND, PERSIST)
    graph.add_edge(PERSIST, END)
    return graph.compile()


def preload() -> None:
    """Import LangGraph and compile the graph. It takes about two seconds: call this in a thread."""
    _compiled_graph()
    import_module("langsmith.run_helpers")
