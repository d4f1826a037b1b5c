"""Messages and contexts for the tests of memory."""

from datetime import UTC, datetime
from typing import Final
from uuid import uuid4

from hypothesis import strategies as st

from bot.domain.conversation.channels import OverheardMessage
from bot.domain.conversation.history import Message, Role, message_tokens
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Person, Thread
from bot.domain.ids import ConversationId, TenantId, TurnId
from bot.domain.memory.core_memory import CoreMemory, MemoryFact, MemoryKey, MemoryScope, MemorySection, StoredSection
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.knowledge.documents import KnowledgePassage
from bot.domain.memory.recall import FoundEpisode, RecalledEpisode

DAY: Final = datetime(2013, 2, 1, tzinfo=UTC)
HERE: Final = ConversationId(uuid4())  # the conversation that prompts are about
_THREAD: Final = Thread("slack", "T1", "C1", "1.1")


def said(text: str, role: Role = Role.USER, author: str = "Ann", intent: Intent | None = Intent.ANALYZE) -> Message:
    return Message(
        id=uuid4(),
        conversation_id=ConversationId(uuid4()),
        turn_id=TurnId(uuid4()),
        role=role,
        author=author if role is Role.USER else "Parley",
        text=text,
        intent=intent,
        state_before=State.IDLE,
        state_after=State.IDLE,
        created_at=DAY,
    )


def exchange(
    number: int, words: str = "what about share number", answer: str = "It stands as it stood. "
) -> list[Message]:
    return [said(f"{words} {number}?"), said(answer * 8, Role.ASSISTANT)]


def overheard(text: str, by: str = "Bob") -> OverheardMessage:
    return OverheardMessage(thread=_THREAD, message_id=text, person=Person(by, by), text=text, said_at=DAY)


def recalled(text: str, *, is_of_conversation: bool = False) -> RecalledEpisode:
    episode = Episode(
        id=uuid4(),
        tenant_id=TenantId(uuid4()),
        kind=EpisodeKind.EXCHANGE,
        text=text,
        channel="C1",
        said_from=DAY,
        said_until=DAY,
        created_at=DAY,
        conversation_id=HERE if is_of_conversation else ConversationId(uuid4()),
        speakers=("Bob",),
    )
    return RecalledEpisode(found=FoundEpisode(episode=episode), score=1.0, parts={})


def remembered(*texts: str) -> CoreMemory:
    key = MemoryKey(MemoryScope.PERSON, "U1", MemorySection.PREFERENCES)
    facts = tuple(MemoryFact(id=uuid4(), text=text, by=Person("U1", "Ann"), since=DAY) for text in texts)
    return CoreMemory((StoredSection(key, 1, facts),) if facts else ())


def texts(*, most: int = 400) -> st.SearchStrategy[str]:
    """Return texts in several scripts, and long ones of words and figures."""
    words = st.sampled_from(["buy ", "at most $3,000 ", "减仓一半，", '{}"\\', "🚀", "3.5% ", "\n", "why not IBM? "])
    return st.text(max_size=most) | st.lists(words, max_size=most // 2).map("".join)


@st.composite
def contexts(draw: st.DrawFn) -> ConversationContext:
    """Draw contexts as they are loaded: the whole conversation is there if it is short."""
    messages = tuple(
        said(text, Role.ASSISTANT if number % 2 else Role.USER)
        for number, text in enumerate(draw(st.lists(texts(), max_size=10)))
    )
    window = messages[-6:]
    is_loaded = draw(st.booleans())
    episodes = draw(st.lists(st.builds(recalled, texts(), is_of_conversation=st.booleans()), max_size=7))
    return ConversationContext(
        conversation_id=HERE,
        window=window,
        whole=messages if is_loaded else (),
        history_tokens=sum(map(message_tokens, messages)) + (0 if is_loaded else 20_000),
        overheard=tuple(map(overheard, draw(st.lists(texts(), max_size=4)))),
        summary=draw(texts()),
        core_memory=remembered(*draw(st.lists(texts(most=80), max_size=4))),
        episodes=tuple(episodes),
        passages=tuple(
            KnowledgePassage(text=text, title="Mandate", page="3") for text in draw(st.lists(texts(), max_size=6))
        ),
    )
