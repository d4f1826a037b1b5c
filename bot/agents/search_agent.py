"""Proposes what to search for in what was said before, ahead of an answer. It searches nothing itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import STRING, array_schema, schema_of
from bot.agents.model_client import LANGUAGE_NAMES, AgentRequest, ModelClient, data_message
from bot.agents.registry import SEARCH
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.memory.prompt_packing import pack_prompt
from bot.domain.models.requests import Caller
from bot.domain.models.token_estimate import shorten
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.prompts import render

MAX_ROUNDS: Final = 2
_MOST_QUERIES: Final = 2  # of one round
_MAX_QUERY: Final = 200  # characters
_MAX_TOKENS: Final = 2_000  # of the prompt
_MESSAGE_TOKENS: Final = 500


class _SearchAnswer(BaseModel):
    queries: list[JsonValue] = []


@dataclass(frozen=True, slots=True)
class SearchAgent:
    """Asks the light model."""

    client: ModelClient
    rounds: int = MAX_ROUNDS  # how often it is asked for one message, at most

    async def propose_queries(
        self, message: str, context: ConversationContext, *, language: Language, caller: Caller
    ) -> tuple[str, ...]:
        """Return what a model would search for, mostly nothing: one line each, none twice. Raises: ModelError.

        `context`: what is known already, with the searches made for this message so far.
        """
        prompt = render("search", language=LANGUAGE_NAMES[language])
        packed = pack_prompt(
            context,
            message=shorten(message, limit_tokens=_MESSAGE_TOKENS),
            system=prompt.text,
            max_tokens=min(self.client.token_limit(SEARCH), _MAX_TOKENS),
        )
        searched = [{"query": each.question.text, "found": len(each.found)} for each in context.searches]
        agent_request = AgentRequest(
            agent=SEARCH,
            prompt=prompt,
            messages=(data_message({**packed.data(), "searched": searched}),),
            caller=caller,
            history=packed.history,
        )
        answered = await self.client.ask_structured(agent_request, kind=_SearchAnswer, schema=_SCHEMA)
        known = {each.question.text.casefold() for each in context.searches}
        return tuple(_queries(answered.value, known))[:_MOST_QUERIES]


def _queries(answer: _SearchAnswer, known: set[str]) -> Iterator[str]:
    for each in answer.queries:
        query = normalise(each)[:_MAX_QUERY] if isinstance(each, str) else ""
        if query and query.casefold() not in known:
            known.add(query.casefold())
            yield query


_SCHEMA: Final = schema_of(_SearchAnswer, SEARCH.name, {"queries": array_schema(STRING)})
