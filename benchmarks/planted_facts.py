"""Facts said early in a long conversation: how many stand in the prompt when they are asked about at its 100th turn.

    python -m benchmarks.planted_facts [TURNS]

One conversation per language, through the conversation core over the tests' stores. People say the facts among
questions about shares in the first third of the turns; the other turns are questions about shares. Episodes are indexed
and the summary is brought up to date after each turn. Then each fact is asked about in other words: it counts as kept
if its phrase stands, word for word, in what the prompt is packed to for this question. The search is by words and
hashed n-grams, without a model of embeddings. Beside it: how many stood there without recall. Target: >= 90 % with it.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, cast

from adapters.embeddings.hashing import HashingEmbedder
from benchmarks.measuring import print_conditions, read_numbers
from benchmarks.token_saving import COMPANIES, LINES, Conversation, conversation
from bot.context.turn import TurnContext
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.memory.packing.prompt_packing import pack_prompt
from bot.domain.memory.recall import RecallPolicy, RecallQuestion
from bot.memory.index_episodes import IndexEpisodes
from bot.memory.question_embedders import QuestionEmbedders
from bot.memory.recall import Recall
from bot.memory.summarise import SummariseConversation
from bot.turns.nodes.recall import RecallNode
from bot.turns.nodes.route import RouteNode
from tests.fakes.turn_steps import initial_state

TURNS: Final = 100


@dataclass(frozen=True, slots=True)
class Fact:
    """Something said early, and a question about it."""

    by: str
    said: str
    phrase: str  # of what was said
    question: str


FACTS: Final = {
    "English": (
        Fact(
            "bob",
            "regional banks scare me, their office loans are rotten",
            "office loans are rotten",
            "what bothers Bob about regional banks?",
        ),
        Fact(
            "ann",
            "our pension client forbids tobacco",
            "forbids tobacco",
            "which industry does the pension client not want?",
        ),
        Fact("cara", "my sister works at Kodak so I stay out of it", "stay out of it", "why does Cara avoid Kodak?"),
        Fact("bob", "the auditors come on the ninth of March", "ninth of March", "when do the auditors come?"),
        Fact(
            "ann",
            "I prefer dividends to growth for the family trust",
            "dividends to growth",
            "what does the family trust prefer?",
        ),
        Fact("cara", "Helsinki is where our new office will open", "Helsinki", "where will the new office open?"),
        Fact(
            "bob",
            "never hold over earnings, we were burned in October",
            "burned in October",
            "why do we never hold over earnings?",
        ),
        Fact("ann", "the board meets every second Tuesday", "every second Tuesday", "how often does the board meet?"),
        Fact(
            "cara",
            "shipping rates lead our cyclicals by a quarter",
            "lead our cyclicals",
            "what do shipping rates tell us?",
        ),
        Fact(
            "bob",
            "Mercury Capital is the counterparty we trust least",
            "trust least",
            "what do we think of Mercury Capital?",
        ),
    ),
    "Chinese": (
        Fact("bob", "地方银行让我担心，它们的写字楼贷款有问题", "写字楼贷款有问题", "Bob 为什么担心地方银行？"),
        Fact("ann", "养老金客户不允许买烟草股", "不允许买烟草股", "养老金客户不允许什么行业？"),
        Fact("cara", "我妹妹在柯达上班，所以我不碰它", "所以我不碰它", "Cara 为什么不碰柯达？"),
        Fact("bob", "审计师三月九日来", "三月九日", "审计师什么时候来？"),
        Fact("ann", "家族信托更看重分红而不是成长", "更看重分红", "家族信托看重什么？"),
        Fact("cara", "新办公室会开在赫尔辛基", "赫尔辛基", "新办公室开在哪里？"),
        Fact("bob", "财报前不要持仓，十月我们吃过亏", "十月我们吃过亏", "为什么财报前不持仓？"),
        Fact("ann", "董事会每隔一周的周二开会", "每隔一周的周二", "董事会多久开一次会？"),
        Fact("cara", "运价比周期股领先一个季度", "领先一个季度", "运价能说明什么？"),
        Fact("bob", "水星资本是我们最不信任的对手方", "最不信任的对手方", "我们怎么看水星资本？"),
    ),
}


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

    async def hold(self, turns: int) -> None:
        """Say the facts in the first third of `turns`, and go on about shares."""
        lines, planted = LINES[self.held.language], iter(self.facts)
        pause = max(2, turns // 3 // len(self.facts))
        for number in range(turns):
            fact = next(planted, None) if number % pause == 1 else None
            symbol, name = COMPANIES[number // 3 % len(COMPANIES)]
            line = lines[number % len(lines)].format(symbol=symbol, name=name, amount=2_000, percent=5 + number % 9)
            await self.held.talk.say(fact.by if fact else "ann", fact.said if fact else line)
            await self._work_later()

    async def ask_all(self) -> Kept:
        """Ask about each fact."""
        kept = Kept()
        for fact in self.facts:
            without, with_recall = await self._prompts(fact)
            kept.without_recall += fact.phrase in without
            kept.with_recall += fact.phrase in with_recall
            kept.missing += [] if fact.phrase in with_recall else [fact.phrase]
        return kept

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
        await self._work_later()
        return prompts

    async def _recalled(self, context: TurnContext, loaded: ConversationContext) -> ConversationContext:
        talk, conversation_now = self.held.talk, context.conversation
        embedders = QuestionEmbedders(stores=talk.stores, configured=HashingEmbedder())
        recall = Recall(stores=talk.stores, embedders=embedders, policy=RecallPolicy(), clock=talk.clock)
        shown = conversation_now.message_count - len(loaded.window)
        question = RecallQuestion(text=context.turn.text, first_shown=shown)
        return replace(loaded, episodes=await recall(context.turn, conversation_now, question))

    async def _work_later(self) -> None:
        """Do what workers do after a turn."""
        talk = self.held.talk
        here = talk.conversation()
        await SummariseConversation(
            stores=talk.stores, clock=talk.clock, new_id=talk.new_id, owner="benchmark", embedder=HashingEmbedder()
        )(here.tenant_id, here.id)
        await IndexEpisodes(stores=talk.stores, embedder=HashingEmbedder(), clock=talk.clock, new_id=talk.new_id)(
            here.tenant_id
        )


def _packed(context: ConversationContext, fact: Fact) -> str:
    return json.dumps(pack_prompt(context, message=fact.question).conversation, ensure_ascii=False)


async def measure(turns: int) -> None:
    """Print a row per language."""
    for language, facts in FACTS.items():
        planting = Planting(conversation(language), facts)
        await planting.hold(turns)
        kept = await planting.ask_all()
        shares = f"{kept.with_recall / len(facts):.0%} with recall, {kept.without_recall / len(facts):.0%} without"
        print(f"{language:<8} {len(facts)} facts at turn {turns}: {shares}  missing: {', '.join(kept.missing) or '-'}")


if __name__ == "__main__":
    print_conditions()
    asyncio.run(measure(**read_numbers(__doc__, turns=TURNS)))
