""" "Did you mean": a button for each request that an unclear message may have made, and what a press does."""

import json
from datetime import UTC
from uuid import UUID

import pytest

from bot.domain.conversation.replies import Reply
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import ShowPending
from bot.domain.conversation.requests.analysis import Analyze
from bot.domain.conversation.requests.explanation import Define, Explain
from bot.domain.conversation.requests.limits import ShowLimits, StateLimits
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import SmallTalk, SmallTalkKind
from bot.domain.conversation.requests.watching import Watch
from bot.domain.figures.query import FigureQuery, Scope
from bot.domain.ids import TurnId
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.trading_limits import LimitProblem
from bot.presentation.guesses import GuessPresenter
from tests.fakes.core import SAY, Talk, text_of
from tests.fakes.core_with_model import talk_with_model
from tests.fakes.model import FakeModel, by_purpose

pytestmark = pytest.mark.virtual_time

UNCLEAR = "zxq ibm 5"
ORDER = json.dumps(
    {
        "kind": "order",
        "sureness": 0.5,
        "slots": [{"name": "count", "words": "5"}, {"name": "share", "words": "ibm"}, {"name": "buy", "words": "zxq"}],
    }
)


@pytest.fixture
def talk() -> Talk:
    """A workspace whose model takes every message for perhaps an order."""
    return talk_with_model(FakeModel(by_purpose(reader=ORDER, prose="Well."))).talk


def pick(reply: Reply, label: str) -> str:
    return next(button.id for button in reply.answer.buttons if button.label == label)


async def test_asked_back_with_a_button_for_each_and_nothing_proposed(talk: Talk) -> None:
    reply = await talk.say("ann", UNCLEAR)
    labels = [button.label for button in reply.answer.buttons]
    assert "Did you mean" in text_of(reply)
    assert "Buy 5 IBM" in labels
    assert labels[-1] == "None of these"
    assert len(labels) <= 4
    assert not talk.decisions()


async def test_an_order_that_is_picked_becomes_a_card_of_who_pressed_and_nothing_more(talk: Talk) -> None:
    reply = await talk.say("ann", UNCLEAR)
    await talk.press("bob", pick(reply, "Buy 5 IBM"))
    await talk.answer_next()
    (decision,) = talk.decisions()
    assert (decision.proposal.symbol, decision.asked_by) == ("IBM", "U-bob")
    assert talk.orders_carried_out == 0


async def test_pressed_twice_then_one_card(talk: Talk) -> None:
    reply = await talk.say("ann", UNCLEAR)
    for _ in range(2):
        await talk.press("ann", pick(reply, "Buy 5 IBM"))
    await talk.answer_next()
    assert len(talk.decisions()) == 1


async def test_none_of_them_then_asked_for_other_words(talk: Talk) -> None:
    reply = await talk.say("ann", UNCLEAR)
    pressed = await talk.press("ann", pick(reply, "None of these"))
    assert "other words" in text_of(pressed)
    assert pressed.answer.is_private
    assert not talk.decisions()


@pytest.mark.parametrize(
    "place",
    [
        "4",
        "x",
    ],
)
async def test_a_button_that_the_answer_does_not_have_does_nothing(talk: Talk, place: str) -> None:
    reply = await talk.say("ann", UNCLEAR)
    pressed = await talk.press("ann", pick(reply, "Buy 5 IBM")[:-1] + place)
    assert pressed.answer.is_private
    assert not talk.decisions()


async def test_pressed_in_another_conversation_then_nothing(talk: Talk) -> None:
    reply = await talk.say("ann", UNCLEAR)
    await talk.say("bob", "hello", thread="other")
    await talk.press("bob", pick(reply, "Buy 5 IBM"), thread="other")
    assert not talk.decisions()


@pytest.mark.parametrize("language", Language)
def test_what_has_no_name_is_not_offered(language: Language) -> None:
    presenter, locale = GuessPresenter(SAY), Locale(language, UTC)
    thanks = SmallTalk(SmallTalkKind.THANKS)
    turn_id = TurnId(UUID(int=1))
    assert presenter.answer(locale, [thanks], turn_id=turn_id) is None
    answer = presenter.answer(locale, [thanks, ShowLimits(), ShowLimits()], turn_id=turn_id)
    assert answer is not None
    assert answer.guesses == (ShowLimits(),)
    assert len(answer.buttons) == 2


@pytest.mark.parametrize(
    ("request_", "label"),
    [
        (StateLimits(problem=LimitProblem.UNCLEAR), None),
        (Define(), None),
        (ShowPending(), None),
        (Watch(shares=NamedShares(symbols=("IBM",))), "Put on the watch list: IBM"),
    ],
)
def test_what_a_message_says_too_little_of_is_not_offered(request_: Request, label: str | None) -> None:
    answer = GuessPresenter(SAY).answer(Locale(Language.ENGLISH, UTC), [request_], turn_id=TurnId(UUID(int=1)))
    assert (None if answer is None else answer.buttons[0].label) == label


def test_the_share_talked_of_is_named_where_a_choice_would_be_of_it() -> None:
    asked, locale = (Analyze(), Explain(), FigureQuery(measures=(), scope=Scope.MARKET)), Locale(Language.ENGLISH, UTC)
    answer = GuessPresenter(SAY).answer(locale, asked, turn_id=TurnId(UUID(int=1)), focus=("IBM", "GOOG"))
    assert answer is not None
    assert [each.label for each in answer.buttons[:-1]] == ["Analysis: IBM", "Reasons: IBM", "Figures"]


ONE_GUESS = "i said sell ibm, all of it, how many times"


async def asked_back(*, before: str = "") -> Talk:
    """Return a workspace that holds 5 IBM, where Ann was asked back with one single guess, to sell all."""
    talk = Talk()
    for each in ("buy 5 IBM", "yes", *filter(None, [before])):
        await talk.say("ann", each)
    reply = await talk.say("ann", ONE_GUESS)
    assert [each.label for each in reply.answer.buttons if each.id.startswith("guess:")][:-1] == ["Sell 100 % of IBM"]
    return talk


@pytest.mark.parametrize("agreed", ["yes!!!", "do it", "是的"])
async def test_yes_right_below_the_only_guess_then_its_card_and_nothing_more(agreed: str) -> None:
    talk = await asked_back()
    assert (await talk.say("ann", agreed)).answer.continued_by is not None
    await talk.answer_next()
    assert [str(each.status) for each in talk.decisions()] == ["filled", "proposed"]
    assert talk.orders_carried_out == 1


@pytest.mark.parametrize(
    ("name", "said"),
    [("bob", "yes"), ("ann", "ok whatever"), ("ann", "yes if it falls"), ("ann", "yes?")],
)
async def test_another_word_or_person_below_the_only_guess_then_nothing(name: str, said: str) -> None:
    talk = await asked_back()
    assert (await talk.say(name, said)).answer.continued_by is None
    assert len(talk.decisions()) == 1


async def test_something_else_was_shown_since_or_a_card_waits_then_yes_takes_no_guess() -> None:
    talk = await asked_back()
    await talk.say("ann", "price of GOOG")
    assert (await talk.say("ann", "yes")).answer.continued_by is None
    waiting = await asked_back(before="buy 2 GOOG")
    assert (await waiting.say("ann", "yes")).answer.continued_by is None
    assert [str(each.status) for each in waiting.decisions()] == ["filled", "proposed"]
