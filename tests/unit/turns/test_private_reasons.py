"""Words that were written in a private place: "why …?" shows them there, and to their author."""

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.memory.episodes import Visibility
from tests.fakes.core import Talk, button

NOTE = "our client Smith insists"


class Places:
    """People who write in several channels."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self._count = talk, 0

    async def say(self, name: str, text: str, channel: str, visibility: Visibility = Visibility.PUBLIC) -> Reply:
        self._count += 1
        thread, person = Thread("console", "home", channel, "t"), Person(f"U-{name}", name.capitalize())
        message = IncomingMessage(thread, f"{channel}-{self._count}", person, text, visibility=visibility)
        turn = (await self.talk.intake.accept_message(message)).turn
        await self.talk.answer_next()
        return self.talk.reply(turn)

    async def adjust(self, visibility: Visibility) -> None:
        """Ann asks for a proposal in C1 and adjusts it, with a note."""
        proposed = await self.say("ann", "should I buy google? at most $3,000", "C1", visibility)
        pressed = f"adjust:{button(proposed, 'confirm').id.partition(':')[2]}:1600:{NOTE}"
        thread = Thread("console", "home", "C1", "t")
        press = IncomingPress(thread, "p1", Person("U-ann", "Ann"), pressed)
        await self.talk.presses.handle_press((await self.talk.intake.accept_press(press)).turn)

    async def why(self, name: str, channel: str) -> str:
        return str((await self.say(name, "why did we propose to buy google?", channel)).answer)


@pytest.mark.parametrize(
    ("visibility", "name", "channel", "is_shown"),
    [
        (Visibility.PRIVATE, "bob", "C2", False),
        (Visibility.PRIVATE, "ann", "C2", True),
        (Visibility.PUBLIC, "bob", "C2", True),
    ],
)
async def test_note_of_a_private_place_is_shown_to_its_author_only(
    talk: Talk, visibility: Visibility, name: str, channel: str, *, is_shown: bool
) -> None:
    places = Places(talk)
    await places.adjust(visibility)
    shown = await places.why(name, channel)
    assert (NOTE in shown) is is_shown
    assert "1,600" in shown


async def test_note_is_shown_to_others_where_it_was_written(talk: Talk) -> None:
    places = Places(talk)
    await places.adjust(Visibility.PRIVATE)
    assert NOTE in str((await places.say("bob", "why did we propose to buy google?", "C1", Visibility.PRIVATE)).answer)
