"""Says what has become of the decisions that a message or press has confirmed or cancelled before it failed."""

import logging
from dataclasses import dataclass

from bot.context.turn import TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Event, State
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import UNFINISHED_STATUSES, Decision, DecisionStatus
from bot.domain.trading.execution.orders import OrderReport
from bot.errors import StoreUnavailableError
from bot.ports import Clock, Stores
from bot.presentation.decisions.outcomes import OutcomePresenter
from bot.trading.decision_records import outcome_event

_log = logging.getLogger(__name__)


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
