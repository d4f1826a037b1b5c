"""What presenters share: sentences, answers of a single one, signs of figures, and the Details button."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Final, Protocol

from bot.domain.conversation.blocks import Block, Bullets, Button, Card, Paragraph
from bot.domain.conversation.buttons import DetailsRef
from bot.domain.conversation.replies import Answer, LatestDetails
from bot.domain.ids import TurnId
from bot.domain.text.locale import Locale
from bot.locales import Catalogue

MINUS: Final = "−"


def sign_of(figure: Decimal | int, *, zero: str = "+") -> str:
    """Return "+" or "−", and `zero` for zero; the figure itself is shown without its sign."""
    return MINUS if figure < 0 else "+" if figure > 0 else zero


def signed(number: Decimal | float, name: str = "value", *, zero: str = "+") -> dict[str, Decimal | str]:
    """Return the variables of a sentence that shows a figure with its sign: `sign`, and the figure without it."""
    figure = Decimal(str(number))
    return {"sign": sign_of(figure, zero=zero), name: abs(figure)}


def signed_gain(gain: Decimal, *, zero: str = "±") -> dict[str, Decimal | str]:
    """Return the variables of a sentence that shows a gain beside another signed figure."""
    return {"gain_sign": sign_of(gain, zero=zero), "gain": abs(gain)}


def text_answer(text: str) -> Answer:
    """Return an answer of one paragraph."""
    return Answer(blocks=(Paragraph(text),))


def first_of_list(heading: str, lines: Sequence[str], *, most: int) -> tuple[Bullets, tuple[Bullets, ...]]:
    """Return the first lines of a list, and as details the whole, if there are more."""
    whole = Bullets(heading, tuple(lines))
    return (Bullets(heading, whole.items[:most]), (whole,)) if len(lines) > most else (whole, ())


def day_of(locale: Locale, at: datetime) -> date:
    """Return the day of an instant where the reader is."""
    return at.astimezone(locale.zone).date()


class _HasTexts(Protocol):
    @property
    def texts(self) -> Catalogue: ...


class Sentences:
    """Renders the messages of the catalogue `texts`, which a subclass has."""

    __slots__ = ()

    def say(self: _HasTexts, locale: Locale, message_id: str, /, **variables: Hashable) -> str:
        """Return one sentence."""
        return self.texts.render(locale, message_id, **variables)

    def said(self: _HasTexts, locale: Locale, message_id: str, /, **variables: Hashable) -> Answer:
        """Return one sentence as an answer."""
        return text_answer(self.texts.render(locale, message_id, **variables))

    def paragraph(self: _HasTexts, locale: Locale, message_id: str, /, **variables: Hashable) -> tuple[Paragraph]:
        """Return one sentence as the blocks of an answer."""
        return (Paragraph(self.texts.render(locale, message_id, **variables)),)

    def usd(self: _HasTexts, locale: Locale, amount: Decimal) -> str:
        """Return an amount: "$1,234.50"."""
        return self.texts.render(locale, "usd", amount=amount)

    def signed_usd(self: _HasTexts, locale: Locale, amount: Decimal) -> str:
        """Return an amount with its sign: "+$158.55"."""
        return self.texts.render(locale, "signed-usd", **signed(amount, "amount"))


@dataclass(frozen=True, slots=True)
class Presenter(Sentences):
    """A presenter that needs only the catalogue."""

    texts: Catalogue


@dataclass(frozen=True, slots=True)
class DetailsPresenter(Presenter):
    """Adds Details buttons and shows details."""

    def with_button(self, locale: Locale, answer: Answer, *, turn_id: TurnId, occasion: str | None = None) -> Answer:
        """Return the answer to a turn with a Details button, if it has details and no card whose Why? shows them."""
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
