"""Carries out models' calls of memory's tools: validated, bound to one person's turn, and bounded in number.

What a model writes is data like any other: it is noted for the person or the channel, never for the team, and never
as a limit. It ends nothing that people have stated: both stay, and are shown as contradicting each other. People see
who noted it, and take it back by /memory undo.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import Final
from uuid import UUID

from bot.domain.conversation.turns import LogEntry, Turn
from bot.domain.memory.core_memory import (
    MAX_FACT,
    SECTIONS,
    ChangeKind,
    MemoryFact,
    MemoryKey,
    MemoryScope,
    MemorySection,
)
from bot.domain.memory.statements import is_about
from bot.domain.memory.tool_calls import MemoryTool, MemoryToolCall, ToolRefusal, ToolResult
from bot.domain.text.normalise import normalise
from bot.errors import (
    MemoryFactTooLongError,
    MemorySectionFullError,
    NoteDroppedError,
    ParleyError,
    SecretNotRememberedError,
    StoreUnavailableError,
)
from bot.memory.archival_memory import MAX_MEMO, ArchivalMemory
from bot.memory.core_memory import CoreMemoryBook, MemoryAuthor, memory_author
from bot.reading.stated_limits import states_limit

MOST_CALLS: Final = 6  # of one turn, whatever becomes of them
MOST_WRITES: Final = 3
_MOST_FOUND: Final = 5  # episodes
_MAX_QUERY: Final = 300  # characters
_REFUSALS: Final[Mapping[type[ParleyError], ToolRefusal]] = {
    SecretNotRememberedError: ToolRefusal.SECRET,
    MemoryFactTooLongError: ToolRefusal.TOO_LONG,
    MemorySectionFullError: ToolRefusal.FULL,
    NoteDroppedError: ToolRefusal.ERASED,
}

_log = logging.getLogger(__name__)


class _RefusedError(Exception):
    """A call is not carried out."""

    def __init__(self, refusal: ToolRefusal, text: str) -> None:
        super().__init__(text)
        self.refusal, self.text = refusal, text


@dataclass(slots=True)
class MemoryTools:
    """The tools for one turn. They read and change only what its person may, where it was said."""

    book: CoreMemoryBook
    archive: ArchivalMemory | None  # None: there is no archival memory
    turn: Turn
    entries: list[LogEntry] = field(default_factory=list)  # for the turn's log: names, sizes and codes, no words
    _calls: int = 0
    _writes: int = 0

    async def execute(self, call: MemoryToolCall) -> ToolResult:
        """Carry out one call. Raises: StoreUnavailableError, ConcurrentUpdateError; other refusals are results."""
        started = perf_counter()
        result = await self._result(call)
        milliseconds = round((perf_counter() - started) * 1_000, 1)
        known = call.tool if call.tool in set(MemoryTool) else "unknown"
        facts = {"tool": known, "outcome": result.refusal or "done", "section": _section_of_log(call)}
        if result.refusal is not None:
            _log.info("turn %s: %s was refused: %s", self.turn.id, known, result.refusal.value)
        self.entries.append(LogEntry("memory_tool", milliseconds, {name: str(each) for name, each in facts.items()}))
        return result

    async def _result(self, call: MemoryToolCall) -> ToolResult:
        try:
            return ToolResult(call.tool, await self._carry_out(call))
        except _RefusedError as refused:
            return ToolResult(call.tool, refused.text, refused.refusal)
        except StoreUnavailableError:
            raise
        except ParleyError as error:
            if (refusal := _REFUSALS.get(type(error))) is None:
                raise
            return ToolResult(call.tool, f"refused: {refusal}", refusal)

    async def _carry_out(self, call: MemoryToolCall) -> str:
        self._calls += 1
        if call.tool not in set(MemoryTool):
            raise _RefusedError(ToolRefusal.UNKNOWN_TOOL, "there is no such tool")
        tool = MemoryTool(call.tool)
        self._writes += tool is not MemoryTool.SEARCH
        if self._calls > MOST_CALLS or self._writes > MOST_WRITES:
            raise _RefusedError(ToolRefusal.TOO_MANY, "no more calls in this turn")
        match tool:
            case MemoryTool.UPDATE:
                return await self._update(call)
            case MemoryTool.DELETE:
                return await self._delete(call)
            case MemoryTool.INSERT:
                content = _text(call, "content", most=MAX_MEMO)
                return f"inserted as {await self._archive().insert(self.turn, content)}"
            case MemoryTool.SEARCH:
                return await self._search(call)
            case MemoryTool.ARCHIVE:
                return await self._archive_memo(call)

    async def _update(self, call: MemoryToolCall) -> str:
        key, content = self._key(call), _text(call, "content", most=MAX_FACT)
        if states_limit(content):
            raise _RefusedError(ToolRefusal.READ_ONLY, "limits are stated by people and kept apart")
        stored = await self.book.note_statement(self._author(), key, content, why=_why(call))
        if stored is None:
            raise _RefusedError(ToolRefusal.SUPERSEDED, "something newer is known on that")
        ended = f"; it ended {len(stored.replaced)} earlier" if stored.replaced else ""
        beside = f"; it contradicts {len(stored.contradicted)} that stay" if stored.contradicted else ""
        return f"stored in {key.name}{ended}{beside}" if stored.is_new else "known already"

    async def _delete(self, call: MemoryToolCall) -> str:
        key, content = self._key(call), _text(call, "content", most=MAX_FACT)
        author = self._author()
        memory = await self.book.load(author.tenant_id, author.place)
        found = [fact for fact in memory.section(key).facts if is_about(content, fact.text)]
        if len(found) != 1:
            raise _RefusedError(ToolRefusal.NOT_FOUND, f"{len(found)} statements of {key.name} fit")
        self._check_may_delete(found[0], key, author)
        await self.book.forget(author, {found[0].id}, why=_why(call))
        return f"deleted from {key.name}"

    @staticmethod
    def _check_may_delete(fact: MemoryFact, key: MemoryKey, author: MemoryAuthor) -> None:
        """Raises: _RefusedError: people have stated it, or it is newer than the message that is noted."""
        if not fact.is_note_of(author.person.id, only_in=author.only_in(key)):
            raise _RefusedError(ToolRefusal.STATED, "only people end what was stated, or noted for others")
        if fact.since > author.said_at:
            raise _RefusedError(ToolRefusal.SUPERSEDED, "it was said after this message")

    async def _search(self, call: MemoryToolCall) -> str:
        query = _text(call, "query", most=_MAX_QUERY)
        found = await self._archive().search(self.turn, query, limit=_MOST_FOUND)
        lines = (
            f"{each.id} · {each.said_from.date().isoformat()} · {', '.join(each.speakers)}: {each.text}"
            for each in (recalled.episode for recalled in found)
        )
        return "\n".join(lines) or "nothing found"

    async def _archive_memo(self, call: MemoryToolCall) -> str:
        try:
            memo_id = UUID(_text(call, "id", most=_MAX_QUERY))
        except ValueError:
            raise _RefusedError(ToolRefusal.BAD_ARGUMENTS, "no valid id") from None
        if not await self._archive().archive(self.turn, memo_id):
            raise _RefusedError(ToolRefusal.NOT_FOUND, "there is no such memo here")
        return "archived"

    def _archive(self) -> ArchivalMemory:
        if self.archive is None:
            raise _RefusedError(ToolRefusal.UNKNOWN_TOOL, "there is no archival memory")
        return self.archive

    def _key(self, call: MemoryToolCall) -> MemoryKey:
        """Return the section that a call names: "person.horizon", or "horizon" for the person's."""
        name = _text(call, "section", most=_MAX_QUERY).lower().replace(" ", "_")
        scope_name, _, section = name.rpartition(".")
        if section in set(SECTIONS[MemoryScope.TEAM]) and scope_name in {"", MemoryScope.TEAM}:
            raise _RefusedError(ToolRefusal.READ_ONLY, "the team's sections are changed by people only")
        scope_name = scope_name or MemoryScope.PERSON
        is_known = scope_name in {MemoryScope.CHANNEL, MemoryScope.PERSON} and section in set(
            SECTIONS[MemoryScope(scope_name)]
        )
        if not is_known:
            raise _RefusedError(ToolRefusal.UNKNOWN_SECTION, "there is no such section")
        return self._author().place.key(MemoryScope(scope_name), MemorySection(section))

    def _author(self) -> MemoryAuthor:
        """Return the author of a change: what is noted for a person is shown only where it was said, public or not."""
        return memory_author(self.turn, ChangeKind.NOTED)


def _text(call: MemoryToolCall, name: str, *, most: int) -> str:
    """Return an argument as one line of visible text. Raises: _RefusedError: it is missing, empty or too long."""
    value = call.arguments.get(name)
    text = normalise(value) if isinstance(value, str) else ""
    if not text:
        raise _RefusedError(ToolRefusal.BAD_ARGUMENTS, f"{name} is missing")
    if len(text) > most:
        raise _RefusedError(ToolRefusal.TOO_LONG, f"{name} has more than {most} characters")
    return text


def _why(call: MemoryToolCall) -> str:
    return normalise(call.why)[:MAX_FACT]


def _section_of_log(call: MemoryToolCall) -> str:
    """Return the section for the log if it is one; a model's words are not logged."""
    name = str(call.arguments.get("section", "")).rpartition(".")[2]
    return name if name in set(MemorySection) else "none"
