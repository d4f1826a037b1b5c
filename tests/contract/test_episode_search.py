"""The search for episodes, in memory and in PostgreSQL: what is found, and what never is."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

import pytest

from bot.domain.conversation.threads import IncomingMessage, Person, Thread
from bot.domain.conversation.turns import Turn
from bot.domain.memory.episodes import Episode, EpisodeKind, EpisodeTerms, MessageSpan, Visibility, marks_of, scopes_of
from bot.domain.memory.recall import EpisodeQuery, FoundEpisode, RecallScope
from bot.domain.memory.search_terms import query_terms
from bot.memory.episode_upkeep import IndexEpisodes
from db.stores.memory import episode_search
from tests.contract.store_sets import StoreSet, an_episode, overheard

MODEL = "letters-v1"


class LetterEmbedder:
    """Counts three letters: enough to be nearer or farther."""

    model = MODEL
    dimensions = 3

    async def embed(self, texts: Sequence[str]) -> tuple[tuple[float, ...], ...]:
        return tuple(tuple(float(text.lower().count(letter)) + 0.01 for letter in "xyz") for text in texts)


@dataclass(slots=True)
class Memory:
    """Episodes of one workspace, said a minute apart in the order in which they are added."""

    world: StoreSet
    channel: str = "C1"
    turns: dict[tuple[str, str], Turn] = field(default_factory=dict)
    said: list[Episode] = field(default_factory=list)

    async def say(
        self,
        text: str,
        *,
        by: str = "Ann",
        thread: str = "t1",
        channel: str = "C1",
        **other: Any,  # noqa: ANN401 - fields of an episode
    ) -> Episode:
        turn = await self.turn(thread, channel)
        at = self.world.clock.now() - timedelta(days=1) + timedelta(minutes=len(self.said))
        said: dict[str, Any] = {
            "text": f"{by}: {text}",
            "speakers": (by,),
            "speaker_ids": (by,),
            "said_from": at,
            "symbols": (),
            "tags": (),
            "messages": None,
            "context": {},
            "link_message_id": None,
            "language": None,
        }
        self.said.append(an_episode(turn, id=self.world.new_id(), at=at, **{**said, **other}))
        await self.world.tx(turn.tenant_id).episodes.add_episode(self.said[-1])
        return self.said[-1]

    async def turn(self, thread: str, channel: str) -> Turn:
        key = (thread, channel)
        if key not in self.turns:
            self.turns[key] = await self.world.turn(Thread("slack", "T1", channel, thread))
        return self.turns[key]

    async def search(
        self,
        question: str = "",
        *,
        thread: str = "t1",
        channel: str = "C1",
        **bounds: Any,  # noqa: ANN401 - fields of a query
    ) -> tuple[FoundEpisode, ...]:
        turn = await self.turn(thread, channel)
        terms = query_terms(question)
        query = EpisodeQuery(conversation_id=turn.conversation_id, channel=channel, terms=terms, **bounds)
        return await self.world.reading(turn.tenant_id).episode_search.search(query)

    async def find(self, question: str, **bounds: Any) -> set[str]:  # noqa: ANN401 - likewise
        """Index what was said; return the texts that are found, without their speakers' names."""
        stores, clock, new_id = self.world.stores, self.world.clock, self.world.new_id
        turn = await self.turn("t1", "C1")
        await IndexEpisodes(stores=stores, embedder=LetterEmbedder(), clock=clock, new_id=new_id)(turn.tenant_id)
        found = await self.search(question, **bounds)
        return {each.episode.text.partition(": ")[2] for each in found if each.text_score or "embedding" in bounds}

    async def unindexed(self, question: str, **bounds: Any) -> list[FoundEpisode]:  # noqa: ANN401 - likewise
        """Return what is found that no worker has indexed yet, latest first."""
        return [each for each in await self.search(question, unindexed=50, **bounds) if not each.is_indexed]


@pytest.fixture
def memory(world: StoreSet) -> Memory:
    return Memory(world)


async def test_words_of_the_question_are_found_and_the_rarer_counts_more(memory: Memory) -> None:
    for text in ("banks rally", "banks fall", "banks and airlines", "nothing of interest", "more of nothing"):
        await memory.say(text, thread=text)
    assert await memory.find("airlines banks") >= {"banks rally", "banks fall", "banks and airlines"}
    found = await memory.search("airlines banks", thread="banks rally")
    best = max(found, key=lambda each: each.text_score)
    assert best.episode.text.endswith("banks and airlines")


async def test_what_stands_beside_an_answer_counts_for_it(memory: Memory) -> None:
    for text in ("what about leverage", "two times at most", "fine", "goodbye", "see you"):
        await memory.say(text)
    for number in range(5):
        await memory.say(f"other talk {number}", thread=f"t{number + 2}")
    found = await memory.find("leverage")
    assert found >= {"what about leverage", "two times at most"}
    assert not found & {"goodbye", "see you", "other talk 1"}


@pytest.mark.parametrize(("other", "is_found"), [("Bob", True), ("Ann", False)])
async def test_what_one_person_says_in_a_row_stands_for_itself(memory: Memory, *, other: str, is_found: bool) -> None:
    await memory.say("what about leverage", kind=EpisodeKind.TALK, turn_id=None, speakers=("Ann",))
    await memory.say("two times at most", kind=EpisodeKind.TALK, turn_id=None, speakers=(other,))
    await memory.find("leverage")
    scores = {each.episode.text: each.text_score for each in await memory.search("leverage")}
    assert (scores.get("Ann: two times at most", 0.0) > 0) is is_found


async def test_pairs_of_characters_that_nobody_wrote_count_little(memory: Memory) -> None:
    await memory.say("外婆的老宅子在绍兴")
    await memory.find("绍兴")

    async def share_covered(question: str) -> float:
        return max((each.text_score for each in await memory.search(question)), default=0.0)

    assert await share_covered("外婆住在绍兴") > 0.7
    assert await share_covered("外婆 qingdao beijing 绍兴") < 0.65


@pytest.mark.parametrize("limit", [1, 3])
async def test_private_channels_stay_where_they_are(memory: Memory, limit: int) -> None:
    await memory.say("our secret bank", channel="G1")
    await memory.say("an open bank", channel="C2", is_public=True)
    await memory.say("a bank of this channel")
    for _ in range(3):
        await memory.say("idle words", thread="t9")
    assert await memory.find("bank", limit=limit) <= {"an open bank", "a bank of this channel"}
    assert await memory.find("bank", channel="G1") == {"our secret bank", "an open bank"}
    assert await memory.find("bank", scope=RecallScope.CHANNEL) == {"a bank of this channel"}
    assert await memory.find("bank", thread="t5", scope=RecallScope.CONVERSATION) == set()


async def test_a_channel_turns_private_then_nothing_said_there_is_found_elsewhere(memory: Memory) -> None:
    thread = Thread("slack", "T1", "C2", "t1")
    for number, visibility in enumerate((Visibility.PUBLIC, Visibility.PRIVATE)):
        await memory.world.inbox.accept_message(
            IncomingMessage(thread, f"told {number}", Person("U1", "Ann"), "hi", visibility=visibility)
        )
        if visibility is Visibility.PUBLIC:
            await memory.say("a bank that was public", channel="C2", said_from=memory.world.clock.now())
            assert await memory.find("bank") == {"a bank that was public"}
    assert await memory.find("bank") == set()
    assert await memory.find("bank", channel="C2") == {"a bank that was public"}


async def test_another_workspace_finds_nothing(memory: Memory) -> None:
    await memory.say("an open bank", is_public=True)
    await memory.find("bank")
    stranger = await memory.world.turn(Thread("slack", "T2", "C1", "t1"))
    query = EpisodeQuery(
        conversation_id=stranger.conversation_id,
        channel="C1",
        terms=query_terms("bank"),
        embedding=(1, 0, 0),
        model=MODEL,
    )
    assert await memory.world.reading(stranger.tenant_id).episode_search.search(query) == ()


async def test_bounds_of_speaker_time_kind_and_what_is_shown(memory: Memory) -> None:
    first = await memory.say("sell the bank", by="Bob Stone")
    second = await memory.say("keep the bank", by="Carol", kind=EpisodeKind.TALK, turn_id=None)
    await memory.say("the bank again", messages=MessageSpan(4, 5))
    assert await memory.find("bank", speaker="bob") == await memory.find("bank", speaker="Stone") == {"sell the bank"}
    assert await memory.find("bank", since=second.said_from) == {"keep the bank", "the bank again"}
    assert await memory.find("bank", until=second.said_from) == {"sell the bank"}
    assert await memory.find("bank", kinds=frozenset({EpisodeKind.TALK})) == {"keep the bank"}
    assert await memory.find("bank", first_shown=5) == {"sell the bank", "keep the bank"}
    assert await memory.find("bank", first_shown=6, since=first.said_from) >= {"the bank again"}


async def test_speaker_by_full_name_with_any_apostrophe(memory: Memory) -> None:
    await memory.say("sell the bank", by="Conor O’Brien")
    await memory.say("keep the bank", by="Conor Stone")
    for name in ("Conor O'Brien", "o'brien", "O’Brien conor"):
        assert await memory.find("bank", speaker=name) == {"sell the bank"}, name
    assert await memory.find("bank", speaker="Ann O'Brien") == set()


async def test_speaker_by_id_whatever_they_are_called(memory: Memory) -> None:
    await memory.say("sell the bank", by="Bob Smith", speaker_ids=("U0BOB123",))
    await memory.say("keep the bank", by="Robert", speaker_ids=("U0BOB123",))
    await memory.say("split the bank", by="Bob Smith", speaker_ids=("U0ROB999",))
    assert await memory.find("bank", speaker="U0BOB123") == {"sell the bank", "keep the bank"}


async def test_speaker_by_id_of_what_was_indexed_before_ids_were_marks(world: StoreSet) -> None:
    memory = Memory(world)
    bob = Person("U0BOB123", "Bob Smith")
    turn = (await world.inbox.accept_message(IncomingMessage(Thread("slack", "T1", "C1", "t9"), "m", bob, "hi"))).turn
    said = await memory.say("sell the bank", by="Bob Smith", speaker_ids=("U0BOB123",))
    async with world.stores.transaction(turn.tenant_id) as tx:
        await tx.episodes.claim_unindexed(limit=9)
        marks = marks_of(said.speakers, (), said.said_from)
        terms = EpisodeTerms(said.id, {"bank": 1}, (*scopes_of(turn.tenant_id, "C1", is_public=False), *marks))
        await tx.episodes.store_terms([terms], at=world.clock.now())
    assert await memory.find("bank", speaker="U0BOB123") == {"sell the bank"}


async def test_vectors_find_what_no_word_does(memory: Memory) -> None:
    for text in ("xxxx", "yyyy", "zzzz"):
        await memory.say(text, thread=text)
    found = await memory.find("nothing", embedding=(0.0, 1.0, 0.0), model=MODEL, limit=1)
    assert "yyyy" in found


async def test_without_words_and_vector_the_latest_are_found(memory: Memory) -> None:
    for number in range(30):
        await memory.say(f"talk {number}", thread=f"t{number}")
    await memory.find("talk")
    found = await memory.search(thread="t0", limit=5)
    assert max(found, key=lambda each: each.episode.said_until).episode.text == "Ann: talk 29"
    assert len(found) < 30


async def test_latest_exchanges_and_talk_of_the_channel_are_found_within_the_bounds(memory: Memory) -> None:
    await memory.say("an early word", by="Bob Stone", thread="t2")
    second = await memory.say("a later word", kind=EpisodeKind.TALK, turn_id=None, messages=MessageSpan(4, 5))
    await memory.say("a secret word", channel="G1")
    await memory.say("a memo", kind=EpisodeKind.MEMO)

    async def latest(**bounds: Any) -> list[str]:  # noqa: ANN401 - fields of a query
        turn = await memory.turn("t1", "C1")
        query = EpisodeQuery(conversation_id=turn.conversation_id, channel="C1", **bounds)
        async with memory.world.stores.read(turn.tenant_id) as tx:
            return [each.episode.text.partition(": ")[2] for each in await tx.episode_search.latest(query)]

    assert await latest() == ["a later word", "an early word"]
    assert await latest(limit=1) == await latest(since=second.said_from) == ["a later word"]
    assert await latest(speaker="stone") == await latest(until=second.said_from) == ["an early word"]
    assert await latest(first_shown=5) == await latest(kinds=frozenset({EpisodeKind.EXCHANGE})) == ["an early word"]
    assert await latest(scope=RecallScope.CONVERSATION) == ["a later word"]


@pytest.mark.parametrize("bounds", [{}, {"since": timedelta(days=2)}, {"until": timedelta()}, {"speaker": "Ann"}])
async def test_rare_word_out_of_scope_then_the_frequent_ones_are_found(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, bounds: dict[str, Any]
) -> None:
    monkeypatch.setattr(episode_search, "_CANDIDATES", 5)
    for number in range(12):
        await memory.say(f"lender {number}", thread=f"t{number}")
    await memory.say("a zebra", channel="G1", by="Bob")
    now = memory.world.clock.now()
    at: dict[str, Any] = {
        name: now - value if isinstance(value, timedelta) else value for name, value in bounds.items()
    }
    found = await memory.find("who raised the lender question about zebra?", limit=12, **at)
    assert found == {f"lender {number}" for number in range(12)}


async def test_frequent_word_in_scope_only_long_ago_then_it_is_found(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(episode_search, "_CANDIDATES", 2)
    now = memory.world.clock.now()
    for months in range(8):
        at = now - timedelta(days=31 * months)
        await memory.say(f"a secret lender {months}", channel="G1", thread=f"g{months}", said_from=at, said_until=at)
    for years in (1, 2, 3):
        at = now - timedelta(days=365 * years)
        await memory.say(f"a lender {years}", thread=f"t{years}", said_from=at, said_until=at)
    assert await memory.find("lender", limit=3) == {"a lender 1", "a lender 2", "a lender 3"}


async def test_what_no_worker_has_indexed_is_found_within_the_same_bounds(memory: Memory) -> None:
    await memory.say("an early bank", by="Bob Stone")
    await memory.find("bank")  # indexes it
    second = await memory.say("a later bank", by="Bob Stone")
    await memory.say("a secret bank", by="Bob Stone", channel="G1")
    await memory.say("Carol's bank", by="Carol")
    everyone = await memory.unindexed("bank")
    assert [each.episode.text for each in everyone] == ["Carol: Carol's bank", "Bob Stone: a later bank"]
    for speaker in ("BOB", "stone bob", second.speaker_ids[0]):
        of_bob = await memory.unindexed("bank", speaker=speaker)
        assert [(each.episode.id, each.thread) for each in of_bob] == [(second.id, "t1")]


async def test_talk_that_is_no_episode_yet_is_found_in_its_channel_only(memory: Memory) -> None:
    turn = await memory.turn("t1", "C1")
    said = overheard(
        turn.thread, "the bank looks weak", id="o1", at=memory.world.clock.now(), person=Person("U2", "Bob")
    )
    elsewhere = replace(said, thread=replace(turn.thread, channel="G1"), message_id="o2")
    await memory.turn("t1", "G1")
    async with memory.world.stores.transaction(turn.tenant_id) as tx:
        await tx.overheard.add(said)
        await tx.overheard.add(elsewhere)
    (found,) = await memory.unindexed("bank")
    shown = await memory.unindexed("bank", first_shown=0)
    assert (found.episode.text, found.episode.speakers) == ("Bob: the bank looks weak", ("Bob",))
    assert (found.episode.kind, found.episode.link_message_id, found.thread) == (EpisodeKind.TALK, "o1", "t1")
    assert shown == []


async def test_memo_that_is_put_away_is_found_no_more(world: StoreSet) -> None:
    memory = Memory(world)
    memo = await memory.say("the auditors come in June", kind=EpisodeKind.MEMO)
    await memory.say("lunch is late")
    assert "the auditors come in June" in await memory.find("auditors")
    assert await world.tx(memo.tenant_id).episodes.archive_memo(memo.id, channel="C1", at=world.clock.now())
    assert "the auditors come in June" not in await memory.find("auditors")
