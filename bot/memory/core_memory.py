"""Reads and changes core memory: what people state, edit and take back, and what models note."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from uuid import UUID

from bot.domain.conversation.threads import Person
from bot.domain.conversation.turns import Turn
from bot.domain.ids import TenantId, TurnId, derive_id
from bot.domain.memory.core_memory import (
    ChangeKind,
    ChangeNote,
    CoreMemory,
    MemoryChange,
    MemoryFact,
    MemoryKey,
    MemoryPlace,
    MemoryScope,
    StoredSection,
    StoredStatement,
)
from bot.domain.memory.memory_changes import HeldSpan, held_between, undone, with_fact, with_texts, without_facts
from bot.domain.memory.statements import contradicts, repeats
from bot.domain.text.secrets import has_secret
from bot.domain.text.zero_width import strip_zero_width
from bot.domain.trading.trading_limits import LimitQuery
from bot.errors import NoteChangedSinceError, SecretNotRememberedError
from bot.memory.late_notes import is_overtaken
from bot.ports import Clock, Stores, Transaction

_MOST_CHANGES: Final = 500  # of a span, the latest
_MOST_LATER: Final = 100  # changes of a section since a message; a note after so many is late
_MOST_UNDOABLE: Final = 20  # changes among which the last that can be taken back is looked for


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryAuthor:
    """Who changes core memory, where, by which message, and on whose initiative."""

    tenant_id: TenantId
    place: MemoryPlace
    person: Person
    kind: ChangeKind
    turn_id: TurnId  # of the message or press; ids of changes are derived from it
    said_at: datetime  # when the message came in: a model may note it much later
    is_public: bool = False  # whether what is said of the person is shown everywhere, and not only in this place

    def only_in(self, key: MemoryKey) -> str | None:
        """Return the channel outside which a fact of the author's is not shown."""
        return self.place.channel if key.scope is MemoryScope.PERSON and not self.is_public else None


def memory_place(turn: Turn) -> MemoryPlace:
    """Return from where a turn sees core memory."""
    return MemoryPlace(turn.thread.channel, turn.person.id, turn.person.is_guest)


def memory_author(turn: Turn, kind: ChangeKind, *, is_public: bool = False) -> MemoryAuthor:
    """Return the person of a turn as the one who changes core memory; `is_public`: in front of the whole workspace."""
    person = Person(turn.person.id, turn.person.name)
    return MemoryAuthor(
        tenant_id=turn.tenant_id,
        place=memory_place(turn),
        person=person,
        kind=kind,
        turn_id=turn.id,
        said_at=turn.accepted_at,
        is_public=is_public,
    )


@dataclass(frozen=True, slots=True)
class CoreMemoryBook:
    """The core memory of all tenants. Changing it twice for one message changes it once."""

    stores: Stores
    clock: Clock
    most_changes: int = _MOST_CHANGES  # of a span that is told

    async def load(
        self,
        tenant_id: TenantId,
        place: MemoryPlace,
        *,
        limits: LimitQuery | None = None,
        as_of: datetime | None = None,
    ) -> CoreMemory:
        """Return what is seen from a place. Raises: StoreUnavailableError."""
        async with self.stores.read(tenant_id) as tx:
            return await tx.core_memory.load(place, limits=limits, as_of=as_of)

    async def is_public(self, turn: Turn) -> bool:
        """Return whether the whole workspace is known to read along where a turn is. Raises: StoreUnavailableError."""
        async with self.stores.read(turn.tenant_id) as tx:
            return await tx.knowledge.is_public(turn.thread.channel)

    async def history(
        self, tenant_id: TenantId, place: MemoryPlace, *, limit: int, skip: int = 0
    ) -> tuple[MemoryChange, ...]:
        """Return changes seen from a place, newest first, without the first `skip`. Raises: StoreUnavailableError."""
        async with self.stores.read(tenant_id) as tx:
            changes = await tx.core_memory.history(place, limit=limit, skip=skip)
        return tuple(each.shown_in(place.channel) for each in changes)

    async def held_between(
        self, tenant_id: TenantId, place: MemoryPlace, *, since: datetime, until: datetime
    ) -> HeldSpan:
        """Return what was true at any time of a span, as seen from a place; of too many changes, of its latest part.

        Raises: StoreUnavailableError.
        """
        async with self.stores.read(tenant_id) as tx:
            changes = await tx.core_memory.history(place, limit=self.most_changes, after=since, before=until)
            is_cut = len(changes) == self.most_changes
            since = changes[-1].at if is_cut else since
            start = await tx.core_memory.load(place, as_of=since)
        held = held_between(start, changes, since=since, until=until, channel=place.channel)
        return HeldSpan(held, since, is_cut=is_cut)

    async def store_statement(
        self, author: MemoryAuthor, key: MemoryKey, text: str, *, why: str, replaces: Collection[UUID] = ()
    ) -> StoredStatement:
        """Store a statement; it ends those of the section that it contradicts, and those whose place it takes.

        Raises: SecretNotRememberedError, MemoryFactTooLongError, MemorySectionFullError: nothing was stored.
            ConcurrentUpdateError, StoreUnavailableError.
        """
        text = _storable(text)
        async with self.stores.transaction(author.tenant_id) as tx:
            done = await self._done_before(tx, author, key)
            if done and done[-1].added:
                return StoredStatement(key, done[-1].added[-1], done[-1].removed)
            (section,) = await tx.core_memory.sections([key])
            stored, change = self._with_statement(author, section, text, why=why, replaces=replaces)
            if change is not None:
                await self._add(tx, change)
            return stored

    async def note_statement(
        self, author: MemoryAuthor, key: MemoryKey, text: str, *, why: str
    ) -> StoredStatement | None:
        """Store what a model notes of a message; None: newer statements, or a deletion, have overtaken it.

        Raises: as `store_statement`.
        """
        text = _storable(text)
        async with self.stores.transaction(author.tenant_id) as tx:
            (section,) = await tx.core_memory.sections([key])  # first: what is changed after it makes the note fail
            later = await tx.core_memory.changes_since(key, since=author.said_at, limit=_MOST_LATER)
            others = [each for each in later if each.turn_id != author.turn_id]
            is_late = len(later) == _MOST_LATER or is_overtaken(
                text, said_at=author.said_at, changes=others, channel=author.place.channel
            )
            if is_late:
                return None
            stored, change = self._with_statement(author, section, text, why=why)
            if change is not None:
                await self._add(tx, change)
            return stored

    def _with_statement(
        self, author: MemoryAuthor, section: StoredSection, text: str, *, why: str, replaces: Collection[UUID] = ()
    ) -> tuple[StoredStatement, MemoryChange | None]:
        """Return what a statement makes of a section, with the change to be stored; None: it says nothing new."""
        key = section.key
        fact = self._fact(author, key, text, number=0)
        seen = [each for each in section.facts if each.is_shown_in(author.place.channel)]
        same = [each for each in seen if repeats(text, each.text)]
        if (known := next((each for each in same if not fact.says_more_than(each)), None)) is not None:
            return StoredStatement(key, known, is_new=False), None
        contradicted = [each for each in seen if contradicts(text, each.text)]
        note = self._note(author, key, why=why, about=text)
        ended = {each.id for each in (*same, *contradicted)} | (set(replaces) & {each.id for each in seen})
        change = with_fact(section, fact, note, replaces=ended)
        replaced = tuple(each for each in seen if each in change.removed and each not in same)
        kept = tuple(each for each in contradicted if each not in replaced)
        return StoredStatement(key, fact, replaced, kept), change

    async def replace_section(
        self, author: MemoryAuthor, key: MemoryKey, texts: Sequence[str], *, why: str
    ) -> MemoryChange | None:
        """Make a section hold exactly these texts; None: it does already. Raises: as `store_statement`."""
        texts = tuple(map(_storable, texts))
        async with self.stores.transaction(author.tenant_id) as tx:
            if done := await self._done_before(tx, author, key):
                return done[-1]
            (section,) = await tx.core_memory.sections([key])
            hidden = tuple(each for each in section.facts if not each.is_shown_in(author.place.channel))
            facts = tuple(self._fact(author, key, text, number=at) for at, text in enumerate(texts))
            note = self._note(author, key, why=why, about="whole")
            change = with_texts(section, (*hidden, *facts), note)
            if change is not None:
                await self._add(tx, change)
        return change

    async def edit(
        self, author: MemoryAuthor, key: MemoryKey, fact_id: UUID, text: str, *, why: str
    ) -> StoredStatement:
        """Put a text in the place of one fact. Raises: as `store_statement`."""
        text = _storable(text)
        async with self.stores.transaction(author.tenant_id) as tx:
            done = await self._done_before(tx, author)
            if done and done[-1].added:
                return StoredStatement(done[-1].key, done[-1].added[-1], done[-1].removed)
            (section,) = await tx.core_memory.sections([key])
            fact = self._fact(author, key, text, number=0)
            change = with_fact(section, fact, self._note(author, key, why=why, about=text), edits=fact_id)
            await self._add(tx, change)
        return StoredStatement(key, fact, change.shown_in(author.place.channel).removed)

    async def forget(self, author: MemoryAuthor, facts: Collection[UUID], *, why: str) -> tuple[MemoryChange, ...]:
        """End facts of sections seen from the author's place. Raises: ConcurrentUpdateError, StoreUnavailableError."""
        async with self.stores.transaction(author.tenant_id) as tx:
            if done := await self._done_before(tx, author):
                return done
            sections = await tx.core_memory.sections(author.place.section_keys())
            changes = [
                without_facts(each, set(facts), self._note(author, each.key, why=why, about=sorted(facts)))
                for each in sections
                if any(fact.id in facts for fact in each.facts)
            ]
            for change in changes:
                await self._add(tx, change)
        return tuple(changes)

    async def undo(self, author: MemoryAuthor, *, fact_id: UUID | None = None) -> tuple[MemoryChange, ...]:
        """Take back the author's last message that changed something seen here; empty: there is none.

        `fact_id`: the last that stored this fact.

        Raises: NoteChangedSinceError: somebody else has. StoreUnavailableError, ConcurrentUpdateError.
        """
        async with self.stores.transaction(author.tenant_id) as tx:
            if done := await self._done_before(tx, author):
                return done
            seen = await tx.core_memory.history(author.place, limit=_MOST_LATER)
            changes = await tx.core_memory.undoable_changes(author.place, limit=_MOST_UNDOABLE)
            sections = {each.key: each for each in await tx.core_memory.sections(author.place.section_keys())}
            of_fact = [each for each in changes if fact_id is None or fact_id in {fact.id for fact in each.added}]
            for latest in of_fact:
                if by := _changed_since(latest, sections[latest.key], seen):
                    raise NoteChangedSinceError(by=by.name)
                of_message = [each for each in changes if each.turn_id == latest.turn_id and each.kind is latest.kind]
                if back := [found for each in of_message if (found := self._undone(author, sections[each.key], each))]:
                    for change in back:
                        await self._add(tx, change)
                    return tuple(each.shown_in(author.place.channel) for each in back)
        return ()

    def _undone(self, author: MemoryAuthor, section: StoredSection, change: MemoryChange) -> MemoryChange | None:
        note = self._note(author, section.key, why="", about=change.id)
        return undone(section, change, replace(note, kind=ChangeKind.UNDONE))

    async def _done_before(
        self, tx: Transaction, author: MemoryAuthor, key: MemoryKey | None = None
    ) -> tuple[MemoryChange, ...]:
        """Return what an earlier attempt at this message has changed; a model's notes after it are not of it."""
        if author.kind is ChangeKind.NOTED:
            return ()
        changes = await tx.core_memory.changes_of_turn(author.turn_id)
        return tuple(each for each in changes if each.kind is not ChangeKind.NOTED and key in {None, each.key})

    async def _add(self, tx: Transaction, change: MemoryChange) -> None:
        await tx.core_memory.add_change(change)
        facts = {"scope": change.key.scope.value, "section": change.key.section.value, "kind": change.kind.value}
        await tx.audit.add_entry("memory_changed", subject=change.id, by=change.by.id, facts=facts)

    def _fact(self, author: MemoryAuthor, key: MemoryKey, text: str, *, number: int) -> MemoryFact:
        return MemoryFact(
            id=derive_id(author.turn_id, f"fact/{author.kind}/{number}/{text}"),
            text=text,
            by=author.person,
            since=author.said_at,
            turn_id=author.turn_id,
            only_in=author.only_in(key),
            is_noted=author.kind is ChangeKind.NOTED,
        )

    def _note(self, author: MemoryAuthor, key: MemoryKey, *, why: str, about: object) -> ChangeNote:
        """Return who changes a section and why; the id tells changes of one message by what they are about."""
        return ChangeNote(
            id=derive_id(author.turn_id, f"memory/{author.kind}/{key.scope}/{key.section}/{about}"),
            kind=author.kind,
            by=author.person,
            at=self.clock.now(),
            why=why,
            turn_id=author.turn_id,
        )


def _changed_since(change: MemoryChange, section: StoredSection, seen: Sequence[MemoryChange]) -> Person | None:
    """Return who else has ended since what a change added, and not put it back; None: nobody.

    `seen`: the latest changes, newest first.
    """
    gone = {each.id for each in change.added} - {each.id for each in section.facts}
    later = (each for each in seen if each.key == change.key and each.version > change.version)
    ended = (each for each in later if gone & {fact.id for fact in each.removed})
    latest = next(ended, None)
    return latest.by if latest is not None and latest.by.id != change.by.id else None


def _storable(text: str) -> str:
    """Return a statement without invisible characters. Raises: SecretNotRememberedError."""
    text = strip_zero_width(text)
    if has_secret(text):
        raise SecretNotRememberedError
    return text
