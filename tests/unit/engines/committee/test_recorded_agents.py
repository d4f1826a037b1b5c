"""A committee that journals what it concludes: killed after any step, it goes on from there."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from uuid import UUID

import pytest

from bot.domain.committee.debate import CommitteeOptions, SpentBudget
from bot.domain.committee.fusion import TeamPoint
from bot.domain.committee.runs import CommitteeStep, RunProgress
from bot.domain.models.requests import Caller, ModelRequest, TokenUsage
from bot.domain.trading.decision_request import DecisionRequest, TradeRequest
from bot.domain.trading.decision_result import AgentMessage, DecisionResult, EngineRun
from bot.model_errors import ModelError, ModelTimeoutError
from db.codec import decode, encode
from tests.fakes.committees import Script, committee, member, sample_request, usual
from tests.fakes.model import FakeModel
from tests.fakes.model_stores import a_run

pytestmark = pytest.mark.virtual_time

STEPS = 14  # four analysts, bull and bear twice, the research judge after each round, three voices, the risk judge


class KilledError(Exception):
    """The process ends."""


@dataclass(slots=True)
class MemoryJournal:
    """A journal that outlives processes, each of which is killed once it has stored `kill_after` steps."""

    run: EngineRun
    kill_after: int = 100
    argued: tuple[TeamPoint, ...] = ()
    steps: list[object] = field(default_factory=list)  # as documents
    messages: list[AgentMessage] = field(default_factory=list)

    @property
    def progress(self) -> RunProgress:
        steps = tuple(decode(CommitteeStep, each) for each in self.steps)
        return RunProgress(self.run, steps, tuple(self.messages))

    async def add(self, step: CommitteeStep, messages: Sequence[AgentMessage], *, run: EngineRun) -> None:
        if len(self.steps) >= self.kill_after:
            raise KilledError
        self.steps.append(encode(step))
        self.messages.extend(messages)
        self.run = run

    async def objections(self) -> tuple[TeamPoint, ...]:
        return self.argued

    async def open(self, caller: Caller) -> "MemoryJournal":  # noqa: ARG002 - one journal for all
        return self


async def work(
    journal: MemoryJournal, request: DecisionRequest, said: Script = usual, bounds: CommitteeOptions | None = None
) -> tuple[DecisionResult | None, FakeModel]:
    """Work on the run in a process of its own; None: it was killed."""
    model = FakeModel(said)
    try:
        return await committee(model, journals=journal, options=bounds or CommitteeOptions()).decide(request), model
    except KilledError:
        return None, model


def a_journal(**changes: object) -> MemoryJournal:
    run = a_run(
        id=UUID(int=5), engine="committee", calls=0, cache_hits=0, parse_errors=0, tokens=TokenUsage(), latency=0.0
    )
    return MemoryJournal(run, **changes)  # type: ignore[arg-type] # the fields' types are the caller's business


async def unbroken(*symbols: str) -> tuple[DecisionResult, MemoryJournal]:
    journal = a_journal()
    result, _ = await work(journal, await sample_request(*symbols))
    assert result is not None
    return result, journal


async def test_every_step_is_stored_as_it_comes_with_what_was_said() -> None:
    result, journal = await unbroken("GOOG")

    assert len(journal.steps) == STEPS
    assert result.run is not None
    assert (result.run.id, result.run.calls, journal.run.calls) == (journal.run.id, STEPS, STEPS)
    assert tuple(each for each in journal.messages if each.text) == result.discussion
    assert [each.number for each in journal.messages] == list(range(1, len(journal.messages) + 1))


@pytest.mark.parametrize("stored", range(STEPS))
async def test_killed_after_any_step_then_what_is_stored_is_not_asked_again_and_the_answer_is_the_same(
    stored: int,
) -> None:
    request, journal = await sample_request("GOOG"), a_journal(kill_after=stored)
    killed, _ = await work(journal, request)
    assert killed is None
    kept = list(journal.progress.steps)

    journal.kill_after = 100
    resumed, model = await work(journal, request)

    assert resumed is not None
    whole, _ = await unbroken("GOOG")
    assert len(model.requests) == STEPS - stored
    assert list(journal.progress.steps[:stored]) == kept
    assert len({each.name for each in journal.progress.steps}) == len(journal.steps) == STEPS
    assert [replace(each, run_id=None) for each in resumed.proposals] == [
        replace(each, run_id=None) for each in whole.proposals
    ]
    assert resumed.fusion == whole.fusion
    assert Counter((each.sender, each.text) for each in resumed.discussion) == Counter(
        (each.sender, each.text) for each in whole.discussion
    )
    assert {each.run_id for each in resumed.proposals} == {journal.run.id}


async def test_killed_in_the_second_share_then_the_first_is_not_asked_again() -> None:
    request, journal = await sample_request("GOOG", "IBM"), a_journal(kill_after=STEPS + 4)
    await work(journal, request)

    journal.kill_after = 100
    resumed, model = await work(journal, request)

    assert resumed is not None
    assert [each.symbol for each in resumed.proposals] == ["GOOG", "IBM"]
    assert len(model.requests) == STEPS - 4


async def test_a_member_without_an_answer_stays_named_when_another_process_goes_on() -> None:
    def silent_bear(request: ModelRequest) -> str | ModelError:
        is_bear = "Argue against buying" in request.messages[0].text
        return ModelTimeoutError() if is_bear else usual(request)

    request, journal = await sample_request("GOOG"), a_journal(kill_after=8)
    await work(journal, request, silent_bear)
    journal.kill_after = 100
    resumed, _ = await work(journal, request)

    assert resumed is not None
    assert resumed.fusion[0].without_answer == ("bear",)


async def test_with_other_limits_meanwhile_only_the_risk_debate_is_led_again() -> None:
    request, journal = await sample_request("GOOG"), a_journal(kill_after=STEPS - 1)
    await work(journal, request)
    journal.kill_after = 100
    bounded = replace(request, trade_request=TradeRequest(max_cash=Decimal(3_000)))

    resumed, model = await work(journal, bounded)

    assert resumed is not None
    assert len(model.requests) == 4  # three voices and their judge
    assert resumed.proposals[0].cash_change <= Decimal(3_000)


async def test_killed_and_taken_up_again_then_both_processes_share_one_budget() -> None:
    request, journal, bounds = await sample_request("GOOG"), a_journal(kill_after=5), CommitteeOptions(max_calls=10)
    await work(journal, request, bounds=bounds)
    used = journal.run.calls
    journal.kill_after = 100
    resumed, model = await work(journal, request, bounds=bounds)

    assert resumed is not None
    assert used + len(model.requests) == 10
    assert resumed.fusion[0].spent_budget is SpentBudget.ANALYSIS


async def test_what_people_argue_meanwhile_is_told_to_the_research_judge_alone_and_stands_in_the_debate_once() -> None:
    journal = a_journal(argued=(TeamPoint("Bob", "their margins are shrinking"),))

    result, model = await work(journal, await sample_request("GOOG"))

    assert result is not None
    told = ["margins are shrinking" in each.messages[1].text for each in model.requests]
    judges = [member(each) == "research_judge" for each in model.requests]
    assert told == judges
    assert [each.text for each in result.discussion if each.sender == "person"] == [
        "Bob: “their margins are shrinking”"
    ]
