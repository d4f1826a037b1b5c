"""When Parley speaks in a channel's thread, and what it keeps of what people say to each other."""

from datetime import UTC, datetime, time

import pytest

from bot.domain.conversation.channels import ListeningSituation, OverheardMessage
from bot.domain.conversation.dialogue import Dialogue
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.states import State
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.conversation.threads import Address
from bot.domain.ids import TenantId
from bot.reading.addressing import AddressReader
from tests.channel_talk import play, said_in_threads, talk_scripts
from tests.fakes.core import Talk, text_of
from tests.sample_market import MARKET, TODAY

BETWEEN_PEOPLE = (
    "lol nice, lunch at 12?",
    "I think we should wait for earnings",
    "IBM is a buy imo",
    "thanks!",
    "haha yes",
    "did you see what IBM did yesterday?",
    "what do you guys think of IBM?",
    "just bought 20 IBM myself",
    "我觉得IBM不错",
    "大家觉得谷歌怎么样",
    "中午吃啥？",
    "谢谢",
    "哈哈好的",
    "我昨天买了10股谷歌",
    "👍",
    "https://example.com/ibm",
    "what about bob",
    "how about tacos",
    "double espresso",
    "and msft is up too lol",
    "no way, IBM??",
    "买两杯",
    "/s",
)
FOR_PARLEY = (
    "what about MSFT?",
    "and GOOG?",
    "MSFT?",
    "buy 5 MSFT",
    "should I sell IBM?",
    "那微软怎么样？",
    "买入5股微软",
    "why?",
    "Parley, what about apple?",
    "/portfolio",
)


async def heard(talk: Talk) -> list[OverheardMessage]:
    return sorted(talk.memory.state.overheard.values(), key=lambda each: each.said_at)


@pytest.fixture
async def answered(talk: Talk) -> Talk:
    """A thread in which Ann was the last whom Parley answered."""
    assert await talk.say_in_channel("ann", "how is IBM?", address=Address.PARLEY)
    return talk


class TestAnswers:
    async def test_thread_without_parley_then_silent_and_nothing_kept(self, talk: Talk) -> None:
        assert await talk.say_in_channel("ann", "should I buy IBM?") is None
        assert await heard(talk) == []

    async def test_said_between_people_then_silent(self, answered: Talk, subtests: pytest.Subtests) -> None:
        for text in BETWEEN_PEOPLE:
            with subtests.test(text):
                assert await answered.say_in_channel("ann", text) is None
                assert await answered.say_in_channel("bob", text, thread="other") is None

    async def test_meant_for_parley_then_answered(self, answered: Talk, subtests: pytest.Subtests) -> None:
        for text in FOR_PARLEY:
            with subtests.test(text):
                address = Address.PARLEY if text.startswith("/") else Address.OPEN
                assert await answered.say_in_channel("ann", text, address=address) is not None

    async def test_asked_on_before_the_answer_has_come_then_answered(self, talk: Talk) -> None:
        await talk.hand_in("ann", "how is IBM?")
        assert await talk.say_in_channel("ann", "why?")

    async def test_another_asks_on_before_the_answer_has_come_then_silent(self, talk: Talk) -> None:
        await talk.hand_in("ann", "how is IBM?")
        assert await talk.say_in_channel("bob", "why?") is None

    async def test_said_by_another_then_silent(self, answered: Talk) -> None:
        assert await answered.say_in_channel("bob", "what about MSFT?") is None

    async def test_another_has_spoken_then_only_a_mention_counts(self, answered: Talk) -> None:
        assert await answered.say_in_channel("bob", "hm") is None
        assert await answered.say_in_channel("ann", "what about MSFT?") is None
        assert await answered.say_in_channel("ann", "what about MSFT?", address=Address.PARLEY) is not None
        assert await answered.say_in_channel("ann", "and GOOG?") is not None

    async def test_said_to_another_person_then_silent(self, answered: Talk) -> None:
        assert await answered.say_in_channel("ann", "what about MSFT?", address=Address.OTHERS) is None

    async def test_verdict_on_the_card_then_carried_out(self, answered: Talk) -> None:
        await answered.say_in_channel("ann", "buy 5 IBM")
        reply = await answered.say_in_channel("ann", "yes")
        assert reply is not None
        assert reply.state is State.COMPLETED

    async def test_answer_to_its_question_then_heard(self, talk: Talk) -> None:
        await talk.say_in_channel("ann", "should I buy?", address=Address.PARLEY)
        reply = await talk.say_in_channel("ann", "IBM")
        assert reply is not None
        assert "IBM" in text_of(reply)

    async def test_agreement_with_another_person_then_nothing_is_traded(self, answered: Talk) -> None:
        await answered.say_in_channel("ann", "buy 5 IBM")
        assert await answered.say_in_channel("bob", "we should wait until after earnings") is None
        assert await answered.say_in_channel("ann", "agreed") is None
        read_back = await answered.say_in_channel("ann", "yes", address=Address.PARLEY)
        assert read_back is not None
        assert "That would buy 5 IBM" in text_of(read_back)
        assert answered.orders_carried_out == 0


class TestModes:
    async def test_mention_then_nothing_else(self, answered: Talk) -> None:
        await answered.say_in_channel("ann", "/settings listen mention", address=Address.PARLEY)
        assert await answered.say_in_channel("ann", "what about MSFT?") is None

    async def test_all_then_everything_but_what_is_said_to_others(self, answered: Talk) -> None:
        await answered.say_in_channel("ann", "/settings listen all", address=Address.PARLEY)
        assert await answered.say_in_channel("bob", "thanks!") is not None
        assert await answered.say_in_channel("bob", "how is IBM?", thread="new") is not None
        assert await answered.say_in_channel("bob", "lunch?", address=Address.OTHERS) is None

    async def test_channel_that_is_answered_is_known(self, answered: Talk) -> None:
        thread = answered.conversation().thread
        assert not await answered.intake.answers_everything(thread)
        answered.intake.listener.modes.clear()  # as after some seconds
        await answered.say_in_channel("ann", "/settings listen all", address=Address.PARLEY)
        assert await answered.intake.answers_everything(thread)


class TestKept:
    async def test_what_people_say_is_kept_with_names_and_is_no_turn(self, answered: Talk) -> None:
        before = answered.conversation()
        await answered.say_in_channel("bob", "we should wait until after earnings")
        (kept,) = await heard(answered)
        assert (kept.person.name, kept.text) == ("Bob", "we should wait until after earnings")
        assert answered.conversation() == before
        reply = await answered.say_in_channel("ann", "and GOOG?", address=Address.PARLEY)
        assert reply is not None
        assert reply.turn_number == 2

    async def test_overhearing_is_off_then_only_that_somebody_spoke(self, answered: Talk) -> None:
        await answered.say_in_channel("ann", "/settings overhear off", address=Address.PARLEY)
        await answered.say_in_channel("ann", "buy 5 IBM")
        await answered.say_in_channel("bob", "my secret plan")
        assert [each.text for each in await heard(answered)] == [""]
        await answered.say_in_channel("ann", "yes", address=Address.PARLEY)
        assert answered.orders_carried_out == 0

    async def test_recalled_for_a_model_with_names(self, answered: Talk) -> None:
        await answered.say_in_channel("bob", "I would wait")
        conversation = answered.conversation()
        since = min(each.created_at for each in answered.messages())
        async with answered.stores.read(TenantId(conversation.tenant_id)) as tx:
            found = await tx.overheard.latest(conversation.id, since=since, count=5)
        assert [(each.person.name, each.text) for each in found] == [("Bob", "I would wait")]


@pytest.mark.parametrize(
    "text",
    [
        *(
            "what's its pe",
            "alert me under 200",
            "buy 5 then",
            "should i buy it",
            "put it on the watchlist",
            "can i afford 20 goog",
        ),
        *("how far off the high is it", "市盈率多少", "跌破200提醒我", "买5股", "该买吗"),
    ],
)
async def test_who_was_just_answered_goes_on_then_it_is_heard(talk: Talk, text: str) -> None:
    await talk.say_in_channel("ann", "price of IBM", address=Address.PARLEY)
    assert await talk.say_in_channel("ann", text) is not None


@pytest.mark.parametrize(
    "text",
    [
        *(
            "lunch at noon?",
            "I own 50 IBM at 180",
            "we should not buy anything any more",
            "buy it, you coward",
            "nice chart",
        ),
        *(
            "never more than 2 beers",
            "tell me when you are done",
            "the S&P is down again",
            "中午吃什么",
            "你觉得贵吗老王",
        ),
    ],
)
async def test_who_was_just_answered_talks_to_others_then_silence(talk: Talk, text: str) -> None:
    await talk.say_in_channel("ann", "price of IBM", address=Address.PARLEY)
    assert await talk.say_in_channel("ann", text) is None


@pytest.mark.parametrize(
    "text",
    [
        "what's its pe",
        "alert me under 200",
    ],
)
async def test_somebody_else_has_spoken_since_then_silence(talk: Talk, text: str) -> None:
    await talk.say_in_channel("ann", "price of IBM", address=Address.PARLEY)
    await talk.say_in_channel("bob", "hm, big blue")
    assert await talk.say_in_channel("ann", text) is None
    assert await talk.say_in_channel("bob", text) is None


@pytest.mark.parametrize("order", ["kim can you buy 5 msft", "Kim, buy 5 msft please", "@kim buy 5 msft"])
async def test_order_to_a_colleague_makes_no_card(talk: Talk, order: str) -> None:
    await talk.say("Kim", "price of IBM?")
    told = text_of(await talk.say("Mia", order))
    assert not talk.decisions()
    assert "said to somebody else here" in told
    await talk.say("Mia", "buy 5 msft")
    assert len(talk.decisions()) == 1


async def test_in_chinese(talk: Talk) -> None:
    await talk.say("小王", "IBM股价多少")
    told = text_of(await talk.say("Mia", "小王，帮我买5股微软吧"))
    assert not talk.decisions()
    assert "对这里的另一个人说的" in told


@pytest.mark.parametrize(
    ("text", "is_to_other"), [("ann buy 5", True), ("annual yield", False), ("bob lee, sell", True), ("buy ann", False)]
)
def test_only_a_name_at_the_beginning(text: str, *, is_to_other: bool) -> None:
    around = Surroundings(None, None, others=frozenset({"Ann", "Bob Lee"}))  # type: ignore[arg-type] # no market
    assert around.addresses_other(text) is is_to_other


NOW = datetime.combine(TODAY, time(15), UTC)


async def test_no_trade_and_no_card_nobody_meant_and_no_reply_to_others() -> None:
    outcomes = [outcome for script in talk_scripts() for outcome in await play(script)]
    assert [(each.line.text, each.outcome) for each in outcomes if each.is_grave] == []
    right = sum(each.is_as_expected for each in outcomes)
    assert right / len(outcomes) >= 0.95


def test_lines_between_people_then_none_is_taken_for_parleys() -> None:
    meant, taken = 0, 0
    for is_meant, pending, text in said_in_threads():
        situation = ListeningSituation(is_participant=True, is_speaker_answered=True, pending=pending, focus=("IBM",))
        around = Surroundings(MARKET, TODAY, focus=("IBM",), pending=pending, has_own_card=pending > 0)
        message = MessageFacts(text=text, at=NOW, zone=UTC, market_time=NOW, asker="Ann")
        found = AddressReader(situation, around, Dialogue()).is_meant(message)
        assert is_meant or not found, text
        meant, taken = meant + is_meant, taken + (is_meant and found)
    assert taken / meant >= 0.8
