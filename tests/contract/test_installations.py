"""Installation stores: one suite for memory and PostgreSQL."""

import asyncio
from dataclasses import dataclass, replace
from datetime import timedelta

import psycopg
import pytest
from cryptography.fernet import Fernet

from bot.errors import SettingsError
from bot.ports import Installations, OAuthStates
from db.installations import PostgresInstallations, PostgresOAuthStates
from db.pool import Database
from db.token_cipher import TokenCipher
from tests.fakes.clock import NOON, FixedClock
from tests.fakes.installations import FakeInstallations, FakeOAuthStates, an_installation
from tests.shared_database import SharedDatabase

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class InstallationStores:
    installations: Installations
    states: OAuthStates
    clock: FixedClock


@pytest.fixture
def stores(database_if_real: SharedDatabase | None) -> InstallationStores:
    clock = FixedClock()
    if database_if_real is None:
        return InstallationStores(FakeInstallations(), FakeOAuthStates(clock=clock), clock)
    database = database_if_real.database
    installations = PostgresInstallations(database, clock=clock, cipher=TokenCipher())
    return InstallationStores(installations, PostgresOAuthStates(database, clock=clock), clock)


@pytest.fixture
def database(emptied_database: SharedDatabase) -> Database:
    return emptied_database.database


def sealed_by(database: Database, *keys: str) -> PostgresInstallations:
    return PostgresInstallations(database, clock=FixedClock(), cipher=TokenCipher(keys))


async def dump(url: str) -> str:
    """Everything in the table, as its owner sees it."""
    async with await psycopg.AsyncConnection.connect(url) as owner:
        rows = await owner.execute("SELECT coalesce(string_agg(i::text, '\n'), '') FROM slack_installation i")
        return str((await rows.fetchall())[0][0])


class TestInstallations:
    async def test_what_was_stored_is_found(self, stores: InstallationStores) -> None:
        one, whole = an_installation("T1"), replace(an_installation("E1"), enterprise_id="E1")
        for each in (one, whole):
            await stores.installations.save(each)
        assert [await stores.installations.find_installation(each) for each in ("T1", "E1", "T2")] == [one, whole, None]

    async def test_a_second_one_takes_the_place_of_the_first(self, stores: InstallationStores) -> None:
        await stores.installations.save(an_installation())
        again = replace(an_installation(bot="xoxb-new", at=NOON + MINUTE), scopes=("chat:write",), installer_id="U2")
        await stores.installations.save(again)
        assert await stores.installations.find_installation("T1") == again

    async def test_what_is_removed_is_gone_and_the_others_stay(self, stores: InstallationStores) -> None:
        await stores.installations.save(an_installation("T1"))
        await stores.installations.save(an_installation("T2"))
        assert await stores.installations.remove("T1")
        assert not await stores.installations.remove("T1")
        assert await stores.installations.find_installation("T1") is None
        assert await stores.installations.find_installation("T2") is not None

    async def test_a_removal_that_comes_late_leaves_the_newer_one(self, stores: InstallationStores) -> None:
        await stores.installations.save(an_installation(at=NOON))
        assert not await stores.installations.remove("T1", unless_after=NOON - SECOND)
        assert await stores.installations.find_installation("T1") is not None
        assert await stores.installations.remove("T1", unless_after=NOON)
        await stores.installations.save(an_installation(at=NOON))
        assert await stores.installations.find_installation("T1") is not None


class TestStates:
    async def test_is_good_once(self, stores: InstallationStores) -> None:
        state = await stores.states.issue()
        assert await stores.states.consume(state)
        assert not await stores.states.consume(state)

    async def test_no_two_are_alike(self, stores: InstallationStores) -> None:
        assert len({await stores.states.issue() for _ in range(20)}) == 20

    @pytest.mark.parametrize("forged", ["", "x", "état", "\x00", "\udcff", "' OR true --", "x" * 10_000])
    async def test_what_was_never_issued_is_not_good(self, stores: InstallationStores, forged: str) -> None:
        state = await stores.states.issue()
        assert not await stores.states.consume(forged)
        assert await stores.states.consume(state)

    async def test_is_good_for_ten_minutes(self, stores: InstallationStores) -> None:
        early, late = await stores.states.issue(), await stores.states.issue()
        stores.clock.advance(timedelta(minutes=10) - SECOND)
        assert await stores.states.consume(early)
        stores.clock.advance(SECOND)
        assert not await stores.states.consume(late)

    async def test_of_many_at_once_one_is_told_that_it_is_good(self, stores: InstallationStores) -> None:
        for _ in range(10):
            state = await stores.states.issue()
            told = await asyncio.gather(*(stores.states.consume(state) for _ in range(8)))
            assert sorted(told) == [False] * 7 + [True]


class TestStatesInPostgres:
    async def test_any_process_knows_them(self, database_url: str, database: Database) -> None:
        state = await PostgresOAuthStates(database, clock=FixedClock()).issue()
        async with Database(database_url) as other:
            assert await PostgresOAuthStates(other, clock=FixedClock()).consume(state)

    async def test_the_table_does_not_tell_them(self, database_url: str, database: Database) -> None:
        state = await PostgresOAuthStates(database, clock=FixedClock()).issue()
        async with await psycopg.AsyncConnection.connect(database_url) as owner:
            rows = await (await owner.execute("SELECT digest FROM slack_oauth_state")).fetchall()
        assert len(rows) == 1
        assert state.encode() not in rows[0][0]

    async def test_those_that_were_never_used_are_cleared_away(self, database_url: str, database: Database) -> None:
        clock = FixedClock()
        states = PostgresOAuthStates(database, clock=clock)
        for _ in range(5):
            await states.issue()
        clock.advance(timedelta(minutes=10))
        await asyncio.gather(*(states.issue() for _ in range(3)))
        async with await psycopg.AsyncConnection.connect(database_url) as owner:
            rows = await (await owner.execute("SELECT count(*) FROM slack_oauth_state")).fetchall()
        assert rows == [(3,)]


class TestSealed:
    async def test_without_a_key_a_token_is_stored_as_it_is(self, database_url: str, database: Database) -> None:
        await sealed_by(database).save(an_installation(bot="xoxb-plain"))
        assert await sealed_by(database).reencrypt_tokens() == 0
        assert "xoxb-plain" in await dump(database_url)

    async def test_with_a_key_the_database_does_not_hold_it(self, database_url: str, database: Database) -> None:
        key = Fernet.generate_key().decode()
        installations = sealed_by(database, key)
        secret = an_installation(bot="xoxb-secret")
        await installations.save(secret)
        rows = await dump(database_url)
        assert "U-T1" in rows
        assert "xoxb" not in rows
        assert "secret" not in rows
        assert key not in rows
        assert await installations.find_installation("T1") == secret

    async def test_what_was_stored_before_there_was_a_key_is_still_found(self, database: Database) -> None:
        await sealed_by(database).save(an_installation())
        assert await sealed_by(database, Fernet.generate_key().decode()).find_installation("T1") == an_installation()

    async def test_without_its_key_a_token_cannot_be_had(self, database: Database) -> None:
        await sealed_by(database, Fernet.generate_key().decode()).save(an_installation())
        for other in (sealed_by(database), sealed_by(database, Fernet.generate_key().decode())):
            with pytest.raises(SettingsError, match="SLACK_TOKEN_KEY"):
                await other.find_installation("T1")
            with pytest.raises(SettingsError, match="SLACK_TOKEN_KEY"):
                await other.check_stored_tokens()

    async def test_a_new_key_takes_over_from_the_old_one(self, database_url: str, database: Database) -> None:
        old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
        await sealed_by(database).save(an_installation("T1", bot="xoxb-one"))
        await sealed_by(database, old).save(an_installation("T2", bot="xoxb-two"))
        both = sealed_by(database, new, old)
        await both.save(an_installation("T3", bot="xoxb-three"))

        assert await both.check_stored_tokens() == 3
        assert await both.reencrypt_tokens() == 2
        assert await both.reencrypt_tokens() == 0

        assert "xoxb" not in await dump(database_url)
        only_new = sealed_by(database, new)
        found = [await only_new.find_installation(workspace) for workspace in ("T1", "T2", "T3")]
        assert [each.bot_token for each in found if each] == ["xoxb-one", "xoxb-two", "xoxb-three"]

    async def test_what_cannot_be_opened_does_not_keep_the_others_from_the_new_key(self, database: Database) -> None:
        lost, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
        await sealed_by(database, lost).save(an_installation("T1"))
        await sealed_by(database).save(an_installation("T2"))
        assert await sealed_by(database, new).reencrypt_tokens() == 1
        with pytest.raises(SettingsError, match="1 stored tokens"):
            await sealed_by(database, new).check_stored_tokens()
