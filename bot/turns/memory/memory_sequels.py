"""Messages that go on from one about memory: "forget that", right after it was stored; "and about banks?"."""

from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.history import Role
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, intent_of, is_command
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import CorrectNote, NoteRequest, Remember, ShowMemoryHelp
from bot.domain.conversation.requests.talk import NotUnderstood, SmallTalk
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.conversation.requests.watching import AskAlertForm
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.core_memory import MemoryFact, StoredSection
from bot.domain.memory.statements import contradicts
from bot.domain.text.normalise import as_typed, normalise, without_mention
from bot.domain.trading.trading_limits import LimitMeasure
from bot.memory.core_memory import memory_place
from bot.ports import Stores
from bot.reading.reader import MessageReader
from bot.reading.recall.note_corrections import NoteCorrection
from bot.reading.recognisers.note_places import placed_note

_VERDICTS_AND_ORDERS: Final = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})
_MAX_STATEMENT: Final = 300  # characters
_CONTINUED: Final = 6  # messages, among which is what was said before, or the question that several go on from
_MOST_ASKED: Final = 3  # notes, of which one is corrected
_UNCLEAR: Final = 0.3  # certainty: the person is asked
_UNREAD: Final = (AskAlertForm, CorrectNote, NotUnderstood, ShowMemoryHelp, SmallTalk)  # as what a correction is read


@dataclass(frozen=True, slots=True)
class MemorySequels:
    """Finds what a message says of core memory that goes on from the person's message before."""

    stores: Stores
    instruments: InstrumentTable

    async def go_on(self, context: TurnContext) -> TurnContext:
        """Return the message with the request about notes that it makes so, else unchanged.

        Raises: StoreUnavailableError.
        """
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
        before = self._read(context, last.text)
        if isinstance(before, Remember) and before.text:
            return context.with_request(before)
        if isinstance(before, NoteRequest):
            return context
        text = without_mention(normalise(last.text))
        return context.with_request(placed_note(text, typed=last.text.strip(), limit=None))

    async def _corrected(self, context: TurnContext) -> TurnContext:
        """Return "our broker is now Falcon" behind what was stored or shown as what takes its place."""
        correction = context.request if isinstance(context.request, CorrectNote) else None
        text = context.plain_text
        if correction is None and not _may_correct(context.reading, text):
            return context
        statement = normalise(correction.text) if correction is not None else text
        latest = next(iter(context.dialogue.answers), None)
        async with self.stores.read(context.turn.tenant_id) as tx:
            changes = await tx.core_memory.changes_of_turn(latest.turn_id) if latest else ()
            shown = {int(each.id) for each in (latest.objects if latest else ()) if each.kind is ObjectKind.NOTE}
            if not (changes or shown or correction is not None):
                return context
            facts = (await tx.core_memory.load(memory_place(context.turn))).facts()
        added = {fact.id for each in changes for fact in each.added}
        last = [each for number, each in enumerate(facts, start=1) if each[1].id in added or number in shown]
        if chosen := [each for each in facts if contradicts(statement, each[1].text)]:
            return context.with_request(_replacement(statement, chosen, context))
        if correction is not None and len(last) == 1 and not NoteCorrection.of(text).may_correct:
            return context.with_request(_replacement(statement, last, context))
        return _of_last_notes(context, last)

    def _read(self, context: TurnContext, text: str) -> Request:
        """Return what an earlier message asked for, read by itself."""
        reader = MessageReader(Surroundings(instruments=self.instruments, today=context.today))
        return reader.read(replace(context.message_facts, text=text)).request


def _may_correct(reading: Reading, text: str) -> bool:
    """Return whether a message that is not said to be a correction may be one: a statement, and nothing asked for."""
    limits = next((each for each in (reading.request, *reading.beside) if isinstance(each, StateLimits)), None)
    if limits is not None:  # a rule that no order can be checked against may correct a note
        return all(each.measure is LimitMeasure.PREFERENCE for each in limits.terms)
    is_request = (is_command(reading.request) and not isinstance(reading.request, _UNREAD)) or text.startswith("/")
    is_order = intent_of(reading.request) in _VERDICTS_AND_ORDERS
    is_question = reading.is_question or text.endswith("?")
    return not (is_order or is_question or is_request) and len(text) <= _MAX_STATEMENT


def _of_last_notes(context: TurnContext, last: list[tuple[StoredSection, MemoryFact]]) -> TurnContext:
    """Return a message that corrects the note shown or kept last; where another can be meant, the person is asked."""
    correction = NoteCorrection.of(context.plain_text)
    is_read = not isinstance(context.request, _UNREAD) or context.own_pending
    if is_read or not (last and correction.may_correct) or len(last) > _MOST_ASKED:
        return context
    corrected = [(note, correction.applied_to(note[1].text)) for note in last]
    requests = tuple(_note(text, [note]) for note, (text, _) in corrected)
    if len(last) == 1 and corrected[0][1][1]:
        return context.with_request(requests[0])
    unclear = NotUnderstood(TradeTerms())
    reading = Reading(request=unclear, language=context.language, certainty=_UNCLEAR, others=requests)
    return replace(context, reading=reading)


def _replacement(statement: str, chosen: list[tuple[StoredSection, MemoryFact]], context: TurnContext) -> Remember:
    """Return a statement as the note that takes the place of those of one section."""
    before, correction = chosen[0][1].text, NoteCorrection.of(statement)
    if len(chosen) == 1 and correction.points_to(before):
        return _note(correction.applied_to(before)[0], chosen)
    return _note(as_typed(statement.strip(" .。"), context.turn.text), chosen)


def _note(text: str, chosen: list[tuple[StoredSection, MemoryFact]]) -> Remember:
    """Return a text as the note that takes the place of those of one section."""
    key = chosen[0][0].key
    ids = frozenset(fact.id for section, fact in chosen if section.key == key)
    note = placed_note(text, typed=text, scope=key.scope, section=key.section, limit=None)
    return replace(note, is_scope_named=False, replaces=ids)
