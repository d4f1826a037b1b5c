"""The uses of a language model in a conversation other than trade decisions."""

from dataclasses import dataclass

from bot.agents.knowledge_agent import KnowledgeAgent
from bot.agents.prose_agent import ProseAgent
from bot.agents.reader_agent import ReaderAgent
from bot.agents.search_agent import SearchAgent


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageServices:
    """Reading of messages, free text, and searches ahead of it."""

    reader: ReaderAgent | None  # None: the trained reader has the last word
    prose: ProseAgent
    search: SearchAgent | None = None  # None: nothing but what a message itself says is searched for
    knowledge: KnowledgeAgent | None = None  # None: the rules alone choose a knowledge base
