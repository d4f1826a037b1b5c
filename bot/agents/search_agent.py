"""Proposes what to search for in what was said before, ahead of an answer. It searches nothing itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import answer_parser
from bot.agents.data_message import LANGUAGE_NAMES, data_message
from bot.agents.model_client import AgentRequest, ModelClient
from bot.agents.registry import SEARCH
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.memory.prompt_packing import pack_prompt
from bot.domain.memory.recall import MemorySearch
from bot.domain.models.requests import AnswerSchema, Caller
from bot.domain.models.token_estimate import shorten
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.prompts import render

MAX_ROUNDS: Final = 2
_MOST_QUERIES: Final = 2  # of one round
_MAX_QUERY: Final = 200  # characters
_MAX_TOKENS: Final = 2_000  # of the prompt
_MESSAGE_TOKENS: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """One message, what is known already, and the searches made for it so far."""

    message: str
    context: ConversationContext
    searches: Sequence[MemorySearch]
    language: Language
    caller: Caller


class _SearchAnswer(BaseModel):
    queries: list[JsonValue] = []


@dataclass(frozen=True, slots=True)
class SearchAgent:
    """Asks the light model."""

    client: ModelClient
    rounds: int = MAX_ROUNDS  # how often it is asked for one message, at most

    async def propose_queries(self, request: SearchRequest) -> tuple[str, ...]:
        """Return what a model would search for, mostly nothing: one line each, none twice. Raises: ModelError."""
        prompt = render("search", language=LANGUAGE_NAMES[request.language])
        packed = pack_prompt(
            request.context,
            message=shorten(request.message, limit_tokens=_MESSAGE_TOKENS),
            system=prompt.text,
            max_tokens=min(self.client.token_limit(SEARCH), _MAX_TOKENS),
        )
        searched = [{"query": each.question.text, "found": len(each.found)} for each in request.searches]
        agent_request = AgentRequest(
            agent=SEARCH,
            prompt=prompt,
            messages=(data_message({**packed.data(), "searched": searched}),),
            caller=request.caller,
            history=packed.history,
        )
        answered = await self.client.ask_structured(agent_request, kind=_SearchAnswer, schema=_SCHEMA)
        known = {each.question.text.casefold() for each in request.searches}
        return tuple(_queries(answered.value, known))[:_MOST_QUERIES]


def _queries(answer: _SearchAnswer, known: set[str]) -> Iterator[str]:
    for each in answer.queries:
        query = normalise(each)[:_MAX_QUERY] if isinstance(each, str) else ""
        if query and query.casefold() not in known:
            known.add(query.casefold())
            yield query


_SCHEMA: Final = AnswerSchema(
    SEARCH.name,
    {
        "type": "object",
        "properties": {"queries": {"type": "array", "items": {"type": "string"}}},
        "required": ["queries"],
        "additionalProperties": False,
    },
    answer_parser(_SearchAnswer),
)
