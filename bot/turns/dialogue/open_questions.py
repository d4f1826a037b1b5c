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
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, is_command, with_shares
from bot.domain.conversation.requests.alerts import SetAlerts
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Advise, CorrectOrder, Order, OrderChangeKind, OrderRequest
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language
from bot.domain.text.mentions import without_mention
from bot.domain.trading.execution.orders import Side
from bot.language.orders.order_answers import OrderAnswer, read_order_answer, with_unit
from bot.language.requests import read
from bot.ports import Stores
from bot.turns.memory.continued_questions import ContinuedQuestions
from bot.turns.memory.memory_sequels import (
    MemorySequels,
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
        """Return the message with the reading of the order that it completes; unchanged: it completes none.

        Raises: StoreUnavailableError.
        """
        context = await MemorySequels(self.stores, self.instruments).go_on(context)
        context = await ContinuedQuestions(self.stores, self.instruments).complete(context)
        if len(context.turn.text) > _MAX_LENGTH or is_command(context.request):
            return context
        answer = read_order_answer(without_mention(context.turn.text), self._reading_context(context))
        is_bare = answer is None and _is_bare_number(context.request)
        if (answer is None and not is_bare) or (order := await self._order_before(context)) is None:
            return context
        if answer is None:
            return await self._asked_again(context, order)
        completed = await read_beside(order.order.text, lambda: self._completed(context, order, answer))
        if completed is None:
            return context
        language = context.language if answer.has_words else completed.language
        return replace(context, reading=replace(completed, language=language))

    async def _asked_again(self, context: TurnContext, before: _Asked) -> TurnContext:
        """Return the order whose unit was asked for, if a number without one answers: it changes no other order."""
        if before.asks is not AskedSlot.UNIT:
            return context
        text = before.order.text
        return replace(context, reading=await read_beside(text, lambda: self._read(context, text)))

    async def _order_before(self, context: TurnContext) -> _Asked | None:
        """Return the same person's message just before, and the question that answered it; None: there is none."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
            if [message.role for message in messages] != [Role.USER, Role.ASSISTANT]:
                return None
            asked_by = (await tx.turns.get(messages[0].turn_id)).person.id
        if asked_by != context.turn.person.id:
            return None
        answers = context.dialogue.answers
        asks = answers[0].asks if answers else None
        return _Asked(order=messages[0], question=messages[1], asks=asks)

    def _completed(self, context: TurnContext, order: _Asked, answer: OrderAnswer) -> Reading | None:
        before = self._read(context, order.order.text)
        renamed = self._with_name(context, order, before.shares, answer)
        return renamed or self._with_answer(context, order, before, answer)

    def _with_answer(self, context: TurnContext, order: _Asked, before: Reading, answer: OrderAnswer) -> Reading | None:
        asked, question, asks = order.order, order.question, order.asks
        if is_command(before.request):  # it orders nothing, whatever the answer is
            return _corrected(before) if answer.is_yes and _was_asked_about_alert(before.request) else None
        if answer.unit is not None and asks in {AskedSlot.UNIT, AskedSlot.UNIT_OF_CHANGE}:
            text = with_unit(asked.text, answer)
            return _order(_on_shares(self._read(context, text), before.shares)) if text else None
        if answer.symbols and asks is AskedSlot.SHARE and not before.shares.symbols:
            return _order(_on_shares(before, replace(before.shares, symbols=answer.symbols)))
        if answer.side is not None and asks is AskedSlot.SIDE:
            return _order(self._read(context, f"{_VERBS[before.language][answer.side]} {asked.text}"))
        is_assent = answer.is_yes or answer.side is not None
        was_proposed = question.state_after is State.AWAITING_CONFIRM
        if asked.intent not in {Intent.DECIDE, Intent.UNKNOWN} or was_proposed or not is_assent:
            return None
        return _agreed(before, answer)

    def _with_name(
        self, context: TurnContext, order: _Asked, named: NamedShares, answer: OrderAnswer
    ) -> Reading | None:
        """Return a request whose one unclear name was asked about, with the share that answers; None: it is not so."""
        asked, asks = order.order, order.asks
        words = tuple(dict.fromkeys(each.typed for each in named.misspelt)) or named.unknown
        if len(words) != 1 or len(answer.symbols) != 1 or asks is not AskedSlot.NAME:
            return None
        renamed = self._read(context, asked.text.replace(words[0], answer.symbols[0]))
        if answer.symbols[0] not in renamed.shares.symbols:
            return None
        return _order(renamed) if isinstance(renamed.request, OrderRequest) else renamed

    def _reading_context(self, context: TurnContext) -> Surroundings:
        return Surroundings(
            instruments=self.instruments,
            today=context.today,
            focus=context.conversation.focus,
            pending=len(context.pending),
            profile=context.language,
        )

    def _read(self, context: TurnContext, text: str) -> Reading:
        return read(text, self._reading_context(context), replace(context.message_facts, text=text))


def _order(reading: Reading) -> Reading | None:
    """Return a completed order, to be carried out whatever the certainty of its first half; None: it is none."""
    readings = (reading.request, *reading.others)
    request = next((each for each in readings if isinstance(each, Order | Advise | CorrectOrder)), None)
    if request is None or (request.is_question and request.terms.side is None):
        return None
    placed = replace(request, terms=replace(request.terms, placement=None))
    return replace(reading, request=placed, certainty=_CONFIDENCE)


def _agreed(before: Reading, answer: OrderAnswer) -> Reading | None:
    """Return what a "yes", or the verb alone, behind a question means of the message before."""
    if answer.is_yes and before.shares.misspelt:
        corrected = _corrected(before)
        return _order(corrected) if isinstance(corrected.request, OrderRequest) else corrected
    return before if _says_what(before) else None  # said again what was wrong: "ok, buy it" sizes nothing


def _corrected(reading: Reading) -> Reading:
    """Return a reading with misspelt names read as the shares that were asked about."""
    return _on_shares(reading, replace(reading.shares, misspelt=()))


def _on_shares(reading: Reading, shares: NamedShares) -> Reading:
    """Return a reading that names these shares: "buy 5 of it" completed names none itself."""
    return replace(
        reading,
        request=with_shares(reading.request, shares),
        others=tuple(with_shares(each, shares) for each in reading.others),
        shares=shares,
    )


def _was_asked_about_alert(request: Request) -> bool:
    """Return whether an alert was not set before a misspelt name is corrected: "alert me when gogle …"."""
    return isinstance(request, SetAlerts) and bool(request.shares.misspelt)


def _is_bare_number(request: Request) -> bool:
    """Return whether a message is a number that would be the new size of what is pending, and says no unit."""
    if not isinstance(request, CorrectOrder) or request.terms.symbols:
        return False
    return request.change.kind is OrderChangeKind.SIZE and not request.change.has_unit


def _says_what(reading: Reading) -> bool:
    """Return whether an order says itself how much of what: another in its place would not be what was meant."""
    request, shares = reading.request, reading.shares
    if not isinstance(request, OrderRequest | NotUnderstood) or request.terms.side is None:
        return False
    names_size = request.terms.size is not None or request.terms.max_cash is not None
    return names_size or bool(reading.problems or shares.unknown or shares.unsupported or shares.misspelt)
