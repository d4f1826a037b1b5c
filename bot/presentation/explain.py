"""Explains a decision by the data of its proposal; later events are in a separate paragraph."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Action, Decision, Proposal
from bot.engines.registry import engine_entry
from bot.presentation.cards import DecisionCards, without_fallback_reason
from bot.presentation.performance import PerformancePresenter
from bot.trading.explanation import Explanation

HERE: Final = "here"
ELSEWHERE: Final = "elsewhere"


@dataclass(frozen=True, slots=True)
class ExplanationPresenter:
    """Renders why a decision was proposed, and its present status."""

    cards: DecisionCards
    performance: PerformancePresenter

    def answer(self, locale: Locale, explanation: Explanation, *, place: str = HERE) -> Answer:
        """Return an explanation: the proposal and its date, the arguments, the engine's run, and the present status.

        Args:
            locale: Language and time zone of the reader.
            explanation: The decision and what explains it.
            place: Whether the conversation in which it was proposed is the reader's: `HERE` or `ELSEWHERE`.
        """
        decision, run = explanation.decision, explanation.run
        p = decision.proposal
        opening = self._opening(decision, locale)
        blocks: list[Block] = [Paragraph(opening), *self.cards.argument_groups(locale, without_fallback_reason(p))]
        if run is not None:
            blocks.append(Paragraph(self._run_sentences(run, locale, place if explanation.has_discussion else "")))
        if p.fallback is None:
            status = self._status(explanation, locale)
            blocks += [Paragraph(status)] if status else []
        return Answer(
            blocks=tuple(blocks),
            symbols=(p.symbol,),
            decisions=(decision,),
            buttons=self.cards.buttons(locale, decision) if explanation.is_pending else (),
            run=run,
        )

    def _opening(self, decision: Decision, locale: Locale) -> str:
        texts, p = self.cards.texts, decision.proposal
        when = self.cards.price_time(locale, p.price_as_of, p.price_source)
        if p.fallback is not None:
            why = self.cards.fallback_reason(locale, p.fallback)
            return texts.render(locale, "explain-fallback", symbol=p.symbol, price=p.price, when=when, why=why)
        what, confidence = self.cards.action_phrase(locale, p), p.confidence * 100
        return texts.render(locale, "explain-opening", what=what, price=p.price, when=when, confidence=confidence)

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

    def _waiting_sentences(self, explanation: Explanation, locale: Locale) -> str:
        """Return what waiting means while a decision is pending: nothing happens, and the proposal expires."""
        texts, p = self.cards.texts, explanation.decision.proposal
        minutes = int((explanation.decision.expires_at - explanation.read_at).total_seconds() // 60)
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

    def _status(self, explanation: Explanation, locale: Locale) -> str:
        """Return what waiting means, or the status and the price since; empty for a hold before a session closed."""
        if explanation.is_pending:
            return self._waiting_sentences(explanation, locale)
        texts, decision, performance = self.cards.texts, explanation.decision, explanation.performance
        is_hold = decision.proposal.action is Action.HOLD
        status = "" if is_hold else texts.render_code(locale, "status", decision.status)
        since = self.performance.sentences(locale, performance) if performance else ()
        return texts.join(locale, status, *since)
