"""Installations as Slack's library hands them over, and the seal of their tokens."""

import pytest
from cryptography.fernet import Fernet
from slack_sdk.oauth.installation_store import Installation as SlackInstallation

from adapters.slack.install.oauth_stores import SlackInstallationStore, SlackStateStore
from bot.errors import SettingsError
from db.token_cipher import EncryptedToken, TokenCipher, split_keys
from tests.fakes.clock import NOON, FixedClock
from tests.fakes.installations import FakeInstallations, FakeOAuthStates, an_installation

OF_THE_BOT = "xoxb-one"
OF_A_PERSON = "xoxp-of-a-person"


@pytest.fixture
def stored() -> FakeInstallations:
    return FakeInstallations()


@pytest.fixture
def store(stored: FakeInstallations) -> SlackInstallationStore:
    return SlackInstallationStore(stored, clock=FixedClock())


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


class TestInstallationStore:
    async def test_keeps_what_we_need_and_nothing_of_a_persons(
        self, stored: FakeInstallations, store: SlackInstallationStore
    ) -> None:
        await store.async_save(granted())
        assert stored.rows == {"T1": an_installation(at=NOON)}

    async def test_finds_it_again(self, store: SlackInstallationStore) -> None:
        await store.async_save(granted(enterprise="E1"))
        found = await store.async_find_installation(enterprise_id="E1", team_id="T1", user_id="U9")
        bot = await store.async_find_bot(enterprise_id="E1", team_id="T1")
        assert found is not None
        assert bot is not None
        assert (found.team_id, found.enterprise_id, found.user_token) == ("T1", "E1", None)
        assert (bot.bot_token, bot.bot_scopes) == ("xoxb-one", ("chat:write", "commands"))
        assert found.installed_at == NOON.timestamp()

    async def test_keeps_that_of_an_organisation_under_its_name(
        self, stored: FakeInstallations, store: SlackInstallationStore
    ) -> None:
        await store.async_save(granted(team=None, enterprise="E1", whole=True))
        assert list(stored.rows) == ["E1"]
        bot = await store.async_find_bot(enterprise_id="E1", team_id="T1", is_enterprise_install=True)
        assert bot is not None
        assert (bot.team_id, bot.is_enterprise_install) == (None, True)
        assert await store.async_find_bot(enterprise_id="E1", team_id="T1") is None

    @pytest.mark.parametrize("lacking", ["bot_token", "bot_user_id", "team_id"])
    async def test_refuses_what_is_none(
        self, stored: FakeInstallations, store: SlackInstallationStore, lacking: str
    ) -> None:
        installation = granted()
        setattr(installation, lacking, None)
        with pytest.raises(ValueError, match="without"):
            await store.async_save(installation)
        assert stored.rows == {}

    async def test_forgets_the_bots_but_not_for_one_persons_sake(
        self, stored: FakeInstallations, store: SlackInstallationStore
    ) -> None:
        await store.async_save(granted())
        await store.async_delete_installation(enterprise_id=None, team_id="T1", user_id="U1")
        assert list(stored.rows) == ["T1"]
        await store.async_delete_all(enterprise_id=None, team_id="T1")
        assert stored.rows == {}


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
