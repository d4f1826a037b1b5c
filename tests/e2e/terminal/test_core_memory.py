"""Core memory across processes: what was remembered in one run is shown, taken back and dated in the next."""

from tests.e2e.chat_process import conversation
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_every_turn_answered_once


def test_what_is_remembered_outlives_the_process(deployment: Deployment) -> None:
    told = conversation(
        deployment,
        "remember that we never short",
        "记住我喜欢高股息",
        "/memory me horizon: 3 months",
        "remember: at most $2,000 per trade",
        "/memory me horizon: 5 years",
        "don't forget to buy GOOG",
    )
    assert "“we never short”" in told[0]["brief"]
    assert "“我喜欢高股息”" in told[1]["brief"]
    assert "“/limits at most $2,000 per trade”" in told[3]["brief"]
    assert "“3 months”" in told[4]["brief"]
    assert all(each["decisions"] == [] for each in told)

    shown, undone, again, history = conversation(deployment, "/memory", "/memory undo", "/memory", "/memory history")
    assert all(text in shown["brief"] for text in ("we never short", "我喜欢高股息", "5 years"))
    assert "at most $2,000" in shown["text"]
    assert "“3 months”" in undone["brief"]
    assert "3 months" in again["brief"]
    assert "5 years" not in again["brief"]
    assert "5 years" in history["text"]
    assert_every_turn_answered_once(deployment)
