"""The Details button, and the answer that shows what is behind it."""

from dataclasses import dataclass, replace

from bot.domain.conversation.blocks import Block, Button, Paragraph
from bot.domain.conversation.buttons import ButtonAction, ButtonRef, DetailsRef, parse_button
from bot.domain.conversation.replies import Answer
from bot.domain.ids import TurnId
from bot.domain.text.locale import Locale
from bot.locales import Catalogue


@dataclass(frozen=True, slots=True)
class DetailsPresenter:
    """Adds Details buttons and shows details."""

    texts: Catalogue

    def with_button(self, locale: Locale, answer: Answer, *, turn_id: TurnId) -> Answer:
        """Return the answer to a turn with a Details button, if it has details and no Why? button, which shows them."""
        if not answer.details or any(_explains(button) for button in answer.buttons):
            return answer
        button = Button(str(DetailsRef(turn_id)), self.texts.render(locale, "button-details"))
        return replace(answer, buttons=(*answer.buttons, button))

    def shown(self, locale: Locale, details: tuple[Block, ...], *, is_private: bool = False) -> Answer:
        """Return the details as an answer of their own, or say that there are none."""
        blocks = details or (Paragraph(self.texts.render(locale, "details-none")),)
        return Answer(blocks=blocks, is_private=is_private)


def _explains(button: Button) -> bool:
    ref = parse_button(button.id)
    return isinstance(ref, ButtonRef) and ref.action is ButtonAction.WHY
