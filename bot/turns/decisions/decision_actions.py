"""Carries out Confirm, Cancel, Adjust and Why?, typed or pressed."""

from dataclasses import dataclass, replace

from bot.context.turn import TurnResult
from bot.domain.conversation.buttons import AdjustRef, ButtonRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.trades import Order, TradeTerms
from bot.domain.conversation.states import Event, State
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import UNFINISHED_STATUSES, Decision
from bot.domain.trading.execution.orders import OrderReport
from bot.domain.trading.sizes.stated_size import Size
from bot.errors import DecisionError, ExchangeClosedError, MarketDataError, PriceHeldError, StalePriceError
from bot.presentation.decisions.explain import ExplanationPresenter
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.trading.adjust import Adjust, Adjusted
from bot.trading.confirm import (
    BeyondCaps,
    ConfirmationObstacle,
    ConfirmationRejected,
    ConfirmDecision,
    Executed,
    NothingToSell,
    OutcomePending,
    Repriced,
)
from bot.trading.decision_access import CancelDecision
from bot.trading.decision_records import outcome_event
from bot.trading.explanation import ExplanationLoader


@dataclass(frozen=True, slots=True)
class DecisionActions:
    """Carries out an action on one decision; returns the answer and what it changes in the conversation."""

    confirm_decision: ConfirmDecision
    cancel_decision: CancelDecision
    adjust_decision: Adjust
    explanations: ExplanationLoader
    explanation_presenter: ExplanationPresenter
    outcomes: OutcomePresenter

    async def confirm(self, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Confirm and execute. Raises: DecisionError, MarketDataError, ConcurrentUpdateError."""
        match await self.confirm_decision(ref, turn=turn):
            case Executed(decision, report) as executed:
                if executed.retry is not None:
                    answer = self.outcomes.resized(locale, decision, report, executed.retry, asked_by=turn.person.name)
                    return TurnResult(
                        answer=answer, event=Event.PROPOSED, proposed=(executed.retry,), decided=(decision,)
                    )
                return _order_result(self.outcomes.executed(locale, executed), decision, report)
            case OutcomePending(decision):
                return _order_result(self.outcomes.about(locale, decision, "order-unknown"), decision, None)
            case Repriced(old, new) as repriced:
                answer = self.outcomes.repriced(locale, repriced, asked_by=turn.person.name)
                return _new_version_result(answer, old, new)
            case (ConfirmationRejected() | NothingToSell() | BeyondCaps()) as obstacle:
                return self._not_confirmed(obstacle, locale)

    async def obstacle_to(self, decision: Decision, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Return why a decision must not be offered for confirmation; None: it may.

        Where its price or the holding is not that of now, this is the new version of it, which is offered instead.
        """
        try:
            obstacle = await self.confirm_decision.find_obstacle(decision, turn=turn)
        except (ExchangeClosedError, StalePriceError, PriceHeldError) as error:
            text = self.outcomes.cards.texts.render_error(locale, error)
            return TurnResult.of_text(text, symbols=(decision.proposal.symbol,))
        except (DecisionError, MarketDataError):  # said when it is confirmed
            return None
        if isinstance(obstacle, Repriced):
            answer = self.outcomes.repriced(locale, obstacle, asked_by=turn.person.name)
            return _new_version_result(answer, obstacle.old, obstacle.new)
        return None if obstacle is None else self._not_confirmed(obstacle, locale)

    def _not_confirmed(self, obstacle: ConfirmationObstacle, locale: Locale) -> TurnResult:
        match obstacle:
            case ConfirmationRejected():
                return TurnResult(answer=self.outcomes.confirmation_rejected(locale, obstacle))
            case BeyondCaps(decision, excesses):
                return TurnResult(answer=self.outcomes.beyond_caps(locale, decision, excesses))
            case NothingToSell(decision):
                answer = self.outcomes.about(locale, decision, "sale-of-nothing")
                return TurnResult(answer=answer, withdrawn=(decision,))

    async def cancel(self, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Cancel. Raises: DecisionError, ConcurrentUpdateError."""
        cancelled = await self.cancel_decision(ref, turn=turn)
        answer = self.outcomes.about(locale, cancelled, "cancelled")
        return TurnResult(answer=answer, state=State.IDLE, decided=(cancelled,)).undone_by(*_offered_anew(cancelled))

    async def why(self, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Explain the version of the decision that was shown. Raises: UnknownDecisionError."""
        explanation = await self.explanations.load_version(turn.tenant_id, ref.decision_id, ref.version)
        answer = self.explanation_presenter.answer(locale, explanation)
        return TurnResult(answer=answer, focus=answer.symbols)

    async def adjust(self, ref: AdjustRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Adjust the amount; a refusal is shown only to the person who pressed. Raises: as `Adjust`."""
        match await self.adjust_decision(ref, turn=turn):
            case Adjusted(old, new) as adjusted:
                return _new_version_result(self.outcomes.adjusted(locale, adjusted, by=turn.person.name), old, new)
            case refused:
                return _doubting_result(self.outcomes.not_adjusted(locale, refused))

    async def how_to_adjust(self, ref: ButtonRef, *, turn: Turn, locale: Locale) -> TurnResult:
        """Say how the amount is changed, if this person may change it. Raises: as `Adjust`."""
        decision = await self.adjust_decision.get_adjustable(ref, turn=turn)
        return _doubting_result(self.outcomes.about(locale, decision, "adjust-how", button=str(ref)))


def _order_result(answer: Answer, decision: Decision, report: OrderReport | None) -> TurnResult:
    """Return the result after an order was submitted: its outcome, if known, ends EXECUTING."""
    event = outcome_event(decision, report)
    focus = (decision.proposal.symbol,)
    awaited = (decision,) if decision.status in UNFINISHED_STATUSES else ()
    return TurnResult(
        answer=answer, state=State.EXECUTING, event=event, focus=focus, decided=(decision,), awaited=awaited
    )


def _new_version_result(answer: Answer, old: Decision, new: Decision) -> TurnResult:
    return TurnResult(answer=answer, event=Event.PROPOSED, proposed=(new,), superseded=(old,))


def _doubting_result(answer: Answer) -> TurnResult:
    """Return an answer to somebody who wanted another size: a "yes", said next, may mean that one."""
    return TurnResult(answer=replace(answer, is_private=True), is_offer_doubted=True)


def _offered_anew(decision: Decision) -> tuple[Order, ...]:
    """Return what proposes a cancelled trade again; empty: it was none."""
    proposal = decision.proposal
    if proposal.side is None:
        return ()
    terms = TradeTerms(
        shares=NamedShares(symbols=(proposal.symbol,)),
        side=proposal.side,
        size=Size(proposal.shares),
        stop=proposal.stop_price if proposal.stop_is_stated else None,
        max_cash=proposal.max_cash,
    )
    return (Order(terms=terms),)
