"""How long to wait before the next try."""

import math
import random
from datetime import timedelta

_RANDOM = random.SystemRandom()
_JITTER = 0.1  # processes started together must not act together for ever
_MAX_DOUBLINGS = 20


def backoff_seconds(failures: int, *, interval: timedelta, max_interval: timedelta) -> float:
    """Return seconds: about `every` while all goes well, doubled by each failure in a row up to `longest`."""
    doubled = math.ldexp(interval.total_seconds(), min(failures, _MAX_DOUBLINGS))
    bounded = min(doubled, max(max_interval, interval).total_seconds())
    return bounded * _RANDOM.uniform(1 - _JITTER, 1 + _JITTER)
