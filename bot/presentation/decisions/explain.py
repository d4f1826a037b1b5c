"""Explains a decision by the data of its proposal; later events are in a separate paragraph."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Table
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.explanation import Explain
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.bound_checks import told_cap_excesses
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.forecasts.reflection import ToldReflection
from bot.engines.registry import engine_entry
from bot.engines.rules.analysis import BUY_AT
from bot.presentation.account.performance import PerformancePresenter
from bot.presentation.decisions.arguments import is_model_reason
from bot.presentation.decisions.cards import DISSENT, NOT_TRADABLE, CardPresenter
from bot.presentation.decisions.decision_details import DecisionDetails, without_fallback_reason
from bot.presentation.presenter import signed
from bot.trading.explanation import Explanation

HERE: Final = "here"
ELSEWHERE: Final = "elsewhere"

PASSED: Final = frozenset({DecisionStatus.CANCELLED, DecisionStatus.EXPIRED, DecisionStatus.WITHDRAWN})

_WHY: Final = Explain()
_SIZED: Final = "sized_by_"
_CUT: Final = "named_size_cut"
_LEVELS_SHOWN: Final = 2
_TENTH: Final = Decimal("0.1")
_REASONS_OF_PASSED: Final = 2  # that are shown first


@dataclass(frozen=True, slots=True)
class ExplanationPresenter(CardPresenter):
    """Renders why a decision was proposed, and its present status."""

    def answer(
        self,
        locale: Locale,
        explanation: Explanation,
        *,
        place: str = HERE,
        asked: Explain = _WHY,
    ) -> Answer:
        """Return an explanation: what each argument counts, what would change the view, and the present status.

        `place`: where it was proposed. `asked`: what the question is about, which comes first.
        """
        decision, run = explanation.decision, explanation.run
        p = decision.proposal
        status = self._status(explanation, locale, is_asked=asked.suggests_waiting, place=place)
        reasons = (self._reasons(p, locale, against_first=asked.asks_against), *self._levels(explanation, locale))
        rows = tuple(DecisionDetails(self.cards).figure_rows(locale, p, commission=Decimal(0)))
        title = self.say(locale, "card-title", symbol=p.symbol, version=decision.version)
        details: list[Block] = [
            Paragraph(self._opening(decision, locale)),
            Table((title, self.say(locale, "value")), rows),
            *self.cards.arguments.groups(locale, without_fallback_reason(p), symbol=p.symbol),
        ]
        if explanation.performance is not None:
            details += PerformancePresenter(self.cards).market_notes(locale, [explanation.performance])
        if run is not None:
            details.append(Paragraph(self._run_sentences(run, locale, place if explanation.has_discussion else "")))
        details += (*self._calibration(explanation, locale), *self._reflections(explanation, locale))
        blocks = (*status, *reasons) if asked.suggests_waiting else (*reasons, *status)
        blocks = (*self._size(p, locale), *blocks) if asked.asks_size else blocks
        if decision.status in PASSED:
            blocks, details = self._of_passed(decision, locale, reasons, status), [*reasons, *details]
        return Answer(
            blocks=blocks,
            details=tuple(details),
            symbols=(p.symbol,),
            decisions=(decision,),
            buttons=self.cards.buttons(locale, decision) if explanation.is_pending and place == HERE else (),
            run=run,
        )

    def _calibration(self, explanation: Explanation, locale: Locale) -> tuple[Block, ...]:
        """Return how often earlier forecasts of such a confidence had come true; the confidence stays as stated."""
        band = explanation.calibration
        if band is None:
            return ()
        text = self.say(
            locale,
            "calibration",
            low=round(band.low * 100),
            high=round(band.high * 100),
            cases=band.rate.cases,
            independent=band.independent,
            percent=round(band.rate.value * 100),
            least=round(band.rate.interval.low * 100),
            most=round(band.rate.interval.high * 100),
        )
        return (Paragraph(text),)

    def _reflections(self, explanation: Explanation, locale: Locale) -> tuple[Block, ...]:
        """Return what is known by now of earlier decisions on the share; no number of the decision rests on it."""
        if not explanation.reflections:
            return ()
        heading = self.say(locale, "learnt", symbol=explanation.decision.proposal.symbol)
        return (Bullets(heading, tuple(self._reflection(locale, each) for each in explanation.reflections)),)

    def _reflection(self, locale: Locale, told: ToldReflection) -> str:
        r, p = told.reflection, told.decision.proposal
        ahead = r.excess_percent.quantize(_TENTH)
        outcome = self.say(
            locale,
            "learnt-outcome",
            date=market_date(p.price_as_of),
            what=self.cards.action_phrase(locale, p),
            settled=market_date(r.settled_as_of),
            stance=told.stance,
            came=r.came_true,
            side="behind" if ahead < 0 else "ahead",
            percent=abs(ahead),
        )
        message_id, cases = "learnt-lesson" if r.is_lesson else "learnt-one-case", r.cases
        lesson = self.say(locale, message_id, stance=told.stance, cases=cases, come_true=r.cases_come_true)
        return self.texts.join(locale, outcome, *self._learnt(locale, told), lesson)

    def _learnt(self, locale: Locale, told: ToldReflection) -> list[str]:
        """Return what was right and wrong: in a model's words if they are in the reader's language, else by rules."""
        texts, words, in_short = self.texts, told.reflection.words, self.cards.arguments.in_short
        if words is not None and words.language is locale.language:
            said = texts.render_model_text(locale, words.template, told.facts)
            return [self.say(locale, "learnt-by-model", words=said)]
        named = {"right": told.right, "wrong": told.wrong}
        listed = {name: texts.list_of(locale, (in_short(locale, each) for each in of)) for name, of in named.items()}
        return [texts.render_code(locale, "learnt", name, arguments=each) for name, each in listed.items() if each]

    def _of_passed(
        self, decision: Decision, locale: Locale, reasons: Sequence[Block], status: Sequence[Block]
    ) -> tuple[Block, ...]:
        """Return what was proposed and became of it, then the main reasons: the rest are details."""
        p, texts = decision.proposal, self.texts
        what, date = self.cards.action_phrase(locale, p), p.price_as_of.date().isoformat()
        proposed = self.say(locale, "explain-passed", what=what, date=date)
        told = [proposed, *(each.text for each in status if isinstance(each, Paragraph))]
        first = reasons[0]
        main = replace(first, items=first.items[:_REASONS_OF_PASSED]) if isinstance(first, Bullets) else first
        return (Paragraph(texts.join(locale, *told)), main)

    def _reasons(self, p: Proposal, locale: Locale, *, against_first: bool) -> Block:
        """Return what each argument counts in the rules' score; of other engines the reasons as they were given."""
        arguments = self.cards.arguments
        if p.fallback is not None:
            why = self.cards.fallback_reason(locale, p.fallback)
            return Paragraph(self.say(locale, "why-fallback", symbol=p.symbol, why=why))
        what, confidence = self.cards.action_phrase(locale, p), p.confidence * 100
        lean = (-1 if p.side is Side.SELL else 1) if against_first else 0
        weighed = sorted((r for r in p.reasons if r.weight), key=lambda r: (r.weight * lean > 0, -abs(r.weight)))
        if not weighed:
            given = [r for r in p.reasons if is_model_reason(r)] or p.reasons
            heading = self.say(locale, "why-given", what=what, confidence=confidence)
            return Bullets(heading, arguments.sentences(locale, given))
        lines = tuple(
            self.say(locale, "why-argument", argument=arguments.in_short(locale, r), **signed(r.weight))
            for r in weighed
        )
        entry = engine_entry(p.engine)
        if entry is not None and not entry.argues_by_rules:  # only its strongest points are kept, not its score
            return Bullets(self.say(locale, "why-given", what=what, confidence=confidence), lines)
        score = sum((Decimal(str(r.weight)) for r in weighed), Decimal(0))
        prevented = next((r for r in p.reasons if p.action is Action.HOLD and r.code in NOT_TRADABLE), None)
        why = arguments.in_short(locale, prevented) if prevented is not None else ""
        message_id = "why-score-ordered" if any(r.code in DISSENT for r in p.reasons) else "why-score"
        message_id = "why-score-nothing-traded" if prevented is not None else message_id
        heading = self.say(locale, message_id, what=what, why=why, buy=BUY_AT, **signed(score))
        return Bullets(heading, lines)

    def _size(self, p: Proposal, locale: Locale) -> tuple[Block, ...]:
        """Return what the size comes from, and which caps it exceeds."""
        told = (r for r in p.reasons if r.code.startswith(_SIZED) or r.code == _CUT)
        texts = (self.texts.render_reason(locale, each) for each in (*told, *told_cap_excesses(p)))
        text = self.texts.join(locale, *texts)
        return (Paragraph(text),) if text else ()

    def _levels(self, explanation: Explanation, locale: Locale) -> tuple[Block, ...]:
        nearest = sorted(explanation.levels, key=lambda level: abs(level.percent))[:_LEVELS_SHOWN]
        if not nearest:
            return ()
        lines = (
            self.texts.render_code(locale, "short-level", level.code, price=level.price, **signed(level.percent))
            for level in nearest
        )
        return (Bullets(self.say(locale, "why-would-change"), tuple(lines)),)

    def _opening(self, decision: Decision, locale: Locale) -> str:
        p = decision.proposal
        when = self.cards.price_time(locale, p.price_as_of, p.price_source)
        if p.fallback is not None:
            why = self.cards.fallback_reason(locale, p.fallback)
            return self.say(locale, "explain-fallback", symbol=p.symbol, price=p.price, when=when, why=why)
        what, confidence = self.cards.action_phrase(locale, p), p.confidence * 100
        return self.say(locale, "explain-opening", what=what, price=p.price, when=when, confidence=confidence)

    def _run_sentences(self, run: EngineRun, locale: Locale, place: str) -> str:
        """Return how a run went, and where its agents' discussion can be seen; `place` "": there is none."""
        texts = self.texts
        run_sentence = self.say(
            locale,
            "explain-run",
            engine=run.engine,
            calls=run.calls,
            hits=run.cache_hits,
            retries=run.retries,
            prompt=run.tokens.prompt,
            completion=run.tokens.completion,
            seconds=round(run.latency, 1),
            prompts=run.prompt_version,
        )
        discussion = self.say(locale, "explain-discussion", place=place) if place else ""
        return texts.join(locale, run_sentence if run.calls else "", discussion)

    def _status(self, explanation: Explanation, locale: Locale, *, is_asked: bool, place: str) -> tuple[Block, ...]:
        """Return until when it is pending and, if that `is_asked`, what waiting means; or its outcome so far."""
        texts, p = self.texts, explanation.decision.proposal
        if p.fallback is not None:
            return ()
        if explanation.is_pending and place == ELSEWHERE:
            return (Paragraph(self.say(locale, "why-pending-elsewhere"), (explanation.decision.key,)),)
        if explanation.is_pending:
            message_id = "explain-waiting" if is_asked else "why-pending"
            until = self.cards.expiry(locale, explanation.decision)
            waiting = self.say(locale, message_id, symbol=p.symbol, until=until)
            case = self._waiting_arguments(p, locale) if is_asked else ""
            return (Paragraph(texts.join(locale, waiting, case), (explanation.decision.key,)),)
        is_hold, performance = p.action is Action.HOLD, explanation.performance
        status = "" if is_hold else texts.render_code(locale, "status", explanation.decision.status)
        since = PerformancePresenter(self.cards).sentences(locale, performance) if performance else ()
        people = self._people(explanation, locale) if status else ""
        text = texts.join(locale, status, people, *since)
        return (Paragraph(text),) if text else ()

    def _people(self, explanation: Explanation, locale: Locale) -> str:
        """Return who asked for a trade, and who confirmed or cancelled it; empty: it is not known."""
        asked, resolution = explanation.asked_by, explanation.resolution
        if not asked:
            return ""
        decided = "" if resolution is None else resolution.person_name
        verdict = "same" if decided == asked else "other" if decided else "none"
        return self.say(locale, "explain-people", asked=asked, decided=decided, verdict=verdict)

    def _waiting_arguments(self, p: Proposal, locale: Locale) -> str:
        """Name what speaks against the trade, or say that the rules found nothing; empty if they were not applied."""
        lean = -1 if p.side is Side.SELL else 1
        weighed = sorted((r for r in p.reasons if r.weight * lean < 0), key=lambda r: -abs(r.weight))
        against = (*told_cap_excesses(p), *weighed)
        if against:
            named = self.texts.list_of(locale, (self.cards.arguments.in_short(locale, r) for r in against))
            return self.say(locale, "explain-case-for-waiting", arguments=named)
        entry = engine_entry(p.engine)
        argues_by_rules = entry is not None and entry.argues_by_rules
        return self.say(locale, "explain-no-case-for-waiting") if argues_by_rules else ""
