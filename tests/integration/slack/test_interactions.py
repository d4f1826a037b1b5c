"""Commands, buttons, forms and Home, as people use them in Slack."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.domain.conversation.blocks import Button
from bot.domain.conversation.posting import MessageMark
from bot.errors import StaleDecisionError, StoreUnavailableError
from tests.fakes.slack import FakeSlack, FakeSlackChannel, FakeSlackMessage, SlackPerson
from tests.integration.slack.harness import DECISION, SlackAdapterProcess, reply_in, running

BUTTONS = tuple(
    Button(f"{kind}:{DECISION}:1", label)
    for kind, label in (("confirm", "Confirm"), ("cancel", "Cancel"), ("adjust", "Adjust…"))
)


@pytest.fixture
async def slack() -> AsyncIterator[FakeSlack]:
    async with FakeSlack() as slack:
        yield slack


@pytest.fixture
async def bot(slack: FakeSlack) -> AsyncIterator[SlackAdapterProcess]:
    async with running(slack) as process:
        yield process


@pytest.fixture
def channel(slack: FakeSlack) -> FakeSlackChannel:
    return slack.add_channel("trades")


@pytest.fixture
def ann(slack: FakeSlack) -> SlackPerson:
    return slack.add_person("ann")


async def card(bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson) -> FakeSlackMessage:
    """An answer with buttons, in a thread of ann's."""
    root = await ann.says(channel, "hello")
    thread = bot.thread(channel.id, "" if channel.kind == "im" else root.ts)
    reply = reply_in(thread, to=ann.id, buttons=BUTTONS)
    for number, content in enumerate(bot.surface.render_answer(reply), start=1):
        await bot.surface.post(reply.thread, content, mark=MessageMark(reply.id, number))
    await bot.slack.settle()
    return bot.slack.from_app(channel)[-1]


class TestCommands:
    async def test_command_opens_a_thread_and_is_its_first_message(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        ack = await ann.types_command(channel, "/analyze", "AAPL")
        await bot.app.background.wait_all()

        assert (ack.ok, ack.payload) == (True, None)
        (root,) = slack.from_app(channel)
        assert "ann: /analyze AAPL" in root.text
        (turn,) = bot.book.messages
        assert (turn.text, turn.thread) == ("/analyze AAPL", bot.thread(channel.id, root.ts))
        assert (turn.person.id, turn.person.name) == (ann.id, "ann")

    @pytest.mark.parametrize(
        ("command", "typed", "said"),
        [
            ("/parley", "", "/help"),
            ("/parley", "status", "/status"),
            ("/parley", "analyze  aapl &amp; ibm", "/analyze aapl & ibm"),
            ("/parley", "持仓", "/portfolio"),
            ("/parley", "should I buy google?", "should I buy google?"),
            ("/portfolio", "", "/portfolio"),
            ("/analyze", "payload", "/analyze payload"),  # which Bolt takes for a form field
            ("/review", "30", "/review 30"),
        ],
    )
    async def test_command_says_what_a_message_would(
        self, bot: SlackAdapterProcess, channel: FakeSlackChannel, command: str, typed: str, said: str
    ) -> None:
        await bot.slack.add_person("ann").types_command(channel, command, typed)
        await bot.app.background.wait_all()

        assert bot.book.texts == [said]

    async def test_command_in_direct_messages_is_a_message_there(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        await ann.types_command(ann.direct, "/portfolio")
        await ann.types_command(ann.direct, "/explain")

        assert bot.book.texts == ["/portfolio", "/explain"]
        assert {turn.thread for turn in bot.book.messages} == {bot.thread(ann.direct.id)}
        assert len(slack.called("conversations.info")) == 1

    async def test_command_in_direct_messages_of_others_is_answered_in_private(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        elsewhere = slack.add_channel("ann-and-bob", kind="im", bot=False)
        await ann.types_command(elsewhere, "/portfolio")

        await slack.wait_for_ephemeral(ann, "not part of this conversation")
        assert bot.book.turns == {}

    @pytest.mark.parametrize("command", ["/analyze", "/decide", "/explain"])
    async def test_command_without_argument_gets_help_and_no_thread(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson, *, command: str
    ) -> None:
        await ann.types_command(channel, command)
        await slack.wait_for_ephemeral(ann, f"`{command} AAPL`")

        assert slack.from_app(channel) == []
        assert bot.book.openings == {}

    async def test_help_is_in_the_persons_language(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel
    ) -> None:
        li = slack.add_person("li", locale="zh-CN")
        await li.types_command(channel, "/parley", "analyze")

        assert "请指明一只股票" in (await slack.wait_for_ephemeral(li)).text
        assert bot.book.turns == {}

    async def test_command_where_we_are_no_member_says_how_to_invite_us(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        foreign = slack.add_channel("elsewhere", bot=False)
        ack = await ann.types_command(foreign, "/analyze", "AAPL")

        assert ack.ok
        await slack.wait_for_ephemeral(ann, "/invite @Parley")
        assert bot.book.messages == []

    async def test_command_when_store_is_down_then_the_person_is_told(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        bot.book.failures = 1
        ack = await ann.types_command(channel, "/analyze", "AAPL")

        assert ack.ok
        await slack.wait_for_ephemeral(ann, "could not make sure in time")
        assert bot.book.openings == {}

    async def test_command_when_store_answers_late_then_in_doubt_and_its_thread_is_opened(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        ann: SlackPerson,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("adapters.slack.inbound.command_handler.STORE_SECONDS", 0.1)
        bot.book.late = asyncio.Event()
        ack = await ann.types_command(channel, "/analyze", "AAPL")
        assert ack.ok
        await slack.wait_for_ephemeral(ann, "could not make sure in time")
        assert slack.from_app(channel) == []

        bot.book.late.set()
        await bot.app.background.wait_all()
        assert "/analyze AAPL" in slack.from_app(channel)[0].text
        assert bot.book.texts == ["/analyze AAPL"]

    async def test_what_is_found_late_about_a_command_is_told_late(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("adapters.slack.inbound.command_handler.STORE_SECONDS", 0.1)
        slack.faults.add(kind="slow", method="users.info", seconds=0.3)
        elsewhere = slack.add_channel("ann-and-bob", kind="im", bot=False)
        await ann.types_command(elsewhere, "/analyze", "AAPL")
        await slack.wait_for_ephemeral(ann, "not part of this conversation")

        assert bot.book.texts == []

    async def test_lost_answer_to_the_opening_does_not_open_two_threads(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        slack.faults.add(kind="lost_answer", method="chat.postMessage")
        await ann.types_command(channel, "/analyze", "AAPL")
        await bot.app.background.wait_all()
        assert bot.book.messages == []

        (pending,) = bot.book.openings.values()
        await bot.gateway.thread_opener.open_thread(pending)  # as the sweeper does

        assert len(slack.from_app(channel)) == 1
        assert bot.book.texts == ["/analyze AAPL"]


class TestButtons:
    async def test_press_is_stored_and_then_carried_out(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        ack = await ann.presses(message, "Confirm")
        await bot.app.background.wait_all()

        assert ack.ok
        (turn,) = bot.book.presses_taken
        assert turn.text == f"confirm:{DECISION}:1"
        assert turn.thread == bot.thread(channel.id, message.thread_ts or "")
        assert bot.book.handled == [turn.text]
        assert slack.violations == []

    async def test_press_that_is_delivered_three_times_counts_once(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        slack.faults.add(kind="duplicate", event="interactive", copies=3)
        await ann.presses(message, "Confirm")

        assert len(bot.book.presses_taken) == 1
        assert bot.book.duplicates == 2

    async def test_two_presses_are_two(
        self, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        for _ in range(2):
            await ann.presses(message, "Cancel")

        assert len(bot.book.presses_taken) == 2

    async def test_press_in_direct_messages_names_the_one_conversation(
        self, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        message = await card(bot, ann.direct, ann)
        await ann.presses(message, "Cancel")

        assert [turn.thread for turn in bot.book.presses_taken] == [bot.thread(ann.direct.id)]

    async def test_press_when_store_is_down_then_refused_and_the_person_told(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        bot.book.failures = 1
        ack = await ann.presses(message, "Confirm")
        await bot.app.background.wait_all()

        assert not ack.ok
        assert bot.book.handled == []
        await slack.wait_for_ephemeral(ann, "could not make sure in time")

    async def test_press_when_store_answers_late_then_in_doubt_and_carried_out_once(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        ann: SlackPerson,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("adapters.slack.inbound.interaction_handler.STORE_SECONDS", 0.1)
        message = await card(bot, channel, ann)
        bot.book.late = asyncio.Event()
        ack = await ann.presses(message, "Confirm")
        assert not ack.ok
        told = await slack.wait_for_ephemeral(ann, "could not make sure in time")
        assert "/pending" in told.text
        assert bot.book.handled == []

        bot.book.late.set()
        await bot.app.background.wait_all()
        assert bot.book.handled == [f"confirm:{DECISION}:1"]

    async def test_press_that_fails_later_is_counted(
        self, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        bot.book.press_error = StoreUnavailableError()
        ack = await ann.presses(message, "Confirm")
        await bot.app.background.wait_all()

        assert ack.ok
        assert bot.meter.errors == {"StoreUnavailableError": 1}

    async def test_unknown_button_is_acknowledged_and_ignored(
        self, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        ack = await ann.acts(message, {"action_id": "a-link", "type": "button", "action_ts": "1.2", "block_id": "b"})

        assert ack.ok
        assert bot.book.turns == {}


class TestAdjust:
    async def test_form_is_opened_filled_in_and_carried_out(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        await ann.presses(message, "Adjust…")
        modal = await slack.wait_for_modal(ann)
        assert modal.body["title"]["text"] == "Adjust: buy 3 AAPL"
        assert bot.book.turns == {}  # opening it is no press

        await ann.submits(modal, {"amount": "$3,000", "note": "less: more"})
        await bot.app.background.wait_all()

        (turn,) = bot.book.presses_taken
        assert turn.text == f"adjust:{DECISION}:1:$3,000:less: more"
        assert turn.thread == bot.thread(channel.id, message.thread_ts or "")
        assert bot.book.handled == [turn.text]
        assert ann.modal() is None

    async def test_form_begins_with_the_proposed_amount(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        await ann.presses(await card(bot, channel, ann), "Adjust…")
        await ann.submits(await slack.wait_for_modal(ann))

        assert [turn.text for turn in bot.book.presses_taken] == [f"adjust:{DECISION}:1:2500.00:"]

    @pytest.mark.parametrize("amount", ["0", "-5", "a lot", "NaN", "1e9", "3k or so", "½"])
    async def test_amount_that_is_none_is_refused_beside_the_input(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson, *, amount: str
    ) -> None:
        await ann.presses(await card(bot, channel, ann), "Adjust…")
        modal = await slack.wait_for_modal(ann)
        ack = await ann.submits(modal, {"amount": amount})

        assert isinstance(ack.payload, dict)
        assert ack.payload["response_action"] == "errors"
        assert "above zero" in ack.payload["errors"]["amount"]
        assert ann.modal() is modal
        assert bot.book.turns == {}

    async def test_store_down_is_told_beside_the_input(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        await ann.presses(await card(bot, channel, ann), "Adjust…")
        modal = await slack.wait_for_modal(ann)
        bot.book.failures = 1
        ack = await ann.submits(modal, {"amount": "3000"})
        assert "could not make sure in time" in json.dumps(ack.payload)

        await ann.submits(modal, {"amount": "3000"})
        assert [turn.text for turn in bot.book.presses_taken] == [f"adjust:{DECISION}:1:3000:"]

    async def test_form_when_store_answers_late_then_in_doubt_and_carried_out_once(
        self,
        slack: FakeSlack,
        bot: SlackAdapterProcess,
        channel: FakeSlackChannel,
        ann: SlackPerson,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr("adapters.slack.inbound.interaction_handler.STORE_SECONDS", 0.1)
        await ann.presses(await card(bot, channel, ann), "Adjust…")
        modal = await slack.wait_for_modal(ann)
        bot.book.late = asyncio.Event()
        ack = await ann.submits(modal, {"amount": "3000"})
        assert "could not make sure in time" in json.dumps(ack.payload)

        bot.book.late.set()
        await bot.app.background.wait_all()
        assert bot.book.handled == [f"adjust:{DECISION}:1:3000:"]

    async def test_decision_that_can_no_longer_be_changed_is_told_in_private(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        bot.stub.form_error = StaleDecisionError(status="cancelled", symbol="AAPL")
        await ann.presses(message, "Adjust…")

        assert "AAPL" in (await slack.wait_for_ephemeral(ann)).text
        assert ann.modal() is None

    async def test_trigger_that_has_expired_is_told_in_private(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        slack.services.triggers.seconds = -1.0
        await ann.presses(message, "Adjust…")

        await slack.wait_for_ephemeral(ann, "could not be opened in time")


class TestHome:
    async def test_home_is_published_when_it_is_opened(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        await ann.opens_home("messages")
        await slack.settle()
        await bot.app.background.wait_all()
        assert ann.home() is None

        await ann.opens_home()
        view = await slack.wait_for_home(ann)

        assert f"home of {ann.id} in en" in json.dumps(view.body)
        assert [thread.workspace for thread in bot.book.enrolled] == [slack.workspace.id]

    async def test_press_at_home_goes_to_the_decisions_thread_and_shows_home_anew(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        bot.book.proposed_in = bot.thread("C1", "1.2")
        await ann.opens_home()
        view = await slack.wait_for_home(ann)
        before = len(slack.called("views.publish"))
        await ann.presses(view, "Confirm")
        await bot.app.background.wait_all()

        (turn,) = bot.book.presses_taken
        assert turn.thread == bot.book.proposed_in
        assert bot.book.handled == [turn.text]
        assert len(slack.called("views.publish")) == before + 1

    async def test_press_on_a_decision_that_is_not_there_is_told(
        self, slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
    ) -> None:
        await ann.opens_home()
        ack = await ann.presses(await slack.wait_for_home(ann), "Confirm")

        assert ack.ok
        await slack.wait_for_message(ann.direct, "no such decision")
        assert bot.book.handled == []


async def test_profile_gives_name_and_language_once(slack: FakeSlack, bot: SlackAdapterProcess) -> None:
    li = slack.add_person("li", locale="zh-TW")
    await li.says(li.direct, "分析苹果")
    await slack.settle()
    (turn,) = bot.book.messages
    people = [await bot.people.person(turn) for _ in range(3)]

    assert {(person.id, person.name, person.language) for person in people} == {(li.id, "li", "zh")}
    assert len(slack.called("users.info")) == 1


async def test_profile_that_cannot_be_had_soon_changes_nothing(
    slack: FakeSlack, bot: SlackAdapterProcess, ann: SlackPerson
) -> None:
    await ann.says(ann.direct, "hello")
    await slack.settle()
    (turn,) = bot.book.messages
    slack.faults.add(kind="slow", method="users.info", seconds=2.0)

    assert await bot.people.person(turn) == turn.person
    assert await bot.people.person(replace(turn)) == turn.person  # and Slack is not asked again at once
    assert len(slack.called("users.info")) == 1
