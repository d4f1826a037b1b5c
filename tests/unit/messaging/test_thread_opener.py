"""Commands typed outside of a thread: each opens one, once, and is the first message in it."""

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.threads import IncomingCommand, Person, Thread
from bot.domain.conversation.turns import Turn
from bot.errors import RateLimitedError, UnreachableError
from bot.messaging.inbound.gateway import ThreadOpener
from bot.messaging.outbound.poster import Poster
from tests.fakes.core import SERVING, Talk, text_of
from tests.fakes.core_ports import ProcessKilled
from tests.fakes.platform_stores import FakePendingThreads, FakePostings
from tests.fakes.surface import CallFault, FakeTransport

CHANNEL = Thread("console", "home", "general", "")
COMMAND = IncomingCommand(CHANNEL, "c1", Person("U-ann", "Ann"), "/analyze IBM")


class CommandChannel:
    """A channel in which commands are typed."""

    def __init__(self) -> None:
        self.talk = Talk()
        self.surface = FakeTransport()
        openings = FakePendingThreads(self.talk.memory, clock=self.talk.clock)
        poster = Poster(self.surface, FakePostings(self.talk.memory, clock=self.talk.clock, attempt=timedelta(0)))
        self.threads = ThreadOpener({"console": poster}, self.talk.intake, openings)
        self.sweep = replace(self.talk.recovery, thread_opener=self.threads)

    async def typed(self) -> PendingThread:
        return await self.talk.intake.accept_command(COMMAND)

    def stored(self) -> PendingThread:
        (found,) = self.talk.memory.state.openings.values()
        return found

    def turns(self) -> list[Turn]:
        return list(self.talk.memory.state.turns.values())

    async def swept(self) -> None:
        self.talk.pass_time(timedelta(minutes=1))
        await self.sweep.open_abandoned_threads(SERVING)

    def check_opened_once(self) -> None:
        (platform_id,) = self.surface.messages
        (turn,) = self.turns()
        assert self.surface.contents() == ["Ann: /analyze IBM"]
        assert self.surface.marks() == [MessageMark(self.stored().id)]
        assert turn.thread == replace(CHANNEL, thread=platform_id)
        assert (turn.text, turn.person) == (COMMAND.text, COMMAND.person)
        assert self.stored().is_opened


@pytest.fixture
def place() -> CommandChannel:
    return CommandChannel()


async def test_when_typed_then_a_thread_is_opened_and_the_command_answered_in_it(place: CommandChannel) -> None:
    await place.threads.open_thread(await place.typed())
    place.check_opened_once()
    await place.talk.answer_next()
    assert "IBM" in text_of(place.talk.reply(place.turns()[0]))


async def test_when_delivered_or_handled_again_then_nothing_is_opened_twice(place: CommandChannel) -> None:
    pending = await place.typed()
    await place.threads.open_thread(pending)
    await place.threads.open_thread(pending)  # as read before the first
    await place.threads.open_thread(await place.typed())
    await place.threads.open_thread(place.stored())
    place.check_opened_once()


async def test_when_the_platform_has_put_a_message_there_then_the_thread_hangs_on_it(
    place: CommandChannel,
) -> None:
    pending = await place.typed()
    root = await place.surface.post(CHANNEL, "Ann used /analyze", mark=MessageMark(pending.id))
    await place.threads.open_thread(pending, root=root)
    place.check_opened_once()


@pytest.mark.parametrize("trouble", [CallFault.FAILED, CallFault.LOST, CallFault.LIMITED])
async def test_when_it_fails_then_the_sweeper_opens_it_later(place: CommandChannel, trouble: CallFault) -> None:
    place.surface.troubles.append(trouble)
    with pytest.raises((ConnectionError, RateLimitedError)):
        await place.threads.open_thread(await place.typed())
    assert not place.stored().is_opened
    await place.swept()
    await place.swept()
    place.check_opened_once()


async def test_when_the_channel_cannot_be_written_to_then_it_is_not_tried_for_ever(place: CommandChannel) -> None:
    place.surface.troubles.append(CallFault.UNREACHABLE)
    with pytest.raises(UnreachableError):
        await place.threads.open_thread(await place.typed())
    await place.swept()
    assert place.surface.calls == ["post"]
    assert not place.turns()


@pytest.mark.parametrize("where", ["memory", "surface"])
async def test_when_killed_between_any_two_steps_then_the_sweeper_opens_it_once(where: str) -> None:
    for edge in range(50):
        place = CommandChannel()
        pending = await place.typed()
        dying = place.talk.memory if where == "memory" else place.surface
        dying.edges_to_live = edge
        was_killed = True
        with suppress(ProcessKilled):
            await place.threads.open_thread(pending)
            was_killed = False
        dying.edges_to_live = None

        await place.swept()

        place.check_opened_once()
        if not was_killed:
            assert edge >= 2
            return
    pytest.fail("never survived")


async def test_when_one_cannot_be_opened_then_the_sweeper_goes_on_with_the_others(place: CommandChannel) -> None:
    await place.typed()
    await place.talk.intake.accept_command(replace(COMMAND, command_id="c2", text="/analyze GOOG"))
    place.surface.troubles.append(CallFault.FAILED)
    await place.swept()
    assert place.surface.contents() == ["Ann: /analyze IBM"]  # the newest was tried first, and failed
    await place.swept()
    assert sorted(place.surface.contents()) == ["Ann: /analyze GOOG", "Ann: /analyze IBM"]
    assert {turn.text for turn in place.turns()} == {"/analyze IBM", "/analyze GOOG"}


async def test_when_it_could_not_be_opened_for_an_hour_then_it_is_given_up(place: CommandChannel) -> None:
    await place.typed()
    place.talk.pass_time(timedelta(hours=1))
    await place.swept()
    assert not place.surface.messages
    assert not place.stored().is_opened
