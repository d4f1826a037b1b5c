"""`parley read`: what a message asks for, as JSON."""

import json

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.domain.conversation.requests import request_kinds


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("/status", {"kind": "ShowStatus"}),
        (
            "sell half of the losers",
            {"kind": "SellHoldings", "result": "loss", "at_least": "0", "fraction": "0.5", "is_question": False},
        ),
        ("what does 期货溢价 mean?", {"kind": "Define", "terms": [], "word": "期货溢价"}),
    ],
)
def test_a_request_is_printed_with_its_slots(text: str, printed: object) -> None:
    assert json.loads(CliRunner().invoke(main, ["read", text]).output) == printed


def test_dates_are_iso_and_decimals_strings() -> None:
    review = json.loads(CliRunner().invoke(main, ["read", "/review GOOG last week"]).output)
    assert review["dates"] == ["2013-01-21", "2013-01-27"]
    assert review["shares"]["symbols"] == ["GOOG"]
    funds = json.loads(CliRunner().invoke(main, ["read", "can I afford 20 shares of GOOG?"]).output)
    assert funds["count"] == "20"


@pytest.mark.parametrize(
    "text",
    [
        "buy 20 ibm and 3 goog",
        "never more than $3,000 in one stock",
        "alert me below 30 on FB",
        "yes",
        "hello",
        "市盈率最低的是谁",
    ],
)
def test_a_request_has_the_kind_and_the_slots_of_the_schema(text: str) -> None:
    schema = json.loads(CliRunner().invoke(main, ["read", "--schema"]).output)
    printed = json.loads(CliRunner().invoke(main, ["read", text]).output)
    definition = schema["$defs"][printed["kind"]]
    assert definition["properties"]["kind"] == {"const": printed["kind"]}
    assert printed.keys() == definition["properties"].keys()
    assert set(definition["required"]) <= printed.keys()


def test_the_schema_has_every_kind() -> None:
    schema = json.loads(CliRunner().invoke(main, ["read", "--schema"]).output)
    named = {each["$ref"].rpartition("/")[2] for each in schema["anyOf"]}
    assert named == {each.__name__ for each in request_kinds()}


def test_how_it_is_read_is_explained_with_the_nearest_examples() -> None:
    explained = json.loads(CliRunner().invoke(main, ["read", "--explain", "would you look at IBM for me"]).output)
    assert explained["request"]["kind"] == "Analyze"
    assert explained["by"] == "examples"
    assert {"name": "share", "words": "IBM", "value": ""} in explained["slots"]
    assert next(iter(explained["kinds"])) == "analyze"
    assert len(explained["nearest"]) == 5
