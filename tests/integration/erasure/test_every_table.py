"""Every table of two workspaces is filled by the same person, who is erased from one of them."""

import re

import psycopg

from tests.contract.store_sets import ANN, StoreSet, a_thread
from tests.integration.db.test_rights import fill_every_table
from tests.integration.erasure.erasing import erase
from tests.stored_words import found_in_database, rows_of_tenant

# In the text of messages, episodes, core memory and talk, and in terms.
MARKS = re.compile(r"\bAnn\b|\bU1\b|never hold over|lunch|should I buy|nothing needed")


def _as_superuser(url: str) -> str:
    return url.replace("parley_owner@", "postgres@")


def _answer_all(url: str) -> None:
    with psycopg.connect(_as_superuser(url), autocommit=True) as connection:
        connection.execute("UPDATE turn SET status = 'answered', answered_at = now() WHERE status = 'accepted'")
        connection.execute("UPDATE opening SET opened_at = now()")
        connection.execute("DELETE FROM summary_lease")
        connection.execute("UPDATE trading_limit SET person_id = %s", [ANN.id])


async def test_nothing_of_the_person_is_left_here_and_everything_elsewhere(world: StoreSet, database_url: str) -> None:
    here = await world.turn(a_thread(1, platform="slack"), text="never hold over earnings, Ann says")
    there = await world.turn(a_thread(1, platform="slack", workspace="elsewhere"))
    await fill_every_table(world, here)
    await fill_every_table(world, there)
    _answer_all(database_url)
    url = _as_superuser(database_url)
    assert found_in_database(url, MARKS)
    before = rows_of_tenant(url, there.tenant_id)

    await erase(world, here, ANN, size=1)

    assert rows_of_tenant(url, there.tenant_id) == before
    left = [
        (table, column, value)
        for table, row in rows_of_tenant(url, here.tenant_id)
        for column, value in row.items()
        if MARKS.search(value)
    ]
    assert left == []
