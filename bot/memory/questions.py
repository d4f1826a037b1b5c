"""What a question about what was said refers to: a rule that is remembered, and whom "he" or "she" means."""

import re
from collections.abc import Mapping
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.history import Message, Role
from bot.domain.memory.core_memory import MemoryFact, MemoryKey
from bot.domain.memory.search_terms import query_terms, search_terms
from bot.domain.text.normalise import normalise
from bot.language.commands import without_mention
from bot.language.questions.recall_questions import find_speaker, rule_topic
from bot.language.remarks import find_subject
from bot.memory.core_memory import memory_place
from bot.ports import Stores

_ABOUT: Final = 0.3  # the share of a topic's words from which a fact is about it
_MESSAGES: Final = 8  # in which a person is looked for
_QUOTED: Final = re.compile(r"^• (?P<by>[^,，\n]{1,40})[,，] ?\d{4}-\d\d-\d\d[:：]", re.MULTILINE)


async def facts_about(stores: Stores, context: TurnContext, text: str) -> tuple[tuple[MemoryKey, MemoryFact], ...]:
    """Return what core memory holds about the topic of a question for a rule; of "our rules", all.

    Raises: StoreUnavailableError.
    """
    async with stores.read(context.turn.tenant_id) as tx:
        memory = await tx.core_memory.load(memory_place(context.turn))
    terms = query_terms(rule_topic(text))
    least = _ABOUT * sum(terms.values())
    return tuple((section.key, fact) for section, fact in memory.facts() if _covered(fact.text, terms) >= least)


async def person_named_last(stores: Stores, context: TurnContext) -> str:
    """Return whom a conversation named last: asked about, reported on, or the only one quoted; empty: nobody.

    Raises: StoreUnavailableError.
    """
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
    return next((name for each in reversed(messages) if (name := _person_in(each))), "")


def _person_in(message: Message) -> str:
    if message.role is Role.USER:
        text = without_mention(normalise(message.text))
        return find_speaker(text, asker="") or find_subject(text)
    quoted = {match["by"] for match in _QUOTED.finditer(message.text)}
    return quoted.pop() if len(quoted) == 1 else ""


def _covered(text: str, terms: Mapping[str, float]) -> float:
    said = search_terms(text)
    return sum(weight for term, weight in terms.items() if term in said)
