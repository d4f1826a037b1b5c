"""Members of a committee whose conclusions are recorded: each is said, shown, and stored before the next step begins.

What is stored already is not asked again, so that a run which was killed goes on where it was.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Final, TypeVar

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import PERSON, Debate, Speaker, Speech, SpentBudget
from bot.domain.committee.fusion import TeamPoint
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary
from bot.domain.committee.runs import CommitteeStep, StepResult
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.domain.trading.decisions import Proposal, Reason
from bot.engines.committee.graph import CommitteeState, DebateState
from bot.engines.committee.model_agents import ModelAgents
from bot.engines.committee.rule_agents import TRADER, RuleAgents
from bot.engines.common.transcript import Transcript
from bot.ports import RunJournal, TextSink

R = TypeVar("R", bound=StepResult)

_BASIS_LENGTH: Final = 12  # characters of a digest


@dataclass(slots=True)
class RunRecord:
    """What is said and stored in one run, over all its shares."""

    transcript: Transcript
    journal: RunJournal | None  # None: the run ends within its turn, and nothing is stored before
    usage: Callable[[], EngineRun]  # the requests to models so far
    show: TextSink | None = None  # receives which members have ended
    _ended: list[str] = field(default_factory=list)  # members, as named in sentences
    _stored: int = 0  # messages
    _steps: dict[str, CommitteeStep] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with what is stored."""
        if self.journal is not None:
            self._steps = {step.name: step for step in self.journal.progress.steps}
            self.transcript.messages.extend(self.journal.progress.messages)
            self._stored = len(self.transcript.messages)

    @property
    def discussion(self) -> tuple[AgentMessage, ...]:
        """What was said, in order."""
        return tuple(message for message in self.transcript.messages if message.text)

    def find(self, name: str) -> CommitteeStep | None:
        """Return a step that is stored; None: it has to be made."""
        return self._steps.get(name)

    async def add(self, step: CommitteeStep) -> None:
        """Store a step with what was said since the one before; the last message is the step's own."""
        if self.journal is not None:
            said = self.transcript.messages[self._stored :]
            self._stored = len(self.transcript.messages)  # before anything is awaited: other steps end meanwhile
            await self.journal.add(step, said, run=self.usage())

    async def objections(self, symbol: str) -> tuple[TeamPoint, ...]:
        """Return what people have argued since the run began; each is said to the research judge once."""
        found = await self.journal.objections() if self.journal is not None else ()
        for each in found:
            said = self.transcript.localizer.render("objection-said", by=each.by, words=each.text)
            if all((message.sender, message.text) != (PERSON, said) for message in self.transcript.messages):
                self.transcript.add_message(PERSON, Speaker.RESEARCH_JUDGE, [said], symbols=(symbol,))
        return found

    async def tick(self, member: str) -> None:
        """Show that a member has ended."""
        if self.show is None:
            return
        localizer = self.transcript.localizer
        name = localizer.render_code("agent", member)
        if name not in self._ended:
            self._ended.append(name)
        await self.show("\n".join(localizer.render("committee-ended", member=each) for each in self._ended))


@dataclass(frozen=True, slots=True)
class RecordedAgents:
    """A committee on one share. Implements `CommitteeAgents`."""

    members: RuleAgents | ModelAgents
    record: RunRecord
    symbol: str
    session: date  # whose figures are read: the clock may have moved between two tries
    basis: str  # of the risk debate: with other holdings, cash or limits it is led again
    _silent: list[str] = field(default_factory=list)  # of the steps that are stored

    @property
    def rounds(self) -> Mapping[Debate, int]:
        """The number of rounds of each debate."""
        return self.members.rounds

    @property
    def without_answer(self) -> tuple[str, ...]:
        """The members that worked by rules, as the model gave them no answer."""
        return tuple(dict.fromkeys((*self._silent, *self.members.silent)))

    @property
    def spent_budget(self) -> SpentBudget | None:
        """The budget that was used up; None: none was."""
        return self.members.spent_budget

    async def report(self, analyst: Analyst) -> AnalystReport:
        """Return an analyst's report."""
        return await self._step(
            analyst,
            analyst,
            AnalystReport,
            lambda: self.members.report(analyst),
            lambda report: (Speaker.RESEARCH_JUDGE, (*report.points, *report.notes)),
        )

    async def speak(self, speaker: Speaker, debate: DebateState) -> Speech:
        """Return what a speaker says."""
        number = debate.get("rounds", 0) + 1
        name = f"{speaker}/{number}" if _is_research(speaker) else f"{speaker}/{number}/{self.basis}"
        return await self._step(name, speaker, Speech, lambda: self.members.speak(speaker, debate), _said_in_speech)

    async def rule_on_research(self, debate: DebateState) -> ResearchSummary:
        """Return the judge's ruling on the research debate."""
        judge = Speaker.RESEARCH_JUDGE
        name = f"{judge}/{debate['rounds']}"  # after the opening it may want to hear more, and rules again

        async def rule() -> ResearchSummary:
            objections = await self.record.objections(self.symbol)
            return await self.members.rule_on_research({**debate, "objections": objections})

        return await self._step(name, judge, ResearchSummary, rule, _said_in_research)

    async def rule_on_risk(self, debate: DebateState) -> RiskSummary:
        """Return the judge's ruling on the risk debate."""
        judge = Speaker.RISK_JUDGE
        name = f"{judge}/{self.basis}"
        return await self._step(
            name, judge, RiskSummary, lambda: self.members.rule_on_risk(debate), lambda it: (TRADER, it.reasons)
        )

    async def trade(self, state: CommitteeState) -> Proposal:
        """Return the trader's proposal, which is arithmetic: it is made anew of what was ruled."""
        return await self.members.trade(state)

    async def _step(
        self,
        name: str,
        member: str,
        kind: type[R],
        conclude: Callable[[], Awaitable[R]],
        said: Callable[[R], tuple[str, Sequence[Reason]]],
    ) -> R:
        """Return what a member concludes, or has concluded in this run before."""
        name = f"{self.symbol}/{self.session}/{name}"
        stored = self.record.find(name)
        if stored is not None and isinstance(stored.result, kind):
            if stored.is_silent:
                self._silent.append(member)
            await self._tick(member, stored.result)
            return stored.result
        result = await conclude()
        recipient, points = said(result)
        self._say(member, recipient, points)
        await self.record.add(CommitteeStep(name=name, result=result, is_silent=member in self.members.silent))
        await self._tick(member, result)
        return result

    async def _tick(self, member: str, result: StepResult) -> None:
        """Show that a member has ended; a judge who wants to hear more has not."""
        if not (isinstance(result, ResearchSummary) and result.wants_answers):
            await self.record.tick(member)

    def _say(self, sender: str, recipient: str, points: Sequence[Reason]) -> None:
        localizer = self.record.transcript.localizer
        lines = [localizer.texts.render_reason(localizer.locale, point) for point in points]
        if lines or self.record.journal is not None:  # a step is stored with what was said, if only with nothing
            self.record.transcript.add_message(sender, recipient, lines, symbols=(self.symbol,))


def risk_basis(request: DecisionRequest) -> str:
    """Return a digest of what bounds the sizes of a request, other than the price, which moves between two tries."""
    portfolio = request.portfolio
    bounds = (
        portfolio.account.cash,
        portfolio.limits,
        portfolio.positions,
        request.reserved_cash,
        request.share_caps,
        request.trade_request,
    )
    return sha256(repr(bounds).encode()).hexdigest()[:_BASIS_LENGTH]


def _is_research(speaker: Speaker) -> bool:
    return speaker in {Speaker.BULL, Speaker.BEAR}


def _said_in_speech(speech: Speech) -> tuple[str, Sequence[Reason]]:
    judge = Speaker.RESEARCH_JUDGE if _is_research(speech.speaker) else Speaker.RISK_JUDGE
    return judge, speech.points


def _said_in_research(ruling: ResearchSummary) -> tuple[str, Sequence[Reason]]:
    points = (*ruling.points_for, *ruling.points_against, *ruling.would_change) if ruling.by_model else ()
    ruled = Reason("research_ruled", 0.0, {"conviction": ruling.conviction * 100}, {"stance": ruling.stance})
    return Speaker.RISK_JUDGE, (ruled, *points)
