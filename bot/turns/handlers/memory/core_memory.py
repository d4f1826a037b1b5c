"""/memory, and what people ask of core memory in words: store, show, forget, take back."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import MemoryFormRef
from bot.domain.conversation.history import Role
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Intent
from bot.domain.memory.core_memory import ChangeKind, CoreMemory, MemoryFact, MemoryScope, StoredSection
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.domain.text.normalise import as_typed, normalise
from bot.errors import MemoryFactTooLongError
from bot.language.memory.classification import narrowed_scope, scope_of, section_of
from bot.language.memory.command import read_memory_command
from bot.language.memory.requests import asks_about_self, find_memory_request
from bot.language.memory.statements import is_about
from bot.language.quantities.open_ended_dates import EARLIEST
from bot.language.quantities.time_expressions import find_time_expression
from bot.memory.archival_memory import MAX_MEMO, ArchivalMemory
from bot.memory.core_memory import CoreMemoryBook, MemoryAuthor, memory_author, memory_place
from bot.presentation.core_memory import CoreMemoryPresenter
from bot.presentation.memos import MemoPresenter
from bot.trading.limits.limits_in_force import limit_query
from bot.turns.memory.memory_sequels import has_stored_before

_HISTORY: Final = 20  # changes of a page
_MEMOS: Final = 20  # that are listed
_MESSAGES: Final = 6  # among which what was said before is looked for
_TOPIC_WORDS: Final = 2
_MOST_AT_ONCE: Final = 3  # facts that are forgotten at once because they are about what was named
_REFUSED: Final = {MemoryAct.QUOTED: "memory-still-quoted", MemoryAct.REMINDER: "memory-no-reminder"}
_KEPT_APART: Final = frozenset({Intent.DECIDE, Intent.CONFIRM, Intent.CANCEL})  # orders, limits and verdicts


@dataclass(frozen=True, slots=True)
class MemoryCommand:
    """Handler of core memory. Anyone in a channel may change what is seen there, and is named."""

    book: CoreMemoryBook
    presenter: CoreMemoryPresenter
    archive: ArchivalMemory
    memos: MemoPresenter

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Carry out the request. Raises: as the methods of `CoreMemoryBook`."""
        request = context.understanding.memory or read_memory_command(context.understanding.arguments)
        answer = await self._handlers()[request.act](context, request)
        return TurnResult(
            answer=answer, state=context.state, stated_limits=context.conversation.stated_limits, offered=()
        )

    def _handlers(self) -> Mapping[MemoryAct, Callable[[TurnContext, MemoryRequest], Awaitable[Answer]]]:
        return {
            MemoryAct.STORE: self._store,
            MemoryAct.EDIT: self._edit,
            MemoryAct.FORGET: self._forget,
            MemoryAct.FORGET_ALL: self._forget_all,
            MemoryAct.UNDO: self._undo,
            MemoryAct.HISTORY: self._history,
            MemoryAct.SHOW: self._show,
            MemoryAct.AS_OF: self._show_as_of,
            MemoryAct.ARCHIVE: self._archive,
            MemoryAct.REMINDER: self._explain,
            MemoryAct.QUOTED: self._explain,
            MemoryAct.HELP: self._explain,
        }

    async def _explain(self, context: TurnContext, request: MemoryRequest) -> Answer:
        """Say what cannot be done, or what to write."""
        if request.act in _REFUSED:
            return self._said(context, _REFUSED[request.act])
        return self.presenter.said(self.presenter.how(context.locale, request.text))

    async def _store(self, context: TurnContext, request: MemoryRequest) -> Answer:
        if not request.text:
            before = await self._said_before(context)
            return self._said(context, "memory-what") if before is None else await self._store(context, before)
        author = await self._public_author(context)
        said_of = request.scope or scope_of(request.text)
        scope = said_of if request.is_scope_named else narrowed_scope(said_of, is_public=author.is_public)
        if scope not in author.place.scopes:  # what a guest says of the team
            scope = MemoryScope.CHANNEL
        named = request.section if scope is said_of else None
        key = author.place.key(scope, named or section_of(request.text, scope))
        statement = as_typed(request.text, context.turn.text)
        stored = await self.book.store_statement(
            author, key, statement, why=context.turn.text, replaces=request.replaces
        )
        is_narrowed = scope is not said_of
        answer = self.presenter.said(self.presenter.stored(context.locale, stored, is_narrowed=is_narrowed))
        if request.limit is None:
            return answer
        how = self.presenter.binds_nothing(context.locale, as_typed(request.limit, context.turn.text))
        return replace(answer, blocks=(*answer.blocks, how))

    async def _said_before(self, context: TurnContext) -> MemoryRequest | None:
        """Return what the person said just before, as a statement; None: nothing, or an order or a limit."""
        async with self.book.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
            last = next((each for each in reversed(messages) if each.role is Role.USER), None)
            is_own = last is not None and (await tx.turns.get(last.turn_id)).person.id == context.turn.person.id
        if last is None or not is_own or last.intent in _KEPT_APART or last.text.startswith("/"):
            return None
        if (asked := find_memory_request(normalise(last.text))) is not None:
            is_statement = asked.act is MemoryAct.STORE and asked.text
            return replace(asked, text=as_typed(asked.text, last.text)) if is_statement else None
        scope = scope_of(last.text)
        return MemoryRequest(MemoryAct.STORE, last.text.strip(), scope, section_of(last.text, scope))

    async def _forget(self, context: TurnContext, request: MemoryRequest) -> Answer:
        if not request.text and request.number is None:
            return await self._take_back(context, request)
        memory = await self._load(context)
        if request.number is not None:
            numbered = _numbered(memory, request.number)
            chosen = [numbered[1]] if numbered else []
            return await self._end(context, chosen, otherwise="memory-no-such-number")
        named = read_memory_command(("delete", *request.text.split()))
        if named.section is not None:  # "my horizon", 我的风险偏好
            return await self._forget_all(context, named)
        found = _matching(memory, request)
        if len(found) > 1 and not _means_all(found, request):
            return self.presenter.which(context.locale, memory, found)
        if not found:
            return self.presenter.said(
                self.presenter.nothing_about(context.locale, as_typed(request.text, context.turn.text))
            )
        return await self._end(context, found, otherwise="memory-nothing-to-forget")

    async def _forget_all(self, context: TurnContext, request: MemoryRequest) -> Answer:
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
        return self.presenter.said(self.presenter.forgotten(context.locale, changes))

    async def _edit(self, context: TurnContext, request: MemoryRequest) -> Answer:
        numbered = _numbered(await self._load(context), request.number)
        if numbered is None:
            return self._said(context, "memory-no-such-number")
        section, fact = numbered
        author, statement = await self._public_author(context), as_typed(request.text, context.turn.text)
        stored = await self.book.edit(author, section.key, fact.id, statement, why=context.turn.text)
        return self.presenter.said(self.presenter.stored(context.locale, stored))

    async def _take_back(self, context: TurnContext, request: MemoryRequest) -> Answer:
        """Take back what the person's message just before has stored; an older one is not meant."""
        if not await has_stored_before(self.book.stores, context):
            return self._said(context, "memory-nothing-just-said")
        return await self._undo(context, request)

    async def _undo(self, context: TurnContext, request: MemoryRequest) -> Answer:
        number = request.number
        numbered = _numbered(await self._load(context), number)
        if number is not None and numbered is None:
            return self._said(context, "memory-no-such-number")
        latest = await self.book.history(context.turn.tenant_id, memory_place(context.turn), limit=1)
        changes = await self.book.undo(self._author(context), fact_id=numbered[1].id if numbered else None)
        if not changes:
            return self._said(context, "memory-nothing-to-undo" if number is None else "memory-nothing-to-undo-there")
        answer = self.presenter.said(self.presenter.taken_back(context.locale, changes))
        others = [each.by for each in latest if each.by.id != context.turn.person.id and number is None]
        if not others:
            return answer
        text = self.presenter.sentence(context.locale, "memory-undo-before-others", by=others[0].name)
        return replace(answer, blocks=(*answer.blocks, Paragraph(text)))

    async def _history(self, context: TurnContext, request: MemoryRequest) -> Answer:
        """Show a page of the changes, and how to get the next if there is one."""
        page = request.number or 1
        changes = await self.book.history(
            context.turn.tenant_id, memory_place(context.turn), limit=_HISTORY + 1, skip=(page - 1) * _HISTORY
        )
        next_page = page + 1 if len(changes) > _HISTORY else None
        return self.presenter.history(context.locale, changes[:_HISTORY], next_page=next_page)

    async def _show(self, context: TurnContext, request: MemoryRequest) -> Answer:
        if not request.is_explicit:
            return self._said(context, "memory-forget-what")
        memory = await self._load(context)
        answer = self.presenter.listed(context.locale, memory, scope=request.scope, section=request.section)
        has_own = any(each.key.scope is MemoryScope.PERSON for each, _ in memory.facts())
        if memory.facts() and not has_own and request.scope is None and asks_about_self(context.turn.text):
            answer = replace(answer, blocks=(*self._said(context, "memory-none-of-you").blocks, *answer.blocks))
        label = self.presenter.sentence(context.locale, "memory-edit")
        return replace(answer, buttons=(Button(str(MemoryFormRef(context.turn.id)), label),))

    async def _show_as_of(self, context: TurnContext, request: MemoryRequest) -> Answer:
        """Show what held in the time that the request names; of one without a beginning, at its end."""
        turn = context.turn
        read = partial(find_time_expression, now=turn.accepted_at, zone=context.settings.zone)
        named = read(request.text) or read(f"in {request.text}")  # "/memory as of spring"
        if named is None:
            return self._said(context, "memory-which-day")
        since = named.until if named.since.date() == EARLIEST else named.since
        held = await self.book.held_between(turn.tenant_id, memory_place(turn), since=since, until=named.until)
        chosen = tuple(
            each
            for each in held.facts
            if request.scope in {None, each.key.scope} and request.section in {None, each.key.section}
        )
        is_whole = request.scope is None and request.section is None
        return self.presenter.as_of(context.locale, replace(held, facts=chosen), until=named.until, is_whole=is_whole)

    async def _archive(self, context: TurnContext, request: MemoryRequest) -> Answer:
        """Keep a memo, list those of the channel, or put one away."""
        if request.text:
            if len(request.text) > MAX_MEMO:
                raise MemoryFactTooLongError(most=MAX_MEMO)
            await self.archive.insert(context.turn, request.text)
            return self.memos.said(context.locale, "memo-kept", request.text)
        memos = await self.archive.memos(context.turn, limit=_MEMOS)
        if request.number is None:
            return self.memos.listed(context.locale, memos)
        for memo in memos[request.number - 1 : request.number] if request.number else ():
            await self.archive.archive(context.turn, memo.id)
            return self.memos.said(context.locale, "memo-archived", memo.text)
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
        return self.presenter.said(self.presenter.sentence(context.locale, message_id))


def _numbered(memory: CoreMemory, number: int | None) -> tuple[StoredSection, MemoryFact] | None:
    """Return the fact of a number in the list; None: there is none."""
    facts = memory.facts()
    return facts[number - 1] if number is not None and 0 < number <= len(facts) else None


def _matching(memory: CoreMemory, request: MemoryRequest) -> list[MemoryFact]:
    """Return the facts that a request names by their words."""
    return [fact for _, fact in memory.facts() if is_about(request.text, fact.text)]


def _means_all(found: list[MemoryFact], request: MemoryRequest) -> bool:
    """Return whether "what I said about banks" means all that was found: it names a topic, and few facts fit."""
    return len(request.text.split()) <= _TOPIC_WORDS and len(found) <= _MOST_AT_ONCE
