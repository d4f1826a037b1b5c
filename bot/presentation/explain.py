"""Explains a decision by what was known when it was proposed; what came after is said apart."""

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
from bot.ports import Clock, Stores, TradingCalendar
from bot.presentation.cards import DecisionCards, without_fallback_reason
from bot.presentation.performance_since import PerformanceSince

HERE: Final = "here"
ELSEWHERE: Final = "elsewhere"


@dataclass(frozen=True, slots=True)
class Explain:
    """Words for why a decision was proposed, and how it stands."""

    stores: Stores
    portfolio: PortfolioService
    calendar: TradingCalendar
    cards: DecisionCards
    clock: Clock

    @property
    def performance_since(self) -> PerformanceSince:
        """Words for what became of a decision."""
        return PerformanceSince(self.stores, self.portfolio, self.calendar, self.cards)

    async def explain_version(
        self, tenant_id: TenantId, decision_id: DecisionId, version: int, *, locale: Locale
    ) -> TurnResult:
        """Explain one version. Raises: UnknownDecisionError."""
        async with self.stores.transaction(tenant_id) as tx:
            decision = await tx.decisions.get(decision_id, version=version)
        return await self.explain_decision(decision, locale=locale)

    async def explain_decision(self, decision: Decision, *, locale: Locale, place: str = HERE) -> TurnResult:
        """Explain a decision: what was proposed when, the arguments, how it came about, and how it stands now.

        Args:
            decision: The decision.
            locale: To explain it in.
            place: Where it was proposed, as seen from where it is explained: `HERE` or `ELSEWHERE`.
        """
        p = decision.proposal
        pending = decision.is_pending(at=self.clock.now()) and p.action is not Action.HOLD
        opening = self._opening(decision, locale)
        blocks: list[Block] = [Paragraph(opening), *self.cards.argument_groups(locale, without_fallback_reason(p))]
        run, said = await self._run(decision)
        if run is not None:
            blocks.append(Paragraph(self._came_about(run, locale, place if said else "")))
        if p.fallback is None:
            stands = self._waiting(decision, locale) if pending else await self._stands(decision, locale)
            blocks += [Paragraph(stands)] if stands else []
        return TurnResult(
            answer=Answer(
                blocks=tuple(blocks),
                symbols=(p.symbol,),
                decisions=(decision,),
                buttons=self.cards.buttons(locale, decision) if pending else (),
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

    async def _run(self, decision: Decision) -> tuple[EngineRun | None, tuple[AgentMessage, ...]]:
        """The run that a decision came out of, if a model was asked, and what was said in it."""
        run_id = decision.proposal.run_id
        if run_id is None:
            return None, ()
        async with self.stores.transaction(decision.tenant_id) as tx:
            found = await tx.engine_runs.discussion(decision.conversation_id, run_id=run_id)
        return found or (None, ())

    def _came_about(self, run: EngineRun, locale: Locale, place: str) -> str:
        """How a run went; where its agents' discussion can be seen, if there is one."""
        texts = self.cards.texts
        came = texts.render(
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
        return texts.join(locale, came, texts.render(locale, "explain-discussion", place=place) if place else "")

    def _waiting(self, decision: Decision, locale: Locale) -> str:
        """Say what waiting means while a decision is pending: nothing happens, and the offer ends."""
        minutes = int((decision.expires_at - self.clock.now()).total_seconds() // 60)
        texts, p = self.cards.texts, decision.proposal
        waiting = texts.render(locale, "explain-waiting", symbol=p.symbol, minutes=minutes)
        return texts.join(locale, waiting, self._case_for_waiting(p, locale))

    def _case_for_waiting(self, p: Proposal, locale: Locale) -> str:
        """Point at the arguments against; a model's reasons are not sorted into those for and against."""
        has_case = any(reason.weight < 0 for reason in p.reasons)
        if not has_case and p.run_id is not None:
            return ""
        return self.cards.texts.render(
            locale, "explain-case-for-waiting" if has_case else "explain-no-case-for-waiting"
        )

    async def _stands(self, decision: Decision, locale: Locale) -> str:
        texts, is_hold = self.cards.texts, decision.proposal.action is Action.HOLD
        status = "" if is_hold else texts.render_code(locale, "status", decision.status)
        return texts.join(locale, status, *await self.performance_since(decision, locale=locale))
