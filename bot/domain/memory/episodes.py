"""Episodes: what was said and decided, in the units in which it is found again, and where each may be found."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, time, timedelta
from enum import StrEnum
from hashlib import blake2b
from itertools import zip_longest
from typing import Final
from uuid import UUID

from bot.domain.ids import ConversationId, TenantId, TurnId, derive_id
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise
from bot.domain.trading.actual_result import ActualResult, known_results, with_result_lines
from bot.domain.trading.decisions import DecisionKey

_PERSON_ID: Final = re.compile(r"(?=.*\d)[A-Z0-9]{8,}")
ORDER: Final = "order"  # the tag of an exchange in which Parley was only told to do something
_MAX_NAME: Final = 40  # characters of a speaker's name that are looked up
SCOPE_PREFIX: Final = "scope:"  # of the tokens among the search terms that say where an episode may be found
ALL_EPISODES: Final = f"{SCOPE_PREFIX}all"  # counted like a scope, never searched as one


class EpisodeKind(StrEnum):
    """What an episode was made of."""

    EXCHANGE = "exchange"  # a message addressed to Parley, and its answer in brief
    DECISION = "decision"  # a proposed decision
    TALK = "talk"  # what people said to each other
    PASSAGE = "passage"  # of a workspace's own files
    MEMO = "memo"  # kept for later in archival memory, of what a person said


class Visibility(StrEnum):
    """Who can read a channel."""

    PUBLIC = "public"  # everybody of the workspace
    PRIVATE = "private"  # its members only, or the two who write each other
    UNKNOWN = "unknown"  # the platform has not told; treated as private

    @property
    def is_public(self) -> bool | None:
        """True or False, or None if it is unknown."""
        return None if self is Visibility.UNKNOWN else self is Visibility.PUBLIC


@dataclass(frozen=True, slots=True)
class MessageSpan:
    """A run of messages of one conversation's history, by their numbers (from 0)."""

    first: int
    last: int  # inclusive


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One unit of recall. It is found in its channel, and if it is public, in the whole workspace."""

    id: UUID
    tenant_id: TenantId
    kind: EpisodeKind
    text: str
    channel: str
    said_from: datetime
    said_until: datetime
    created_at: datetime
    conversation_id: ConversationId | None = None  # None: a passage
    turn_id: TurnId | None = None  # None: talk or a passage
    messages: MessageSpan | None = None  # of the history, that it repeats; a memo has words of its own
    speakers: tuple[str, ...] = ()  # names, in the order in which they first spoke; Parley is none
    speaker_ids: tuple[str, ...] = ()  # the platform's ids of the same people
    symbols: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    decision_id: UUID | None = None
    decision_version: int | None = None
    context: dict[str, str] = field(default_factory=dict)  # market figures at the decision by name, as text
    market_time: datetime | None = None
    is_public: bool = False  # True: public whatever its channel is, as a passage; else it is as public as its channel
    link_message_id: str | None = None  # the platform's id of the message that a link leads to
    language: Language | None = None
    actual_results: tuple[ActualResult, ...] = ()  # of a decision, as far as it is settled; each is a line of `text`

    def speakers_named(self, asked: str) -> frozenset[str]:
        """Return the names of the speakers whom a name, a part of one or an id means."""
        people = zip_longest(self.speakers, self.speaker_ids, fillvalue="")
        return frozenset(name for name, person_id in people if asked and (person_id == asked or has_name(name, asked)))

    def is_about_others(self, symbols: Collection[str]) -> bool:
        """Return whether it is about shares, but about none of `symbols`; there are none: no."""
        return bool(symbols and self.symbols) and not set(symbols) & set(self.symbols)


def decision_episode_id(key: DecisionKey) -> UUID:
    """Return the id of the episode of one version of a decision."""
    return derive_id(key.decision_id, f"episode/{key.version}")


def as_known(episode: Episode, at: datetime) -> Episode | None:
    """Return an episode as it was at a market time, without later results; None: it is of a trade at later prices."""
    if episode.market_time is not None and episode.market_time > at:
        return None
    if not episode.actual_results:
        return episode
    known = known_results(episode.actual_results, at)
    return replace(episode, actual_results=known, text=with_result_lines(episode.text, known, episode.language))


@dataclass(frozen=True, slots=True)
class UnindexedEpisode:
    """An episode whose search terms are to be stored."""

    id: UUID
    text: str
    channel: str
    speakers: tuple[str, ...]
    speaker_ids: tuple[str, ...]
    symbols: tuple[str, ...]
    is_public: bool
    said_from: datetime


@dataclass(frozen=True, slots=True)
class EpisodeTerms:
    """The search terms of one episode."""

    episode_id: UUID
    counts: Mapping[str, int]  # how often each occurs
    scopes: tuple[str, ...]  # and marks


@dataclass(frozen=True, slots=True)
class VectorCounts:
    """How many indexed episodes a tenant has, and how many of them have a vector, by embedding model."""

    episodes: int
    by_model: dict[str, int]

    def is_complete(self, model: str) -> bool:
        """Return whether every indexed episode has a vector of `model`."""
        return self.by_model.get(model, 0) >= self.episodes


def channel_scope(tenant_id: TenantId, channel: str) -> str:
    """Return the token of what may be found in a channel: everything that was said there."""
    return _scope(f"{tenant_id}/channel/{channel}")


def public_scope(tenant_id: TenantId) -> str:
    """Return the token of what may be found in every channel of a workspace."""
    return _scope(f"{tenant_id}/public")


def scopes_of(tenant_id: TenantId, channel: str, *, is_public: bool) -> tuple[str, ...]:
    """Return the scopes in which an episode may be found."""
    own = channel_scope(tenant_id, channel)
    return (own, public_scope(tenant_id)) if is_public else (own,)


def marks_of(speakers: Iterable[str], speaker_ids: Iterable[str], said_from: datetime) -> tuple[str, ...]:
    """Return the tokens by which a search is narrowed: the month (UTC), each word of the speakers' names, their ids."""
    words = dict.fromkeys(word for name in (*speakers, *speaker_ids) for word in name_words(name))
    return (f"{SCOPE_PREFIX}month:{said_from.astimezone(UTC):%Y-%m}", *map(_speaker_mark, words))


def speaker_marks(name: str) -> tuple[tuple[str, ...], ...]:
    """Return the tokens of somebody's words: of each word of the name one, in its spellings of an apostrophe."""
    return tuple(
        tuple(dict.fromkeys((_speaker_mark(word), _speaker_mark(word.replace("'", "’"))))) for word in name_words(name)
    )


def name_words(name: str) -> tuple[str, ...]:
    """Return the words of a name, as names are compared: in lower case, with plain signs."""
    return tuple(normalise(name).casefold().split())


def has_name(name: str, asked: str) -> bool:
    """Return whether a person is called by a part of their name: "Bob", "smith" and "Bob Smith" all name Bob Smith."""
    words = set(name_words(asked))
    return bool(words) and words <= set(name_words(name))


def is_person_id(name: str) -> bool:
    """Return whether a person is named by what looks like an id of the platform: "U0BOB123", "80351110224678912"."""
    return _PERSON_ID.fullmatch(name) is not None


def _speaker_mark(word: str) -> str:
    return f"{SCOPE_PREFIX}by:{word.casefold()[:_MAX_NAME]}"


def _scope(what: str) -> str:
    return SCOPE_PREFIX + blake2b(what.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


_PRUNED: Final = frozenset({EpisodeKind.EXCHANGE, EpisodeKind.TALK})


@dataclass(frozen=True, slots=True, kw_only=True)
class EpisodeRetention:
    """The setting of how long episodes are kept. Passages are kept until somebody removes them."""

    age: timedelta  # what was said longer ago is pruned
    includes_decisions: bool = False

    @property
    def kinds(self) -> frozenset[EpisodeKind]:
        """The kinds of episodes that are pruned."""
        return _PRUNED | {EpisodeKind.DECISION} if self.includes_decisions else _PRUNED

    def said_before(self, now: datetime) -> datetime:
        """Return the beginning of a day (UTC): what was said before it is pruned at `now`, so once a day."""
        return datetime.combine((now - self.age).astimezone(UTC).date(), time(), UTC)
