"""What a language model does in a conversation, beside deciding."""

from dataclasses import dataclass

from bot.agents.intent_agent import IntentAgent
from bot.agents.prose_agent import ProseAgent


@dataclass(frozen=True, slots=True)
class LanguageServices:
    """Understands what the rules are unsure of, and puts things in words."""

    intents: IntentAgent
    prose: ProseAgent
