"""/settings: what is set for a channel, in which language and time zone that makes us speak."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.domain.conversation.blocks import Bullets
from bot.domain.conversation.channels import ChannelSetting, ChannelSettings, ListenMode, SettingChange
from bot.domain.conversation.replies import Reply
from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import Decision
from bot.presentation.decisions.cards import DecisionCards
from bot.reading.commands.arguments import find_command
from bot.reading.recognisers.settings import find_time_zone, parse_setting, read_setting_value
from tests.fakes.core import SAY, Talk, button, sentence, text_of
from tests.fakes.turn_steps import run_until_stored

EN, ZH = Language.ENGLISH, Language.CHINESE
SHANGHAI, NEW_YORK = ZoneInfo("Asia/Shanghai"), ZoneInfo("America/New_York")
HERE = Thread("console", "home", "terminal", "main")
_NUMBERS = count(1)


def settings_of(talk: Talk, thread: Thread = HERE) -> ChannelSettings:
    return talk.memory.state.channel_settings.get((thread.tenant_id, thread.channel), ChannelSettings())


async def said_in(talk: Talk, thread: Thread, text: str, profile: Language | None = None) -> Reply:
    message = IncomingMessage(thread, f"s{next(_NUMBERS)}", Person("U-ann", "Ann", profile), text)
    turn = (await talk.intake.accept_message(message)).turn
    await talk.answer_next()
    return talk.reply(turn)


class TestShown:
    @pytest.mark.parametrize("text", ["/settings", "settings", "/parley settings"])
    async def test_when_nothing_is_set_then_the_defaults_and_how_to_change_them(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "hello")
        (block,) = (await talk.say("ann", text)).answer.blocks
        assert isinstance(block, Bullets)
        assert block.heading == sentence("settings-opening")
        language, zone, engine, listen, overhear, learn, briefs = block.items
        assert language.startswith("Language: that of whoever speaks. ")
        assert "/settings language zh" in language
        assert zone.startswith(f"Time zone: UTC, where it is {talk.clock.now():%Y-%m-%d %H:%M} UTC. ")
        assert "/settings timezone" in zone
        assert engine.startswith("Engine: the default, rules. ")
        assert "/settings engine" in engine
        assert "/settings listen mention, thread or all" in listen
        assert "/settings overhear on or off" in overhear
        assert "/settings learn on or off" in learn
        assert briefs == "Briefs: none. " + sentence("settings-how-briefs")

    @pytest.mark.parametrize("text", ["/设置", "设置", "/parley 设置"])
    async def test_in_chinese(self, talk: Talk, text: str) -> None:
        await talk.say("ann", "hello")
        reply = await talk.say("ann", text)
        assert reply.language is ZH
        assert "语言：跟随说话人的语言。更改：/设置 语言 中文" in text_of(reply)

    async def test_when_set_then_shown(self, talk: Talk) -> None:
        for change in ("language en", "timezone Shanghai", "engine rules"):
            await talk.say("ann", f"/settings {change}")
        text = text_of(await talk.say("ann", "/settings"))
        assert "Language: English." in text
        assert f"Time zone: Asia/Shanghai, where it is {Locale(EN, SHANGHAI).format_instant(talk.clock.now())}." in text
        assert "Engine: rules." in text

    @pytest.mark.parametrize(
        ("text", "message_id"),
        [
            ("/settings language", "settings-how-language"),
            ("/settings time zone", "settings-how-time-zone"),
            ("/settings engine", "settings-how-engine"),
        ],
    )
    async def test_when_no_value_is_given_then_says_how(self, talk: Talk, text: str, message_id: str) -> None:
        await talk.say("ann", "hello")
        assert text_of(await talk.say("ann", text)) == sentence(message_id, engines="rules, committee")
        assert settings_of(talk) == ChannelSettings()


class TestChanged:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("set the language to Chinese.", ChannelSettings(language=ZH)),
            ("/settings tz GMT+8", ChannelSettings(time_zone="Etc/GMT-8")),
            ("settings timezone utc", ChannelSettings(time_zone="UTC")),
            ("设置时区改为纽约", ChannelSettings(time_zone="America/New_York")),
            ("/settings engine RULES", ChannelSettings(engine="rules")),
            ("/settings listen mention", ChannelSettings(listen=ListenMode.MENTION)),
            ("/settings overhear off", ChannelSettings(overhear=False)),
        ],
    )
    async def test_stored(self, talk: Talk, text: str, expected: ChannelSettings) -> None:
        await talk.say("ann", text)
        assert settings_of(talk) == expected

    async def test_said_by_whom_and_audited(self, talk: Talk) -> None:
        await talk.say("ann", "/settings timezone Tokyo")
        reply = await talk.say("bob", "/settings timezone Shanghai")

        assert text_of(reply).startswith("Bob has set the time zone here: Asia/Shanghai, where it is ")
        line = [each for each in talk.memory.state.audit.values() if each.kind == "settings"][-1]
        assert line.by == "U-bob"
        assert line.facts == {
            "channel": "terminal",
            "setting": "time_zone",
            "was": "Asia/Tokyo",
            "is": "Asia/Shanghai",
        }

    async def test_a_change_leaves_the_others(self, talk: Talk) -> None:
        await talk.say("ann", "/settings timezone Tokyo")
        await talk.say("ann", "/settings language zh")
        assert settings_of(talk) == ChannelSettings(language=ZH, time_zone="Asia/Tokyo")

    @pytest.mark.parametrize("word", ["auto", "default", "默认"])
    @pytest.mark.parametrize("setting", ["language", "timezone", "engine", "listen", "overhear"])
    async def test_back_to_the_default(self, talk: Talk, setting: str, word: str) -> None:
        for change in ("language en", "timezone Shanghai", "engine rules", "listen all", "overhear off"):
            await talk.say("ann", f"/settings {change}")
        before = settings_of(talk)
        await talk.say("ann", f"/settings {setting} {word}")
        field = ChannelSetting("time_zone" if setting == "timezone" else setting)
        assert settings_of(talk) == SettingChange(field, None).apply_to(before)
        assert settings_of(talk) != before

    async def test_confirmed_in_the_new_language(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        to_chinese = await talk.say("ann", "/settings language zh")
        assert to_chinese.language is ZH
        assert text_of(to_chinese) == sentence("settings-changed-language", ZH, by="Ann", value="中文")
        to_english = await talk.say("ann", "/设置 语言 英文")
        assert to_english.language is EN
        assert text_of(to_english) == sentence("settings-changed-language", by="Ann", value="English")

    async def test_state_and_focus_stay(self, talk: Talk) -> None:
        before = await talk.proposed()
        reply = await talk.say("ann", "/settings timezone Shanghai")
        assert reply.state is before.state
        assert talk.conversation().focus == ("GOOG",)

    async def test_when_the_process_dies_before_the_answer_is_stored_then_changed_once(self, talk: Talk) -> None:
        await talk.say("ann", "hello")
        turn = await talk.hand_in("ann", "/settings timezone Shanghai")
        claim = await talk.claim()
        assert claim is not None
        await run_until_stored(talk.manager, claim)  # all but the storing
        assert settings_of(talk) == ChannelSettings()
        await talk.leases.release(claim)

        await talk.answer_next()

        assert "Asia/Shanghai" in text_of(talk.reply(turn))
        assert [each.kind for each in talk.memory.state.audit.values()] == ["settings"]


class TestRefused:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("/settings language klingon", sentence("settings-no-language", word="klingon")),
            ("/设置 引擎 大模型", sentence("settings-no-engine", ZH, word="大模型", engines="rules、committee")),
            ("/settings timezone qqqqq", sentence("settings-no-time-zone", word="qqqqq")),
            (
                "/settings timezone CST",
                sentence("settings-no-time-zone-near", word="CST", near="Asia/Shanghai, America/Chicago"),
            ),
            ("/settings colour blue", sentence("settings-unknown", word="colour blue")),
        ],
    )
    async def test_unknown_names_change_nothing(self, talk: Talk, text: str, expected: str) -> None:
        await talk.say("ann", "hello")
        assert text_of(await talk.say("ann", text)) == expected
        assert settings_of(talk) == ChannelSettings()


class TestLanguage:
    """Text > the channel's > the person's profile > the conversation's previous language."""

    @pytest.mark.parametrize(
        ("text", "fixed", "profile", "previous", "expected"),
        [
            ("analyze 苹果", ZH, ZH, ZH, EN),
            ("AAPL?", ZH, EN, EN, ZH),
            ("/settings timezone Asia/Tokyo", ZH, EN, EN, ZH),
            ("ok", ZH, EN, EN, ZH),
            ("OK!", None, ZH, EN, ZH),
            ("/portfolio", None, EN, ZH, EN),
        ],
    )
    async def test_precedence(  # noqa: PLR0913, PLR0917 - a table
        self,
        talk: Talk,
        text: str,
        fixed: Language | None,
        profile: Language | None,
        previous: Language,
        expected: Language,
    ) -> None:
        await said_in(talk, HERE, {EN: "analyze AAPL", ZH: "分析一下苹果"}[previous])
        if fixed:
            async with talk.stores.transaction(HERE.tenant_id) as tx:
                await tx.channels.store_settings(HERE.channel, ChannelSettings(fixed), by="U-ann", at=talk.clock.now())
        assert (await said_in(talk, HERE, text, profile)).language is expected

    async def test_two_channels_share_nothing(self, talk: Talk) -> None:
        other = Thread(HERE.platform, HERE.workspace, "elsewhere", "main")
        assert other.tenant_id == HERE.tenant_id
        await said_in(talk, HERE, "/settings language zh")
        await said_in(talk, HERE, "/settings timezone Shanghai")

        assert (await said_in(talk, other, "AAPL?")).language is EN
        assert settings_of(talk, other) == ChannelSettings()


class TestTimeZone:
    async def test_a_card_is_told_in_the_channels_zone(self, talk: Talk) -> None:
        await talk.say("ann", "/settings timezone Shanghai")
        text = text_of(await talk.proposed())
        (decision,) = talk.decisions()
        assert f"may confirm until {decision.expires_at.astimezone(SHANGHAI):%H:%M} UTC+8" in text
        listed = text_of(await talk.say("ann", "/pending"))
        assert f"to {decision.expires_at.astimezone(SHANGHAI):%H:%M}" in listed
        assert "(times UTC+8)" in listed
        assert "at the close of 2013-01-31" in text  # market dates are the market's

    async def test_what_has_expired_is_told_in_the_zone_typed_and_pressed(self, talk: Talk) -> None:
        await talk.say("ann", "/settings timezone Shanghai")
        proposed = await talk.proposed()
        (decision,) = talk.decisions()
        talk.pass_time(talk.policy.decision_ttl + timedelta(minutes=1))
        expected = sentence(
            "error-decision-expired", expired_at=Locale(EN, SHANGHAI).format_instant(decision.expires_at)
        )

        assert text_of(await talk.press("ann", button(proposed, "confirm"))) == expected
        assert text_of(await talk.say("ann", "yes, do it")).startswith(expected)

    @pytest.mark.parametrize("language", Language)
    def test_a_live_price_is_told_in_the_zone(self, language: Language) -> None:
        at = datetime(2026, 7, 15, 17, 0, tzinfo=UTC)
        assert "2026-07-16 01:00 UTC+8" in DecisionCards(SAY).price_time(Locale(language, SHANGHAI), at, "yahoo")
        assert "2026-07-15 17:00 UTC" in DecisionCards(SAY).price_time(Locale(language), at, "yahoo")

    async def test_today_is_todays_in_the_zone(self, talk: Talk) -> None:
        await talk.proposed()
        (decision,) = talk.decisions()
        before = decision.expires_at.replace(hour=15, minute=50)
        shown, locale, made = DecisionCards(SAY), Locale(EN, SHANGHAI), replace(decision, created_at=before)
        over_midnight = shown.expiry(locale, _until(made, before + timedelta(minutes=20)))
        assert over_midnight == locale.format_instant(before + timedelta(minutes=20))
        assert shown.expiry(locale, _until(made, before + timedelta(minutes=5))) == "23:55 UTC+8"


class TestNames:
    def test_a_zone_by_its_names(self, subtests: pytest.Subtests) -> None:
        for name, zone in [
            ("Asia/Shanghai", "Asia/Shanghai"),
            ("ASIA/SHANGHAI", "Asia/Shanghai"),
            ("asia shanghai", "Asia/Shanghai"),
            ("beijing time", "Asia/Shanghai"),
            ("北京时间", "Asia/Shanghai"),
            ("new_york", "America/New_York"),
            ("纽约", "America/New_York"),
            ("São Paulo", "America/Sao_Paulo"),
            ("伦敦", "Europe/London"),
            ("utc", "UTC"),
            ("UTC+8", "Etc/GMT-8"),
            ("gmt-05", "Etc/GMT+5"),
            ("Etc/GMT+5", "Etc/GMT+5"),
            ("UTC+99", None),
            ("Factory", None),
            ("CST", None),
            ("", None),
        ]:
            with subtests.test(f"{name!r}, {zone!r}"):
                assert find_time_zone(name) == zone


@given(st.sampled_from(["", "language ", "设置 时区", "settings tz ", "/settings engine ", "time zone to "]), st.text())
@example("language ", "is\x1f=\u2028")
def test_arguments_of_any_kind_are_read_without_an_error(before: str, text: str) -> None:
    found = parse_setting(before + text)
    assert found is None or isinstance(read_setting_value(found.value, found.setting), str | None)
    command = find_command(before + text)
    assert command is None or isinstance(command.rest, str)


def _until(decision: Decision, at: datetime) -> Decision:
    return replace(decision, expires_at=at)
