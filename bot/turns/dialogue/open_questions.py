"""Completes an order that Parley asked a question about by the answer: "buy 200 FB", "Dollars or shares?", "shares".

Nothing is stored for that: order and question stand in the conversation's messages, and the order is understood once
more. What is completed is proposed as a card, like any order.
"""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.slow_reading import read_as, read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, is_command, with_shares
from bot.domain.conversation.requests.account import CheckFunds
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood, SmallTalk, SmallTalkKind
from bot.domain.conversation.requests.trades import (
    Advise,
    Confirm,
    CorrectOrder,
    Order,
    OrderRequest,
    ReadBack,
    TradeTerms,
)
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language
from bot.domain.text.normalise import plain_text
from bot.domain.trading.execution.orders import Side
from bot.ports import Stores
from bot.reading.guarded_words import GuardedMessage
from bot.reading.order_answers import OrderAnswer, asks_for_most, read_order_answer, with_base, with_unit
from bot.reading.reader import MessageReader
from bot.reading.recognisers.stated_numbers import find_numbers
from bot.reading.verdicts.reader import is_near_yes, read_verdict, without_agreement
from bot.turns.dialogue.alert_references import is_bare_size
from bot.turns.dialogue.follow_ups import exchanges
from bot.turns.memory.memory_questions import with_question_continued
from bot.turns.memory.memory_sequels import with_note_meant

_MESSAGES: Final = 6  # an order, the question about it, and answers that only agreed
_MAX_LENGTH: Final = 60  # characters of an answer; a longer message says something of its own
_CONFIDENCE: Final = 0.95
_NEAR: Final = 2  # times the price, at most, that a stop is told as
_ASKED: Final = 0.3  # the person is
_STOP: Final = {Language.ENGLISH: "stop", Language.CHINESE: "止损"}
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
        """Return the message with the reading of the order that it completes; unchanged: it completes none."""
        context = await with_note_meant(self.stores, self.instruments, context)
        context = await with_question_continued(self.stores, self.instruments, context)
        text = context.plain_text
        if len(text) > _MAX_LENGTH or is_command(context.request):
            return context
        asks = next((each.asks for each in context.dialogue.answers), None)
        order = None if asks is None else await self._order_before(context)
        if asks is None or order is None:
            return await self._of_card(context, text)
        if asks is AskedSlot.STOP:
            stopped = await self._with_stop(context)
            if stopped is not context or not find_numbers(order):  # else it may be the size that the order names
                return stopped
        read = self._read if _is_asked_again(context, asks) else self._completed
        completed = await read_beside(order, lambda: read(context, order, asks))
        if completed is None or completed.request == NotUnderstood(TradeTerms(shares=completed.shares)):
            return await self._of_card(context, text)
        return replace(context, reading=completed)

    async def _of_card(self, context: TurnContext, text: str) -> TurnContext:
        """Return a change of a pending decision that also agrees, "14 then, go ahead", as that change: a new card.

        As much as is possible, of the only decision that waits, is told in numbers.
        """
        if not context.own_pending or not isinstance(context.request, NotUnderstood | ReadBack | CorrectOrder):
            return context
        if await self._is_of_refused(context):
            unclear, others = NotUnderstood(TradeTerms(shares=context.reading.shares)), (context.request,)
            reading = replace(context.reading, request=unclear, certainty=_ASKED, others=others)
            return replace(context, reading=reading)
        old = context.own_pending[0].proposal
        is_only = len(context.own_pending) == 1 and {old.symbol}.issuperset(context.reading.shares.symbols)
        if is_only and asks_for_most(text):
            asked = CheckFunds(shares=NamedShares(symbols=(old.symbol,)), side=old.side or Side.BUY)
            return context.with_request(asked)
        rest = without_agreement(text)
        if rest == text or isinstance(context.request, CorrectOrder):
            return context
        reading = await read_as(context, rest)
        change = reading.request
        is_change = isinstance(change, CorrectOrder) or (isinstance(change, Order) and change.is_change)
        return replace(context, reading=reading) if is_change else context

    async def _with_stop(self, context: TurnContext) -> TurnContext:
        """Return a message with a bare number near the price of what is pending as its stop; unchanged: it has none."""
        said = GuardedMessage.of(context.plain_text, self.instruments)
        change = context.request.change if isinstance(context.request, CorrectOrder) else None
        is_price = is_bare_size(context.request) or (change is not None and change.is_money)
        is_open = isinstance(context.request, NotUnderstood) or is_price
        if not is_open or len(said.numbers) != 1 or any(said.each("denial", "contrast", "question")):
            return context
        number, prices = said.numbers[0], [each.proposal.price for each in context.own_pending]
        if not any(one / _NEAR <= value <= one * _NEAR for one in prices for value in number.values):
            return context
        reading = await read_as(context, f"{_STOP[context.language]} {said.text[number.start : number.end]}")
        return replace(context, reading=reading) if isinstance(reading.request, Order) else context

    async def _is_of_refused(self, context: TurnContext) -> bool:
        """Return whether a change that names no share stands right below an order of which no card was made."""
        latest = next(iter(context.dialogue.answers), None)
        is_change = isinstance(context.request, CorrectOrder) and not context.request.terms.symbols
        if latest is None or latest.objects or latest.asks not in {None, AskedSlot.SIZE} or not is_change:
            return False
        async with self.stores.read(context.turn.tenant_id) as tx:
            before = await tx.turns.get(latest.turn_id)
        if before.person.id != context.turn.person.id:
            return False
        refused = (await read_as(context, plain_text(before.text))).request
        is_own = isinstance(refused, NotUnderstood) or (isinstance(refused, Order) and not refused.is_change)
        return is_own and isinstance(refused, NotUnderstood | Order) and refused.terms.side is not None

    async def _order_before(self, context: TurnContext) -> str | None:
        """Return the same person's message before, which questions answered since; None: there is none."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
            for asked in exchanges(messages):
                if (await tx.turns.get(asked.turn_id)).person.id != context.turn.person.id:
                    return None
                text = plain_text(asked.text)
                if read_verdict(text, context.surroundings) is None and not is_near_yes(text):
                    return text
        return None

    def _completed(self, context: TurnContext, order: str, asks: AskedSlot) -> Reading | None:
        """Return the reading of the order with what was asked; None: the message does not say it."""
        before, shown = self._read(context, order), context.dialogue.answers[0].symbols
        if asks is AskedSlot.UNIT and not before.shares.symbols and len(shown) == 1:  # "the best one"
            before = _on_shares(before, NamedShares(symbols=shown))
        if asks is AskedSlot.BASE:
            return self._with_base(context, order)
        if asks is AskedSlot.NAME and before.shares.misspelt and _agrees(context.request):
            return _as_ordered(_on_shares(before, replace(before.shares, misspelt=())))
        if asks is AskedSlot.NAME and (named := self._named_with_size(context, order, before)) is not None:
            return named
        answer = read_order_answer(without_agreement(context.plain_text), self.instruments)
        completed = None if answer is None else self._with_answer(context, order, before, answer, asks)
        is_worded = completed is not None and answer is not None and answer.has_words
        return replace(completed, language=context.language) if completed and is_worded else completed

    def _with_base(self, context: TurnContext, order: str) -> Reading | None:
        """Return the order with what an answer says it is a part of: "4% of the account"; None: it says none."""
        words = GuardedMessage.of(context.plain_text, self.instruments)
        is_doubted = bool(words.shares) or any(words.each("denial", "contrast", "question")) or any(words.conditions)
        text = "" if is_doubted else with_base(order, context.plain_text, self.instruments)
        reading = self._read(context, text) if text else None
        request = None if reading is None else reading.request
        is_sized = isinstance(request, Order) and request.terms.names_size and not request.terms.problems
        return replace(reading, language=context.language) if reading is not None and is_sized else None

    def _with_answer(
        self, context: TurnContext, order: str, before: Reading, answer: OrderAnswer, asks: AskedSlot
    ) -> Reading | None:
        if asks is AskedSlot.NAME:  # the one that was unclear
            words = _unclear_names(before)
            says_more = any(find_numbers(context.plain_text))  # "no, apple, and 10 shares"
            is_one = len(words) == len(answer.symbols) == 1 and not says_more
            renamed = self._read(context, order.replace(words[0], answer.symbols[0])) if is_one else None
            is_named = renamed is not None and answer.symbols[0] in renamed.shares.symbols
            return _as_ordered(renamed) if renamed is not None and is_named else None
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

    def _named_with_size(self, context: TurnContext, order: str, before: Reading) -> Reading | None:
        """Return the order with the share and the one number that an answer says: "ok google then, 2 of them".

        Without a share it is the one that the name was taken for. None: the answer says more than that, or denies it.
        """
        message = GuardedMessage.of(context.plain_text, self.instruments)
        guessed = {each.symbol for each in before.shares.misspelt}
        meant, words = {each.name for each in message.shares} or guessed, _unclear_names(before)
        old, is_denied = find_numbers(order), any(message.each("denial", "contrast", "question"))
        said, asked = context.request, before.request
        side = asked.terms.side if isinstance(asked, OrderRequest) else None
        is_open = isinstance(said, Order | CorrectOrder | NotUnderstood) and said.terms.side in {None, side}
        if not is_open or is_denied or not len(message.numbers) == len(old) == len(meant) == len(words) == 1:
            return None
        new = message.numbers[0]
        sized = f"{order[: old[0].start]}{message.text[new.start : new.end]} {order[old[0].end :]}"
        return _as_ordered(self._read(context, sized.replace(words[0], meant.pop())))

    def _read(self, context: TurnContext, text: str, _: AskedSlot | None = None) -> Reading:
        around = Surroundings(
            instruments=self.instruments,
            today=context.today,
            focus=context.conversation.focus,
            pending=len(context.pending),
            profile=context.language,
        )
        return MessageReader(around).read(replace(context.message_facts, text=text))


def _unclear_names(order: Reading) -> tuple[str, ...]:
    """Return the names of an order that cannot be traded as they are written."""
    shares = order.shares
    return tuple(dict.fromkeys(each.typed for each in shares.misspelt)) or shares.unknown or shares.symbols


def _is_asked_again(context: TurnContext, asks: AskedSlot) -> bool:
    """Return whether a message answers nothing: it only agrees, or is a number without a unit where that was asked."""
    is_bare = asks is AskedSlot.UNIT and is_bare_size(context.request)
    return is_bare or (_agrees(context.request) and asks is not AskedSlot.NAME and not context.own_pending)


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
    return isinstance(request, Confirm) or request == SmallTalk(SmallTalkKind.ACKNOWLEDGEMENT)


def _on_shares(reading: Reading, shares: NamedShares) -> Reading:
    return replace(
        reading,
        request=with_shares(reading.request, shares),
        others=tuple(with_shares(each, shares) for each in reading.others),
        shares=shares,
    )
