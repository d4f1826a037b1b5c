"""What a question about what was said refers to: a rule that is remembered, and whom "he" or "she" means."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Final
from uuid import UUID

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.history import Message, Role
from bot.domain.market.instruments import InstrumentTable
from bot.domain.memory.core_memory import RememberedFact
from bot.domain.memory.search_terms import query_terms, search_terms
from bot.domain.text.normalise import normalise, without_mention
from bot.memory.core_memory import memory_place
from bot.ports import Stores
from bot.reading.recall.memory_questions import EarlierMessages
from bot.reading.recognisers.shares import with_symbols

SURE_FACT: Final = 0.5  # the share of a question's words from which a fact answers it, whatever the question is
_ABOUT: Final = 0.3  # the same of a topic's words, where the question asks for what is remembered
_CHANGES: Final = 100  # the latest, among which is what a note said before
_MESSAGES: Final = 8  # in which a person is looked for
_QUOTED: Final = re.compile(r"^• (?P<by>[^,，\n]{1,40})[,，] ?\d{4}-\d\d-\d\d[:：]", re.MULTILINE)


async def facts_about(
    stores: Stores, context: TurnContext, topic: str, *, symbols: Iterable[str] = (), least: float = _ABOUT
) -> tuple[RememberedFact, ...]:
    """Return what core memory holds about a topic, best first; of an empty one, all.

    `symbols` are shares that the topic names, besides those of the message. `least` is the share of the topic's words
    that a fact has; the name of a share alone is not enough of a topic that has other words. A fact on
    "apple" is one on AAPL.

    Raises: StoreUnavailableError.
    """
    place = memory_place(context.turn)
    async with stores.read(context.turn.tenant_id) as tx:
        memory = await tx.core_memory.load(place)
        changes = await tx.core_memory.history(place, limit=_CHANGES) if memory.facts() else ()
    terms = query_terms(topic)
    whole = sum(terms.values())
    if not whole and least > _ABOUT:
        return ()
    words = terms.keys() - search_terms(" ".join((*context.reading.shares.symbols, *symbols))).keys()
    earlier = {added.id: each.removed[0] for each in changes if each.removed for added in each.added}
    known = context.surroundings.instruments
    said = {fact.id: _terms_of(fact.text, known) for _, fact in memory.facts() if whole}
    covered = [
        (_covered(said.get(fact.id, ()), terms), RememberedFact(section.key, fact, earlier.get(fact.id), number))
        for number, (section, fact) in enumerate(memory.facts(), start=1)
        if not words or not words.isdisjoint(said[fact.id])
    ]
    about = sorted((each for each in covered if each[0] >= least * whole), key=lambda each: -each[0])
    return tuple(found for _, found in about)


async def notes_shown_last(stores: Stores, context: TurnContext) -> frozenset[int | UUID]:
    """Return the notes that the latest answer shows, by their numbers, or has stored, by their ids.

    Raises: StoreUnavailableError.
    """
    latest = next(iter(context.dialogue.answers), None)
    if latest is None:
        return frozenset()
    async with stores.read(context.turn.tenant_id) as tx:
        changes = await tx.core_memory.changes_of_turn(latest.turn_id)
    numbers = {int(each.id) for each in latest.objects if each.kind is ObjectKind.NOTE}
    return frozenset({*numbers, *(fact.id for each in changes for fact in each.added)})


async def person_named_last(stores: Stores, earlier: EarlierMessages, context: TurnContext) -> str:
    """Return whom a conversation named last: asked about, reported on, or the only one quoted; empty: nobody.

    Raises: StoreUnavailableError.
    """
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
    return next((name for each in reversed(messages) if (name := _person_in(each, earlier))), "")


def _person_in(message: Message, earlier: EarlierMessages) -> str:
    if message.role is Role.USER:
        return earlier.named_person(without_mention(normalise(message.text)))
    quoted = {match["by"] for match in _QUOTED.finditer(message.text)}
    return quoted.pop() if len(quoted) == 1 else ""


def _terms_of(text: str, instruments: InstrumentTable) -> Mapping[str, float]:
    return search_terms(" ".join((text, *with_symbols(normalise(text), instruments)[1])))


def _covered(said: Collection[str], terms: Mapping[str, float]) -> float:
    return sum(weight for term, weight in terms.items() if term in said)
