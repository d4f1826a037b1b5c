"""Every agent: to add one, add its entry here, its prompt to bot/prompts, and its sentences to bot/locales.

Its sentences are `usage-purpose-<name>` (what its requests are for, in /usage) and `agent-<name>` (what it is called in
/discussion). Its options are set by its name in LLM_AGENTS.
"""

from dataclasses import dataclass
from typing import Final

from bot.domain.models.requests import ModelRole


@dataclass(frozen=True, slots=True)
class Agent:
    """A purpose for which models are asked."""

    name: str  # in the books, in LLM_AGENTS, in metrics and in sentences
    role: ModelRole  # which model answers it, unless LLM_AGENTS says otherwise
    prompts: tuple[str, ...]  # files in bot/prompts, without ".md"


INTENT: Final = Agent("intent", ModelRole.LIGHT, ("intent",))
PROSE: Final = Agent("prose", ModelRole.MAIN, ("analysis", "explanation", "talk"))
FILTER: Final = Agent("filter", ModelRole.LIGHT, ("filter",))
DECISION: Final = Agent("decision", ModelRole.MAIN, ("decision", "complaint"))

AGENTS: Final = (INTENT, PROSE, FILTER, DECISION)
