"""Requests about notes and memos: store, show, forget, take back."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from bot.context.turn import RequestHandler, RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import MemoryFormRef
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.memory import (
    ArchiveMemo,
    CorrectNote,
    EditNote,
    ForgetAllNotes,
    ForgetLastNote,
    ForgetNote,
    ForgetNotes,
    KeepMemo,
    RefuseMemoryRequest,
    Remember,
    ShowMemory,
    ShowMemoryAsOf,
    ShowMemoryHelp,
    ShowMemoryHistory,
    ShowMemos,
    UndoMemoryChange,
)
from bot.domain.memory.core_memory import (
    ChangeKind,
    CoreMemory,
    MemoryChange,
    MemoryFact,
    MemoryScope,
    StoredSection,
    StoredStatement,
)
from bot.domain.memory.statements import is_about
from bot.errors import MemoryFactTooLongError
from bot.memory.archival_memory import MAX_MEMO, ArchivalMemory
from bot.memory.core_memory import CoreMemoryBook, MemoryAuthor, memory_author, memory_place
from bot.presentation.core_memory import CoreMemoryPresenter
from bot.presentation.thread_summary import MemoPresenter
from bot.trading.limits.limit_book import limit_query

_HISTORY: Final = 20  # changes of a page
_MEMOS: Final = 20  # that are listed
_TOPIC_WORDS: Final = 2
_UNDO: Final = UndoMemoryChange()
_MOST_AT_ONCE: Final = 3  # facts that are forgotten at once because they are about what was named


@dataclass(frozen=True, slots=True)
class NoteHandlers:
    """Handlers of requests about notes and memos. Anyone in a channel may change what is seen there, and is named."""

    book: CoreMemoryBook
    presenter: CoreMemoryPresenter
    archive: ArchivalMemory
    memos: MemoPresenter

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind; they raise as the methods of `CoreMemoryBook`."""
        answers: Mapping[type, Callable[[TurnContext, Any], Awaitable[Answer]]] = {
            Remember: self._store,
            EditNote: self._edit,
            CorrectNote: self._help,
            ForgetNotes: self._forget,
            ForgetNote: self._forget_one,
            ForgetLastNote: self._refuse,
            ForgetAllNotes: self._forget_all,
            UndoMemoryChange: self._undo,
            ShowMemory: self._show,
            ShowMemoryAsOf: self._show_as_of,
            ShowMemoryHistory: self._history,
            KeepMemo: self._keep_memo,
            ShowMemos: self._show_memos,
            ArchiveMemo: self._archive_memo,
            RefuseMemoryRequest: self._refuse,
            ShowMemoryHelp: self._help,
        }
        return {kind: _without_change(answer) for kind, answer in answers.items()}

    async def _refuse(self, context: TurnContext, request: RefuseMemoryRequest | ForgetLastNote) -> Answer:
        why = request.why if isinstance(request, RefuseMemoryRequest) else "nothing-just-said"
        return self._said(context, f"memory-{why}")

    async def _help(self, context: TurnContext, request: ShowMemoryHelp | CorrectNote) -> Answer:
        """Say what to write; for a correction of a note that was not found, how one is named."""
        act = request.form if isinstance(request, ShowMemoryHelp) else "edit"
        return self.presenter.said(context.locale, "memory-help", act=act)

    async def _store(self, context: TurnContext, request: Remember) -> Answer:
        if not request.text:
            return self._said(context, "memory-what")
        author = await self._public_author(context)
        scope = request.scope
        is_for_team = author.is_public or request.is_scope_named or bool(request.replaces)  # a note of the team's
        if scope is MemoryScope.TEAM and not is_for_team:
            scope = MemoryScope.CHANNEL  # what is said in a private channel must not be read elsewhere
        if scope not in author.place.scopes:  # what a guest says of the team
            scope = MemoryScope.CHANNEL
        section = request.section if scope is request.scope else None
        key = author.place.key(scope, section or request.channel_section)
        stored = await self.book.store_statement(
            author, key, request.text, why=context.turn.text, replaces=request.replaces
        )
        is_narrowed = scope is not request.scope
        answer = _undoable(self.presenter.stored(context.locale, stored, is_narrowed=is_narrowed), stored)
        if request.limit is None and not request.is_rule:
            return answer
        limit = "rule" if request.is_rule else request.limit or "none"
        no_limit = self.presenter.paragraph(context.locale, "memory-no-limit", limit=limit)
        return replace(answer, blocks=(*answer.blocks, *no_limit))

    async def _forget(self, context: TurnContext, request: ForgetNotes) -> Answer:
        memory = await self._load(context)
        found = [fact for _, fact in memory.facts() if is_about(request.about, fact.text)]
        if len(found) > 1 and not (len(request.about.split()) <= _TOPIC_WORDS and len(found) <= _MOST_AT_ONCE):
            return self.presenter.which(context.locale, memory, found)
        if not found:
            return self.presenter.nothing_about(context.locale, request.about)
        return await self._end(context, found, otherwise="memory-nothing-to-forget")

    async def _forget_one(self, context: TurnContext, request: ForgetNote) -> Answer:
        numbered = _numbered(await self._load(context), request.number)
        return await self._end(context, [numbered[1]] if numbered else [], otherwise="memory-no-such-number")

    async def _forget_all(self, context: TurnContext, request: ForgetAllNotes) -> Answer:
        memory = await self._load(context)
        found = [
            fact
            for section, fact in memory.facts()
            if request.scope in {None, section.key.scope} and request.section in {None, section.key.section}
        ]
        return await self._end(context, found, otherwise="memory-nothing-to-forget")

    async def _end(self, context: TurnContext, facts: list[MemoryFact], *, otherwise: str) -> Answer:
        ids = {each.id for each in facts}
        changes = await self.book.forget(self._author(context), ids, why=context.turn.text)
        if not changes:
            return self._said(context, otherwise)
        return replace(self.presenter.forgotten(context.locale, changes), undone_by=(_UNDO,))

    async def _edit(self, context: TurnContext, request: EditNote) -> Answer:
        numbered = _numbered(await self._load(context), request.number)
        if numbered is None:
            return self._said(context, "memory-no-such-number")
        section, fact = numbered
        if not request.text:
            return self.presenter.asked_for_text(context.locale, request.number, fact)
        author = await self._public_author(context)
        stored = await self.book.edit(author, section.key, fact.id, request.text, why=context.turn.text)
        return _undoable(self.presenter.stored(context.locale, stored), stored)

    async def _undo(self, context: TurnContext, request: UndoMemoryChange) -> Answer:
        number = request.number
        numbered = _numbered(await self._load(context), number)
        if number is not None and numbered is None:
            return self._said(context, "memory-no-such-number")
        latest = await self.book.history(context.turn.tenant_id, memory_place(context.turn), limit=1)
        changes = await self.book.undo(self._author(context), fact_id=numbered[1].id if numbered else None)
        if not changes:
            return self._said(context, "memory-nothing-to-undo" if number is None else "memory-nothing-to-undo-there")
        answer = replace(self.presenter.taken_back(context.locale, changes), undone_by=_kept_again(changes))
        others = [each.by for each in latest if each.by.id != context.turn.person.id and number is None]
        if not others:
            return answer
        before = self.presenter.paragraph(context.locale, "memory-undo-before-others", by=others[0].name)
        return replace(answer, blocks=(*answer.blocks, *before))

    async def _history(self, context: TurnContext, request: ShowMemoryHistory) -> Answer:
        page = request.page
        changes = await self.book.history(
            context.turn.tenant_id, memory_place(context.turn), limit=_HISTORY + 1, skip=(page - 1) * _HISTORY
        )
        next_page = page + 1 if len(changes) > _HISTORY else None
        return self.presenter.history(context.locale, changes[:_HISTORY], next_page=next_page)

    async def _show(self, context: TurnContext, request: ShowMemory) -> Answer:
        memory = await self._load(context)
        answer = self.presenter.listed(context.locale, memory, scope=request.scope, section=request.section)
        has_own = any(each.key.scope is MemoryScope.PERSON for each, _ in memory.facts())
        if memory.facts() and not has_own and request.is_about_self:
            answer = replace(answer, blocks=(*self._said(context, "memory-none-of-you").blocks, *answer.blocks))
        label = self.presenter.say(context.locale, "memory-edit")
        return replace(answer, buttons=(Button(str(MemoryFormRef(context.turn.id)), label),))

    async def _show_as_of(self, context: TurnContext, request: ShowMemoryAsOf) -> Answer:
        turn, since, until = context.turn, request.since, request.until
        if since is None or until is None:
            return self._said(context, "memory-which-day")
        held = await self.book.held_between(turn.tenant_id, memory_place(turn), since=since, until=until)
        chosen = tuple(
            each
            for each in held.facts
            if request.scope in {None, each.key.scope} and request.section in {None, each.key.section}
        )
        is_whole = request.scope is None and request.section is None
        return self.presenter.as_of(context.locale, replace(held, facts=chosen), until=until, is_whole=is_whole)

    async def _keep_memo(self, context: TurnContext, request: KeepMemo) -> Answer:
        if len(request.text) > MAX_MEMO:
            raise MemoryFactTooLongError(most=MAX_MEMO)
        await self.archive.insert(context.turn, request.text)
        return self.memos.said(context.locale, "memo-kept", text=request.text)

    async def _show_memos(self, context: TurnContext, _: ShowMemos) -> Answer:
        return self.memos.listed(context.locale, await self.archive.memos(context.turn, limit=_MEMOS))

    async def _archive_memo(self, context: TurnContext, request: ArchiveMemo) -> Answer:
        memos = await self.archive.memos(context.turn, limit=_MEMOS)
        for memo in memos[request.number - 1 : request.number] if request.number else ():
            await self.archive.archive(context.turn, memo.id)
            return self.memos.said(context.locale, "memo-archived", text=memo.text)
        return self.memos.said(context.locale, "memo-no-such-number")

    async def _load(self, context: TurnContext) -> CoreMemory:
        return await self.book.load(
            context.turn.tenant_id, memory_place(context.turn), limits=limit_query(context, at=context.turn.accepted_at)
        )

    async def _public_author(self, context: TurnContext) -> MemoryAuthor:
        """Return the person as an author whose statements are shown everywhere if they are made in a public channel."""
        return replace(self._author(context), is_public=await self.book.is_public(context.turn))

    def _author(self, context: TurnContext) -> MemoryAuthor:
        is_command = context.turn.text.lstrip().startswith("/")
        return memory_author(context.turn, ChangeKind.EDITED if is_command else ChangeKind.STATED)

    def _said(self, context: TurnContext, message_id: str) -> Answer:
        return self.presenter.said(context.locale, message_id)


def _numbered(memory: CoreMemory, number: int | None) -> tuple[StoredSection, MemoryFact] | None:
    facts = memory.facts()
    return facts[number - 1] if number is not None and 0 < number <= len(facts) else None


def _undoable(answer: Answer, stored: StoredStatement) -> Answer:
    return replace(answer, undone_by=(_UNDO,)) if stored.is_new else answer


def _kept_again(changes: Sequence[MemoryChange]) -> tuple[Remember, ...]:
    """Return what keeps again the notes that were taken back; empty: others took their place."""
    if any(each.added for each in changes):
        return ()
    gone = ((each.key, fact) for each in changes for fact in each.removed)
    return tuple(
        Remember(text=fact.text, scope=key.scope, section=key.section, is_scope_named=True) for key, fact in gone
    )


def _without_change(answer: Callable[[TurnContext, Any], Awaitable[Answer]]) -> RequestHandler[Any]:
    """Return the handler that answers so: state and limits stay, and what was offered is offered no more."""

    async def handle(context: TurnContext, request: object) -> TurnResult:
        return context.aside(await answer(context, request))

    return handle
