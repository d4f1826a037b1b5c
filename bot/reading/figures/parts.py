"""The parts of a message that may be a question for figures, by kind."""

import re
from dataclasses import dataclass
from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.query import Judgement, When
from bot.reading.figures.scan import MessagePart, Number
from bot.reading.figures.vocabulary import Meaning, WordKind

_POINTING: Final = re.compile(r"多少$|^吗$")
_SUPERLATIVE: Final = re.compile(r"(?:est|most|least|worst)\b|最")


@dataclass(frozen=True, slots=True)
class Parts:
    """All parts of one message, in order, and what was known before."""

    all: tuple[MessagePart, ...]
    around: Surroundings

    def values(self, kind: WordKind) -> tuple[str, ...]:
        """Return the names of the lists of the phrases of one kind, in order."""
        return tuple(p.meaning.value for p in self.all if p.meaning is not None and p.meaning.kind is kind)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The shares that are named."""
        return tuple(dict.fromkeys(part.symbol for part in self.all if part.symbol))

    @property
    def whens(self) -> tuple[When, ...]:
        """The times that are named."""
        return tuple(part.when for part in self.all if part.when is not None)

    @property
    def when(self) -> When | None:
        """The first time that is named; None: now."""
        return next(iter(self.whens), None)

    @property
    def numbers(self) -> list[Number]:
        """The numbers that are named."""
        return [part.number for part in self.all if part.number is not None]

    @property
    def ways(self) -> frozenset[str]:
        """How figures are asked for."""
        return frozenset(self.values(WordKind.WAY))

    @property
    def asks_which(self) -> bool:
        """Whether it is asked which shares, or which one."""
        return bool({"which", "which_of_all"} & self.ways)

    @property
    def scopes(self) -> tuple[str, ...]:
        """Of what they are asked for."""
        return tuple(dict.fromkeys(self.values(WordKind.SCOPE)))

    @property
    def owners(self) -> frozenset[str]:
        """Whose they are."""
        return frozenset(self.values(WordKind.OWNER))

    @property
    def fillers(self) -> frozenset[str]:
        """What phrases without a meaning of their own show."""
        return frozenset(self.values(WordKind.FILLER))

    @property
    def ends(self) -> frozenset[str]:
        """Which ends of an order are asked for."""
        return frozenset(self.values(WordKind.ORDER))

    @property
    def is_superlative(self) -> bool:
        """Whether it is asked for the first of several, and not for the one of two: "cheapest", 最便宜."""
        kinds = {WordKind.ORDER, WordKind.ORDER_OF_MEASURE}
        typed = (part.typed for part in self.all if part.meaning is not None and part.meaning.kind in kinds)
        return any(_SUPERLATIVE.search(each) for each in typed)

    @property
    def judgements(self) -> tuple[Judgement, ...]:
        """What it is asked whether shares are."""
        return tuple(dict.fromkeys(map(Judgement, self.values(WordKind.JUDGEMENT))))

    @property
    def lacking(self) -> tuple[str, ...]:
        """The figures that are asked for and not known, as typed."""
        lacking = (p.typed for p in self.all if p.meaning is not None and p.meaning.kind is WordKind.LACKING)
        return tuple(dict.fromkeys(lacking))

    @property
    def moves(self) -> bool:
        """Whether they speak of a move of the price."""
        return bool(self.values(WordKind.DIRECTION))

    @property
    def falls(self) -> bool:
        """Whether that is one downwards."""
        return bool({"fall", "fall_noun"} & set(self.values(WordKind.DIRECTION)))

    @property
    def names_owner(self) -> bool:
        """Whether "we" or "I" are named."""
        return bool({"owner", "self"} & self.owners)

    @property
    def has_pronoun(self) -> bool:
        """Whether "it" is named."""
        return "pronoun" in self.owners

    @property
    def is_of_holding(self) -> bool:
        """Whether a move is that of what is held: "up or down on it", "what did we gain on GOOG"."""
        moved = [at for at, part in enumerate(self.all) if _is_move(part)]
        on = [at for at, part in enumerate(self.all[:-1]) if part.typed == "on" and _is_share(self.all[at + 1])]
        meant = self.symbols or self.around.focus[:1]
        is_held = self.names_owner or (bool(meant) and set(meant) <= set(self.around.held))
        return bool(moved and on) and moved[0] < on[-1] and is_held

    @property
    def is_pointed(self) -> bool:
        """Whether the share talked of is meant."""
        return bool({"pronoun", "pointer"} & self.owners) or any(_POINTING.search(part.typed) for part in self.all)

    @property
    def has_question_mark(self) -> bool:
        """Whether there is a question mark."""
        return any(part.is_question_mark for part in self.all)


def _is_move(part: MessagePart) -> bool:
    return part.meaning is not None and (part.meaning.kind is WordKind.DIRECTION or part.typed == "up or down")


def _is_share(part: MessagePart) -> bool:
    """Return whether a part names a share, or stands for one."""
    is_pronoun = part.meaning is not None and part.meaning == Meaning(WordKind.OWNER, "pronoun")
    return part.symbol is not None or is_pronoun or part.typed in {"that", "this"}
