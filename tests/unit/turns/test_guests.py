"""A guest is shown what belongs to the channel they ask in, and nothing else of the workspace."""

from dataclasses import replace

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import Intent
from bot.domain.conversation.threads import IncomingMessage, Person, SharedFile, Thread
from bot.domain.memory.core_memory import CoreMemory, MemoryPlace, MemoryScope
from bot.domain.memory.episodes import Visibility
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue
from bot.memory.note_turn import is_worth_noting
from bot.presentation.forms import MemoryFormPresenter
from tests.fakes.core import Talk, text_of

MANDATE = b"## Leverage\n\nWe borrow no money.\n"
BANKS = "what did Bob say about banks?"
SAID = "banks look overextended to me"


class Workspace:
    """Two public channels; Gus is a guest."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self._count = talk, 0
        talk.people.guests.add("U-gus")

    async def say(self, name: str, text: str, *, channel: str, **files: bytes) -> Reply:
        self._count += 1
        thread = Thread("console", "home", channel, f"t{self._count}")
        shared = tuple(SharedFile(name=f"{each}.md", url=f"{channel}/{each}") for each in files)
        self.talk.files.contents |= {f"{channel}/{each}": content for each, content in files.items()}
        person = Person(f"U-{name}", name.capitalize())
        message = IncomingMessage(thread, f"m{self._count}", person, text, visibility=Visibility.PUBLIC, files=shared)
        turn = (await self.talk.intake.accept_message(message)).turn
        await self.talk.answer_next()
        return self.talk.reply(turn)


@pytest.fixture
def workspace(talk: Talk) -> Workspace:
    return Workspace(talk)


async def test_what_was_said_in_another_channel_is_recalled_for_members_only(workspace: Workspace) -> None:
    await workspace.say("bob", SAID, channel="C1")

    assert SAID in text_of(await workspace.say("ann", BANKS, channel="C2"))
    assert SAID not in text_of(await workspace.say("gus", BANKS, channel="C3"))
    assert SAID in text_of(await workspace.say("gus", BANKS, channel="C1"))


async def test_history_lists_other_channels_for_members_only(workspace: Workspace) -> None:
    await workspace.say("bob", SAID, channel="C1")

    assert SAID in text_of(await workspace.say("ann", "/history", channel="C2"))
    assert SAID not in text_of(await workspace.say("gus", "/history", channel="C3"))


async def test_memory_of_the_team_is_shown_to_members_only(workspace: Workspace) -> None:
    await workspace.say("bob", "/memory team: we never hold over earnings", channel="C1")

    for request in ("/memory", "/memory history", "what is our rule on earnings?"):
        assert "never hold" in text_of(await workspace.say("ann", request, channel="C2")), request
        assert "never hold" not in text_of(await workspace.say("gus", request, channel="C3")), request


async def test_rule_that_a_guest_states_is_kept_for_the_channel(workspace: Workspace) -> None:
    await workspace.say("gus", "/memory team: we never hold over earnings", channel="C1")
    assert "never hold" not in text_of(await workspace.say("ann", "/memory", channel="C2"))
    assert "never hold" in text_of(await workspace.say("ann", "/memory", channel="C1"))

    await workspace.say("gus", "/memory undo", channel="C1")
    assert "never hold" not in text_of(await workspace.say("ann", "/memory", channel="C1"))


async def test_base_of_the_workspace_is_quoted_to_members_only(workspace: Workspace) -> None:
    await workspace.say("ann", "/knowledge add mandate", channel="C1", mandate=MANDATE)
    asked = "what does our mandate say about leverage?"

    assert "borrow no money" in text_of(await workspace.say("ann", asked, channel="C2"))
    assert "borrow no money" not in text_of(await workspace.say("gus", asked, channel="C1"))
    assert "There are no files yet" in text_of(await workspace.say("gus", "/knowledge", channel="C1"))


async def test_no_model_notes_a_guests_message_later(workspace: Workspace) -> None:
    reply = await workspace.say("gus", "I retire in 2035, so the long run matters", channel="C1")
    turn = workspace.talk.memory.state.turns[reply.turn_id]
    worth = {
        is_guest: is_worth_noting(
            replace(turn, person=replace(turn.person, is_guest=is_guest)), Intent.UNKNOWN, reply.answer
        )
        for is_guest in (False, True)
    }
    assert worth == {False: True, True: False}


def test_form_has_no_field_of_the_team_for_a_guest() -> None:
    place = MemoryPlace("C1", "U-gus", is_guest=True)
    form = MemoryFormPresenter(Catalogue()).form(Locale(Language.ENGLISH), CoreMemory(), place, opened_at=0)
    assert not [each for each in form.fields if each.name.startswith(MemoryScope.TEAM)]
