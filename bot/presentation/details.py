"""The Details button, and the answer that shows what is behind it."""

from dataclasses import dataclass, replace

from bot.domain.conversation.blocks import Block, Button, Card, Paragraph
from bot.domain.conversation.buttons import DetailsRef
from bot.domain.conversation.replies import Answer, LatestDetails
from bot.domain.ids import TurnId
from bot.domain.text.locale import Locale
from bot.presentation.presenter import Presenter


@dataclass(frozen=True, slots=True)
class DetailsPresenter(Presenter):
    """Adds Details buttons and shows details."""

    def with_button(self, locale: Locale, answer: Answer, *, turn_id: TurnId, occasion: str | None = None) -> Answer:
        """Return the answer to a turn with a Details button, if it has details and no card whose Why? shows them.

        `occasion`: of a later reply to that turn.
        """
        if not answer.details or any(isinstance(block, Card) and block.decision_id for block in answer.blocks):
            return answer
        button = Button(str(DetailsRef(turn_id, occasion)), self.say(locale, "button-details"))
        return replace(answer, buttons=(*answer.buttons, button))

    def latest(self, locale: Locale, details: LatestDetails) -> Answer:
        """Return the latest details as an answer, and say so if the latest answer is not the one they belong to."""
        answer = self.shown(locale, details.blocks)
        if details.is_of_latest or not details.blocks:
            return answer
        return replace(answer, blocks=(Paragraph(self.say(locale, "details-of-earlier")), *answer.blocks))

    def shown(self, locale: Locale, details: tuple[Block, ...], *, is_private: bool = False) -> Answer:
        """Return the details as an answer of their own, or say that there are none."""
        blocks = details or self.paragraph(locale, "details-none")
        return Answer(blocks=blocks, is_private=is_private)
