"""`parley read`: what a message asks for, as JSON."""

import json

import pytest
from click.testing import CliRunner

from bot.__main__ import main


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("/status", {"kind": "ShowStatus"}),
        (
            "sell half of the losers",
            {
                "kind": "SellHoldings",
                "result": "loss",
                "at_least": "0",
                "fraction": "0.5",
                "ends_purchases": False,
                "is_question": False,
            },
        ),
        ("what does 期货溢价 mean?", {"kind": "Define", "terms": [], "word": "期货溢价", "asks_level": False}),
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
