"""Presses of the buttons below "Did you mean": what was picked is asked for as a message of who pressed."""

from dataclasses import dataclass

from bot.context.turn import TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import GuessRef, parse_button
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request
from bot.domain.conversation.threads import IncomingMessage
from bot.domain.conversation.turns import Turn
from bot.domain.text.locale import Locale
from bot.locales import Catalogue
from bot.ports import Inbox, Stores, Transaction

_PARTS = 3  # of a button's id


@dataclass(frozen=True, slots=True)
class GuessPresses:
    """Asks for what was picked: an order becomes a card, nothing more."""

    stores: Stores
    inbox: Inbox
    texts: Catalogue

    async def __call__(self, ref: GuessRef, *, turn: Turn, locale: Locale) -> TurnResult | None:
        """Carry out one press; None: no answer of its conversation has that button. Safe to run twice."""
        async with self.stores.read(turn.tenant_id) as tx:
            answer = await tx.replies.answer_to(ref.turn_id)
            asked = await tx.turns.get(ref.turn_id) if answer else None
        if answer is None or asked is None or asked.conversation_id != turn.conversation_id:
            return None
        if ref.place > len(answer.guesses):
            return None
        if ref.place == 0:
            text = self.texts.render(locale, "guess-none-pressed")
            return TurnResult(answer=Answer(blocks=(Paragraph(text),), is_private=True))
        message = IncomingMessage(turn.thread, f"{ref}:{turn.person.id}", turn.person, asked.text)
        accepted = await self.inbox.accept_message(message)
        return TurnResult(answer=Answer(blocks=(), continued_by=accepted.turn.id))


@dataclass(frozen=True, slots=True)
class PickedGuess:
    """What a press has picked."""

    request: Request
    asked: Turn  # the message that was unclear


async def picked_guess(tx: Transaction, turn: Turn) -> PickedGuess | None:
    """Return what a press has picked, of the message that it made; None: no press has made it."""
    ref = parse_button(":".join(turn.platform_id.split(":")[:_PARTS]))  # no platform's message has such an id
    answer = await tx.replies.answer_to(ref.turn_id) if isinstance(ref, GuessRef) else None
    if answer is None or not isinstance(ref, GuessRef) or not 0 < ref.place <= len(answer.guesses):
        return None
    return PickedGuess(answer.guesses[ref.place - 1], await tx.turns.get(ref.turn_id))
