"""Free text from figures that are known: a comment, an answer to an objection, a talk. Nothing in it trades."""

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

MAX_CHARACTERS: Final = 3_000  # characters that are shown; about 180 words are asked for
_CONVERSATION: Final = 3_000  # tokens
_MESSAGE: Final = 2_000  # tokens
_SHOWN_EVERY: Final = 1.0  # seconds: drafts are drawn less often, and each is made fit from its beginning
_SENTENCE: Final = re.compile(r".*(?:[.!?…](?=\s)|[。！？]|\n)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ProseAgent:
    """Writes."""

    client: ModelClient
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case

    async def write(self, request: ProseRequest, *, show: TextSink | None = None) -> ProseResult:
        """Return the whole text; shown while it comes, fit to show too.

        Raises: ModelError; what had come stands in `partial`, fit to show, and may be empty.
        """
        told = _told(request)
        prompt = render(request.kind, language=LANGUAGE_NAMES[request.language])
        agent_request = AgentRequest(agent=PROSE, prompt=prompt, messages=(data_message(told),), caller=request.caller)
        try:
            answer = await self.client.ask_text(agent_request, show=None if show is None else self._safely(show))
        except ModelError as error:
            error.partial = self._fit(error.partial)
            raise
        text = self._fit(answer.text)
        if not text:
            raise ModelGarbledError
        return ProseResult(text, unfounded_figures(text, known_figures(told)))

    def _safely(self, show: TextSink) -> TextSink:
        """Show only what is fit to be shown, now and then, and only when there is more of it."""
        now = asyncio.get_running_loop().time
        shown, due = "", now()

        async def shows(text: str) -> None:
            nonlocal shown, due
            if now() < due:
                return  # what comes later holds this too
            due = now() + _SHOWN_EVERY
            fit = self._fit(text)
            if fit not in {"", shown}:
                shown = fit
                await show(fit)

        return shows

    def _fit(self, text: str) -> str:
        return neutralize_links(_bounded(strip_thinking(text).strip()), self.allowed_hosts).strip()


def _told(topic: ProseRequest) -> dict[str, object]:
    before = pack_conversation(topic.context, limit_tokens=_CONVERSATION)
    told: dict[str, object] = {"message": shorten(topic.text, limit_tokens=_MESSAGE), "data": topic.data}
    return {**told, "conversation": json.loads(before)} if before else told


def _bounded(text: str) -> str:
    """A text that is far too long ends after a whole sentence, with a sign that there was more."""
    if len(text) <= MAX_CHARACTERS:
        return text
    whole = _SENTENCE.match(text[:MAX_CHARACTERS])
    return f"{(whole[0] if whole else text[:MAX_CHARACTERS]).rstrip()} …"
