"""How long to wait before the next try."""

import math
import random
from datetime import timedelta

_RANDOM = random.SystemRandom()
_JITTER = 0.1  # processes started together must not act together for ever
_MOST_DOUBLINGS = 20


def pause(failures: int, *, every: timedelta, longest: timedelta) -> float:
    """Return seconds: about `every` while all goes well, doubled by each failure in a row up to `longest`."""
    doubled = math.ldexp(every.total_seconds(), min(failures, _MOST_DOUBLINGS))
    bounded = min(doubled, max(longest, every).total_seconds())
    return bounded * _RANDOM.uniform(1 - _JITTER, 1 + _JITTER)
