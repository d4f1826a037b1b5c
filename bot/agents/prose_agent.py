"""Writes free text from known figures: comments, answers to objections, small talk. It never trades."""

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Final

from bot.agents.data_message import LANGUAGE_NAMES, data_message
from bot.agents.model_client import AgentRequest, ModelClient
from bot.agents.packing import pack_conversation, shorten
from bot.agents.registry import PROSE
from bot.agents.thinking import strip_thinking
from bot.domain.models.prose import ProseRequest, ProseResult
from bot.domain.text.claims import known_figures, unfounded_figures
from bot.domain.text.links import neutralize_links
from bot.errors import ModelError, ModelGarbledError
from bot.ports import TextSink
from bot.prompts import render

MAX_CHARACTERS: Final = 3_000  # of the text shown; the prompts ask for about 180 words
_CONVERSATION_TOKENS: Final = 3_000
_MESSAGE_TOKENS: Final = 2_000
_DRAFT_SECONDS: Final = 1.0  # between two drafts: platforms show them less often, and each is sanitized as a whole
_SENTENCE: Final = re.compile(r".*(?:[.!?…](?=\s)|[。！？]|\n)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ProseAgent:
    """Asks the main model for free text."""

    client: ModelClient
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case

    async def write(self, request: ProseRequest, *, show: TextSink | None = None) -> ProseResult:
        """Return the complete text, sanitized; `show` receives sanitized drafts while it is streamed.

        Raises: ModelError; its `partial` is the text received so far, sanitized, and may be empty.
        """
        data = _prompt_data(request)
        prompt = render(request.kind, language=LANGUAGE_NAMES[request.language])
        agent_request = AgentRequest(agent=PROSE, prompt=prompt, messages=(data_message(data),), caller=request.caller)
        try:
            answer = await self.client.ask_text(
                agent_request, show=None if show is None else self._sanitizing_sink(show)
            )
        except ModelError as error:
            error.partial = self._sanitize(error.partial)
            raise
        text = self._sanitize(answer.text)
        if not text:
            raise ModelGarbledError
        return ProseResult(text, unfounded_figures(text, known_figures(data)))

    def _sanitizing_sink(self, show: TextSink) -> TextSink:
        """Return a sink that passes sanitized drafts on to `show`, at most one a second and only if they changed."""
        now = asyncio.get_running_loop().time
        shown, due = "", now()

        async def show_draft(text: str) -> None:
            nonlocal shown, due
            if now() < due:
                return  # the next draft includes this one
            due = now() + _DRAFT_SECONDS
            draft = self._sanitize(text)
            if draft not in {"", shown}:
                shown = draft
                await show(draft)

        return show_draft

    def _sanitize(self, text: str) -> str:
        return neutralize_links(_truncate(strip_thinking(text).strip()), self.allowed_hosts).strip()


def _prompt_data(request: ProseRequest) -> dict[str, object]:
    conversation = pack_conversation(request.context, limit_tokens=_CONVERSATION_TOKENS)
    data: dict[str, object] = {"message": shorten(request.text, limit_tokens=_MESSAGE_TOKENS), "data": request.data}
    return {**data, "conversation": json.loads(conversation)} if conversation else data


def _truncate(text: str) -> str:
    """Return `text`, cut after a whole sentence and marked with "…" if it is too long."""
    if len(text) <= MAX_CHARACTERS:
        return text
    whole = _SENTENCE.match(text[:MAX_CHARACTERS])
    return f"{(whole[0] if whole else text[:MAX_CHARACTERS]).rstrip()} …"
