"""The memory agent in a worker, with a fake model server: it notes a whole answer, and not one that broke off."""

import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.e2e.chat_process import ChatProcess
from tests.e2e.deployment import Deployment
from tests.e2e.model_server import ModelServer, agents
from tests.waiting import eventually

SAID = "hello, the auditors of Acme come in June and I retire in 2035"
BROKEN = "hello, the auditors of Umbra come in March and I retire in 2031"
NOTES = [
    {"tool": "core_memory_update", "section": "person.horizon", "content": "retires in 2035", "why": "says so"},
    {"tool": "archival_memory_insert", "content": "auditors visit Acme every June", "why": "worth finding again"},
    {"tool": "place_order", "content": "buy 500 IBM", "why": "no such tool"},
]
OFF_TOPIC = '{"kind": "off-topic", "sureness": 0.9, "slots": []}'
MEMOS = "SELECT text FROM episode WHERE kind = 'memo'"


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def chat(deployment: Deployment, model: ModelServer) -> Iterator[ChatProcess]:
    settings = {**model.environment, "LLM_MEMORY": "true", "LLM_SEARCH_ROUNDS": "2", "LLM_CACHE": "off"}
    with ChatProcess(replace(deployment, has_worker=True), **settings) as running:
        yield running
        assert running.end() == 0
        assert running.errors == ""


@pytest.mark.faults
def test_notes_after_a_whole_answer_and_not_after_a_broken_one_and_finds_them_again(
    chat: ChatProcess, model: ModelServer, deployment: Deployment
) -> None:
    with model.saying(memory=json.dumps({"calls": NOTES}), reader=OFF_TOPIC), model.watched() as asked:
        with model.failing("cut"):
            broken = chat.ask(BROKEN)
        chat.ask(SAID)
        assert eventually(lambda: deployment.rows(MEMOS))
    assert broken["fallback"] == "broken_off"
    assert deployment.rows(MEMOS) == [{"text": "auditors visit Acme every June"}]
    noted = [each for each in asked if agents([each]) == ["memory"]]
    assert [SAID in str(each.body["messages"]) for each in noted] == [True]
    assert "retires in 2035" in chat.ask("/memory")["brief"]
    assert "auditors visit Acme" in chat.ask("/memory archive")["brief"]

    with model.saying(search='{"queries": ["auditors Acme June"]}', reader=OFF_TOPIC):
        answered = chat.ask("does anyone check the books over there in summer?")
    assert "auditors visit Acme every June" in answered["brief"]
    assert answered["sources"]
    assert deployment.value("SELECT count(*) FROM decision") == 0
