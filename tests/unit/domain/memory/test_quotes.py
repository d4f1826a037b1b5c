"""Of a group of people, who is asked about is quoted, and nobody else."""

from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.domain.ids import TenantId
from bot.domain.memory.episode_text import Utterance, best_quote, repeats
from bot.domain.memory.episodes import Episode, EpisodeKind
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


@pytest.mark.parametrize(
    ("message", "is_same"),
    [
        ("should I buy GOOG? at most $3,000", True),
        ("Should I buy goog, at most $3,000?", True),
        ("should I buy GOOG? at most $4,000", False),
        ("should I not buy GOOG? at most $3,000", False),
        ("should I sell GOOG? at most $3,000", False),
    ],
)
def test_same_words_again_then_they_repeat_an_exchange(message: str, is_same: bool) -> None:  # noqa: FBT001 - a parametrised expectation
    said = "Bob Stone: should I buy GOOG? at most $3,000\nParley: GOOG: increase by $2,267.07"
    exchange = replace(TALK, kind=EpisodeKind.EXCHANGE, text=said, speakers=("Bob Stone",))
    assert repeats(exchange, message) is is_same
    assert not repeats(replace(exchange, kind=EpisodeKind.TALK), message)
