"""Core memory: the facts that stand in every prompt, each true until a later version of its section takes it out."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from bot.domain.conversation.threads import Person
from bot.domain.ids import TurnId
from bot.domain.trading.trading_limits import LimitInForce

MAX_FACT: Final = 300  # characters
MAX_SECTION: Final = 1_500  # characters of all facts of a section together
MAX_FACTS: Final = 20  # of a section
MAX_WHY: Final = 300  # characters


class MemoryScope(StrEnum):
    """Whom a section is about, and who is shown it."""

    TEAM = "team"  # the workspace
    CHANNEL = "channel"  # shown in that channel only
    PERSON = "person"  # shown where that person asks


class MemorySection(StrEnum):
    """The sections; `SECTIONS` says which scope has which."""

    TEAM = "team"  # who the team is, and its rules
    PERSONA = "persona"  # how Parley is to answer
    PREFERENCES = "preferences"
    RISK_APPETITE = "risk_appetite"
    HORIZON = "horizon"
    CURRENT_INTENT = "current_intent"
    HOLDINGS = "holdings"  # mentioned, not those of the account
    LANGUAGE = "language"
    NOTES = "notes"


_PROFILE: Final = (
    MemorySection.PREFERENCES,
    MemorySection.RISK_APPETITE,
    MemorySection.HORIZON,
    MemorySection.CURRENT_INTENT,
    MemorySection.HOLDINGS,
    MemorySection.LANGUAGE,
    MemorySection.NOTES,
)
SECTIONS: Final[Mapping[MemoryScope, tuple[MemorySection, ...]]] = {
    MemoryScope.TEAM: (MemorySection.TEAM, MemorySection.PERSONA),
    MemoryScope.CHANNEL: _PROFILE,
    MemoryScope.PERSON: _PROFILE,
}
# A new fact takes the place of the one before.
SINGLE: Final = frozenset(
    {MemorySection.RISK_APPETITE, MemorySection.HORIZON, MemorySection.CURRENT_INTENT, MemorySection.LANGUAGE}
)


class ChangeKind(StrEnum):
    """What a change does, and on whose initiative."""

    STATED = "stated"  # a person asked for it in words
    EDITED = "edited"  # by /memory, or its form
    NOTED = "noted"  # by a model, after an answer or during one
    UNDONE = "undone"  # it takes an earlier change back


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """Where, and to whom, core memory is shown: it decides which sections are read."""

    channel: str  # the platform's id
    person_id: str  # the platform's user id
    is_guest: bool = False  # then what is about the team is not seen, nor changed

    @property
    def scopes(self) -> tuple[MemoryScope, ...]:
        """The scopes whose sections are seen from here, in the order in which they are shown."""
        return tuple(each for each in MemoryScope if each is not MemoryScope.TEAM or not self.is_guest)

    def key(self, scope: MemoryScope, section: MemorySection) -> "MemoryKey":
        """Return the key of a section as seen from here."""
        subjects = {MemoryScope.TEAM: "", MemoryScope.CHANNEL: self.channel, MemoryScope.PERSON: self.person_id}
        return MemoryKey(scope, subjects[scope], section)

    def section_keys(self) -> tuple["MemoryKey", ...]:
        """Return the keys of all sections seen from here, in the order in which they are shown."""
        return tuple(self.key(scope, section) for scope in self.scopes for section in SECTIONS[scope])


@dataclass(frozen=True, slots=True)
class MemoryKey:
    """Identifies one section of a workspace."""

    scope: MemoryScope
    subject: str  # the channel's or person's platform id; empty for the team
    section: MemorySection

    @property
    def name(self) -> str:
        """The name of the section in prompts and tools: "team", "channel.preferences", "person.horizon"."""
        return self.section.value if self.scope is MemoryScope.TEAM else f"{self.scope.value}.{self.section.value}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFact:
    """One stored statement. It is what a person wrote, and data: nobody carries it out."""

    id: UUID
    text: str
    by: Person  # who said it, or on whose message a model noted it
    since: datetime  # when it was said
    turn_id: TurnId | None = None  # of the message it comes from; None: of a form
    only_in: str | None = None  # the channel outside which it is not shown: noted there, or said in private
    is_noted: bool = False  # by a model; False too: of a time in which it was not kept

    def is_shown_in(self, channel: str) -> bool:
        """Return whether people in `channel` may read it."""
        return self.only_in in {None, channel}

    def may_end(self, earlier: "MemoryFact") -> bool:
        """Return whether an earlier fact may end when this one is stored.

        A statement ends what is shown nowhere else than itself. What a model notes ends only notes of the same person's
        messages, shown in the same place: people have not said that what they stated no longer holds.
        """
        if self.is_noted:
            return earlier.is_note_of(self.by.id, only_in=self.only_in)
        return self.only_in in {None, earlier.only_in}

    def says_more_than(self, same: "MemoryFact") -> bool:
        """Return whether the same statement has only been noted, or is shown in fewer places."""
        return (same.is_noted and not self.is_noted) or (same.only_in is not None and self.only_in is None)

    def is_note_of(self, person_id: str, *, only_in: str | None) -> bool:
        """Return whether a model has noted it of a message of this person, to be shown there."""
        return self.is_noted and (self.by.id, self.only_in) == (person_id, only_in)


@dataclass(frozen=True, slots=True)
class StoredSection:
    """The latest version of a section, or the one of an earlier time."""

    key: MemoryKey
    version: int = 0  # 0: nothing has ever been stored
    facts: tuple[MemoryFact, ...] = ()  # oldest first

    @property
    def length(self) -> int:
        """The characters of all facts."""
        return sum(len(each.text) for each in self.facts)

    def shown_in(self, channel: str) -> "StoredSection":
        """Return the section as `channel` sees it; of one fact, the latest statement and what was noted since."""
        shown = tuple(each for each in self.facts if each.is_shown_in(channel))
        stated = [number for number, each in enumerate(shown) if not each.is_noted]
        return replace(self, facts=shown[stated[-1] :] if stated and self.key.section in SINGLE else shown)


@dataclass(frozen=True, slots=True)
class RememberedFact:
    """A note that answers a question, and what it said before it was changed."""

    key: MemoryKey
    fact: MemoryFact
    earlier: MemoryFact | None = None  # None: it took no other's place
    number: int = 0  # in the list of all notes


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryChange:
    """One change of a section, which makes its version `version`."""

    id: UUID
    key: MemoryKey
    version: int
    kind: ChangeKind
    facts: tuple[MemoryFact, ...]  # after the change
    added: tuple[MemoryFact, ...] = ()
    removed: tuple[MemoryFact, ...] = ()  # true until now
    by: Person
    at: datetime
    why: str = ""  # the words it comes from, or a model's reason
    turn_id: TurnId | None = None
    undoes: UUID | None = None  # the change it takes back

    @property
    def said_at(self) -> datetime:
        """When what it carries out was said: its statements know it; of one that only ends something, its own time."""
        is_statement = bool(self.added) and self.kind is not ChangeKind.UNDONE
        return max(each.since for each in self.added) if is_statement else self.at

    def shown_in(self, channel: str) -> "MemoryChange":
        """Return what people in `channel` may read of it."""
        facts, added, removed = (
            tuple(each for each in facts if each.is_shown_in(channel))
            for facts in (self.facts, self.added, self.removed)
        )
        return replace(self, facts=facts, added=added, removed=removed)

    @property
    def section_after(self) -> StoredSection:
        """The section as this change leaves it."""
        return StoredSection(self.key, self.version, self.facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeNote:
    """Who changes a section, when, why and from which message."""

    id: UUID
    kind: ChangeKind
    by: Person
    at: datetime
    why: str = ""
    turn_id: TurnId | None = None


@dataclass(frozen=True, slots=True)
class CoreMemory:
    """The sections seen from one place, and the limits in force beside them, which memory never changes."""

    sections: tuple[StoredSection, ...] = ()  # those with facts, in the order in which they are shown
    limits: tuple[LimitInForce, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self.sections and not self.limits

    def facts(self) -> tuple[tuple[StoredSection, MemoryFact], ...]:
        """Return each fact with its section, in the order in which they are shown and numbered from 1."""
        return tuple((section, fact) for section in self.sections for fact in section.facts)

    def section(self, key: MemoryKey) -> StoredSection:
        """Return one section, empty if nothing is stored in it."""
        return next((each for each in self.sections if each.key == key), StoredSection(key))


@dataclass(frozen=True, slots=True)
class StoredStatement:
    """What became of a statement: a change, or what had been stored before and says the same."""

    key: MemoryKey
    fact: MemoryFact
    replaced: tuple[MemoryFact, ...] = ()
    contradicted: tuple[MemoryFact, ...] = ()  # that stay beside it
    is_new: bool = True
