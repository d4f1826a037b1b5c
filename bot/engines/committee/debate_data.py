"""What the debates of a committee are told of one share: what the reports refer to, and what was asked for since."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count, islice
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import Speaker, Speech
from bot.domain.committee.memory import AnalystDigest
from bot.domain.committee.research import ResearchSummary
from bot.domain.committee.risk import RiskSummary
from bot.domain.models.facts import FactCatalogue, FactSheet, ModelFact
from bot.domain.models.references import rename_references
from bot.domain.text.emphasis import UNCHECKED
from bot.domain.trading.decision_result import AgentMessage
from bot.domain.trading.decisions import Reason
from bot.domain.trading.drafts import MODEL_REASON
from bot.engines.committee.analysts import private_facts
from bot.engines.committee.graph import DebateState
from bot.engines.committee.rule_agents import RuleAgents
from bot.engines.common.decision_input import ModelInput, packed_conversation, told_facts
from bot.engines.common.prompt_facts import add_account_facts, add_limit_facts, add_position_facts
from bot.engines.common.reflection_facts import add_reflection_facts
from bot.engines.common.transcript import Localizer, Transcript

UNCHECKED_MARK: Final = " [unchecked]"  # behind a figure of a model that no reference stands for
# The prompts of a whole committee have to stay short.
_MOST_LEANS: Final = 2
_MOST_CODES: Final = 1  # the strongest new one, and the strongest that has gone
_MOST_LINES: Final = 30  # of a debate that are told after it
_SAID: Final = "said"  # the teller of a speech, whoever spoke


@dataclass(slots=True)
class DebateData:
    """The facts that debates may refer to, and the private ones that they may ask for.

    Each figure that is told is added to the facts that are told with it.
    """

    by_rules: RuleAgents
    transcript: Transcript
    private: Mapping[Analyst, FactSheet]
    notes: Mapping[Analyst, tuple[str, ...]]  # lines of each analyst's source that are no figures
    shared: FactSheet = field(default_factory=FactSheet)

    @classmethod
    def of(cls, by_rules: RuleAgents, transcript: Transcript) -> "DebateData":
        """Return what the analysts have of a share, with nothing shared yet."""
        found = {each: private_facts(each, by_rules.features, by_rules.snapshot) for each in Analyst}
        private = {analyst: sheet for analyst, (sheet, _) in found.items()}
        return cls(by_rules, transcript, private, notes={analyst: notes for analyst, (_, notes) in found.items()})

    @property
    def localizer(self) -> Localizer:
        """For the language of the request."""
        return self.transcript.localizer

    @property
    def symbol(self) -> str:
        """The share."""
        return self.by_rules.features.symbol

    @property
    def more(self) -> tuple[str, ...]:
        """The ids of private facts that may be asked for."""
        known = self.shared.facts
        return tuple(each for sheet in self.private.values() for each in sheet.facts if each not in known)

    def share_all(self) -> None:
        """Share every private fact."""
        for sheet in self.private.values():
            self.shared.add_all(fact for fact in sheet.facts.values() if fact.id not in self.shared.facts)

    def debate(
        self,
        debate: DebateState,
        ruling: RiskSummary | None,
        digest_of: Callable[[Analyst], AnalystDigest | None] = lambda _: None,
    ) -> ModelInput:
        """Return what a debate is told: of the case the reports; of the size, with `ruling`, the ruling and sizes."""
        reports = [self.told_report(report, digest_of(report.analyst)) for report in debate["reports"]]
        for speech in debate.get("speeches", ()):
            self._share_asked(speech.speaker, speech.ask)
        if ruling is None:
            return {"reports": reports}
        data = {
            "leans": {each.analyst.value: each.lean for each in debate["reports"] if each.lean is not None},
            "ruling": self.told_ruling(debate["research"]),
        }
        self._add_account()
        self._add_sizes(ruling)
        return data

    def with_facts(self, data: ModelInput) -> ModelInput:
        """Return data with all facts that may be referred to; call it last, as what is told adds facts."""
        return {**data, "facts": self.told_facts(self.shared.catalogue)}

    def told_facts(self, catalogue: FactCatalogue) -> ModelInput:
        """Return facts by their ids, in the language of the request."""
        return told_facts(catalogue, self.localizer.locale, texts=self.localizer.texts)

    def told_ruling(self, research: ResearchSummary) -> ModelInput:
        """Return a ruling of the research judge, and add what it refers to."""
        sides = (("for", research.points_for), ("against", research.points_against))
        points = {side: [self._told_point(f"research.{side}", point) for point in found] for side, found in sides}
        return {"stance": research.stance.value, "conviction": str(research.conviction), **points}

    def told_by_people(self) -> ModelInput:
        """Return what people said, and what came of earlier decisions, as a judge is told it."""
        packed = packed_conversation(self.by_rules.request)
        self.shared.add_all(packed.figures)
        learnt = add_reflection_facts(self.shared, self.symbol, self.by_rules.request)
        team = packed.data(message="question")
        return {**({"team": team} if team else {}), **({"learnt": learnt} if learnt else {})}

    def told_report(self, report: AnalystReport, digest: AnalystDigest | None = None) -> ModelInput:
        """Add the facts of a report and of the digest of earlier ones; return both as a model is told them.

        Without a digest nothing is told of one any more; what refers to it brings it along.
        """
        self.shared.facts.pop(f"{report.symbol.lower()}.{report.analyst}.history", None)
        if report.lean is None:
            return {"analyst": report.analyst.value, "lean": "no data"}
        points = [(point.weight, self._told_point(report.analyst, point)) for point in report.points]
        sides = {
            "for": [text for weight, text in points if weight > 0],
            "against": [text for weight, text in points if weight < 0],
        }
        told: ModelInput = {"analyst": report.analyst.value, "lean": round(report.lean, 2)}
        told |= self._told_digest(digest) if digest is not None else {}
        return {**told, **{side: texts for side, texts in sides.items() if texts}}

    def told_speeches(self, speeches: Iterable[Speech]) -> list[list[str]]:
        """Return speeches as a model is told them: no id says whose they are."""
        return [[self._told_point(_SAID, point) for point in speech.points] for speech in speeches]

    def in_no_order(self, speeches: Sequence[Speech]) -> tuple[Speech, ...]:
        """Return speeches in an order that depends on their words alone: a judge prefers what comes first."""
        return tuple(sorted(speeches, key=lambda speech: _digest("\n".join(map(self._sentence, speech.points)))))

    def _told_digest(self, digest: AnalystDigest) -> ModelInput:
        """Add the leans of a digest as one fact, "goog.market.history"; return the codes of new and gone points.

        Nothing of a digest that has a single report: there is no development.
        """
        if digest.before is None:
            return {}
        leans = digest.leans[-_MOST_LEANS:]
        history = ", ".join(self.localizer.render("digest-lean", date=each.trade_date, **each.parts) for each in leans)
        about = self.shared.about(digest.symbol, source="rules", as_of=digest.as_of)
        about.text(f"{digest.analyst}.history", history)
        changed = [
            f"{sign}{code}"
            for sign, points in (("+", digest.new), ("-", digest.gone))
            for code in islice(dict.fromkeys(point.code for point in points), _MOST_CODES)
        ]
        return {"changed": changed} if changed else {}

    def _told_point(self, teller: str, point: Reason) -> str:
        """Return a point as a model is told it: a model's own words with references, a rule's sentence as a fact."""
        if point.code == MODEL_REASON:
            self.shared.add_all(point.facts)
            return rename_references(point.words["text"].replace(UNCHECKED, UNCHECKED_MARK), str)
        sentence = self._sentence(point)
        about = self.shared.about(self.symbol, source="rules")
        for number in count(1):  # two points of one rule, as on two headlines, are two facts
            name = f"{teller}.{point.code}{number if number > 1 else ''}"
            known = self.shared.facts.get(f"{about.prefix}.{name}".lower())
            if known is None or known.value == sentence:
                break
        about.text(name, sentence)
        return f"{{{about.prefix}.{name}}}"

    def _sentence(self, point: Reason) -> str:
        return self.localizer.texts.render_reason(self.localizer.locale, point)

    def _add_account(self) -> None:
        request, as_of = self.by_rules.request, self.by_rules.features.as_of
        add_account_facts(self.shared, request)
        add_position_facts(self.shared, self.by_rules.features, request)
        add_limit_facts(self.shared, request.portfolio.limits)
        if (drawdown := request.drawdown) is not None:
            account = self.shared.group("account", source="account", as_of=as_of)
            account.percent("below_peak", drawdown.now)
            account.percent("deepest_below_peak", drawdown.deepest)
            account.usd("room_to_deepest", drawdown.room)

    def _add_sizes(self, ruling: RiskSummary) -> None:
        group = self.shared.group("risk", source="account", as_of=self.by_rules.features.as_of)
        for case in ruling.cases:
            group.count(f"{case.voice}.shares", case.shares)
            group.usd(f"{case.voice}.amount", case.amount)
            group.usd(f"{case.voice}.cash_after", case.cash_after)
            group.percent(f"{case.voice}.position_after", case.share_of_assets)
            group.usd(f"{case.voice}.loss_at_stop", case.loss_at_stop)
            group.usd(f"{case.voice}.loss_on_worst_day", case.loss_on_worst_day)
            group.percent(f"{case.voice}.below_peak_at_stop", case.drawdown_at_stop)

    def _share_asked(self, speaker: Speaker, asked: str) -> None:
        """Share a private figure that a speaker has asked an analyst for; both lines are in the transcript."""
        wanted = asked.strip().strip("{}").lower()
        if not wanted or wanted in self.shared.facts:
            return
        for analyst, sheet in self.private.items():
            if (fact := sheet.facts.get(wanted)) is not None:
                self.shared.add(fact)
                self._say_asked(speaker, analyst, fact)
                return

    def _say_asked(self, speaker: Speaker, analyst: Analyst, fact: ModelFact) -> None:
        value = self.localizer.texts.render_fact(self.localizer.locale, fact)
        name = fact.id.partition(".")[2].replace("_", " ")
        question = self.localizer.render("committee-ask", figure=name)
        said = ((each.sender, each.recipient, each.text) for each in self.transcript.messages)
        if (speaker, analyst, question) not in said:  # by a process that has worked on this run before
            self.transcript.add_message(speaker, analyst, [question], symbols=(fact.symbol,))
            self.transcript.add_message(analyst, speaker, [value], symbols=(fact.symbol,))


def lines_in_no_order(messages: Iterable[AgentMessage]) -> list[str]:
    """Return what was said, line by line, in an order as that of `in_no_order`.

    The lines are no facts to refer to: a figure in them may be a claim.
    """
    return sorted({line for each in messages for line in each.text.splitlines()}, key=_digest)[:_MOST_LINES]


def _digest(words: str) -> str:
    return sha256(words.encode()).hexdigest()
