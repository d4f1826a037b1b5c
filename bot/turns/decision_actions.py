"""What a person is told after Confirm, Cancel or Why?, typed or pressed: the same words for both."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.context.turn import TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import AdjustRef, ButtonRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Event, State
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import UNFINISHED_STATUSES, Action, Decision, DecisionStatus
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

    async def confirm(self, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Confirm, execute, tell. Raises: DecisionError, MarketDataError, ConcurrentUpdateError."""
        match await self.confirm_decision(ref, turn=turn):
            case Executed() as done:
                return self._executed(done, locale)
            case OutcomePending(decision):
                return self._underway(decision, locale)
            case Repriced() as moved:
                return self._repriced(moved, turn, locale)
            case ConfirmationRejected() as refused:
                return self._refused(refused, locale)

    async def cancel(self, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Cancel, tell. Raises: DecisionError, ConcurrentUpdateError."""
        cancelled = await self.cancel_decision(ref, turn=turn)
        text = self.cards.texts.render(locale, "cancelled", what=self.cards.action(locale, cancelled.proposal))
        return TurnResult(answer=_answer(text, cancelled), state=State.IDLE)

    async def why(self, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Explain the decision as it was proposed. Raises: UnknownDecisionError."""
        return await self.explain.explain_version(turn.tenant_id, ref.decision_id, ref.version, locale=locale)

    async def adjust(self, ref: AdjustRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Adjust the amount, tell; what is refused concerns nobody but who pressed. Raises: as `Adjust`."""
        match await self.adjust_decision(ref, turn=turn):
            case Adjusted() as done:
                return self._adjusted(done, turn, locale)
            case refused:
                text = self._not_adjusted(refused, locale)
                return TurnResult(answer=replace(_answer(text, refused.decision), is_private=True))

    async def how_to_adjust(self, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Say how an amount is changed, to whom may change it. Raises: as `Adjust`."""
        decision = await self.adjust_decision.get_adjustable(ref, turn=turn)
        text = self.cards.texts.render(locale, "adjust-how", button=str(ref))
        return TurnResult(answer=replace(_answer(text, decision), is_private=True))

    def late_outcome(self, decision: Decision, report: OrderReport | None, locale: Locale) -> str | None:
        """Return what is told of a decision that came to its end without anybody's turn; None: it has not."""
        if decision.status is DecisionStatus.EXPIRED:
            what = self.cards.action(locale, decision.proposal)
            return self.cards.texts.render(locale, "expired-unconfirmed", what=what, symbol=decision.proposal.symbol)
        if report is None or (text := self._outcome(decision, report, locale)) is None:
            return None
        return self.cards.texts.join(locale, text, *self._rest(decision, locale))

    def _executed(self, done: Executed, locale: Locale) -> TurnResult:
        text = self._outcome(done.decision, done.report, locale)
        if text is None:
            return self._underway(done.decision, locale)
        if done.decision.status is not DecisionStatus.REJECTED:
            rest = self._rest(done.decision, locale)
            text = self.cards.texts.join(locale, text, *self._holdings(done, locale), *rest)
        return _told(text, done.decision)

    def _outcome(self, decision: Decision, report: OrderReport, locale: Locale) -> str | None:
        """Return what became of the order; None: that is not known yet."""
        texts = self.cards.texts
        match decision.status:
            case DecisionStatus.FILLED | DecisionStatus.PARTIALLY_FILLED:
                return self._filled(decision, report, locale)
            case DecisionStatus.REJECTED:
                why = texts.render_code(locale, "rejected", report.reason or "unknown")
                what = self.cards.action(locale, decision.proposal)
                return texts.render(locale, "order-rejected", what=what, why=why)
            case _:
                return None

    def _underway(self, decision: Decision, locale: Locale) -> TurnResult:
        what = self.cards.action(locale, decision.proposal)
        return _told(self.cards.texts.render(locale, "order-unknown", what=what), decision)

    def _filled(self, decision: Decision, report: OrderReport, locale: Locale) -> str:
        p = decision.proposal
        price = report.average_price or p.price
        return self.cards.texts.render(
            locale,
            "filled-bought" if p.action is Action.INCREASE else "filled-sold",
            shares=report.filled_shares,
            symbol=p.symbol,
            price=price,
            total=price * report.filled_shares,
            commission=report.commission,
            when=self.cards.price_time(locale, report.executed_at or p.price_as_of, p.price_source),
        )

    def _rest(self, decision: Decision, locale: Locale) -> tuple[str, ...]:
        """Return what is said of the part of an order that is still open."""
        is_partly = decision.status is DecisionStatus.PARTIALLY_FILLED
        return (self.cards.texts.render(locale, "partly-filled"),) if is_partly else ()

    def _holdings(self, done: Executed, locale: Locale) -> tuple[str, str]:
        """Return what is held of the share and in cash afterwards."""
        texts, p = self.cards.texts, done.decision.proposal
        price = done.report.average_price or p.price
        shares = done.position.shares if done.position else Decimal(0)
        position = texts.render(locale, "position-now", symbol=p.symbol, shares=shares, value=shares * price)
        return position, texts.render(locale, "cash-now", cash=done.account.cash)

    def _repriced(self, moved: Repriced, turn: Turn, locale: Locale) -> TurnResult:
        was, now = moved.old.proposal, moved.new.proposal
        text = self.cards.texts.render(
            locale,
            "price-moved",
            symbol=now.symbol,
            was=was.price,
            now=now.price,
            sign="−" if now.price < was.price else "+",
            percent=abs(now.price / was.price - 1) * 100,
        )
        return self._anew(text, moved.old, moved.new, turn, locale)

    def _adjusted(self, done: Adjusted, turn: Turn, locale: Locale) -> TurnResult:
        texts, was, now = self.cards.texts, done.old.proposal, done.new.proposal
        text = texts.render(
            locale,
            "adjusted",
            by=turn.person.name,
            was=self.cards.action(locale, was),
            was_amount=abs(was.cash_change),
            now=self.cards.action(locale, now),
            now_amount=abs(now.cash_change),
        )
        note = texts.render(locale, "adjust-note", note=done.note) if done.note else ""
        return self._anew(texts.join(locale, text, note), done.old, done.new, turn, locale)

    def _anew(self, text: str, old: Decision, new: Decision, turn: Turn, locale: Locale) -> TurnResult:
        """Put the card of a new version under what has changed."""
        commission = self.confirm_decision.policy.commission
        card = self.cards.decision_card(locale, new, asked_by=turn.person.name, commission=commission)
        answer = Answer(
            blocks=(Paragraph(text), card),
            symbols=(new.proposal.symbol,),
            decisions=(new,),
            buttons=self.cards.buttons(locale, new),
        )
        return TurnResult(answer=answer, event=Event.PROPOSED, proposed=(new,), superseded=(old,))

    def _not_adjusted(self, refused: UnreadableAmount | AmountTooSmall | AdjustmentRejected, locale: Locale) -> str:
        texts, p = self.cards.texts, refused.decision.proposal
        what = self.cards.action(locale, p)
        match refused:
            case UnreadableAmount():
                return texts.render(locale, "adjust-unreadable", what=what)
            case AmountTooSmall(_, price, commission):
                facts = {"symbol": p.symbol, "price": price, "commission": commission}
                return texts.render(locale, "adjust-too-small", what=what, **facts)
            case AdjustmentRejected(_, wanted, broken):
                wanted_action, why = self.cards.action(locale, wanted), self._why_not(broken, locale)
                return texts.render(locale, "adjust-not-admitted", what=what, wanted=wanted_action, why=why)

    def _refused(self, refused: ConfirmationRejected, locale: Locale) -> TurnResult:
        what = self.cards.action(locale, refused.decision.proposal)
        why = self._why_not(refused.violations, locale)
        text = self.cards.texts.render(locale, "no-longer-possible", what=what, why=why)
        return TurnResult(answer=_answer(text, refused.decision))

    def _why_not(self, broken: Iterable[Violation], locale: Locale) -> str:
        texts = self.cards.texts
        said = (texts.render_code(locale, "violation", v.code, **v.numbers, **v.suggestion) for v in broken)
        return texts.join(locale, *said)


def _answer(text: str, decision: Decision) -> Answer:
    return Answer(blocks=(Paragraph(text),), symbols=(decision.proposal.symbol,), decisions=(decision,))


def _told(text: str, decision: Decision) -> TurnResult:
    """An order is out: what became of it, if that is known, ends EXECUTING."""
    event = _EVENTS.get(decision.status)
    focus = (decision.proposal.symbol,)
    awaits = (decision,) if decision.status in UNFINISHED_STATUSES else ()
    return TurnResult(answer=_answer(text, decision), state=State.EXECUTING, event=event, focus=focus, awaited=awaits)
