"""Knowledge bases, in memory and in PostgreSQL: what is stored, who sees it, and what is deleted with it."""

from dataclasses import replace

import pytest

from bot.domain.conversation.threads import IncomingCommand, IncomingMessage, MessageKey, Person, SharedFile
from bot.domain.conversation.turns import Turn
from bot.domain.memory.episodes import EpisodeKind, Visibility
from bot.domain.memory.knowledge.bases import KnowledgeBase, KnowledgeDocument, passage_episode
from bot.domain.memory.knowledge.documents import DocumentPart
from bot.domain.memory.recall import EpisodeQuery, RecallScope
from tests.contract.store_sets import StoreSet, a_thread

ANN = Person("U1", "Ann")


def a_file(name: str = "mandate.pdf") -> SharedFile:
    return SharedFile(name=name, url="https://files.slack.com/1", size=3, typed="x")


def a_document(
    world: StoreSet, turn: Turn, *, base: str = "Mandate", channel: str | None = None, title: str = "2026"
) -> KnowledgeDocument:
    return KnowledgeDocument(
        base=KnowledgeBase(tenant_id=turn.tenant_id, name=base, channel=channel),
        title=title,
        file_name="mandate.pdf",
        digest="d1",
        pages=3,
        passages=1,
        added_by=ANN,
        added_at=world.clock.now(),
    )


async def store(world: StoreSet, document: KnowledgeDocument, *texts: str, terms: frozenset[str] = frozenset()) -> None:
    async with world.stores.transaction(document.base.tenant_id) as tx:
        await tx.knowledge.save_document(document, terms=terms)
        for number, text in enumerate(texts):
            await tx.episodes.add_episode(passage_episode(document, DocumentPart(text=text, page="3"), number=number))


async def passages_of(world: StoreSet, document: KnowledgeDocument, turn: Turn) -> list[str]:
    query = EpisodeQuery(
        conversation_id=turn.conversation_id,
        channel=document.base.search_channel,
        scope=RecallScope.CHANNEL,
        kinds=frozenset({EpisodeKind.PASSAGE}),
        unindexed=50,
    )
    found = await world.reading(turn.tenant_id).episode_search.search(query)
    return [each.episode.text for each in found if not each.is_indexed]


async def matched_terms(world: StoreSet, turn: Turn) -> list[frozenset[str]]:
    bases = await world.reading(turn.tenant_id).knowledge.bases(channel="C1", terms=["gold", "leverag", "size", "bond"])
    return [each.matched for each in sorted(bases, key=lambda each: each.base.name)]


async def documents_in(world: StoreSet, turn: Turn, channel: str) -> list[KnowledgeDocument]:
    async with world.stores.read(turn.tenant_id) as tx:
        return [each for contents in await tx.knowledge.bases(channel=channel) for each in contents.documents]


async def test_a_document_is_seen_as_it_was_stored_with_the_terms_that_match(world: StoreSet) -> None:
    turn = await world.turn()
    document = a_document(world, turn)
    await store(world, document, "No leverage.", terms=frozenset({"leverag", "杠杆"}))
    (contents,) = await world.reading(turn.tenant_id).knowledge.bases(channel="C1", terms=["杠杆", "gold"])
    assert (contents.base, contents.documents) == (document.base, (document,))
    assert contents.matched == {"杠杆"}


async def test_terms_that_match_are_those_of_the_files_that_a_base_has_now(world: StoreSet) -> None:
    turn = await world.turn()
    rules, sizes = a_document(world, turn, title="Rules"), a_document(world, turn, title="Sizes")
    here = a_document(world, turn, base="Notes", channel="C1")
    await store(world, rules, terms=frozenset({"gold", "leverag"}))
    await store(world, sizes, terms=frozenset({"gold", "size"}))
    await store(world, here, terms=frozenset({"gold"}))
    assert await matched_terms(world, turn) == [{"gold", "leverag", "size"}, {"gold"}]
    await store(world, replace(rules, digest="d2"), terms=frozenset({"gold"}))
    assert await matched_terms(world, turn) == [{"gold", "size"}, {"gold"}]
    assert await world.tx(turn.tenant_id).knowledge.remove_document(sizes)
    assert await matched_terms(world, turn) == [{"gold"}, {"gold"}]


async def test_whether_a_workspace_has_bases_is_known_of_its_conversations(world: StoreSet) -> None:
    turn = await world.turn()
    assert not (await world.reading(turn.tenant_id).conversations.get_in_channel(turn.conversation_id)).has_knowledge
    await store(world, a_document(world, turn), "No leverage.")
    assert (await world.reading(turn.tenant_id).conversations.get_in_channel(turn.conversation_id)).has_knowledge


async def test_bases_of_the_workspace_are_left_out_where_they_are_not_shared(world: StoreSet) -> None:
    turn = await world.turn()
    await store(world, a_document(world, turn), "No leverage.")
    own = a_document(world, turn, channel="C1")
    await store(world, own, "Long only.")
    async with world.stores.read(turn.tenant_id) as tx:
        shared = await tx.knowledge.bases(channel="C1")
        found = await tx.knowledge.bases(channel="C1", with_shared=False)
    assert len(shared) == 2
    assert [each.base for each in found] == [own.base]


async def test_same_title_replaces_with_its_passages_whatever_its_case(world: StoreSet) -> None:
    turn = await world.turn()
    await store(world, a_document(world, turn, title="Rules"), "old", "older")
    newer = replace(a_document(world, turn, base="mandate", title="RULES"), digest="d2")
    await store(world, newer, "new")
    assert [(each.title, each.digest) for each in await documents_in(world, turn, "C1")] == [("RULES", "d2")]
    assert await passages_of(world, newer, turn) == ["RULES\nnew"]


async def test_a_base_of_a_channel_is_seen_there_only(world: StoreSet) -> None:
    turn = await world.turn()
    await store(world, a_document(world, turn, channel="C1"), "here")
    await store(world, a_document(world, turn), "everywhere")
    assert len(await documents_in(world, turn, "C1")) == 2
    assert [each.base.channel for each in await documents_in(world, turn, "C2")] == [None]


async def test_removed_with_passages_and_nothing_else(world: StoreSet) -> None:
    turn = await world.turn()
    kept, removed = a_document(world, turn, title="kept"), a_document(world, turn, title="removed")
    await store(world, kept, "one")
    await store(world, removed, "two")
    assert await world.tx(turn.tenant_id).knowledge.remove_document(removed)
    assert not await world.tx(turn.tenant_id).knowledge.remove_document(removed)
    assert [each.title for each in await documents_in(world, turn, "C1")] == ["kept"]
    assert await passages_of(world, kept, turn) == ["kept\none"]


@pytest.mark.parametrize(
    ("visibility", "is_public"), [(Visibility.PUBLIC, True), (Visibility.PRIVATE, False), (Visibility.UNKNOWN, False)]
)
async def test_channel_is_public_if_it_is_known_to_be(
    world: StoreSet, visibility: Visibility, *, is_public: bool
) -> None:
    message = IncomingMessage(a_thread(7), "m1", ANN, "hello", visibility=visibility)
    turn = (await world.inbox.accept_message(message)).turn
    assert await world.reading(turn.tenant_id).knowledge.is_public(turn.thread.channel) is is_public


async def test_files_of_a_message_are_kept_once_and_until_it_is_answered(world: StoreSet) -> None:
    files = (a_file("授权书.pdf"),)
    message = IncomingMessage(a_thread(8), "m1", ANN, "add this file to our mandate base")
    turn = (await world.inbox.accept_message(message)).turn
    key = MessageKey(turn.thread.channel, "m1")
    assert await world.reading(turn.tenant_id).knowledge.files_of(key) == ()
    for each in (files, ()):  # a second delivery brings them, a third does not
        await world.inbox.accept_message(replace(message, files=each))
    async with world.stores.transaction(turn.tenant_id) as tx:
        assert await tx.knowledge.files_of(key) == files
        await tx.turns.mark_answered(turn, at=world.clock.now())
    assert await world.reading(turn.tenant_id).knowledge.files_of(key) == ()


async def test_files_of_a_command_are_those_of_its_message(world: StoreSet) -> None:
    files = (a_file(),)
    place = replace(a_thread(9), thread="")
    await world.inbox.accept_command(IncomingCommand(place, "c1", ANN, "/knowledge add mandate", files=files))
    assert await world.reading(place.tenant_id).knowledge.files_of(MessageKey(place.channel, "c1")) == files
