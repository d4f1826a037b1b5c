"""A committee's run beside the talk of its thread: what it is asked, what it answers, and what a "yes" means then."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.states import State
from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.domain.trading.decisions import DecisionStatus
from bot.errors import LeaseLostError
from bot.model_errors import ModelError
from bot.ports import TextSink
from tests.fakes.committee_answers import committee_answer, member_of
from tests.fakes.core_with_model import TalkWithCommittee, talk_with_committee
from tests.fakes.model import FakeModel

MEMBERS = 14


def script(request: ModelRequest) -> str | ModelError:
    texts = [message.text for message in request.messages]
    return committee_answer(texts) if member_of(texts[0]) else "Well."


def workspace() -> TalkWithCommittee:
    return talk_with_committee(script)


def bought(reply: Reply) -> list[str]:
    return [each.proposal.symbol for each in reply.answer.decisions]


def status_of(world: TalkWithCommittee, card: Reply) -> DecisionStatus:
    shown = card.answer.decisions[0].id
    return next(each.status for each in world.talk.decisions() if each.id == shown)


async def test_the_turn_answers_at_once_and_the_run_with_a_card_of_its_own() -> None:
    world = workspace()
    started = await world.talk.say("ann", "/analyze AAPL deep")
    assert world.model.requests == []
    assert started.answer.analysis is not None
    assert not started.answer.analysis.is_ended
    assert (bought(started), started.state) == ([], State.ANALYZING)

    answer = await world.work()

    assert answer.answer.analysis == replace(started.answer.analysis, is_ended=True)
    assert (bought(answer), answer.state) == (["AAPL"], State.AWAITING_CONFIRM)
    assert answer.answer.calls_person
    assert await world.claim() is None
    assert len(world.model.requests) == MEMBERS


async def test_what_it_stands_for_is_what_was_talked_of_when_it_was_asked() -> None:
    world = workspace()
    await world.talk.say("ann", "what is the price of GOOG?")
    await world.talk.say("ann", "dig deeper")
    await world.talk.say("ann", "what is the price of MSFT?")

    assert bought(await world.work()) == ["GOOG"]


async def test_asked_again_while_it_works_then_no_second_run_but_for_another_person_or_share() -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")

    again = await world.talk.say("ann", "dig deeper into AAPL")
    assert "Still working on AAPL" in again.answer.brief
    assert "Working on MSFT" in (await world.talk.say("ann", "/analyze MSFT deep")).answer.brief
    assert "Working on AAPL" in (await world.talk.say("bob", "/analyze AAPL deep")).answer.brief

    assert [bought(await world.work()) for _ in range(3)] == [["AAPL"], ["MSFT"], ["AAPL"]]
    assert await world.claim() is None


async def test_a_yes_right_behind_its_card_confirms_it() -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    card = await world.work()

    await world.talk.say("ann", "yes")

    assert status_of(world, card) is DecisionStatus.FILLED


@pytest.mark.parametrize("meanwhile", ["what is the price of MSFT?", "yes", "thanks"])
async def test_a_yes_is_read_back_if_anything_was_said_while_it_worked(meanwhile: str) -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    await world.talk.say("ann", meanwhile)
    card = await world.work()

    reply = await world.talk.say("ann", "yes")

    assert status_of(world, card) is DecisionStatus.PROPOSED
    assert reply.answer.buttons


async def test_a_card_that_was_offered_before_is_not_confirmed_by_a_yes_behind_its_answer() -> None:
    world = workspace()
    await world.talk.say("bob", "/settings engine rules")  # whose cards need no model
    await world.talk.say("ann", "/analyze AAPL deep")
    offered = await world.talk.say("ann", "buy 3 MSFT")
    await world.work()

    await world.talk.say("ann", "yes")

    assert status_of(world, offered) is DecisionStatus.PROPOSED


async def test_a_limit_that_is_stated_while_it_works_bounds_its_proposal() -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    await world.talk.say("ann", "never more than $2,000 per trade")

    card = await world.work()

    assert Decimal(0) < card.answer.decisions[0].proposal.cash_change <= Decimal(2_000)


async def test_stopped_then_it_says_so_and_proposes_nothing() -> None:
    world = workspace()
    started = await world.talk.say("ann", "/analyze AAPL deep")
    stop = next(each for each in started.answer.buttons if each.id.startswith("stop:"))
    assert "only" in (await world.talk.press("bob", stop)).answer.brief.lower()
    await world.talk.press("ann", stop)

    reply = await world.work()

    assert (reply.answer.fallback, bought(reply)) == ("stopped", [])
    assert reply.answer.analysis is not None
    assert reply.answer.analysis.is_ended


async def test_who_is_to_be_erased_has_asked_for_it_then_it_stops_and_that_of_another_goes_on() -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    await world.talk.say("bob", "/analyze AAPL deep")
    card = await world.talk.say("ann", "/forget me")
    await world.talk.press("ann", next(each for each in card.answer.buttons if each.id.startswith("erase:")))

    stopped, other = await world.work(), await world.work()

    assert (stopped.answer.fallback, bought(stopped)) == ("stopped", [])
    assert bought(other) == ["AAPL"]


@pytest.mark.parametrize("word", ["stop", "cancel", "取消"])
async def test_a_typed_stop_stops_the_persons_own_run_where_nothing_is_pending(word: str) -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    await world.talk.say("bob", word)
    await world.talk.say("ann", "/analyze MSFT deep", thread="other")

    await world.talk.say("ann", word)

    assert (await world.work()).answer.fallback == "stopped"
    assert bought(await world.work()) == ["MSFT"]


async def test_a_bare_stop_means_what_was_begun_last() -> None:
    world = workspace()
    await world.talk.say("bob", "/settings engine rules")  # whose cards need no model
    card = await world.talk.say("ann", "buy 3 MSFT")
    await world.talk.say("ann", "/analyze AAPL deep")
    await world.talk.say("ann", "stop")

    assert (await world.work()).answer.fallback == "stopped"
    assert status_of(world, card) is DecisionStatus.PROPOSED


async def test_a_bare_stop_of_who_has_a_card_pending_means_no_run_of_somebody_else() -> None:
    world = workspace()
    await world.talk.say("bob", "/settings engine rules")  # whose cards need no model
    card = await world.talk.say("bob", "buy 3 MSFT")
    await world.talk.say("ann", "/analyze AAPL deep")
    await world.talk.say("bob", "stop")

    assert status_of(world, card) is DecisionStatus.CANCELLED
    assert bought(await world.work()) == ["AAPL"]


async def test_a_typed_cancel_means_the_card_while_one_is_pending() -> None:
    world = workspace()
    await world.talk.say("bob", "/settings engine rules")  # whose cards need no model
    await world.talk.say("ann", "/analyze AAPL deep")
    await world.talk.say("ann", "buy 3 MSFT")
    await world.talk.say("ann", "cancel")

    assert bought(await world.work()) == ["AAPL"]


async def test_who_has_lost_the_lease_stores_nothing() -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    late = await world.claim(ttl=timedelta(seconds=-1))
    assert late is not None
    assert bought(await world.work()) == ["AAPL"]

    with pytest.raises(LeaseLostError):
        await world.talk.manager.answer_turn(late)

    assert len(world.talk.decisions()) == 1


async def test_an_objection_while_it_works_reaches_the_judge_with_the_name_of_who_made_it() -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    noted = await world.talk.say("bob", "but their margins are shrinking")
    assert "the research judge of AAPL hears it before it rules" in noted.answer.brief

    await world.work()

    (told,) = [r.messages[1].text for r in world.model.requests if "shrinking" in r.messages[1].text][-1:]
    assert '"objections":[{"by":"Bob","words":"but their margins are shrinking"}]' in told


async def test_without_time_left_all_members_work_by_rules_and_the_card_says_so() -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    world.talk.pass_time(timedelta(minutes=10))

    answer = await world.work()

    assert world.model.requests == []
    assert "By rules, for want of the model’s answer" in answer.answer.brief
    assert bought(answer) == ["AAPL"]


def said_meanwhile(world: TalkWithCommittee, monkeypatch: pytest.MonkeyPatch, *said: str, at: int) -> None:
    """Let Ann say something while the model answers a member, the one of that number."""
    ask = FakeModel.ask

    async def ask_and_talk(model: FakeModel, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        answer = await ask(model, request, show=show)
        if len(model.requests) == at and member_of(request.messages[0].text):
            for each in said:
                await world.talk.say("ann", each)
        return answer

    monkeypatch.setattr(FakeModel, "ask", ask_and_talk)


async def test_a_limit_that_is_stated_in_mid_run_bounds_its_proposal(monkeypatch: pytest.MonkeyPatch) -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    said_meanwhile(world, monkeypatch, "never more than $2,000 per trade", at=MEMBERS)

    card = await world.work()

    assert Decimal(0) < card.answer.decisions[0].proposal.cash_change <= Decimal(2_000)
    assert len(world.model.requests) == MEMBERS + 4  # only the risk debate was led again


async def test_the_same_share_is_ordered_in_mid_run_then_one_of_the_two_is_pending(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = workspace()
    await world.talk.say("ann", "/settings engine rules")
    await world.talk.say("ann", "/analyze AAPL deep")
    said_meanwhile(world, monkeypatch, "buy 3 AAPL", at=MEMBERS)

    await world.work()

    ordered, proposed = world.talk.decisions()
    assert (ordered.status, proposed.status) == (DecisionStatus.SUPERSEDED, DecisionStatus.PROPOSED)
    assert proposed.proposal.shares <= 3  # as of one that is asked for after an order


async def test_shares_are_bought_in_mid_run_then_they_count(monkeypatch: pytest.MonkeyPatch) -> None:
    world = workspace()
    await world.talk.say("ann", "/settings engine rules")
    await world.talk.say("ann", "/analyze AAPL deep")
    said_meanwhile(world, monkeypatch, "buy 43 AAPL, stop at 440", "yes", at=MEMBERS)

    card = await world.work()

    (proposed,) = [each for each in world.talk.decisions() if each.id == card.answer.decisions[0].id]
    assert proposed.proposal.cash_change < Decimal(1_000)  # a position is a fifth of the account at most


@pytest.mark.parametrize("sessions", [5, 20])
async def test_the_clock_moves_in_mid_run_then_all_is_read_again(
    sessions: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = workspace()
    await world.talk.say("ann", "/analyze AAPL deep")
    said_meanwhile(world, monkeypatch, f"/advance {sessions}", at=MEMBERS)

    card = await world.work()

    (proposed,) = [each for each in world.talk.decisions() if each.id == card.answer.decisions[0].id]
    price = (await world.talk.say("ann", "what is the price of AAPL?")).answer.brief
    assert f"{proposed.proposal.price:,.2f}" in price
    assert len(world.model.requests) == 2 * MEMBERS
