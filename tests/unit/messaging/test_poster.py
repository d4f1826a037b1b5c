"""Messages of ours on a platform: one per mark, whatever is lost, refused, removed or killed in between."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.context.signal import Signal
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.threads import Thread
from bot.domain.text.locale import Language
from bot.errors import MessageOvertakenError, RateLimitedError, StoreUnavailableError, UnreachableError
from bot.messaging.outbound.live_progress import LiveProgress
from bot.messaging.outbound.poster import PostedChannel, Poster
from tests.fakes.clock import NOON, SteppingClock
from tests.fakes.core import Talk, button
from tests.fakes.core_ports import InterruptibleDatabase, ProcessKilled
from tests.fakes.platform_stores import FakePostings
from tests.fakes.surface import CallFault, FakeTransport

pytestmark = pytest.mark.virtual_time

THREAD = Thread("console", "home", "terminal", "main")
MARK = MessageMark(Thread("console", "home", "terminal", "mark").conversation_id)


@dataclass
class PostingSetup:
    """One process's way to the platform; the platform and the ledger outlive it."""

    surface: FakeTransport = field(default_factory=FakeTransport)
    memory: InterruptibleDatabase = field(default_factory=InterruptibleDatabase)
    clock: SteppingClock = field(default_factory=SteppingClock)

    @property
    def poster(self) -> Poster[str]:
        return Poster(self.surface, FakePostings(self.memory, clock=self.clock, attempt=timedelta(0)))

    @property
    def channel(self) -> PostedChannel[str]:
        return PostedChannel(self.surface, self.poster)

    async def put(self, content: str) -> str:
        return await self.poster.post_once(THREAD, content, mark=MARK, since=NOON)

    async def until_put(self, content: str) -> None:
        """Try as the deliverer does: again and again."""
        for _ in range(50):
            try:
                await self.put(content)
            except (ConnectionError, RateLimitedError, StoreUnavailableError):
                continue
            return
        pytest.fail("never put")


@pytest.fixture
def desk() -> PostingSetup:
    return PostingSetup()


class TestPut:
    @pytest.mark.parametrize(
        ("fault", "error", "calls"),
        [
            (CallFault.LOST, ConnectionResetError, ["find", "edit"]),
            (CallFault.FAILED, ConnectionError, ["find", "post"]),
            (CallFault.LIMITED, RateLimitedError, ["post"]),  # it has not arrived: no search
        ],
    )
    async def test_when_it_fails_then_it_is_searched_for_once_where_it_may_be(
        self, desk: PostingSetup, fault: CallFault, error: type[Exception], calls: list[str]
    ) -> None:
        desk.surface.troubles.append(fault)
        with pytest.raises(error):
            await desk.put("hello")
        await desk.put("hello")
        await desk.put("hello again")
        assert desk.surface.contents() == ["hello again"]
        assert desk.surface.calls == ["post", *calls, "edit"]

    async def test_when_an_edit_is_asked_to_wait_then_the_message_is_not_forgotten(self, desk: PostingSetup) -> None:
        await desk.put("hello")
        desk.surface.troubles.append(CallFault.LIMITED)
        with pytest.raises(RateLimitedError) as limited:
            await desk.put("hello again")
        await desk.put("hello again")
        assert limited.value.retry_after == desk.surface.retry_after
        assert desk.surface.contents() == ["hello again"]
        assert desk.surface.calls == ["post", "edit", "edit"]

    async def test_when_somebody_has_removed_it_then_it_is_posted_anew(self, desk: PostingSetup) -> None:
        desk.surface.lose(await desk.put("hello"))
        again = await desk.put("done")
        assert desk.surface.contents() == ["done"]
        assert await desk.put("done!") == again

    async def test_when_it_is_unreachable_then_raised(self, desk: PostingSetup) -> None:
        desk.surface.troubles.append(CallFault.UNREACHABLE)
        with pytest.raises(UnreachableError):
            await desk.put("hello")

    @settings(max_examples=100)
    @given(st.lists(st.sampled_from([t for t in CallFault if t is not CallFault.UNREACHABLE]), max_size=12))
    def test_whatever_goes_wrong_then_one_message_with_the_last_words(self, troubles: list[CallFault]) -> None:
        async def tried() -> None:
            desk = PostingSetup()
            desk.surface.troubles.extend(troubles)
            for content in ("one", "two", "three"):
                await desk.until_put(content)
            assert desk.surface.contents() == ["three"]

        asyncio.run(tried())


class TestRefresh:
    async def test_when_two_edit_it_at_once_then_the_later_state_is_shown_in_the_end(self, desk: PostingSetup) -> None:
        await desk.put("hello")
        state, held, go_on, edit = "old", asyncio.Event(), asyncio.Event(), desk.surface.edit

        async def late(thread: Thread, platform_id: str, content: str, *, mark: MessageMark) -> None:
            if not held.is_set():
                held.set()
                await go_on.wait()
            await edit(thread, platform_id, content, mark=mark)

        async def refresh() -> None:  # as the deliverer does
            while True:
                with suppress(MessageOvertakenError):
                    await desk.poster.refresh_message(THREAD, state, mark=MARK)
                    return

        desk.surface.edit = late  # type: ignore[method-assign] # the first edit is on its way for long
        first = asyncio.create_task(refresh())
        await held.wait()
        state = "new"
        await refresh()
        go_on.set()
        await first
        assert desk.surface.history[1:] == ["new", "old", "new"]

    async def test_when_it_was_never_posted_then_nothing_is_shown_and_it_can_be(self, desk: PostingSetup) -> None:
        await desk.poster.refresh_message(THREAD, "done", mark=MARK)
        assert desk.surface.calls == []
        await desk.put("hello")
        assert desk.surface.calls == ["post"]

    async def test_when_somebody_has_removed_it_then_it_stays_removed(self, desk: PostingSetup) -> None:
        desk.surface.lose(await desk.put("hello"))
        await desk.poster.refresh_message(THREAD, "done", mark=MARK)
        assert desk.surface.contents() == []

    async def test_when_one_was_adopted_then_that_is_edited(self, desk: PostingSetup) -> None:
        theirs = await desk.surface.post(THREAD, "theirs", mark=MARK)
        await desk.poster.adopt_message(THREAD, mark=MARK, platform_id=theirs)
        assert await desk.put("ours") == theirs
        assert desk.surface.contents() == ["ours"]


async def _until_it_survives(
    attempt: Callable[[PostingSetup], Awaitable[object]], check: Callable[[PostingSetup], None]
) -> int:
    """Kill one process at every edge of the database and of the platform; another one goes on each time."""
    deaths = 0
    for where in ("memory", "surface"):
        for edge in range(100):
            desk = PostingSetup()
            getattr(desk, where).edges_to_live = edge
            was_killed = True
            with suppress(ProcessKilled):
                await attempt(desk)
                was_killed = False
            desk.memory.edges_to_live = desk.surface.edges_to_live = None
            await attempt(desk)
            check(desk)
            deaths += was_killed
            if not was_killed:
                break
    return deaths


class TestCrashes:
    async def test_when_killed_between_any_two_steps_then_one_message_with_the_last_words(self) -> None:
        async def attempt(desk: PostingSetup) -> None:
            await desk.put("reading …")
            await desk.put("done")

        def check(desk: PostingSetup) -> None:
            assert desk.surface.contents() == ["done"]

        assert await _until_it_survives(attempt, check) >= 9

    @pytest.mark.parametrize("is_live", [False, True])
    async def test_when_killed_in_a_long_answer_then_every_part_is_there_once_and_in_order(
        self, *, is_live: bool
    ) -> None:
        reply = _long(await Talk().say("ann", "hello"))

        async def attempt(desk: PostingSetup) -> None:
            desk.surface.part_length = 10
            if is_live:
                await desk.poster.post_live(reply.thread, "reading …", mark=MessageMark(reply.id), since=NOON)
            await desk.channel.deliver(reply)

        def check(desk: PostingSetup) -> None:
            assert "".join(desk.surface.contents()) == reply.answer.brief
            assert desk.surface.marks() == [MessageMark(reply.id, part) for part in (1, 2, 3)]

        assert await _until_it_survives(attempt, check) >= (18 if is_live else 12)


def _long(reply: Reply) -> Reply:
    return replace(reply, answer=Answer(blocks=(Paragraph("0123456789abcdefghij!"),)))


class TestChannel:
    async def test_when_delivered_twice_then_shown_once(self, desk: PostingSetup, talk: Talk) -> None:
        reply = await talk.say("ann", "hello")
        first = await desk.channel.deliver(reply)
        assert await desk.channel.deliver(reply) == first
        assert desk.surface.contents() == [reply.answer.brief]

    async def test_when_it_is_private_then_whispered_to_whom_it_answers(self, desk: PostingSetup, talk: Talk) -> None:
        reply = await talk.press("bob", button(await talk.proposed(), "confirm"))
        assert await desk.channel.deliver(reply) is None
        await desk.channel.refresh(reply)
        assert desk.surface.whispers == [("U-bob", reply.answer.brief)]
        assert desk.surface.contents() == []

    async def test_when_redrawn_then_every_part_shows_what_is(self, desk: PostingSetup, talk: Talk) -> None:
        proposed = await talk.proposed()
        await desk.channel.deliver(proposed)
        await talk.press("ann", button(proposed, "cancel"))
        await desk.channel.refresh(await talk.core.refresh_reply(proposed))
        (content,) = desk.surface.contents()
        assert "Cancelled by Ann" in content

    @pytest.mark.parametrize(("before", "after"), [(60, 10_000), (10_000, 60), (60, 90)])
    async def test_redrawn_in_more_or_fewer_messages(
        self, desk: PostingSetup, talk: Talk, before: int, after: int
    ) -> None:
        proposed = await talk.proposed()
        desk.surface.part_length = before
        await desk.channel.deliver(proposed)
        await talk.press("ann", button(proposed, "cancel"))
        redrawn = await talk.core.refresh_reply(proposed)
        for length in (after, before, after):
            desk.surface.part_length = length
            await desk.channel.refresh(redrawn)
            assert "".join(desk.surface.contents()) == redrawn.answer.brief


class TestParts:
    """The parts of one answer stand together, whatever was said since its live message."""

    @pytest.fixture
    async def long(self, desk: PostingSetup, talk: Talk) -> Reply:
        """An answer of three parts, with a live message below which others have written."""
        reply = _long(await talk.say("ann", "hello"))
        desk.surface.part_length = 10
        await desk.poster.post_live(reply.thread, "reading …", mark=MessageMark(reply.id), since=NOON)
        await desk.poster.post_live(reply.thread, "queued behind one message", mark=MARK, since=NOON)
        return reply

    async def test_when_others_have_written_then_all_parts_come_below(self, desk: PostingSetup, long: Reply) -> None:
        first = await desk.channel.deliver(long)
        assert desk.surface.contents() == ["queued behind one message", "0123456789", "abcdefghij", "!"]
        assert list(desk.surface.messages)[1] == first

    async def test_when_it_fits_into_one_then_the_live_one_becomes_it(self, desk: PostingSetup, long: Reply) -> None:
        desk.surface.part_length = 10_000
        await desk.channel.deliver(long)
        assert desk.surface.contents() == [long.answer.brief, "queued behind one message"]

    async def test_when_the_live_message_s_answer_was_lost_then_it_goes_too(
        self, desk: PostingSetup, talk: Talk
    ) -> None:
        reply = _long(await talk.say("ann", "hello"))
        desk.surface.part_length = 10
        desk.surface.troubles.append(CallFault.LOST)
        with pytest.raises(ConnectionResetError):
            await desk.poster.post_live(reply.thread, "reading …", mark=MessageMark(reply.id), since=NOON)
        await desk.channel.deliver(reply)
        assert desk.surface.contents() == ["0123456789", "abcdefghij", "!"]

    async def test_when_another_turn_answers_then_nothing_is_posted(self, desk: PostingSetup, talk: Talk) -> None:
        reply = await talk.say("ann", "hello")
        silent = replace(reply, answer=Answer(blocks=(), continued_by=reply.turn_id))
        assert await desk.channel.deliver(silent) is None
        await desk.channel.refresh(silent)
        assert desk.surface.contents() == []

    async def test_when_a_part_is_asked_to_wait_then_the_delivery_waits(self, desk: PostingSetup, long: Reply) -> None:
        desk.surface.troubles.extend([CallFault.NONE, CallFault.NONE, CallFault.LIMITED, CallFault.LIMITED])
        with pytest.raises(RateLimitedError):  # asked twice for the same part: the deliverer comes again
            await desk.channel.deliver(long)
        await desk.channel.deliver(long)
        assert desk.surface.contents()[1:] == ["0123456789", "abcdefghij", "!"]

    async def test_no_live_message_comes_between_parts(self, desk: PostingSetup, talk: Talk) -> None:
        poster = desk.poster
        lines, channel = LiveProgress(poster), PostedChannel(desk.surface, poster)
        reply = _long(await talk.say("ann", "hello"))
        turn = await talk.hand_in("bob", "analyze IBM")
        desk.surface.part_length, desk.surface.seconds = 10, 1.0
        await lines.show_step(turn, "queued behind one message", language=Language.ENGLISH)
        await channel.deliver(reply)
        async with asyncio.timeout(60):
            while len(desk.surface.contents()) < 4:  # noqa: ASYNC110 - a platform rings no bell
                await asyncio.sleep(0.1)
        assert desk.surface.contents() == ["0123456789", "abcdefghij", "!", "queued behind one message"]
        assert not poster.threads_in_parts


class TestDelivering:
    async def test_when_the_platform_fails_again_and_again_then_all_arrive_once_and_in_order(self, talk: Talk) -> None:
        said = [await talk.say("ann", text) for text in ("hello", "analyze IBM", "analyze GOOG")]
        surface = FakeTransport()
        surface.troubles.extend(
            [CallFault.LIMITED, CallFault.LOST, CallFault.FAILED, CallFault.LOST, CallFault.LIMITED]
        )
        await _delivered(talk, surface, count=3)
        assert surface.contents() == [reply.answer.brief for reply in said]
        assert surface.marks() == [MessageMark(reply.id) for reply in said]

    async def test_when_the_thread_cannot_be_written_to_any_more_then_given_up(self, talk: Talk) -> None:
        lost = await talk.say("ann", "hello")
        kept = await talk.say("ann", "analyze IBM")
        surface = FakeTransport()
        surface.troubles.append(CallFault.UNREACHABLE)
        await _delivered(talk, surface, count=2)
        assert talk.memory.state.undeliverable == {lost.id}
        assert surface.contents() == [kept.answer.brief]

    async def test_when_a_decision_is_decided_then_what_shows_it_is_drawn_anew(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        surface = FakeTransport()
        await _delivered(talk, surface, count=1)
        await talk.press("ann", button(proposed, "cancel"))
        await _delivered(talk, surface, count=2, until=lambda: "Cancelled by Ann ·" in surface.contents()[0])
        assert surface.marks()[0] == MessageMark(proposed.id)


async def _delivered(
    talk: Talk, surface: FakeTransport, *, count: int, until: Callable[[], bool] = lambda: True
) -> None:
    """Deliver until so many replies are done with; time passes, so that what is to be tried again is."""
    channel = PostedChannel(surface, Poster(surface, FakePostings(talk.memory, clock=talk.clock, attempt=timedelta(0))))
    deliverer = replace(talk.deliverer(), channel=channel, signal=(signal := Signal()))
    running = asyncio.create_task(deliverer.deliver_replies())
    try:
        async with asyncio.timeout(10):
            while len(talk.memory.state.delivered) < count or not until():
                await asyncio.sleep(0.01)
                talk.pass_time(timedelta(seconds=1))
                signal.notify()
    finally:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
