"""Installations as Slack's library hands them over, and the seal of their tokens."""

import pytest
from cryptography.fernet import Fernet
from slack_sdk.oauth.installation_store import Installation as SlackInstallation

from adapters.slack.install.oauth_steps import SlackStateStore, installation_from
from bot.errors import SettingsError
from db.token_cipher import EncryptedToken, TokenCipher, split_keys
from tests.fakes.clock import NOON, FixedClock
from tests.fakes.installations import FakeOAuthStates, an_installation

OF_THE_BOT = "xoxb-one"
OF_A_PERSON = "xoxp-of-a-person"


def granted(*, team: str | None = "T1", enterprise: str | None = None, whole: bool = False) -> SlackInstallation:
    return SlackInstallation(
        app_id="A1",
        enterprise_id=enterprise,
        team_id=team,
        bot_token=OF_THE_BOT,
        bot_id="B-T1",
        bot_user_id="U-T1",
        bot_scopes="chat:write,commands",
        user_id="U1",
        user_token=OF_A_PERSON,
        is_enterprise_install=whole,
    )


class TestInstallation:
    def test_keeps_what_we_need_and_nothing_of_a_persons(self) -> None:
        assert installation_from(granted(), installed_at=NOON) == an_installation(at=NOON)

    def test_that_of_an_organisation_is_kept_under_its_name(self) -> None:
        kept = installation_from(granted(team=None, enterprise="E1", whole=True), installed_at=NOON)
        assert (kept.workspace, kept.enterprise_id) == ("E1", "E1")

    @pytest.mark.parametrize("lacking", ["bot_token", "bot_user_id", "team_id"])
    def test_refuses_what_is_none(self, lacking: str) -> None:
        installation = granted()
        setattr(installation, lacking, None)
        with pytest.raises(ValueError, match="without"):
            installation_from(installation, installed_at=NOON)


async def test_the_state_store_hands_on() -> None:
    states = SlackStateStore(FakeOAuthStates(clock=FixedClock()))
    state = await states.async_issue()
    assert [await states.async_consume(state), await states.async_consume(state)] == [True, False]


class TestSeal:
    def test_opens_what_it_sealed(self) -> None:
        seal = TokenCipher([Fernet.generate_key().decode()])
        assert seal.decrypt(seal.encrypt("xoxb-one")) == "xoxb-one"
        assert seal.encrypt("xoxb-one") != seal.encrypt("xoxb-one")

    def test_seals_with_the_first_key_and_opens_with_any(self) -> None:
        old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
        before = TokenCipher([old]).encrypt("xoxb-one")
        both = TokenCipher([new, old])
        assert both.decrypt(before) == "xoxb-one"
        assert TokenCipher([new]).decrypt(both.encrypt("xoxb-one")) == "xoxb-one"
        assert both.key_names == (both.encrypt("x").key_name, before.key_name)

    def test_a_keys_name_tells_nothing_of_it(self) -> None:
        key = Fernet.generate_key().decode()
        name = TokenCipher([key]).newest_key
        assert name
        assert name not in key
        assert name == TokenCipher([key]).newest_key

    @pytest.mark.parametrize(
        ("setting", "keys"),
        [("", ()), (" , ", ()), ("a", ("a",)), ("new, old", ("new", "old")), ("a,\nb,", ("a", "b"))],
    )
    def test_takes_several_keys_from_one_setting(self, setting: str, keys: tuple[str, ...]) -> None:
        assert split_keys(setting) == keys

    def test_without_keys_nothing_is_hidden(self) -> None:
        assert TokenCipher().encrypt("xoxb-one") == EncryptedToken("xoxb-one", None)

    @pytest.mark.parametrize("key", ["", "short", "x" * 44, "密钥" * 22, "A" * 43])
    def test_what_is_no_key_is_refused_and_not_shown(self, key: str) -> None:
        with pytest.raises(SettingsError, match="SLACK_TOKEN_KEY") as told:
            TokenCipher([key])
        assert not key or key not in str(told.value)

    def test_what_was_changed_in_the_database_is_refused(self) -> None:
        seal = TokenCipher([Fernet.generate_key().decode()])
        sealed = seal.encrypt("xoxb-one")
        with pytest.raises(SettingsError, match="SLACK_TOKEN_KEY"):
            seal.decrypt(EncryptedToken(sealed.text[:-4] + "AAA=", sealed.key_name))
