"""Thumbs under answers, and Stop under a running turn."""

import asyncio
from dataclasses import dataclass, field

import pytest

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.buttons import ButtonAction, ButtonRef, StopRef, Vote, VoteRef
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.trades import Confirm
from bot.domain.conversation.states import State
from bot.domain.conversation.turns import InputStatus, Turn
from bot.domain.text.locale import Language
from tests.fakes.core import Talk, button, sentence, text_of

pytestmark = pytest.mark.virtual_time


@dataclass
class HeldHandler:
    """A handler that is at work until it is released."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    release: asyncio.Event = field(default_factory=asyncio.Event)
    was_cut: bool = False

    async def __call__(self, context: TurnContext, _: object) -> TurnResult:
        self.begun.set()
        try:
            await self.release.wait()
        except asyncio.CancelledError:
            self.was_cut = True
            raise
        return TurnResult(answer=Answer(blocks=(Paragraph(f"done: {context.turn.text}"),)))


@pytest.fixture
def slow(talk: Talk) -> HeldHandler:
    made = HeldHandler()
    for intent in (Analyze, Confirm):
        talk.handlers[intent] = made
    talk.manager = talk.core.manager(talk.handlers)
    return made


async def running(talk: Talk, slow: HeldHandler, text: str = "analyze IBM") -> tuple[Turn, "asyncio.Task[None]"]:
    turn = await talk.hand_in("ann", text)
    task = asyncio.create_task(talk.answer_next())
    await slow.begun.wait()
    return turn, task


def thumb(reply: Reply, vote: Vote) -> str:
    return str(VoteRef(vote, reply.id))


class TestVotes:
    @pytest.mark.parametrize("vote", Vote)
    @pytest.mark.parametrize("language", Language)
    async def test_when_pressed_then_stored_and_thanked_in_private(
        self, talk: Talk, vote: Vote, language: Language
    ) -> None:
        answer = await talk.say("ann", {Language.ENGLISH: "analyze IBM", Language.CHINESE: "分析 IBM"}[language])

        reply = await talk.press("bob", thumb(answer, vote))

        assert talk.memory.state.votes == {(answer.id, "U-bob"): vote}
        assert text_of(reply) == sentence(f"voted-{vote}", language)
        assert reply.answer.is_private

    async def test_when_somebody_thinks_again_then_only_the_last_counts(self, talk: Talk) -> None:
        answer = await talk.say("ann", "analyze IBM")
        for vote in (Vote.UP, Vote.DOWN, Vote.DOWN):
            await talk.press("ann", thumb(answer, vote))
        await talk.press("bob", thumb(answer, Vote.UP))
        assert talk.memory.state.votes == {(answer.id, "U-ann"): Vote.DOWN, (answer.id, "U-bob"): Vote.UP}

    async def test_when_there_is_no_such_answer_then_said_and_nothing_stored(self, talk: Talk) -> None:
        await talk.say("ann", "analyze IBM")
        reply = await talk.press("ann", str(VoteRef(Vote.UP, talk.new_id())))
        assert text_of(reply) == sentence("button-unknown")
        assert not talk.memory.state.votes

    @pytest.mark.parametrize(
        "text", ["analyze IBM", "what if IBM falls tomorrow?", "should I buy google? at most $3,000"]
    )
    async def test_what_is_voted_on_says_by_which_engine_it_is(self, talk: Talk, text: str) -> None:
        answer = (await talk.say("ann", text)).answer
        assert {answer.engine, *(each.proposal.engine for each in answer.decisions)} - {None} == {"rules"}

    @pytest.mark.parametrize("text", ["hello", "/portfolio", "analyze TSLA"])
    async def test_what_no_engine_has_seen_names_none(self, talk: Talk, text: str) -> None:
        assert (await talk.say("ann", text)).answer.engine is None

    async def test_a_vote_is_no_part_of_the_talk(self, talk: Talk) -> None:
        proposed = await talk.proposed()
        before, said = talk.conversation(), talk.messages()

        await talk.press("ann", thumb(proposed, Vote.DOWN))

        assert (talk.conversation(), talk.messages()) == (before, said)
        assert "bought 3 GOOG" in text_of(await talk.say("ann", "yes"))


class TestStop:
    async def test_when_who_asked_presses_then_the_answer_is_cut_and_says_so(
        self, talk: Talk, slow: HeldHandler
    ) -> None:
        turn, task = await running(talk, slow)

        pressed = await talk.press("ann", str(StopRef(turn.id)))
        await asyncio.wait_for(task, 5)

        assert slow.was_cut
        assert text_of(pressed) == sentence("stopping")
        assert pressed.answer.is_private
        assert sentence("stopped") in text_of(talk.reply(turn))
        assert not talk.reply(turn).answer.is_private
        assert talk.reply(turn).answer.fallback == "stopped"

    async def test_when_stopped_then_it_is_no_episode_and_the_talk_goes_on(self, talk: Talk, slow: HeldHandler) -> None:
        turn, task = await running(talk, slow)
        await talk.press("ann", str(StopRef(turn.id)))
        await asyncio.wait_for(task, 5)

        assert not talk.memory.state.episodes
        assert talk.conversation().state not in {State.ERROR, State.EXECUTING}
        slow.release.set()
        assert text_of(await talk.say("ann", "analyze GOOG")) == "done: analyze GOOG"

    async def test_when_somebody_else_presses_then_it_works_on(self, talk: Talk, slow: HeldHandler) -> None:
        turn, task = await running(talk, slow)

        pressed = await talk.press("bob", str(StopRef(turn.id)))
        slow.release.set()
        await asyncio.wait_for(task, 5)

        assert text_of(pressed) == sentence("nothing-to-stop")
        assert pressed.answer.is_private
        assert "done: analyze IBM" in text_of(talk.reply(turn))

    @pytest.mark.parametrize("subject", ["over", "never"])
    async def test_when_there_is_nothing_to_stop_then_said(self, talk: Talk, subject: str) -> None:
        turn = await talk.hand_in("ann", "analyze IBM")
        await talk.answer_next()
        turn_id = turn.id if subject == "over" else talk.new_id()
        reply = await talk.press("ann", f"stop:{turn_id}")
        assert text_of(reply) == sentence("nothing-to-stop")
        assert len(talk.replies(turn)) == 1

    async def test_when_it_has_not_begun_yet_then_it_is_stopped_when_it_does(
        self, talk: Talk, slow: HeldHandler
    ) -> None:
        turn = await talk.hand_in("ann", "analyze IBM")
        await talk.press("ann", str(StopRef(turn.id)))

        await asyncio.wait_for(talk.answer_next(), 5)

        assert sentence("stopped") in text_of(talk.reply(turn))
        assert not slow.begun.is_set()

    async def test_when_it_is_a_confirmation_then_it_is_never_cut(self, talk: Talk, slow: HeldHandler) -> None:
        await talk.proposed()
        turn, task = await running(talk, slow, "yes")

        await talk.press("ann", str(StopRef(turn.id)))
        done, _ = await asyncio.wait({task}, timeout=1.5)  # longer than between two looks for a Stop
        assert not done
        slow.release.set()
        await asyncio.wait_for(task, 5)

        assert not slow.was_cut
        assert text_of(talk.reply(turn)) == "done: yes"

    async def test_when_stop_and_the_answer_meet_then_there_is_one_answer(self, talk: Talk, slow: HeldHandler) -> None:
        turn, task = await running(talk, slow)
        slow.release.set()
        await asyncio.gather(talk.press("ann", str(StopRef(turn.id))), task)
        assert len(talk.replies(turn)) == 1
        assert (await talk.turn(turn)).status is InputStatus.ANSWERED


class TestForWhom:
    """What concerns nobody but who pressed is theirs alone; what moves the talk on is for all."""

    @pytest.mark.parametrize("kind", ["confirm", "cancel", "adjust"])
    async def test_when_pressed_by_another_then_private(self, talk: Talk, kind: str) -> None:
        reply = await talk.press("bob", button(await talk.proposed(), kind))
        assert reply.answer.is_private

    @pytest.mark.parametrize("kind", ["confirm", "cancel", "adjust"])
    async def test_when_pressed_late_then_private(self, talk: Talk, kind: str) -> None:
        proposed = await talk.proposed()
        await talk.press("ann", button(proposed, "cancel"))
        reply = await talk.press("ann", button(proposed, kind))
        assert reply.answer.is_private
        assert text_of(reply) == sentence("error-stale-decision", status="cancelled", symbol="GOOG")

    @pytest.mark.parametrize(("name", "kind"), [("ann", "confirm"), ("ann", "cancel"), ("ann", "why")])
    async def test_when_it_counts_then_public(self, talk: Talk, name: str, kind: str) -> None:
        reply = await talk.press(name, button(await talk.proposed(), kind))
        assert not reply.answer.is_private

    async def test_when_it_is_unknown_then_private(self, talk: Talk) -> None:
        await talk.proposed()
        unknown = ButtonRef(ButtonAction.CONFIRM, talk.decisions()[0].id, 7)
        assert (await talk.press("ann", str(unknown))).answer.is_private
        assert (await talk.press("ann", "nonsense")).answer.is_private
