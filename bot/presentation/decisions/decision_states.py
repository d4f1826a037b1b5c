"""What has become of decisions: in earlier answers, of those decided together or cancelled, and what is left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Bullets, Card, Paragraph
from bot.domain.conversation.buttons import ButtonAction
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import intent_of
from bot.domain.conversation.requests.talk import SmallTalk, SmallTalkKind
from bot.domain.conversation.requests.trades import Verdict
from bot.domain.conversation.states import Intent, State
from bot.domain.ids import TurnId
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.domain.trading.decisions import Action, Decision, DecisionKey, DecisionStatus, Resolution
from bot.domain.trading.execution.orders import OrderReport
from bot.errors import ParleyError
from bot.locales import MOST_LISTED
from bot.presentation.decisions.cards import CardPresenter, DecisionCards

_WORDS: Final = 160  # characters of a message
_NAMED: Final = 5


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
        """Return `block` as it is to be shown now; unchanged while what it tells of is pending."""
        match block:
            case Card():
                state = next((each for each in states.values() if str(each.decision.id) == block.decision_id), None)
                if state is None or not state.is_decided:
                    return block
                footer = self.cards.card_footer(locale, state.decision, block.lines, may_confirm=None)
                return replace(block, final_status=self._final_status(locale, state), footer=footer)
            case Paragraph(while_pending=keys) if any(states[key].is_decided for key in keys):
                return Paragraph("\n".join(self._lines(locale, [states[key] for key in keys])))
            case _:
                return block

    def _lines(self, locale: Locale, states: list[DecisionState]) -> Iterator[str]:
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


@dataclass(frozen=True, slots=True)
class GroupedOutcome:
    """What became of one decision: its own result, or the error by which it was refused."""

    decision: Decision  # as shown
    result: TurnResult | Exception


@dataclass(frozen=True, slots=True)
class GroupOutcomePresenter(CardPresenter):
    """Turns the outcomes of several decisions into one answer."""

    def answer(
        self,
        locale: Locale,
        action: ButtonAction,
        outcomes: Sequence[GroupedOutcome],
        *,
        turn_id: TurnId,
        is_private: bool,
    ) -> Answer:
        """Return a line for each decision, but of very many, and the cards of those that have to be confirmed again."""
        results = [each.result for each in outcomes if isinstance(each.result, TurnResult)]
        done = sum(result.state in {State.EXECUTING, State.IDLE} for result in results)
        heading = self.say(locale, f"group-{action}", done=done, count=len(outcomes))
        lines = tuple(self._lines(locale, outcomes))
        new = tuple(decision for result in results for decision in result.proposed)
        asked = tuple(button for result in results if not result.proposed for button in result.answer.buttons)
        return Answer(
            blocks=(Bullets(heading, lines), *(block for result in results for block in result.answer.blocks[1:])),
            symbols=tuple(dict.fromkeys(each.decision.proposal.symbol for each in outcomes)),
            decisions=tuple(decision for result in results for decision in result.answer.decisions),
            buttons=(*asked, *self.cards.buttons_together(locale, new, turn_id=turn_id)),
            undone_by=tuple(request for result in results for request in result.answer.undone_by),
            is_private=is_private,
        )

    def _lines(self, locale: Locale, outcomes: Sequence[GroupedOutcome]) -> Iterator[str]:
        if len(outcomes) > MOST_LISTED:
            outcomes = sorted(outcomes, key=lambda each: isinstance(each.result, TurnResult))
        yield from (self._line(locale, each) for each in outcomes[:MOST_LISTED])
        if len(outcomes) > MOST_LISTED:
            yield self.say(locale, "group-more", count=len(outcomes) - MOST_LISTED)

    def _line(self, locale: Locale, outcome: GroupedOutcome) -> str:
        """Return what became of a decision: the line by which its own answer begins, or why it was refused."""
        texts, result = self.texts, outcome.result
        if isinstance(result, TurnResult):
            return next(
                (block.text.split("\n", 1)[0] for block in result.answer.blocks if isinstance(block, Paragraph)), ""
            )
        what = self.cards.action_phrase(locale, outcome.decision.proposal)
        if isinstance(result, ParleyError):
            why = texts.render_error(locale, result)
        else:
            why = self.say(locale, "error-internal")
        return self.say(locale, "group-refused", what=what, why=why)


@dataclass(frozen=True, slots=True)
class CancelledDecision:
    """A cancelled decision, with who cancelled it."""

    decision: Decision
    by: str  # a name; empty: not known
    at: datetime
    why: str  # the words that cancelled it; empty: they give no reason, or are not for everybody to read


@dataclass(frozen=True, slots=True)
class CancelledPresenter(CardPresenter):
    """Renders cancelled decisions."""

    def blocks(
        self, locale: Locale, found: Sequence[CancelledDecision], *, symbols: Sequence[str] = ()
    ) -> tuple[Block, ...]:
        """Return a line for each; of none, that there is none; `symbols`: the shares that were asked for."""
        if not found:
            named = self.texts.list_of(locale, symbols) if symbols else "none"
            return (Paragraph(self.say(locale, "cancelled-none", symbols=named)),)
        lines = tuple(self._line(locale, each) for each in found)
        return (Bullets(self.say(locale, "cancelled-heading", count=len(lines)), lines),)

    def _line(self, locale: Locale, cancelled: CancelledDecision) -> str:
        return self.say(
            locale,
            "cancelled-line",
            what=self.cards.action_phrase(locale, cancelled.decision.proposal),
            by=cancelled.by or "none",
            when=locale.format_instant(cancelled.at),
            why=single_line(cancelled.why, limit=_WORDS) or "none",
        )


def still_pending(cards: DecisionCards, context: TurnContext, result: TurnResult) -> tuple[Paragraph, ...]:
    """Return the line that names what is still pending; nothing where the answer is about it, or about another thing.

    It is said below a card, a question back or the line on a remark, and where a message spoke of confirming or
    cancelling beside something else: "cancel it and analyse AAPL".
    """
    request, answer = context.request, result.answer
    is_remark = request == SmallTalk(SmallTalkKind.REMARK)
    is_of_trade = intent_of(request) is Intent.DECIDE
    may_mislead = is_of_trade or answer.has_question or context.reading.names_verdict or is_remark
    if not may_mislead or isinstance(request, Verdict):
        return ()
    told = {each.id for each in (*answer.decisions, *result.ended, *result.proposed)}
    said = {key for block in answer.blocks if isinstance(block, Paragraph) for key in block.while_pending}
    left = [each for each in context.own_pending if each.id not in told and each.key not in said]
    return tuple(cards.pending_note(context.locale, left, most=_NAMED))
