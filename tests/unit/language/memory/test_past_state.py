"""Questions about what core memory held at a time."""

from datetime import date

import pytest

from bot.domain.memory.core_memory import MemoryScope, MemorySection
from bot.domain.memory.memory_requests import MemoryAct, MemoryRequest
from bot.language.memory.past_state import find_past_state

PERSON, CHANNEL = MemoryScope.PERSON, MemoryScope.CHANNEL
RISK, HORIZON = MemorySection.RISK_APPETITE, MemorySection.HORIZON
TODAY = date(2026, 11, 24)


@pytest.mark.parametrize(
    ("text", "scope", "section"),
    [
        ("in March, what was my risk appetite?", PERSON, RISK),
        ("what was our horizon back in June?", CHANNEL, HORIZON),
        ("as of spring, what was my horizon?", PERSON, HORIZON),
        ("as of 2026-03-01 what was my risk appetite", PERSON, RISK),
        ("what did you know about me two weeks ago?", None, None),
        ("what were my preferences last summer?", PERSON, None),
        ("去年春天我的期限是多久？", PERSON, HORIZON),
        ("截至三月，我的风险偏好是什么？", PERSON, RISK),
        ("上个月的时候我的风险偏好是什么？", PERSON, RISK),
    ],
)
def test_is_asked_of_memory(text: str, scope: MemoryScope | None, section: MemorySection | None) -> None:
    expected = MemoryRequest(MemoryAct.AS_OF, text, scope=scope, section=section)
    assert find_past_state(text, today=TODAY) == expected


@pytest.mark.parametrize(
    "text",
    [
        "what was my risk appetite?",
        "what did Bob say in March?",
        "what was IBM in March?",
        "how did my holdings do in March?",
        "show my portfolio as of March",
        "forget what I said in March",
        "remember that we met Acme in May",
        "三月IBM的价格是多少？",
    ],
)
def test_is_something_else(text: str) -> None:
    assert find_past_state(text, today=TODAY) is None
