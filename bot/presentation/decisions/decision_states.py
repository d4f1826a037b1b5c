"""Shows what has become of decisions in the blocks of an answer that was given while they were pending."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bot.domain.conversation.blocks import Block, Card, Paragraph
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, Decision, DecisionKey, DecisionStatus, Resolution
from bot.domain.trading.execution.orders import OrderReport
from bot.presentation.decisions.cards import CardPresenter


@dataclass(frozen=True, slots=True)
class DecisionState:
    """A decision as it is now, who has decided it, and what the broker has reported of its order."""

    decision: Decision
    resolution: Resolution | None = None
    report: OrderReport | None = None

    @property
    def is_decided(self) -> bool:
        """Whether it is no longer pending; a hold, of which nothing can be decided, never is."""
        return self.decision.proposal.action is not Action.HOLD and self.decision.status is not DecisionStatus.PROPOSED


@dataclass(frozen=True, slots=True)
class DecisionStatePresenter(CardPresenter):
    """Renders blocks anew by the present state of the decisions of which they tell."""

    def block(self, locale: Locale, block: Block, states: Mapping[DecisionKey, DecisionState]) -> Block:
        """Return `block` as it is to be shown now; unchanged while what it tells of is pending.

        `block`: as it was stored with its answer. `states`: of all decisions that the answer shows.
        """
        match block:
            case Card():
                state = next((each for each in states.values() if str(each.decision.id) == block.decision_id), None)
                return block if state is None or not state.is_decided else self._decided_card(locale, block, state)
            case Paragraph(while_pending=keys) if any(states[key].is_decided for key in keys):
                return Paragraph("\n".join(self._lines(locale, [states[key] for key in keys])))
            case _:
                return block

    def _decided_card(self, locale: Locale, card: Card, state: DecisionState) -> Card:
        footer = self.cards.card_footer(locale, state.decision, card.lines, may_confirm=None)
        return replace(card, final_status=self._final_status(locale, state), footer=footer)

    def _lines(self, locale: Locale, states: list[DecisionState]) -> Iterator[str]:
        """Yield a line for each decision: what has become of it, or that it is still pending."""
        for each in states:
            what = self.cards.action_phrase(locale, each.decision.proposal)
            if each.is_decided:
                status = self._final_status(locale, each)
                yield self.say(locale, "decision-state", what=what, state=status)
            else:
                until = self.cards.expiry(locale, each.decision)
                yield self.say(locale, "decision-state-pending", what=what, until=until)

    def _final_status(self, locale: Locale, state: DecisionState) -> str:
        return self.cards.final_status(locale, state.decision, state.resolution, state.report)
