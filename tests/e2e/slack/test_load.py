"""Events at a steady rate and in a burst, with an engine as slow as a model: each is answered once."""

import pytest

from benchmarks.slack_load import Load, under_load
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_every_turn_answered_once
from tests.e2e.slack_process import NO_PERSON_LIMITS, slack_system
from tests.rounds import full_rounds


@pytest.mark.faults
async def test_events_come_faster_than_they_are_answered_then_each_is_answered_once(deployment: Deployment) -> None:
    load = Load(seconds=full_rounds(few=3, all_of_them=120), burst=full_rounds(few=30, all_of_them=100))
    async with slack_system(deployment) as system:
        engine_seconds = full_rounds(few=1, all_of_them=5)
        await system.start("http", engine_seconds=engine_seconds, **NO_PERSON_LIMITS)
        await under_load(system, load)
        system.assert_only_late()
        assert system.count("turn") == system.count("reply") == load.steady + load.burst
        assert_every_turn_answered_once(deployment)
