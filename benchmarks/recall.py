"""How much of what was said is found again: the product's own indexing and search, over labelled questions.

    python -m benchmarks.recall [--embedder hash sentences openai]
    python -m benchmarks.recall --locomo FILE [--embedder ...]
    python -m benchmarks.recall --memdaily FILE [--embedder ...]

Without a file, about what is said in tests/data/said_and_asked.tsv, in English and Chinese, in other words.

R@k: the share of a question's labelled units among the first k; hit@10: the share of questions with at least one of
them among the first ten; told: the share of questions that are answered by five episodes with one of them; nothing: the
share that is answered "I found nothing on that". Targets: R@10 >= 76 (LoCoMo), >= 88 for single-hop questions, >= 80
(MemDaily). Each conversation is a workspace of its own, each session a conversation in one channel. The embedded
PostgreSQL is a new one.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any, Final
from uuid import UUID

import psycopg

from benchmarks.measuring import command_line, print_conditions, print_times, short_home
from benchmarks.recall_corpora import Corpus, Question, Unit, read_locomo, read_memdaily, read_said_and_asked
from bot.bootstrap.services import Services, open_services
from bot.domain.conversation.threads import Thread
from bot.domain.ids import ConversationId, derive_id
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.recall import EpisodeQuery, RecalledEpisode, RecallScope, answers, rank
from bot.domain.memory.search_terms import query_terms
from bot.settings import Settings

CHANNEL: Final = "talk"
SAID_AND_ASKED: Final = Path(__file__).parents[1] / "tests/data/said_and_asked.tsv"
CUTOFFS: Final = (3, 5, 10)
DEEPEST: Final = 10
SHOWN: Final = 5  # RECALL_EPISODES
CANDIDATES: Final = 50  # as in bot/memory/recall.py
ADD_TENANT: Final = "INSERT INTO tenant VALUES (%s, 'benchmark', %s, now())"
ADD_CONVERSATION: Final = """
INSERT INTO conversation (tenant_id, id, channel, thread, language, last_active_at, created_at)
VALUES (%s, %s, %s, %s, 'en', now(), now())
"""


@dataclass(frozen=True, slots=True)
class Found:
    """What was found for one question."""

    question: Question
    units: tuple[int, ...]  # best first
    is_answered: bool  # False: "I found nothing on that"

    def recall(self, count: int) -> float:
        """Return the share of the units that answer which are among the first `count`."""
        return len(self.question.answers.intersection(self.units[:count])) / len(self.question.answers)


@dataclass(slots=True)
class Results:
    """All that was found, and what it took."""

    found: list[Found] = field(default_factory=list)
    answered: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))  # of questions without an answer
    search_seconds: list[float] = field(default_factory=list)
    units: int = 0
    index_seconds: float = 0.0


class Workspace:
    """One corpus in the database."""

    def __init__(self, corpus: Corpus, services: Services) -> None:
        self.corpus = corpus
        self._services = services
        self._tenant_id = Thread("benchmark", corpus.name, CHANNEL, "any").tenant_id
        self._units = {self._episode_id(number): number for number in range(len(corpus.units))}

    async def fill(self, url: str) -> None:
        """Store the units, and index them."""
        async with await psycopg.AsyncConnection.connect(url) as connection:
            await connection.execute(ADD_TENANT, (self._tenant_id, self.corpus.name))
            for number in sorted({unit.conversation for unit in self.corpus.units}):
                row = (self._tenant_id, self._conversation_id(number), CHANNEL, str(number))
                await connection.execute(ADD_CONVERSATION, row)
        async with self._services.stores.transaction(self._tenant_id) as tx:
            for number, unit in enumerate(self.corpus.units):
                await tx.episodes.add_episode(self._episode(number, unit))
        await self._services.index_episodes(self._tenant_id)

    async def search(self, question: str, embedding: Sequence[float]) -> tuple[tuple[RecalledEpisode, ...], bool]:
        """Return the best episodes, and whether they would be taken for an answer."""
        query = EpisodeQuery(
            conversation_id=ConversationId(derive_id(self._tenant_id, "the one in which it is asked")),
            channel=CHANNEL,
            scope=RecallScope.CHANNEL,
            terms=query_terms(question),
            embedding=tuple(embedding),
            model=self._services.embedder.model,
            limit=CANDIDATES,
        )
        async with self._services.stores.read(self._tenant_id) as tx:
            found = await tx.episode_search.search(query)
        best = rank(found, query, limit=DEEPEST)
        return best, bool(best) and answers(best[0], query)

    def numbers(self, best: Sequence[RecalledEpisode]) -> tuple[int, ...]:
        """Return the units that episodes are."""
        return tuple(self._units[each.episode.id] for each in best)

    def _episode(self, number: int, unit: Unit) -> Episode:
        return Episode(
            id=self._episode_id(number),
            tenant_id=self._tenant_id,
            conversation_id=self._conversation_id(unit.conversation),
            kind=EpisodeKind.TALK,
            text=unit.text,
            channel=CHANNEL,
            speakers=unit.speakers,
            said_from=unit.said_at,
            said_until=unit.said_at,
            created_at=unit.said_at,
        )

    def _episode_id(self, number: int) -> UUID:
        return derive_id(self._tenant_id, f"unit {number}")

    def _conversation_id(self, number: int) -> ConversationId:
        return ConversationId(derive_id(self._tenant_id, f"conversation {number}"))


async def ask(workspace: Workspace, services: Services, results: Results) -> None:
    """Ask everything that is asked of a corpus."""
    corpus = workspace.corpus
    never_said = [(source, text) for source, texts in corpus.unanswerable.items() for text in texts]
    asked = [*(each.text for each in corpus.questions), *(text for _, text in never_said)]
    embeddings = dict(zip(asked, await services.embedder.embed(asked), strict=True)) if asked else {}
    for question in corpus.questions:
        began = time.perf_counter()
        best, is_answered = await workspace.search(question.text, embeddings[question.text])
        results.search_seconds.append(time.perf_counter() - began)
        results.found.append(Found(question, workspace.numbers(best), is_answered))
    for source, text in never_said:
        _, is_answered = await workspace.search(text, embeddings[text])
        results.answered[source].append(is_answered)


async def measure(corpora: Sequence[Corpus], *, embedder: Any) -> Results:  # noqa: ANN401 - checked by Settings
    """Store and index every corpus, then ask its questions."""
    results = Results()
    with short_home() as home:
        settings = Settings(parley_home=home, embedder=embedder, redis_url=None)
        async with open_services(settings) as services:
            for corpus in corpora:
                workspace = Workspace(corpus, services)
                began = time.perf_counter()
                await workspace.fill(services.endpoints.database_url)
                results.index_seconds += time.perf_counter() - began
                results.units += len(corpus.units)
                await ask(workspace, services, results)
    return results


def print_results(results: Results) -> None:
    """Print a row per category, the times, and the shares answered "nothing found"."""
    by_category: Mapping[str, list[Found]] = defaultdict(list)
    for each in results.found:
        by_category[each.question.category].append(each)
    print(
        f"{'':<20}{'questions':>10}"
        + "".join(f"{f'R@{count}':>8}" for count in CUTOFFS)
        + f"{'hit@10':>8}{'told':>8}{'nothing':>9}"
    )
    rows = {"all": results.found, **dict(sorted(by_category.items()))}
    for name, found in rows.items() if len(by_category) > 1 else [("all", results.found)]:
        shares = [fmean(each.recall(count) for each in found) for count in CUTOFFS]
        hits = fmean(each.recall(DEEPEST) > 0 for each in found)
        told = fmean(each.is_answered and each.recall(SHOWN) > 0 for each in found)
        nothing = fmean(not each.is_answered for each in found)
        figures = "".join(f"{100 * share:8.1f}" for share in (*shares, hits, told, nothing))
        print(f"{name:<20}{len(found):>10}{figures}")
    for source, answered in results.answered.items():
        print(f"{f'never said, {source}':<36}{len(answered):>6}{100 * (1 - fmean(answered)):36.1f}")
    print_times("search, embedding excluded", results.search_seconds)
    print(f"{results.units:,} units stored and indexed in {results.index_seconds:.1f} s")


def main() -> None:
    parser = command_line(__doc__)
    file = parser.add_mutually_exclusive_group()
    file.add_argument("--locomo", type=Path, metavar="FILE")
    file.add_argument("--memdaily", type=Path, metavar="FILE")
    parser.add_argument("--embedder", nargs="+", default=["sentences"])
    given = parser.parse_args()
    if given.locomo:
        corpora = read_locomo(given.locomo)
    else:
        corpora = read_memdaily(given.memdaily) if given.memdaily else read_said_and_asked(SAID_AND_ASKED)
    print_conditions()
    for embedder in given.embedder:
        print(f"{embedder}:")
        print_results(asyncio.run(measure(corpora, embedder=embedder)))
        print()


if __name__ == "__main__":
    main()
