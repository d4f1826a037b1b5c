"""What a message asks to take back or to restore, by its words: "undo the alert", "bring msft back", 撤销."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import ObjectKind
from bot.domain.conversation.requests.account import UndoTrade
from bot.domain.conversation.requests.limits import ShowLimits
from bot.domain.conversation.requests.memory import ForgetLastNote
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import Cancel, Wait
from bot.domain.conversation.requests.watching import RearmAlerts, ShowAlerts, ShowBrief, ShowWatchList, Watch
from bot.reading.word_tables import lists_in, phrase_list, words_of

_MAX_LENGTH: Final = 60  # characters
_NAMED: Final = (ObjectKind.ALERT, ObjectKind.LIMIT, ObjectKind.WATCH_LIST, ObjectKind.BRIEF, ObjectKind.CARD)
_BESIDE: Final = (("pointers", "one"), ("undo", "beside"), ("undo", "note"), *(("nouns", str(e)) for e in _NAMED))


@dataclass(frozen=True, slots=True)
class Undoing:
    """What a message asks to take back."""

    kinds: frozenset[ObjectKind] = frozenset()  # of what was changed; empty: none is named
    symbols: tuple[str, ...] = ()
    restores: bool = False  # what is gone shall be there again
    is_exact: bool = True  # it says nothing else
    is_latest: bool = False  # only the latest answer can be meant
    until: ObjectKind | None = None  # what is shown since is meant itself: an alert that was told, to be armed again

    @property
    def is_bare(self) -> bool:
        """Whether it does not say what of."""
        return not (self.kinds or self.symbols)


def read_undoing(context: TurnContext) -> Undoing | None:
    """Return what a message asks to take back; None: nothing, or a trade."""
    request, said = context.request, _Said(context.plain_text)
    if isinstance(request, UndoTrade) and request.kind is not None:
        return Undoing(frozenset({request.kind}))
    if said.text.startswith("/") or len(said.text) > _MAX_LENGTH or not _may_undo(context, said):
        return None
    kinds, symbols, of_note = said.kinds, context.reading.shares.symbols, isinstance(request, Wait | ForgetLastNote)
    names_trade = (ObjectKind.CARD in kinds or (bool(symbols) and not kinds)) and not said.restores
    if names_trade or (of_note and context.own_pending and not said.undoes):
        return None
    until = ObjectKind.ALERT if isinstance(request, RearmAlerts) else None
    by_request = (until, isinstance(request, Watch) and ObjectKind.WATCH_LIST, of_note and ObjectKind.NOTE)
    is_latest = of_note and ObjectKind.NOTE not in kinds
    kinds |= frozenset(each for each in by_request if each)
    return Undoing(kinds, symbols, said.restores, said.is_exact, is_latest, until)


class _Said:
    """The words of a message that speak of undoing."""

    def __init__(self, text: str) -> None:
        self.text, self._words = text, words_of(text)
        self._lists, self._size = lists_in(text, "references", "undo"), _matched(self._words, 0, "undo", "words")

    @property
    def undoes(self) -> bool:
        """Whether it begins with "undo", or says that something be forgotten."""
        return self._size > 0 or "forgotten" in self._lists

    @property
    def restores(self) -> bool:
        """Whether it wants something back; "take it back" undoes."""
        return "restored" in self._lists and "taken" not in self._lists

    @cached_property
    def kinds(self) -> frozenset[ObjectKind]:
        """What it names: "the alert", 那条备注."""
        named = lists_in(self.text, "references", "nouns")
        note = {ObjectKind.NOTE} if "note" in self._lists else set[ObjectKind]()
        return frozenset({*note, *(each for each in _NAMED if each.value in named)})

    @property
    def is_exact(self) -> bool:
        """Whether it says no more than what is undone: "undo that", "undo the limit change"."""
        at = self._size
        while 0 < at < len(self._words):
            if not (size := max(_matched(self._words, at, *each) for each in _BESIDE)):
                return False
            at += size
        return at > 0


def _may_undo(context: TurnContext, said: _Said) -> bool:
    """Return whether a message may ask to take something back, by what it is read as."""
    match context.request:
        case UndoTrade() | Wait() | ForgetLastNote():
            return True
        case Cancel():
            return said.undoes
        case Watch(means_focus=True):
            return said.restores
        case RearmAlerts(alerts):
            return said.restores and not alerts.numbers
        case NotUnderstood() | ShowLimits() | ShowAlerts() | ShowBrief() | ShowWatchList():
            return bool(said.kinds) and (said.undoes or said.restores) and not context.reading.is_question
    return False


def _matched(words: Sequence[str], at: int, section: str, key: str) -> int:
    """Return how many words, from one on, are an entry of a list."""
    found = phrase_list("references", section, key).longest_match(words, at)
    return 0 if found is None else found[1]
