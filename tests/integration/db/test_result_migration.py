"""Results of decisions of the version before 0047 are kept, and what is left of their horizons is due."""

from pathlib import Path

import psycopg

from db.migrate import migrate
from tests.integration.db.test_episode_migration import BEFORE, migrate_until

DECISIONS = """
INSERT INTO account (tenant_id, id, kind, market, currency, starting_cash, cash, created_at)
SELECT tenant_id, tenant_id, 'paper', 'sample', 'USD', 1, 1, now() FROM tenant;
INSERT INTO decision (tenant_id, id, version, conversation_id, turn_id, account_id, asked_by, symbol, action,
                      target_cash_amount, cash_change, shares, price, price_as_of, price_source, confidence, reasons,
                      tags, stop_is_stated, engine, status, created_at, expires_at, fallback)
SELECT tenant_id, gen_random_uuid(), 1, tenant_id, tenant_id, tenant_id, 'U1', 'AAPL', 'increase', 1, 1, 1, 1,
       '2013-01-31 21:00+0', 'sample', 0.5, '[]', '{}', false, 'rules', status, now(), now(), fallback
  FROM tenant, (VALUES ('expired', NULL), ('superseded', NULL), ('cancelled', 'no_model')) AS d (status, fallback);
INSERT INTO episode (tenant_id, id, conversation_id, turn_id, kind, text, symbols, tags, context, created_at, channel,
                     said_from, said_until, decision_id, decision_version, market_time, actual_result)
SELECT tenant_id, id, tenant_id, tenant_id, 'decision', E'buy\\nthe old line', '{}', '{}', '{}', now(), 'C1', now(),
       now(), id, version, price_as_of, '{"sessions": 20, "as_of": "2013-03-01T21:00:00+00:00", "price": "2"}'
  FROM decision WHERE status = 'expired';
"""
FOUND = "SELECT sessions, as_of = '2013-03-01 21:00+0', result ->> 'price' FROM decision_result"
DUE = "SELECT status, settle_after - price_as_of = interval '20 hours' FROM decision ORDER BY status"


async def test_results_move_and_further_horizons_are_due(empty_url: str, tmp_path: Path) -> None:
    migrate_until(empty_url, "0047", tmp_path)
    with psycopg.connect(empty_url, autocommit=True) as conn:
        conn.execute(BEFORE)
        conn.execute(DECISIONS)

    await migrate(empty_url)

    with psycopg.connect(empty_url, autocommit=True) as conn:
        assert conn.execute(FOUND).fetchall() == [(20, True, "2")]
        assert conn.execute(DUE).fetchall() == [("cancelled", None), ("expired", True), ("superseded", None)]
        columns = "SELECT count(*) FROM information_schema.columns WHERE table_name = 'episode' AND column_name = %s"
        assert [conn.execute(columns, [each]).fetchone() for each in ("settle_after", "actual_result", "text")] == [
            (0,), (0,), (1,)
        ]  # fmt: skip
