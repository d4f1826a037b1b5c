"""Questions about what was said: quoted with who said it and when, or answered that nothing was found."""

import asyncio
import textwrap
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Person
from bot.domain.memory.recall import EpisodeQuery, FoundEpisode
from bot.domain.text.locale import Language
from tests.fakes.core import Talk, sentence, text_of
from tests.fakes.episode_search import FakeEpisodeSearch

NOTHING = sentence("recall-nothing", speaker="none", span="none", first="", last="")


@pytest.fixture(scope="module")
def week_ago() -> Talk:
    """A team that has talked a week ago."""
    return asyncio.run(_talked(Talk()))


async def _talked(talk: Talk) -> Talk:
    await talk.say("Bob", "banks look overextended to me, I would stay away from JPM before results")
    await talk.say("Carol", "our airline holdings worry me because of fuel costs")
    await talk.say("Carol", "why is IBM falling?")
    await talk.say("Dan", "我担心银行的坏账")
    talk.pass_time(timedelta(days=7))
    return talk


@pytest.fixture
def team(talk: Talk, week_ago: Talk) -> Talk:
    talk.go_on_from(week_ago)
    return talk


class TestQuestions:
    @pytest.mark.parametrize(
        ("asked", "quoted"),
        [
            ("what did Bob say about banks?", "• Bob, 2026-11-02: “banks look overextended to me"),
            ("who was worried about fuel costs?", "• Carol, 2026-11-02: “our airline holdings worry me"),
            ("did anyone bring up overextended banks", "• Bob, 2026-11-02: “banks look overextended"),
            ("what did Carol say about fuel last week?", "• Carol, 2026-11-02: “our airline holdings worry me"),
            ("谁担心过银行坏账？", "• Dan, 2026-11-02: “我担心银行的坏账”"),
        ],
    )
    async def test_when_it_was_said_then_quoted_with_its_source(self, team: Talk, asked: str, quoted: str) -> None:
        reply = await team.say("ann", asked)

        assert text_of(reply).startswith(quoted)
        assert (reply.intent, reply.state) == (Intent.REVIEW, State.EXPLAINING)
        first = reply.answer.sources[0]
        assert (quoted[2:].partition(",")[0],) == first.by
        assert first.link

    @pytest.mark.parametrize(
        "asked",
        [
            "what did we say about uranium mining?",
            "who brought up semiconductor tariffs?",
            "有人提过黄金期货吗？",
        ],
    )
    async def test_when_it_was_never_said_then_says_so(self, team: Talk, asked: str) -> None:
        reply = await team.say("ann", asked)

        assert not reply.answer.sources
        assert text_of(reply) in {
            NOTHING,
            sentence("recall-nothing", Language.CHINESE, speaker="none", span="none", first="", last=""),
        }

    async def test_when_it_was_said_at_another_time_then_says_which_time_was_searched(self, team: Talk) -> None:
        text = text_of(await team.say("ann", "what did Bob say about banks in March?"))
        assert "At another time:\n\n• Bob, 2026-11-02: “banks look overextended" in text
        nothing = sentence("recall-nothing", speaker="Bob", span="between", first="2026-03-01", last="2026-03-31")
        assert text.partition("\n")[0] == nothing


class TestExplanations:
    async def test_why_a_decision_was_passed_on_then_who_argued_against_it_is_quoted(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy IBM?")
        await talk.say("Bob", "IBM's mainframe sales are shrinking")
        await talk.say("ann", "cancel")
        reply = await talk.say("ann", "why did we pass on IBM?")
        assert "Said then:" in text_of(reply)
        assert "• Bob, 2026-11-02: “IBM's mainframe sales are shrinking”" in text_of(reply)
        assert [source.by for source in reply.answer.sources] == [("Bob",)]

    async def test_why_a_pending_one_is_proposed_then_nobody_is_quoted(self, talk: Talk) -> None:
        await talk.say("Bob", "IBM's mainframe sales are shrinking")
        await talk.say("ann", "should I buy IBM?")
        assert not (await talk.say("ann", "why buy IBM?")).answer.sources

    async def test_secret_then_never_quoted(self, talk: Talk) -> None:
        await talk.say("ann", "remember the broker password is swordfish99")
        await talk.say_in_channel("ann", "our broker password is swordfish99")
        assert "swordfish" not in text_of(await talk.say("Bob", "what did ann say about the broker password?"))


class TestSummaries:
    @pytest.fixture(scope="class")
    @classmethod
    def thread(cls) -> Talk:
        return asyncio.run(cls._discussed(Talk()))

    @staticmethod
    async def _discussed(talk: Talk) -> Talk:
        for number in range(12):
            await talk.say("Ines", f"tin will run out of steam, reason {number}")
        await talk.say("Omar", "rail freight is a bargain, I find")
        await talk.say("ann", "buy 2 IBM")
        await talk.say("ann", "cancel")
        return talk

    @pytest.fixture
    def discussed(self, talk: Talk, thread: Talk) -> Talk:
        """A thread of twelve statements in which a trade was left."""
        talk.go_on_from(thread)
        return talk

    @pytest.mark.parametrize("asked", ["summarise the talk on rail", "把Omar的观点总结一下"])
    async def test_of_a_topic_or_a_person_then_of_that_only(self, discussed: Talk, asked: str) -> None:
        reply = await discussed.say("Carol", asked)
        assert {by for source in reply.answer.sources for by in source.by} == {"Omar"}


class TestTopicsAndTimes:
    @pytest.fixture(scope="class")
    @classmethod
    def today(cls) -> Talk:
        return asyncio.run(cls._said(Talk()))

    @staticmethod
    async def _said(talk: Talk) -> Talk:
        await talk.say("Ines", "tin will run out of steam because Asia builds less")
        await talk.say("Omar", "rail freight is a bargain, I find")
        await talk.say("赵磊", "我看锡要跌")
        await talk.say("小林", "锡还要涨，矿山罢工")
        return talk

    @pytest.fixture
    def said_today(self, talk: Talk, today: Talk) -> Talk:
        """What a team said today at 14:30, in both languages."""
        talk.go_on_from(today)
        return talk

    @pytest.mark.parametrize(
        ("asked", "quoted"),
        [
            ("what has been said about tin", "Ines"),
            ("what did the team say about tin", "Ines"),
            ("did Omar or Ines mention tin?", "Ines"),
            ("what did Ines say in the last hour", "Ines"),
            ("has anybody said something about tin since last Thursday?", "Ines"),
            ("what was Ines's view on tin", "Ines"),
            ("did tin come up?", "Ines"),
            ("今天谁说锡了", "赵磊"),
            ("最近三天谁说过话", "小林"),
            ("矿山那句话是谁说的", "小林"),
        ],
    )
    async def test_what_was_said_is_quoted(self, said_today: Talk, asked: str, quoted: str) -> None:
        assert quoted in {by for source in (await said_today.say("ann", asked)).answer.sources for by in source.by}

    async def test_what_another_suggested_is_not_mine(self, said_today: Talk) -> None:
        assert not (await said_today.say("ann", "what was my own suggestion on tin")).answer.sources

    async def test_share_by_another_name_then_what_was_said_of_it(self, said_today: Talk) -> None:
        await said_today.say("Lars", "GOOG is cheap after the noise")
        assert "GOOG is cheap" in text_of(await said_today.say("ann", "what was Lars's take on Google?"))

    async def test_when_nothing_was_said_in_a_part_of_the_day_then_not_told_as_of_it(self, said_today: Talk) -> None:
        said_today.pass_time(timedelta(hours=24))
        text = text_of(await said_today.say("ann", "what did Ines say this morning"))
        first = text.partition("\n")[0]
        assert first.startswith("I found nothing on that by Ines between 2026-11-03 00:00 and 2026-11-03 12:00")
        assert "At another time:" in text

    async def test_when_asked_after_the_same_was_asked_many_times_then_still_found(self, said_today: Talk) -> None:
        for _ in range(8):
            await said_today.say("ann", "what did we talk about today?")
        reply = await said_today.say("ann", "what did we talk about today?")
        assert {by for source in reply.answer.sources for by in source.by} == {"Ines", "Omar", "赵磊", "小林"}


class TestWhomAndWhen:
    async def test_person_of_two_names_who_was_quoted_is_whom_he_means(self, talk: Talk) -> None:
        turn = await talk.hand_in("bob", "banks look overextended to me, I would stay away from JPM")
        talk.memory.state.turns[turn.id] = replace(turn, person=Person("U0BOB123", "Bob Smith"))
        await talk.answer_next()
        talk.pass_time(timedelta(days=7))

        for asked in ("what did @U0BOB123 say about banks?", "what did Bob Smith say?", "what did he say about banks?"):
            assert text_of(await talk.say("ann", asked)).startswith("• Bob Smith, 2026-11-02: “banks look"), asked

    async def test_when_last_then_date_place_and_who_of_the_latest(self, team: Talk) -> None:
        await team.say("Eve", "airline fuel costs are falling now")
        text = text_of(await team.say("ann", "when did we last talk about airline fuel costs?"))
        assert text.startswith("Last on 2026-11-09 at ")
        assert ", by Eve, in this thread:" in text.partition("\n")[0]
        assert text.index("• Eve") < text.index("• Carol")

    async def test_one_day_is_named_once(self, team: Talk) -> None:
        text = text_of(await team.say("ann", "what did Bob say about banks on 2026-11-04?"))
        assert text.partition("\n")[0] == sentence(
            "recall-nothing", speaker="Bob", span="day", first="2026-11-04", last="2026-11-04"
        )


class TestWhyPassed:
    async def test_it_was_passed_on_then_the_reason_comes_first_in_ten_lines(self, talk: Talk) -> None:
        await talk.say("ann", "should I buy IBM? at most $3,000")
        await talk.say("Carol", "IBM's mainframe sales scare me, let us wait for the next quarter and its order book")
        await talk.say("ann", "cancel")
        reply = await talk.say("ann", "why did we pass on IBM?")

        lines = [part for line in reply.answer.brief.splitlines() for part in textwrap.wrap(line, 42) or [""]]
        assert len(lines) <= 10
        assert "Proposed on 2013-01-31: buy 14 IBM." in reply.answer.brief
        assert "score" in text_of(reply)


class TestViews:
    @pytest.mark.parametrize("asked", ["who likes IBM?", "is anyone bullish on IBM?", "谁看好IBM？"])
    async def test_orders_and_questions_to_parley_are_no_views(self, talk: Talk, asked: str) -> None:
        for text in ("buy 5 IBM", "who is the CEO of IBM?", "cancel", "买5股IBM"):
            await talk.say("ann", text)
        assert not (await talk.say("ann", asked)).answer.sources

    @pytest.mark.parametrize(
        ("said", "asked"),
        [
            ("Carol thinks banks are cheap.", "what did Carol say about banks?"),
            ("老王觉得银行很便宜", "他怎么看银行？"),
        ],
    )
    async def test_what_others_reported_is_told_as_such(self, talk: Talk, said: str, asked: str) -> None:
        await talk.say("ann", said)
        text = text_of(await talk.say("ann", asked))
        assert f"“{said}”" in text
        assert "• ann, " in text.lower()
        assert text.startswith(("Nothing in Carol’s own words", "没有找到老王本人的话"))


@pytest.mark.parametrize(
    "asked", ["我们上次聊苹果是什么时候", "最后一次讨论苹果是几号?", "when did we last talk about Apple?"]
)
async def test_a_share_called_by_another_name_then_still_found_by_its_symbol(talk: Talk, asked: str) -> None:
    await talk.say("Bob", "analyze AAPL")
    talk.pass_time(timedelta(days=2))

    reply = await talk.say("ann", asked)

    assert "2026-11-02" in text_of(reply).splitlines()[0]
    assert "• Bob, 2026-11-02: “analyze AAPL”" in text_of(reply)


class TestReasonBesideAVerdict:
    @pytest.mark.parametrize(
        ("request_", "verdict", "asked"),
        [
            ("buy 5 IBM", "cancel, I don't trust their CFO", "why did we pass on IBM?"),
            ("buy 5 IBM", "no, too expensive", "why did we not buy IBM?"),
            ("买5股IBM", "取消，负债太高了", "我们为什么没买IBM？"),
        ],
    )
    async def test_asked_for_in_another_thread_then_quoted(
        self, talk: Talk, request_: str, verdict: str, asked: str
    ) -> None:
        await talk.say("Bob", request_, thread="one")
        cancelled = await talk.say("Bob", verdict, thread="one")
        assert cancelled.intent is Intent.CANCEL
        talk.pass_time(timedelta(days=7))

        reply = await talk.say("ann", asked, thread="two")

        assert verdict in text_of(reply)
        assert ("Bob",) in [each.by for each in reply.answer.sources]
        assert "2026-11-02" in text_of(reply)


class TestQuestionWithoutWords:
    @pytest.mark.parametrize("asked", ["summarize what we said last week", "我们上周聊了什么？"])
    async def test_then_the_latest_of_the_time_first(
        self, team: Talk, monkeypatch: pytest.MonkeyPatch, asked: str
    ) -> None:
        searched = spy_on_searches(monkeypatch)

        reply = await team.say("ann", asked, thread="another")

        assert [each.by for each in reply.answer.sources] == [("Dan",), ("Carol",), ("Bob",)]  # no question of Carol's
        assert not searched[-1].terms
        assert not searched[-1].embedding  # that of no words is as near to all


class TestSearchFails:
    async def test_by_vectors_then_found_by_text(self, team: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
        searched = spy_on_searches(monkeypatch, fails=lambda query: bool(query.embedding))

        reply = await team.say("ann", "what did Bob say about banks?")

        assert text_of(reply).startswith("• Bob, 2026-11-02: “banks look overextended to me")
        assert [bool(each.embedding) for each in searched] == [True, False]

    @pytest.mark.parametrize(
        "asked",
        [
            "what did we say about uranium?",
            "/recall uranium",
            "when did we last talk about uranium?",
            "有人提过黄金期货吗？",
        ],
    )
    async def test_altogether_then_the_latest_are_shown_as_such(
        self, team: Talk, monkeypatch: pytest.MonkeyPatch, asked: str
    ) -> None:
        spy_on_searches(monkeypatch, fails=lambda _: True)

        reply = await team.say("ann", asked)

        assert text_of(reply).startswith(sentence("recall-not-searched", reply.language))
        assert "我担心银行的坏账" in text_of(reply)
        assert reply.answer.sources[0].by == ("Dan",)

    async def test_and_nothing_was_said_here_then_not_that_nothing_was_found(
        self, talk: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        spy_on_searches(monkeypatch, fails=lambda _: True)

        reply = await talk.say("ann", "what did we say about uranium?")

        assert text_of(reply).startswith(sentence("error-search-failed"))

    async def test_then_other_answers_show_the_latest_as_such(
        self, team: Talk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        spy_on_searches(monkeypatch, fails=lambda _: True)

        reply = await team.say("ann", "analyze AAPL", thread="another")

        assert sentence("recall-not-searched") in [getattr(each, "text", "") for each in reply.answer.details]


def spy_on_searches(
    monkeypatch: pytest.MonkeyPatch, *, fails: Callable[[EpisodeQuery], bool] = lambda _: False
) -> list[EpisodeQuery]:
    """Return the list to which each search is added; those that `fails` says are a failing statement."""
    searched, search = list[EpisodeQuery](), FakeEpisodeSearch.search

    async def spied(self: FakeEpisodeSearch, query: EpisodeQuery) -> tuple[FoundEpisode, ...]:
        searched.append(query)
        if fails(query):
            msg = "different halfvec dimensions"
            raise RuntimeError(msg)
        return await search(self, query)

    monkeypatch.setattr(FakeEpisodeSearch, "search", spied)
    return searched
