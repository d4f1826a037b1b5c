"""Reads the fields of the form that changes the amount of a trade: an amount of money, and a note."""

import re
from decimal import Decimal
from typing import Final

from bot.domain.text.normalise import normalise
from bot.reading.recognisers.numbers import read_money

NOTE_LENGTH: Final = 500  # characters of a note; more is cut

_AMOUNT_LENGTH: Final = 60  # characters; nobody writes an amount in more
_TOO_MUCH: Final = Decimal(10**9)  # account currency: a slip of the hand, not a trade
_EXPONENT: Final = re.compile(r"\de")  # "1e9" is rather a slip than a billion
_ZERO_WIDTH_JOINER: Final = "\u200d"  # holds the parts of one emoji together, as in families and flags


def read_amount(text: str) -> Decimal | None:
    """Return the amount of money, above zero, that `text` is: "$3,000.50", "３０００", "3k", "3 万"; else None."""
    plain = normalise(text).lower()
    value = None if len(plain) > _AMOUNT_LENGTH or _EXPONENT.search(plain) else read_money(plain)
    return value if value is not None and 0 < value < _TOO_MUCH else None


def read_note(text: str) -> str:
    """Return a note as one line of plain, visible text, at most `NOTE_LENGTH` characters."""
    visible = "".join(c for c in text if c.isprintable() or c.isspace() or c == _ZERO_WIDTH_JOINER)
    return " ".join(visible.split())[:NOTE_LENGTH].rstrip()
