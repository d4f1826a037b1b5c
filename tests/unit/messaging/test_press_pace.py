"""How many presses that only show something one person may make a minute."""

import asyncio
from dataclasses import replace

import pytest

from bot.domain.conversation.threads import PersonLimits
from bot.messaging.inbound.intake import PressPace
from tests.fakes.core import Talk

ID = "00000000-0000-0000-0000-000000000001"


@pytest.mark.virtual_time
async def test_above_the_limit_until_a_place_is_free_and_for_each_person_apart() -> None:
    pace = PressPace(per_minute=3)
    assert [pace.exceeds("ann") for _ in range(5)] == [False, False, False, True, True]
    assert not pace.exceeds("bob")
    await asyncio.sleep(20)
    assert [pace.exceeds("ann") for _ in range(2)] == [False, True]


async def test_no_limit() -> None:
    pace = PressPace(per_minute=0)
    assert not any(pace.exceeds("ann") for _ in range(1_000))


@pytest.mark.parametrize(
    ("pressed", "is_limited"),
    [
        (f"why:{ID}:1", True),
        (f"adjust:{ID}:1", True),
        (f"up:{ID}", True),
        (f"details:{ID}", True),
        ("nonsense", True),
        (f"adjust:{ID}:1:3000:", False),
        (f"confirm:{ID}:1", False),
        (f"cancel:{ID}:1", False),
        (f"confirm_all:{ID}", False),
        (f"stop:{ID}", False),
    ],
)
async def test_only_what_changes_nothing_is_limited(pressed: str, *, is_limited: bool) -> None:
    intake = replace(Talk().intake, limits=PersonLimits(per_minute=1))
    assert [intake.is_surplus_press("ann", pressed) for _ in range(2)] == [False, is_limited]
