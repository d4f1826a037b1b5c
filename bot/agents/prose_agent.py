"""Writes free text from known figures: comments, answers to objections, small talk. It never trades."""

import asyncio
import re
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.agents.answer_parser import strip_thinking
from bot.agents.model_client import LANGUAGE_NAMES, AgentRequest, ModelClient, data_message
from bot.agents.registry import PROSE
from bot.domain.memory.prompt_packing import pack_prompt
from bot.domain.models.prose import ProseRequest, ProseResult
from bot.domain.models.references import ReferencedText, read_references, without_unfinished_reference
from bot.domain.models.requests import ModelAnswer, ModelMessage, PromptRole
from bot.domain.text.links import neutralize_links
from bot.domain.text.locale import Locale
from bot.locales import Catalogue
from bot.model_errors import ModelError, ModelGarbledError
from bot.ports import TextSink
from bot.prompts import render

MAX_CHARACTERS: Final = 3_000  # of the text shown; the prompts ask for about 180 words
_DRAFT_SECONDS: Final = 1.0  # between two drafts: platforms show them less often, and each is read as a whole
_MIN_SECONDS_TO_ASK_AGAIN: Final = 6.0  # with less, a text with loose figures is shown as it is
_SENTENCE: Final = re.compile(r".*(?:[.!?…](?=\s)|[。！？]|\n)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ProseAgent:
    """Asks the main model for free text, and once more if figures in it are no references."""

    client: ModelClient
    allowed_hosts: frozenset[str] = frozenset()  # hosts to which links may lead, in lower case
    texts: Catalogue = field(default_factory=Catalogue)

    async def write(self, request: ProseRequest, *, show: TextSink | None = None) -> ProseResult:
        """Return the complete text, safe to show: facts in bold, other figures marked; `show` receives drafts of it.

        Raises: ModelError; its `partial` is the text received so far, safe to show, and may be empty.
        """
        prompt = render(request.kind, language=LANGUAGE_NAMES[request.language])
        limit = self.client.token_limit(PROSE)
        packed = pack_prompt(request.context, message=request.text, system=prompt.text, max_tokens=limit)
        recalled = {fact.id: fact for fact in packed.figures}
        request = replace(request, facts=replace(request.facts, facts={**recalled, **request.facts.facts}))
        agent_request = AgentRequest(
            agent=PROSE,
            prompt=prompt,
            messages=(data_message({**packed.data(), "data": request.data}),),
            caller=request.caller,
            history=packed.history,
        )
        answer = await self._ask(agent_request, request, show)
        written = self._read(answer.text, request)
        if written.faults:
            await self.client.reject(answer, request.caller)
            if _has_time(request):
                written = await self._ask_again(agent_request, request, answer, written, show)
        text = self._shown(written, request)
        if not text:
            raise ModelGarbledError
        return ProseResult(text)

    async def _ask(self, agent_request: AgentRequest, request: ProseRequest, show: TextSink | None) -> ModelAnswer:
        sink = None if show is None else self._draft_sink(show, request)
        try:
            return await self.client.ask_text(agent_request, show=sink)
        except ModelError as error:
            error.partial = self._draft(error.partial, request)
            raise

    async def _ask_again(
        self,
        agent_request: AgentRequest,
        request: ProseRequest,
        answer: ModelAnswer,
        written: ReferencedText,
        show: TextSink | None,
    ) -> ReferencedText:
        """Return the text written anew with references, or the first one if that fails."""
        figures, language = ", ".join(written.faults), LANGUAGE_NAMES[request.language]
        complaint = render("references", figures=figures, language=language)
        further = (ModelMessage(PromptRole.ASSISTANT, answer.text), ModelMessage(PromptRole.USER, complaint.text))
        again = replace(agent_request, messages=(*agent_request.messages, *further))
        try:
            second = await self._ask(again, request, show)
        except ModelError:
            return written
        rewritten = self._read(second.text, request)
        if rewritten.faults:
            await self.client.reject(second, request.caller)
        return rewritten if rewritten.template.strip() else written

    def _draft_sink(self, show: TextSink, request: ProseRequest) -> TextSink:
        """Return a sink that passes drafts, safe to show, on to `show`: at most one a second, only if they changed."""
        now = asyncio.get_running_loop().time
        shown, due = "", now()

        async def show_draft(text: str) -> None:
            nonlocal shown, due
            if now() < due:
                return  # the next draft includes this one
            due = now() + _DRAFT_SECONDS
            draft = self._draft(text, request)
            if draft not in {"", shown}:
                shown = draft
                await show(draft)

        return show_draft

    def _draft(self, text: str, request: ProseRequest) -> str:
        """Return an unfinished text as it is shown; a reference that is not complete yet is left out."""
        return self._shown(self._read(without_unfinished_reference(text), request), request)

    def _read(self, text: str, request: ProseRequest) -> ReferencedText:
        clean = partial(neutralize_links, allowed=self.allowed_hosts)
        return read_references(_truncate(strip_thinking(text).strip()), request.facts, clean=clean)

    def _shown(self, written: ReferencedText, request: ProseRequest) -> str:
        return self.texts.render_model_text(Locale(request.language), written.template, written.facts).strip()


def _has_time(request: ProseRequest) -> bool:
    deadline = request.caller.deadline
    return deadline is None or deadline - asyncio.get_running_loop().time() > _MIN_SECONDS_TO_ASK_AGAIN


def _truncate(text: str) -> str:
    """Return `text`, cut after a whole sentence and marked with "…" if it is too long."""
    if len(text) <= MAX_CHARACTERS:
        return text
    whole = _SENTENCE.match(text[:MAX_CHARACTERS])
    kept = without_unfinished_reference(whole[0] if whole else text[:MAX_CHARACTERS])
    return f"{kept.rstrip()} …"
