"""Parley behind a real PgBouncer: in session mode it works, in any other it says what to set."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.bootstrap.app import Runtime, running_app
from bot.domain.conversation.turns import WorkerScope
from bot.ports.meter import NoMeter
from bot.settings import Settings
from db.pool import APP_CONNECTIONS, SYSTEM_CONNECTIONS
from tests.e2e.chat_process import conversation, parley
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_books_balance
from tests.pgbouncer import needs_pgbouncer, pgbouncer
from tests.waiting import PATIENCE

OPEN = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'parley'"
DOCUMENTED = APP_CONNECTIONS + SYSTEM_CONNECTIONS + 1  # the one that listens
OPERATIONS = Path(__file__).parents[3] / "docs" / "operations.md"


@needs_pgbouncer
@pytest.mark.parametrize("more", [{}, {"ignore_startup_parameters": "options"}])
def test_session_mode_then_a_conversation_is_answered(deployment: Deployment, more: dict[str, str]) -> None:
    with pgbouncer(deployment.database_url or "", pool_mode="session", **more) as url:
        pooled = replace(deployment, database_url=url)
        said = conversation(pooled, "buy 2 GOOG", "/press confirm", "/portfolio")
        assert "schema up to date" in parley(pooled, "doctor").stdout

    assert [each["decisions"][0]["status"] for each in said[:2]] == ["proposed", "filled"]
    assert "GOOG" in said[2]["text"]
    assert_books_balance(deployment)


@needs_pgbouncer
@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_other_modes_then_every_command_says_what_to_set(deployment: Deployment, mode: str) -> None:
    with pgbouncer(deployment.database_url or "", pool_mode=mode, ignore_startup_parameters="options") as url:
        pooled = replace(deployment, database_url=url, redis_url=None)
        for command in (("chat", "--json"), ("up",), ("migrate",), ("doctor",)):
            done = parley(pooled, *command, stdin="analyze AAPL\n")
            said = done.stdout + done.stderr
            assert done.returncode == 1, command
            assert "pool_mode=session" in said, command
            assert "Traceback" not in said, command
        assert said.count("FAULT]") == 1  # of `doctor`

    assert not (deployment.home / "redis").exists()  # refused before anything was started
    assert deployment.value("SELECT count(*) FROM turn") == 0


async def test_all_connections_in_use_then_as_many_as_the_documentation_says(
    deployment: Deployment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(deployment.work)  # where no .env is
    settings = Settings(
        parley_home=deployment.home,
        database_url=SecretStr(deployment.database_url or ""),
        redis_url=SecretStr(deployment.redis_url or ""),
        market_data="sample",
    )
    runtime = Runtime(scope=WorkerScope(frozenset({"console"})), platforms=lambda _: {}, meter=NoMeter())
    async with running_app(settings, runtime) as app:
        database = app.services.database
        more_than_fit = range(APP_CONNECTIONS + 1)
        busy = [
            asyncio.create_task(use("SELECT pg_sleep(14)", {}))
            for use in (database.app_row, database.system_row)
            for _ in more_than_fit
        ]
        async with asyncio.timeout(PATIENCE):
            while deployment.value(OPEN) < DOCUMENTED:  # noqa: ASYNC110 - the server's doing
                await asyncio.sleep(0.05)
        assert deployment.value(OPEN) == DOCUMENTED
        for each in busy:
            each.cancel()
        await asyncio.gather(*busy, return_exceptions=True)

    documented = f"| `parley up`, `slack`, `discord`, `chat` | {DOCUMENTED} |"
    assert documented in OPERATIONS.read_text(encoding="utf-8")
