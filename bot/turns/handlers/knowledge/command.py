"""Requests to the knowledge bases: add a file, list, remove."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.memory import (
    AddKnowledge,
    KnowledgeRequest,
    RemoveKnowledge,
    ShowKnowledge,
    ShowKnowledgeHelp,
)
from bot.domain.conversation.threads import SharedFile
from bot.domain.memory.knowledge.bases import DEFAULT_BASE, MAX_NAME, BaseContents, KnowledgeBase, KnowledgeDocument
from bot.domain.memory.knowledge.routing import GENERAL
from bot.errors import UnusableFileError
from bot.memory.knowledge.book import KnowledgeBook
from bot.ports import Admins
from bot.presentation.knowledge import KnowledgePresenter

_MOST_FILES: Final = 5  # of one message


@dataclass(frozen=True, slots=True)
class KnowledgeHandler:
    """Handler of requests to the knowledge bases. Only admins of the workspace change them; whoever asks sees them."""

    book: KnowledgeBook
    admins: Admins
    presenter: KnowledgePresenter

    async def __call__(self, context: TurnContext, request: KnowledgeRequest) -> TurnResult:
        """Carry out the request."""
        match request:
            case ShowKnowledge():
                answer = self.presenter.listed(context.locale, await self.book.bases(context.turn))
            case ShowKnowledgeHelp():
                answer = self._said(context, "knowledge-how")
            case _ if not await self.admins.is_admin(context.turn):
                answer = self._said(context, "knowledge-admins-only")
            case RemoveKnowledge():
                answer = await self._remove(context, request)
            case AddKnowledge():
                answer = await self._add(context, request)
        return context.aside(answer)

    async def _add(self, context: TurnContext, request: AddKnowledge) -> Answer:
        files = context.files
        if not files:
            return self._said(context, f"knowledge-no-file-{_kind_of(context)}")
        if len(files) > 1 and request.title:
            return self._said(context, "knowledge-one-title")
        name = request.base or DEFAULT_BASE
        if max(len(name), len(request.title)) > MAX_NAME or name.casefold() == GENERAL:
            return self._said(context, "knowledge-bad-name", most=MAX_NAME)
        place = await self.book.place_of(context.turn, is_for_team=request.is_for_team)
        base = KnowledgeBase(tenant_id=context.turn.tenant_id, name=name, channel=place)
        sentences = [
            await self._add_file(context, base, each, title=request.title or _title_of(each))
            for each in files[:_MOST_FILES]
        ]
        return Answer(blocks=tuple(map(Paragraph, sentences)))

    async def _add_file(self, context: TurnContext, base: KnowledgeBase, file: SharedFile, *, title: str) -> str:
        try:
            added = await self.book.add(context.turn, base, file, title=title)
        except UnusableFileError as error:
            why = self.presenter.texts.render_code(
                context.locale,
                "knowledge-file",
                str(error.facts["reason"]),
                pages=int(str(error.facts.get("pages", 0))),
            )
            return self.presenter.texts.render(context.locale, "knowledge-not-added", name=_short(file.name), why=why)
        return self.presenter.added(context.locale, added.document, added.outcome)

    async def _remove(self, context: TurnContext, request: RemoveKnowledge) -> Answer:
        if not request.base and not request.title:
            return self._said(context, "knowledge-how")
        documents = _named(await self.book.bases(context.turn), request)
        if not documents:
            name = f"{request.base} {request.title}".strip()
            return self._said(context, "knowledge-not-there", name=_short(name))
        await self.book.remove(documents, by=context.turn.person)
        return self.presenter.removed(context.locale, documents)

    def _said(self, context: TurnContext, message_id: str, **variables: str | int) -> Answer:
        return self.presenter.said(context.locale, message_id, **variables)


def _named(bases: tuple[BaseContents, ...], request: RemoveKnowledge) -> tuple[KnowledgeDocument, ...]:
    """Return the files that a request names: one by its title, or all of a base.

    Without quotes, a name of two words is known by the bases there are: "risk policy", not "policy" in "risk". That of
    the channel goes before one for everybody of the same name.
    """
    asked = f"{request.base or DEFAULT_BASE} {request.title}".strip().casefold()
    own_first = sorted(bases, key=lambda each: (-len(each.base.name), each.base.channel is None))
    for contents in own_first:
        name = contents.base.name.casefold()
        titled = tuple(each for each in contents.documents if asked == f"{name} {each.title}".casefold())
        if found := (contents.documents if asked == name else titled):
            return found
    return ()


def _kind_of(context: TurnContext) -> str:
    """Return what the sentence about a missing file depends on: a terminal takes paths, platforms attachments."""
    return "terminal" if context.turn.thread.platform == "console" else "platform"


def _title_of(file: SharedFile) -> str:
    return _short(" ".join(PurePath(file.name).stem.replace("_", " ").split()) or file.name)


def _short(text: str) -> str:
    return text if len(text) <= MAX_NAME else f"{text[: MAX_NAME - 1]}…"
