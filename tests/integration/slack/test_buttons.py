"""Buttons and the Adjust form, as people use them in Slack."""

import asyncio
import json

import pytest

from bot.domain.conversation.buttons import MemoryEditRef, parse_button
from bot.domain.conversation.threads import Surplus
from bot.errors import StaleDecisionError
from tests.fakes.slack import FakeSlack, FakeSlackChannel, SlackPerson
from tests.integration.platform_inputs import DECISION
from tests.integration.slack.harness import SlackAdapterProcess, card


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

    async def test_presses_above_the_limit_are_refused_in_private_and_confirm_is_not(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        bot.book.surplus = Surplus.PACE
        assert (await ann.presses(message, "Adjust…")).ok
        await slack.wait_for_ephemeral(ann, "more presses a minute")
        assert ann.modal() is None
        await ann.presses(message, "Confirm")
        await bot.app.background.wait_all()
        assert bot.book.handled == [f"confirm:{DECISION}:1"]

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


class TestMemoryForm:
    async def test_form_is_opened_filled_in_and_carried_out(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        message = await card(bot, channel, ann)
        button = {"action_id": f"memory:{DECISION}", "type": "button", "action_ts": "1.2", "block_id": "b"}
        await ann.acts(message, button)
        modal = await slack.wait_for_modal(ann)
        assert modal.body["title"]["text"] == "What I remember"
        assert bot.book.turns == {}  # opening it is no press

        await ann.submits(modal, {"person.horizon": "10 years", "team.team": "long only\nno tobacco"})
        await bot.app.background.wait_all()

        (turn,) = bot.book.presses_taken
        ref = parse_button(turn.text)
        assert isinstance(ref, MemoryEditRef)
        fields = dict(ref.fields)
        assert (fields["person.horizon"], fields["team.team"]) == ("10 years", "long only\nno tobacco")
        assert turn.thread == bot.thread(channel.id, message.thread_ts or "")
        assert bot.book.handled == [turn.text]
        assert ann.modal() is None
        assert slack.violations == []


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

    async def test_amount_that_is_none_is_refused_beside_the_input(
        self, slack: FakeSlack, bot: SlackAdapterProcess, channel: FakeSlackChannel, ann: SlackPerson
    ) -> None:
        await ann.presses(await card(bot, channel, ann), "Adjust…")
        modal = await slack.wait_for_modal(ann)
        for amount in ("0", "-5", "a lot", "NaN", "1e9", "3k or so", "½"):
            ack = await ann.submits(modal, {"amount": amount})

            assert isinstance(ack.payload, dict), amount
            assert ack.payload["response_action"] == "errors", amount
            assert "above zero" in ack.payload["errors"]["amount"], amount
            assert ann.modal() is modal, amount
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
