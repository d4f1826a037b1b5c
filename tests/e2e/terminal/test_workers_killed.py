"""Workers are killed and Redis is wiped while summaries are written and episodes embedded."""

import os
import random
import signal
import time

import psutil
import pytest
from redis import Redis

from tests.e2e.chat_process import ChatProcess
from tests.e2e.deployment import Deployment
from tests.rounds import full_rounds
from tests.waiting import PATIENCE, eventually

KILLS = full_rounds(few=3, all_of_them=50)
THREADS = 4
LINES = ("analyze AAPL", "should I buy GOOG?", "why not just wait?", "cancel it")

UNFINISHED = "SELECT (SELECT count(*) FROM outbox) + (SELECT count(*) FROM episode WHERE indexed_at IS NULL) AS left"
GIVEN_UP = "SELECT count(*) FROM outbox WHERE given_up_at IS NOT NULL"
TWICE = "SELECT turn_id, kind, decision_id FROM episode GROUP BY 1, 2, 3 HAVING count(*) > 1"
# First due at ten messages, then whenever five or more lie between the last six and those that are covered.
WITHOUT_SUMMARY = """
SELECT c.thread, c.message_count, s.covered
  FROM conversation c LEFT JOIN conversation_summary s ON s.tenant_id = c.tenant_id AND s.conversation_id = c.id
 WHERE c.message_count >= 10 AND (s.covered IS NULL OR c.message_count - 6 - s.covered >= 5)
"""


@pytest.mark.faults
def test_workers_killed_and_redis_wiped_then_every_summary_and_episode_is_made_once(home: Deployment) -> None:
    chance = random.Random(20130131)  # noqa: S311 - when to kill is no secret
    with ChatProcess(home) as chat:
        for number in range(KILLS):
            for text in LINES:
                chat.ask(text, thread=f"t{number % THREADS}")
            assert eventually(lambda: workers(chat))
            time.sleep(chance.uniform(0, 1))  # jobs reach the queue half a second after their turn
            for worker in workers(chat):
                os.kill(worker, signal.SIGKILL)
            if number == KILLS // 2:
                with Redis.from_url(f"unix://{home.home / 'redis/redis.sock'}") as client:
                    client.flushall()
        deadline = time.monotonic() + PATIENCE
        while home.value(UNFINISHED) and time.monotonic() < deadline:
            home.let_time_pass()  # what a killed worker had begun is due again after minutes
            time.sleep(1)
        assert home.value(UNFINISHED) == home.value(GIVEN_UP) == 0
        assert home.rows(WITHOUT_SUMMARY) == []
        assert home.rows(TWICE) == []
        assert home.value("SELECT count(DISTINCT turn_id) FROM episode") >= KILLS * (len(LINES) - 1)
        assert chat.end() == 0


def workers(chat: ChatProcess) -> list[int]:
    children = psutil.Process(chat.process.pid).children()
    return [child.pid for child in children if child.status() != psutil.STATUS_ZOMBIE]
