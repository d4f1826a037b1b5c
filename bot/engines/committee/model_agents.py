"""The members of a committee that ask a model. Where it gives no answer, the member works by rules, and says so."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final, TypeVar

from pydantic import BaseModel

from bot.agents.answer_parser import answer_schema
from bot.agents.model_client import LANGUAGE_NAMES, AgentRequest, data_message
from bot.agents.registry import ANALYST, DEBATER, JUDGE, Agent
from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import CommitteeOptions, Debate, Speaker, Speech, SpentBudget
from bot.domain.committee.research import SIDE_OF_STANCE, ResearchSummary, Stance
from bot.domain.committee.risk import RiskSummary, RiskVoice
from bot.domain.committee.runs import Objection
from bot.domain.models.facts import FactCatalogue
from bot.domain.models.references import read_references
from bot.domain.text.links import neutralize_links
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Proposal, Reason
from bot.domain.trading.drafts import MAX_REASON_LENGTH, MODEL_REASON
from bot.engines.committee.analysis_budget import AnalysisBudget
from bot.engines.committee.answers import AnalystAnswer, DebaterAnswer, ObjectionAnswer, ResearchAnswer, RiskAnswer
from bot.engines.committee.debate_data import UNCHECKED_MARK, DebateData, lines_in_no_order
from bot.engines.committee.graph import CommitteeState, DebateState
from bot.engines.committee.research import MOST_POINTS, is_dissent
from bot.engines.committee.risk import without_largest
from bot.engines.committee.rule_agents import RuleAgents
from bot.engines.common.decision_input import ModelInput, told_ids
from bot.engines.common.run_client import RunClient
from bot.engines.rules.analysis import bounded_confidence
from bot.model_errors import ModelError
from bot.prompts import Prompt, render

M = TypeVar("M", bound=BaseModel)

_STANDS: Final[Mapping[Speaker, str]] = {
    Speaker.BULL: "Argue for buying the share, or for keeping it.",
    Speaker.BEAR: "Argue against buying the share, or for selling it.",
    Speaker.RISKY: "Argue for the largest size: what is lost by trading too little.",
    Speaker.NEUTRAL: "Argue for the middle size: what both other voices overlook.",
    Speaker.SAFE: "Argue for the smallest position: what can go wrong, and what that costs.",
}
_MOST_RISK_REASONS: Final = 2


@dataclass(slots=True)
class ModelAgents:
    """A committee on one share that asks a model. Implements `CommitteeAgents`."""

    by_rules: RuleAgents
    client: RunClient
    allowed_hosts: frozenset[str]
    told: DebateData
    budget: AnalysisBudget  # through which `client` asks
    rounds: Mapping[Debate, int] = field(default_factory=lambda: CommitteeOptions().rounds)
    silent: list[str] = field(default_factory=list)  # members that worked by rules, as the model gave no answer

    async def report(self, analyst: Analyst) -> AnalystReport:
        """Return an analyst's report: a model's view of its source; by rules if there is no answer, or no data."""
        rules = self.by_rules.read(analyst)
        return rules if rules.lean is None else await self._asked_report(analyst, rules)

    async def speak(self, speaker: Speaker, debate: DebateState) -> Speech:
        """Return a speech; an empty one where nothing is to be traded."""
        is_risk = speaker not in {Speaker.BULL, Speaker.BEAR}
        ruling = self.by_rules.risk(debate["research"]) if is_risk else None
        if ruling is not None and not ruling.cases:
            return Speech(speaker, 1, ())
        prompt = render(
            "debate",
            speaker=f"{speaker} voice" if is_risk else speaker,
            debate="risk" if is_risk else "research",
            stand=_STANDS[speaker],
            language=self._language,
        )
        said = debate.get("speeches", ())
        data = self.told.debate(debate, ruling) | ({"said": self.told.told_speeches(said)} if said else {})
        data |= {"more": list(self.told.more)} if self.told.more and not said else {}
        answer = await self._ask(DEBATER, prompt, self.told.with_facts(data), DebaterAnswer)
        if answer is None:
            self.silent.append(speaker)
            return Speech(speaker, debate["rounds"] + 1, ()) if said else await self.by_rules.speak(speaker, debate)
        sign = -1.0 if speaker is Speaker.BEAR else 1.0 if speaker is Speaker.BULL else 0.0
        points = self._points(answer.points, weight=sign)
        return Speech(speaker, debate["rounds"] + 1, points, answer.ask)

    async def rule_on_research(self, debate: DebateState) -> ResearchSummary:
        """Return the judge's ruling; that by rules if there is no answer."""
        rules = self.by_rules.research(debate["reports"])
        prompt = render("research_judge", language=self._language)
        data = self.told.debate(debate, None, self.by_rules.memory.digest) | self.told.told_by_people()
        data["speeches"] = self.told.told_speeches(self.told.in_no_order(debate.get("speeches", ())))
        is_early = debate["rounds"] < self.rounds[Debate.RESEARCH]
        data["may_hear_answers"] = is_early
        if objections := debate.get("objections", ()):
            data["objections"] = [{"by": each.by, "words": each.text} for each in objections]
        answer = await self._ask(JUDGE, prompt, self.told.with_facts(data), ResearchAnswer)
        if is_early and (answer.hear_answers if answer is not None else self._can_ask):
            return replace(rules, wants_answers=True)
        if answer is None:
            self.silent.append(Speaker.RESEARCH_JUDGE)
            return rules
        return replace(self._ruling(rules, answer, debate["reports"]), is_early=is_early)

    async def rule_on_objection(self, objection: Objection) -> ResearchSummary | None:
        """Return the judge's ruling after a person's point; None: there is no answer. It asks nobody else."""
        before = objection.before
        data: ModelInput = {
            "objection": {"by": objection.by, "words": objection.words},
            "ruling": self.told.told_ruling(before),
            "reports": [self.told.told_report(report) for report in objection.fusion.reports],
            "argued": lines_in_no_order(objection.argued),
            **self.told.told_by_people(),
        }
        self.told.share_all()  # what the person speaks of may be in no report
        prompt = render("objection", language=self._language)
        answer = await self._ask(JUDGE, prompt, self.told.with_facts(data), ObjectionAnswer)
        if answer is None:
            return None
        ruling = self._ruling(before, answer, objection.fusion.reports)
        return replace(ruling, on_objection=self._points([answer.because], weight=0.0))

    def _ruling(
        self, before: ResearchSummary, answer: ResearchAnswer | ObjectionAnswer, reports: Sequence[AnalystReport]
    ) -> ResearchSummary:
        """Return the ruling that a judge's answer makes of the one before, or of that by rules."""
        stance = Stance(answer.stance)
        return replace(
            before,
            stance=stance,
            conviction=bounded_confidence(answer.conviction),
            points_for=self._points(answer.points_for, weight=1.0),
            points_against=self._points(answer.points_against, weight=-1.0),
            dissent=tuple(each.analyst for each in reports if each.lean is not None and is_dissent(each.lean, stance)),
            stance_changes=(),
            would_change=self._points(answer.would_change, weight=0.0),
            by_model=True,
        )

    async def rule_on_risk(self, debate: DebateState) -> RiskSummary:
        """Return the judge's ruling; that by rules if there is no answer, or nothing to choose from."""
        rules = self.by_rules.risk(debate["research"])
        if not rules.cases:
            return rules
        prompt = render("risk_judge", language=self._language)
        data = self.told.debate(debate, rules)
        data["speeches"] = self.told.told_speeches(self.told.in_no_order(debate.get("speeches", ())))
        answer = await self._ask(JUDGE, prompt, self.told.with_facts(data), RiskAnswer)
        if answer is None:
            self.silent.append(Speaker.RISK_JUDGE)
            side = SIDE_OF_STANCE.get(debate["research"].stance)
            return without_largest(rules, side) if side is not None else rules
        reasons = self._points(answer.reasons, weight=0.0)[:_MOST_RISK_REASONS]
        if answer.size == "none":
            return replace(rules, chosen=None, cases=(), advises_against=True, reasons=reasons)
        return replace(rules, chosen=RiskVoice(answer.size), reasons=reasons)

    async def trade(self, state: CommitteeState) -> Proposal:
        """Return the proposal: the arithmetic of what was ruled, without a model."""
        return await self.by_rules.trade(state)

    @property
    def spent_budget(self) -> SpentBudget | None:
        """The budget that was used up; None: none was."""
        return self.budget.spent

    @property
    def _can_ask(self) -> bool:
        """Whether a further request may be sent."""
        return not self.client.is_time_up and self.budget.has_room

    @property
    def _language(self) -> str:
        return LANGUAGE_NAMES[self.by_rules.request.language]

    async def _asked_report(self, analyst: Analyst, rules: AnalystReport) -> AnalystReport:
        if (shared := self.by_rules.memory.shared_report(analyst)) is not None:
            return shared
        sheet, notes = self.told.private[analyst], self.told.notes[analyst]
        arguments = list(dict.fromkeys(point.code for point in rules.points))
        data: ModelInput = {
            "facts": self.told.told_facts(sheet.catalogue),
            "rules": {"lean": round(rules.lean or 0.0, 2), "arguments": arguments},
            **({"notes": list(notes)} if notes else {}),
        }
        prompt = render("analyst", analyst=analyst, language=self._language)
        answer = await self._ask(ANALYST, prompt, data, AnalystAnswer)
        if answer is None:
            self.silent.append(analyst)
            return replace(rules, notes=(*rules.notes, Reason("member_by_rules", 0.0)))
        points = (
            *self._points(answer.points_for, weight=1.0, catalogue=sheet.catalogue),
            *self._points(answer.points_against, weight=-1.0, catalogue=sheet.catalogue),
        )
        report = replace(rules, lean=answer.lean, points=points, notes=())
        await self.by_rules.memory.share(report)
        return report

    def _points(
        self, texts: Sequence[str], *, weight: float, catalogue: FactCatalogue | None = None
    ) -> tuple[Reason, ...]:
        """Return a model's sentences as reasons: references resolved and frozen, all other figures marked."""
        symbol, known = self.by_rules.features.symbol, catalogue or self.told.shared.catalogue
        clean = partial(neutralize_links, allowed=self.allowed_hosts)
        plain = (each.replace(UNCHECKED_MARK, "") for each in texts)  # which is made anew
        kept = [text for text in (single_line(each, limit=MAX_REASON_LENGTH) for each in plain) if text][:MOST_POINTS]
        read = (read_references(text, known, symbol=symbol, clean=clean) for text in kept)
        share = weight / max(len(kept), 1)
        return tuple(Reason(MODEL_REASON, share, words={"text": each.template}, facts=each.facts) for each in read)

    async def _ask(self, agent: Agent, prompt: Prompt, data: ModelInput, kind: type[M]) -> M | None:
        """Return a model's answer; None: there is none in time, or none of the form."""
        if not self._can_ask:
            return None
        request = AgentRequest(
            agent=agent,
            prompt=prompt,
            messages=(data_message(data),),
            caller=self.by_rules.request.caller,
            fact_ids=told_ids(data["facts"]),
        )
        try:
            answered = await self.client.ask_structured(
                request, kind=kind, schema=answer_schema(kind, name=prompt.version.partition("@")[0])
            )
        except ModelError:
            return None
        return answered.value
