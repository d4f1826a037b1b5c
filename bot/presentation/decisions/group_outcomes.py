"""The answer after several decisions were confirmed or cancelled together."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.context.turn import TurnResult
from bot.domain.conversation.blocks import Block, Bullets, Paragraph
from bot.domain.conversation.buttons import ButtonAction
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import State
from bot.domain.ids import TurnId
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Decision
from bot.errors import ParleyError
from bot.locales import MOST_LISTED
from bot.presentation.decisions.cards import CardPresenter


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
        """Return a line for each decision, but of very many, and the cards of those that have to be confirmed again.

        `outcomes`: in the order of the lines. `is_private`: whether only the person who pressed sees the answer.
        """
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
        """Yield a line for each; of very many only the first, those that were refused before the others."""
        if len(outcomes) > MOST_LISTED:
            outcomes = sorted(outcomes, key=lambda each: isinstance(each.result, TurnResult))
        yield from (self._line(locale, each) for each in outcomes[:MOST_LISTED])
        if len(outcomes) > MOST_LISTED:
            yield self.say(locale, "group-more", count=len(outcomes) - MOST_LISTED)

    def _line(self, locale: Locale, outcome: GroupedOutcome) -> str:
        """Return what became of a decision: the line by which its own answer begins, or why it was refused."""
        texts, result = self.texts, outcome.result
        if isinstance(result, TurnResult):
            return _first_line(result.answer.blocks)
        what = self.cards.action_phrase(locale, outcome.decision.proposal)
        if isinstance(result, ParleyError):
            why = texts.render_error(locale, result)
        else:
            why = self.say(locale, "error-internal")
        return self.say(locale, "group-refused", what=what, why=why)


def _first_line(blocks: Sequence[Block]) -> str:
    return next((block.text.split("\n", 1)[0] for block in blocks if isinstance(block, Paragraph)), "")
