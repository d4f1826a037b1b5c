"""Signs of figures in sentences."""

from decimal import Decimal
from typing import Final

MINUS: Final = "−"


def sign_of(figure: Decimal | int, *, zero: str = "+") -> str:
    """Return "+" or "−", and `zero` for zero; the figure itself is shown without its sign."""
    return MINUS if figure < 0 else "+" if figure > 0 else zero


def signed(figure: Decimal, name: str = "value", *, zero: str = "+") -> dict[str, Decimal | str]:
    """Return the variables of a sentence that shows a figure with its sign: `sign`, and the figure without it."""
    return {"sign": sign_of(figure, zero=zero), name: abs(figure)}


def signed_gain(gain: Decimal, *, zero: str = "±") -> dict[str, Decimal | str]:
    """Return the variables of a sentence that shows a gain beside another signed figure."""
    return {"gain_sign": sign_of(gain, zero=zero), "gain": abs(gain)}
