"""What we show in Slack, over its real protocol: once, found again, within what Slack takes."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from adapters.slack.outbound.message import SlackMessage
from adapters.slack.outbound.render import progress
from adapters.slack.tokens import SingleToken
from bot.domain.conversation.blocks import Button
from bot.domain.conversation.buttons import StopRef
from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.threads import IncomingMessage, Thread
from bot.domain.conversation.threads import Person as Speaker
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language, Locale
from bot.errors import DeliveryError, MessageGoneError, RateLimitedError, TokenRefusedError, UnreachableError
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson, Workspace
from tests.integration.slack.harness import CLOCK, SAY, RecordedGateway, SlackAdapterProcess, reply_in, running

MARK = MessageMark(uuid4())
SECTION = {"type": "section", "text": {"type": "plain_text", "text": "hello"}}
HELLO = SlackMessage("hello", (SECTION,))
LINE = progress(["reading"], stop=Button(str(StopRef(TurnId(uuid4()))), "Stop"))
LATER = SlackMessage("later", ({"type": "section", "text": {"type": "plain_text", "text": "later"}},))


@pytest.fixture
async def thread(bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson) -> Thread:
    return bot.thread(channel.id, (await ann.says(channel, "hello")).ts)


class TestPosting:
    async def test_message_goes_into_its_thread_without_previews(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, thread: Thread
    ) -> None:
        ts = await bot.surface.post(thread, HELLO, mark=MARK)

        (message,) = slack.from_app(channel)
        assert (message.ts, message.thread_ts, message.text) == (ts, thread.thread, "hello")
        assert message.options["unfurl_links"] is False
        assert message.options["unfurl_media"] is False
        assert message.metadata == {
            "event_type": "parley_message",
            "event_payload": {"subject": MARK.subject.hex, "part": 1},
        }

    async def test_edit_replaces_what_is_shown_and_keeps_the_mark(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, thread: Thread
    ) -> None:
        ts = await bot.surface.post(thread, HELLO, mark=MARK)
        await bot.surface.edit(thread, ts, replace(LATER, text="later" * 1_000 + "&amp;"), mark=MARK)

        (message,) = slack.from_app(channel)
        assert "later" in str(message.blocks)
        assert await bot.surface.find_message(thread, mark=MARK, since=CLOCK.now() - timedelta(minutes=1)) == ts

    async def test_edit_of_a_removed_message_says_so(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, thread: Thread
    ) -> None:
        ts = await bot.surface.post(thread, HELLO, mark=MARK)
        slack.world.delete(slack.from_app(channel)[0])

        with pytest.raises(MessageGoneError):
            await bot.surface.edit(thread, ts, LATER, mark=MARK)

    @pytest.mark.parametrize("why", ["edit_window_closed", "cant_update_message"])
    async def test_answer_that_can_no_longer_be_edited_stays_and_is_not_repeated(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, thread: Thread, *, why: str
    ) -> None:
        ts = await bot.poster.post_once(thread, HELLO, mark=MARK, since=CLOCK.now())
        slack.faults.add(kind="error", method="chat.update", error=why)
        again = await bot.poster.post_once(thread, LATER, mark=MARK, since=CLOCK.now())

        assert again == ts
        assert [message.text for message in slack.from_app(channel)] == ["hello"]

    @pytest.mark.parametrize("is_removable", [True, False])
    async def test_live_line_that_can_no_longer_be_edited_gives_way_to_the_answer(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        thread: Thread,
        *,
        is_removable: bool,
    ) -> None:
        await bot.poster.post_live(thread, LINE, mark=MARK, since=CLOCK.now())
        slack.faults.add(kind="error", method="chat.update", error="edit_window_closed")
        if not is_removable:
            slack.faults.add(kind="error", method="chat.delete", error="cant_delete_message")
        await bot.poster.post_once(thread, LATER, mark=MARK, since=CLOCK.now())

        assert [message.text for message in slack.from_app(channel)][is_removable - 1 :] == ["later"]
        assert len(slack.from_app(channel)) == 2 - is_removable

    async def test_live_line_that_can_no_longer_be_edited_stays_as_it_is(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, thread: Thread
    ) -> None:
        ts = await bot.surface.post(thread, LINE, mark=MARK)
        slack.faults.add(kind="error", method="chat.update", error="edit_window_closed")
        with pytest.raises(DeliveryError):
            await bot.surface.edit(thread, ts, LINE, mark=MARK)

        assert [message.ts for message in slack.from_app(channel)] == [ts]

    async def test_rate_limit_says_how_long(self, slack: FakeSlack, bot: SlackAdapterProcess, thread: Thread) -> None:
        slack.faults.add(kind="ratelimited", method="chat.postMessage", retry_after=7)

        with pytest.raises(RateLimitedError) as raised:
            await bot.surface.post(thread, HELLO, mark=MARK)
        assert raised.value.retry_after == 7
        assert len(slack.called("chat.postMessage")) == 1

    @pytest.mark.parametrize("why", ["channel_not_found", "is_archived", "not_in_channel"])
    async def test_what_will_never_work_says_so(
        self, slack: FakeSlack, bot: SlackAdapterProcess, thread: Thread, *, why: str
    ) -> None:
        slack.faults.add(kind="error", method="chat.postMessage", error=why)

        with pytest.raises(UnreachableError):
            await bot.surface.post(thread, HELLO, mark=MARK)

    async def test_channel_takes_no_message_then_its_person_is_told_directly_once(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson, thread: Thread
    ) -> None:
        reply = reply_in(thread, to=ann.id)
        (content,) = bot.surface.render_answer(reply)
        for _ in range(2):
            slack.faults.add(kind="error", method="chat.postMessage", error="restricted_action_read_only_channel")
            with pytest.raises(UnreachableError):
                await bot.surface.post(thread, content, mark=MessageMark(reply.id))

        (told,) = slack.from_app(ann.direct)
        assert f"I cannot write in <#{channel.id}>" in told.text

    @pytest.mark.parametrize(
        "why", ["invalid_auth", "token_revoked", "account_inactive", "missing_scope", "fatal_error", "internal_error"]
    )
    async def test_what_may_be_mended_is_tried_again(
        self, slack: FakeSlack, bot: SlackAdapterProcess, thread: Thread, *, why: str
    ) -> None:
        slack.faults.add(kind="error", method="chat.postMessage", error=why)

        with pytest.raises(DeliveryError) as raised:
            await bot.surface.post(thread, HELLO, mark=MARK)
        assert not isinstance(raised.value, UnreachableError | RateLimitedError | MessageGoneError)

    async def test_token_that_is_not_accepted_is_not_ready_until_it_is(self, slack: FakeSlack) -> None:
        token = SingleToken(slack.bot_token, base_url=slack.api_url)
        slack.faults.add(kind="error", method="auth.test", error="invalid_auth")

        with pytest.raises(TokenRefusedError):
            await token.check_token()
        await token.check_token()

    @pytest.mark.parametrize("kind", ["server_error", "server_error_after", "lost_answer", "lost_request", "garbage"])
    async def test_answer_that_is_none_leaves_it_open_and_is_not_repeated(
        self, slack: FakeSlack, bot: SlackAdapterProcess, thread: Thread, *, kind: str
    ) -> None:
        slack.faults.add(kind=kind, method="chat.postMessage")

        with pytest.raises(DeliveryError) as raised:
            await bot.surface.post(thread, HELLO, mark=MARK)
        assert type(raised.value) is DeliveryError
        assert slack.bot_token not in str(raised.value)
        assert len(slack.called("chat.postMessage")) == 1

    async def test_blocks_that_slack_refuses_come_as_text(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, thread: Thread
    ) -> None:
        await bot.surface.post(thread, SlackMessage("hello", ({"type": "nonsense"},)), mark=MARK)

        (message,) = slack.from_app(channel)
        assert (message.text, message.blocks) == ("hello", [])


class TestFinding:
    @pytest.mark.parametrize("kind", ["lost_answer", "lost_request"])
    async def test_message_whose_answer_was_lost_is_posted_once(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, thread: Thread, *, kind: str
    ) -> None:
        slack.faults.add(kind=kind, method="chat.postMessage")
        since = CLOCK.now()
        with pytest.raises(DeliveryError):
            await bot.poster.post_once(thread, HELLO, mark=MARK, since=since)
        ts = await bot.poster.post_once(thread, LATER, mark=MARK, since=since)

        (message,) = slack.from_app(channel)
        assert (message.ts, message.text) == (ts, "later")

    @pytest.mark.parametrize("in_thread", [True, False])
    async def test_message_is_found_over_many_pages(
        self, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson, thread: Thread, *, in_thread: bool
    ) -> None:
        where = thread if in_thread else replace(thread, thread="")
        since = CLOCK.now()
        parts = [MessageMark(MARK.subject, part) for part in (1, 2)]
        posted = [await bot.surface.post(where, HELLO, mark=mark) for mark in parts]
        bot.slack.app.events.clear()  # nobody needs to hear what comes between
        for number in range(450):
            await ann.says(channel, f"message {number}", thread_ts=thread.thread if in_thread else None)

        assert [await bot.surface.find_message(where, mark=mark, since=since) for mark in parts] == posted
        assert await bot.surface.find_message(where, mark=MessageMark(MARK.subject, 3), since=since) is None

    async def test_mark_of_somebody_elses_message_is_not_ours(
        self, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson, thread: Thread
    ) -> None:
        message = await ann.says(channel, "hello", thread_ts=thread.thread)
        message.metadata = {"event_type": "parley_message", "event_payload": {"subject": MARK.subject.hex, "part": 1}}

        assert await bot.surface.find_message(thread, mark=MARK, since=CLOCK.now() - timedelta(minutes=1)) is None

    async def test_nothing_is_found_where_the_thread_is_gone(self, bot: SlackAdapterProcess, thread: Thread) -> None:
        gone = replace(thread, thread="1.000001")

        assert await bot.surface.find_message(gone, mark=MARK, since=CLOCK.now()) is None


class TestWhispering:
    async def test_private_answer_is_seen_by_its_person_in_the_thread(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson, thread: Thread
    ) -> None:
        await bot.surface.post_ephemeral(reply_in(thread, to=ann.id), HELLO)

        (shown,) = ann.ephemerals()
        assert (shown.text, shown.thread_ts) == ("hello", thread.thread)
        assert slack.from_app(channel) == []

    async def test_private_answer_to_who_left_comes_as_a_direct_message(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson, thread: Thread
    ) -> None:
        channel.members.remove(ann.id)
        await bot.surface.post_ephemeral(reply_in(thread, to=ann.id), HELLO)

        assert [message.text for message in slack.from_app(ann.direct)] == ["hello"]
        assert slack.from_app(channel) == []


async def test_who_we_are_is_asked_once_and_again_after_a_failure(slack: FakeSlack) -> None:
    tokens = SingleToken(slack.bot_token, base_url=slack.api_url)
    slack.faults.add(kind="server_error", method="auth.test")
    with pytest.raises(DeliveryError):
        await tokens.get_bot(slack.workspace.id)
    bots = [await tokens.get_bot(slack.workspace.id) for _ in range(3)]

    assert {bot.bot_user_id for bot in bots} == {slack.workspace.app.bot_user}
    assert len(slack.called("auth.test")) == 2
    assert slack.bot_token not in repr(bots[0])


async def test_event_that_does_not_say_who_we_are_is_stored_all_the_same(slack: FakeSlack, ann: SlackPerson) -> None:
    async with running(slack, book=RecordedGateway()) as bot:
        await ann.says(ann.direct, "hello")
        await slack.settle()
        slack.faults.add(kind="error", method="users.info", error="token_revoked")
        await bot.people.language_of(slack.workspace.id, ann.id)  # from now on the bot's user has to be asked for again
        slack.faults.add(kind="error", method="auth.test", error="token_revoked")
        channel = slack.add_channel("trades")
        body = slack.world.body

        def without(workspace: Workspace, event: dict[str, Any]) -> dict[str, Any]:
            found = body(workspace, event)
            del found["authorizations"]
            return found

        slack.world.body = without  # type: ignore[method-assign]
        await ann.says(channel, f"{slack.workspace.mention} analyze AAPL")
        await slack.settle()

    assert bot.book.texts == ["hello", "analyze AAPL"]


async def test_progress_has_a_stop_button_in_the_language_of_the_turn(bot: SlackAdapterProcess, thread: Thread) -> None:
    message = IncomingMessage(thread, "1.2", Speaker("U1", "U1"), "analyze AAPL")
    turn = (await bot.book.accept_message(message)).turn
    shown = bot.surface.render_progress(turn, ["reading …"], language=Language.CHINESE, mark=MARK)

    assert f"stop:{turn.id}" in str(shown.blocks)
    assert SAY.render(Locale(Language.CHINESE), "button-stop") in str(shown.blocks)
    assert "reading" in shown.text
