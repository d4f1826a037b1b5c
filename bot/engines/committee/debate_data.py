"""What the debates of a committee are told of one share, as data of a prompt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.debate import Speaker, Speech
from bot.domain.committee.memory import AnalystDigest
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary
from bot.domain.models.facts import FactCatalogue
from bot.engines.committee.graph import DebateState
from bot.engines.committee.rule_agents import RuleAgents
from bot.engines.committee.shared_facts import SharedFacts
from bot.engines.common.decision_input import ModelInput, packed_conversation, told_facts
from bot.engines.common.prompt_facts import add_account_facts, add_limit_facts, add_position_facts
from bot.engines.common.reflection_facts import add_reflection_facts
from bot.engines.common.transcript import Transcript


@dataclass(frozen=True, slots=True)
class DebateData:
    """Tells debates what they may know; each figure is added to the facts that are told with it."""

    by_rules: RuleAgents
    facts: SharedFacts
    transcript: Transcript

    def debate(
        self,
        debate: DebateState,
        ruling: RiskSummary | None,
        digest_of: Callable[[Analyst], AnalystDigest | None] = lambda _: None,
    ) -> ModelInput:
        """Return what a debate is told: of the case the reports; of the size, with `ruling`, the ruling and sizes."""
        reports = [self.facts.told_report(report, digest_of(report.analyst)) for report in debate["reports"]]
        for speech in debate.get("speeches", ()):
            self._share(speech.speaker, speech.ask)
        data: ModelInput = {"reports": reports}
        if ruling is not None:
            data = {"leans": {each.analyst.value: each.lean for each in debate["reports"] if each.lean is not None}}
            data["ruling"] = self.told_ruling(debate["research"])
            self._add_account()
            self._add_sizes(ruling)
        return data

    def with_facts(self, data: ModelInput) -> ModelInput:
        """Return data with all facts that may be referred to; call it last, as what is told adds facts."""
        return {**data, "facts": self.told_facts(self.facts.shared.catalogue)}

    def told_ruling(self, research: ResearchSummary) -> ModelInput:
        """Return a ruling of the research judge, and add what it refers to."""
        symbol = self.by_rules.features.symbol
        sides = (("for", research.points_for), ("against", research.points_against))
        points = {
            side: [self.facts.told_point(symbol, f"research.{side}", point) for point in found] for side, found in sides
        }
        return {"stance": research.stance.value, "conviction": str(research.conviction), **points}

    def _add_account(self) -> None:
        request, sheet = self.by_rules.request, self.facts.shared
        add_account_facts(sheet, request)
        add_position_facts(sheet, self.by_rules.features, request)
        add_limit_facts(sheet, request.portfolio.limits)
        if (drawdown := request.drawdown) is not None:
            account = sheet.group("account", source="account", as_of=self.by_rules.features.as_of)
            account.percent("below_peak", drawdown.now)
            account.percent("deepest_below_peak", drawdown.deepest)
            account.usd("room_to_deepest", drawdown.room)

    def _add_sizes(self, ruling: RiskSummary) -> None:
        group = self.facts.shared.group("risk", source="account", as_of=self.by_rules.features.as_of)
        for case in ruling.cases:
            group.count(f"{case.voice}.shares", case.shares)
            group.usd(f"{case.voice}.amount", case.amount)
            group.usd(f"{case.voice}.cash_after", case.cash_after)
            group.percent(f"{case.voice}.position_after", case.share_of_assets)
            group.usd(f"{case.voice}.loss_at_stop", case.loss_at_stop)
            group.usd(f"{case.voice}.loss_on_worst_day", case.loss_on_worst_day)
            group.percent(f"{case.voice}.below_peak_at_stop", case.drawdown_at_stop)

    def told_by_people(self) -> ModelInput:
        """Return what people said, and what came of earlier decisions, as a judge is told it."""
        request, sheet = self.by_rules.request, self.facts.shared
        packed = packed_conversation(request)
        sheet.add_all(packed.figures)
        learnt = add_reflection_facts(sheet, self.by_rules.features.symbol, request)
        team = packed.data(message="question")
        return {**({"team": team} if team else {}), **({"learnt": learnt} if learnt else {})}

    def speeches(self, speeches: Sequence[Speech]) -> list[list[str]]:
        """Return what was said, and add what it refers to."""
        return self.facts.told_speeches(self.by_rules.features.symbol, speeches)

    def told_facts(self, catalogue: FactCatalogue) -> ModelInput:
        """Return facts by their ids, in the language of the request."""
        localizer = self.facts.localizer
        return told_facts(catalogue, localizer.locale, texts=localizer.texts)

    def _share(self, speaker: Speaker, asked: str) -> None:
        """Share a figure that a speaker has asked an analyst for; both lines are in the transcript."""
        found = self.facts.answer(asked) if asked else None
        if found is None:
            return
        analyst, fact = found
        localizer, transcript = self.facts.localizer, self.transcript
        value = localizer.texts.render_fact(localizer.locale, fact)
        name = fact.id.partition(".")[2].replace("_", " ")
        question = localizer.render("committee-ask", figure=name)
        if any(
            (said.sender, said.recipient, said.text) == (speaker, analyst, question) for said in transcript.messages
        ):
            return  # by a process that has worked on this run before
        transcript.add_message(speaker, analyst, [question], symbols=(fact.symbol,))
        transcript.add_message(analyst, speaker, [value], symbols=(fact.symbol,))
