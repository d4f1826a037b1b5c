"""The pure parts of how Discord's events are taken in, and of what is sent."""

import asyncio
from decimal import Decimal
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord import api_errors
from adapters.discord.channel_contexts import ChannelContext, guild_context
from adapters.discord.inbound.gateway_client import (
    SessionStartLimiter,
    TooManySessionsError,
    reconnect_pause,
    session_pause,
)
from adapters.discord.inbound.guild_changes import store_with_retry
from adapters.discord.inbound.interaction_handlers import is_button
from adapters.discord.inbound.slash_commands import SUGGESTED_COMMANDS, autocomplete_choices, command_choices
from adapters.discord.install.permissions import missing_permissions
from adapters.discord.outbound.message import (
    SUCCESS,
    DiscordMessage,
    button_component,
    message_body,
    message_nonce,
    new_message_body,
)
from adapters.discord.outbound.modals import adjust_modal, adjust_ref_of, read_submission
from adapters.discord.people import language_of
from adapters.shared.inputs import OrderedIntake
from bot.domain.conversation.buttons import AdjustRef, AlertAction, ButtonAction, ButtonRef, Vote, VoteRef
from bot.domain.conversation.posting import MessageMark
from bot.domain.ids import DecisionId
from bot.domain.text.locale import Language
from bot.errors import MessageGoneError, RateLimitedError, StoreUnavailableError, UnreachableError
from bot.presentation.forms import AdjustForm

pytestmark = pytest.mark.virtual_time

SUBJECT = UUID("0192f7a0-0000-7000-8000-00000000000a")
REF = ButtonRef(ButtonAction.ADJUST, DecisionId(SUBJECT), 2)


def refusal(status: int, code: int, **headers: str) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="", headers=headers)
    return discord.HTTPException(cast("Any", response), {"code": code, "message": "no"})


class TestPayloads:
    def test_message_pings_nobody_and_shows_everything(self) -> None:
        row = (
            button_component("confirm:1", style=SUCCESS, label="Confirm"),
            button_component("up:1", emoji={"name": "👍"}),
        )
        body = new_message_body(DiscordMessage("hello", ({"title": "AAPL"},), (row,)), nonce="n")

        assert body["allowed_mentions"] == {"parse": []}
        assert (body["nonce"], body["enforce_nonce"]) == ("n", True)
        first, second = body["components"][0]["components"]
        assert first == {"type": 2, "style": 3, "custom_id": "confirm:1", "label": "Confirm"}
        assert second == {"type": 2, "style": 2, "custom_id": "up:1", "emoji": {"name": "👍"}}

    def test_message_without_embeds_removes_those_that_were_there(self) -> None:
        assert message_body(DiscordMessage("hello")) | {"content": ""} == {
            "content": "",
            "embeds": [],
            "components": [],
            "allowed_mentions": {"parse": []},
        }

    @given(st.uuids(), st.integers(1, 1_000), st.integers(0, 50))
    def test_nonce_is_short_and_its_own(self, subject: UUID, part: int, again: int) -> None:
        made = message_nonce(MessageMark(subject, part), removed=again)

        assert len(made) <= 25
        assert made == message_nonce(MessageMark(subject, part), removed=again)
        assert made != message_nonce(MessageMark(subject, part + 1), removed=again)
        assert made != message_nonce(MessageMark(subject, part), removed=again + 1)


class TestRefusals:
    @pytest.mark.parametrize(
        ("error", "kind"),
        [
            (refusal(404, 10008), MessageGoneError),
            (refusal(404, 10003), UnreachableError),
            (refusal(403, 50001), UnreachableError),
            (refusal(403, 50013), UnreachableError),
            (refusal(403, 50007), UnreachableError),
            (refusal(400, 50083), UnreachableError),
            (refusal(429, 0), RateLimitedError),
            (refusal(500, 0), discord.HTTPException),
            (refusal(400, 50035), discord.HTTPException),
        ],
    )
    def test_refusal_means(self, error: discord.HTTPException, kind: type[Exception]) -> None:
        with pytest.raises(kind), api_errors.translate_errors():
            raise error

    @pytest.mark.parametrize(
        ("headers", "seconds"), [({"Retry-After": "7.5"}, 7.5), ({"Retry-After": "soon"}, 5.0), ({}, 5.0)]
    )
    def test_rate_limit_says_how_long(self, headers: dict[str, str], seconds: float) -> None:
        with pytest.raises(RateLimitedError) as caught, api_errors.translate_errors():
            raise refusal(429, 0, **headers)

        assert caught.value.retry_after == seconds

    def test_rate_limit_of_the_library_is_one(self) -> None:
        with pytest.raises(RateLimitedError) as caught, api_errors.translate_errors():
            raise discord.RateLimited(61.0)

        assert caught.value.retry_after == 61.0


class TestAdjust:
    FORM = AdjustForm(
        title="T" * 60,
        amount=Decimal("3000.00"),
        amount_label="Amount",
        amount_hint="In dollars",
        note_label="N" * 60,
        note_hint="",
        submit="Send",
        cancel="Leave",
    )

    async def test_form_is_within_the_limits_and_filled_in_beforehand(self) -> None:
        shown = adjust_modal(REF, self.FORM).to_dict()
        amount, note = shown["components"]

        assert shown["custom_id"] == str(REF)
        assert len(str(shown["title"])) == len(note["label"]) == 45
        assert amount["component"]["value"] == "3000.00"
        assert "description" not in note

    @pytest.mark.parametrize("shape", ["label", "row"])
    def test_values_are_read_in_labels_and_in_rows(self, shape: str) -> None:
        boxes = [
            {"type": 4, "custom_id": "amount", "value": "$3,000"},
            {"type": 4, "custom_id": "note", "value": " a\nb "},
        ]
        parts = [{"type": 18, "component": b} if shape == "label" else {"type": 1, "components": [b]} for b in boxes]

        assert read_submission(REF, {"components": parts}) == AdjustRef(REF, "$3,000", "a b")

    @pytest.mark.parametrize(
        "amount", ["3000", "$3,000.50", "3k", "３０００", "2万", "2 千美元", "US$ 300", "3 thousand dollars"]
    )
    def test_amounts_that_can_be_read(self, amount: str) -> None:
        assert read_submission(
            REF, {"components": [{"component": {"type": 4, "custom_id": "amount", "value": amount}}]}
        )

    @pytest.mark.parametrize("amount", ["", "a lot", "-5", "3000 or 4000", "$", "1:2"])
    def test_what_is_no_amount(self, amount: str) -> None:
        data = {"components": [{"component": {"type": 4, "custom_id": "amount", "value": amount}}]}

        assert read_submission(REF, data) is None

    def test_only_forms_of_ours_are_known(self) -> None:
        assert adjust_ref_of(str(REF)) == REF
        assert adjust_ref_of(str(AdjustRef(REF, "3000"))) is None
        assert adjust_ref_of(str(VoteRef(Vote.UP, SUBJECT))) is None
        assert adjust_ref_of("another app's") is None


class TestButtons:
    @pytest.mark.parametrize(
        "custom_id",
        [
            f"confirm:{SUBJECT}:1",
            f"adjust:{SUBJECT}:12",
            f"confirm_all:{SUBJECT}",
            f"cancel_all:{SUBJECT}",
            f"up:{SUBJECT}",
            f"stop:{SUBJECT}",
            f"details:{SUBJECT}",
            f"details:{SUBJECT}:brief:2013-02-01/post_close",
            f"memory:{SUBJECT}",
            f"erase:{SUBJECT}",
            f"erase_cancel:{SUBJECT}",
            *(f"{action}:{SUBJECT}:1" for action in AlertAction),
        ],
    )
    def test_button_of_ours_is_known_by_its_id(self, custom_id: str) -> None:
        assert is_button(custom_id)

    @pytest.mark.parametrize(
        "custom_id",
        [
            f"sell:{SUBJECT}:1",
            "confirm:1:1",
            f"confirm:{SUBJECT}:0",
            f"xup:{SUBJECT}",
            f"adjust:{SUBJECT}:1:3000:",
            f"up:{{{SUBJECT}}}",
        ],
    )
    def test_button_of_others_is_not(self, custom_id: str) -> None:
        assert not is_button(custom_id)


class TestRooms:
    def test_message_in_a_text_channel_begins_a_thread(self) -> None:
        thread = guild_context(0, 5, guild_id=1, parent_id=None).thread_for_message(7)

        assert (thread.workspace, thread.channel, thread.thread) == ("1", "5", "7")

    def test_message_in_a_thread_belongs_to_it(self) -> None:
        room = guild_context(11, 5, guild_id=1, parent_id=3)

        assert room.thread_for_message(7) == room.as_thread
        assert (room.channel, room.thread) == ("3", "5")

    def test_voice_channel_is_one_conversation(self) -> None:
        assert guild_context(2, 5, guild_id=1, parent_id=9).thread_for_message(7).thread == ""

    def test_direct_message_is_one_conversation(self) -> None:
        room = ChannelContext("dm-4", "5")

        assert room.is_direct
        assert room.thread_for_message(7).thread == ""


class TestSessions:
    def test_sessions_of_a_day_stay_below_half_of_the_limit(self) -> None:
        now, begun = 0.0, 0
        sessions = SessionStartLimiter(now=lambda: now)

        async def begin_all() -> None:
            nonlocal now, begun
            while now < 86_400:
                now += sessions.seconds_left()
                await sessions.wait_to_begin()
                begun += 1

        asyncio.run(begin_all())

        assert 100 < begun < 500

    async def test_long_wait_is_refused(self) -> None:
        sessions = SessionStartLimiter(now=lambda: 0.0)
        sessions._started_at.extend([0.0] * 10)  # noqa: SLF001 - ten at once

        with pytest.raises(TooManySessionsError) as caught:
            await sessions.wait_to_begin()

        assert caught.value.seconds == 180.0

    @pytest.mark.parametrize(("recent", "seconds"), [(0, 0.0), (1, 5.0), (3, 5.0), (4, 10.0), (8, 160.0), (100, 180.0)])
    def test_pause_grows(self, recent: int, seconds: float) -> None:
        assert session_pause(recent) == seconds

    @given(st.integers(0, 10_000))
    def test_backoff_is_bounded(self, failures: int) -> None:
        assert 2.5 <= reconnect_pause(failures) <= 180.0


class TestTakingIn:
    async def test_channel_is_served_in_order_and_others_do_not_wait(self) -> None:
        in_order, done = OrderedIntake(), []

        async def work(channel: int, name: str, seconds: float) -> None:
            async with in_order.in_order(channel):
                await asyncio.sleep(seconds)
                done.append(name)

        await asyncio.gather(work(1, "a", 0.05), work(1, "b", 0.0), work(2, "c", 0.0))

        assert done == ["c", "a", "b"]
        assert in_order._queues == {}  # noqa: SLF001 - nothing is kept

    async def test_too_much_is_refused(self) -> None:
        in_order = OrderedIntake(max_waiting=1)
        async with in_order.in_order(1):
            with pytest.raises(StoreUnavailableError):
                async with in_order.in_order(2):
                    pass

    async def test_store_is_tried_until_it_takes(self) -> None:
        tries = 0

        async def store() -> int:
            nonlocal tries
            tries += 1
            if tries < 3:
                raise StoreUnavailableError
            return tries

        now = asyncio.get_running_loop().time()

        assert await store_with_retry(store, received_at=now, patience=5.0) == 3

    async def test_store_that_stays_away_is_given_up(self) -> None:
        async def store() -> None:
            raise StoreUnavailableError

        with pytest.raises(StoreUnavailableError):
            await store_with_retry(store, received_at=asyncio.get_running_loop().time(), patience=0.05)


class TestCommands:
    def test_suggestions_are_what_discord_takes(self) -> None:
        found = autocomplete_choices(
            lambda _: [("n" * 200, "AAPL"), ("", "X"), ("y", "v" * 101), *[("z", "Z")] * 40], "a"
        )

        assert len(found) == 25
        assert (found[0].name, found[0].value) == ("n" * 100, "AAPL")

    def test_any_number_of_commands_is_suggested_by_what_is_typed(self) -> None:
        assert len(SUGGESTED_COMMANDS) > 25, "more than Discord takes as fixed choices, or shows at once"
        assert len(command_choices("")) == 25
        for name in SUGGESTED_COMMANDS:
            assert name in [each.value for each in command_choices(name)]
        assert [each.value for each in command_choices("/AL")] == ["alert", "alerts", "analyze", "recall"]
        assert command_choices("nothing like it") == []

    def test_failing_suggestions_are_none(self) -> None:
        def failing(_text: str) -> list[tuple[str, str]]:
            raise RuntimeError

        assert autocomplete_choices(failing, "a") == []


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh-CN", Language.CHINESE), ("zh-TW", Language.CHINESE), ("en-GB", Language.ENGLISH), ("de", None)],
)
def test_language_of_a_locale(locale: str, language: Language | None) -> None:
    assert language_of(locale) == language


def test_missing_rights_are_told_in_discords_words() -> None:
    granted = discord.Permissions(view_channel=True, send_messages_in_threads=True, read_message_history=True)

    assert missing_permissions(granted, in_thread=True) == ("Embed Links",)
    assert "Create Public Threads" in missing_permissions(granted)
    assert missing_permissions(discord.Permissions(administrator=True)) == ()
