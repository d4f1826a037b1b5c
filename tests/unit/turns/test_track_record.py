"""How good the forecasts were, as it is asked and told."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest
from wcwidth import wrap

from bot.agents.reflection_agent import ReflectionAgent
from bot.domain.conversation.replies import Reply
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.actual_result import ActualResult, ResultBasis, SettledResult
from bot.domain.trading.forecasts.base_rates import BaseRateSource, EngineStance, ForecastEvent
from bot.domain.trading.forecasts.forecast import ForecastQuery
from bot.domain.trading.performance import Assessment
from bot.engines.rules.engine import RulesEngine
from bot.memory.write_reflections import ReflectionWriter, WriteReflections
from bot.presentation.account.track_record import TrackRecordPresenter
from bot.trading.performance.reviewed_decisions import TrackRecordLoader
from tests.fakes.core import SAY, Talk, button, sentence, text_of
from tests.fakes.engine import ScriptedEngine, text_reason, trade_proposal
from tests.fakes.model import models

D = Decimal
MONTH = timedelta(days=29)


def lines(reply: Reply) -> int:
    return sum(bool(part.strip()) for line in reply.answer.brief.split("\n") for part in wrap(line, 42))


async def settle_all(talk: Talk, *, after: timedelta = MONTH, moves_clock: bool = True) -> None:
    """Settle each decision: its share has risen by 3 %, the market by 1 %."""
    for decision in talk.decisions():
        then = decision.proposal.price_as_of
        result = ActualResult(
            sessions=20,
            as_of=then + after,
            price=D(103),
            source="sample",
            basis=ResultBasis.PROPOSAL,
            price_then=D(100),
            then=then,
            change_percent=D(3),
            gain=D(3),
            assessment=Assessment.RIGHT,
            benchmark_change_percent=D(1),
            change_between_closes=D(3),
        )
        async with talk.stores.transaction(decision.tenant_id) as tx:
            await tx.actual_results.settle([SettledResult(decision, result, due_again=None)])
            if moves_clock:
                await tx.accounts.set_market_time(decision.account_id, then + after)


async def test_a_proposal_freezes_its_forecast_with_the_base_rate_of_the_share(talk: Talk) -> None:
    await talk.say("ann", "buy 3 GOOG")
    await talk.say("ann", "should I buy FB?")  # a hold
    (forecast,) = talk.memory.state.forecasts.values()
    assert forecast.probability == talk.decisions()[0].proposal.confidence
    assert forecast.base_rate is not None
    assert (forecast.base_rate.source, forecast.base_rate.cases) == (BaseRateSource.HISTORY, 240)


async def test_few_cases_then_the_first_line_says_that_they_prove_nothing(talk: Talk) -> None:
    await talk.say("ann", "buy 3 GOOG")
    await talk.say("bob", "buy 2 IBM", thread="other")
    await settle_all(talk)
    reply = await talk.say("ann", "/review score")
    assert reply.answer.brief.startswith("2 settled forecasts prove nothing.\n")
    assert "2 of 2 settled forecasts came true" in reply.answer.brief
    assert "Result +3.0 %" in reply.answer.brief
    assert lines(reply) <= 10
    details = text_of(reply)
    assert "rules: 2 of 2 came true" in details
    assert "Bob: 1 of 1 came true" in details
    assert "too few to prove anything" in details
    assert "\ue010" not in details  # nothing is bold


async def test_a_result_that_is_later_than_the_clock_is_not_seen(talk: Talk) -> None:
    await talk.say("ann", "buy 3 GOOG")
    await settle_all(talk, moves_clock=False)
    reply = await talk.say("ann", "/review score")
    assert reply.answer.brief.startswith("No forecast is settled yet: that takes 20 sessions. Not scored: 1 ")


async def test_what_is_given_up_later_than_the_clock_is_still_waited_for(talk: Talk) -> None:
    await talk.press("ann", button(await talk.proposed(text="buy 3 GOOG"), "cancel"))
    (decision,) = talk.decisions()
    ends = decision.proposal.price_as_of + MONTH
    async with talk.stores.transaction(decision.tenant_id) as tx:
        await tx.actual_results.give_up(decision.key, 20, as_of=ends)
    told = []
    for later in (timedelta(days=9), timedelta(days=10)):
        async with talk.stores.transaction(decision.tenant_id) as tx:
            await tx.accounts.set_market_time(decision.account_id, ends + later)
        told.append((await talk.say("ann", "/review score")).answer.brief.partition("Not scored: ")[2])
    assert told == ["1 not settled yet.", "1 without a price."]


@pytest.mark.parametrize("text", ["/review score", "你的预测准吗"])
async def test_it_fits_a_phone_in_both_languages(talk: Talk, text: str) -> None:
    for number in range(1, 12):
        await talk.say("ann", f"buy {number} GOOG", thread=f"t{number}")
    await settle_all(talk)
    await talk.say("ann", "buy 3 IBM")
    reply = await talk.say("ann", text)
    assert "one is a separate case, prove nothing" in reply.answer.brief or "说明不了任何问题" in reply.answer.brief
    assert lines(reply) <= 10
    assert "1 separate case" in reply.answer.brief or "互不重叠的 1 项" in reply.answer.brief


async def test_why_tells_what_was_learnt_of_the_share_as_one_case(talk: Talk) -> None:
    await talk.say("ann", "buy 3 GOOG")
    await settle_all(talk)
    (decision,) = talk.decisions()
    assert await WriteReflections(talk.stores)(decision.tenant_id) == 1
    told = text_of(await talk.say("ann", "why GOOG?"))
    assert "Looking back on GOOG" in told
    assert "its forecast came true; by 2013-03-01 the share was 2.0 % ahead of the market." in told
    assert "Right: " in told
    assert "This is one case: no lesson." in told
    assert "这只是一个案例，不算教训。" in text_of(await talk.say("ann", "为什么买谷歌？"))


async def test_why_tells_a_models_words_with_their_figures_in_their_language_only(talk: Talk) -> None:
    await talk.say("ann", "/watch GOOG")
    await talk.say("ann", "buy 3 GOOG")
    await settle_all(talk)
    (decision,) = talk.decisions()
    client, _ = models(lambda _: '{"sentences": ["The share ended {outcome.ahead_of_market} against the market."]}')
    writer = ReflectionWriter(talk.stores, ReflectionAgent(client), talk.clock)
    assert await WriteReflections(talk.stores, writer)(decision.tenant_id) == 1
    told = text_of(await talk.say("ann", "why GOOG?"))
    assert "its forecast came true; by 2013-03-01 the share was 2.0 % ahead of the market." in told
    assert "By a model: The share ended **+2.0 %** against the market. This is one case: no lesson." in told
    assert "Right: " not in told
    chinese = text_of(await talk.say("ann", "为什么买谷歌？"))
    assert "看对的：" in chinese
    assert "由模型撰写" not in chinese


async def test_clock_stands_before_the_settlement_then_why_does_not_tell_it(talk: Talk) -> None:
    await talk.say("ann", "buy 3 GOOG")
    await settle_all(talk, moves_clock=False)
    (decision,) = talk.decisions()
    await WriteReflections(talk.stores)(decision.tenant_id)
    assert "Looking back" not in text_of(await talk.say("ann", "why GOOG?"))


async def test_rules_decide_the_same_whatever_was_learnt(talk: Talk) -> None:
    await talk.say("ann", "should I buy GOOG?")
    (first,) = talk.decisions()
    await settle_all(talk, moves_clock=False)
    await WriteReflections(talk.stores)(first.tenant_id)
    await talk.say("ann", "cancel")
    await talk.say("ann", "should I buy GOOG?")
    assert talk.decisions()[-1].proposal == first.proposal


async def test_orders_against_which_the_rules_spoke_are_no_failure_of_theirs(talk: Talk) -> None:
    await talk.say("ann", "hello")
    await talk.core.market_clock.set_date(talk.account.tenant_id, date(2012, 10, 31))
    for number in range(2):
        await talk.say("ann", f"buy {number + 1} IBM", thread=f"t{number}")
    assert {each.stance for each in talk.memory.state.forecasts.values()} == {EngineStance.AGAINST}
    await settle_all(talk)
    await WriteReflections(talk.stores)(talk.account.tenant_id)

    told = text_of(await talk.say("ann", "/review score"))
    assert told.startswith(
        "No forecast of an engine’s own is settled yet. "
        "2 settled orders that the engine did not back are counted apart, in the details."
    )
    assert "it spoke against it: 2 of 2 came true" in told
    assert "Ann: 2 of 2 came true" in told
    assert "rules:" not in told
    assert "引擎自己的预测还没有一项到期。" in text_of(await talk.say("ann", "你的预测准吗"))
    learnt = text_of(await talk.say("ann", "why IBM?", thread="t1"))
    assert ": an order that the engine spoke against; by 2012-11-29 the share was 2.0 % ahead of the market." in learnt
    assert "its forecast" not in learnt


async def test_the_rules_stand_beside_another_engine_on_the_same_cases() -> None:
    engine = ScriptedEngine(lambda features, _: trade_proposal(features, 3, text_reason("Earnings grew.")))
    talk = Talk(engines=(engine, RulesEngine()))
    await talk.say("ann", "should I buy GOOG?")
    await talk.say("ann", "should I buy FB?", thread="other")  # on which the rules take no side
    made = {each.proposal.symbol: each for each in talk.decisions()}
    goog, fb = (talk.memory.state.forecasts[made[symbol].key].shadows for symbol in ("GOOG", "FB"))
    assert [(each.engine, each.event) for each in (*goog, *fb)] == [("rules", ForecastEvent.BEATS), ("rules", None)]
    await settle_all(talk)
    told = text_of(await talk.say("ann", "/review score"))
    english, chinese = (
        sentence("track-record-beside", each, engine=engine.name, other="rules", cases=1, left=1) for each in Language
    )
    assert english in told
    assert "on the same case, by what rules thought of the share then; on one more, rules took no side" in told
    assert "rules: 1 of 1 came true" in told
    assert chinese in text_of(await talk.say("ann", "你的预测准吗"))


async def test_only_the_latest_are_counted_then_it_says_so(talk: Talk) -> None:
    for number in range(3):
        await talk.say("ann", f"buy {number + 1} GOOG", thread=f"t{number}")
    decision = talk.decisions()[0]
    query = ForecastQuery(account_id=decision.account_id, known_at=decision.proposal.price_as_of)
    told = []
    for limit in (3, 2):
        record = await TrackRecordLoader(talk.stores).load(decision.tenant_id, replace(query, limit=limit))
        assert (record.made, record.is_cut) == (limit, limit == 2)
        told += [TrackRecordPresenter(SAY).answer(Locale(each), record, ()).brief for each in Language]
    sentences = [sentence("track-record-cut", each, count=2) for each in Language]
    assert [each in text for each, text in zip(2 * sentences, told, strict=True)] == [False, False, True, True]
    assert "Only the latest 2 forecasts are counted; there are older ones." in sentences


@pytest.mark.parametrize(("cases", "after", "is_told"), [(9, 0, False), (10, 0, True), (10, 29, False)])
async def test_why_tells_how_often_such_a_confidence_had_come_true(
    talk: Talk,
    cases: int,
    after: int,  # days from one case to its settlement: 0, and they are separate
    is_told: bool,  # noqa: FBT001 - a parametrised expectation
) -> None:
    for number in range(cases):
        await talk.say("ann", f"buy {number + 1} GOOG", thread=f"t{number}")
    await settle_all(talk, after=timedelta(days=after))
    await talk.say("ann", "buy 3 GOOG", thread="later")
    told = text_of(await talk.say("ann", "why?", thread="later"))
    sentence = f"Of {cases} earlier forecasts with a confidence of 80–90 %, settled when this was proposed, 100 % had"
    sentence += f" come true (72–100 %, by the {cases} separate cases)."
    assert (sentence in told) is is_told


async def test_what_was_settled_after_a_proposal_does_not_calibrate_it(talk: Talk) -> None:
    for number in range(10):
        await talk.say("ann", f"buy {number + 1} GOOG", thread=f"t{number}")
    await settle_all(talk)
    assert "earlier forecasts" not in text_of(await talk.say("ann", "why?", thread="t9"))
