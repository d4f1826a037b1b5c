"""With which token we speak where we were installed, and for how long we remember it."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.slack.tokens import CachedInstallations, InstalledTokens, SlackBot, TokenProvider
from bot.domain.installations import Installation
from bot.errors import DeliveryError, SettingsError, StoreUnavailableError, UnreachableError
from tests.fakes.clock import NOON
from tests.fakes.installations import FakeInstallations, an_installation

SECOND = timedelta(seconds=1)


class ManualSeconds:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class SlowInstallations(FakeInstallations):
    """What it answers was true when it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.was_asked, self.go = asyncio.Event(), asyncio.Event()

    async def find_installation(self, workspace: str) -> Installation | None:
        found = await super().find_installation(workspace)
        self.was_asked.set()
        await self.go.wait()
        return found


async def token_in(tokens: TokenProvider, team_id: str, enterprise_id: str | None = None) -> str:
    return (await tokens.get_bot(team_id, enterprise_id)).token


@pytest.fixture
def stored() -> FakeInstallations:
    return FakeInstallations()


@pytest.fixture
def watch() -> ManualSeconds:
    return ManualSeconds()


@pytest.fixture
def recent(stored: FakeInstallations, watch: ManualSeconds) -> CachedInstallations:
    return CachedInstallations(stored, seconds=watch)


@pytest.fixture
def tokens(recent: CachedInstallations) -> InstalledTokens:
    return InstalledTokens(recent)


class TestBot:
    async def test_is_the_workspaces_own(self, stored: FakeInstallations, tokens: TokenProvider) -> None:
        await stored.save(an_installation("T1", bot="xoxb-one"))
        await stored.save(an_installation("T2", bot="xoxb-two"))
        assert await tokens.get_bot("T1") == SlackBot("xoxb-one", "U-T1", "B-T1")
        assert await tokens.get_bot("T2") == SlackBot("xoxb-two", "U-T2", "B-T2")

    async def test_may_be_that_of_the_organisation(self, stored: FakeInstallations, tokens: TokenProvider) -> None:
        await stored.save(replace(an_installation("E1", bot="xoxb-org"), enterprise_id="E1"))
        assert await tokens.get_bot("T1", "E1") == SlackBot("xoxb-org", "U-E1", "B-E1")
        assert await token_in(tokens, "E1", "E1") == "xoxb-org"

    async def test_is_the_workspaces_own_before_the_organisations(
        self, stored: FakeInstallations, tokens: TokenProvider
    ) -> None:
        await stored.save(an_installation("E1", bot="xoxb-org"))
        await stored.save(an_installation("T1", bot="xoxb-one"))
        assert await token_in(tokens, "T1", "E1") == "xoxb-one"

    @pytest.mark.parametrize("enterprise", [None, "", "E9", "T1"])
    async def test_is_not_to_be_had_where_we_are_not_installed(
        self, tokens: TokenProvider, enterprise: str | None
    ) -> None:
        with pytest.raises(UnreachableError):
            await tokens.get_bot("T1", enterprise)

    @pytest.mark.parametrize("error", [StoreUnavailableError(), SettingsError(setting="SLACK_TOKEN_KEY")])
    async def test_may_be_had_later_when_it_cannot_be_read_now(
        self, stored: FakeInstallations, tokens: TokenProvider, error: Exception
    ) -> None:
        await stored.save(an_installation())
        stored.down = error
        with pytest.raises(DeliveryError) as told:
            await tokens.get_bot("T1")
        assert not isinstance(told.value, UnreachableError)
        stored.down = None
        assert await token_in(tokens, "T1") == "xoxb-one"

    async def test_never_shows_its_token(self, stored: FakeInstallations, tokens: TokenProvider) -> None:
        await stored.save(an_installation(bot="xoxb-secret"))
        assert "xoxb" not in repr(await tokens.get_bot("T1"))
        assert "xoxb" not in repr(await stored.find_installation("T1"))


class TestRemembered:
    async def test_for_a_minute(self, stored: FakeInstallations, tokens: TokenProvider, watch: ManualSeconds) -> None:
        await stored.save(an_installation())
        for _ in range(5):
            await tokens.get_bot("T1")
        assert stored.asked == ["T1"]
        watch.now += 59.9
        await tokens.get_bot("T1")
        assert stored.asked == ["T1"]
        watch.now += 0.1
        await tokens.get_bot("T1")
        assert stored.asked == ["T1", "T1"]

    async def test_that_there_is_none_only_for_seconds(
        self, stored: FakeInstallations, tokens: TokenProvider, watch: ManualSeconds
    ) -> None:
        for _ in range(3):
            with pytest.raises(UnreachableError):
                await tokens.get_bot("T1")
        assert stored.asked == ["T1"]
        await stored.save(an_installation())  # by another process
        watch.now += 5
        assert await token_in(tokens, "T1") == "xoxb-one"

    async def test_not_what_could_not_be_read(self, stored: FakeInstallations, tokens: TokenProvider) -> None:
        stored.down = StoreUnavailableError()
        for _ in range(2):
            with pytest.raises(DeliveryError):
                await tokens.get_bot("T1")
        assert len(stored.asked) == 2

    async def test_until_it_is_installed_anew(self, recent: CachedInstallations, tokens: TokenProvider) -> None:
        await recent.save(an_installation(bot="xoxb-old"))
        assert await token_in(tokens, "T1") == "xoxb-old"
        await recent.save(an_installation(bot="xoxb-new"))
        assert await token_in(tokens, "T1") == "xoxb-new"

    @pytest.mark.parametrize("enterprise", [None, "E1"])
    async def test_until_slack_refuses_it(
        self, stored: FakeInstallations, tokens: TokenProvider, enterprise: str | None
    ) -> None:
        workspace = enterprise or "T1"
        await stored.save(an_installation(workspace, bot="xoxb-old"))
        assert await token_in(tokens, "T1", enterprise) == "xoxb-old"
        await stored.save(an_installation(workspace, bot="xoxb-new"))  # by another process
        assert await token_in(tokens, "T1", enterprise) == "xoxb-old"
        tokens.token_refused("T1", enterprise)
        assert await token_in(tokens, "T1", enterprise) == "xoxb-new"

    async def test_of_ten_thousand_workspaces_at_most(self, stored: FakeInstallations, tokens: TokenProvider) -> None:
        await stored.save(an_installation())
        await tokens.get_bot("T1")
        for number in range(10_000):
            with pytest.raises(UnreachableError):
                await tokens.get_bot(f"T-{number}")
        stored.asked.clear()
        await tokens.get_bot("T1")
        assert stored.asked == ["T1"]

    async def test_not_if_it_changed_while_it_was_read(self) -> None:
        slow = SlowInstallations()
        recent = CachedInstallations(slow)
        await slow.save(an_installation(bot="xoxb-old"))
        reading = asyncio.create_task(recent.find_installation("T1"))
        await slow.was_asked.wait()
        await recent.save(an_installation(bot="xoxb-new"))
        slow.go.set()
        await reading
        assert await recent.find_installation("T1") == an_installation(bot="xoxb-new")


class TestUninstalled:
    async def test_forgets_the_workspaces_token_at_once(
        self, stored: FakeInstallations, tokens: InstalledTokens
    ) -> None:
        await stored.save(an_installation("T1"))
        await stored.save(an_installation("E1"))
        await tokens.get_bot("T1")
        await tokens.forget_installation("T1", "E1")
        with pytest.raises(UnreachableError):
            await tokens.get_bot("T1")
        assert list(stored.rows) == ["E1"]

    @pytest.mark.parametrize("team", [None, "", "E1"])
    async def test_may_mean_the_whole_organisation(
        self, stored: FakeInstallations, tokens: InstalledTokens, team: str | None
    ) -> None:
        await stored.save(an_installation("E1"))
        await tokens.forget_installation(team, "E1")
        assert stored.rows == {}

    async def test_twice_is_as_good_as_once(self, stored: FakeInstallations, tokens: InstalledTokens) -> None:
        await stored.save(an_installation())
        await tokens.forget_installation("T1", None)
        await tokens.forget_installation("T1", None)
        assert stored.rows == {}

    async def test_said_late_leaves_what_was_installed_since(
        self, stored: FakeInstallations, tokens: InstalledTokens
    ) -> None:
        await stored.save(an_installation(at=NOON))
        await tokens.forget_installation("T1", None, at=NOON - 2 * SECOND)
        assert await token_in(tokens, "T1") == "xoxb-one"

    async def test_in_the_second_of_the_installation_counts(
        self, stored: FakeInstallations, tokens: InstalledTokens
    ) -> None:
        await stored.save(an_installation(at=NOON + SECOND / 2))
        await tokens.forget_installation("T1", None, at=NOON)
        assert stored.rows == {}
