"""What becomes of episodes of the version before 0027, and of what its processes still write."""

import shutil
from pathlib import Path

import psycopg

from db.migrate import MIGRATIONS, migrate
from db.yoyo_backend import apply_migrations

# One conversation with one turn, its two messages and an episode that is embedded.
BEFORE = """
INSERT INTO tenant VALUES ('00000000-0000-0000-0000-000000000001', 'slack', 'T1', now());
INSERT INTO conversation (tenant_id, id, channel, thread, language, last_active_at, created_at)
SELECT tenant_id, tenant_id, 'C1', '5.1', 'zh', now(), now() FROM tenant;
INSERT INTO turn (tenant_id, id, conversation_id, number, kind, channel, platform_id, person_id, person_name, text,
                  status, origin, accepted_at, answered_at)
SELECT tenant_id, tenant_id, tenant_id, 1, 'message', 'C1', '5.2', 'U1', 'Ann', 'why?', 'answered', '', '2026-03-02',
       now()
  FROM tenant;
INSERT INTO message (tenant_id, id, conversation_id, number, turn_id, role, author, text, state_before, state_after,
                     created_at)
SELECT tenant_id, gen_random_uuid(), tenant_id, n, tenant_id, 'user', 'Ann', 'why?', 'IDLE', 'IDLE', now()
  FROM tenant, generate_series(4, 5) n;
INSERT INTO overheard (tenant_id, conversation_id, channel, platform_id, person_id, person_name, text, said_at)
SELECT tenant_id, tenant_id, 'C1', said, 'U2', 'Bob', said, now() FROM tenant, unnest(ARRAY['', 'lunch?']) said;
"""
EPISODE = """
INSERT INTO episode (tenant_id, id, conversation_id, turn_id, kind, text, symbols, tags, context, created_at)
SELECT tenant_id, gen_random_uuid(), tenant_id, tenant_id, 'exchange', 'why?', '{}', '{}', '{}', '2026-03-03'
  FROM tenant
"""
EMBED = "UPDATE episode SET embedding = array_fill(1, ARRAY[384])::vector::halfvec, embedding_model = 'hash-1'"
PLACED = """
SELECT channel, said_from::date::text, said_until::date::text, is_public, link_message_id, speakers, speaker_ids,
       first_message, last_message, language, indexed_at IS NULL
  FROM episode ORDER BY link_message_id IS NULL
"""


async def test_episodes_are_placed_and_their_vectors_kept(empty_url: str, tmp_path: Path) -> None:
    before = tmp_path / "before"
    before.mkdir()
    for path in MIGRATIONS.glob("*.sql"):
        if path.name < "0027":
            shutil.copy(path, before)
    apply_migrations(empty_url, before)
    with psycopg.connect(empty_url, autocommit=True) as conn:
        for statement in (BEFORE, EPISODE, EMBED):
            conn.execute(statement)

    await migrate(empty_url)

    with psycopg.connect(empty_url, autocommit=True) as conn:
        conn.execute(EPISODE)  # as a process of the version before does
        old, of_an_old_process = conn.execute(PLACED).fetchall()
        vectors = conn.execute("SELECT model, vector_dims(embedding::vector) FROM episode_vector").fetchall()
        counts = conn.execute("SELECT model, episodes FROM episode_model_count").fetchall()
        kept = conn.execute("SELECT text, is_kept, episode_id FROM overheard ORDER BY text").fetchall()
    assert old == ("C1", "2026-03-02", "2026-03-03", False, "5.2", ["Ann"], ["U1"], 4, 5, "zh", True)
    assert of_an_old_process == ("C1", "2026-03-03", "2026-03-03", False, None, [], [], None, None, None, True)
    assert vectors == [("hash-1", 384)]
    assert counts == [("hash-1", 1)]
    assert kept == [("", False, None), ("lunch?", True, None)]
