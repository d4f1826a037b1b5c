"""What the database itself guarantees, whatever our code does: tenants apart, roles narrow, the audit trail kept."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from itertools import product
from typing import LiteralString

import psycopg
import pytest
import pytest_asyncio
from psycopg import errors, sql

from bot.domain.committee.memory import compose_digest
from bot.domain.conversation.buttons import Vote
from bot.domain.conversation.channels import ChannelSettings
from bot.domain.conversation.posting import MessageMark
from bot.domain.conversation.readings import PickedReading
from bot.domain.conversation.states import Intent
from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, PersonLimits
from bot.domain.conversation.turns import Turn, TurnLog
from bot.domain.erasure import ErasureRequest
from bot.domain.ids import TenantId, derive_id
from bot.domain.memory.episodes import EpisodeTerms, Visibility
from bot.domain.models.requests import BudgetAmount, BudgetPart, ModelAllowance, ModelAnswer, TokenUsage
from bot.domain.trading.actual_result import SettledResult
from bot.domain.trading.decision_result import AgentMessage
from bot.domain.trading.forecasts.forecast import forecast_of
from bot.domain.trading.forecasts.reflection import Reflection
from bot.domain.trading.trading_limits import LimitMeasure, LimitTerms
from db.installations import PostgresInstallations
from db.pool import Connection, Database
from db.sessions import APP, SYSTEM, Session, SessionSettings
from db.token_cipher import TokenCipher
from tests.contract.store_sets import (
    ANN,
    CLOSE,
    StoreSet,
    a_job,
    a_message,
    a_roll,
    a_thread,
    an_episode,
    overheard,
    real_store_set,
)
from tests.contract.test_actual_results import a_result
from tests.contract.test_alerts import an_alert
from tests.contract.test_analysis_runs import FUSION
from tests.contract.test_analyst_memory import a_report
from tests.contract.test_core_memory import store_fact
from tests.contract.test_holding_corrections import proposed
from tests.contract.test_knowledge import a_document, a_file
from tests.contract.test_summaries import a_summary
from tests.contract.test_watching import ANNS, add, subscribe, subscription, watched
from tests.fakes.installations import an_installation
from tests.fakes.limits import in_force
from tests.fakes.model_stores import a_model_call, a_request, a_run

ROLES = ("parley_app", "parley_system", "parley_erasure")
# What the system role must not see, whichever table it is in.
PRIVATE = (
    "SELECT text FROM turn",
    "SELECT person_id FROM feedback",
    "SELECT result FROM decision_result",
    "SELECT person_name FROM turn",
    "SELECT answer FROM reply",
    "SELECT symbol FROM decision",
    "SELECT text FROM episode",
    "SELECT terms FROM episode",
    "SELECT * FROM episode_vector",
    "SELECT * FROM episode_term_count",
    "SELECT is_public FROM channel_visibility",
    "SELECT text FROM overheard",
    "SELECT person_name FROM overheard",
    "SELECT text FROM conversation_summary",
    "SELECT * FROM summary_lease",
    "SELECT * FROM summary_vector",
    "SELECT workspace FROM tenant",
    "SELECT channel FROM conversation",
    "SELECT facts FROM core_memory",
    "SELECT * FROM knowledge_base",
    "SELECT * FROM knowledge_document",
    "SELECT * FROM knowledge_term",
    "SELECT * FROM shared_files",
    "SELECT * FROM message",
    "SELECT * FROM account",
    "SELECT * FROM position",
    "SELECT * FROM trade_order",
    "SELECT * FROM fill",
    "SELECT cash FROM account",
    "SELECT differences FROM account",
    "SELECT symbol FROM trade_order",
    "SELECT * FROM paper_account",
    "SELECT * FROM paper_position",
    "SELECT * FROM paper_order",
    "SELECT * FROM paper_fill",
    "SELECT * FROM corporate_action",
    "SELECT * FROM account_value",
    "SELECT * FROM audit",
    "SELECT * FROM forecast",
    "SELECT * FROM reflection",
    "SELECT bot_token FROM slack_installation",
    "SELECT * FROM llm_call",
    "SELECT * FROM llm_cache",
    "SELECT messages FROM llm_prompt_text",
    "SELECT * FROM llm_day",
    "SELECT * FROM engine_run",
    "SELECT * FROM agent_message",
    "SELECT * FROM turn_log",
    "SELECT * FROM picked_reading",
    "UPDATE decision SET status = 'confirmed'",
    "UPDATE turn SET status = 'answered'",
    "DELETE FROM reply",
)
SEARCHED = (
    "channel_visibility",
    "episode",
    "episode_model_count",
    "episode_scope_count",
    "episode_term_count",
    "episode_vector",
)
# Sums over all tenants, and what is begun before a tenant is known; the app may not read them.
OF_NO_TENANT = {
    "alert_poll",
    "background_call_stat",
    "caught_up_alert_stat",
    "job_stat",
    "process",
    "slack_oauth_state",
}
HOSTILE = (
    "ALTER TABLE turn DISABLE ROW LEVEL SECURITY",
    "DROP POLICY one_tenant ON turn",
    "CREATE POLICY mine ON turn USING (true)",
    "DROP TRIGGER audit_is_append_only ON audit",
    "CREATE TABLE mine ()",
    "CREATE FUNCTION current_tenant(int) RETURNS uuid LANGUAGE sql AS 'SELECT null::uuid'",
    "ALTER ROLE parley_app BYPASSRLS",
    "DELETE FROM message",
    "UPDATE message SET text = 'never said'",
    "UPDATE fill SET price = 1",
    "UPDATE paper_fill SET price = 1",
    "DELETE FROM paper_order",
    "UPDATE approval SET outcome = 'confirmed'",
    "UPDATE corporate_action SET cash = 1000000",
    "DELETE FROM corporate_action",
    "UPDATE audit SET by = 'somebody else'",
    "UPDATE llm_call SET cost = 0",
    "DELETE FROM llm_call",
    "DELETE FROM llm_prompt_text",
    "DELETE FROM llm_day",
    "UPDATE engine_run SET engine = 'rules'",
    "UPDATE agent_message SET text = 'never said'",
    "DELETE FROM audit",
    "TRUNCATE audit",
    "UPDATE forecast SET probability = 1",
    "DELETE FROM forecast",
    "UPDATE reflection SET came_true = true",
    "DELETE FROM reflection",
    "SET row_security = off; SELECT * FROM turn",
    "SELECT * FROM claim_conversation('me', '1 hour', '{console}', NULL)",
    "SELECT * FROM job_stat",
    "SELECT * FROM background_call_stat",
    "SELECT * FROM caught_up_alert_stat",
    "SELECT * FROM slack_oauth_state",
    "SELECT * FROM process",
    "SELECT register_process('me', 1)",
    "SELECT release_leases('me')",
    "SELECT bury_dead_processes('0')",
    "SELECT add_up_job('index_episode', 1, 1)",
)
# Who erases people takes words and names away, and changes no figure, no outcome and no trail.
BEYOND_ERASURE = (
    "UPDATE message SET created_at = now()",
    "UPDATE decision SET status = 'confirmed'",
    "UPDATE decision SET shares = 1",
    "UPDATE approval SET outcome = 'confirmed'",
    "UPDATE trade_order SET status = 'filled'",
    "UPDATE trading_limit SET value = 1",
    "SELECT * FROM fill",
    "SELECT * FROM account",
    "DELETE FROM message",
    "DELETE FROM decision",
    "DELETE FROM forecast",
    "UPDATE audit SET by = 'somebody else'",
    "INSERT INTO turn DEFAULT VALUES",
)
OF_A_TENANT: LiteralString = (
    "SELECT table_name::text FROM information_schema.columns"
    " WHERE table_schema = 'public' AND column_name = 'tenant_id'"
)
WITHOUT_TENANT_IS_REFUSED = (errors.UndefinedObject, errors.InvalidTextRepresentation)


@pytest_asyncio.fixture(loop_scope="session")
async def world(module_database_url: str) -> AsyncIterator[StoreSet]:
    async with real_store_set(module_database_url) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def owner(module_database_url: str) -> AsyncIterator[psycopg.AsyncConnection]:
    async with await psycopg.AsyncConnection.connect(module_database_url, autocommit=True) as conn:
        yield conn


@asynccontextmanager
async def as_role(url: str, settings: SessionSettings) -> AsyncIterator[psycopg.AsyncConnection]:
    async with await Session.connect(url, settings=settings, autocommit=True) as conn:
        yield conn


async def column(conn: psycopg.AsyncConnection, query: LiteralString, *parameters: object) -> list[object]:
    return [row[0] for row in await (await conn.execute(query, parameters)).fetchall()]


async def carried_out(conn: psycopg.AsyncConnection, statements: Sequence[LiteralString]) -> list[str]:
    """Those that are not refused for lack of a right."""
    return [each for each in statements if not await is_refused(conn, each)]


async def is_refused(conn: psycopg.AsyncConnection, statement: LiteralString) -> bool:
    try:
        await conn.execute(statement)
    except errors.InsufficientPrivilege:
        return True
    return False


async def keep_a_report(world: StoreSet, turn: Turn) -> None:
    report = a_report(31)
    digest = compose_digest([report])
    assert digest is not None
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.analyst_reports.save_report(report)
        await tx.analyst_digests.save_digest(digest, market=report.market)


async def fill_every_table(world: StoreSet, turn: Turn) -> None:
    order = await world.order(turn, shares=Decimal(1))
    await world.trade(order)
    decision = await world.decision(turn)
    await world.answer(turn, shows=decision)
    await world.postings.begin_attempt(turn.thread, MessageMark(turn.id), is_final=True)
    place = replace(turn.thread, thread="")
    await world.inbox.accept_command(IncomingCommand(place, "c1", ANN, "/analyze AAPL", files=(a_file(),)))
    async with world.stores.transaction(turn.tenant_id) as tx:
        account = await tx.accounts.lock(order.account_id)
        booked = a_roll(actions=(replace(a_roll().actions[0], symbol=str(order.id)),))
        assert await tx.ledger.book_roll(account, booked, to=CLOSE)
        forecast = forecast_of(decision)
        assert forecast is not None
        await tx.forecasts.add_forecast(forecast)
        await tx.reflections.add_reflection(
            Reflection(
                key=decision.key,
                account_id=decision.account_id,
                symbol=decision.proposal.symbol,
                settled_as_of=CLOSE,
                came_true=True,
                excess_percent=Decimal(1),
                right=(0,),
                wrong=(),
                cases=1,
                cases_come_true=1,
            )
        )
    alert = await an_alert(world, turn)
    await proposed(world, order, turn=turn)
    await keep_a_report(world, turn)
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.alerts.add_alerts([alert])
        await tx.overheard.add(
            overheard(turn.thread, "lunch?", id="h1", at=world.clock.now(), visibility=Visibility.PUBLIC)
        )
        await tx.messages.add_message(a_message(turn, id=world.new_id(), at=world.clock.now()))
        await tx.actual_results.settle([SettledResult(decision, a_result())])
        episode = an_episode(turn, id=world.new_id(), at=world.clock.now())
        await tx.episodes.add_episode(episode)
        await tx.episodes.store_terms([EpisodeTerms(episode.id, {"buy": 1}, ("scope:x",))], at=world.clock.now())
        await tx.episodes.add_vectors("hash-1", {episode.id: [1.0]}, texts={episode.id: episode.text})
        await tx.summaries.lease(turn.conversation_id, token=world.new_id(), owner="me", ttl=timedelta(minutes=1))
        summary = a_summary(world, turn.conversation_id)
        await tx.summaries.save(summary, expected_covered_count=0)
        await tx.summaries.set_embedding(summary, embedding=(1.0, 0.0), model="hash-1")
        await tx.outbox.add_job(a_job(turn, id=world.new_id(), at=world.clock.now()))
        await tx.audit.add_entry("proposed", subject=order.id, by="U1", facts={"symbol": "AAPL"})
        await tx.replies.store_vote(derive_id(turn.id, "reply"), Vote.UP, turn=turn, at=world.clock.now())
        limit = in_force(LimitTerms(measure=LimitMeasure.TRADE), number=world.new_id().int).limit
        await tx.limits.add_limit(replace(limit, conversation_id=turn.conversation_id))
        await tx.channels.store_settings(turn.thread.channel, ChannelSettings(), by="U1", at=world.clock.now())
        await tx.picked_readings.add(PickedReading(turn.id, turn.text, "order"), at=world.clock.now())
        await tx.knowledge.save_document(a_document(world, turn), terms={"leverag"})
    await add(world, turn.tenant_id, watched(world, "AAPL"), watched(world, "IBM", ANNS))
    await subscribe(world, turn, subscription(world, turn), "C1")
    await store_fact(world, turn, "we never hold over earnings")
    await world.relay.claim_jobs(limit=99, ttl=timedelta(seconds=-1))
    for number in (1, 2):  # the first waits in the queue, the second is one too many
        message = IncomingMessage(replace(turn.thread, thread="limited"), f"limited {number}", ANN, "analyze AAPL")
        await world.inbox.accept_message(message, limits=PersonLimits(per_minute=1))
    await fill_the_books_of_models(world, turn)
    await fill_erasures(world, turn)
    installations = PostgresInstallations(world.own_database, clock=world.clock, cipher=TokenCipher())
    await installations.save(an_installation(turn.thread.workspace, at=world.clock.now()))


async def fill_erasures(world: StoreSet, turn: Turn) -> None:
    """Ask for the erasure of somebody who has said nothing, with a digest of what was not said."""
    request = ErasureRequest(
        id=derive_id(turn.id, "erasure of nobody"),
        asked_turn=turn.id,
        is_own=False,
        person_id="nobody",
        asked_at=turn.accepted_at,
    )
    await world.tx(turn.tenant_id).erasures.add_request(request)
    async with world.own_database.transaction(turn.tenant_id) as conn:
        await conn.execute("SET LOCAL ROLE parley_erasure")
        await conn.execute("INSERT INTO erasure_fragment VALUES (%s, %s, 1)", (turn.tenant_id, request.id))


async def fill_the_books_of_models(world: StoreSet, turn: Turn) -> None:
    now = world.clock.now()
    answer = ModelAnswer(text="hold", model="large", tokens=TokenUsage(1, 1), latency=1.0)
    said = (AgentMessage(1, "filter", "decision", "nothing needed"),)
    async with world.stores.transaction(turn.tenant_id) as tx:
        call = a_model_call(id=world.new_id(), tenant_id=turn.tenant_id, turn_id=turn.id)
        await tx.model_calls.add_call(call)
        await tx.model_calls.keep_prompt(call, a_request().messages)
        await tx.model_cache.store_answer("key", answer, expires_at=now + timedelta(hours=1))
        await tx.model_budgets.reserve(
            BudgetAmount(TokenUsage(1, 1)), day=now.date(), at=now, allowance=ModelAllowance(), part=BudgetPart.WHOLE
        )
        await tx.model_budgets.add_person_tokens(ANN.id, TokenUsage(1, 1), day=now.date())
        run = a_run(id=world.new_id())
        await tx.engine_runs.add_run(run, said, turn=turn)
        await tx.analysis_runs.keep_fusion(run, (FUSION,), turn=turn)
        await tx.turn_logs.replace_log(turn, TurnLog(number=1, intent=Intent.DECIDE, entries=(), at=now))


class TestEveryTable:
    async def test_with_a_tenant_has_row_level_security_and_a_policy_for_the_app(
        self, owner: psycopg.AsyncConnection
    ) -> None:
        tables = await column(owner, OF_A_TENANT)
        secured = await column(
            owner,
            "SELECT c.relname::text FROM pg_class c JOIN pg_policy p ON p.polrelid = c.oid"
            " WHERE c.relrowsecurity AND 'parley_app'::regrole = ANY (p.polroles)",
        )
        all_tables = await column(
            owner, "SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '%%yoyo%%'"
        )
        parts = await column(owner, "SELECT relname::text FROM pg_class WHERE relispartition")
        assert set(secured) == set(tables) - set(parts) == set(all_tables) - OF_NO_TENANT - set(parts)

    async def test_part_of_a_table_is_granted_to_no_role_of_the_runtime(self, owner: psycopg.AsyncConnection) -> None:
        granted = await column(
            owner,
            "SELECT c.relname::text FROM pg_class c CROSS JOIN unnest(%s::text[]) r (role)"
            " WHERE c.relispartition AND c.relkind = 'r'"
            " AND (has_table_privilege(r.role, c.oid, 'SELECT, INSERT, UPDATE, DELETE')"
            " OR has_any_column_privilege(r.role, c.oid, 'SELECT, INSERT, UPDATE'))",
            list(ROLES),
        )
        assert granted == []

    async def test_is_owned_by_no_role_of_the_runtime_and_these_are_plain(self, owner: psycopg.AsyncConnection) -> None:
        owners = await column(owner, "SELECT DISTINCT tableowner::text FROM pg_tables WHERE schemaname = 'public'")
        special = await column(
            owner,
            "SELECT rolname::text FROM pg_roles WHERE rolname = ANY (%s)"
            " AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolcanlogin)",
            list(ROLES),
        )
        memberships = await column(
            owner,
            "SELECT roleid::regrole::text FROM pg_auth_members WHERE member::regrole::text = ANY (%s)",
            list(ROLES),
        )
        assert owners == ["parley_owner"]
        assert special == []
        assert memberships == []

    async def test_shows_the_app_its_own_tenant_only(self, module_database_url: str, world: StoreSet) -> None:
        here = await world.turn(a_thread(1, platform="slack"))
        there = await world.turn(a_thread(1, platform="slack", workspace="elsewhere"))
        await fill_every_table(world, here)
        await fill_every_table(world, there)
        async with as_role(module_database_url, APP) as conn, conn.transaction():
            tables = await column(conn, OF_A_TENANT)
            await conn.execute("SELECT set_config('parley.tenant_id', %s, true)", [str(here.tenant_id)])
            for table in map(str, tables):
                seen = sql.SQL("SELECT DISTINCT tenant_id FROM {}").format(sql.Identifier(table))
                tenants = [tenant for (tenant,) in await (await conn.execute(seen)).fetchall()]
                assert tenants == [here.tenant_id], table

    async def test_refuses_the_app_without_a_tenant(self, module_database_url: str, world: StoreSet) -> None:
        turn = await world.turn()
        async with as_role(module_database_url, APP) as conn:
            with pytest.raises(WITHOUT_TENANT_IS_REFUSED):
                await conn.execute("SELECT * FROM turn")
            async with conn.transaction():
                await conn.execute("SELECT set_config('parley.tenant_id', %s, true)", [str(turn.tenant_id)])
            with pytest.raises(WITHOUT_TENANT_IS_REFUSED):  # the setting has ended with its transaction
                await conn.execute("SELECT * FROM turn")


class TestHostileSql:
    @pytest_asyncio.fixture(loop_scope="session")
    async def session(
        self, module_database_url: str, world: StoreSet
    ) -> AsyncIterator[tuple[psycopg.AsyncConnection, Turn]]:
        """A connection in the app's role, as one tenant, and another tenant's turn."""
        mine, other = [await world.turn(a_thread(1, workspace=name)) for name in ("without-account", "elsewhere")]
        await fill_every_table(world, other)
        async with as_role(module_database_url, APP) as conn:
            await conn.execute("SELECT set_config('parley.tenant_id', %s, false)", [str(mine.tenant_id)])
            yield conn, other

    async def test_another_tenants_rows_can_be_neither_changed_nor_added_to(
        self, session: tuple[psycopg.AsyncConnection, Turn]
    ) -> None:
        conn, other = session
        changed = await conn.execute("UPDATE turn SET text = 'x' WHERE id = %s", [other.id])
        assert changed.rowcount == 0
        cash = await conn.execute("UPDATE account SET cash = 0")
        assert cash.rowcount == 0
        with pytest.raises(errors.InsufficientPrivilege):
            await conn.execute(
                "INSERT INTO account (tenant_id, id, kind, market, currency, starting_cash, cash, created_at)"
                " VALUES (%s, %s, 'paper', 'other', 'USD', 1, 1, now())",
                [other.tenant_id, other.id],
            )
        with pytest.raises(errors.InsufficientPrivilege):
            await conn.execute("UPDATE conversation SET tenant_id = %s", [other.tenant_id])

    async def test_a_row_cannot_point_into_another_tenant(self, session: tuple[psycopg.AsyncConnection, Turn]) -> None:
        conn, other = session
        with pytest.raises(errors.ForeignKeyViolation):
            await conn.execute(
                "INSERT INTO episode (tenant_id, id, conversation_id, turn_id, kind, text, symbols, tags, context,"
                " created_at) SELECT tenant_id, id, id, %s, 'exchange', '', '{}', '{}', '{}', now() FROM conversation",
                [other.id],
            )

    async def test_resetting_leads_back_to_the_app(self, session: tuple[psycopg.AsyncConnection, Turn]) -> None:
        conn, _ = session
        users = []
        for escape in ("RESET ROLE", "RESET ALL", "DISCARD ALL", "RESET SESSION AUTHORIZATION"):
            await conn.execute(escape)
            users += await column(conn, "SELECT current_user::text")
        assert users == ["parley_app"] * 4

    async def test_is_refused(self, session: tuple[psycopg.AsyncConnection, Turn]) -> None:
        conn, _ = session
        assert await carried_out(conn, HOSTILE) == []


class TestErasure:
    async def test_role_is_bound_to_a_tenant_and_to_words(self, module_database_url: str, world: StoreSet) -> None:
        here = await world.turn(a_thread(1, platform="slack"))
        there = await world.turn(a_thread(1, platform="slack", workspace="elsewhere"))
        async with as_role(module_database_url, APP) as conn:
            await conn.execute("SET ROLE parley_erasure")
            with pytest.raises(WITHOUT_TENANT_IS_REFUSED):
                await conn.execute("SELECT * FROM turn")
            await conn.execute("SELECT set_config('parley.tenant_id', %s, false)", [str(here.tenant_id)])
            assert await column(conn, "SELECT DISTINCT tenant_id FROM turn") == [here.tenant_id]
            changed = await conn.execute("UPDATE turn SET text = 'x' WHERE id = %s", [there.id])
            assert changed.rowcount == 0
            assert await carried_out(conn, BEYOND_ERASURE) == []


class TestAudit:
    async def test_and_forecasts_are_append_only_for_owner_and_superuser_too(self, module_database_url: str) -> None:
        changes: Sequence[LiteralString] = (
            *("UPDATE audit SET by = 'x'", "DELETE FROM audit", "TRUNCATE audit"),
            *("UPDATE forecast SET probability = 1", "DELETE FROM forecast", "TRUNCATE forecast"),
        )
        for user in ("parley_owner", "postgres"):
            url = module_database_url.replace("parley_owner@", f"{user}@")
            async with await psycopg.AsyncConnection.connect(url, autocommit=True) as conn:
                assert await carried_out(conn, changes) == [], user

    async def test_keeps_what_was_added(self, owner: psycopg.AsyncConnection, world: StoreSet) -> None:
        turn = await world.turn()
        await world.tx(turn.tenant_id).audit.add_entry(
            "proposed", subject=turn.id, by="U1", facts={"symbol": "苹果\x00"}
        )

        query = "SELECT tenant_id, kind, by, facts FROM audit WHERE subject = %s"
        lines = await (await owner.execute(query, [turn.id])).fetchall()
        query = "SELECT reference FROM person_reference WHERE person_id = 'U1' AND tenant_id = %s"
        whom = await (await owner.execute(query, [turn.tenant_id])).fetchone()
        assert whom is not None
        assert whom[0].startswith("person:")
        assert lines == [(turn.tenant_id, "proposed", whom[0], {"symbol": "苹果\ufffd"})]


class TestSystemRole:
    async def test_sees_and_changes_nothing_private(self, module_database_url: str) -> None:
        async with as_role(module_database_url, SYSTEM) as conn:
            assert await carried_out(conn, PRIVATE) == []


class TestSearchRole:
    async def test_sees_what_is_searched_and_changes_nothing(self, owner: psycopg.AsyncConnection) -> None:
        rights = """
            SELECT privilege_type || ' ' || table_name FROM information_schema.role_table_grants
             WHERE grantee = 'parley_search'
        """
        granted = await column(owner, rights)
        policies = await column(
            owner,
            "SELECT p.polcmd::text || ' ' || c.relname::text FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid"
            " WHERE 'parley_search'::regrole = ANY (p.polroles)",
        )
        assert set(granted) == {f"SELECT {table}" for table in SEARCHED}
        assert set(policies) == {f"r {table}" for table in SEARCHED}


class TestSuperusersUrl:
    async def test_is_bound_by_row_level_security_too(self, module_database_url: str, world: StoreSet) -> None:
        here, there = [await world.turn(a_thread(1, workspace=name)) for name in ("one", "another")]
        url = module_database_url.replace("parley_owner@", "postgres@")

        async with Database(url) as database, database.transaction(here.tenant_id) as conn:
            assert await _users(conn) == [{"current_user": "parley_app", "session_user": "postgres"}]
            turns = await (await conn.execute("SELECT id FROM turn")).fetchall()

        assert [row["id"] for row in turns] == [here.id]
        assert there.id != here.id


FIELDS = ("shares", "price", "cash_change", "target_cash_amount", "confidence")
NO_NUMBERS = ("NaN", "Infinity", "-Infinity")


class TestMoney:
    async def test_what_is_no_number_is_refused(self, world: StoreSet) -> None:
        decision = await world.decision(await world.turn())
        taken = []
        for field, value in product(FIELDS, NO_NUMBERS):
            set_field = sql.SQL("UPDATE decision SET {} = %s::numeric").format(sql.Identifier(field))
            if not await breaks_a_check(world, decision.tenant_id, set_field, Decimal(value)):
                taken.append((field, value))
        assert taken == []

    async def test_cash_is_a_number(self, world: StoreSet) -> None:
        """It may be negative: what a broker has filled is a fact; a confirmation admits no order beyond the cash."""
        decision = await world.decision(await world.turn())
        set_cash = sql.SQL("UPDATE account SET cash = %s")
        for cash in ("Infinity", "NaN"):
            assert await breaks_a_check(world, decision.tenant_id, set_cash, Decimal(cash)), cash


async def breaks_a_check(
    world: StoreSet, tenant_id: TenantId, statement: sql.SQL | sql.Composed, value: Decimal
) -> bool:
    try:
        async with world.own_database.transaction(tenant_id) as conn:
            await conn.execute(statement, [value])
    except errors.CheckViolation:
        return True
    return False


async def _users(conn: Connection) -> list[dict[str, object]]:
    return await (await conn.execute("SELECT current_user::text, session_user::text")).fetchall()


async def test_an_account_on_sample_prices_is_never_a_live_one(owner: psycopg.AsyncConnection, world: StoreSet) -> None:
    turn = await world.turn()
    account = await world.tx(turn.tenant_id).accounts.default(market="sample")

    with pytest.raises(errors.CheckViolation):
        await owner.execute("UPDATE account SET kind = 'live' WHERE id = %s", (account.id,))
