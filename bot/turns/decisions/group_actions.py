"""Confirms or cancels several decisions, one after the other; and says what became of those that a turn has decided."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from bot.context.turn import TurnResult
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Event, State
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.text.locale import Locale
from bot.domain.trading.bound_reasons import exceeds_limit
from bot.domain.trading.decisions import UNFINISHED_STATUSES, Decision, DecisionStatus
from bot.domain.trading.execution.orders import OrderReport, Side
from bot.errors import BeyondLimitError, ConcurrentUpdateError, NotYourDecisionError, ParleyError, StoreUnavailableError
from bot.ports import Clock, Stores
from bot.presentation.decisions.decision_states import GroupedOutcome, GroupOutcomePresenter
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.trading.decision_records import outcome_event
from bot.turns.decisions.decision_actions import DecisionActions

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GroupActions:
    """Carries out Confirm all and Cancel all."""

    actions: DecisionActions
    presenter: GroupOutcomePresenter

    async def __call__(
        self, action: ButtonAction, decisions: Sequence[Decision], *, turn: Turn, locale: Locale
    ) -> TurnResult:
        """Confirm or cancel each decision by itself; if one is refused, the others are still done.

        Safe to run again for the same turn or press: what it has confirmed or cancelled before is not done twice.

        `decisions`: in the versions that were shown, in the order of the answer. Sales go first: they free cash.

        Raises: NotYourDecisionError: one was asked for by somebody else, nothing is done. ConcurrentUpdateError,
            StoreUnavailableError: a part may be done; a repetition does the rest.
        """
        for each in decisions:
            if each.asked_by != turn.person.id:
                raise NotYourDecisionError(asked_by=each.asked_by)
        sales_first = sorted(decisions, key=lambda each: each.proposal.side is not Side.SELL)
        is_group = len(decisions) > 1 and action is ButtonAction.CONFIRM
        outcomes = {
            each.id: GroupedOutcome(each, BeyondLimitError(symbol=each.proposal.symbol))
            if is_group and exceeds_limit(each.proposal)
            else await self._decide(action, each, turn, locale)
            for each in sales_first
        }
        return self._joined(action, [outcomes[each.id] for each in decisions], turn, locale)

    async def _decide(self, action: ButtonAction, decision: Decision, turn: Turn, locale: Locale) -> GroupedOutcome:
        """Decide one. Only errors after which the whole turn is repeated are raised: the others may be done already."""
        act = self.actions.confirm if action is ButtonAction.CONFIRM else self.actions.cancel
        try:
            return GroupedOutcome(decision, await act(button_ref(action, decision), turn=turn, locale=locale))
        except (StoreUnavailableError, ConcurrentUpdateError):
            raise
        except ParleyError as error:
            return GroupedOutcome(decision, error)
        except Exception as error:  # noqa: BLE001  # a bug: the person gets a sentence, the log the traceback
            _log.exception("decision %s was not decided by turn %s", decision.id, turn.id)
            return GroupedOutcome(decision, error)

    def _joined(
        self, action: ButtonAction, outcomes: Sequence[GroupedOutcome], turn: Turn, locale: Locale
    ) -> TurnResult:
        results = [each.result for each in outcomes if isinstance(each.result, TurnResult)]
        is_private = turn.kind is InputKind.PRESS and not results
        proposed = tuple(decision for result in results for decision in result.proposed)
        states = {result.state for result in results}
        return TurnResult(
            answer=self.presenter.answer(locale, action, outcomes, turn_id=turn.id, is_private=is_private),
            state=next((state for state in (State.EXECUTING, State.IDLE) if state in states), None),
            event=_group_event(results),
            focus=tuple(dict.fromkeys(symbol for result in results for symbol in result.focus or ())) or None,
            offered=None if is_private else tuple(decision.key for decision in proposed),
            proposed=proposed,
            superseded=tuple(decision for result in results for decision in result.superseded),
            withdrawn=tuple(decision for result in results for decision in result.withdrawn),
            decided=tuple(decision for result in results for decision in result.decided),
            awaited=tuple(decision for result in results for decision in result.awaited),
            refusals=tuple(type(each.result).__name__ for each in outcomes if isinstance(each.result, Exception)),
        )


def _group_event(results: Sequence[TurnResult]) -> Event | None:
    """Return the event of all results together: an order of which nothing is known yet keeps EXECUTING."""
    events = {result.event for result in results}
    executing = [result for result in results if result.state is State.EXECUTING]
    if any(result.event is None for result in executing):
        return None
    if executing:
        return Event.FAILED if events == {Event.FAILED} else Event.EXECUTED
    return Event.PROPOSED if Event.PROPOSED in events else None


@dataclass(frozen=True, slots=True)
class DecidedOutcomes:
    """The answer to a turn that cannot be answered as usual: a fill is told, whatever has failed since."""

    stores: Stores
    outcomes: OutcomePresenter
    clock: Clock

    async def find_result(self, turn: Turn, locale: Locale) -> TurnResult | None:
        """Return the outcome of each decision that the turn has decided; None: there is none."""
        try:
            return await self._result(turn, locale)
        except StoreUnavailableError:
            raise
        except Exception:  # noqa: BLE001  # a bug, perhaps the one by which the turn failed: then it is answered by an apology
            _log.exception("what turn %s has decided is not told", turn.id)
            return None

    async def _result(self, turn: Turn, locale: Locale) -> TurnResult | None:
        async with self.stores.read(turn.tenant_id) as tx:
            decidable = await tx.decisions.decidable_by(turn)
            decided = tuple(each for each in decidable if each.status is not DecisionStatus.PROPOSED)
            reports = [await tx.accounts.report_for(each.id) for each in decided]
        if not decided:
            return None
        now, both = self.clock.now(), list(zip(decided, reports, strict=True))
        answers = [self.outcomes.status(locale, decision, report, now=now) for decision, report in both]
        ordered = [each for each in both if each[0].status is not DecisionStatus.CANCELLED]
        return TurnResult(
            answer=Answer(
                blocks=tuple(block for answer in answers for block in answer.blocks),
                symbols=tuple(dict.fromkeys(each.proposal.symbol for each in decided)),
                decisions=decided,
            ),
            state=State.EXECUTING if ordered else State.IDLE,
            event=_event(ordered),
            offered=(),
            decided=decided,
            awaited=tuple(each for each in decided if each.status in UNFINISHED_STATUSES),
        )


def _event(ordered: list[tuple[Decision, OrderReport | None]]) -> Event | None:
    """Return the event that ends all orders together; None: there are none, or one has not ended."""
    events = {outcome_event(decision, report) for decision, report in ordered}
    if not events or None in events:
        return None
    return Event.FAILED if events == {Event.FAILED} else Event.EXECUTED
