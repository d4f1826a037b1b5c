"""Find what a what-if question supposes to be held: "suppose I owned 25 IBM", 假如我有100股苹果."""

from typing import Final

from bot.domain.conversation.requests.suppositions import SupposedStake
from bot.language.questions.move_words import move_patterns
from bot.reading.quantities.quantity import Unit, find_quantities

_REACH: Final = 40  # characters before the number in which the verb stands
_COUNTED: Final = frozenset({Unit.SHARES, Unit.NONE, Unit.MONEY})


def find_supposed_stake(text: str) -> SupposedStake | None:
    """Return the shares or money that a normalised, lower-case text supposes to be held; None: it supposes none."""
    for quantity in find_quantities(text):
        left = text[max(0, quantity.start - _REACH) : quantity.start]
        is_read = quantity.unit in _COUNTED and quantity.value is not None and quantity.value > 0
        if is_read and quantity.value is not None and move_patterns().owns.search(left):
            return SupposedStake(quantity.value, is_money=quantity.unit is Unit.MONEY)
    return None
