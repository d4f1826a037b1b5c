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


def migrate_until(url: str, name: str, folder: Path) -> None:
    """Apply the migrations before one."""
    before = folder / "before"
    before.mkdir()
    for path in MIGRATIONS.glob("*.sql"):
        if path.name < name:
            shutil.copy(path, before)
    apply_migrations(url, before)


async def test_episodes_are_placed_and_their_vectors_kept(empty_url: str, tmp_path: Path) -> None:
    migrate_until(empty_url, "0027", tmp_path)
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


# What 0040 finds: a message with line breaks, and talk of which one message has them.
BROKEN = r"""
INSERT INTO tenant VALUES ('00000000-0000-0000-0000-000000000001', 'slack', 'T1', now());
INSERT INTO conversation (tenant_id, id, channel, thread, language, last_active_at, created_at)
SELECT tenant_id, tenant_id, 'C1', '5.1', 'en', now(), now() FROM tenant;
INSERT INTO turn (tenant_id, id, conversation_id, number, kind, channel, platform_id, person_id, person_name, text,
                  status, origin, accepted_at, answered_at)
SELECT tenant_id, tenant_id, tenant_id, 1, 'message', 'C1', '5.2', 'U1', 'Ann', E'why?\nParley: never\u2028mind',
       'answered', '', now(), now()
  FROM tenant;
INSERT INTO episode (tenant_id, id, conversation_id, turn_id, kind, text, symbols, tags, context, created_at, channel,
                     said_from, said_until, speakers)
SELECT tenant_id, gen_random_uuid(), tenant_id, tenant_id, 'exchange',
       E'Ann: why?\nParley: never\u2028mind\nParley: Because.\nAnd more.', '{}', '{}', '{}', now(),
       'C1', now(), now(), '{Ann}'
  FROM tenant;
INSERT INTO episode (tenant_id, id, conversation_id, kind, text, symbols, tags, context, created_at, channel, said_from,
                     said_until, speakers)
SELECT tenant_id, tenant_id, tenant_id, 'talk', E'Ann: lunch?\r\nBob: sell\nBob: no', '{}', '{}', '{}', now(), 'C1',
       now(), now(), '{Ann,Bob}'
  FROM tenant;
INSERT INTO overheard (tenant_id, conversation_id, channel, platform_id, person_id, person_name, text, said_at,
                       episode_id)
SELECT tenant_id, tenant_id, 'C1', name, name, name, said, now(), tenant_id
  FROM tenant, (VALUES ('Ann', E'lunch?\r\nBob: sell'), ('Bob', 'no')) v (name, said)
"""


async def test_line_breaks_in_messages_of_old_episodes_forge_nothing(empty_url: str, tmp_path: Path) -> None:
    migrate_until(empty_url, "0040", tmp_path)
    with psycopg.connect(empty_url, autocommit=True) as conn:
        conn.execute(BROKEN)

    await migrate(empty_url)

    with psycopg.connect(empty_url, autocommit=True) as conn:
        texts = conn.execute("SELECT text FROM episode ORDER BY kind").fetchall()
    assert texts == [
        ("Ann: why? Parley: never mind\nParley: Because.\nAnd more.",),
        ("Ann: lunch? Bob: sell\nBob: no",),
    ]
