"""What is stored of models as a document comes back equal: a run within an answer, a model's answer, a turn's steps."""

import json
from decimal import Decimal
from typing import TypeVar

import pytest

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.turns import LogEntry
from bot.domain.models.requests import ModelAnswer, TokenUsage
from db.codec import decode, encode
from tests.contract.store_sets import a_proposal
from tests.fakes.model_stores import a_run

_T = TypeVar("_T")


def through_json(value: _T) -> _T:
    return decode(type(value), json.loads(json.dumps(encode(value), allow_nan=False)))


@pytest.mark.parametrize("latency", [0.0, 2.0, 0.1234567890123, 1e-9, 12_345.678])
def test_a_run_within_an_answer(latency: float) -> None:
    run = a_run(latency=latency)
    answer = Answer(blocks=(Paragraph("hold"),), run=run)
    stored = through_json(answer)
    assert stored == answer
    assert stored.run is not None
    assert (type(stored.run.id), type(stored.run.tokens), type(stored.run.at)) == (
        type(run.id),
        TokenUsage,
        type(run.at),
    )


def test_an_answer_from_before_there_were_runs() -> None:
    document = encode(Answer(blocks=()))
    del document["run"]
    assert decode(Answer, document).run is None


def test_a_proposal_keeps_the_id_of_its_run() -> None:
    proposal = a_proposal(run_id=a_run().id, confidence=Decimal("0.50"))
    assert through_json(proposal) == proposal


def test_a_models_answer() -> None:
    answer = ModelAnswer(text="苹果", model="m", tokens=TokenUsage(1, 2), latency=0.5)
    assert through_json(answer) == answer


def test_a_step_of_a_turn() -> None:
    entry = LogEntry("respond", 12.5, {"tokens": "1,000"})
    assert through_json(entry) == entry
