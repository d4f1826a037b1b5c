"""Tokens that prompts spend on the conversation so far, against its whole history told word for word.

    python -m benchmarks.token_saving [MESSAGES …]

Long conversations of the terminal, English and Chinese, through the conversation core over the tests' stores, with a
model that answers plausibly and always the same. The summary is brought up to date after each answer, by rules. At each
turn as many episodes are recalled as there ever are, five, the most alike: the product recalls those that a message is
about, which are fewer.

All requests of all turns are summed: the tokens in them that stand for the conversation, and those that all its
messages would have cost instead. What else is in a prompt (instructions, figures looked up, the message) is the same
either way; the last column counts it in. Targets: a saving of >= 60 % from 80 messages on, >= 90 % from 300 on, in no
turn below 0.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final
from unittest.mock import patch
from uuid import UUID

from adapters.embeddings.hashing import HashingEmbedder
from benchmarks.measuring import command_line, print_conditions
from bot.agents.language_services import LanguageServices
from bot.agents.model_client import ModelClient
from bot.agents.prose_agent import ProseAgent
from bot.agents.reader_agent import ReaderAgent
from bot.bootstrap.conversation import ConversationCore
from bot.context.turn import TurnContext
from bot.domain.conversation.history import Message
from bot.domain.ids import TenantId
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.recall import FoundEpisode, RecalledEpisode
from bot.domain.memory.search_terms import query_terms, search_terms
from bot.domain.models.requests import ModelRequest
from bot.domain.models.token_estimate import estimate_prompt_tokens
from bot.engines.dual.engine import DualEngine
from bot.engines.rules.analysis import rules_view
from bot.engines.rules.engine import RulesEngine
from bot.memory.summarise import SummariseConversation
from bot.turns.nodes.recall import RecallNode
from tests.fakes.agent_answers import answer
from tests.fakes.core import Talk
from tests.fakes.model import FakeModel, options

SIZES: Final = (10, 20, 40, 80, 150, 300, 600)  # messages
K: Final = 5
LINES: Final = {
    "English": (
        "how is {name} doing?",
        "should I buy {symbol}? at most ${amount}",
        "why not just wait?",
        "what if it falls by {percent} %?",
        "cancel it",
        "we never hold more than {percent} % in one share, remember",
        "analyze {symbol}",
        "isn't it too expensive at that?",
        "hello again, what can you do?",
        "review the last decisions",
    ),
    "Chinese": (
        "{symbol} 最近怎么样？",
        "要不要买入 {symbol}？最多 {amount} 美元",
        "为什么不再等等？",
        "要是跌 {percent}% 呢？",
        "取消",
        "我们单只股票的仓位不会超过 {percent}%，请记住",
        "分析 {symbol}",
        "这个价位会不会太贵？",
        "你好，你能做什么？",
        "回顾一下最近的决策",
    ),
}
TENANT: Final = TenantId(UUID(int=1))
COMPANIES: Final = (("AAPL", "Apple"), ("GOOG", "Google"), ("IBM", "IBM"), ("MSFT", "Microsoft"), ("FB", "Facebook"))


@dataclass(slots=True)
class Spent:
    """Tokens of the requests of one turn."""

    sent: int = 0  # that stand for the conversation
    full: int = 0  # what all its messages would have cost
    rest: int = 0  # of everything else

    def add(self, request: ModelRequest) -> None:
        """Add a request."""
        self.sent += request.history.sent
        self.full += request.history.full
        self.rest += estimate_prompt_tokens(request) - request.history.sent


@dataclass(slots=True)
class Conversation:
    """One conversation, with the tokens of each turn."""

    language: str
    talk: Talk
    model: FakeModel
    turns: list[Spent] = field(default_factory=list)

    async def hold(self, messages: int) -> None:
        """Go on until there are so many messages."""
        summarise = SummariseConversation(
            stores=self.talk.stores,
            clock=self.talk.clock,
            new_id=self.talk.new_id,
            owner="benchmark",
            embedder=HashingEmbedder(),
        )
        lines = LINES[self.language]
        for number in range(len(self.turns), messages // 2):
            symbol, name = COMPANIES[number // 3 % len(COMPANIES)]
            line, amount, percent = lines[number % len(lines)], 1_000 + 250 * (number % 7), 5 + number % 9
            self.model.requests.clear()
            await self.talk.say("ann", line.format(symbol=symbol, name=name, amount=amount, percent=percent))
            spent = Spent()
            for request in self.model.requests:
                spent.add(request)
            self.turns.append(spent)
            here = self.talk.conversation()
            await summarise(here.tenant_id, here.id)

    def print_row(self, messages: int) -> None:
        """Print the sums over all turns so far."""
        sent, full, rest = (sum(getattr(turn, each) for turn in self.turns) for each in ("sent", "full", "rest"))
        least = min(turn.full - turn.sent for turn in self.turns)
        tokens = f"{sent:>9,} sent {full:>10,} full history {1 - sent / full:>6.1%} saved"
        further = f"least in a turn {least:>3,}  with all else {1 - (sent + rest) / (full + rest):>6.1%}"
        print(f"{self.language:<8} {messages:>4} messages {tokens}  {further}")


def conversation(language: str) -> Conversation:
    """Return a conversation with a model that decides, comments, talks and sorts."""
    talk, model = Talk(), FakeModel(_say)
    client = ModelClient(model, options)
    dual = DualEngine(client=client, clock=talk.clock, new_id=talk.new_id, rules_view=rules_view)
    services = LanguageServices(reader=ReaderAgent(client), prose=ProseAgent(client))
    talk.core = ConversationCore(replace(talk.ports, engines=(dual, RulesEngine()), language_services=services))
    talk.manager = talk.core.manager(talk.core.handlers)
    return Conversation(language, talk, model)


def _say(request: ModelRequest) -> str:
    return answer({"messages": [{"content": message.text} for message in request.messages]})


def most_alike(messages: Sequence[Message], text: str) -> tuple[RecalledEpisode, ...]:
    """Return the `K` exchanges that have the most in common with `text`."""
    wanted = query_terms(text)

    def likeness(exchange: tuple[Message, Message]) -> float:
        return sum(wanted.get(term, 0.0) for message in exchange for term in search_terms(message.text))

    exchanges = zip(messages[::2], messages[1::2], strict=True)
    return tuple(_recalled(*exchange) for exchange in sorted(exchanges, key=likeness, reverse=True)[:K])


def _recalled(asked: Message, answered: Message) -> RecalledEpisode:
    episode = Episode(
        id=asked.id,
        tenant_id=TENANT,
        kind=EpisodeKind.EXCHANGE,
        text=f"{asked.author}: {asked.text}\nParley: {answered.text}",
        channel="terminal",
        said_from=asked.created_at,
        said_until=answered.created_at,
        created_at=answered.created_at,
        conversation_id=asked.conversation_id,
        speakers=(asked.author,),
    )
    return RecalledEpisode(found=FoundEpisode(episode=episode), score=1.0, parts={})


async def measure(sizes: Sequence[int]) -> None:
    """Hold both conversations and print a row at each length."""
    for language in LINES:
        held = conversation(language)

        async def recall(
            node: RecallNode, context: TurnContext, *, held: Conversation = held
        ) -> tuple[RecalledEpisode, ...]:
            messages, shown = held.talk.messages(), node.compressor.window
            return most_alike(messages[: (len(messages) - shown) // 2 * 2], context.turn.text)

        with patch.object(RecallNode, "_recall", recall):
            for messages in sizes:
                await held.hold(messages)
                held.print_row(messages)


if __name__ == "__main__":
    print_conditions()
    _parser = command_line(__doc__)
    _parser.add_argument("sizes", type=int, nargs="*", default=SIZES, metavar="MESSAGES")
    asyncio.run(measure(**vars(_parser.parse_args())))
