"""Messages that go on from one about memory: "forget that", right after it was stored."""

import re
from dataclasses import replace
from typing import Final
from uuid import UUID

from bot.context.turn import TurnContext
from bot.domain.conversation.history import Role
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import intent_of, is_command
from bot.domain.conversation.requests.account import UndoTrade
from bot.domain.conversation.requests.limits import StateLimits
from bot.domain.conversation.requests.memory import Remember, UndoMemoryChange
from bot.domain.conversation.requests.trades import Cancel, Wait
from bot.domain.conversation.states import Intent
from bot.domain.memory.core_memory import ChangeKind
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.normalise import as_typed, normalise
from bot.domain.text.tokens import tokenise
from bot.domain.trading.trading_limits import LimitMeasure
from bot.language.commands import without_mention
from bot.language.memory.classification import scope_of, section_of
from bot.language.memory.requests import find_memory_request
from bot.language.memory.statements import contradicts
from bot.language.quantities.quantity import find_quantities
from bot.language.requests.notes import note_asked
from bot.memory.core_memory import memory_place
from bot.memory.questions import SURE_FACT, facts_about
from bot.ports import Stores, Transaction

_FORGETS: Final = re.compile(r"\bforget\b|忘|^(?:undo|revert|撤销|撤回)", re.IGNORECASE)
_CORRECTS: Final = re.compile(
    r"(?:scratch that|actually|correction|update|no wait|wait|sorry|i mean(?:t)?|change that(?: to)?|"
    r"correct that(?: to)?|make that|"
    r"update (?:memory|note) #?(?P<number>\d{1,2}))\s*[,:;. –—-]+\s*(?:to\s+)?|"
    r"(?:改一下|更正(?:一下)?|纠正一下|不对|说错了|更新一下|更新|更新记忆(?P<chinese>\d{1,2}))[,，:：。 ]+",
    re.IGNORECASE,
)
_VERDICTS_AND_ORDERS: Final = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})
_SURE: Final = 0.6
_MOST_FACTS: Final = 100
_MAX_STATEMENT: Final = 300  # characters
_MAX_LENGTH: Final = 40  # characters
_CONTINUED: Final = 6  # messages, among which is what was said before, or the question that several go on from
_LATEST: Final = 2  # messages: a person's, and its answer
_WORDS_BESIDE: Final = 2  # beside a number: "make it 8%"
_CHARACTERS_BESIDE: Final = 3  # 其实是8%
_PRONOUNS: Final = ("it's ", "it’s ", "it is ", "its ", "that's ", "它是", "是")  # and what is said of it
_COPULAS: Final = (" is ", "是")


async def with_memory_taken_back(stores: Stores, context: TurnContext) -> TurnContext:
    """Return the message as one that takes back what was stored just before; unchanged: it means something else.

    Raises: StoreUnavailableError.
    """
    takes_back = isinstance(context.request, Cancel | Wait | UndoTrade)
    if not takes_back or context.reading.shares.symbols or len(context.turn.text) > _MAX_LENGTH:
        return context
    if context.pending and _FORGETS.search(context.turn.text) is None:  # "cancel": the card
        return context
    if context.turn.text.lstrip().startswith("/") or not await has_stored_before(stores, context):
        return context
    return context.with_request(UndoMemoryChange())


async def with_memory_of_last_said(stores: Stores, context: TurnContext) -> TurnContext:
    """Return "remember that" as the statement to be kept that the person made just before, else unchanged.

    An order, a limit or a verdict is none. Raises: StoreUnavailableError.
    """
    if not isinstance(context.request, Remember) or context.request.text:
        return context
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_CONTINUED)
        last = next((each for each in reversed(messages) if each.role is Role.USER), None)
        is_own = last is not None and (await tx.turns.get(last.turn_id)).person.id == context.turn.person.id
    if last is None or not is_own or last.intent in _VERDICTS_AND_ORDERS or last.text.startswith("/"):
        return context
    before = find_memory_request(normalise(last.text))
    if before is not None and (before.act is not MemoryAct.STORE or not before.text):
        return context
    if before is None:
        scope = scope_of(last.text)
        before = MemoryRequest(MemoryAct.STORE, last.text.strip(), scope, section_of(last.text, scope))
    statement = replace(before, text=as_typed(before.text, last.text))
    return context.with_request(note_asked(statement, context.message_facts))


async def with_memory_forgotten(stores: Stores, context: TurnContext) -> TurnContext:
    """Return "forget the broker thing" beside a card as what it says of core memory, if that holds such a thing.

    Without a card pending, the rules read it so. Raises: StoreUnavailableError.
    """
    is_sure = context.reading.certainty >= _SURE and intent_of(context.request) is not Intent.UNKNOWN
    if not context.pending or is_sure or is_command(context.request) or context.reading.shares.symbols:
        return context
    request = find_memory_request(without_mention(normalise(context.turn.text)))
    if request is None or request.act is not MemoryAct.FORGET or not request.text:
        return context
    if not await facts_about(stores, context, request.text, least=SURE_FACT):
        return context
    return context.with_request(note_asked(request, context.message_facts))


async def with_memory_corrected(stores: Stores, context: TurnContext) -> TurnContext:
    """Return "our broker is now Falcon" behind what was stored or shown as what takes its place, else unchanged.

    Raises: StoreUnavailableError.
    """
    text = without_mention(normalise(context.turn.text))
    if _is_meant_otherwise(context.reading, text):
        return context
    lead = _CORRECTS.match(text)
    number = lead["number"] or lead["chinese"] if lead is not None else None
    statement = text[lead.end() :] if lead is not None else text
    async with stores.read(context.turn.tenant_id) as tx:
        added, is_of_memory = await _stored_before(tx, context)
        if not (number or is_of_memory or lead is not None):
            return context
        facts = (await tx.core_memory.load(memory_place(context.turn))).facts()
    chosen = [each for each in facts if contradicts(statement, each[1].text)]
    if number is not None:
        chosen = list(facts[int(number) - 1 : int(number)]) if 0 < int(number) < _MOST_FACTS else []
    elif not chosen and lead is not None and len(added) == 1:
        chosen = [each for each in facts if each[1].id in added]
    if not chosen or not statement.strip():
        return context
    key, ids = chosen[0][0].key, frozenset(fact.id for section, fact in chosen if section.key == chosen[0][0].key)
    typed = as_typed(statement.strip(" .。"), context.turn.text)
    typed = _with_value(chosen[0][1].text, typed) if len(chosen) == 1 else typed
    request = MemoryRequest(MemoryAct.STORE, typed, key.scope, key.section, replaces=ids)
    return context.with_request(note_asked(request, context.message_facts))


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


def _is_meant_otherwise(reading: Reading, text: str) -> bool:
    is_sure = intent_of(reading.request) in _VERDICTS_AND_ORDERS and reading.certainty >= _SURE
    limits = next((each for each in (reading.request, *reading.beside) if isinstance(each, StateLimits)), None)
    if limits is not None:  # a rule that no order can be checked against may correct a note
        return any(each.measure is not LimitMeasure.PREFERENCE for each in limits.terms)
    is_request = is_command(reading.request) or text.startswith("/")
    return is_sure or is_request or reading.is_question or text.endswith("?") or len(text) > _MAX_STATEMENT


async def _stored_before(tx: Transaction, context: TurnContext) -> tuple[frozenset[UUID], bool]:
    """Return what the person's message just before has stored, and whether it was about core memory at all."""
    messages = await tx.messages.last_messages(context.conversation.id, count=_LATEST)
    asked = next((each for each in messages if each.role is Role.USER), None)
    if asked is None:
        return frozenset(), False
    changes = await tx.core_memory.changes_of_turn(asked.turn_id)
    said = without_mention(normalise(asked.text))
    is_of_memory = bool(changes) or said.startswith("/memory") or find_memory_request(said) is not None
    own = [each for each in changes if each.by.id == context.turn.person.id]
    return frozenset(fact.id for each in own for fact in each.added), is_of_memory


async def has_stored_before(stores: Stores, context: TurnContext) -> bool:
    """Return whether the person's message just before has changed core memory."""
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_LATEST)
        asked = next((each for each in messages if each.role is Role.USER), None)
        changes = await tx.core_memory.changes_of_turn(asked.turn_id) if asked is not None else ()
    return any(
        each.by.id == context.turn.person.id and each.kind in {ChangeKind.STATED, ChangeKind.EDITED} for each in changes
    )
