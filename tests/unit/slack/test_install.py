"""The installation of the Slack app: what is kept of Slack's answer, what is refused, the pages, and the stores."""

import logging
import re
from typing import Any

import pytest
from cryptography.fernet import Fernet
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.oauth.installation_store import Installation as SlackInstallation
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack.install.oauth import InstallPage, preferred_language, render_page
from adapters.slack.install.oauth_steps import SlackStateStore, exchange_code, installation_from
from bot.domain.text.locale import Language, Locale
from bot.errors import SettingsError
from bot.locales import Catalogue
from db.token_cipher import EncryptedToken, TokenCipher, split_keys
from tests.fakes.clock import NOON, FixedClock
from tests.fakes.installations import FakeOAuthStates, an_installation

NO_SECRET = "opens-nothing"  # noqa: S105 - as it says
GRANTED = {
    "ok": True,
    "access_token": "xoxb-one",
    "token_type": "bot",
    "scope": "chat:write,commands",
    "bot_user_id": "U-T1",
    "app_id": "A1",
    "team": {"id": "T1", "name": "Acme"},
    "enterprise": None,
    "is_enterprise_install": False,
    "authed_user": {"id": "U1", "access_token": "xoxp-of-a-person", "scope": "chat:write"},
}
WHOLE = {"team": None, "enterprise": {"id": "E1", "name": "Acme Group"}, "is_enterprise_install": True}
SAY = Catalogue()
EN, ZH = Language.ENGLISH, Language.CHINESE
OF_THE_BOT = "xoxb-one"
OF_A_PERSON = "xoxp-of-a-person"


class SlackClientStub(AsyncWebClient):
    """Answers as it is told, without a network."""

    def __init__(self, granted: dict[str, Any]) -> None:
        super().__init__()
        self.granted = granted
        self.asked: dict[str, str] = {}
        self.tokens: list[str] = []

    async def api_call(self, api_method: str, **arguments: Any) -> AsyncSlackResponse:  # noqa: ANN401 - as the library's
        assert api_method == "oauth.v2.access"
        assert arguments["headers"] == {"Authorization": "Basic MS4yOm9wZW5zLW5vdGhpbmc="}
        self.asked = arguments["data"]
        return self._answer(self.granted)

    async def auth_test(self, **arguments: Any) -> AsyncSlackResponse:  # noqa: ANN401 - as the library's
        self.tokens.append(arguments["token"])
        return self._answer({"ok": True, "bot_id": "B-T1", "user_id": "U-T1"})

    def _answer(self, data: dict[str, Any]) -> AsyncSlackResponse:
        return AsyncSlackResponse(
            client=self, http_verb="POST", api_url="", req_args={}, data=data, headers={}, status_code=200
        )


@pytest.fixture
def settings() -> AsyncOAuthSettings:
    return AsyncOAuthSettings(client_id="1.2", client_secret=NO_SECRET, scopes=(), user_scopes=())


async def test_keeps_the_bot_and_no_persons_token(settings: AsyncOAuthSettings) -> None:
    slack = SlackClientStub(GRANTED)
    made = await exchange_code(slack, "code", settings)
    assert made is not None
    assert (slack.asked, slack.tokens) == ({"code": "code"}, ["xoxb-one"])
    assert (made.team_id, made.team_name, made.bot_token, made.bot_id) == ("T1", "Acme", "xoxb-one", "B-T1")
    assert (made.bot_user_id, made.bot_scopes, made.user_id) == ("U-T1", ["chat:write", "commands"], "U1")
    assert (made.user_token, made.is_enterprise_install, made.enterprise_id) == (None, False, None)


async def test_may_be_for_a_whole_organisation(settings: AsyncOAuthSettings) -> None:
    made = await exchange_code(SlackClientStub({**GRANTED, **WHOLE}), "code", settings)
    assert made is not None
    assert (made.team_id, made.enterprise_id, made.enterprise_name) == (None, "E1", "Acme Group")
    assert made.is_enterprise_install


@pytest.mark.parametrize(
    ("unlike", "why"),
    [({"refresh_token": "xoxe-1-secret", "expires_in": 43200}, "token rotation"), ({"access_token": None}, "no bot")],
)
async def test_refuses_an_app_we_cannot_work_with_and_says_why_in_the_log(
    settings: AsyncOAuthSettings, caplog: pytest.LogCaptureFixture, unlike: dict[str, Any], why: str
) -> None:
    caplog.set_level(logging.DEBUG)
    slack = SlackClientStub({**GRANTED, **unlike})
    assert await exchange_code(slack, "code", settings) is None
    assert slack.tokens == []
    assert why in caplog.text
    assert "xox" not in caplog.text


def test_the_language_is_the_one_the_browser_likes_best(subtests: pytest.Subtests) -> None:
    for header, language in [
        ("", EN),
        ("zh", ZH),
        ("zh-CN,zh;q=0.9,en;q=0.8", ZH),
        ("zh-Hant-TW", ZH),
        ("ZH-cn", ZH),
        ("en-GB,zh;q=0.9", EN),
        ("zh;q=0.2, en;q=0.9", EN),
        ("fr-FR, zh;q=0.5", ZH),
        ("de,fr", EN),
        ("*", EN),
        ("zh;q=0", EN),
        ("zh;q=x", EN),
        ("zh; q=0.7 , en ; q=0.1", ZH),
        ("zhx", EN),
        (";;;,,,=", EN),
        ("zh;q=nan", EN),
    ]:
        with subtests.test(f"{header!r}, {language!r}"):
            assert preferred_language(header) is language


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("which", InstallPage)
class TestPage:
    def test_says_what_came_of_it(self, which: InstallPage, language: Language) -> None:
        text = render_page(SAY, which, language=language, workspace="Acme")
        assert f'<html lang="{language.value}">' in text
        assert SAY.render(Locale(language), f"install-{which}-title") in text
        assert ("Acme" in text) is (which is InstallPage.INSTALLED)

    def test_leads_back_to_the_beginning_where_that_helps(self, which: InstallPage, language: Language) -> None:
        assert ('<a href="install">' in render_page(SAY, which, language=language)) is (
            which is not InstallPage.INSTALLED
        )

    def test_needs_nothing_that_its_policy_forbids(self, which: InstallPage, language: Language) -> None:
        text = render_page(SAY, which, language=language, workspace="Acme")
        assert not re.search(r"<(script|style|img|iframe|form|link|base)|\sstyle=|\son\w+=", text)


def test_a_workspaces_name_is_no_markup() -> None:
    text = render_page(SAY, InstallPage.INSTALLED, language=EN, workspace='<script>alert("1")</script>&')
    assert "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;" in text
    assert "<script" not in text


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
