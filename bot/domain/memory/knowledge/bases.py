"""Knowledge bases: a team's own files, by name, and who may ask them."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from uuid import UUID

from bot.domain.conversation.threads import Person
from bot.domain.ids import TenantId, derive_id
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.memory.knowledge.documents import DocumentPart, KnowledgePassage

MAX_NAME: Final = 60  # characters of a base's name or a file's title
DEFAULT_BASE: Final = "team"  # of a file that is added to "the knowledge base"
_TITLE, _PAGE, _DOCUMENT = "title", "page", "document"  # keys of a passage's context


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeBase:
    """A named collection of files. Its id follows from its place and name: the same name there is the same base."""

    tenant_id: TenantId
    name: str
    channel: str | None = None  # the only channel that may ask it; None: the whole workspace

    @property
    def id(self) -> UUID:
        """The id, whatever the case of the name."""
        place = "" if self.channel is None else f"channel/{self.channel}/"
        return derive_id(self.tenant_id, f"knowledge/{place}{self.name.casefold()}")

    @property
    def search_channel(self) -> str:
        """The channel of its passages among the episodes, which is no platform's: they are found by its name only."""
        return f"knowledge:{self.id}"

    def document_id(self, title: str) -> UUID:
        """Return the id of the file with this title, in any case."""
        return derive_id(self.id, title.casefold())


@dataclass(frozen=True, slots=True, kw_only=True)
class KnowledgeDocument:
    """One file of a base."""

    base: KnowledgeBase
    title: str
    file_name: str
    digest: str  # SHA-256 of its bytes, in hexadecimal
    pages: int | None  # None: its format has none
    passages: int
    added_by: Person
    added_at: datetime

    @property
    def id(self) -> UUID:
        """The id: a file of the same title replaces it."""
        return self.base.document_id(self.title)


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseContents:
    """A base that may be asked, with its files, and which of the terms asked for stand in them."""

    base: KnowledgeBase
    documents: tuple[KnowledgeDocument, ...] = ()  # by title
    matched: frozenset[str] = field(default_factory=frozenset)


def passage_episode(document: KnowledgeDocument, passage: DocumentPart, *, number: int) -> Episode:
    """Return the episode by which a passage is found. Its first line names file and heading, to be found too."""
    base = document.base
    heading = ", ".join(dict.fromkeys(each for each in (document.title, passage.heading) if each))
    return Episode(
        id=derive_id(document.id, f"{document.digest}/{document.added_at.isoformat()}/{number}"),
        tenant_id=base.tenant_id,
        kind=EpisodeKind.PASSAGE,
        text=f"{heading}\n{passage.text}",
        channel=base.search_channel,
        context={_TITLE: document.title, _PAGE: passage.page or passage.heading, _DOCUMENT: str(document.id)},
        said_from=document.added_at,
        said_until=document.added_at,
        created_at=document.added_at,
    )


def title_of_passage(episode: Episode) -> str:
    """Return the title of the file that a passage is of."""
    return episode.context.get(_TITLE, "")


def passage_of_episode(episode: Episode, *, base: KnowledgeBase, score: float) -> KnowledgePassage:
    """Return the passage that an episode was made of."""
    return KnowledgePassage(
        text=episode.text.partition("\n")[2],
        title=title_of_passage(episode),
        page=episode.context.get(_PAGE, ""),
        score=score,
        base=base.name,
        id=episode.id,
    )
