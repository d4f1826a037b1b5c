"""The knowledge bases of a team: files are added, listed and removed; passages answer, quoted with file and page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final, Protocol

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.analysis import AnalysisRequest
from bot.domain.conversation.requests.explanation import Explain, FurtherQuestion
from bot.domain.conversation.requests.memory import (
    AddKnowledge,
    KnowledgeRequest,
    RemoveKnowledge,
    ShowKnowledge,
    ShowKnowledgeHelp,
)
from bot.domain.conversation.requests.suppositions import SuppositionRequest
from bot.domain.conversation.requests.talk import TalkRequest
from bot.domain.conversation.requests.trades import OrderRequest
from bot.domain.conversation.threads import SharedFile
from bot.domain.memory.knowledge.bases import DEFAULT_BASE, MAX_NAME, BaseContents, KnowledgeBase, KnowledgeDocument
from bot.domain.memory.knowledge.documents import KnowledgePassage
from bot.domain.memory.knowledge.routing import GENERAL
from bot.errors import UnusableFileError
from bot.memory.knowledge.book import KnowledgeBook
from bot.memory.knowledge.lookup import MOST_SEARCHED, KnowledgeLookup, terms_asked
from bot.ports import Admins
from bot.presentation.knowledge import KnowledgePresenter

_LEAST_SCORE: Final = 0.5  # of the best passage, for a question that names no document
_OF_SHARES: Final = AnalysisRequest | Explain | FurtherQuestion | OrderRequest | SuppositionRequest


class KnowledgeWorker(Protocol):
    """Answers from one base, in place of the general way."""

    async def __call__(
        self, context: TurnContext, contents: BaseContents, passages: Sequence[KnowledgePassage]
    ) -> Answer:
        """Return the answer to a question about a base. `passages` are the best first, or none."""


# Bases that are not answered from by quoting their passages: the base's name in lower case, and what makes its worker.
WORKERS: Final[dict[str, Callable[[KnowledgePresenter], KnowledgeWorker]]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeAnswers:
    """Routes a question to a base and its worker; the general one quotes what stands there, if anything."""

    lookup: KnowledgeLookup
    presenter: KnowledgePresenter

    async def to_question(self, context: TurnContext) -> TurnResult | None:
        """Answer a question about what is written down; None: it is none, or there are no bases."""
        route = context.knowledge_route
        if not route.asks_documents or route.contents is None:
            return None
        contents, passages = await self._find(context)
        if contents is not None and (passages or route.is_sure):
            return await self._answer(context, contents, passages)
        searched = [each.base.name for each in route.bases[:MOST_SEARCHED]]
        answer = self.presenter.nothing(context.locale, searched)
        return TurnResult(answer=answer, state=context.state, offered=())

    async def to_other(self, context: TurnContext) -> TurnResult | None:
        """Answer a question that names no document from the base whose passages surely do; None: none does."""
        contents, passages = await self._find(context)
        if contents is None or not passages or passages[0].score < _LEAST_SCORE:
            return None
        return await self._answer(context, contents, passages)

    async def to_open(self, context: TurnContext, *, is_unread: bool) -> TurnResult | None:
        """Answer an open question: one that nothing else answers, or that names no share, and would be asked back.

        None: it is another, or the bases do not surely answer it.
        """
        is_open = is_unread or (isinstance(context.request, _OF_SHARES) and _names_no_trade(context))
        return await self.to_other(context) if is_open and may_be_written(context) else None

    async def _find(self, context: TurnContext) -> tuple[BaseContents | None, Sequence[KnowledgePassage]]:
        """Return the base of the turn's route, or where it is not clear which is meant the one that says most."""
        route = context.knowledge_route
        if route.contents is None:
            return None, ()
        if not route.is_sure:
            return await self.lookup.find_in_any(context.turn, context.conversation, route.bases)
        told = context.conversation_context.passages  # of the same route
        return route.contents, told or await self.lookup.find(context.turn, context.conversation, route.contents)

    async def _answer(
        self, context: TurnContext, contents: BaseContents, passages: Sequence[KnowledgePassage]
    ) -> TurnResult:
        if make := WORKERS.get(contents.base.name.casefold()):
            answer = await make(self.presenter)(context, contents, passages)
        elif passages:  # the one that says most
            answer = self.presenter.passages(context.locale, passages, terms_asked(context.turn.text, contents))
        else:
            answer = self.presenter.nothing(context.locale, [contents.base.name])
        return TurnResult(answer=answer, state=context.state, offered=())


def may_be_written(context: TurnContext) -> bool:
    """Return whether a team's files may answer a message: an open question that is not about Parley."""
    return context.reading.is_question and not isinstance(context.request, TalkRequest)


def _names_no_trade(context: TurnContext) -> bool:
    """Return whether a message is about no share, neither by name nor by what was talked about, and about no order."""
    is_about_shares = bool(context.symbols or context.pending or context.conversation.offered)
    return not (context.turn.text.startswith("/") or is_about_shares or _names_order(context.request))


def _names_order(request: Request) -> bool:
    if not isinstance(request, OrderRequest):
        return False
    terms = request.terms
    return any((terms.side, terms.count, terms.amount, terms.max_cash, terms.parts))


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
