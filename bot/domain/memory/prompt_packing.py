"""Packs a prompt into a number of tokens: the system prompt, what is remembered, the conversation and the message.

The system prompt and the person's message are always told whole. The rest is told by priority, in the order of `Part`:
each part first gets up to its share of the room, then the parts share what is left in the same order. Everything that
others have said stands in one JSON object, so that no text can pose as another's or as an instruction of ours.

A figure in a recalled text was true when it was said. Each gets an id of its own ("r1.2"), under which a model can
state it and which shows its date; a figure that is stated without an id is marked as unchecked, like every other.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final

from bot.domain.conversation.channels import OverheardMessage
from bot.domain.conversation.history import ENTRY_OVERHEAD, PARLEY, Entry, Message, Role, json_tokens, message_entry
from bot.domain.conversation.retrieval import ConversationContext
from bot.domain.memory.compression import limit_terms
from bot.domain.memory.core_memory import MemoryFact, StoredSection
from bot.domain.memory.episode_text import answer_of, utterances
from bot.domain.memory.episodes import Episode
from bot.domain.memory.knowledge.documents import KnowledgePassage
from bot.domain.memory.prompt_parts import Fit, Fitted, Part, first_entries, newest_lines, oldest_first, share_room
from bot.domain.memory.recall import RecalledEpisode
from bot.domain.models.facts import FactUnit, ModelFact
from bot.domain.models.requests import HistoryTokens
from bot.domain.models.token_estimate import estimate_tokens, shorten
from bot.domain.text.loose_figures import find_loose_figures
from bot.domain.text.zero_width import single_line
from bot.domain.trading.trading_limits import LimitInForce

MAX_TOKENS: Final = 4_000
_MAX_EPISODES, _MAX_PASSAGES, _MAX_FIGURES = 5, 5, 3  # the figures of one text
_MAX_LIMITS: Final = 8  # the latest
_SAID_TOKENS: Final = 150  # of the best episode, without Parley's answer
_EPISODE_TOKENS: Final = 80
_FURTHER_EPISODE_TOKENS: Final = 25  # of an exchange that is not the best: what was said may take more
_MAX_CHARACTERS: Final = 600  # of one recalled text or passage
_PERSON_SHARE: Final = 2  # a person's message gets up to 1/2 of the room: it may state limits and wishes
_ASSISTANT_SHARE: Final = 6  # one of Parley's up to 1/6: its figures are computed again
_JSON_OVERHEAD: Final = 16  # tokens of the object itself, and of the names of its parts


_TOLD_ORDER: Final = (*(Part.REMEMBERED, Part.KNOWLEDGE, Part.RECALLED), *(Part.SUMMARY, Part.MESSAGES, Part.OVERHEARD))


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedPrompt:
    """A prompt within its limit."""

    system: str
    message: str
    conversation: Mapping[str, object]  # a JSON object, by `Part`; empty: nothing is known of it
    tokens: int  # approximate, of all of it
    history: HistoryTokens
    figures: tuple[ModelFact, ...] = ()  # of recalled texts, by their ids

    def data(self, *, message: str = "message") -> dict[str, object]:
        """Return the message, under this key, and the conversation, as data of a request; empty ones are left out."""
        told: dict[str, object] = {message: self.message} if self.message else {}
        return {**told, "conversation": self.conversation} if self.conversation else told


@dataclass(frozen=True, slots=True)
class _Packed:
    """A packed conversation, without what is beside it in the prompt."""

    conversation: Mapping[str, object]
    tokens: int
    history_tokens: int  # of what stands for the messages of the conversation
    is_whole: bool = False  # every message is in it


def pack_prompt(
    context: ConversationContext, *, message: str, system: str = "", max_tokens: int = MAX_TOKENS
) -> PackedPrompt:
    """Return the prompt in `max_tokens`, unless system and message take more; a short conversation whole."""
    told = _ToldContext(context)
    fixed = estimate_tokens(system) + estimate_tokens(message)
    packed = _pack_within(told.pack, max_tokens - fixed)
    if context.whole:
        of_others = tuple(each for each in context.episodes if not context.is_own(each))
        told_whole = _ToldContext(replace(context, window=context.whole, summary="", episodes=of_others))
        whole = _pack_within(told_whole.pack_whole, max_tokens - fixed)
        if whole.is_whole and whole.history_tokens <= packed.history_tokens:
            told, packed = told_whole, whole
    parts = (part for part in packed.conversation.values() if isinstance(part, list))
    ids = {fact_id for part in parts for entry in part for fact_id in entry.get("figures", ())}
    return PackedPrompt(
        system=system,
        message=message,
        conversation=packed.conversation,
        tokens=fixed + packed.tokens,
        history=HistoryTokens(
            sent=packed.history_tokens, full=packed.history_tokens if packed.is_whole else context.full_tokens
        ),
        figures=tuple(fact for fact_id, fact in told.figures.items() if fact_id in ids),
    )


def _pack_within(pack: Callable[[int], _Packed], limit: int) -> _Packed:
    """Return a packing of at most `limit` tokens: JSON costs a little more than the sum of its parts."""
    room = limit - _JSON_OVERHEAD
    while (packed := pack(room)).tokens > limit and packed.conversation:
        room -= packed.tokens - limit
    return packed


@dataclass(slots=True)
class _ToldContext:
    """A context as JSON, of which as much is told as there is room for."""

    context: ConversationContext
    figures: dict[str, ModelFact] = field(init=False, default_factory=dict)  # of recalled texts, by id
    _remembered: list[Entry] = field(init=False)
    _recalled: list[Entry] = field(init=False)
    _knowledge: list[Entry] = field(init=False)

    def __post_init__(self) -> None:
        context = self.context
        memory = context.core_memory
        self._remembered = [self._limit_entry(n, each) for n, each in enumerate(memory.limits[-_MAX_LIMITS:], 1)]
        self._remembered += [self._remembered_entry(n, *each) for n, each in enumerate(memory.facts(), 1)]
        episodes, passages = context.episodes[:_MAX_EPISODES], context.passages[:_MAX_PASSAGES]
        self._recalled = [self._recalled_entry(n, each) for n, each in enumerate(episodes, 1)]
        self._knowledge = [self._passage_entry(n, each) for n, each in enumerate(passages, 1)]

    def pack(self, room: int) -> _Packed:
        """Return what fits into about `room` tokens."""
        return self._packed(share_room(self._fits(room), room))

    def pack_whole(self, room: int) -> _Packed:
        """Return the whole conversation and what fits beside it; not whole if it does not fit."""
        entries = [message_entry(message) for message in self.context.window]
        cost = sum(map(json_tokens, entries))
        fits = self._fits(room) | {Part.MESSAGES: lambda _: Fitted(entries, cost, is_cut=False)}
        if cost > room:
            return _Packed({}, 0, 0)
        return replace(self._packed(share_room(fits, room)), is_whole=True)

    def _packed(self, parts: Mapping[Part, Fitted]) -> _Packed:
        conversation = {part.value: parts[part].value for part in _TOLD_ORDER if parts[part].value}
        tokens = json_tokens(conversation) if conversation else 0
        recalled = zip(self.context.episodes, parts[Part.RECALLED].value, strict=False)
        own = sum(json_tokens(entry) for episode, entry in recalled if self.context.is_own(episode))
        history = parts[Part.MESSAGES].tokens + parts[Part.SUMMARY].tokens + own
        return _Packed(conversation, tokens, history)

    def _fits(self, room: int) -> dict[Part, Fit]:
        return {
            Part.REMEMBERED: lambda limit: first_entries(self._remembered, limit),
            Part.MESSAGES: lambda limit: _newest_messages(self.context.window, limit, room=room),
            Part.SUMMARY: lambda limit: newest_lines(self.context.summary, limit),
            Part.RECALLED: lambda limit: first_entries(self._recalled, limit),
            Part.KNOWLEDGE: lambda limit: first_entries(self._knowledge, limit),
            Part.OVERHEARD: lambda limit: _newest_overheard(self.context.overheard, limit),
        }

    def _limit_entry(self, number: int, each: LimitInForce) -> Entry:
        text = single_line(limit_terms(each.terms), limit=_MAX_CHARACTERS)
        who = {"about": "trading limit in force", "by": each.limit.stated_by.name}
        entry = {**who, "since": each.limit.stated_at.date().isoformat(), "text": text}
        return entry | self._with_figures(f"l{number}", text, None)

    def _remembered_entry(self, number: int, section: StoredSection, fact: MemoryFact) -> Entry:
        text = single_line(fact.text, limit=_MAX_CHARACTERS)
        who = {"of": section.key.scope, "about": section.key.section, "by": fact.by.name}
        entry = {**who, "since": fact.since.date().isoformat(), "text": text}
        return entry | self._with_figures(f"m{number}", text, fact.since)

    def _recalled_entry(self, number: int, recalled: RecalledEpisode) -> Entry:
        episode = recalled.episode
        said, answered = _brief(episode, is_best=number == 1)
        text = f"{said}\n{answered}" if answered else said  # one line each: what is on a line was said by whom it names
        named = {each.by for each in utterances(episode)}
        by = ", ".join(each for each in episode.speakers if each not in named)
        entry = {"at": episode.said_from.date().isoformat()} | ({"by": by} if by else {}) | {"text": text}
        return entry | self._with_figures(f"r{number}", said, episode.said_from)

    def _passage_entry(self, number: int, passage: KnowledgePassage) -> Entry:
        text = single_line(passage.text, limit=_MAX_CHARACTERS)
        entry = {"title": passage.title} | ({"page": passage.page} if passage.page else {}) | {"text": text}
        return entry | self._with_figures(f"k{number}", text, None)

    def _with_figures(self, prefix: str, text: str, said: datetime | None) -> dict[str, object]:
        """Give ids to the figures of a text; return them as a part of its entry."""
        written = dict.fromkeys(each.written for each in find_loose_figures(text))
        told = {f"{prefix}.{number}": each for number, each in enumerate(list(written)[:_MAX_FIGURES], 1)}
        unit = FactUnit.RECALLED if said else FactUnit.TEXT
        self.figures |= {
            fact_id: ModelFact(id=fact_id, value=each, unit=unit, source="memory", as_of=said)
            for fact_id, each in told.items()
        }
        return {"figures": told} if told else {}


def _brief(episode: Episode, *, is_best: bool) -> tuple[str, str]:
    """Return what people said or decided in an episode, a line each, and Parley's answer: in brief but for the best."""
    said = "\n".join(single_line(str(each), limit=_MAX_CHARACTERS) for each in utterances(episode))
    said = shorten(said[:_MAX_CHARACTERS], limit_tokens=_SAID_TOKENS if is_best else _EPISODE_TOKENS)
    lines = [
        each for each in answer_of(episode).splitlines() if each.strip() and not each.rstrip().endswith((":", "："))
    ]
    told = single_line("\n".join(lines if is_best else lines[:1]), limit=_MAX_CHARACTERS)
    limit = (_EPISODE_TOKENS if is_best else _FURTHER_EPISODE_TOKENS) - estimate_tokens(said)
    answered = shorten(told, limit_tokens=limit)
    return said, f"{PARLEY}: {answered}" if answered else ""


def _newest_messages(window: Sequence[Message], limit: int, *, room: int) -> Fitted:
    entries = [
        message_entry(each, limit_tokens=room // (_PERSON_SHARE if each.role is Role.USER else _ASSISTANT_SHARE))
        for each in reversed(window)
    ]
    return oldest_first(first_entries(entries, limit))


def _newest_overheard(talk: Sequence[OverheardMessage], limit: int) -> Fitted:
    entries = [
        {"by": each.person.name, "text": shorten(each.text, limit_tokens=limit // _PERSON_SHARE - ENTRY_OVERHEAD)}
        for each in reversed(talk)
    ]
    return oldest_first(first_entries([each for each in entries if each["text"]], limit))
