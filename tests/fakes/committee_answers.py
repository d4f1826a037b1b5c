"""Plausible answers for the members of a committee, built from the facts in their requests."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

_OF_MEMBER: Final = (
    ("analyst of an investment committee", "analyst"),
    ("debate of an investment committee", "debate"),
    ("now a person of the team objects", "objection"),
    ("research judge of", "research_judge"),
    ("risk judge of", "risk_judge"),
)


def member_of(system: str) -> str:
    """Return which member a system prompt is of, or "" if it is of none."""
    first = system.partition("\n\n")[0]
    return next((name for words, name in _OF_MEMBER if words in first), "")


def committee_answer(texts: list[str]) -> str:
    """Answer one request of a member."""
    data = json.loads(texts[1].partition("<data>\n")[2].partition("\n</data>")[0])
    figures = [f"{{{fact}}}" for fact in _ids(data["facts"])]
    good = [f"That {figure} of this share, seen beside its past and peers, speaks for it." for figure in figures[:3]]
    bad = [f"Yet {figure} of this share, seen beside its past and peers, speaks against it." for figure in figures[-3:]]
    answers: Mapping[str, Any] = {
        "analyst": {"lean": 0.5, "for": good, "against": bad},
        "debate": {"points": [*good[:2], *bad[:1]], "ask": (data.get("more") or [""])[0]},
        "research_judge": {
            "stance": "bullish",
            "conviction": 0.7,
            "for": good,
            "against": bad,
            "would_change": ["A fall below its average would."],
            "hear_answers": data.get("may_hear_answers", False),  # as many requests as there can be
        },
        "objection": {
            "stance": data.get("ruling", {}).get("stance"),
            "conviction": 0.65,
            "because": "No report bears it out.",
            "for": good,
            "against": bad,
            "would_change": ["A fall below its average would."],
        },
        "risk_judge": {"size": "neutral", "reasons": ["The middle keeps {risk.neutral.cash_after} in cash."]},
    }
    return json.dumps(answers[member_of(texts[0])])


def _ids(facts: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in facts.items():
        path = f"{prefix}.{name}" if prefix else name
        if isinstance(value, dict):
            yield from _ids(value, path)
        else:
            yield path
