"""Facts said early in a long conversation: how many stand in the prompt when they are asked about at its 100th turn.

    python -m benchmarks.planted_facts [TURNS]

Forty facts per language (tests/data/planted_facts.tsv), twenty in each conversation, through the conversation core.
People say the facts among questions about shares in the first two fifths of the turns; the other turns are questions
about shares. After each turn the summary is brought up to date. Episodes are stored and indexed in a PostgreSQL of
their own, and searched there as the product does, with the vectors of `EMBEDDER`. Then each fact is asked about in
other words: it counts as kept if its phrase stands, word for word, in what the prompt is packed to for this question.
Beside it: how many stood there without recall. Target: >= 90 % with it.
"""

import asyncio
import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, cast
from uuid import UUID

import psycopg

from adapters.embeddings.hashing import HashingEmbedder
from benchmarks.measuring import print_conditions, read_numbers, short_home
from benchmarks.recall import ADD_CONVERSATION, ADD_TENANT
from benchmarks.token_saving import COMPANIES, LINES, Conversation, conversation
from bot.bootstrap.services import Services, open_services
from bot.context.turn import TurnContext
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.prompt_packing import pack_prompt
from bot.domain.memory.recall import RecallPolicy, RecallQuestion
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from bot.memory.summarise import SummariseConversation
from bot.settings import Settings
from bot.turns.nodes.recall import RecallNode
from bot.turns.nodes.route import RouteNode
from tests.fakes.core import Talk
from tests.fakes.turn_steps import initial_state

TURNS: Final = 100
ADD_TURN: Final = """
INSERT INTO turn (tenant_id, id, conversation_id, number, kind, channel, platform_id, person_id, person_name, text,
                  status, origin, accepted_at, answered_at)
VALUES (%s, %s, %s, %s, 'message', 'terminal', gen_random_uuid(), 'ann', 'Ann', '-', 'answered', '', now(), now())
"""
FACTS_AT_ONCE: Final = 20
FILE: Final = Path(__file__).parents[1] / "tests/data/planted_facts.tsv"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something said early, and a question about it."""

    by: str
    said: str
    phrase: str  # of what was said
    question: str


class EpisodeDatabase:
    """The database in which the episodes of one conversation are searched."""

    def __init__(self, services: Services, talk: Talk) -> None:
        self._services, self._talk = services, talk
        self._stored: set[UUID] = set()
        embedders = QuestionEmbedders(stores=services.stores, configured=services.embedder)
        self.recall = Recall(stores=services.stores, embedders=embedders, policy=RecallPolicy(), clock=talk.clock)

    async def open_conversation(self) -> None:
        """Store what episodes refer to."""
        here = self._talk.conversation()
        async with await psycopg.AsyncConnection.connect(self._services.endpoints.database_url) as connection:
            await connection.execute(ADD_TENANT, (here.tenant_id, "planted"))
            row = (here.tenant_id, here.id, here.thread.channel, here.thread.thread)
            await connection.execute(ADD_CONVERSATION, row)

    async def store_new(self) -> None:
        """Store and index the episodes that have come since."""
        here = self._talk.conversation()
        new = [each for each in self._said() if each.id not in self._stored]
        numbered = enumerate(new, len(self._stored) + 1)
        turns = [(each.tenant_id, each.turn_id, each.conversation_id, number) for number, each in numbered]
        async with await psycopg.AsyncConnection.connect(self._services.endpoints.database_url) as connection:
            await connection.cursor().executemany(ADD_TURN, turns)
        async with self._services.stores.transaction(here.tenant_id) as tx:
            for each in new:
                await tx.episodes.add_episode(each)
        await self._services.index_episodes(here.tenant_id)
        self._stored |= {each.id for each in new}

    def _said(self) -> list[Episode]:
        """Return what was said to Parley; decisions would need the trades that they belong to."""
        episodes = self._talk.memory.state.episodes.values()
        return [each for each in episodes if each.kind is not EpisodeKind.DECISION]


@dataclass(slots=True)
class Kept:
    """How many phrases stood in the prompts."""

    with_recall: int = 0
    without_recall: int = 0
    missing: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Planting:
    """One conversation into which facts are planted."""

    held: Conversation
    facts: Sequence[Fact]
    database: EpisodeDatabase

    async def hold(self, turns: int) -> None:
        """Say the facts in the first two fifths of `turns`, and go on about shares; then store what was said."""
        lines, planted = LINES[self.held.language], iter(self.facts)
        pause = max(2, turns * 2 // 5 // len(self.facts))
        for number in range(turns):
            fact = next(planted, None) if number % pause == 1 else None
            symbol, name = COMPANIES[number // 3 % len(COMPANIES)]
            line = lines[number % len(lines)].format(symbol=symbol, name=name, amount=2_000, percent=5 + number % 9)
            await self.held.talk.say(fact.by if fact else "ann", fact.said if fact else line)
            await self._summarise()
        await self.database.open_conversation()
        await self.database.store_new()

    async def ask_all(self, kept: Kept) -> None:
        """Ask about each fact, and count."""
        for fact in self.facts:
            without, with_recall = await self._prompts(fact)
            kept.without_recall += fact.phrase in without
            kept.with_recall += fact.phrase in with_recall
            kept.missing += [] if fact.phrase in with_recall else [fact.phrase]

    async def _prompts(self, fact: Fact) -> tuple[str, str]:
        """Return what is packed for a question without recall and with it; then answer it."""
        talk = self.held.talk
        await talk.hand_in("dan", fact.question)
        claim = await talk.claim()
        if claim is None:
            raise AssertionError
        nodes = talk.manager.graph.nodes
        context = (await cast("RouteNode", nodes.route)(initial_state(claim)))["context"]
        loaded = await cast("RecallNode", nodes.recall).load_context(context) or ConversationContext()
        prompts = _packed(replace(loaded, episodes=()), fact), _packed(await self._recalled(context, loaded), fact)
        await talk.manager.answer_turn(claim)
        await talk.leases.release(claim)
        await self._summarise()
        await self.database.store_new()
        return prompts

    async def _recalled(self, context: TurnContext, loaded: ConversationContext) -> ConversationContext:
        conversation_now = context.conversation
        shown = conversation_now.message_count - len(loaded.window)
        question = RecallQuestion(text=context.turn.text, first_shown=shown)
        return replace(loaded, episodes=await self.database.recall(context.turn, conversation_now, question))

    async def _summarise(self) -> None:
        """Do what a worker does after a turn."""
        talk = self.held.talk
        here = talk.conversation()
        await SummariseConversation(
            stores=talk.stores, clock=talk.clock, new_id=talk.new_id, owner="benchmark", embedder=HashingEmbedder()
        )(here.tenant_id, here.id)


def _packed(context: ConversationContext, fact: Fact) -> str:
    return json.dumps(pack_prompt(context, message=fact.question).conversation, ensure_ascii=False)


def read_facts() -> dict[str, list[Fact]]:
    """Return the facts by language."""
    with FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    facts: dict[str, list[Fact]] = {}
    for row in rows:
        facts.setdefault(row.pop("language"), []).append(Fact(**row))
    return facts


async def keep(language: str, facts: Sequence[Fact], kept: Kept, *, turns: int) -> None:
    """Hold one conversation, and count what is kept of its facts."""
    with short_home() as home:
        settings = Settings(parley_home=home, redis_url=None)
        async with open_services(settings) as services:
            held = conversation(language)
            planting = Planting(held, facts, EpisodeDatabase(services, held.talk))
            await planting.hold(turns)
            await planting.ask_all(kept)


async def measure(turns: int) -> None:
    """Print a row per language."""
    for language, facts in read_facts().items():
        kept = Kept()
        for begin in range(0, len(facts), FACTS_AT_ONCE):
            await keep(language, facts[begin : begin + FACTS_AT_ONCE], kept, turns=turns)
        shares = f"{kept.with_recall / len(facts):.0%} with recall, {kept.without_recall / len(facts):.0%} without"
        print(f"{language:<8} {len(facts)} facts at turn {turns}: {shares}  missing: {', '.join(kept.missing) or '-'}")


if __name__ == "__main__":
    print_conditions()
    asyncio.run(measure(**read_numbers(__doc__, turns=TURNS)))
