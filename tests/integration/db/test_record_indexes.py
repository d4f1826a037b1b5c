"""Records of conversations are read by indexes: a page needs no sort of all of a workspace's."""

from psycopg import AsyncConnection

from bot.domain.conversation.threads import Thread
from db.stores.memory.conversation_records import FIND


async def test_page_of_records_then_neither_conversations_are_sorted_nor_messages_scanned(database_url: str) -> None:
    bounds = dict.fromkeys(
        ("channels", "conversation_id", "id_prefix", "symbols", "since", "until", "speaker", "without")
    )
    tenant_id = Thread("slack", "T1", "C1", "t1").tenant_id
    parameters = {**bounds, "tenant_id": tenant_id, "with_public": True, "limit": 20, "offset": 40}
    async with await AsyncConnection.connect(database_url, autocommit=True) as conn:
        await conn.execute("SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off")
        plan = "\n".join([str(line) async for (line,) in await conn.execute(b"EXPLAIN " + FIND.encode(), parameters)])
    assert "Index Scan using conversation_latest" in plan
    assert "using message_completed" in plan
