"""Signs of figures in sentences."""

from decimal import Decimal
from typing import Final

MINUS: Final = "−"


def sign_of(figure: Decimal | int, *, zero: str = "+") -> str:
    """Return "+" or "−", and `zero` for zero; the figure itself is shown without its sign."""
    return MINUS if figure < 0 else "+" if figure > 0 else zero
