import json
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import StrEnum
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.conversation.blocks import Bullets, Button, Card, Paragraph, Quotation, Quotations, Table
from bot.domain.conversation.replies import Answer, Source
from bot.domain.conversation.turns import LogEntry
from bot.domain.ids import TenantId
from bot.domain.models.facts import FactUnit, ModelFact
from bot.domain.models.requests import ModelAnswer, TokenUsage
from bot.domain.text.emphasis import UNCHECKED
from bot.domain.trading.decisions import Reason
from db.codec import decode, encode, storable_text
from tests.contract.store_sets import a_proposal
from tests.fakes.clock import NOON
from tests.fakes.model_stores import a_run

ANSWER = Answer(
    blocks=(
        Paragraph("苹果 <b>&"),
        Bullets("for", ("a", "b")),
        Table(("day", "close"), (("2013-01-31", "455.49"),)),
        Quotations((Quotation("Bob", "12 Mar 2026", "银行", "parley:t1#7"), Quotation("小安", "3月", "c"))),
        Card(title="AAPL", lines=("$455.49",), footer=""),
    ),
    symbols=("AAPL",),
    buttons=(Button("confirm:1:1", "Confirm"),),
    fallback="no_model",
    sources=(
        Source(UUID(int=1), ("Bob", "小安"), datetime(2026, 3, 12, 9, 30, tzinfo=UTC), "parley:t1#7"),
        Source(UUID(int=2), (), datetime(2026, 3, 12, 9, 30, tzinfo=UTC), link=None),
    ),
)


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True)
class EveryFieldType:
    when: datetime
    day: date
    money: Decimal | None
    who: TenantId
    colour: Colour
    pair: tuple[str, int]
    named: dict[str, Decimal]


FACT = ModelFact(id="goog.close", value="755.69", unit=FactUnit.USD, symbol="GOOG", source="sample", as_of=NOON)


def through_json(value: object) -> object:
    return json.loads(json.dumps(encode(value), allow_nan=False))


@pytest.mark.parametrize(
    "value",
    [
        ANSWER,
        replace(ANSWER, run=a_run(latency=0.1234567890123)),
        a_proposal(run_id=a_run().id, confidence=Decimal("0.50")),
        Reason("said", 0.0, words={"text": f"At {{goog.close}} it has doubled{UNCHECKED}."}, facts=(FACT,)),
        ModelAnswer(text="苹果", model="m", tokens=TokenUsage(1, 2), latency=0.5),
        LogEntry("respond", 12.5, {"tokens": "1,000"}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_is_stored_as_a_document_comes_back_equal(value: object) -> None:
    assert decode(type(value), through_json(value)) == value


@pytest.mark.parametrize(("later", "default"), [("sources", ()), ("run", None)])
def test_document_of_an_older_version_takes_defaults(later: str, default: object) -> None:
    document = encode(replace(ANSWER, run=a_run()))
    del document[later]
    assert getattr(decode(Answer, document), later) == default


def test_every_kind_of_field_comes_back_equal_and_of_its_type() -> None:
    value = EveryFieldType(
        when=datetime(2013, 1, 31, 21, tzinfo=UTC),
        day=date(2013, 1, 31),
        money=Decimal("1.10"),
        who=TenantId(UUID(int=7)),
        colour=Colour.RED,
        pair=("a", 1),
        named={"b": Decimal("2.50")},
    )

    decoded = decode(EveryFieldType, through_json(value))

    assert decoded == value
    assert (str(decoded.money), type(decoded.when), type(decoded.day)) == ("1.10", datetime, date)
    assert decode(EveryFieldType, through_json(replace(value, money=None))).money is None


@given(st.decimals(allow_nan=False, allow_infinity=False), st.floats(-1, 1))
def test_figures_of_a_reason_come_back_to_the_last_digit(figure: Decimal, weight: float) -> None:
    reason = Reason("above_sma200", weight, {"sma": figure})

    decoded = decode(Reason, through_json(reason))

    assert decoded == reason
    assert decoded.numbers["sma"].as_tuple() == figure.as_tuple()


def test_document_of_a_newer_version_is_read() -> None:
    document = {"type": "Reason", "code": "x", "weight": 0.5, "of_a_later_version": True}

    assert decode(Reason, document) == Reason("x", 0.5)


def test_what_has_no_place_in_a_document_is_refused() -> None:
    with pytest.raises(TypeError, match="object cannot be stored"):
        encode(object())


@given(st.text(alphabet=st.characters(min_codepoint=0, max_codepoint=0x10FFFF, exclude_categories=())))
def test_storable_text_has_no_nul_and_is_valid_unicode(text: str) -> None:
    stored = storable_text(text)

    assert "\x00" not in stored
    assert stored.encode().decode() == stored
    assert len(stored) == len(text)
