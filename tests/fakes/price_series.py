"""Hypothesis strategies for realistic price histories: steps of up to a tenth, in cents and fractions of a cent."""

from datetime import date, timedelta
from decimal import Decimal

from hypothesis import strategies as st

from bot.domain.market.snapshot import Bar

_STEPS = st.integers(-1_000, 1_000)  # hundredths of a percent
_WIDTHS = st.integers(0, 300)
_VOLUMES = st.integers(1, 10**9)
_ONE = Decimal(10_000)
_FINEST = Decimal("0.0001")


@st.composite
def bars(draw: st.DrawFn, *, least: int = 1, most: int = 120) -> tuple[Bar, ...]:
    days = draw(st.lists(st.tuples(_STEPS, _WIDTHS, _WIDTHS, _VOLUMES), min_size=least, max_size=most))
    close = Decimal(draw(st.integers(5, 900)))
    made = []
    for number, (step, above, below, volume) in enumerate(days):
        opening, close = close, max((close * (1 + step / _ONE)).quantize(_FINEST), Decimal(1))
        made.append(
            Bar(
                session=date(2010, 1, 4) + timedelta(days=number),
                open=opening,
                high=(max(opening, close) * (1 + above / _ONE)).quantize(_FINEST),
                low=(min(opening, close) * (1 - below / _ONE)).quantize(_FINEST),
                close=close,
                volume=volume,
            )
        )
    return tuple(made)
