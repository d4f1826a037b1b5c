"""/brief: who gets which briefs, from when on, and how it ends; and one at once."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.market.sessions import SessionPhase
from bot.domain.watching.briefs import BOTH_PHASES, BriefSubscription
from tests.fakes.core import Talk, sentence
from tests.unit.turns.test_track_record import MONTH, settle_all


def subscription(talk: Talk) -> BriefSubscription | None:
    return next(iter(talk.memory.state.brief_subscriptions.values()), None)


async def said(talk: Talk, text: str) -> str:
    return (await talk.say("ann", text)).answer.brief


class TestSubscribing:
    @pytest.mark.parametrize(
        ("text", "phases"),
        [
            ("/brief", BOTH_PHASES),
            ("/brief on", BOTH_PHASES),
            ("send us a brief every day", BOTH_PHASES),
            ("每天早上给我们简报", {SessionPhase.PRE_OPEN}),
            ("post a brief after the close", {SessionPhase.POST_CLOSE}),
        ],
    )
    async def test_a_channel_gets_the_briefs_that_are_asked_for(self, text: str, phases: set[SessionPhase]) -> None:
        talk = Talk()
        await said(talk, text)
        found = subscription(talk)
        assert found is not None
        assert found.phases == phases
        assert (found.thread.channel, found.thread.thread, found.person.id) == ("terminal", "", "U-ann")

    async def test_asked_again_it_tells_which_there_are_and_who_asked(self) -> None:
        talk = Talk()
        await said(talk, "/brief pre")
        before = subscription(talk)
        answer = (await talk.say("bob", "/brief")).answer.brief
        assert "half an hour before each opening; Ann asked for them on" in answer
        assert subscription(talk) == before

    async def test_words_that_are_not_understood_change_nothing(self) -> None:
        talk = Talk()
        assert sentence("briefs-how") in await said(talk, "/brief foo")
        assert subscription(talk) is None

    @pytest.mark.parametrize("text", ["be brief", "in brief, IBM fell", "should we get a brief every morning?"])
    async def test_what_only_sounds_like_it_changes_nothing(self, text: str) -> None:
        talk = Talk()
        await said(talk, text)
        assert subscription(talk) is None


class TestEnding:
    @pytest.mark.parametrize("text", ["no more briefs please", "停止简报"])
    async def test_briefs_end(self, text: str) -> None:
        talk = Talk()
        await said(talk, "/brief on")
        await talk.say("bob", text)
        assert subscription(talk) is None

    @pytest.mark.parametrize(
        ("text", "left"),
        [("no more morning brief", SessionPhase.POST_CLOSE), ("晚上的简报别发了", SessionPhase.PRE_OPEN)],
    )
    async def test_one_is_named_then_the_other_stays(self, text: str, left: SessionPhase) -> None:
        talk = Talk()
        for each in ("/brief on", text):
            await said(talk, each)
        found = subscription(talk)
        assert found is not None
        assert found.phases == {left}
        await said(talk, text)
        assert subscription(talk) == found
        await said(talk, "/brief off")
        assert subscription(talk) is None

    async def test_there_are_none_then_it_says_so(self) -> None:
        assert await said(talk := Talk(), "/brief off") == sentence("briefs-none")
        assert subscription(talk) is None


class TestNow:
    async def test_one_is_shown_at_once_and_nobody_is_subscribed(self) -> None:
        talk = Talk()
        await said(talk, "/watch AAPL")
        assert (await said(talk, "/brief now")).splitlines() == [
            "The session of 2013-01-31 and since (sample market):",
            "• AAPL $455.49, −0.3 %",
        ]
        assert subscription(talk) is None

    async def test_alerts_of_the_channel_that_are_near_are_told(self) -> None:
        talk = Talk()
        for text in ("/alert AAPL < 445", "/alert IBM < 150", "/alert MSFT > 28"):
            await said(talk, text)
        ((key, (tenant_id, alert)), *_) = talk.memory.state.alerts.items()
        assert "Near: AAPL $445.00, 2.3 % below $455.49" in await said(talk, "/brief now")
        assert "IBM" not in await said(talk, "/brief now")
        talk.memory.state.alerts[key] = tenant_id, replace(alert, channel="elsewhere")
        told = await said(talk, "/brief now")
        assert "AAPL" not in told
        assert "Near: MSFT" in told

    @pytest.mark.parametrize(("after", "is_told"), [(MONTH, True), (MONTH - timedelta(days=1), False)])
    async def test_results_of_the_session_are_told_and_earlier_ones_are_not(
        self,
        after: timedelta,
        is_told: bool,  # noqa: FBT001 - a parametrised expectation
    ) -> None:
        talk = Talk()
        await said(talk, "buy 3 GOOG")
        await settle_all(talk, after=after)
        (decision,) = talk.decisions()
        async with talk.stores.transaction(decision.tenant_id) as tx:
            await tx.accounts.set_market_time(decision.account_id, decision.proposal.price_as_of + MONTH)
        told = await said(talk, "/brief now")
        assert told.startswith("The session of 2013-03-01 and since")
        assert ("Result of GOOG (buy, not made): +3.0 % in 20 sessions" in told) is is_told

    async def test_a_result_that_the_clock_has_not_reached_is_not_told(self) -> None:
        talk = Talk()
        await said(talk, "buy 3 GOOG")
        await settle_all(talk, after=timedelta(hours=1), moves_clock=False)
        assert "Result of GOOG" not in await said(talk, "/brief now")
