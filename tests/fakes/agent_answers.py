"""Plausible answers for all of Parley's agents, built from the request's data, for the fake model server.

python -m tests.fakes.openai --script tests.fakes.agent_answers:answer
"""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from tests.fakes.committee_answers import committee_answer, member_of
from tests.fakes.dual_answers import plausible

_REFERENCE: Final = re.compile(r"\{(f\d+)\}|\"([a-z.]+)\":\{\"close\":")
_KINDS: Final = {"worth": "analyze", "silly": "explain", "sense": "explain"}  # by a word of the message
_OF_AGENT: Final = (
    ("decision agent of", "decision"),
    ("filter agent of", "filter"),
    ("You read messages", "reader"),
    ("You keep the notes", "summary"),
    ("You keep the memory", "memory"),
    ("You look up what was said", "search"),
)


def answer(body: Mapping[str, Any]) -> str:
    """Answer one request."""
    texts, agent = texts_of(body), agent_of(body)
    if member_of(texts[0]):
        return committee_answer(texts)
    if agent in {"decision", "filter"}:
        return plausible(texts)
    if agent == "summary":
        return summary(texts)
    if agent == "memory":
        return '{"calls": []}'
    if agent == "search":
        return '{"queries": []}'
    return _kind(texts[-1]) if agent == "reader" else _prose(texts)


def agent_of(body: Mapping[str, Any]) -> str:
    """Return which agent asks: "filter", "decision", "reader", "summary", "memory", "search" or "prose"."""
    return next((name for words, name in _OF_AGENT if words in texts_of(body)[0]), "prose")


def texts_of(body: Mapping[str, Any]) -> list[str]:
    """Return the texts of a request's messages."""
    return [str(message.get("content") or "") for message in body["messages"]]


def summary(texts: list[str]) -> str:
    """Quote what people said, each with its number."""
    told = json.loads(texts[-1].partition("<data>\n")[2].partition("\n</data>")[0])
    said = [each for each in told["messages"] if each["role"] == "person"]
    notes = [{"by": e["by"], "kind": "said", "text": e["text"], "messages": [e["number"]]} for e in said]
    return json.dumps({"statements": notes}, ensure_ascii=False)


def _kind(told: str) -> str:
    said = told.partition('"message":')[2].partition('","')[0]
    kind = next((name for words, name in _KINDS.items() if words in said), "off-topic")
    return json.dumps({"kind": kind, "sureness": 0.9, "slots": []})


def _prose(texts: list[str]) -> str:
    """A few sentences, with a figure of the data where there is one."""
    found = _REFERENCE.search(texts[1])
    figure = (found[1] or f"{found[2]}.close") if found else None
    known = f" The figure to look at is {{{figure}}}." if figure else ""
    return f"That is a fair question.{known} The data speak for patience more than for haste, as far as they go."
