"""Explains a decision by the data of its proposal; later events are in a separate paragraph.

It reads the engine's run and the order itself: only the decision explained says whether there are any.
"""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.ids import DecisionId, TenantId
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_result import AgentMessage, EngineRun
from bot.domain.trading.decisions import Action, Decision, Proposal
from bot.engines.registry import engine_entry
from bot.ports import Clock, Stores, TradingCalendar
from bot.presentation.cards import DecisionCards, without_fallback_reason
from bot.presentation.performance_since import PerformanceSince

HERE: Final = "here"
ELSEWHERE: Final = "elsewhere"


@dataclass(frozen=True, slots=True)
class Explain:
    """Renders why a decision was proposed, and its present status."""

    stores: Stores
    portfolio: PortfolioService
    calendar: TradingCalendar
    cards: DecisionCards
    clock: Clock

    @property
    def performance_since(self) -> PerformanceSince:
        """Return the renderer of what happened since a decision."""
        return PerformanceSince(self.stores, self.portfolio, self.calendar, self.cards)

    async def explain_version(
        self, tenant_id: TenantId, decision_id: DecisionId, version: int, *, locale: Locale
    ) -> TurnResult:
        """Explain one version. Raises: UnknownDecisionError."""
        async with self.stores.transaction(tenant_id) as tx:
            decision = await tx.decisions.get(decision_id, version=version)
        return await self.explain_decision(decision, locale=locale)

    async def explain_decision(self, decision: Decision, *, locale: Locale, place: str = HERE) -> TurnResult:
        """Explain a decision: its proposal and date, the arguments, the engine's run, and its present status.

        Args:
            decision: The decision.
            locale: Language and time zone of the reader.
            place: Whether the conversation in which it was proposed is the reader's: `HERE` or `ELSEWHERE`.
        """
        p = decision.proposal
        is_pending = decision.is_pending(at=self.clock.now()) and p.action is not Action.HOLD
        opening = self._opening(decision, locale)
        blocks: list[Block] = [Paragraph(opening), *self.cards.argument_groups(locale, without_fallback_reason(p))]
        run, discussion = await self._engine_run(decision)
        if run is not None:
            blocks.append(Paragraph(self._run_sentences(run, locale, place if discussion else "")))
        if p.fallback is None:
            status = self._waiting_sentences(decision, locale) if is_pending else await self._status(decision, locale)
            blocks += [Paragraph(status)] if status else []
        return TurnResult(
            answer=Answer(
                blocks=tuple(blocks),
                symbols=(p.symbol,),
                decisions=(decision,),
                buttons=self.cards.buttons(locale, decision) if is_pending else (),
                run=run,
            ),
            focus=(p.symbol,),
        )

    def _opening(self, decision: Decision, locale: Locale) -> str:
        texts, p = self.cards.texts, decision.proposal
        when = self.cards.price_time(locale, p.price_as_of, p.price_source)
        if p.fallback is not None:
            why = self.cards.fallback_reason(locale, p.fallback)
            return texts.render(locale, "explain-fallback", symbol=p.symbol, price=p.price, when=when, why=why)
        what, confidence = self.cards.action_phrase(locale, p), p.confidence * 100
        return texts.render(locale, "explain-opening", what=what, price=p.price, when=when, confidence=confidence)

    async def _engine_run(self, decision: Decision) -> tuple[EngineRun | None, tuple[AgentMessage, ...]]:
        """Return the engine's run that proposed the decision, if a model was asked, and its agents' discussion."""
        run_id = decision.proposal.run_id
        if run_id is None:
            return None, ()
        async with self.stores.transaction(decision.tenant_id) as tx:
            found = await tx.engine_runs.discussion(decision.conversation_id, run_id=run_id)
        return found or (None, ())

    def _run_sentences(self, run: EngineRun, locale: Locale, place: str) -> str:
        """Return how a run went, and where its agents' discussion can be seen; `place` "": there is none."""
        texts = self.cards.texts
        run_sentence = texts.render(
            locale,
            "explain-run",
            engine=run.engine,
            calls=run.calls,
            hits=run.cache_hits,
            retries=run.retries,
            prompt=run.tokens.prompt,
            completion=run.tokens.completion,
            seconds=Decimal(str(round(run.latency, 1))),
            prompts=run.prompt_version,
        )
        return texts.join(
            locale, run_sentence, texts.render(locale, "explain-discussion", place=place) if place else ""
        )

    def _waiting_sentences(self, decision: Decision, locale: Locale) -> str:
        """Return what waiting means while a decision is pending: nothing happens, and the proposal expires."""
        minutes = int((decision.expires_at - self.clock.now()).total_seconds() // 60)
        texts, p = self.cards.texts, decision.proposal
        waiting = texts.render(locale, "explain-waiting", symbol=p.symbol, minutes=minutes)
        return texts.join(locale, waiting, self._waiting_arguments(p, locale))

    def _waiting_arguments(self, p: Proposal, locale: Locale) -> str:
        """Refer to the arguments against, or say that the rules found none; empty if the rules were not applied."""
        if any(reason.weight < 0 for reason in p.reasons):
            return self.cards.texts.render(locale, "explain-case-for-waiting")
        entry = engine_entry(p.engine)
        if entry is None or not entry.argues_by_rules:
            return ""
        return self.cards.texts.render(locale, "explain-no-case-for-waiting")

    async def _status(self, decision: Decision, locale: Locale) -> str:
        texts, is_hold = self.cards.texts, decision.proposal.action is Action.HOLD
        status = "" if is_hold else texts.render_code(locale, "status", decision.status)
        return texts.join(locale, status, *await self.performance_since(decision, locale=locale))
