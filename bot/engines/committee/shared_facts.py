"""What the debates of a committee are told: what the reports refer to, and what was asked for since."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count, islice
from typing import Final

from bot.domain.committee.analysts import Analyst, AnalystReport
from bot.domain.committee.debate import Speech
from bot.domain.committee.memory import AnalystDigest
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.models.facts import FactSheet, ModelFact
from bot.domain.models.references import rename_references
from bot.domain.text.emphasis import UNCHECKED
from bot.domain.trading.decision_result import AgentMessage
from bot.domain.trading.decisions import Reason
from bot.domain.trading.drafts import MODEL_REASON
from bot.engines.committee.analysts import private_facts
from bot.engines.common.decision_input import ModelInput
from bot.engines.common.transcript import Localizer

# The prompts of a whole committee have to stay short.
_MOST_LEANS: Final = 2
_MOST_CODES: Final = 1  # the strongest new one, and the strongest that has gone


def told_digest(digest: AnalystDigest, sheet: FactSheet, localizer: Localizer) -> ModelInput:
    """Add the leans of a digest as one fact, "goog.market.history"; return the codes of new and gone points.

    Nothing of a digest that has a single report: there is no development.
    """
    if digest.before is None:
        return {}
    history = ", ".join(
        localizer.render("digest-lean", date=each.trade_date, **each.parts) for each in digest.leans[-_MOST_LEANS:]
    )
    about = sheet.about(digest.symbol, source="rules", as_of=digest.as_of)
    about.text(_fact_name(digest.analyst), history)
    changed = [
        f"{sign}{code}"
        for sign, points in (("+", digest.new), ("-", digest.gone))
        for code in islice(dict.fromkeys(point.code for point in points), _MOST_CODES)
    ]
    return {"changed": changed} if changed else {}


def remove_digest(analyst: Analyst, symbol: str, sheet: FactSheet) -> None:
    """Take the leans off the sheet again; what refers to them brings them along."""
    sheet.facts.pop(f"{symbol.lower()}.{_fact_name(analyst)}", None)


def _fact_name(analyst: Analyst) -> str:
    return f"{analyst}.history"


_MOST_LINES: Final = 30  # of a debate that are told after it
_SAID: Final = "said"  # the teller of a speech, whoever spoke
UNCHECKED_MARK: Final = " [unchecked]"  # behind a figure of a model that no reference stands for


@dataclass(slots=True)
class SharedFacts:
    """The facts that a debate may refer to, and the private ones that it may ask for."""

    localizer: Localizer
    private: Mapping[Analyst, FactSheet]
    notes: Mapping[Analyst, tuple[str, ...]]  # lines of each analyst's source that are no figures
    shared: FactSheet = field(default_factory=FactSheet)

    @classmethod
    def of(cls, features: Features, snapshot: Snapshot, localizer: Localizer) -> "SharedFacts":
        """Return what the analysts have of a share, with nothing shared yet."""
        found = {analyst: private_facts(analyst, features, snapshot) for analyst in Analyst}
        return cls(
            localizer,
            private={analyst: sheet for analyst, (sheet, _) in found.items()},
            notes={analyst: notes for analyst, (_, notes) in found.items()},
        )

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
            return rename_references(point.words["text"].replace(UNCHECKED, UNCHECKED_MARK), str)
        sentence = self._sentence(point)
        about = self.shared.about(symbol, source="rules")
        name = self._free_name(about.prefix, f"{teller}.{point.code}", sentence)
        about.text(name, sentence)
        return f"{{{about.prefix}.{name}}}"

    def told_speeches(self, symbol: str, speeches: Iterable[Speech]) -> list[list[str]]:
        """Return speeches as a model is told them: no id says whose they are."""
        return [[self.told_point(symbol, _SAID, point) for point in speech.points] for speech in speeches]

    def in_no_order(self, speeches: Sequence[Speech]) -> tuple[Speech, ...]:
        """Return speeches in an order that depends on their words alone: a judge prefers what comes first."""

        def digest(speech: Speech) -> str:
            return sha256("\n".join(map(self._sentence, speech.points)).encode()).hexdigest()

        return tuple(sorted(speeches, key=digest))

    def _sentence(self, point: Reason) -> str:
        return self.localizer.texts.render_reason(self.localizer.locale, point)

    def _free_name(self, prefix: str, name: str, sentence: str) -> str:
        """Return a name for a sentence: two points of one rule, as on two headlines, are two facts."""
        for number in count(1):
            free = name if number == 1 else f"{name}{number}"
            known = self.shared.facts.get(f"{prefix}.{free}".lower())
            if known is None or known.value == sentence:
                return free
        raise AssertionError

    @property
    def more(self) -> tuple[str, ...]:
        """The ids of private facts that may be asked for."""
        known = self.shared.facts
        return tuple(each for sheet in self.private.values() for each in sheet.facts if each not in known)

    def share_all(self) -> None:
        """Share every private fact."""
        for sheet in self.private.values():
            self.shared.add_all(fact for fact in sheet.facts.values() if fact.id not in self.shared.facts)

    def answer(self, fact_id: str) -> tuple[Analyst, ModelFact] | None:
        """Share a private fact that was asked for; return whose it is, and the fact. None: there is none of that id."""
        wanted = fact_id.strip().strip("{}").lower()
        for analyst, sheet in self.private.items():
            fact = sheet.facts.get(wanted)
            if fact is not None and wanted not in self.shared.facts:
                self.shared.add(fact)
                return analyst, fact
        return None


def lines_in_no_order(messages: Iterable[AgentMessage]) -> list[str]:
    """Return what was said, line by line, in an order as that of `in_no_order`.

    The lines are no facts to refer to: a figure in them may be a claim.
    """
    return sorted({line for each in messages for line in each.text.splitlines()}, key=_digest)[:_MOST_LINES]


def _digest(words: str) -> str:
    return sha256(words.encode()).hexdigest()
