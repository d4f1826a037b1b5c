"""The JSON contract of `parley chat --json`."""

import json
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.console.reply_json import dump_json_line, refusal_as_json, reply_as_json
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer, PassageSource, Source
from bot.domain.conversation.states import State
from bot.domain.text.locale import Language
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Reason
from tests.fakes.console import CARD, DECISION_ID, THREAD, make_decision, make_reply
from tests.fakes.engine import RUN


def say(reason: Reason, language: Language) -> str:
    return f"{language.value}:{reason.code}"


def test_reply_when_it_proposes_then_has_exactly_the_contracts_shape() -> None:
    said = reply_as_json(make_reply(CARD), render_reason=say)

    assert said.pop("brief") == said["text"]
    assert str(said.pop("text")).startswith("Buy 3 GOOG for $2,267.07 · $755.69 · confidence 62 %\nFor: 14.3 % above")
    assert said == {
        "conversation_id": str(THREAD.conversation_id),
        "turn": 1,
        "intent": "DECIDE",
        "confidence": "0.90",
        "state": "AWAITING_CONFIRM",
        "symbols": ["GOOG"],
        "decisions": [
            {
                "id": str(DECISION_ID),
                "version": 1,
                "symbol": "GOOG",
                "action": "increase",
                "target_cash_amount": "2267.07",
                "cash_change": "2267.07",
                "shares": "3",
                "price": "755.69",
                "price_as_of": "2013-01-31T21:00:00+00:00",
                "stop_price": None,
                "confidence": "0.62",
                "reasons": ["en:above_sma200"],
                "tags": ["uptrend"],
                "status": "proposed",
                "expires_at": "2013-01-31T21:30:00+00:00",
                "engine": "rules",
                "timestamp": "2013-01-31T21:00:00+00:00",
                "fallback": None,
                "metadata": None,
            }
        ],
        "buttons": [
            {"id": f"confirm:{DECISION_ID}:1", "label": "Confirm"},
            {"id": f"cancel:{DECISION_ID}:1", "label": "Cancel"},
            {"id": f"why:{DECISION_ID}:1", "label": "Why?"},
        ],
        "attachments": [],
        "sources": [],
        "fallback": None,
        "thread": THREAD.thread,
    }


def test_reply_when_amount_is_large_and_round_then_no_exponent() -> None:
    decision = make_decision()
    decision = replace(decision, proposal=replace(decision.proposal, target_cash_amount=Decimal("1E+5")))
    said = reply_as_json(make_reply(Answer(blocks=(), decisions=(decision,))), render_reason=say)

    assert '"target_cash_amount": "100000.00"' in dump_json_line(said)


def test_reply_when_it_is_a_fallback_then_says_so() -> None:
    said = reply_as_json(make_reply(Answer(blocks=(), fallback="no model")), render_reason=say)

    assert said["fallback"] == "no model"


def test_reply_when_it_rests_on_what_was_said_then_names_who_when_and_where() -> None:
    episode, at = uuid4(), datetime(2013, 1, 31, 17, 30, tzinfo=timezone(timedelta(hours=8)))
    sources = (
        Source(episode, by=("Bob", "小安"), at=at, link="parley:t1#7"),
        Source(episode, by=("Bob",), at=at, link=None),
    )
    said = reply_as_json(make_reply(Answer(blocks=(), sources=sources)), render_reason=say)

    first = {"episode": str(episode), "by": "Bob, 小安", "at": "2013-01-31T09:30:00+00:00", "link": "parley:t1#7"}
    assert said["sources"] == [first, {**first, "by": "Bob", "link": None}]


def test_reply_when_it_rests_on_a_file_then_names_title_and_page() -> None:
    passage = uuid4()
    answer = Answer(blocks=(), passages=(PassageSource(passage, "mandate", "Mandate 2026", "12"),))
    said = reply_as_json(make_reply(answer), render_reason=say)
    assert said["sources"] == [{"passage": str(passage), "base": "mandate", "title": "Mandate 2026", "page": "12"}]


def decided_by_a_model(*, run: EngineRun | None) -> dict[str, Any]:
    """The one decision of a reply that `run` goes with."""
    decision = make_decision()
    proposal = replace(decision.proposal, engine="dual", run_id=RUN.id, fallback="model_timeout")
    answer = Answer(blocks=(), decisions=(replace(decision, proposal=proposal),), run=run)
    return json.loads(dump_json_line(reply_as_json(make_reply(answer), render_reason=say)))["decisions"][0]  # type: ignore[no-any-return]


def test_decision_of_a_model_then_says_how_it_came_about() -> None:
    said = decided_by_a_model(run=RUN)

    assert (said["engine"], said["fallback"]) == ("dual", "model_timeout")
    assert said["metadata"] == {
        "run_id": str(RUN.id),
        "prompt_version": "filter@1 decision@1",
        "calls": 2,
        "cache_hits": 1,
        "parse_errors": 0,
        "retries": 1,
        "latency_ms": 3240,
        "prompt_tokens": 1234,
        "completion_tokens": 210,
    }


@pytest.mark.parametrize("run", [None, replace(RUN, id=uuid4())])
def test_decision_of_a_run_that_is_not_told_then_only_its_id_is_known(run: EngineRun | None) -> None:
    metadata = decided_by_a_model(run=run)["metadata"]

    assert metadata.pop("run_id") == str(RUN.id)
    assert set(metadata.values()) == {None}


def test_refusal_then_has_the_keys_of_a_reply_and_no_turn() -> None:
    said = refusal_as_json("bad line", thread=THREAD, state=State.IDLE)

    assert said.keys() == reply_as_json(make_reply(CARD), render_reason=say).keys()
    assert (said["turn"], said["intent"], said["state"], said["fallback"]) == (None, "UNKNOWN", "IDLE", "bad line")


@given(st.text())
def test_dumped_when_any_text_then_one_harmless_line_that_reads_back(text: str) -> None:
    said = reply_as_json(make_reply(Answer(blocks=(Paragraph(text),))), render_reason=say)
    line = dump_json_line(said)

    assert json.loads(line)["text"] == text
    assert line.splitlines() == [line.removesuffix("\n")]
    assert not any(0x7F <= ord(c) <= 0x9F or c in "\x1b\u202e" for c in line)


def test_dumped_when_chinese_then_not_escaped() -> None:
    assert dump_json_line({"text": "苹果"}) == '{"text": "苹果"}\n'
