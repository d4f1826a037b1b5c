"""Which turns become episodes, and what of them."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest

from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Intent
from bot.domain.conversation.threads import Person, Thread
from bot.domain.conversation.turns import InputKind, InputStatus, Turn
from bot.domain.ids import TurnId
from bot.domain.memory.episodes import Episode, EpisodeKind, MessageSpan
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action
from bot.memory.episodes import AnsweredTurn, episodes_of_turn
from tests.contract.store_sets import CLOSE, a_decision, a_proposal

THREAD = Thread("slack", "T1", "C1", "171.5")
NOW = CLOSE + timedelta(hours=1)
TURN = Turn(
    id=TurnId(UUID(int=1)),
    tenant_id=THREAD.tenant_id,
    conversation_id=THREAD.conversation_id,
    thread=THREAD,
    number=4,
    kind=InputKind.MESSAGE,
    platform_id="171.9",
    person=Person("U1", "Ann"),
    text="why did we pass on banks?",
    status=InputStatus.ACCEPTED,
    accepted_at=CLOSE,
)
ANSWERED = AnsweredTurn(
    turn=TURN,
    intent=Intent.EXPLAIN,
    language=Language.ENGLISH,
    answer=Answer(blocks=(Paragraph("Rates were falling."),), details=(Paragraph("Fifty lines."),), symbols=("JPM",)),
    answered_at=NOW,
    messages=MessageSpan(6, 7),
    market_figures={},
)


def episodes(text: str = TURN.text, **changes: object) -> list[Episode]:
    answered = replace(ANSWERED, turn=replace(TURN, text=text), **changes)  # type: ignore[arg-type]
    return list(episodes_of_turn(answered))


def test_an_exchange_holds_who_said_what_where_and_when_and_the_brief_answer() -> None:
    (episode,) = episodes()

    assert episode.kind is EpisodeKind.EXCHANGE
    assert episode.text == "Ann: why did we pass on banks?\nParley: Rates were falling."
    assert (episode.channel, episode.conversation_id, episode.turn_id) == ("C1", THREAD.conversation_id, TURN.id)
    assert (episode.speakers, episode.speaker_ids, episode.symbols) == (("Ann",), ("U1",), ("JPM",))
    assert (episode.messages, episode.link_message_id) == (MessageSpan(6, 7), "171.9")
    assert (episode.said_from, episode.said_until) == (CLOSE, NOW)
    assert not episode.is_public


@pytest.mark.parametrize("intent", sorted(set(Intent) - {Intent.CONFIRM, Intent.CANCEL}))
def test_every_intent_but_a_verdict_is_one(intent: Intent) -> None:
    assert len(episodes(intent=intent)) == 1


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("yes", 0),
        ("cancel", 0),
        ("ok, go ahead please", 0),
        ("确认", 0),
        ("取消吧，谢谢", 0),
        ("cancel the IBM order", 0),
        ("no, too expensive", 1),
        ("cancel, I don't trust their CFO", 1),
        ("cancel IBM, overpriced", 1),
        ("yes, they raised guidance", 1),
        ("取消，负债太高了", 1),
        ("取消IBM", 0),
        ("确认，业绩不错", 1),
        ("cancel it, the CFO resigned yesterday and nobody knows why", 1),
        ("取消吧，财务总监昨天突然辞职了，没有人知道原因", 1),
    ],
)
def test_a_verdict_is_one_only_if_it_says_why(text: str, count: int) -> None:
    symbols = ("IBM",) if "IBM" in text else ()
    assert len(episodes(text, intent=Intent.CANCEL, symbols=symbols)) == count


@pytest.mark.parametrize(
    "changes",
    [
        {"answer": replace(ANSWERED.answer, is_private=True)},
        {"turn": replace(TURN, kind=InputKind.PRESS, text="confirm:x:1")},
        {"is_about_memory": True},
    ],
)
def test_what_is_private_or_says_nothing_new_is_none(changes: dict[str, object]) -> None:
    assert list(episodes_of_turn(replace(ANSWERED, **changes))) == []  # type: ignore[arg-type]


@pytest.mark.parametrize("fallback", ["broken_off", "model_timeout"])
def test_an_incomplete_answer_is_left_out_and_what_was_said_is_kept(fallback: str) -> None:
    (episode,) = episodes(answer=replace(ANSWERED.answer, fallback=fallback))

    assert episode.text == "Ann: why did we pass on banks?"


@pytest.mark.parametrize(("intent", "symbols"), [(Intent.CANCEL, ("IBM",)), (Intent.UNKNOWN, ())])
def test_a_verdict_that_names_no_share_is_about_those_talked_of(intent: Intent, symbols: tuple[str, ...]) -> None:
    answer = replace(ANSWERED.answer, symbols=())
    (episode,) = episodes("no, too expensive", intent=intent, answer=answer, focus=("IBM",))

    assert episode.symbols == symbols


def test_a_decision_is_one_whatever_the_answer_is_and_a_hold_none() -> None:
    decision = a_decision(TURN, at=NOW, account_id=UUID(int=2), id=UUID(int=3))
    hold = replace(decision, proposal=a_proposal(action=Action.HOLD))
    fallback = replace(decision, proposal=a_proposal(fallback="no_data"))

    found = episodes(
        answer=replace(ANSWERED.answer, fallback="model_timeout"),
        proposed=(decision, hold, fallback),
        market_figures={decision.id: {"close": "455.49"}},
    )

    episode = found[-1]
    assert [each.kind for each in found] == [EpisodeKind.EXCHANGE, EpisodeKind.DECISION]
    assert episode.text.startswith("2013-01-31 increase AAPL 10 at 455.49: above_sma200; rsi_low. why did we")
    assert episode.context["close"] == "455.49"
    assert (episode.decision_id, episode.messages, episode.link_message_id) == (decision.id, MessageSpan(6, 7), "171.9")


@pytest.mark.parametrize(
    ("intent", "has_question"), [(Intent.UNKNOWN, False), (Intent.REVIEW, True), (Intent.DECIDE, True)]
)
def test_answer_that_says_nothing_is_not_found_again(intent: Intent, *, has_question: bool) -> None:
    answer = Answer(blocks=(Paragraph("Try “analyze IBM”."),), has_question=has_question)
    (episode,) = episodes("hello there, is Microsoft cheap?", intent=intent, answer=answer, symbols=("MSFT",))
    assert episode.text == "Ann: hello there, is Microsoft cheap?"
    assert episode.symbols == ("MSFT",)
