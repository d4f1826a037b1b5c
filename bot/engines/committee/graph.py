"""The committee on one share as a graph: four analysts at once, a research debate, a risk debate, the trader.

LangGraph runs the steps within one process and keeps nothing. Each debate is a graph with a state of its own: its
conclusion enters the committee's state, what was said in it does not.
"""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Final, Protocol, TypedDict, cast

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import Debate, Speaker, Speech
from bot.domain.committee.fusion import TeamPoint
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary
from bot.domain.trading.decisions import Proposal
from bot.engines.committee.research import is_split

if TYPE_CHECKING:  # importing it takes two seconds; the graph of a turn has loaded it before
    from langgraph.graph.state import CompiledStateGraph

SPEAKERS: Final[Mapping[Debate, tuple[Speaker, ...]]] = {
    Debate.RESEARCH: (Speaker.BULL, Speaker.BEAR),
    Debate.RISK: (Speaker.RISKY, Speaker.NEUTRAL, Speaker.SAFE),
}

_RESEARCH, _RISK, _TRADER, _JUDGE, _ROUND_ENDS = "research", "risk", "trader", "judge", "round_ends"


class CommitteeState(TypedDict, total=False):
    """What is concluded so far."""

    reports: Annotated[tuple[AnalystReport, ...], operator.add]
    research: ResearchSummary
    risk: RiskSummary
    proposal: Proposal


class DebateState(TypedDict, total=False):
    """One debate. It is dropped at the end, but for the ruling."""

    reports: tuple[AnalystReport, ...]
    research: ResearchSummary  # in the risk debate: what was ruled before
    speeches: Annotated[tuple[Speech, ...], operator.add]
    rounds: Annotated[int, operator.add]  # that have ended
    objections: tuple[TeamPoint, ...]  # of people, while the debate went on; told to the research judge alone
    ruling: ResearchSummary | RiskSummary


class CommitteeAgents(Protocol):
    """The members of a committee on one share."""

    @property
    def rounds(self) -> Mapping[Debate, int]:
        """The number of rounds of each debate, with the opening: at least 1."""

    async def report(self, analyst: Analyst) -> AnalystReport:
        """Return an analyst's report."""

    async def speak(self, speaker: Speaker, debate: DebateState) -> Speech:
        """Return what a speaker says to what was said in the rounds before."""

    async def rule_on_research(self, debate: DebateState) -> ResearchSummary:
        """Return the judge's ruling on the research debate.

        Asked before the last round, the judge may leave the debate open (`wants_answers`): it rules after that round.
        """

    async def rule_on_risk(self, debate: DebateState) -> RiskSummary:
        """Return the judge's ruling on the risk debate."""

    async def trade(self, state: CommitteeState) -> Proposal:
        """Return the trader's proposal."""


@dataclass(frozen=True, slots=True)
class Committee:
    """What a graph is run with: its members."""

    members: CommitteeAgents


async def run_committee(agents: CommitteeAgents) -> CommitteeState:
    """Run the committee and return all that it concluded. Raises what its members raise."""
    from langsmith import tracing_context  # noqa: PLC0415 - slow to import, like langgraph, which imports it

    with tracing_context(enabled=False):  # whatever the environment says: nothing is sent to a third party
        return cast("CommitteeState", await _committee_graph().ainvoke(CommitteeState(), context=Committee(agents)))


@cache
def _committee_graph() -> "CompiledStateGraph[CommitteeState, Committee, CommitteeState, CommitteeState]":
    """Return the steps and edges, the same for every committee: its members are the graph's context."""
    from langgraph.graph import END, START, StateGraph  # noqa: PLC0415 - see above
    from langgraph.runtime import Runtime  # noqa: PLC0415 - see above

    async def report(analyst: Analyst, _: CommitteeState, *, runtime: Runtime[Committee]) -> CommitteeState:
        return {"reports": (await runtime.context.members.report(analyst),)}

    async def research(state: CommitteeState, runtime: Runtime[Committee]) -> CommitteeState:
        debate = DebateState(reports=in_order(state["reports"]), rounds=0)
        ended = await debate_graph(Debate.RESEARCH).ainvoke(debate, context=runtime.context)
        return {"research": cast("ResearchSummary", ended["ruling"])}

    async def risk(state: CommitteeState, runtime: Runtime[Committee]) -> CommitteeState:
        debate = DebateState(reports=in_order(state["reports"]), research=state["research"], rounds=0)
        ended = await debate_graph(Debate.RISK).ainvoke(debate, context=runtime.context)
        return {"risk": cast("RiskSummary", ended["ruling"])}

    async def trade(state: CommitteeState, runtime: Runtime[Committee]) -> CommitteeState:
        return {"proposal": await runtime.context.members.trade(state)}

    graph = StateGraph(CommitteeState, context_schema=Committee)
    for analyst in Analyst:
        graph.add_node(analyst.value, partial(report, analyst))
        graph.add_edge(START, analyst.value)
    graph.add_node(_RESEARCH, research)
    graph.add_node(_RISK, risk)
    graph.add_node(_TRADER, trade)
    graph.add_edge([analyst.value for analyst in Analyst], _RESEARCH)
    graph.add_edge(_RESEARCH, _RISK)
    graph.add_edge(_RISK, _TRADER)
    graph.add_edge(_TRADER, END)
    return graph.compile()


@cache
def debate_graph(kind: Debate) -> "CompiledStateGraph[DebateState, Committee, DebateState, DebateState]":
    """Return a debate: all speakers at once, as many rounds as the committee has, then the judge.

    Where no analyst contradicts another, the research judge is asked after the opening and may close the debate.
    """
    from langgraph.graph import END, START, StateGraph  # noqa: PLC0415 - see above
    from langgraph.runtime import Runtime  # noqa: PLC0415 - see above

    speakers = SPEAKERS[kind]

    async def speak(speaker: Speaker, debate: DebateState, *, runtime: Runtime[Committee]) -> DebateState:
        return {"speeches": (await runtime.context.members.speak(speaker, debate),)}

    async def end_round(state: DebateState) -> DebateState:  # noqa: ARG001 - a node is given it
        return {"rounds": 1}

    async def after_round(debate: DebateState, runtime: Runtime[Committee]) -> list[str]:
        is_last = debate["rounds"] >= runtime.context.members.rounds[kind]
        may_close = kind is Debate.RESEARCH and debate["rounds"] == 1 and not is_split(debate["reports"])
        return [_JUDGE] if is_last or may_close else list(speakers)

    async def after_ruling(debate: DebateState) -> list[str]:
        ruling = debate["ruling"]
        return list(speakers) if isinstance(ruling, ResearchSummary) and ruling.wants_answers else [END]

    async def judge(state: DebateState, runtime: Runtime[Committee]) -> DebateState:
        members = runtime.context.members
        rule = members.rule_on_research if kind is Debate.RESEARCH else members.rule_on_risk
        return {"ruling": await rule(state)}

    graph = StateGraph(DebateState, context_schema=Committee)
    for speaker in speakers:
        graph.add_node(speaker.value, partial(speak, speaker))
        graph.add_edge(START, speaker.value)
    graph.add_node(_ROUND_ENDS, end_round)
    graph.add_node(_JUDGE, judge)
    graph.add_edge([speaker.value for speaker in speakers], _ROUND_ENDS)
    graph.add_conditional_edges(_ROUND_ENDS, after_round, [*speakers, _JUDGE])
    graph.add_conditional_edges(_JUDGE, after_ruling, [*speakers, END])
    return graph.compile()


def in_order(reports: Sequence[AnalystReport]) -> tuple[AnalystReport, ...]:
    """Return reports in the order of the analysts, whichever came first."""
    order = list(Analyst)
    return tuple(sorted(reports, key=lambda report: order.index(report.analyst)))
