"""Completes an order that Parley asked a question about by the answer: "buy 200 FB", "Dollars or shares?", "shares".

Nothing is stored for that: order and question stand in the conversation's messages, and the order is understood once
more. What is completed is proposed as a card, like any order.
"""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.history import Role
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, is_command, with_shares
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood, SmallTalk, SmallTalkKind
from bot.domain.conversation.requests.trades import Advise, Confirm, CorrectOrder, Order, OrderRequest
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language
from bot.domain.text.mentions import without_mention
from bot.domain.text.normalise import normalise
from bot.domain.trading.execution.orders import Side
from bot.ports import Stores
from bot.reading.order_answers import OrderAnswer, read_order_answer, with_unit
from bot.reading.reader import MessageReader
from bot.turns.dialogue.alert_references import is_bare_size
from bot.turns.memory.continued_questions import ContinuedQuestions
from bot.turns.memory.memory_sequels import MemorySequels

_MESSAGES: Final = 2  # an order, and the question about it
_MAX_LENGTH: Final = 60  # characters of an answer; a longer message says something of its own
_CONFIDENCE: Final = 0.95
_VERBS: Final = {
    Language.ENGLISH: {Side.BUY: "buy", Side.SELL: "sell"},
    Language.CHINESE: {Side.BUY: "买", Side.SELL: "卖"},
}


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
        if not context.dialogue.answers or (asks := context.dialogue.answers[0].asks) is None:
            return context
        if (order := await self._order_before(context)) is None:
            return context
        if asks is AskedSlot.UNIT and is_bare_size(context.request):
            return replace(context, reading=await read_beside(order, lambda: self._read(context, order)))
        completed = await read_beside(order, lambda: self._completed(context, order, asks))
        return context if completed is None else replace(context, reading=completed)

    async def _order_before(self, context: TurnContext) -> str | None:
        """Return the same person's message just before, which a question answered; None: there is none."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
            if [message.role for message in messages] != [Role.USER, Role.ASSISTANT]:
                return None
            asked_by = (await tx.turns.get(messages[0].turn_id)).person.id
        is_own = asked_by == context.turn.person.id
        return without_mention(normalise(messages[0].text)) if is_own else None

    def _completed(self, context: TurnContext, order: str, asks: AskedSlot) -> Reading | None:
        """Return the reading of the order with what was asked; None: the message does not say it."""
        before, shown = self._read(context, order), context.dialogue.answers[0].symbols
        if asks is AskedSlot.UNIT and not before.shares.symbols and len(shown) == 1:  # "the best one"
            before = _on_shares(before, NamedShares(symbols=shown))
        if asks is AskedSlot.NAME and before.shares.misspelt and _agrees(context.request):
            return _as_ordered(_on_shares(before, replace(before.shares, misspelt=())))
        answer = read_order_answer(without_mention(normalise(context.turn.text)), self.instruments)
        if answer is None:
            return None
        completed = self._with_answer(context, order, before, answer, asks)
        is_worded = completed is not None and answer.has_words
        return replace(completed, language=context.language) if completed and is_worded else completed

    def _with_answer(
        self, context: TurnContext, order: str, before: Reading, answer: OrderAnswer, asks: AskedSlot
    ) -> Reading | None:
        if asks is AskedSlot.NAME:
            return self._with_name(context, order, before.shares, answer)
        if is_command(before.request):  # it orders nothing, whatever the answer is
            return None
        if answer.unit is not None and asks in {AskedSlot.UNIT, AskedSlot.UNIT_OF_CHANGE}:
            text = with_unit(order, answer, self.instruments)
            return _order(_on_shares(self._read(context, text), before.shares)) if text else None
        if answer.symbols and asks is AskedSlot.SHARE and not before.shares.symbols:
            return _order(_on_shares(before, replace(before.shares, symbols=answer.symbols)))
        if answer.side is not None and asks is AskedSlot.SIDE:
            return _order(self._read(context, f"{_VERBS[before.language][answer.side]} {order}"))
        return None

    def _with_name(self, context: TurnContext, order: str, named: NamedShares, answer: OrderAnswer) -> Reading | None:
        """Return a request whose one unclear name was asked about, with the share that answers; None: it is not so."""
        words = tuple(dict.fromkeys(each.typed for each in named.misspelt)) or named.unknown
        if len(words) != 1 or len(answer.symbols) != 1:
            return None
        renamed = self._read(context, order.replace(words[0], answer.symbols[0]))
        return _as_ordered(renamed) if answer.symbols[0] in renamed.shares.symbols else None

    def _read(self, context: TurnContext, text: str) -> Reading:
        around = Surroundings(
            instruments=self.instruments,
            today=context.today,
            focus=context.conversation.focus,
            pending=len(context.pending),
            profile=context.language,
        )
        return MessageReader(around).read(replace(context.message_facts, text=text))


def _order(reading: Reading) -> Reading | None:
    """Return a completed order, to be carried out whatever the certainty of its first half; None: it is none."""
    readings = (reading.request, *reading.others)
    request = next((each for each in readings if isinstance(each, Order | Advise | CorrectOrder)), None)
    if request is None or (request.is_question and request.terms.side is None):
        return None
    placed = replace(request, terms=replace(request.terms, placement=None))
    return replace(reading, request=placed, certainty=_CONFIDENCE)


def _as_ordered(reading: Reading) -> Reading | None:
    """Return a request with its names corrected, an order of any certainty."""
    return _order(reading) if isinstance(reading.request, OrderRequest | NotUnderstood) else reading


def _agrees(request: Request) -> bool:
    """Return whether a message only says "yes" or "ok"."""
    return isinstance(request, Confirm) or request == SmallTalk(SmallTalkKind.ACKNOWLEDGEMENT)


def _on_shares(reading: Reading, shares: NamedShares) -> Reading:
    """Return a reading that names these shares: "buy 5 of it" completed names none itself."""
    return replace(
        reading,
        request=with_shares(reading.request, shares),
        others=tuple(with_shares(each, shares) for each in reading.others),
        shares=shares,
    )
