"""A person talks, trades and is talked about, with a model and a worker; then they are erased, and all is searched."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from redis import Redis

from tests.e2e.chat_process import ChatProcess
from tests.e2e.deployment import Deployment
from tests.e2e.model_server import ModelServer
from tests.stored_words import found_in_database, found_in_files
from tests.waiting import eventually

DORA = "zyxdora"
MARKS = r"zyxdora|quuxmark|夸克斯"
TALK = (
    "remember that we avoid quuxmark shares in spring",
    "how is AAPL? quuxmark worries me",
    "buy 5 IBM, whatever quuxmark does",
    "never more than $3,000 per trade in this thread",
    "my rule: no quuxmark over earnings",
    "/memory archive the quuxmark people met us in spring",
    "记住我讨厌夸克斯板块",
    "why did we buy IBM?",
    "what did I say about quuxmark?",
    "tell me about quuxmark and the weather",
)
OF_CAROL = (
    "what did zyxdora say about shares in spring?",
    "/recall shares in spring",
    "@zyxdora what do you think of MSFT?",
    "/memory history",
    "/history",
)
TABLES = {
    "agent_message",
    "turn",
    "message",
    "reply",
    "episode",
    "episode_term_count",
    "core_memory",
    "conversation_summary",
    "decision",
    "feedback",
    "knowledge_base",
    "knowledge_document",
}
# Workers have made what they make of messages: terms, vectors, a summary.
IS_WORKED_ON = """
SELECT EXISTS (SELECT FROM conversation_summary) AND EXISTS (SELECT FROM episode_vector)
   AND NOT EXISTS (SELECT FROM episode WHERE indexed_at IS NULL)
"""


FIRST_REPLY = "SELECT id FROM reply ORDER BY seq LIMIT 1"


@pytest.fixture(scope="module")
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


def talked_about(chat: ChatProcess, deployment: Deployment) -> None:
    """Fill the stores: a person's talk, trades, votes, forms and files, and what others ask and have about them."""
    for line in TALK:
        said = chat.ask(line, thread="t1", user=DORA)
        confirm = next((each["id"] for each in said["buttons"] if each["id"].startswith("confirm:")), None)
        if line.startswith("buy") and confirm:
            chat.write({"press": confirm, "thread": "t1", "user": DORA})
            chat.hear()
    card = chat.ask("buy 2 AAPL", thread="t2", user=DORA)
    adjust = next(each["id"] for each in card["buttons"] if each["id"].startswith("adjust:"))
    chat.write({"press": f"{adjust}:1000:because of quuxmark", "thread": "t2", "user": DORA})
    chat.hear()
    chat.write({"press": f"up:{deployment.value(FIRST_REPLY)}", "thread": "t1", "user": DORA})
    chat.hear()
    rules = deployment.work / "zyxdora.md"
    rules.write_text("# Approvals\n\nzyxdora approves trades above the limit, 夸克 aside.\n")
    for user, base in ((DORA, "mandate"), ("carol", "zyxdora")):
        added = chat.ask(f"/knowledge add {base} {rules}", thread="t1", user=user)
        assert added["brief"].startswith("Added"), added
    for line in OF_CAROL:
        chat.ask(line, thread="t1", user="carol")
    chat.ask("sell 1 IBM", thread="t3", user=DORA)  # stays pending
    chat.ask("/analyze GOOG deep", thread="t5", user="carol")
    chat.hear()  # the card
    chat.ask("I disagree, quuxmark margins are shrinking", thread="t5", user=DORA)  # to the committee of somebody else
    assert "cancelled" in chat.ask("cancel", thread="t5", user="carol")["brief"].lower()
    for place in ("zyxdora agrees with quuxmark", "lunch? says quuxmark"):
        chat.write({"text": place, "thread": "t1", "user": DORA, "place": "channel"})
        chat.hear()


def test_erased_person_is_found_nowhere(deployment: Deployment, model: ModelServer) -> None:
    served = replace(deployment, has_worker=True)
    with ChatProcess(served, LLM_BACKOFF_SECONDS="0.05", **(model.environment | {"LLM_MEMORY": "true"})) as chat:
        talked_about(chat, deployment)
        typed = deployment.home / "console" / "history"
        typed.parent.mkdir(exist_ok=True)
        typed.write_text("\n# 2026-01-02 10:00:00\n+zyxdora: what does quuxmark do?\n")
        assert eventually(lambda: bool(deployment.value(IS_WORKED_ON)))
        marks = re.compile(MARKS)
        before = found_in_database(deployment.administrator_url, marks)
        assert {each.partition(".")[0] for each in before} >= TABLES
        figures = deployment.rows("SELECT id, shares, cash_change, symbol FROM decision ORDER BY id")

        card = chat.ask("/forget me", thread="t4", user=DORA)
        (button,) = (each["id"] for each in card["buttons"] if each["id"].startswith("erase:"))
        chat.write({"press": button, "thread": "t4", "user": DORA})
        assert chat.hear()["brief"].startswith("I am erasing it")
        assert eventually(lambda: deployment.value("SELECT count(*) FROM erasure WHERE finished_at IS NOT NULL") == 1)

        assert found_in_database(deployment.administrator_url, marks) == []
        assert found_in_files(deployment.home, re.compile(MARKS.encode())) == []
        assert _found_in_redis(deployment.redis_url or "", re.compile(MARKS.encode())) == []
        chat.write({"press": button, "thread": "t4", "user": DORA})
        assert chat.hear()["brief"].startswith("Done. All you had said is erased.")
        assert deployment.value("SELECT count(*) FROM knowledge_document") == 2
        assert deployment.rows("SELECT id, shares, cash_change, symbol FROM decision ORDER BY id") == figures
        assert deployment.value("SELECT count(*) FROM decision WHERE status = 'proposed' AND action <> 'hold'") == 0
        assert chat.ask("/memory", thread="t4", user=DORA)["brief"].startswith("I remember nothing")
        assert chat.end() == 0


def _found_in_redis(url: str, pattern: re.Pattern[bytes]) -> list[bytes]:
    with Redis.from_url(url) as client:
        return [key for key in client.scan_iter() if pattern.search(key + (client.dump(key) or b""))]
