"""What the debates of a committee are told: what the reports refer to, and what was asked for since."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import Speech
from bot.domain.committee.memory import AnalystDigest
from bot.domain.models.fact_sheet import FactSheet
from bot.domain.models.facts import ModelFact
from bot.domain.models.references import rename_references
from bot.domain.trading.decisions import Reason
from bot.domain.trading.drafts import MODEL_REASON
from bot.engines.committee.told_digest import remove_digest, told_digest
from bot.engines.common.decision_input import ModelInput
from bot.engines.common.transcript import Localizer


@dataclass(slots=True)
class SharedFacts:
    """The facts that a debate may refer to, and the private ones that it may ask for."""

    localizer: Localizer
    private: dict[Analyst, FactSheet] = field(default_factory=dict)
    shared: FactSheet = field(default_factory=FactSheet)

    def told_report(self, report: AnalystReport, digest: AnalystDigest | None = None) -> ModelInput:
        """Add the facts of a report and of the digest of earlier ones; return both as a model is told them.

        Without a digest nothing is told of one any more.
        """
        remove_digest(report.analyst, report.symbol, self.shared)
        if report.lean is None:
            return {"analyst": report.analyst.value, "lean": "no data"}
        points = [(point.weight, self.told_point(report.symbol, report.analyst, point)) for point in report.points]
        sides = {
            "for": [text for weight, text in points if weight > 0],
            "against": [text for weight, text in points if weight < 0],
        }
        told: ModelInput = {"analyst": report.analyst.value, "lean": round(report.lean, 2)}
        told |= told_digest(digest, self.shared, self.localizer) if digest is not None else {}
        return {**told, **{side: texts for side, texts in sides.items() if texts}}

    def told_point(self, symbol: str, teller: str, point: Reason) -> str:
        """Return a point as a model is told it: a model's own words with references, a rule's sentence as a fact."""
        if point.code == MODEL_REASON:
            self.shared.add_all(point.facts)
            return rename_references(point.words["text"], str)
        sentence = self.localizer.texts.render_reason(self.localizer.locale, point)
        about = self.shared.about(symbol, source="rules")
        about.text(f"{teller}.{point.code}", sentence)
        return f"{{{symbol.lower()}.{teller}.{point.code}}}"

    def told_speeches(self, symbol: str, speeches: Iterable[Speech]) -> list[list[str]]:
        """Return speeches as a model is told them."""
        return [[self.told_point(symbol, speech.speaker, point) for point in speech.points] for speech in speeches]

    @property
    def more(self) -> tuple[str, ...]:
        """The ids of private facts that may be asked for."""
        known = self.shared.facts
        return tuple(each for sheet in self.private.values() for each in sheet.facts if each not in known)

    def answer(self, fact_id: str) -> tuple[Analyst, ModelFact] | None:
        """Share a private fact that was asked for; return whose it is, and the fact. None: there is none of that id."""
        wanted = fact_id.strip().strip("{}").lower()
        for analyst, sheet in self.private.items():
            fact = sheet.facts.get(wanted)
            if fact is not None and wanted not in self.shared.facts:
                self.shared.add(fact)
                return analyst, fact
        return None


def in_no_order(speeches: Sequence[Speech]) -> tuple[Speech, ...]:
    """Return speeches in an order that depends on their words, not on who spoke: a judge prefers what comes first."""
    return tuple(sorted(speeches, key=lambda speech: sha256(repr(speech.points).encode()).hexdigest()))
