"""The uses of a language model in a conversation other than trade decisions."""

from dataclasses import dataclass

from bot.agents.intent_agent import IntentAgent
from bot.agents.knowledge_agent import KnowledgeAgent
from bot.agents.prose_agent import ProseAgent
from bot.agents.search_agent import SearchAgent


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageServices:
    """Classification of messages that the rules are unsure of, free text, and searches ahead of it."""

    intents: IntentAgent | None  # None: the person is asked instead
    prose: ProseAgent
    search: SearchAgent | None = None  # None: nothing but what a message itself says is searched for
    knowledge: KnowledgeAgent | None = None  # None: the rules alone choose a knowledge base
