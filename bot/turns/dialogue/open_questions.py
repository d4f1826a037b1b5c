"""Completes an order that Parley asked a question about by the answer: "buy 200 FB", "Dollars or shares?", "shares".

Nothing is stored for that: order and question stand in the conversation's messages, and the order is understood once
more. What is completed is proposed as a card, like any order.
"""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.requests.trades import OrderChangeKind
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.understanding import Entities, Understanding
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language
from bot.domain.trading.execution.orders import Side
from bot.domain.watching.alert_requests import AlertAct
from bot.language.commands import without_mention
from bot.language.message_reading import ReadingContext
from bot.language.orders.order_answers import OrderAnswer, read_order_answer, with_unit
from bot.language.understand import understand
from bot.ports import Stores
from bot.turns.memory.memory_sequels import (
    with_memory_corrected,
    with_memory_forgotten,
    with_memory_of_last_said,
    with_memory_taken_back,
    with_question_continued,
)

_MESSAGES: Final = 2  # an order, and the question about it
_MAX_LENGTH: Final = 60  # characters of an answer; a longer message says something of its own
_CONFIDENCE: Final = 0.95
_VERBS: Final = {
    Language.ENGLISH: {Side.BUY: "buy", Side.SELL: "sell"},
    Language.CHINESE: {Side.BUY: "买", Side.SELL: "卖"},
}


@dataclass(frozen=True, slots=True)
class _Asked:
    """A person's message and the answer to it, which may ask something back."""

    order: Message
    question: Message
    asks: AskedSlot | None


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """Finds the order that a message completes."""

    stores: Stores
    instruments: InstrumentTable

    async def complete(self, context: TurnContext) -> TurnContext:
        """Return the message with the understanding of the order that it completes; unchanged: it completes none.

        Raises: StoreUnavailableError.
        """
        context = await with_memory_taken_back(self.stores, context)
        context = await with_memory_of_last_said(self.stores, context)
        context = await with_memory_forgotten(self.stores, context)
        context = await with_memory_corrected(self.stores, context)
        context = await with_question_continued(self.stores, context)
        if len(context.turn.text) > _MAX_LENGTH or context.understanding.command is not None:
            return context
        answer = read_order_answer(without_mention(context.turn.text), self._reading_context(context))
        is_bare = answer is None and _is_bare_number(context.understanding)
        if (answer is None and not is_bare) or (order := await self._order_before(context)) is None:
            return context
        if answer is None:
            return await self._asked_again(context, order)
        completed = await read_beside(order.order.text, lambda: self._completed(context, order, answer))
        if completed is None:
            return context
        language = context.language if answer.has_words else completed.language
        return replace(context, understanding=replace(completed, language=language))

    async def _asked_again(self, context: TurnContext, before: _Asked) -> TurnContext:
        """Return the order whose unit was asked for, if a number without one answers: it changes no other order."""
        if before.asks is not AskedSlot.UNIT:
            return context
        text = before.order.text
        understood = await read_beside(text, lambda: self._understood(context, text))
        return replace(context, understanding=understood)

    async def _order_before(self, context: TurnContext) -> _Asked | None:
        """Return the same person's message just before, and the question that answered it; None: there is none."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
            if [message.role for message in messages] != [Role.USER, Role.ASSISTANT]:
                return None
            asked_by = (await tx.turns.get(messages[0].turn_id)).person.id
            dialogue = await tx.replies.dialogue(context.conversation.id)
        if asked_by != context.turn.person.id:
            return None
        asks = dialogue.answers[0].asks if dialogue.answers else None
        return _Asked(order=messages[0], question=messages[1], asks=asks)

    def _completed(self, context: TurnContext, order: _Asked, answer: OrderAnswer) -> Understanding | None:
        before = self._understood(context, order.order.text)
        renamed = self._with_name(context, order, before.entities, answer)
        return renamed or self._with_answer(context, order, before, answer)

    def _with_answer(
        self, context: TurnContext, order: _Asked, before: Understanding, answer: OrderAnswer
    ) -> Understanding | None:
        asked, question, asks = order.order, order.question, order.asks
        if before.command is not None:  # it orders nothing, whatever the answer is
            return _corrected(before) if answer.is_yes and _was_asked_about_alert(before) else None
        if answer.unit is not None and asks in {AskedSlot.UNIT, AskedSlot.UNIT_OF_CHANGE}:
            text = with_unit(asked.text, answer)
            return self._order(_on_same_shares(self._understood(context, text), before)) if text else None
        if answer.symbols and asks is AskedSlot.SHARE and not before.entities.symbols:
            return self._order(replace(before, entities=replace(before.entities, symbols=answer.symbols)))
        if answer.side is not None and asks is AskedSlot.SIDE:
            return self._order(self._understood(context, f"{_VERBS[before.language][answer.side]} {asked.text}"))
        is_assent = answer.is_yes or answer.side is not None
        was_proposed = question.state_after is State.AWAITING_CONFIRM
        if asked.intent not in {Intent.DECIDE, Intent.UNKNOWN} or was_proposed or not is_assent:
            return None
        return self._agreed(before, answer)

    def _with_name(self, context: TurnContext, order: _Asked, e: Entities, answer: OrderAnswer) -> Understanding | None:
        """Return a request whose one unclear name was asked about, with the share that answers; None: it is not so."""
        asked, asks = order.order, order.asks
        words = tuple(dict.fromkeys(each.typed for each in e.misspelt)) or e.unknown_symbols
        if len(words) != 1 or len(answer.symbols) != 1 or asks is not AskedSlot.NAME:
            return None
        renamed = self._understood(context, asked.text.replace(words[0], answer.symbols[0]))
        if answer.symbols[0] not in renamed.entities.symbols:
            return None
        return self._order(renamed) if renamed.intent is Intent.DECIDE else renamed

    def _agreed(self, before: Understanding, answer: OrderAnswer) -> Understanding | None:
        """Return what a "yes", or the verb alone, behind a question means of the message before."""
        if answer.is_yes and before.entities.misspelt:
            corrected = _corrected(before)
            return self._order(corrected) if before.intent is Intent.DECIDE else corrected
        return before if _says_what(before.entities) else None  # said again what was wrong: "ok, buy it" sizes nothing

    def _order(self, understood: Understanding) -> Understanding | None:
        """Return a completed order, to be carried out whatever the confidence in its first half."""
        if understood.is_question and understood.entities.side is None:
            return None
        return replace(understood, intent=Intent.DECIDE, confidence=_CONFIDENCE, needs_share=False, lead_on=None)

    def _reading_context(self, context: TurnContext) -> ReadingContext:
        return ReadingContext(
            instruments=self.instruments,
            today=context.today,
            focus=context.conversation.focus,
            pending=len(context.pending),
            profile=context.language,
        )

    def _understood(self, context: TurnContext, text: str) -> Understanding:
        return understand(text, self._reading_context(context))


def _corrected(understood: Understanding) -> Understanding:
    """Return what was understood, with misspelt names read as the shares that were asked about."""
    return replace(understood, entities=replace(understood.entities, misspelt=()))


def _on_same_shares(completed: Understanding, before: Understanding) -> Understanding:
    """Return a completed order in the shares that it named before: "buy 5 of it" names none."""
    entities = replace(completed.entities, symbols=before.entities.symbols, unknown_symbols=())
    return replace(completed, entities=entities)


def _was_asked_about_alert(understood: Understanding) -> bool:
    """Return whether an alert was not set before a misspelt name is corrected: "alert me when gogle …"."""
    is_set = understood.alert is not None and understood.alert.act is AlertAct.SET
    return is_set and bool(understood.entities.misspelt)


def _is_bare_number(understood: Understanding) -> bool:
    """Return whether a message is a number that would be the new size of what is pending, and says no unit."""
    correction = understood.correction
    is_size = correction is not None and correction.kind is OrderChangeKind.SIZE and not correction.has_unit
    return is_size and not understood.entities.symbols


def _names_size(e: Entities) -> bool:
    return e.shares is not None or e.amount is not None or e.fraction is not None


def _says_what(e: Entities) -> bool:
    """Return whether an order says itself how much of what: another in its place would not be what was meant."""
    if e.side is None:
        return False
    return _names_size(e) or bool(e.problems or e.unknown_symbols or e.unsupported or e.misspelt)
