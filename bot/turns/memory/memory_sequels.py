"""Messages that go on from one about memory: "forget that", right after it was stored; "and about banks?"."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import AskedSlot, ObjectKind
from bot.domain.conversation.history import Role
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import intent_of, is_command
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import CorrectNote, NoteRequest, Remember
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise, without_mention
from bot.domain.trading.trading_limits import LimitMeasure
from bot.memory.core_memory import memory_place
from bot.ports import Stores
from bot.reading.reader import MessageReader
from bot.reading.recall.recall_words import asks
from bot.reading.recognisers.note_places import placed_note
from bot.turns.memory.note_targets import LAST_SHOWN, UNREAD, NoteTargets

_VERDICTS_AND_ORDERS: Final = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})
_MAX_STATEMENT: Final = 300  # characters
_CONTINUED: Final = 6  # messages, among which is what was said before, or the question that several go on from


@dataclass(frozen=True, slots=True)
class MemorySequels:
    """Finds what a message says of core memory that goes on from the person's message before."""

    stores: Stores
    instruments: InstrumentTable

    async def go_on(self, context: TurnContext) -> TurnContext:
        """Return the message with the request about notes that it makes so, else unchanged."""
        for step in (self._of_last_said, self._corrected):
            context = await step(context)
        return context

    async def _of_last_said(self, context: TurnContext) -> TurnContext:
        """Return "remember that" as the statement to be kept that the person made just before.

        An order, a limit, a verdict or a command is none.
        """
        if not isinstance(context.request, Remember) or context.request.text:
            return context
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_CONTINUED)
            last = next((each for each in reversed(messages) if each.role is Role.USER), None)
            is_own = last is not None and (await tx.turns.get(last.turn_id)).person.id == context.turn.person.id
        if last is None or not is_own or last.intent in _VERDICTS_AND_ORDERS or last.text.startswith("/"):
            return context
        reader = MessageReader(Surroundings(instruments=self.instruments, today=context.today))
        before = reader.read(replace(context.message_facts, text=last.text)).request
        if isinstance(before, Remember) and before.text:
            return context.with_request(before)
        if isinstance(before, NoteRequest):
            return context
        text = without_mention(normalise(last.text))
        return context.with_request(placed_note(text, typed=last.text.strip(), limit=None))

    async def _corrected(self, context: TurnContext) -> TurnContext:
        """Return "our broker is now Falcon" behind what was stored or shown as what takes its place."""
        text = context.plain_text
        if _answers_what_it_shall_say(context):
            context = context.with_request(CorrectNote(text, of=LAST_SHOWN))
        stated = context.request if isinstance(context.request, CorrectNote | Remember) else None
        is_named = isinstance(stated, CorrectNote) and bool(stated.of)
        may_correct = _may_correct(context.reading, text) if stated is None else is_named or bool(stated.text)
        if not may_correct or (isinstance(stated, Remember) and (stated.is_scope_named or stated.replaces)):
            return context
        latest = next(iter(context.dialogue.answers), None)
        async with self.stores.read(context.turn.tenant_id) as tx:
            changes = await tx.core_memory.changes_of_turn(latest.turn_id) if latest else ()
            shown = {int(each.id) for each in (latest.objects if latest else ()) if each.kind is ObjectKind.NOTE}
            if not (changes or shown or stated is not None):
                return context
            facts = (await tx.core_memory.load(memory_place(context.turn))).facts()
        added = {fact.id for each in changes for fact in each.added}
        last = [each for number, each in enumerate(facts, start=1) if each[1].id in added or number in shown]
        statement = normalise(stated.text) if stated is not None else text
        return NoteTargets(context, statement, facts, last).corrected()


def _answers_what_it_shall_say(context: TurnContext) -> bool:
    """Return whether a message says what the note shall say that the person was asked about."""
    latest = next(iter(context.dialogue.answers), None)
    is_asked = latest is not None and latest.asks is AskedSlot.NOTE and latest.asked_by == context.turn.person.id
    text, request = context.plain_text, context.request
    is_other = intent_of(request) in _VERDICTS_AND_ORDERS or text.startswith("/") or asks(text)
    is_request = is_command(request) and not isinstance(request, UNREAD)
    return is_asked and not (is_other or is_request) and len(text) <= _MAX_STATEMENT


def _may_correct(reading: Reading, text: str) -> bool:
    """Return whether a message that is not said to be a correction may be one: a statement, and nothing asked for."""
    limits = next((each for each in (reading.request, *reading.beside) if isinstance(each, StateLimits)), None)
    if limits is not None:  # a rule that no order can be checked against may correct a note
        return all(each.measure is LimitMeasure.PREFERENCE for each in limits.terms)
    is_request = (is_command(reading.request) and not isinstance(reading.request, UNREAD)) or text.startswith("/")
    is_order = intent_of(reading.request) in _VERDICTS_AND_ORDERS
    is_question = reading.is_question or text.endswith("?")
    return not (is_order or is_question or is_request) and len(text) <= _MAX_STATEMENT
