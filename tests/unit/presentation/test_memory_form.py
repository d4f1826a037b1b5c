"""The form of core memory: every section, and on a platform with few fields those that hold something."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from adapters.discord.outbound.modals import memory_modal as discord_modal
from adapters.slack.outbound.modals import memory_modal as slack_modal
from bot.domain.conversation.buttons import MemoryFormRef
from bot.domain.conversation.threads import Person
from bot.domain.ids import TurnId
from bot.domain.memory.core_memory import (
    SECTIONS,
    CoreMemory,
    MemoryFact,
    MemoryPlace,
    MemoryScope,
    MemorySection,
    StoredSection,
)
from bot.domain.text.locale import Language, Locale
from bot.presentation.forms import MemoryForm, MemoryFormPresenter
from tests.fakes.core import SAY, sentence

HERE = MemoryPlace("C1", "U1")
FIRST = ["person.preferences", "person.horizon", "person.risk_appetite", "channel.preferences", "team.team"]


def stored(scope: MemoryScope, section: MemorySection, *texts: str) -> StoredSection:
    said = {"by": Person("U1", "Ann"), "since": datetime(2026, 3, 1, tzinfo=UTC)}
    facts = tuple(MemoryFact(id=UUID(int=number), text=text, **said) for number, text in enumerate(texts))  # type: ignore[arg-type]
    return StoredSection(HERE.key(scope, section), 1, facts)


def form(*sections: StoredSection, language: Language = Language.ENGLISH) -> MemoryForm:
    return MemoryFormPresenter(SAY).form(Locale(language), CoreMemory(sections), HERE, opened_at=1)


def discord_fields(shown: MemoryForm) -> list[tuple[str, str | None]]:
    """Return the name and hint of each input of Discord's modal."""
    children = discord_modal(MemoryFormRef(TurnId(UUID(int=1))), shown).to_components()
    return [(each["component"]["custom_id"], each.get("description")) for each in children]


@pytest.mark.parametrize("language", Language)
def test_slack_shows_every_section(language: Language) -> None:
    names = {each["block_id"] for each in slack_modal(form(language=language), private_metadata="")["blocks"]}
    assert names == {f"{scope}.{section}" for scope, sections in SECTIONS.items() for section in sections}


@pytest.mark.parametrize("language", Language)
def test_discord_shows_five_and_says_how_to_edit_the_rest(language: Language) -> None:
    fields = discord_fields(form(language=language))
    assert [name for name, _ in fields] == FIRST
    assert str(fields[-1][1]).endswith(sentence("memory-form-rest", language))


def test_discord_shows_what_holds_something_first() -> None:
    notes = stored(MemoryScope.PERSON, MemorySection.NOTES, "sleeps badly")
    persona = stored(MemoryScope.TEAM, MemorySection.PERSONA, "be brief")
    names = [name for name, _ in discord_fields(form(notes, persona))]
    assert names == [*FIRST[:3], "person.notes", "team.persona"]


def test_section_of_one_with_a_note_beside_it_shows_the_latest() -> None:
    horizon = stored(MemoryScope.PERSON, MemorySection.HORIZON, "ten years", "three months")
    (value,) = (field.value for field in form(horizon).fields if field.name == "person.horizon")
    assert value == "three months"
