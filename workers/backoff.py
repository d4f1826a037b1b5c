"""The wait before the next attempt."""

import math
import random
from datetime import timedelta

_RANDOM = random.SystemRandom()
_JITTER = 0.1  # a fraction; spreads out processes that were started together
_MAX_DOUBLINGS = 20


def backoff_seconds(failures: int, *, interval: timedelta, max_interval: timedelta) -> float:
    """Return the seconds to wait: about `interval` without failures, doubled by each in a row up to `max_interval`."""
    doubled = math.ldexp(interval.total_seconds(), min(failures, _MAX_DOUBLINGS))
    bounded = min(doubled, max(max_interval, interval).total_seconds())
    return bounded * _RANDOM.uniform(1 - _JITTER, 1 + _JITTER)
