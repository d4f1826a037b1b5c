"""A scripted engine that stands in for one that asks a model, and builders of its proposals and reasons."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID

from bot.domain.market.features import Features
from bot.domain.models.facts import FactCatalogue, ModelFact
from bot.domain.models.references import read_references
from bot.domain.models.requests import TokenUsage
from bot.domain.trading.decision_request import DecisionRequest
from bot.domain.trading.decision_result import AgentMessage, DecisionResult, EngineRun
from bot.domain.trading.decisions import Action, Proposal, Reason
from bot.domain.trading.drafts import MODEL_REASON
from bot.ports import TextSink

D = Decimal
Script = Callable[[Features, DecisionRequest], Proposal]
RUN = EngineRun(
    id=UUID("01890a5d-ac96-774b-bcce-b302099a8057"),
    engine="dual",
    prompt_version="filter@1 decision@1",
    calls=2,
    cache_hits=1,
    parse_errors=0,
    retries=1,
    latency=3.24,
    tokens=TokenUsage(1_234, 210),
    at=datetime(2026, 11, 22, 12, 0, tzinfo=UTC),
)
TALK = (
    AgentMessage(1, "filter", "decision", "GOOG needs fundamentals: its valuation is in doubt.", ("GOOG",)),
    AgentMessage(2, "decision", "filter", "A price-earnings ratio of 23 is no obstacle.", ("GOOG",)),
)


def text_reason(text: str) -> Reason:
    return Reason(MODEL_REASON, 0.0, words={"text": text})


def read_reason(text: str, *facts: ModelFact) -> Reason:
    """Return a reason as an engine reads it from a model: references resolved, other figures marked."""
    read = read_references(text, FactCatalogue({fact.id: fact for fact in facts}))
    return Reason(MODEL_REASON, 0.0, words={"text": read.template}, facts=read.facts)


def trade_proposal(features: Features, shares: int, *reasons: Reason) -> Proposal:
    """Propose to buy `shares` of a symbol that is not held; 0: hold."""
    change = shares * features.price
    return Proposal(
        symbol=features.symbol,
        action=Action.INCREASE if shares else Action.HOLD,
        target_cash_amount=change,
        cash_change=change,
        shares=D(shares),
        price=features.price,
        price_as_of=features.as_of,
        price_source=features.source,
        confidence=D("0.72"),
        reasons=reasons or (text_reason("The trend is up."),),
        tags=("increase", "trend") if shares else ("hold",),
        engine="dual",
        run_id=RUN.id,
    )


def fallback_proposal(features: Features, code: str = "no_valid_answer") -> Proposal:
    """Return the hold that replaces a failed decision."""
    return replace(
        trade_proposal(features, 0), reasons=(Reason(f"fallback_{code}", 0.0),), confidence=D("0.5"), fallback=code
    )


@dataclass
class ScriptedEngine:
    """An `Engine` that answers by a script and records its requests."""

    script: Script = lambda features, _: trade_proposal(features, 3)
    name: str = "dual"
    run: EngineRun | None = RUN
    discussion: Sequence[AgentMessage] = ()
    invented: tuple[str, ...] = ()
    questions: list[DecisionRequest] = field(default_factory=list)

    async def decide(self, question: DecisionRequest, *, show: TextSink | None = None) -> DecisionResult:
        self.questions.append(question)
        if show is not None:
            for message in self.discussion:
                await show(message.text)
        return DecisionResult(
            proposals=tuple(self.script(features, question) for features in question.features),
            run=self.run,
            discussion=tuple(self.discussion),
            unrequested_symbols=self.invented,
        )
