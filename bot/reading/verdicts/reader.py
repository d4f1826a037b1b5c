"""Reads a whole message as what only exact words may ask for."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import shares_named
from bot.domain.conversation.requests.trades import Cancel, Confirm, Meant, ReadBack, Verdict
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.conversation.threads import VerdictReading
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise, without_mention
from bot.domain.text.tokens import tokenise
from bot.reading.guarded_words import guarded_words
from bot.reading.names.finder import Chunk, Chunker
from bot.reading.parses import Kind
from bot.reading.pointers import pick_at
from bot.reading.trained.parser import is_parser_loaded, trained_parser
from bot.reading.verdicts.ended_limits import read_end_of_limits
from bot.reading.verdicts.grammar import (
    Strength,
    Word,
    cancels,
    confirmation_strength,
    confirms_pick,
    find_coverage,
    find_excepted,
    is_explicit,
    keeps,
    only_dismisses,
    side_named,
    verdict_phrases,
)

_UNASKED_ASSENT: Final = 0.62  # certainty of a "yes" while nothing is pending


@dataclass(frozen=True)
class _Words:
    """The words of a message, and the shares that they name."""

    text: str
    chunks: tuple[Chunk, ...]

    @classmethod
    def of(cls, text: str, instruments: InstrumentTable) -> "_Words":
        return cls(text, tuple(Chunker(text, instruments).chunks()))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """All tokens."""
        return tuple(token.text for token in tokenise(self.text))

    @cached_property
    def named(self) -> frozenset[int]:
        """Indices of the tokens that name a share; what is misspelt names none."""
        of_tokens = [each for each in self.chunks for _ in each.tokens]
        return frozenset(at for at, each in enumerate(of_tokens) if each.instrument and not each.is_misspelt)

    @cached_property
    def picking(self) -> tuple[int, ...]:
        """Indices of the tokens that pick one of several: "second one", 另一个."""
        picking: list[int] = []
        at = 0
        while at < len(self.words):
            _, known = verdict_phrases().longest_match(self.words, at) or (None, 0)
            pick = pick_at(self.words, at)
            picking += range(at, at + pick) if pick > known else ()
            at += max(pick, known, 1)
        return tuple(picking)

    @cached_property
    def rest(self) -> tuple[int, ...]:
        """Indices of the tokens that mean all others: "the rest", 其他的."""
        found = verdict_phrases().find_all(self.words)
        return tuple(at for meaning, begin, end in found if meaning is Word.OTHERS for at in range(begin, end))

    @property
    def own(self) -> frozenset[int]:
        """Indices of the tokens that mean one's own: "cancel mine"."""
        sizes = ((at, pick_at(self.words, at, frozenset({"own"}))) for at in range(len(self.words)))
        return frozenset(index for at, size in sizes for index in range(at, at + size))

    @property
    def pointing(self) -> frozenset[int]:
        """Indices of the tokens that name a share or pick one of several."""
        return self.named | frozenset(self.picking)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The shares that are named, in order and once."""
        found = (each.instrument for each in self.chunks if not each.is_misspelt)
        return tuple(dict.fromkeys(each.symbol for each in found if each is not None))

    def meant(self, *, is_explicit: bool = False) -> Meant:
        """Return which decisions the words mean."""
        tokens, picking = tokenise(self.text), self.picking or self.rest
        which = self.text[tokens[picking[0]].start : tokens[picking[-1]].end] if picking else ""
        return Meant(
            symbols=self.symbols,
            which=which,
            side=side_named(self.words),
            covers=find_coverage(self.words),
            is_explicit=is_explicit,
        )


def read_exact(text: str, around: Surroundings, language: Language) -> Reading | None:
    """Return what a message asks for that only exact words may ask for; None: it does not."""
    if (ended := read_end_of_limits(text, around.instruments)) is not None:
        return Reading(request=ended, language=language)
    verdict = read_verdict(text, around)
    if verdict is None:
        asked = _side_alone(text, around)
        return None if asked is None else Reading(request=asked, language=language, shares=shares_named(asked))
    is_sure = around.pending > 0 or confirms_explicitly(text, around.instruments) or isinstance(verdict, Cancel)
    return Reading(
        request=verdict, language=language, certainty=1.0 if is_sure else _UNASKED_ASSENT, shares=shares_named(verdict)
    )


def _side_alone(text: str, around: Surroundings) -> ReadBack | None:
    """Return a bare "sell", while the person's only card was not what was shown last, as the wish to have it read back.

    None: it says more, or another share is talked of.
    """
    is_of_card = around.has_own_card and around.pending == 1 and around.pending_symbols.issuperset(around.focus)
    below = read_verdict(text, replace(around, is_card_last=True)) if is_of_card else None
    return ReadBack(below.meant) if isinstance(below, Confirm) and below.meant.side is not None else None


def read_verdict(text: str, around: Surroundings) -> Verdict | None:
    """Return the verdict that a whole message is; None: it is none, or says more.

    While nothing is pending, a name or a revocation ("drop Microsoft", "I was just asking") is about something else.
    """
    said = _Words.of(text, around.instruments)
    words, named, pointing = said.words, said.named, said.pointing
    strength = confirmation_strength(
        words, named=pointing, pending=around.pending, is_card_last=around.is_card_last and not pointing
    )
    is_pick = bool(said.picking) and around.pending > 1 and confirms_pick(words, picking=said.picking)
    if is_pick or strength in {Strength.EXPLICIT, Strength.ASSENT}:
        return Confirm(said.meant(is_explicit=bool(said.symbols) and is_explicit(words)))
    excepted = find_excepted(words, named=named) if around.pending else frozenset()
    if excepted and excepted == named:
        return Confirm(Meant(symbols=said.symbols, covers=find_coverage(words), excepted=said.symbols))
    is_plain = not (around.pending or pointing)
    pointing = pointing | said.own | frozenset(said.rest)
    is_of_other = around.pending == 1 and not around.is_card_last and only_dismisses(words)  # of what was shown last
    may_cancel = (around.pending > 0 and not is_of_other) or is_plain
    is_cancelled = may_cancel and cancels(words, named=pointing, is_explicit=is_plain)
    return Cancel(said.meant()) if is_cancelled else None


def confirms_explicitly(text: str, instruments: InstrumentTable) -> bool:
    """Return whether a message confirms in so many words: "do it", "confirm IBM", but not "yes"."""
    said = _Words.of(text, instruments)
    return confirmation_strength(said.words, named=said.named) is Strength.EXPLICIT


def cancels_explicitly(text: str, instruments: InstrumentTable) -> bool:
    """Return whether a message cancels in so many words: "cancel it", but not "leave it for now"."""
    said = _Words.of(text, instruments)
    return cancels(said.words, named=said.pointing)


def names_other(text: str, known: Collection[str], instruments: InstrumentTable) -> bool:
    """Return whether a text picks one of several, or names a share that is not `known`."""
    said = _Words.of(text, instruments)
    return bool(said.picking) or not set(said.symbols) <= set(known)


def shares_kept(text: str, instruments: InstrumentTable) -> tuple[str, ...] | None:
    """Return the shares whose decisions a text says to keep, "keep the IBM one"; empty: it picks them, 第一个留着.

    None: it says more, or something else.
    """
    said = _Words.of(text, instruments)
    article = {0} if said.words[:1] == ("the",) else set[int]()
    return said.symbols if keeps(said.words, named=said.pointing | article) else None


def without_agreement(text: str) -> str:
    """Return a message without the words at its ends that confirm, "14 then, go ahead", unless it denies something."""
    tokens = tokenise(text)
    words, plain = [token.text for token in tokens], {Strength.EXPLICIT, Strength.ASSENT}
    if not words or any(each.name == "denial" for each in guarded_words(text)):
        return text
    end = next((at for at in range(1, len(words)) if confirmation_strength(words[at:]) in plain), len(words))
    begin = next((at for at in range(end - 1, 0, -1) if confirmation_strength(words[:at]) in plain), 0)
    return text[tokens[begin].start : tokens[end - 1].end]


def is_near_yes(text: str) -> bool:
    """Return whether a whole message agrees too vaguely to confirm: "nice", and "ok" below something else."""
    words = tuple(token.text for token in tokenise(text))
    return confirmation_strength(words) in {Strength.AGREEMENT, Strength.WEAK}


_LONGEST: Final = 150  # characters that are read at once, on the event loop
_SURE: Final = 0.8
_LIKELY: Final = 0.4
_OF_CARDS: Final = frozenset(
    {Kind.CONFIRM, Kind.CANCEL, Kind.WAIT, Kind.CORRECT, Kind.WHICH_CARD, Kind.UNDO, Kind.STOP_SET}
)
_ORDERS: Final = frozenset({Kind.ORDER, Kind.ORDER_IF, Kind.ADVISE, Kind.LIMIT_SET, Kind.LIMIT_END, Kind.ANSWER})


def read_possible_verdict(text: str, around: Surroundings) -> VerdictReading:
    """Return whether `text` can be a verdict or a correction while a proposal is pending.

    Unclear, as it must be told at once: a long text, and any as long as the parser is being loaded.
    """
    if len(text) > _LONGEST or not is_parser_loaded():
        return VerdictReading.UNCLEAR
    plain = without_mention(normalise(text))
    if plain.startswith("/"):
        return VerdictReading.OTHER
    below_card = replace(around, pending=max(around.pending, 1), is_card_last=True)
    exact = read_exact(plain, below_card, Language.ENGLISH)
    if is_near_yes(plain) or (exact is not None and isinstance(exact.request, Verdict)):
        return VerdictReading.VERDICT
    parse = trained_parser().parse(plain, frozenset({Before.CARD}), around.instruments, excluded=frozenset())
    likely = ((parse.kind, parse.certainty), *parse.runners_up)
    if sum(certainty for kind, certainty in likely if kind in _OF_CARDS) >= _LIKELY:
        return VerdictReading.VERDICT
    is_other = parse.certainty >= _SURE and parse.kind not in _ORDERS | _OF_CARDS
    return VerdictReading.OTHER if is_other else VerdictReading.UNCLEAR
