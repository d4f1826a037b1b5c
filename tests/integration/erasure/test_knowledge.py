"""What an erasure does to knowledge bases: a person's own files go, a team's lose the name."""

import re
from dataclasses import replace

import pytest

from bot.domain.conversation.threads import Thread
from bot.domain.erasure import ERASED
from bot.domain.memory.episodes import EpisodeTerms
from bot.domain.memory.knowledge.bases import KnowledgeDocument
from tests.contract.store_sets import StoreSet
from tests.contract.test_knowledge import a_document, documents_in, passages_of, store
from tests.integration.erasure.erasing import erase
from tests.integration.erasure.test_erase_person import DORA, EVAN, SAID, request, said
from tests.stored_words import found_in_database

MARKS = re.compile(r"\bDora\b|\bQuill\b|\bdora\b|\bquill\b|\bU77\b|frothy")
PLAN = "I, Dora Quill, plan to quit: chips are frothy."


async def added(
    world: StoreSet, document: KnowledgeDocument, text: str, *, terms: frozenset[str] = frozenset()
) -> KnowledgeDocument:
    """Store a file with one passage, which is indexed."""
    await store(world, document, text, terms=terms)
    async with world.stores.transaction(document.base.tenant_id) as tx:
        (episode,) = await tx.episodes.claim_unindexed(limit=9)
        counts = dict.fromkeys(text.lower().split(), 1)
        await tx.episodes.store_terms([EpisodeTerms(episode.id, counts, ("scope:x",))], at=world.clock.now())
    return document


class TestOwnPlaces:
    @pytest.mark.parametrize(
        ("thread", "channel"),
        [
            (Thread("slack", "T1", "D7", ""), "D7"),
            (Thread("discord", f"dm-{DORA.id}", "7", ""), "7"),
            (Thread("console", DORA.id, "terminal", "x"), None),
        ],
    )
    async def test_files_that_only_the_person_could_ask_go(
        self, world: StoreSet, database_url: str, thread: Thread, channel: str | None
    ) -> None:
        turn = await said(world, SAID, thread=thread)
        document = a_document(world, turn, channel=channel, title="Plan of Dora Quill")
        await added(world, replace(document, added_by=DORA), PLAN, terms=frozenset({"quill"}))
        await erase(world, turn, DORA, size=1)
        assert left(database_url) == []
        assert await documents_in(world, turn, channel or "C1") == []

    async def test_files_of_others_and_of_the_team_stay(self, world: StoreSet) -> None:
        thread = Thread("slack", "T1", "D8", "")
        evans = await said(world, "hello", by=EVAN, thread=thread)
        await said(world, SAID, thread=replace(thread, channel="G9"))
        for channel in ("D8", "G9", None):
            await added(world, a_document(world, evans, channel=channel), "No leverage.")
        await erase(world, evans, DORA)
        for channel in ("D8", "G9", "C1"):
            assert {each.title for each in await documents_in(world, evans, channel)} == {"2026"}


class TestFilesOfATeam:
    async def test_person_who_added_one_is_no_longer_named_and_the_file_stays(self, world: StoreSet) -> None:
        turn = await said(world, SAID)
        document = replace(a_document(world, turn), added_by=DORA)
        await added(world, document, "No leverage, ever.")
        await erase(world, await request(world), DORA)
        (kept,) = await documents_in(world, turn, "C1")
        assert (kept.added_by.name, kept.title) == (ERASED, "2026")
        assert await found(world, document) == ["2026\nNo leverage, ever."]

    async def test_name_is_taken_out_of_passages_and_vocabulary_which_are_indexed_anew(self, world: StoreSet) -> None:
        turn = await said(world, SAID)
        terms = frozenset({"dora", "quill", "approv", "trade"})
        document = await added(world, a_document(world, turn), "Dora Quill approves trades.", terms=terms)
        await erase(world, await request(world), DORA)
        assert await passages_of(world, document, turn) == [f"2026\n{ERASED} approves trades."]
        (contents,) = await world.reading(turn.tenant_id).knowledge.bases(channel="C1", terms=terms)
        assert contents.matched == {"approv", "trade"}

    async def test_name_is_taken_out_of_title_file_and_base_which_are_still_found_and_removed(
        self, world: StoreSet, database_url: str
    ) -> None:
        turn = await said(world, SAID)
        for title in ("Dora Quill", "<@U77>", "Limits"):
            document = a_document(world, turn, base="Rules of Dora Quill", title=title)
            await added(world, replace(document, file_name="Dora Quill.pdf"), "No leverage.")
        await erase(world, await request(world), DORA, size=2)
        documents = await documents_in(world, turn, "C1")
        assert [each.title for each in documents] == [ERASED, f"{ERASED} 2", "Limits"]
        assert {(each.base.name, each.file_name) for each in documents} == {(f"Rules of {ERASED}", f"{ERASED}.pdf")}
        assert left(database_url) == []
        for each in documents:
            assert len(await found(world, each)) == 1
            assert await world.tx(turn.tenant_id).knowledge.remove_document(each)
            assert await found(world, each) == []
        assert await documents_in(world, turn, "C1") == []


async def found(world: StoreSet, document: KnowledgeDocument) -> list[str]:
    """Return the passages of a file, as they are stored."""
    sql = "SELECT text FROM episode WHERE channel = %(channel)s AND context ->> 'document' = %(id)s"
    async with world.own_database.transaction(document.base.tenant_id) as conn:
        parameters = {"channel": document.base.search_channel, "id": str(document.id)}
        return [row["text"] for row in await (await conn.execute(sql, parameters)).fetchall()]


def left(database_url: str) -> list[str]:
    """Return where the person is found. The id of a workspace, which may be theirs, is that of a place, and stays."""
    everywhere = found_in_database(database_url.replace("parley_owner@", "postgres@"), MARKS)
    return [each for each in everywhere if not each.startswith("tenant.workspace: ")]
