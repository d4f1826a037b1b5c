"""Signs of figures in sentences."""

from decimal import Decimal


def sign_of(figure: Decimal) -> str:
    """Return "+", "−", or "±" for zero."""
    return "−" if figure < 0 else "+" if figure > 0 else "±"
