"""What Slack's payloads say, read without Slack."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from slack_sdk.signature import Clock

from adapters.slack import sdk_client
from adapters.slack.inbound.command_handler import as_message_text, read_command
from adapters.slack.inbound.event_payload import (
    AppUninstalled,
    ChannelLeft,
    MessageChange,
    TabOpened,
    authorized_bot_user,
    read_event,
)
from adapters.slack.inbound.http import is_signed
from adapters.slack.inbound.interaction_payload import form_metadata, read_buttons, read_form
from adapters.slack.payload import enterprise_of, workspace_of
from bot.domain.conversation.buttons import AdjustRef, ButtonRef, parse_button
from bot.domain.conversation.threads import Address, IncomingMessage, SharedFile, Thread
from bot.domain.memory.episodes import Visibility

BOT = "U0BOT"
DECISION = "11111111-2222-4333-8444-555555555555"


def body(**event: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    event = {"type": "message", "user": "U1", "ts": "5.1", "channel": "C1", "text": "hello", **event}
    authorization = {"team_id": "T1", "user_id": BOT, "is_bot": True}
    return {"type": "event_callback", "team_id": "T9", "authorizations": [authorization], "event": event}


def read(**event: Any) -> object:  # noqa: ANN401 - JSON
    return read_event(body(**event), bot_user_id=BOT)


def said(**event: Any) -> IncomingMessage:  # noqa: ANN401 - JSON
    found = read(**event)
    assert isinstance(found, IncomingMessage)
    return found


class TestMessages:
    @pytest.mark.parametrize("kind", ["message", "app_mention"])
    def test_mention_is_the_same_in_both_events(self, kind: str) -> None:
        found = said(type=kind, text=f"<@{BOT}> analyze AAPL")

        assert found.address is Address.PARLEY
        assert found.text == "analyze AAPL"
        assert found.message_id == "5.1"
        assert found.thread == Thread("slack", "T1", "C1", "5.1")

    def test_talk_in_a_channel_is_not_to_us(self) -> None:
        assert said(text="hello").address is Address.OPEN
        assert said(text="hello <@U9>").address is Address.OTHERS

    def test_files_are_named_with_where_they_are(self) -> None:
        address = "https://files.slack.com/files-pri/T1-F1/download/mandate.pdf"
        told = {"name": "mandate.pdf", "url_private_download": address, "size": 3}
        found = said(subtype="file_share", text=f"<@{BOT}> add this file", files=[told, {"id": "F2"}])
        assert found.files == (SharedFile(name="mandate.pdf", url=address, size=3),)

    @pytest.mark.parametrize(
        ("channel", "thread_ts", "name"),
        [("C1", None, "5.1"), ("C1", "3.1", "3.1"), ("D1", None, ""), ("D1", "3.1", "3.1"), ("D1", "5.1", "")],
    )
    def test_thread(self, channel: str, thread_ts: str | None, name: str) -> None:
        found = said(channel=channel, thread_ts=thread_ts)

        assert found.thread == Thread("slack", "T1", channel, name)
        assert found.address is (Address.PARLEY if channel == "D1" else Address.OPEN)

    @pytest.mark.parametrize(
        ("channel", "kind", "visibility"),
        [
            ("C1", "channel", Visibility.PUBLIC),
            ("C1", "group", Visibility.PRIVATE),
            ("G1", "mpim", Visibility.PRIVATE),
            ("D1", "im", Visibility.PRIVATE),
            ("D1", None, Visibility.PRIVATE),
            ("C1", None, Visibility.UNKNOWN),
            ("C1", "something new", Visibility.UNKNOWN),
        ],
    )
    def test_who_can_read_it(self, channel: str, kind: str | None, visibility: Visibility) -> None:
        assert said(channel=channel, channel_type=kind).visibility is visibility

    @pytest.mark.parametrize("subtype", ["file_share", "thread_broadcast", "me_message"])
    def test_subtypes_of_people_are_heard(self, subtype: str) -> None:
        assert said(subtype=subtype).text == "hello"

    @pytest.mark.parametrize(
        "event",
        [
            {"bot_id": "B1"},
            {"bot_profile": {"id": "B1"}},
            {"subtype": "bot_message"},
            {"subtype": "channel_join"},
            {"subtype": "assistant_app_thread"},
            {"hidden": True},
            {"user": BOT},
            {"user": None},
            {"text": ""},
            {"text": f"<@{BOT}>", "type": "reaction_added"},
        ],
    )
    def test_what_is_no_persons_message_is_not_heard(self, event: dict[str, Any]) -> None:
        assert read(**event) is None

    @pytest.mark.parametrize("event", [{"text": f"<@{BOT}>"}, {"text": "", "channel": "D1", "subtype": "file_share"}])
    def test_only_our_name_asks_for_help(self, event: dict[str, Any]) -> None:
        assert said(**event).text == "/help"

    def test_app_mention_that_does_not_say_who_we_are(self) -> None:
        found = read_event(body(type="app_mention", text="<@U0BOT> why?"), bot_user_id="")

        assert isinstance(found, IncomingMessage)
        assert (found.text, found.address) == ("why?", Address.PARLEY)


@pytest.mark.parametrize(
    ("authorizations", "named"),
    [([{"user_id": BOT, "is_bot": True}], BOT), ([{"user_id": "U1", "is_bot": False}], ""), ([], ""), (None, "")],
)
def test_who_we_are_as_the_event_says(authorizations: object, named: str) -> None:
    assert authorized_bot_user({"authorizations": authorizations}) == named


class TestChanges:
    def changed(self, message: dict[str, Any], before: dict[str, Any] | None = None) -> object:
        message = {"user": "U1", "ts": "5.1", "text": "new", **message}
        return read(subtype="message_changed", hidden=True, message=message, previous_message=before or {"text": "old"})

    def test_other_text_is_an_edit(self) -> None:
        found = self.changed({"thread_ts": "3.1"})
        assert found == MessageChange(Thread("slack", "T1", "C1", "3.1"), "5.1", "new")

    def test_edit_in_direct_messages_is_of_the_one_conversation(self) -> None:
        message = {"user": "U1", "ts": "5.1", "text": "new"}
        found = read(subtype="message_changed", channel="D1", message=message, previous_message={"text": "old"})
        assert found == MessageChange(Thread("slack", "T1", "D1", ""), "5.1", "new")

    def test_unfurled_link_is_none(self) -> None:
        assert self.changed({"attachments": [{}]}, {"text": "new"}) is None

    @pytest.mark.parametrize("message", [{"bot_id": "B1"}, {"user": BOT}, {"subtype": "bot_message"}])
    def test_edit_of_a_bots_message_is_none(self, message: dict[str, Any]) -> None:
        assert self.changed(message) is None

    def test_tombstone_is_a_deletion(self) -> None:
        found = self.changed({"subtype": "tombstone", "thread_ts": "5.1"})
        assert found == MessageChange(Thread("slack", "T1", "C1", "5.1"), "5.1", None)

    def test_deletion(self) -> None:
        found = read(subtype="message_deleted", hidden=True, deleted_ts="4.1", previous_message={"thread_ts": "3.1"})
        assert found == MessageChange(Thread("slack", "T1", "C1", "3.1"), "4.1", None)

    def test_deletion_of_our_own_message_is_none(self) -> None:
        assert read(subtype="message_deleted", deleted_ts="4.1", previous_message={"bot_id": "B1"}) is None


class TestOthers:
    def test_home(self) -> None:
        assert read(type="app_home_opened", tab="home") == TabOpened(Thread("slack", "T1", "", ""), "U1")
        assert read(type="app_home_opened", tab="home", user="") is None

    def test_uninstalled(self) -> None:
        at = datetime(2026, 11, 2, 17, 0, tzinfo=UTC)
        payload = {**body(type="app_uninstalled"), "event_time": int(at.timestamp())}
        assert read_event(payload, bot_user_id=BOT) == AppUninstalled("T1", None, at)

        payload["authorizations"] = [{"enterprise_id": "E1", "team_id": None, "is_enterprise_install": True}]
        assert read_event(payload, bot_user_id=BOT) == AppUninstalled(None, "E1", at)

    def test_revoked_token_is_ours_only_if_it_is_the_bots(self) -> None:
        assert read(type="tokens_revoked", tokens={"bot": [BOT]}) == AppUninstalled("T1", None, None)
        assert read(type="tokens_revoked", tokens={"oauth": ["U1"], "bot": []}) is None

    @pytest.mark.parametrize("kind", ["channel_left", "group_left"])
    def test_channel_left(self, kind: str) -> None:
        assert read(type=kind, channel="C9") == ChannelLeft(Thread("slack", "T1", "C9", ""))
        assert read(type=kind, channel="") is None

    def test_assistant_pane(self) -> None:
        pane = {"channel_id": "D1", "thread_ts": "3.1", "user_id": "U1"}
        found = read(type="assistant_thread_started", assistant_thread=pane)
        assert found == TabOpened(Thread("slack", "T1", "D1", "3.1"), "U1")
        assert read(type="assistant_thread_started", assistant_thread={}) is None

    def test_opened_direct_messages(self) -> None:
        found = read(type="app_home_opened", tab="messages", channel="D1", user="U1")
        assert found == TabOpened(Thread("slack", "T1", "D1", ""), "U1")
        assert read(type="app_home_opened", tab="about", channel="D1", user="U1") is None

    @pytest.mark.parametrize(
        ("payload", "organisation"),
        [
            ({"enterprise_id": "E1"}, "E1"),
            ({"enterprise": {"id": "E1"}}, "E1"),
            ({"enterprise_id": "E9", "authorizations": [{"team_id": "T1", "enterprise_id": "E1"}]}, "E1"),
            ({"enterprise_id": "E9", "authorizations": [{"team_id": "T1", "enterprise_id": None}]}, ""),  # the author's
            ({}, ""),
        ],
    )
    def test_organisation(self, payload: dict[str, Any], organisation: str) -> None:
        assert enterprise_of(payload) == organisation

    @pytest.mark.parametrize(
        ("payload", "team"),
        [
            ({"team_id": "T9", "authorizations": [{"team_id": "T1"}]}, "T1"),  # shared by two companies
            ({"team_id": "T9", "authorizations": [{"team_id": None, "enterprise_id": "E1"}]}, "T9"),  # org-wide
            ({"team": {"id": "T2"}}, "T2"),
            ({"team": None, "user": {"team_id": "T3"}}, "T3"),
            ({"team": None, "enterprise": {"id": "E1"}}, "E1"),
            ({}, ""),
        ],
    )
    def test_workspace(self, payload: dict[str, Any], team: str) -> None:
        assert workspace_of(payload) == team


class TestCommands:
    @pytest.mark.parametrize(
        ("command", "text", "message"),
        [
            ("/analyze", "AAPL", "/analyze AAPL"),
            ("/pending", "", "/pending"),
            ("/parley", "", "/help"),
            ("/parley", "help", "/help"),
            ("/parley", "/analyze AAPL", "/analyze AAPL"),
            ("/parley", "advance 5", "/advance 5"),
            ("/parley", "settings", "/settings"),
            ("/parley", "why?", "why?"),
            ("/parley", "谷歌可以买吗？", "谷歌可以买吗？"),
        ],
    )
    def test_as_message(self, command: str, text: str, message: str) -> None:
        assert as_message_text(command, text) == message

    @pytest.mark.parametrize(
        ("text", "channel", "lacking"),
        [
            ("analyze", "C1", "analyze"),
            ("analyze", "D1", "analyze"),
            ("analyze help", "C1", "analyze"),
            ("explain", "C1", "explain"),
            ("explain", "D1", ""),
            ("analyze AAPL", "C1", ""),
            ("portfolio", "C1", ""),
            ("review", "C1", ""),
        ],
    )
    def test_lacking_argument(self, text: str, channel: str, lacking: str) -> None:
        payload = {"command": "/parley", "text": text, "channel_id": channel, "user_id": "U1", "trigger_id": "1.2"}
        found = read_command(payload)
        assert found is not None
        assert found.missing_argument == lacking

    @pytest.mark.parametrize(
        ("channel", "name", "visibility"),
        [
            ("C1", "privategroup", Visibility.PRIVATE),
            ("D1", "directmessage", Visibility.PRIVATE),
            ("C2", "mpdm-ann--bob--eve-1", Visibility.PRIVATE),
            ("C1", "general", Visibility.UNKNOWN),
            ("C1", None, Visibility.UNKNOWN),
        ],
    )
    def test_who_can_read_the_channel_of_a_command(
        self, channel: str, name: str | None, visibility: Visibility
    ) -> None:
        payload = {"command": "/parley", "channel_id": channel, "user_id": "U1", "trigger_id": "1.2"}
        found = read_command(payload | {"channel_name": name, "text": "analyze AAPL"})

        assert found is not None
        assert found.visibility is visibility

    def test_command_of_nobody_is_none(self) -> None:
        assert read_command({"command": "/parley", "channel_id": "C1", "trigger_id": "1.2"}) is None


class TestPresses:
    def payload(self, action_id: str = f"confirm:{DECISION}:1", **more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        return {
            "type": "block_actions",
            "team": {"id": "T1"},
            "user": {"id": "U1", "username": "ann"},
            "actions": [{"action_id": action_id, "action_ts": "9.1"}],
            "container": {"type": "message", "message_ts": "5.1", "channel_id": "C1", "thread_ts": "3.1"},
            **more,
        }

    def test_press_names_thread_person_and_itself(self) -> None:
        (press,) = read_buttons(self.payload())

        assert press.thread == Thread("slack", "T1", "C1", "3.1")
        assert press.press_id == "5.1/U1/9.1"
        assert press.person.name == "ann"
        assert not press.opens_form

    @pytest.mark.parametrize(
        "action_id",
        [
            f"up:{DECISION}",
            f"stop:{DECISION}",
            f"why:{DECISION}:2",
            f"cancel:{DECISION}:1",
            f"confirm_all:{DECISION}",
            f"cancel_all:{DECISION}",
        ],
    )
    def test_all_our_buttons_are_presses(self, action_id: str) -> None:
        assert [press.button_id for press in read_buttons(self.payload(action_id))] == [action_id]

    @pytest.mark.parametrize(
        "action_id", ["", "open-link", "confirm:x:1", f"confirm:{DECISION}:0", f"adjust:{DECISION}:1:9999:x"]
    )
    def test_other_buttons_are_none(self, action_id: str) -> None:
        assert read_buttons(self.payload(action_id)) == []

    def test_adjust_wants_a_form(self) -> None:
        (press,) = read_buttons(self.payload(f"adjust:{DECISION}:3"))
        assert press.opens_form

    def test_press_at_home_has_no_thread(self) -> None:
        view = {"type": "home", "id": "V1"}
        (press,) = read_buttons(self.payload(container={"type": "view", "view_id": "V1"}, view=view))

        assert press.thread is None
        assert press.is_at_home
        assert press.press_id == "V1/U1/9.1"

    def test_press_in_direct_messages_is_of_the_one_conversation(self) -> None:
        (press,) = read_buttons(self.payload(container={"type": "message", "message_ts": "5.1", "channel_id": "D1"}))
        assert press.thread == Thread("slack", "T1", "D1", "")

    def test_press_under_a_private_message_outside_of_threads_has_no_thread(self) -> None:
        container = {"type": "message", "message_ts": "5.1", "channel_id": "C1", "is_ephemeral": True}
        (press,) = read_buttons(self.payload(container=container))
        assert press.thread is None


class TestForm:
    def form(self, amount: str, note: str | None = None, metadata: str | None = None) -> Any:  # noqa: ANN401 - JSON
        ref = parse_button(f"adjust:{DECISION}:2")
        assert isinstance(ref, ButtonRef)
        carried = form_metadata(ref, Thread("slack", "T1", "C1", "3.1")) if metadata is None else metadata
        values = {"amount": {"amount": {"value": amount}}, "note": {"note": {"value": note}}}
        view = {
            "id": "V1",
            "hash": "h1",
            "callback_id": "adjust",
            "private_metadata": carried,
            "state": {"values": values},
        }
        return read_form({"type": "view_submission", "team": {"id": "T1"}, "user": {"id": "U1"}, "view": view})

    def test_form_is_a_press_with_amount_and_note(self) -> None:
        form = self.form("$3,000.50", "less: more")

        assert form.button_id == f"adjust:{DECISION}:2:$3,000.50:less: more"
        assert form.thread == Thread("slack", "T1", "C1", "3.1")
        assert form.press_id == "V1/h1/U1"
        ref = parse_button(form.button_id)
        assert isinstance(ref, AdjustRef)
        assert (ref.amount, ref.note) == ("$3,000.50", "less: more")

    def test_form_that_another_version_has_opened_is_read(self) -> None:
        metadata = f'{{"decision": "{DECISION}", "version": 2, "channel": "C1", "thread": "3.1"}}'
        assert self.form("2500", metadata=metadata) == self.form("2500")

    def test_form_without_note(self) -> None:
        assert self.form("2500").button_id == f"adjust:{DECISION}:2:2500:"

    @pytest.mark.parametrize(
        "metadata", ["", "{", "[]", "{}", '{"decision": "x"}', f'{{"decision": "{DECISION}"}}', '{"turn": "x"}']
    )
    def test_form_about_nothing_is_none(self, metadata: str) -> None:
        assert self.form("2500", metadata=metadata) is None

    @pytest.mark.parametrize("amount", ["3000", "3,000", "$3000", "3000.50", "３，０００", "＄３０００", "2.5k"])
    def test_amounts_go_along_as_written(self, amount: str) -> None:
        assert self.form(amount).button_id == f"adjust:{DECISION}:2:{amount}:"

    @pytest.mark.parametrize("amount", ["", "0", "0.00", "-1", "1e5", "NaN", "Infinity", "a lot", "9" * 40, "$", "1:2"])
    def test_what_is_no_amount_is_no_press(self, amount: str) -> None:
        assert self.form(amount).button_id is None


class FixedTime(Clock):
    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def now(self) -> float:
        return self._seconds


class TestSignature:
    # Source: the example in Slack's own documentation, "Verifying requests from Slack".
    SECRET = "8f742231b10e8888abcd99yyyzzz85a5"  # noqa: S105 - an example
    BODY = (
        b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
        b"&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
        b"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN"
        b"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
    )
    SIGNATURE = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"

    def signed(self, changed: Mapping[str, str] = {}, *, after: float = 0) -> bool:
        given = {"timestamp": "1531420618", "signature": self.SIGNATURE, "secret": self.SECRET, **changed}
        return is_signed(self.BODY, **given, clock=FixedTime(1531420618 + after))

    def test_the_documented_example_is_signed(self) -> None:
        assert self.signed(after=299)
        assert self.signed(after=-299)

    @pytest.mark.parametrize("after", [301, -301])
    def test_stale(self, after: float) -> None:
        assert not self.signed(after=after)

    @pytest.mark.parametrize(
        "changed", [{"secret": ""}, {"secret": "x"}, {"signature": "v0=ü\udcff"}, {"timestamp": "1531420618.0"}]
    )
    def test_forged(self, changed: dict[str, str]) -> None:
        assert not self.signed(changed)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"Retry-After": "0"}, 0.0),
        ({"Retry-After": "1e9"}, 300.0),
        ({"retry-after": "x"}, 5.0),
        ({"retry-after": "nan"}, 5.0),
        ({"retry-after": "inf"}, 5.0),
        ({"retry-after": "-1"}, 5.0),
        ({}, 5.0),
    ],
)
def test_how_long_to_wait(headers: dict[str, str], seconds: float) -> None:
    assert sdk_client.retry_after_seconds(headers) == seconds
