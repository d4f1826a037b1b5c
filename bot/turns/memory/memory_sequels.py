"""Messages that go on from one about memory: "forget that", right after it was stored; "and about banks?"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import AskedSlot, ObjectKind
from bot.domain.conversation.history import Role
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, intent_of, is_command
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import CorrectNote, EditNote, NoteRequest, Remember, ShowMemoryHelp
from bot.domain.conversation.requests.talk import NotUnderstood, SmallTalk
from bot.domain.conversation.requests.trades import CorrectOrder, TradeTerms
from bot.domain.conversation.requests.watching import AskAlertForm
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.core_memory import MemoryFact, StoredSection
from bot.domain.memory.statements import StatementWords, contradicts
from bot.domain.text.normalise import as_typed, normalise, without_mention
from bot.domain.trading.trading_limits import LimitMeasure
from bot.memory.core_memory import memory_place
from bot.ports import Stores
from bot.reading.pointers import pointers_in
from bot.reading.reader import MessageReader
from bot.reading.recall.note_corrections import NoteCorrection, words_naming
from bot.reading.recall.recall_words import asks
from bot.reading.recognisers.note_places import placed_note
from bot.reading.stated_limits import limits_stated, states_limit

_MOST_ASKED: Final = 3  # notes, of which one is corrected
_MOST_BESIDE: Final = 2  # notes that may be meant, beside a new one
_UNCLEAR: Final = 0.3  # certainty: the person is asked
_ENDS: Final = " .。"
LAST_SHOWN: Final = "it"  # names no note by a word
# As what a correction is read.
UNREAD: Final = (AskAlertForm, CorrectNote, CorrectOrder, NotUnderstood, ShowMemoryHelp, SmallTalk)

Notes: TypeAlias = Sequence[tuple[StoredSection, MemoryFact]]


@dataclass(frozen=True, slots=True)
class NoteTargets:
    """A message that may correct one of the notes that the person sees."""

    context: TurnContext
    statement: str  # what the message states, without what it is asked to be done with
    seen: Notes
    last: Notes  # those that were shown or kept last

    def corrected(self) -> TurnContext:
        """Return the message as the correction of a note, or as the question of which; unchanged: it corrects none."""
        context, said = self.context, NoteCorrection.of(self.context.plain_text)
        if isinstance(context.request, CorrectNote) and context.request.of:
            return self._with_new_text(context.request)
        if isinstance(context.request, Remember):
            denied = [each for each in self.seen if said.denies_of(each[1].text)]
            return context.with_request(self._stated(denied)) if len(denied) == 1 else context
        chosen = [each for each in self.seen if contradicts(self.statement, each[1].text)]
        if chosen:
            return context.with_request(self._replacement(chosen))
        is_told, is_read = isinstance(context.request, CorrectNote), not isinstance(context.request, UNREAD)
        if not is_told and (is_read or context.own_pending or not said.may_correct):
            return context
        return self._of_last(said)

    def _with_new_text(self, request: CorrectNote) -> TurnContext:
        """Return a new text as that of the note that is named; without one, or a text, the person is asked."""
        named, new = words_naming(request.of), NoteCorrection.of_new_text(self.statement)
        among = [each for each in self.seen if named <= _words(each)] if named else self.last
        if not request.text:
            numbers = [at for at, each in enumerate(self.seen, start=1) if each in among]
            return self.context.with_request(EditNote(numbers[0], "") if len(numbers) == 1 else ShowMemoryHelp("edit"))
        is_value = not StatementWords.of(self.statement).words  # "25" is no note by itself
        is_pointed = bool(named) or (bool(pointers_in(request.of)) and not is_value)
        meant = among if is_pointed else [each for each in among if new.fits(each[1].text)]
        if 0 < len(meant) <= _MOST_ASKED:
            return self._applied(new, meant)
        fitting = [each for each in self.seen if new.fits(each[1].text)] if not named else []
        if 0 < len(fitting) <= _MOST_ASKED:  # "change the rule to 25": none was shown
            return self._asked(tuple(_note(new.applied_to(each[1].text)[0], [each]) for each in fitting))
        return self._asked_where(new.as_note_of(request.of), named, among)

    def _asked_where(self, text: str, named: frozenset[str], among: Notes = ()) -> TurnContext:
        """Return the question whether a text for a note that is not there is a limit, a new note, or another's text.

        `among`: notes that may be meant, besides those that share words with the name.
        """
        if not StatementWords.of(text).words:
            return self.context.with_request(ShowMemoryHelp("edit"))
        is_limit = not named and states_limit(text)  # "change the rule to: at most 5% in one name"
        limits = limits_stated(text, self.context.surroundings) if is_limit else None
        near = [each for each in self.seen if named & _words(each) or each in among][:_MOST_BESIDE]
        typed = as_typed(text.strip(_ENDS), self.context.turn.text)
        instead = (replace(_note(typed, [each]), instead_of=each[1].text) for each in near)
        return self._asked((*filter(None, [limits]), placed_note(text, typed=typed, limit=None), *instead))

    def _of_last(self, said: NoteCorrection) -> TurnContext:
        """Return a correction that names no note as one of those that were shown or kept last."""
        if isinstance(self.context.request, CorrectNote) and not said.may_correct and len(self.last) <= 1:
            new = NoteCorrection.of_new_text(self.statement)
            if any(new.fits(each[1].text) for each in self.last):
                return self.context.with_request(self._replacement(self.last))
            return self._asked_where(self.statement, StatementWords.of(self.statement).words)
        is_one = 0 < len(self.last) <= _MOST_ASKED and said.may_correct
        return self._applied(said, self.last) if is_one else self.context

    def _applied(self, said: NoteCorrection, among: Notes) -> TurnContext:
        """Return the one note as it is corrected; where another may be meant, or its value does not fit, a question."""
        corrected = [said.applied_to(fact.text) for _, fact in among]
        requests = tuple(_note(text, [each]) for (text, _), each in zip(corrected, among, strict=True))
        is_clear = len(among) == 1 and corrected[0][1]
        return self.context.with_request(requests[0]) if is_clear else self._asked(requests)

    def _asked(self, requests: tuple[Request, ...]) -> TurnContext:
        unclear, language = NotUnderstood(TradeTerms()), self.context.language
        reading = Reading(request=unclear, language=language, certainty=_UNCLEAR, others=requests)
        return replace(self.context, reading=reading)

    def _replacement(self, chosen: Notes) -> Remember:
        """Return the statement, or the one note with what it puts in, as what takes the place of notes."""
        before, correction = chosen[0][1].text, NoteCorrection.of(self.statement)
        if len(chosen) == 1 and correction.points_to(before):
            return _note(correction.applied_to(before)[0], chosen)
        return self._stated(chosen)

    def _stated(self, chosen: Notes) -> Remember:
        """Return the statement in the place of notes; one of which it denies a part is kept beside it."""
        typed, before = as_typed(self.statement.strip(_ENDS), self.context.turn.text), chosen[0][1].text
        if len(chosen) == 1 and NoteCorrection.of(self.context.plain_text).leaves_of(before):
            typed = f"{before} ({typed})" if before.isascii() else f"{before}（{typed}）"
        return _note(typed, chosen)


def _words(note: tuple[StoredSection, MemoryFact]) -> frozenset[str]:
    return StatementWords.of(note[1].text).words


def _note(text: str, chosen: Notes) -> Remember:
    """Return a text as the note that takes the place of those of one section."""
    key = chosen[0][0].key
    ids = frozenset(fact.id for section, fact in chosen if section.key == key)
    note = placed_note(text, typed=text, scope=key.scope, section=key.section, limit=None)
    return replace(note, is_scope_named=False, replaces=ids)


_VERDICTS_AND_ORDERS: Final = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})
_MAX_STATEMENT: Final = 300  # characters
_CONTINUED: Final = 6  # messages, among which is what was said before, or the question that several go on from


async def with_note_meant(stores: Stores, instruments: InstrumentTable, context: TurnContext) -> TurnContext:
    """Return a message that goes on from the one before with the request about notes that it is, else unchanged."""
    return await _corrected(stores, await _of_last_said(stores, instruments, context))


async def _of_last_said(stores: Stores, instruments: InstrumentTable, context: TurnContext) -> TurnContext:
    """Return "remember that" as the statement to be kept that the person made just before.

    An order, a limit, a verdict or a command is none.
    """
    if not isinstance(context.request, Remember) or context.request.text:
        return context
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_CONTINUED)
        last = next((each for each in reversed(messages) if each.role is Role.USER), None)
        is_own = last is not None and (await tx.turns.get(last.turn_id)).person.id == context.turn.person.id
    if last is None or not is_own or last.intent in _VERDICTS_AND_ORDERS or last.text.startswith("/"):
        return context
    reader = MessageReader(Surroundings(instruments=instruments, today=context.today))
    before = reader.read(replace(context.message_facts, text=last.text)).request
    if isinstance(before, Remember) and before.text:
        return context.with_request(before)
    if isinstance(before, NoteRequest):
        return context
    text = without_mention(normalise(last.text))
    return context.with_request(placed_note(text, typed=last.text.strip(), limit=None))


async def _corrected(stores: Stores, context: TurnContext) -> TurnContext:
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
    async with stores.read(context.turn.tenant_id) as tx:
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
    is_order = intent_of(reading.request) in _VERDICTS_AND_ORDERS and not isinstance(reading.request, UNREAD)
    is_question = reading.is_question or text.endswith("?")
    return not (is_order or is_question or is_request) and len(text) <= _MAX_STATEMENT
