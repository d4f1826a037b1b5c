"""What a person is told after Confirm, Cancel or Why?, typed or pressed: the same words for both."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo
from decimal import Decimal
from typing import Self

from bot.context.turn import TurnResult
from bot.context.wording import join_sentences
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import AdjustRef, ButtonRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Event, State
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import UNFINISHED, Action, Decision, DecisionStatus
from bot.domain.trading.orders import OrderReport
from bot.domain.trading.validation import Violation
from bot.presentation.cards import DecisionCards
from bot.presentation.explain import Explain
from bot.trading.adjust import Adjust, Adjusted, AdjustmentRejected, AmountTooSmall, UnreadableAmount
from bot.trading.cancel import Cancel
from bot.trading.confirm import Confirm, ConfirmationRejected, Executed, OutcomePending, Repriced

_EVENTS: Mapping[DecisionStatus, Event] = {  # any other status: the outcome is still to come
    DecisionStatus.FILLED: Event.EXECUTED,
    DecisionStatus.REJECTED: Event.FAILED,
}


@dataclass(frozen=True, slots=True)
class DecisionActions:
    """Carries out a verdict and words what came of it."""

    confirm_decision: Confirm
    cancel_decision: Cancel
    adjust_decision: Adjust
    explain: Explain
    cards: DecisionCards

    def within(self, zone: tzinfo) -> Self:
        """Return what tells instants in `zone`."""
        cards = replace(self.cards, zone=zone)
        return replace(self, cards=cards, explain=replace(self.explain, cards=cards))

    async def confirm(self, ref: ButtonRef, *, turn: Turn, language: Language) -> TurnResult:
        """Confirm, execute, tell. Raises: DecisionError, MarketDataError, ConcurrentUpdateError."""
        match await self.confirm_decision(ref, turn=turn):
            case Executed() as done:
                return self._executed(done, language)
            case OutcomePending(decision):
                return self._underway(decision, language)
            case Repriced() as moved:
                return self._repriced(moved, turn, language)
            case ConfirmationRejected() as refused:
                return self._refused(refused, language)

    async def cancel(self, ref: ButtonRef, *, turn: Turn, language: Language) -> TurnResult:
        """Cancel, tell. Raises: DecisionError, ConcurrentUpdateError."""
        cancelled = await self.cancel_decision(ref, turn=turn)
        text = self.cards.texts.render(language, "cancelled", what=self.cards.action(language, cancelled.proposal))
        return TurnResult(answer=_answer(text, cancelled), state=State.IDLE)

    async def why(self, ref: ButtonRef, *, turn: Turn, language: Language) -> TurnResult:
        """Explain the decision as it was proposed. Raises: UnknownDecisionError."""
        return await self.explain.explain_version(turn.tenant_id, ref.decision_id, ref.version, language=language)

    async def adjust(self, ref: AdjustRef, *, turn: Turn, language: Language) -> TurnResult:
        """Adjust the amount, tell; what is refused concerns nobody but who pressed. Raises: as `Adjust`."""
        match await self.adjust_decision(ref, turn=turn):
            case Adjusted() as done:
                return self._adjusted(done, turn, language)
            case refused:
                text = self._not_adjusted(refused, language)
                return TurnResult(answer=replace(_answer(text, refused.decision), is_private=True))

    async def how_to_adjust(self, ref: ButtonRef, *, turn: Turn, language: Language) -> TurnResult:
        """Say how an amount is changed, to whom may change it. Raises: as `Adjust`."""
        decision = await self.adjust_decision.get_adjustable(ref, turn=turn)
        text = self.cards.texts.render(language, "adjust-how", button=str(ref))
        return TurnResult(answer=replace(_answer(text, decision), is_private=True))

    def late_outcome(self, decision: Decision, report: OrderReport | None, language: Language) -> str | None:
        """Return what is told of a decision that came to its end without anybody's turn; None: it has not."""
        if decision.status is DecisionStatus.EXPIRED:
            what = self.cards.action(language, decision.proposal)
            return self.cards.texts.render(language, "expired-unconfirmed", what=what, symbol=decision.proposal.symbol)
        if report is None or (text := self._outcome(decision, report, language)) is None:
            return None
        return join_sentences(self.cards.texts, language, text, *self._rest(decision, language))

    def _executed(self, done: Executed, language: Language) -> TurnResult:
        text = self._outcome(done.decision, done.report, language)
        if text is None:
            return self._underway(done.decision, language)
        if done.decision.status is not DecisionStatus.REJECTED:
            rest = self._rest(done.decision, language)
            text = join_sentences(self.cards.texts, language, text, *self._holdings(done, language), *rest)
        return _told(text, done.decision)

    def _outcome(self, decision: Decision, report: OrderReport, language: Language) -> str | None:
        """Return what became of the order; None: that is not known yet."""
        texts = self.cards.texts
        match decision.status:
            case DecisionStatus.FILLED | DecisionStatus.PARTIALLY_FILLED:
                return self._filled(decision, report, language)
            case DecisionStatus.REJECTED:
                why = texts.render_code(language, "rejected", report.reason or "unknown")
                what = self.cards.action(language, decision.proposal)
                return texts.render(language, "order-rejected", what=what, why=why)
            case _:
                return None

    def _underway(self, decision: Decision, language: Language) -> TurnResult:
        what = self.cards.action(language, decision.proposal)
        return _told(self.cards.texts.render(language, "order-unknown", what=what), decision)

    def _filled(self, decision: Decision, report: OrderReport, language: Language) -> str:
        p = decision.proposal
        price = report.average_price or p.price
        return self.cards.texts.render(
            language,
            "filled-bought" if p.action is Action.INCREASE else "filled-sold",
            shares=report.filled_shares,
            symbol=p.symbol,
            price=price,
            total=price * report.filled_shares,
            commission=report.commission,
            when=self.cards.price_time(language, report.executed_at or p.price_as_of, p.price_source),
        )

    def _rest(self, decision: Decision, language: Language) -> tuple[str, ...]:
        """Return what is said of the part of an order that is still open."""
        is_partly = decision.status is DecisionStatus.PARTIALLY_FILLED
        return (self.cards.texts.render(language, "partly-filled"),) if is_partly else ()

    def _holdings(self, done: Executed, language: Language) -> tuple[str, str]:
        """Return what is held of the share and in cash afterwards."""
        texts, p = self.cards.texts, done.decision.proposal
        price = done.report.average_price or p.price
        shares = done.position.shares if done.position else Decimal(0)
        position = texts.render(language, "position-now", symbol=p.symbol, shares=shares, value=shares * price)
        return position, texts.render(language, "cash-now", cash=done.account.cash)

    def _repriced(self, moved: Repriced, turn: Turn, language: Language) -> TurnResult:
        was, now = moved.old.proposal, moved.new.proposal
        text = self.cards.texts.render(
            language,
            "price-moved",
            symbol=now.symbol,
            was=was.price,
            now=now.price,
            sign="−" if now.price < was.price else "+",
            percent=abs(now.price / was.price - 1) * 100,
        )
        return self._anew(text, moved.old, moved.new, turn, language)

    def _adjusted(self, done: Adjusted, turn: Turn, language: Language) -> TurnResult:
        texts, was, now = self.cards.texts, done.old.proposal, done.new.proposal
        text = texts.render(
            language,
            "adjusted",
            by=turn.person.name,
            was=self.cards.action(language, was),
            was_amount=abs(was.cash_change),
            now=self.cards.action(language, now),
            now_amount=abs(now.cash_change),
        )
        note = texts.render(language, "adjust-note", note=done.note) if done.note else ""
        return self._anew(join_sentences(texts, language, text, note), done.old, done.new, turn, language)

    def _anew(self, text: str, old: Decision, new: Decision, turn: Turn, language: Language) -> TurnResult:
        """Put the card of a new version under what has changed."""
        commission = self.confirm_decision.policy.commission
        card = self.cards.decision_card(language, new, asked_by=turn.person.name, commission=commission)
        answer = Answer(
            blocks=(Paragraph(text), card),
            symbols=(new.proposal.symbol,),
            decisions=(new,),
            buttons=self.cards.buttons(language, new),
        )
        return TurnResult(answer=answer, event=Event.PROPOSED, proposed=(new,), superseded=(old,))

    def _not_adjusted(self, refused: UnreadableAmount | AmountTooSmall | AdjustmentRejected, language: Language) -> str:
        texts, p = self.cards.texts, refused.decision.proposal
        what = self.cards.action(language, p)
        match refused:
            case UnreadableAmount():
                return texts.render(language, "adjust-unreadable", what=what)
            case AmountTooSmall(_, price, commission):
                facts = {"symbol": p.symbol, "price": price, "commission": commission}
                return texts.render(language, "adjust-too-small", what=what, **facts)
            case AdjustmentRejected(_, wanted, broken):
                wanted_action, why = self.cards.action(language, wanted), self._why_not(broken, language)
                return texts.render(language, "adjust-not-admitted", what=what, wanted=wanted_action, why=why)

    def _refused(self, refused: ConfirmationRejected, language: Language) -> TurnResult:
        what = self.cards.action(language, refused.decision.proposal)
        why = self._why_not(refused.violations, language)
        text = self.cards.texts.render(language, "no-longer-possible", what=what, why=why)
        return TurnResult(answer=_answer(text, refused.decision))

    def _why_not(self, broken: Iterable[Violation], language: Language) -> str:
        texts = self.cards.texts
        said = (texts.render_code(language, "violation", v.code, **v.numbers, **v.suggestion) for v in broken)
        return join_sentences(texts, language, *said)


def _answer(text: str, decision: Decision) -> Answer:
    return Answer(blocks=(Paragraph(text),), symbols=(decision.proposal.symbol,), decisions=(decision,))


def _told(text: str, decision: Decision) -> TurnResult:
    """An order is out: what became of it, if that is known, ends EXECUTING."""
    event = _EVENTS.get(decision.status)
    focus = (decision.proposal.symbol,)
    awaits = (decision,) if decision.status in UNFINISHED else ()
    return TurnResult(answer=_answer(text, decision), state=State.EXECUTING, event=event, focus=focus, awaits=awaits)
