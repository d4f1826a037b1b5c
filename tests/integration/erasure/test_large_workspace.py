"""A person is erased from a workspace with a long history: no statement reads all of it for each row that it treats."""

from dataclasses import replace
from typing import Final

from benchmarks.long_history import HistorySize, fill
from bot.domain.conversation.threads import Thread
from bot.domain.memory.episodes import EpisodeKind
from db.erasure import derived, knowledge, ledgers, own_words, scans
from tests.contract.store_sets import StoreSet, an_episode
from tests.integration.erasure.erasing import erase
from tests.integration.erasure.test_erase_person import DORA, EVAN, SAID, said
from tests.statement_plans import StatementPlans, sent_statements

HOME: Final = Thread("benchmark", "home", "terminal", "now")  # the workspace with the history
SIZE: Final = HistorySize(turns=3_000, orders=300, pending=30)
BATCH: Final = 20
MOST_ROWS: Final = 6 * BATCH  # of one step of a statement: a conversation of the history has five turns
MODULES: Final = (own_words, ledgers, knowledge, scans, derived)
# Each reads one table once for a batch, of which there are few: the ledger of trades, and conversations.
ALLOWED: Final = frozenset({ledgers.DECISIONS, ledgers.APPROVALS, ledgers.STATED, derived.STOP_RUNNING_TURNS})
STATEMENTS: Final = frozenset(
    each for module in MODULES for name, each in vars(module).items() if name.isupper() and isinstance(each, str)
)


async def test_no_statement_reads_the_whole_history_for_one_row(world: StoreSet, database_url: str) -> None:
    turn = await said(world, SAID, thread=HOME)
    await world.decision(turn)
    await fill(database_url, SIZE)
    await said(world, "what was said?", by=EVAN, thread=HOME, answer=f"Dora Quill: {SAID}")
    talk = an_episode(turn, id=world.new_id(), at=world.clock.now(), kind=EpisodeKind.TALK, turn_id=None)
    await world.tx(turn.tenant_id).episodes.add_episode(replace(talk, text=f"Dora Quill: {SAID}"))
    with sent_statements() as sent:
        await erase(world, turn, DORA, size=BATCH)
    plans = StatementPlans(database_url=database_url, tenant_id=turn.tenant_id, role="parley_erasure")
    found = {}
    checked = {sql: parameters for (_, sql), parameters in sent.items() if sql in STATEMENTS - ALLOWED}
    for sql, parameters in checked.items():
        if costly := await plans.costly_steps(sql, parameters, most_rows=MOST_ROWS):
            found[sql] = costly
    assert not found
    assert len(checked) > 30
