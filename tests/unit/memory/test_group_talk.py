"""How talk is grouped, what becomes of the groups, and which shares are named in it."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.channels import OverheardMessage
from bot.domain.conversation.threads import Person, Thread
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.text.locale import Language
from bot.memory.group_talk import GroupTalk, named_shares
from tests.contract.store_sets import CLOSE, fake_store_set
from tests.fakes.clock import FixedClock
from tests.fakes.core import Talk, text_of
from tests.fakes.memory import InMemoryDatabase

THREAD = Thread("slack", "T1", "C1", "171.5")
ANN, BOB = Person("U1", "Ann"), Person("U2", "Bob")


def heard(*minutes: float) -> list[OverheardMessage]:
    return [
        OverheardMessage(
            thread=THREAD,
            message_id=str(number),
            person=(ANN, BOB)[number % 2],
            text=f"message {number}",
            said_at=CLOSE + timedelta(minutes=minute),
        )
        for number, minute in enumerate(minutes)
    ]


class World:
    """One conversation with talk in it."""

    def __init__(self) -> None:
        self.memory = InMemoryDatabase()
        self.world = fake_store_set(self.memory)

    async def hear(self, *messages: OverheardMessage) -> None:
        async with self.world.stores.transaction(THREAD.tenant_id) as tx:
            for each in messages:
                await tx.overheard.add(each)

    async def group(self, at: datetime) -> int:
        group_talk = GroupTalk(
            stores=self.world.stores,
            clock=FixedClock(at),
            new_id=self.world.new_id,
            load_instruments=load_instruments,
            most_messages=12,
        )
        found = await asyncio.gather(*(group_talk(THREAD.tenant_id, THREAD.conversation_id) for _ in range(2)))
        return sum(found)

    @property
    def episodes(self) -> list[Episode]:
        return list(self.memory.state.episodes.values())


async def test_talk_is_grouped_once_with_its_speakers_shares_and_link() -> None:
    world = World()
    said = [
        replace(message, text=text)
        for message, text in zip(heard(0, 1), ("banks look cheap, JPM too", "苹果 is better"), strict=True)
    ]
    await world.hear(*said)
    later = CLOSE + timedelta(hours=1)

    assert await world.group(CLOSE + timedelta(minutes=10)) == 0
    assert [await world.group(later), await world.group(later)] == [1, 0]

    (episode,) = world.episodes
    assert episode.kind is EpisodeKind.TALK
    assert episode.text == "Ann: banks look cheap, JPM too\nBob: 苹果 is better"
    assert (episode.speakers, episode.speaker_ids) == (("Ann", "Bob"), ("U1", "U2"))
    assert episode.symbols == ("JPM", "AAPL")
    assert (episode.said_from, episode.said_until) == (CLOSE, CLOSE + timedelta(minutes=1))
    assert (episode.link_message_id, episode.channel, episode.turn_id) == ("0", "C1", None)
    assert episode.language is Language.CHINESE
    assert [row.job.name for row in world.memory.state.outbox.values()] == ["index_episodes"]


async def test_a_long_talk_is_grouped_in_parts_and_its_end_waits() -> None:
    world = World()
    await world.hear(*heard(*range(30)))

    assert await world.group(CLOSE + timedelta(minutes=29)) == 3
    assert sum(len(each.text.splitlines()) for each in world.episodes) == 24
    assert await world.group(CLOSE + timedelta(minutes=45)) == 1
    assert sum(len(each.text.splitlines()) for each in world.episodes) == 30


def test_shares_are_named_once_in_their_order() -> None:
    texts = ("Apple or 谷歌?", "aapl it is", "lunch?")
    assert named_shares(texts, load_instruments()) == ("AAPL", "GOOG")


@pytest.mark.parametrize("asked", ["what did Winnie say about MSFT?", "Winnie 怎么看微软？"])
async def test_talk_that_no_worker_has_grouped_is_found_by_another_name(asked: str) -> None:
    talk = Talk()
    turn = await talk.hand_in("ann", "hi")
    heard = OverheardMessage(
        thread=turn.thread,
        message_id="o1",
        person=Person("U2", "Winnie"),
        text="Microsoft is overrated if you ask me",
        said_at=talk.clock.now(),
    )
    async with talk.stores.transaction(turn.tenant_id) as tx:
        await tx.overheard.add(heard)
    assert "Microsoft is overrated" in text_of(await talk.say("bob", asked, thread="other"))
