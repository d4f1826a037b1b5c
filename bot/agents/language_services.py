"""The uses of a language model in a conversation other than trade decisions."""

from dataclasses import dataclass

from bot.agents.intent_agent import IntentAgent
from bot.agents.prose_agent import ProseAgent


@dataclass(frozen=True, slots=True)
class LanguageServices:
    """Classification of messages that the rules are unsure of, and free text."""

    intents: IntentAgent | None  # None: the person is asked instead
    prose: ProseAgent
