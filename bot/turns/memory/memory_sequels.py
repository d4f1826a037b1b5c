"""Messages that go on from one about memory: "forget that", right after it was stored; "and about banks?"."""

from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

from bot.context.turn import TurnContext
from bot.domain.conversation.history import Role
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request, intent_of, is_command
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import CorrectNote, NoteRequest, Remember
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.core_memory import MemoryFact, StoredSection
from bot.domain.memory.statements import contradicts
from bot.domain.text.normalise import as_typed, normalise, without_mention
from bot.domain.text.tokens import tokenise
from bot.domain.trading.trading_limits import LimitMeasure
from bot.memory.core_memory import memory_place
from bot.ports import Stores, Transaction
from bot.reading.quantities.quantity import find_quantities
from bot.reading.reader import MessageReader
from bot.reading.recognisers.note_places import placed_note

_VERDICTS_AND_ORDERS: Final = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})
_MAX_STATEMENT: Final = 300  # characters
_CONTINUED: Final = 6  # messages, among which is what was said before, or the question that several go on from
_LATEST: Final = 2  # messages: a person's, and its answer
_WORDS_BESIDE: Final = 2  # beside a number: "make it 8%"
_CHARACTERS_BESIDE: Final = 3  # 其实是8%
_PRONOUNS: Final = ("it's ", "it’s ", "it is ", "its ", "that's ", "它是", "是")  # and what is said of it
_COPULAS: Final = (" is ", "是")


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
        async with self.stores.read(context.turn.tenant_id) as tx:
            added, is_of_memory = await self._stored_before(tx, context)
            if not (is_of_memory or correction is not None):
                return context
            facts = (await tx.core_memory.load(memory_place(context.turn))).facts()
        chosen = [each for each in facts if contradicts(statement, each[1].text)]
        if not chosen and correction is not None and len(added) == 1:
            chosen = [each for each in facts if each[1].id in added]
        return context.with_request(_replacement(statement, chosen, context)) if chosen else context

    async def _stored_before(self, tx: Transaction, context: TurnContext) -> tuple[frozenset[UUID], bool]:
        """Return what the person's message just before has stored, and whether it was about core memory at all."""
        messages = await tx.messages.last_messages(context.conversation.id, count=_LATEST)
        asked = next((each for each in messages if each.role is Role.USER), None)
        if asked is None:
            return frozenset(), False
        changes = await tx.core_memory.changes_of_turn(asked.turn_id)
        is_of_memory = bool(changes) or isinstance(self._read(context, asked.text), NoteRequest)
        own = [each for each in changes if each.by.id == context.turn.person.id]
        return frozenset(fact.id for each in own for fact in each.added), is_of_memory

    def _read(self, context: TurnContext, text: str) -> Request:
        """Return what an earlier message asked for, read by itself."""
        reader = MessageReader(Surroundings(instruments=self.instruments, today=context.today))
        return reader.read(replace(context.message_facts, text=text)).request


def _may_correct(reading: Reading, text: str) -> bool:
    """Return whether a message that is not said to be a correction may be one: a statement, and nothing asked for."""
    limits = next((each for each in (reading.request, *reading.beside) if isinstance(each, StateLimits)), None)
    if limits is not None:  # a rule that no order can be checked against may correct a note
        return all(each.measure is LimitMeasure.PREFERENCE for each in limits.terms)
    is_request = is_command(reading.request) or text.startswith("/")
    is_order = intent_of(reading.request) in _VERDICTS_AND_ORDERS
    is_question = reading.is_question or text.endswith("?")
    return not (is_order or is_question or is_request) and len(text) <= _MAX_STATEMENT


def _replacement(statement: str, chosen: list[tuple[StoredSection, MemoryFact]], context: TurnContext) -> Remember:
    """Return a statement as the note that takes the place of those of one section."""
    key = chosen[0][0].key
    ids = frozenset(fact.id for section, fact in chosen if section.key == key)
    typed = as_typed(statement.strip(" .。"), context.turn.text)
    typed = _with_value(chosen[0][1].text, typed) if len(chosen) == 1 else typed
    note = placed_note(typed, typed=typed, scope=key.scope, section=key.section, limit=None)
    return replace(note, is_scope_named=False, replaces=ids)


def _with_value(before: str, statement: str) -> str:
    """Return what was stored with the value of "it's 8%" or "it's Eagle"; a statement that says of what as it is."""
    pronoun = next((each for each in _PRONOUNS if statement.lower().startswith(each)), None)
    with_number = _with_number(before, statement)
    if pronoun is None or with_number != statement:
        return with_number
    copula = next((each for each in _COPULAS if before.find(each) > 0), None)
    return statement if copula is None else before.partition(copula)[0] + copula + statement[len(pronoun) :].strip()


def _with_number(before: str, statement: str) -> str:
    """Return what was stored with the one number of a statement that names nothing else; else the statement."""
    old, new = find_quantities(before.lower()), find_quantities(statement.lower())
    if len(old) != 1 or len(new) != 1:
        return statement
    number = statement[new[0].start : new[0].end]
    rest = tokenise(statement[: new[0].start] + statement[new[0].end :])
    words, characters = sum(each.is_word for each in rest), sum(each.is_han for each in rest)
    is_number_alone = words <= _WORDS_BESIDE and characters <= _CHARACTERS_BESIDE
    return before[: old[0].start] + number + before[old[0].end :] if is_number_alone else statement
