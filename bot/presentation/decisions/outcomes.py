"""Answers after Confirm, Cancel or Adjust, and the notice of an outcome that comes later."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import CARRIED_OUT_STATUSES, Action, Decision, DecisionStatus, Reason, is_accepted
from bot.domain.trading.execution.orders import OrderReport, OrderStatus, Rejection
from bot.domain.trading.execution.reconciliation import ACCOUNT_DIFFERS
from bot.domain.trading.validation import Violation
from bot.presentation.decisions.cards import CardPresenter
from bot.presentation.decisions.decision_details import DecisionDetails
from bot.presentation.presenter import sign_of
from bot.trading.adjust import Adjusted, AdjustmentRejected, AmountTooSmall, UnreadableAmount
from bot.trading.confirm import ConfirmationRejected, Executed, Repriced


@dataclass(frozen=True, slots=True)
class OutcomePresenter(CardPresenter):
    """Turns the results of actions on a decision into answers; typed and pressed actions get the same words."""

    commission: Decimal  # account currency, per order

    def about(self, locale: Locale, decision: Decision, message_id: str, **facts: Hashable) -> Answer:
        """Return a sentence on a decision as an answer: `what` is its trade, `symbol` its share."""
        what, symbol = self.cards.action_phrase(locale, decision.proposal), decision.proposal.symbol
        return _answer(self.say(locale, message_id, what=what, symbol=symbol, **facts), decision)

    def executed(self, locale: Locale, executed: Executed) -> Answer:
        """Say what was filled and what is held afterwards, why the order was rejected, or that it is under way."""
        decision = executed.decision
        text = self._outcome_text(locale, decision, executed.report)
        if text is None:
            return self.about(locale, decision, "order-unknown")
        if decision.status in CARRIED_OUT_STATUSES:
            rest = self._rest(locale, executed.report)
            p = decision.proposal
            price = executed.report.average_price or p.price
            shares = executed.position.shares if executed.position else Decimal(0)
            position = self.say(locale, "position-now", symbol=p.symbol, shares=shares, value=shares * price)
            cash = self.say(locale, "cash-now", cash=executed.account.cash)
            after = self.texts.join(locale, position, cash, *rest)
            text = f"{text}\n{after}"
        return _answer(text, decision)

    def late_outcome(self, locale: Locale, decision: Decision, report: OrderReport | None) -> Answer | None:
        """Say how a decision ended without a person's turn; None: it has not ended."""
        if decision.status is DecisionStatus.EXPIRED:
            return self.about(locale, decision, "expired-unconfirmed")
        if report is None or (text := self._outcome_text(locale, decision, report)) is None:
            return None
        return _answer(self.texts.join(locale, text, *self._rest(locale, report)), decision)

    def correction(self, locale: Locale, outcome: Answer) -> Answer:
        """Return the outcome of an order that was told as never sent."""
        return replace(outcome, blocks=(Paragraph(self.say(locale, "arrived-after-all")), *outcome.blocks))

    def status(self, locale: Locale, decision: Decision, report: OrderReport | None, *, now: datetime) -> Answer:
        """Say what has become of a decision, in a sentence or two."""
        if decision.status is DecisionStatus.PROPOSED and not decision.is_pending(at=now):
            decision = replace(decision, status=DecisionStatus.EXPIRED)  # not swept yet
        if (ended := self.late_outcome(locale, decision, report)) is not None:
            return replace(ended, decisions=())
        what = self.cards.action_phrase(locale, decision.proposal)
        until = self.cards.expiry(locale, decision)
        text = self.texts.render_code(locale, "decision-status", decision.status, what=what, until=until)
        pending = (decision.key,) if decision.status is DecisionStatus.PROPOSED else ()
        return Answer(blocks=(Paragraph(text, pending),), symbols=(decision.proposal.symbol,))

    def resized(
        self, locale: Locale, decision: Decision, report: OrderReport, retry: Decision, *, asked_by: str
    ) -> Answer:
        """Say why an order was rejected, and show the new decision for what fits; `asked_by` is the person's name."""
        what, why = self.cards.action_phrase(locale, decision.proposal), self._rejection_text(locale, report)
        text = self.say(locale, "order-rejected-resized", what=what, why=why)
        return self._new_version(locale, text, retry, asked_by=asked_by)

    def repriced(self, locale: Locale, repriced: Repriced, *, asked_by: str) -> Answer:
        """Say what has changed since, and show the new version; `asked_by` is the person's name."""
        was, now = repriced.old.proposal, repriced.new.proposal
        facts: dict[str, Hashable]
        if repriced.split_ratio != 1:
            message_id, facts = "split-since", {"ratio": repriced.split_ratio, "was": was.shares, "now": now.shares}
        elif repriced.held is not None:
            target = now.target_cash_amount / now.price
            message_id, facts = "position-changed", {"held": repriced.held, "target": target}
        else:
            change = now.price / was.price - 1
            message_id, facts = "price-moved", {"was": was.price, "now": now.price}
            facts |= {"sign": sign_of(change), "percent": abs(change) * 100}
        text = self.say(locale, message_id, symbol=now.symbol, **facts)
        return self._new_version(locale, text, repriced.new, asked_by=asked_by)

    def confirmation_rejected(self, locale: Locale, rejected: ConfirmationRejected) -> Answer:
        """Say why a pending decision cannot be confirmed any more."""
        why = self._violation_texts(locale, rejected.violations)
        is_stopped = rejected.violations[0].code == ACCOUNT_DIFFERS
        message_id = "trading-stopped" if is_stopped else "no-longer-possible"
        return self.about(locale, rejected.decision, message_id, why=why)

    def beyond_caps(self, locale: Locale, decision: Decision, excesses: Sequence[Reason]) -> Answer:
        """Ask whether a trade that exceeds caps is meant; only the button below does it."""
        cards = self.cards
        what = cards.action_phrase(locale, decision.proposal)
        accept = cards.cap_warnings.accept_button(locale, decision, what=what)
        asked = cards.cap_warnings.text(locale, decision, excesses, what=what)
        text = cards.texts.join(locale, asked, cards.texts.render(locale, "cap-only-button", button=accept.label))
        cancel = str(button_ref(ButtonAction.CANCEL, decision))
        others = (each for each in cards.named_buttons(locale, (decision,)) if each.id == cancel)
        return replace(_answer(text, decision), buttons=(accept, *others), has_question=True)

    def adjusted(self, locale: Locale, adjusted: Adjusted, *, by: str) -> Answer:
        """Say what has changed, with the person's note, and show the new version; `by` is the person's name."""
        texts, was, now = self.texts, adjusted.old.proposal, adjusted.new.proposal
        facts = {"by": by, "was": self.cards.action_phrase(locale, was), "was_amount": abs(was.cash_change)}
        text = self.say(
            locale, "adjusted", now=self.cards.action_phrase(locale, now), now_amount=abs(now.cash_change), **facts
        )
        note = self.say(locale, "adjust-note", note=adjusted.note) if adjusted.note else ""
        return self._new_version(locale, texts.join(locale, text, note), adjusted.new, asked_by=by)

    def not_adjusted(self, locale: Locale, refused: UnreadableAmount | AmountTooSmall | AdjustmentRejected) -> Answer:
        """Say why the amount stays as it was."""
        match refused:
            case UnreadableAmount(decision):
                return self.about(locale, decision, "adjust-unreadable")
            case AmountTooSmall(decision, price, commission):
                return self.about(locale, decision, "adjust-too-small", price=price, commission=commission)
            case AdjustmentRejected(decision, proposal, violations):
                wanted, why = self.cards.action_phrase(locale, proposal), self._violation_texts(locale, violations)
                return self.about(locale, decision, "adjust-not-admitted", wanted=wanted, why=why)

    def _outcome_text(self, locale: Locale, decision: Decision, report: OrderReport) -> str | None:
        """Return the order's outcome as text, or that the broker has it; None: that is not known yet."""
        if is_accepted(decision, report):
            what = self.cards.action_phrase(locale, decision.proposal)
            return self.say(locale, "order-accepted", what=what)
        match decision.status:
            case DecisionStatus.FILLED | DecisionStatus.PARTIALLY_FILLED:
                p = decision.proposal
                price = report.average_price or p.price
                return self.say(
                    locale,
                    "filled-bought" if p.action is Action.INCREASE else "filled-sold",
                    shares=report.filled_shares,
                    symbol=p.symbol,
                    price=price,
                    total=price * report.filled_shares,
                    commission=report.commission,
                    when=self.cards.short_price_time(locale, report.executed_at or p.price_as_of, p.price_source),
                )
            case DecisionStatus.REJECTED:
                why = self._rejection_text(locale, report)
                what = self.cards.action_phrase(locale, decision.proposal)
                return self.say(locale, "order-rejected", what=what, why=why)
            case _:
                return None

    def _rest(self, locale: Locale, report: OrderReport) -> tuple[str, ...]:
        match report.status:
            case OrderStatus.PARTIALLY_FILLED:
                return (self.say(locale, "partly-filled"),)
            case OrderStatus.CANCELLED if report.filled_shares:
                return (self.say(locale, "rest-cancelled"),)
            case OrderStatus.REJECTED if report.filled_shares:
                why = self._rejection_text(locale, report)
                return (self.say(locale, "rest-rejected", why=why),)
            case _:
                return ()

    def _rejection_text(self, locale: Locale, report: OrderReport) -> str:
        if report.status is OrderStatus.CANCELLED:
            return self.say(locale, "rejected-cancelled")
        why = report.rejection or Rejection("unknown")
        if why.code == "insufficient_cash" and why.shortfall:
            figures = {"required": why.required, "available": why.available, "shortfall": why.shortfall}
            return self.say(locale, "rejected-insufficient-cash-by", **figures)
        return self.texts.render_code(locale, "rejected", why.code)

    def _new_version(self, locale: Locale, text: str, new: Decision, *, asked_by: str) -> Answer:
        """Return an answer with `text`, which says what has changed, and the card of the new version."""
        card = self.cards.decision_card(locale, new, asked_by=asked_by, commission=self.commission)
        return Answer(
            blocks=(Paragraph(text), *self.cards.excess_notes(locale, new.proposal), card),
            details=tuple(
                DecisionDetails(self.cards).blocks(locale, new, asked_by=asked_by, commission=self.commission)
            ),
            symbols=(new.proposal.symbol,),
            decisions=(new,),
            buttons=self.cards.buttons(locale, new),
        )

    def _violation_texts(self, locale: Locale, violations: Iterable[Violation]) -> str:
        texts = self.texts
        sentences = (texts.render_code(locale, "violation", v.code, **v.variables) for v in violations)
        return texts.join(locale, *sentences)


def _answer(text: str, decision: Decision) -> Answer:
    return Answer(blocks=(Paragraph(text),), symbols=(decision.proposal.symbol,), decisions=(decision,))
