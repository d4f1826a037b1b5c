"""The list of agents. To add one, add its entry here, its prompt to bot/prompts and its sentences to bot/locales.

Its sentences are `usage-purpose-<name>` (the purpose of its requests, in /usage) and `agent-<name>` (its name in
/discussion). LLM_AGENTS sets its options by its name; its explanation in .env.example lists the names.
"""

from dataclasses import dataclass
from typing import Final

from bot.domain.models.requests import ModelRole


@dataclass(frozen=True, slots=True)
class Agent:
    """A purpose for which models are used."""

    name: str  # in stored requests, LLM_AGENTS, metrics and sentences
    role: ModelRole  # the model it uses, unless LLM_AGENTS sets another
    prompts: tuple[str, ...]  # files in bot/prompts, without ".md"


READER: Final = Agent("reader", ModelRole.LIGHT, ("reading",))
PROSE: Final = Agent("prose", ModelRole.MAIN, ("analysis", "explanation", "talk", "references"))
FILTER: Final = Agent("filter", ModelRole.LIGHT, ("filter",))
DECISION: Final = Agent("decision", ModelRole.MAIN, ("decision", "complaint"))
SUMMARY: Final = Agent("summary", ModelRole.LIGHT, ("summary",))
MEMORY: Final = Agent("memory", ModelRole.LIGHT, ("memory",))
SEARCH: Final = Agent("search", ModelRole.LIGHT, ("search",))
KNOWLEDGE: Final = Agent("knowledge", ModelRole.LIGHT, ("knowledge",))
REFLECTION: Final = Agent("reflection", ModelRole.LIGHT, ("reflection",))
ANALYST: Final = Agent("analyst", ModelRole.LIGHT, ("analyst",))
DEBATER: Final = Agent("debater", ModelRole.MAIN, ("debate",))
JUDGE: Final = Agent("judge", ModelRole.MAIN, ("research_judge", "risk_judge", "objection"))

AGENTS: Final = (
    READER,
    PROSE,
    FILTER,
    DECISION,
    SUMMARY,
    MEMORY,
    SEARCH,
    KNOWLEDGE,
    REFLECTION,
    ANALYST,
    DEBATER,
    JUDGE,
)
