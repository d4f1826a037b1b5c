"""The message that shows how far a turn is: soon but not at once, not too often, and never after the answer."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

import pytest

from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.turns import Turn
from bot.domain.ids import derive_id
from bot.domain.text.locale import Language
from bot.messaging.outbound.live_progress import LiveProgress
from bot.messaging.outbound.poster import PostedChannel, Poster
from tests.fakes.core import Talk, text_of
from tests.fakes.platform_stores import FakePostings
from tests.fakes.surface import CallFault, FakeTransport

pytestmark = pytest.mark.virtual_time
QUIET, PAUSE, PATIENCE = 0.8, 1.5, 10.0  # seconds: before the first post, between two edits, for a hanging one


@dataclass
class ProgressSetup:
    """A platform, the live line of one turn on it, and the answer to that turn."""

    surface: FakeTransport
    lines: LiveProgress[str]
    channel: PostedChannel[str]
    turn: Turn
    reply: Reply

    async def step(self, text: str) -> None:
        await self.lines.show_step(self.turn, text, language=Language.ENGLISH)

    async def step_seen(self, text: str) -> None:
        """Show a step, and wait until the platform was called."""
        await self.step(text)
        await self.seen(lambda: bool(self.surface.calls))

    async def draft(self, text: str) -> None:
        await self.lines.show_draft(self.turn, text, language=Language.ENGLISH)

    async def seen(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not is_so():  # noqa: ASYNC110 - a platform rings no bell
                await asyncio.sleep(0.01)

    async def shows(self, *contents: str) -> None:
        await self.seen(lambda: self.surface.contents() == [*contents])

    async def answer(self) -> None:
        """End the progress, deliver the answer, and check that it alone is there."""
        await self.lines.end_progress(self.turn)
        await self.channel.deliver(self.reply)
        assert self.surface.contents() == [text_of(self.reply)]


@pytest.fixture
async def screen(talk: Talk) -> ProgressSetup:
    turn = await talk.hand_in("ann", "hello")
    await talk.answer_next()
    surface = FakeTransport()
    poster = Poster(surface, FakePostings(talk.memory, clock=talk.clock, attempt=timedelta(0)))
    return ProgressSetup(surface, LiveProgress(poster), PostedChannel(surface, poster), turn, talk.reply(turn))


async def test_when_the_answer_comes_soon_then_there_is_no_line(screen: ProgressSetup) -> None:
    await screen.step("reading")
    await screen.answer()
    await asyncio.sleep(3 * QUIET)
    assert screen.surface.history == [text_of(screen.reply)]


async def test_when_its_message_is_deleted_then_the_line_never_comes_again(
    screen: ProgressSetup,
) -> None:
    await screen.step("queued behind one message")
    await screen.shows("queued behind one message")
    await screen.lines.remove_progress(screen.turn.thread, screen.turn.id)
    await screen.shows()
    await screen.step("reading")
    await asyncio.sleep(3 * QUIET)
    assert screen.surface.contents() == []


async def test_when_its_message_is_deleted_before_there_is_a_line_then_none(
    screen: ProgressSetup,
) -> None:
    await screen.lines.remove_progress(screen.turn.thread, screen.turn.id)
    await asyncio.sleep(QUIET)
    await screen.step("reading")
    await asyncio.sleep(3 * QUIET)
    assert screen.surface.history == []


async def test_when_it_takes_longer_then_one_message_shows_the_steps(
    screen: ProgressSetup,
) -> None:
    await screen.step("reading")
    await screen.shows("reading")
    await screen.step("weighing")
    await screen.shows("reading · weighing")
    await screen.answer()
    assert screen.surface.history == ["reading", "reading · weighing", text_of(screen.reply)]
    assert screen.surface.marks() == [MessageMark(derive_id(screen.turn.id, "reply"))] == [MessageMark(screen.reply.id)]


@pytest.mark.parametrize("is_draft", [False, True])
async def test_when_steps_or_words_come_fast_then_shown_at_the_platform_s_pace(
    screen: ProgressSetup, *, is_draft: bool
) -> None:
    for number in range(50):
        await (screen.draft("word " * number) if is_draft else screen.step(str(number)))
        await asyncio.sleep(0.1)
    await screen.answer()
    assert len(screen.surface.history) == 4  # after 0.8, 2.3 and 3.8 s; the answer
    assert all(len(content.split(" · ")) <= 12 for content in screen.surface.history[:-1])


async def test_what_is_being_written_stands_below_the_steps_in_the_same_message(screen: ProgressSetup) -> None:
    await screen.step("writing")
    await screen.draft("The")
    await screen.shows("writing\nThe")
    await screen.draft("The price")
    await screen.draft("The price is above")
    await screen.shows("writing\nThe price is above")

    await screen.answer()
    assert screen.surface.calls[0] == "post"
    assert screen.surface.posts == 1


async def test_when_there_is_nothing_new_then_nothing_is_sent(screen: ProgressSetup) -> None:
    await screen.step_seen("reading")
    await asyncio.sleep(3 * PAUSE)
    assert screen.surface.calls == ["post"]
    await screen.answer()


async def test_a_step_costs_its_caller_nothing(screen: ProgressSetup) -> None:
    screen.surface.seconds = 5.0
    began = asyncio.get_running_loop().time()
    for number in range(100):
        await screen.step(str(number))
    assert asyncio.get_running_loop().time() == began
    screen.surface.seconds = 0.0
    await screen.answer()


async def test_when_an_edit_is_on_its_way_at_the_end_then_the_answer_waits_for_it(screen: ProgressSetup) -> None:
    await screen.step_seen("reading")
    screen.surface.seconds = PATIENCE / 2
    await screen.step("weighing")
    await screen.seen(lambda: screen.surface.calls == ["post", "edit"])

    await screen.lines.end_progress(screen.turn)
    assert screen.surface.contents() == ["reading · weighing"]  # nothing of it is still to come
    screen.surface.seconds = 0.0
    await screen.channel.deliver(screen.reply)
    await asyncio.sleep(2 * PAUSE)

    assert screen.surface.contents() == [text_of(screen.reply)]


async def test_when_the_platform_hangs_then_the_answer_does_not_wait_for_ever(screen: ProgressSetup) -> None:
    screen.surface.seconds = 60.0
    await screen.step_seen("reading")
    began = asyncio.get_running_loop().time()
    await screen.lines.end_progress(screen.turn)
    assert asyncio.get_running_loop().time() == pytest.approx(began + PATIENCE)
    screen.surface.seconds = 0.0
    await screen.channel.deliver(screen.reply)
    assert screen.surface.contents() == [text_of(screen.reply)]


@pytest.mark.parametrize("trouble", [CallFault.FAILED, CallFault.LOST, CallFault.UNREACHABLE])
async def test_when_the_line_cannot_be_shown_then_a_later_step_is_and_the_answer_stands_once(
    screen: ProgressSetup, trouble: CallFault
) -> None:
    screen.surface.troubles.append(trouble)
    await screen.step_seen("reading")
    await asyncio.sleep(2 * PAUSE)
    await screen.step("weighing")
    await screen.seen(lambda: "weighing" in "".join(screen.surface.contents()))
    await screen.answer()


async def test_when_asked_to_wait_then_the_steps_are_shown_after_that(screen: ProgressSetup) -> None:
    screen.surface.troubles.append(CallFault.LIMITED)
    screen.surface.retry_after = 2 * PAUSE
    await screen.step_seen("reading")
    began = asyncio.get_running_loop().time()
    await screen.shows("reading")
    assert asyncio.get_running_loop().time() - began >= 2 * PAUSE - 0.01  # `seen` looked that often
    await screen.answer()


async def test_when_somebody_removes_the_line_then_the_answer_is_posted_all_the_same(screen: ProgressSetup) -> None:
    await screen.step_seen("reading")
    screen.surface.lose(next(iter(screen.surface.messages)))
    await screen.answer()


async def test_when_ended_then_nothing_is_kept_and_ending_again_is_nothing(screen: ProgressSetup) -> None:
    await screen.step("reading")
    await screen.lines.end_progress(screen.turn)
    await screen.lines.end_progress(screen.turn)
    assert not screen.lines.live_messages
