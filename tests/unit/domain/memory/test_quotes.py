"""Of a group of people, who is asked about is quoted, and nobody else."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.domain.ids import TenantId
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.quotes import Utterance, best_quote
from bot.domain.memory.recall import RecallQuestion

AT = datetime(2026, 11, 2, tzinfo=UTC)
TALK = Episode(
    id=UUID(int=1),
    tenant_id=TenantId(UUID(int=2)),
    kind=EpisodeKind.TALK,
    text="Carol: the banks are cheap\nBob Stone: I would not touch the banks\nCarol: they always recover\n小王: 券商贵",
    channel="C1",
    speakers=("Carol", "Bob Stone", "小王"),
    said_from=AT,
    said_until=AT,
    created_at=AT,
)


@pytest.mark.parametrize("speaker", ["Bob", "bob", "STONE", "Bob Stone"])
def test_speaker_is_named_in_any_way_then_quoted(speaker: str) -> None:
    question = RecallQuestion(text=f"what did {speaker} say about banks?", speaker=speaker)
    assert best_quote(TALK, question.terms, speaker=speaker) == Utterance("Bob Stone", "I would not touch the banks")


def test_chinese_speaker_then_quoted() -> None:
    assert best_quote(TALK, RecallQuestion(text="小王对银行怎么说？").terms, speaker="小王").by == "小王"


def test_anyone_then_what_is_most_about_it() -> None:
    assert best_quote(TALK, RecallQuestion(text="will they recover?").terms).text == "they always recover"


def test_name_of_the_speaker_is_no_search_term_and_cuts_no_word() -> None:
    terms = RecallQuestion(text="what did Ann say about annuities?", speaker="Ann").terms
    assert terms == RecallQuestion(text="what was said about annuities?").terms
