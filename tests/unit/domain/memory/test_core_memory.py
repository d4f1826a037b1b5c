"""Changes of core memory: what they add and end, and what taking one back restores."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from uuid import UUID

import pytest

from bot.domain.conversation.threads import Person
from bot.domain.memory.core_memory import (
    MAX_FACT,
    MAX_FACTS,
    ChangeKind,
    ChangeNote,
    CoreMemory,
    MemoryChange,
    MemoryFact,
    MemoryPlace,
    MemoryScope,
    MemorySection,
    StoredSection,
)
from bot.domain.memory.memory_changes import held_between, undone, with_fact, with_texts, without_facts
from bot.errors import MemoryFactTooLongError, MemorySectionFullError

ANN = Person("U1", "Ann")
PLACE = MemoryPlace("C1", ANN.id)
NOW = datetime(2026, 3, 2, 15, tzinfo=UTC)
_NUMBERS = count(1)


def a_fact(text: str, *, only_in: str | None = None, at: datetime | None = None) -> MemoryFact:
    number = next(_NUMBERS)
    since = at or NOW + timedelta(minutes=number)
    return MemoryFact(id=UUID(int=number), text=text, by=ANN, since=since, only_in=only_in)


def a_note(kind: ChangeKind = ChangeKind.STATED) -> ChangeNote:
    return ChangeNote(id=UUID(int=next(_NUMBERS)), kind=kind, by=ANN, at=NOW)


def a_section(section: MemorySection = MemorySection.PREFERENCES) -> StoredSection:
    return StoredSection(PLACE.key(MemoryScope.PERSON, section))


def add(section: StoredSection, text: str, *, only_in: str | None = None) -> MemoryChange:
    return with_fact(section, a_fact(text, only_in=only_in), a_note())


def texts(change: MemoryChange | StoredSection | None) -> list[str]:
    return [each.text for each in change.facts] if change is not None else []


def test_facts_of_a_list_stand_beside_each_other() -> None:
    one = add(a_section(), "likes dividends")
    two = add(one.section_after, "hates leverage")
    assert texts(two) == ["likes dividends", "hates leverage"]
    assert (two.version, two.removed) == (2, ())


def test_contradicted_fact_ends_as_does_that_of_a_section_of_one() -> None:
    one, horizon = add(a_section(), "hates leverage"), add(a_section(MemorySection.HORIZON), "3 months")
    two = with_fact(one.section_after, a_fact("likes leverage"), a_note(), replaces={one.added[0].id})
    later = add(horizon.section_after, "5 years")
    assert (texts(two), two.removed) == (["likes leverage"], one.added)
    assert (texts(later), later.removed) == (["5 years"], horizon.added)


def test_what_was_noted_in_one_channel_ends_nothing_that_others_are_shown() -> None:
    said = add(a_section(MemorySection.HORIZON), "5 years")
    noted = add(said.section_after, "3 weeks", only_in="D9")
    assert texts(noted.section_after.shown_in("C1")) == ["5 years"]
    assert texts(noted.section_after.shown_in("D9")) == ["3 weeks"]
    assert texts(add(noted.section_after, "1 year").section_after.shown_in("D9")) == ["1 year"]


class TestUndo:
    def test_addition_goes_and_later_facts_stay(self) -> None:
        one = add(a_section(), "one")
        two = add(one.section_after, "two")
        back = undone(two.section_after, one, a_note(ChangeKind.UNDONE))
        assert texts(back) == ["two"]
        assert back is not None
        assert back.undoes == one.id

    def test_replaced_fact_is_true_again_since_when_it_was(self) -> None:
        one = add(a_section(MemorySection.HORIZON), "3 months")
        two = add(one.section_after, "5 years")
        back = undone(two.section_after, two, a_note())
        assert back is not None
        assert back.facts == one.facts

    def test_deleted_fact_comes_back_and_of_its_addition_nothing_is_left(self) -> None:
        one = add(a_section(), "one")
        deleted = without_facts(one.section_after, {one.added[0].id}, a_note())
        assert texts(undone(deleted.section_after, deleted, a_note())) == ["one"]
        assert undone(deleted.section_after, one, a_note()) is None

    def test_section_of_one_that_has_changed_since_keeps_its_fact(self) -> None:
        one = add(a_section(MemorySection.HORIZON), "3 months")
        deleted = without_facts(one.section_after, {one.added[0].id}, a_note())
        three = add(deleted.section_after, "5 years")
        assert undone(three.section_after, one, a_note()) is None
        assert undone(three.section_after, deleted, a_note()) is None


class TestWholeSection:
    def test_kept_texts_keep_their_dates(self) -> None:
        one = add(a_section(), "one")
        two = add(one.section_after, "two")
        change = with_texts(two.section_after, (a_fact("two"), a_fact("three")), a_note())
        assert change is not None
        assert texts(change) == ["two", "three"]
        assert two.added[0] in change.facts
        assert change.removed == one.added

    def test_same_texts_then_no_change(self) -> None:
        assert with_texts(add(a_section(), "one").section_after, (a_fact("one"),), a_note()) is None

    def test_what_another_channel_is_shown_neither_hides_nor_ends_anything(self) -> None:
        hidden = add(a_section(), "likes banks", only_in="C2")
        (secret,) = hidden.added
        both = with_texts(hidden.section_after, (secret, a_fact("likes banks")), a_note())
        assert both is not None
        assert [(each.text, each.only_in) for each in both.facts] == [("likes banks", "C2"), ("likes banks", None)]
        assert texts(both.section_after.shown_in("C1")) == ["likes banks"]
        only_hidden = with_texts(both.section_after, (secret,), a_note())
        assert only_hidden is not None
        assert only_hidden.facts == (secret,)


def test_fact_that_is_too_long_is_refused() -> None:
    with pytest.raises(MemoryFactTooLongError):
        add(a_section(), "x" * (MAX_FACT + 1))


@pytest.mark.parametrize(("text", "most"), [("x", MAX_FACTS), ("x" * MAX_FACT, 5)])
def test_full_section_is_refused_by_count_and_by_length_and_can_be_emptied(text: str, most: int) -> None:
    section = a_section()
    for _ in range(most):
        section = add(section, text).section_after
    with pytest.raises(MemorySectionFullError):
        add(section, text)
    assert texts(without_facts(section, {each.id for each in section.facts}, a_note())) == []


MARCH, APRIL = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 4, 1, tzinfo=UTC)
KEY = MemoryPlace("C1", "U1").key(MemoryScope.PERSON, MemorySection.HORIZON)


def changed(section: StoredSection, new: MemoryFact) -> MemoryChange:
    return with_fact(section, new, replace(a_note(), at=new.since))


def held(start: CoreMemory, *changes: MemoryChange) -> list[tuple[str, datetime | None]]:
    found = held_between(start, changes, since=MARCH, until=APRIL, channel="C1")
    return [(each.fact.text, each.until) for each in found]


def test_true_before_and_unchanged_then_true_throughout() -> None:
    stored = StoredSection(KEY, 1, (a_fact("1 year", at=MARCH - timedelta(days=9)),))
    assert held(CoreMemory((stored,))) == [("1 year", None)]


def test_changed_within_then_each_with_its_end() -> None:
    old, middle = a_fact("1 year", at=MARCH - timedelta(days=9)), MARCH + timedelta(days=3)
    stored = StoredSection(KEY, 1, (old,))
    second = changed(stored, a_fact("2 years", at=middle))
    third = changed(second.section_after, a_fact("3 years", at=middle + timedelta(days=1)))
    told = held(CoreMemory((stored,)), third, second)
    assert told == [("1 year", middle), ("2 years", middle + timedelta(days=1)), ("3 years", None)]


def test_changed_before_or_after_or_noted_in_another_channel_then_not_told() -> None:
    late, early = a_fact("2 years", at=APRIL), a_fact("3 years", at=MARCH)
    elsewhere = a_fact("2 years", at=MARCH + timedelta(days=1), only_in="C9")
    assert held(CoreMemory(), *(changed(StoredSection(KEY), each) for each in (late, early, elsewhere))) == []
