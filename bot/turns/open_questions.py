"""Completes an order that Parley asked a question about by the answer: "buy 200 FB", "Dollars or shares?", "shares".

Nothing is stored for that: order and question stand in the conversation's messages, and the order is understood once
more. What is completed is proposed as a card, like any order.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.history import Message, Role
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.understanding import CorrectionKind, Entities, Understanding
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.execution.orders import Side
from bot.domain.watching.alert_requests import AlertAct
from bot.language.commands import without_mention
from bot.language.message_reading import ReadingContext
from bot.language.orders.order_answers import OrderAnswer, read_order_answer, with_unit
from bot.language.understand import understand
from bot.language.watching.mentions import speaks_of_adding, speaks_of_watching
from bot.language.watching.watch_requests import WATCH, find_list_sequel
from bot.locales import Catalogue
from bot.ports import Stores
from bot.turns.memory.memory_sequels import (
    with_memory_corrected,
    with_memory_forgotten,
    with_memory_of_last_said,
    with_memory_taken_back,
    with_question_continued,
)
from bot.turns.said_before import contains, says

_MESSAGES: Final = 2  # an order, and the question about it
_MAX_LENGTH: Final = 60  # characters of an answer; a longer message says something of its own
_CONFIDENCE: Final = 0.95
_REFUSALS: Final = ("problem-list-unnamed", "problem-watch-list")  # they name watch lists, and were about none
_NAME_QUESTIONS: Final = ("misspelt-ask", "unknown-symbol-near", "unknown-symbol")
_VERBS: Final = {
    Language.ENGLISH: {Side.BUY: "buy", Side.SELL: "sell"},
    Language.CHINESE: {Side.BUY: "买", Side.SELL: "卖"},
}


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """Finds the order that a message completes."""

    stores: Stores
    instruments: InstrumentTable
    texts: Catalogue

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
        context = await self._with_list_continued(context)
        answer = read_order_answer(without_mention(context.turn.text), self._reading_context(context))
        is_bare = answer is None and _is_bare_number(context.understanding)
        if (answer is None and not is_bare) or (order := await self._order_before(context)) is None:
            return context
        if answer is None:
            return await self._asked_again(context, order)
        completed = await read_beside(order[0].text, lambda: self._completed(context, order, answer))
        if completed is None:
            return context
        language = context.language if answer.has_words else completed.language
        return replace(context, understanding=replace(completed, language=language))

    async def _with_list_continued(self, context: TurnContext) -> TurnContext:
        """Return "add IBM too" or "take FB off" behind a request about a watch list as one about that list."""
        request = self._list_sequel(context)
        if request is None or (before := await self._order_before(context)) is None:
            return context
        said = before[1].text
        is_refusal = any(contains(self.texts, said, each) for each in _REFUSALS)
        is_adding = request.startswith(f"/{WATCH} ")  # harmless, and a trade else
        if not speaks_of_watching(said) or (is_refusal and not is_adding):
            return context
        own_list = (self.texts.render(Locale(each), "watch-list", whose="person") for each in Language)
        whose = " me" if any(name in said for name in own_list) else ""
        name, _, rest = request.partition(" ")
        command = self._understood(context, f"{name}{whose} {rest}".rstrip())
        return replace(context, understanding=replace(command, language=context.language))

    def _list_sequel(self, context: TurnContext) -> str | None:
        """Return the command that a message means if a watch list was just talked of; it would be a trade else."""
        request = find_list_sequel(without_mention(context.turn.text), self.instruments)
        if request is not None:
            return request
        understood = context.understanding
        is_open = understood.intent is Intent.DECIDE and bool(understood.entities.symbols)
        if not (is_open and not _names_size(understood.entities) and speaks_of_adding(context.turn.text)):
            return None
        return f"/{WATCH} {' '.join(understood.entities.symbols)}"

    async def _asked_again(self, context: TurnContext, order: Sequence[Message]) -> TurnContext:
        """Return the order whose unit was asked for, if a number without one answers: it changes no other order."""
        asked, question = order
        if not self._asks(question, "problem-amount-unit-missing"):
            return context
        before = await read_beside(asked.text, lambda: self._understood(context, asked.text))
        return replace(context, understanding=before)

    async def _order_before(self, context: TurnContext) -> Sequence[Message] | None:
        """Return the same person's message just before, and the question that answered it; None: there is none."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
            if [message.role for message in messages] != [Role.USER, Role.ASSISTANT]:
                return None
            asked_by = (await tx.turns.get(messages[0].turn_id)).person.id
        return messages if asked_by == context.turn.person.id else None

    def _completed(self, context: TurnContext, order: Sequence[Message], answer: OrderAnswer) -> Understanding | None:
        before = self._understood(context, order[0].text)
        renamed = self._with_name(context, order, before.entities, answer)
        return renamed or self._with_answer(context, order, before, answer)

    def _with_answer(
        self, context: TurnContext, order: Sequence[Message], before: Understanding, answer: OrderAnswer
    ) -> Understanding | None:
        asked, question = order
        if before.command is not None:  # it orders nothing, whatever the answer is
            return _corrected(before) if answer.is_yes and _was_asked_about_alert(before) else None
        if answer.unit is not None and self._asks(question, "problem-amount-unit-missing", "amend-which-unit"):
            text = with_unit(asked.text, answer)
            return self._order(self._understood(context, text)) if text else None
        if answer.symbols and self._asks(question, "which-symbol") and not before.entities.symbols:
            return self._order(replace(before, entities=replace(before.entities, symbols=answer.symbols)))
        if answer.side is not None and self._asks(question, "buy-or-sell"):
            return self._order(self._understood(context, f"{_VERBS[before.language][answer.side]} {asked.text}"))
        is_assent = answer.is_yes or answer.side is not None
        was_proposed = question.state_after is State.AWAITING_CONFIRM
        if asked.intent not in {Intent.DECIDE, Intent.UNKNOWN} or was_proposed or not is_assent:
            return None
        return self._agreed(before, answer)

    def _with_name(
        self, context: TurnContext, order: Sequence[Message], e: Entities, answer: OrderAnswer
    ) -> Understanding | None:
        """Return a request whose one unclear name was asked about, with the share that answers; None: it is not so."""
        asked, question = order
        words = tuple(dict.fromkeys(each.typed for each in e.misspelt)) or e.unknown_symbols
        if len(words) != 1 or len(answer.symbols) != 1 or not self._asks(question, *_NAME_QUESTIONS):
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

    def _asks(self, question: Message, *message_ids: str) -> bool:
        return says(self.texts, question.text, *message_ids)

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


def _was_asked_about_alert(understood: Understanding) -> bool:
    """Return whether an alert was not set before a misspelt name is corrected: "alert me when gogle …"."""
    is_set = understood.alert is not None and understood.alert.act is AlertAct.SET
    return is_set and bool(understood.entities.misspelt)


def _is_bare_number(understood: Understanding) -> bool:
    """Return whether a message is a number that would be the new size of what is pending, and says no unit."""
    correction = understood.correction
    is_size = correction is not None and correction.kind is CorrectionKind.SIZE and not correction.has_unit
    return is_size and not understood.entities.symbols


def _names_size(e: Entities) -> bool:
    return e.shares is not None or e.amount is not None or e.fraction is not None


def _says_what(e: Entities) -> bool:
    """Return whether an order says itself how much of what: another in its place would not be what was meant."""
    if e.side is None:
        return False
    return _names_size(e) or bool(e.problems or e.unknown_symbols or e.unsupported or e.misspelt)
