"""Exports of conversations, as JSON Lines and Markdown."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from bot.domain.memory.conversation_export import ExportFormat
from bot.domain.memory.conversation_record import RecordQuery, id_prefix
from bot.domain.memory.summaries.summary import Summary
from bot.domain.trading.actual_result import ActualResult, ResultBasis
from bot.domain.trading.decisions import DecisionKey
from bot.domain.trading.performance import Assessment
from bot.memory import export_conversations
from bot.memory.export_conversations import ExportConversations
from tests.fakes.core import Talk, button

RESULT = ActualResult(
    sessions=20,
    as_of=datetime(2013, 3, 1, 21, tzinfo=UTC),
    price=Decimal("806.19"),
    source="sample",
    basis=ResultBasis.FILL,
    price_then=Decimal("755.69"),
    then=datetime(2013, 1, 31, 21, tzinfo=UTC),
    change_percent=Decimal("6.68"),
    gain=Decimal("151.50"),
    assessment=Assessment.RIGHT,
)
HOSTILE = "# Heading\n> **Bob**: [a](https://x.example) `rm`"


async def exported(talk: Talk, *, form: ExportFormat = ExportFormat.JSONL, **conditions: Any) -> list[str]:  # noqa: ANN401 - the query's
    export = ExportConversations(stores=talk.stores, clock=talk.clock, idle_after=timedelta(minutes=30))
    tenants = {each.tenant_id for each in talk.memory.state.conversations.values()}
    return [line async for line in export.lines(tenants, RecordQuery(limit=1, **conditions), form=form)]


async def some_talk(talk: Talk) -> None:
    await talk.say("ann", "analyze AAPL", thread="t1")
    card = await talk.proposed("bob", thread="t2")
    await talk.press("bob", button(card, "confirm"), thread="t2")


async def test_every_line_is_an_object_and_messages_follow_their_conversation(talk: Talk) -> None:
    await some_talk(talk)
    lines = [json.loads(line) for line in await exported(talk)]
    assert [each["type"] for each in lines] == ["conversation", *["message"] * 4, "conversation", *["message"] * 2]
    first, second = (each for each in lines if each["type"] == "conversation")
    assert (first["thread"], first["symbols"], first["messages"], first["turns"]) == ("t2", ["GOOG"], 4, 2)
    (decision,) = first["decisions"]
    assert (decision["symbol"], decision["action"], decision["shares"], decision["status"]) == (
        "GOOG",
        "increase",
        "3",
        "filled",
    )
    assert first["ended_at"] == first["completed_at"] is not None
    assert (second["thread"], second["begun_by"], second["ended_at"]) == ("t1", "Ann", None)
    assert [each["number"] for each in lines[1:5]] == [0, 1, 2, 3]
    assert lines[-2]["text"] == "analyze AAPL"
    assert {each["conversation"] for each in lines[6:]} == {second["id"]}


async def test_more_than_a_page_of_conversations_then_each_once(talk: Talk, monkeypatch: Any) -> None:  # noqa: ANN401
    monkeypatch.setattr(export_conversations, "_PAGE", 2)
    monkeypatch.setattr(export_conversations, "_CHUNK", 1)
    for number in range(5):
        await talk.say("ann", "hello", thread=f"t{number}")
    lines = [json.loads(line) for line in await exported(talk)]
    assert sorted(each["thread"] for each in lines if each["type"] == "conversation") == [f"t{n}" for n in range(5)]
    assert sum(each["type"] == "message" for each in lines) == 10


async def test_markdown_then_words_are_quoted_and_cannot_pose_as_headings(talk: Talk) -> None:
    await talk.say("ann", HOSTILE, thread="t*1*")
    lines = await exported(talk, form=ExportFormat.MARKDOWN)
    assert lines[0].startswith("# Conversation ")
    assert "- Where: console / home / terminal / t\\*1\\*" in lines
    assert [line for line in lines if line.strip("> ").startswith("# Heading")] == ["> # Heading"]
    assert sum(line.startswith("# ") for line in lines) == 1
    assert any(line.startswith("**Ann**, 2026-11-02 17:00") for line in lines)


async def test_markdown_then_minutes_of_who_decided_what_and_when(talk: Talk) -> None:
    await some_talk(talk)
    await talk.proposed("ann", text="buy 2 MSFT", thread="t2")
    lines = await exported(talk, form=ExportFormat.MARKDOWN, id_prefix="t2")
    assert [line for line in lines if line.startswith("#")] == [
        f"{lines[0][:23]}: MSFT, GOOG",
        "## Decisions",
        "## Messages",
    ]
    assert any(line.startswith("- When: 2026-11-02 17:00 to 2026-11-02 17:") for line in lines)
    pending, filled = [line for line in lines if line.startswith("- Buy")]
    assert pending.startswith("- Buy 2 MSFT at $")
    assert "Ann may confirm until 2026-11-02 17:" in pending
    assert filled.startswith("- Buy 3 GOOG at $755.69, proposed 2026-11-02 17:0")
    assert ": carried out; decided by Bob, 2026-11-02 17:0" in filled
    whole = "\n".join(line for line in lines if not line.startswith(">"))
    assert not [word for word in ("increase", "AWAITING", "EXPLAINING", "SYMBOLS", "+00:00") if word in whole]


async def test_markdown_then_the_summary_is_told_without_its_codes(talk: Talk) -> None:
    reply = await talk.say("ann", "hello", thread="t1")
    text = "2026-03-02 ASKED Ann: I think banks are too risky now\nSYMBOLS IBM"
    summary = Summary(
        conversation_id=reply.thread.conversation_id,
        text=text,
        covered_count=2,
        increments=0,
        updated_at=talk.clock.now(),
    )
    async with talk.stores.transaction(reply.thread.tenant_id) as tx:
        await tx.summaries.save(summary, expected_covered_count=0)
    lines = await exported(talk, form=ExportFormat.MARKDOWN)
    begin = lines.index("## Summary")
    assert lines[begin + 2 : begin + 4] == ["- Ann, 2026-03-02: I think banks are too risky now", ""]
    (record, *_) = [json.loads(line) for line in await exported(talk)]
    assert record["summary"] == text


async def test_settled_then_the_result_stands_below_its_decision(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    await some_talk(talk)

    async def find(_: object, keys: Sequence[DecisionKey]) -> Mapping[DecisionKey, tuple[ActualResult, ...]]:
        return dict.fromkeys(keys, (RESULT,))

    async with talk.stores.read(next(iter(talk.memory.state.conversations.values())).tenant_id) as tx:
        monkeypatch.setattr(type(tx.actual_results), "find", find)
    (line,) = [
        each
        for each in await exported(talk, form=ExportFormat.MARKDOWN)
        if each.startswith("  - Actual result 20 sessions after")
    ]
    assert "+6.7 %" in line
    decisions = [each for row in await exported(talk) for each in json.loads(row).get("decisions", ())]
    results = [each for decision in decisions for each in decision["actual_results"]]
    assert [(each["gain"], each["assessment"]) for each in results] == [("151.50", "right")]


def test_ids_as_people_write_them() -> None:
    whole = "1A2b3c4d-0000-4000-8000-00000000000a"
    for written, meant in (("#1a2b3c4d", "1a2b3c4d"), (whole, whole.replace("-", "")), ("team-talk", "team-talk")):
        assert id_prefix(written) == meant
