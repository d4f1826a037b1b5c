"""What is known before a message is read."""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from bot.domain.conversation.dialogue import Dialogue, ObjectKind
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.locale import Language

_CARDS: Final = frozenset({ObjectKind.CARD, ObjectKind.ORDER, ObjectKind.STOP})
_TOLD: Final = frozenset({ObjectKind.ALERT, ObjectKind.BRIEF})


class Before(StrEnum):
    """What came just before a message."""

    CARD = "card"  # a card of this person's is pending, and was shown last
    CARDS = "cards"  # several are pending
    FOCUS = "focus"  # a share was answered about
    ASKED = "asked"  # Parley has asked for what an order lacks
    TOLD = "told"  # Parley has said something of its own: an alert, a brief
    LIST = "list"  # a list was shown
    CHAN = "chan"  # people talk to each other too, and the message does not mention Parley


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is known before a message is read."""

    instruments: InstrumentTable  # all that can be named
    today: date  # of the market, for "last week"
    focus: tuple[str, ...] = ()  # the shares talked of, the latest first; they are not added to what is named
    held: tuple[str, ...] = ()  # the shares that the account holds
    pending: int = 0  # decisions that wait for a confirmation
    pending_symbols: frozenset[str] = frozenset()  # their shares
    is_card_last: bool = False  # one of the person's own is what was shown last: "ok", "how much is that?"
    is_other_last: bool = False  # what was shown last to the person is no card: "no, I meant MSFT" is of that
    has_own_card: bool = False  # a decision of the person's own is pending
    profile: Language | None = None  # the language for messages that show none ("AAPL?", "/portfolio")
    spoken: Language | None = None  # in which Parley answered the person last
    before: frozenset[Before] = frozenset()  # what Parley said last; a question of it also while a card is pending
    shown_last: frozenset[ObjectKind] = frozenset()  # by Parley's latest answer
    others: frozenset[str] = frozenset()  # the names of who else spoke in the thread of late

    def addresses_other(self, text: str) -> bool:
        """Return whether a message begins with the name of somebody else in the thread: "kim can you buy 5 msft"."""
        said = text.casefold().lstrip("@ ")
        names = {each.casefold() for name in self.others for each in (name, name.split()[0])}
        return any(re.match(rf"{re.escape(name)}(?![a-z0-9])", said) for name in names)

    @property
    def came_before(self) -> frozenset[Before]:
        """What came just before the message."""
        if self.has_own_card:
            return frozenset({Before.CARDS if self.pending > 1 else Before.CARD}) | (self.before & {Before.ASKED})
        return self.before or (frozenset({Before.FOCUS}) if self.focus else frozenset())


def before_message(dialogue: Dialogue, person_id: str) -> frozenset[Before]:
    """Return what Parley has said just before a message of a person, besides their cards."""
    latest = next(iter(dialogue.answers), None)
    if latest is None:
        return frozenset()
    if latest.asks is not None:
        return frozenset({Before.ASKED}) if latest.asked_by == person_id else frozenset()
    if any(each.kind is ObjectKind.WATCH_LIST for each in latest.objects):
        return frozenset({Before.LIST, Before.FOCUS})  # "add MSFT too", and "buy IBM"
    is_list = any(each.place for each in latest.objects)
    if not is_list and any(each.kind in _TOLD for each in latest.objects):
        return frozenset({Before.TOLD})
    return frozenset({Before.LIST if is_list else Before.FOCUS}) if is_list or latest.symbols else frozenset()


def shown_last(dialogue: Dialogue) -> frozenset[ObjectKind]:
    """Return of which kinds the objects of the latest answer are."""
    return frozenset(each.kind for answer in dialogue.answers[:1] for each in answer.objects)


def is_other_shown(dialogue: Dialogue, person_id: str) -> bool:
    """Return whether the latest answer is one to a person about shares, and shows no card."""
    latest = next(iter(dialogue.answers), None)
    if latest is None or latest.asked_by != person_id or latest.asks is not None:
        return False
    return bool(latest.symbols or latest.objects) and all(each.kind not in _CARDS for each in latest.objects)
