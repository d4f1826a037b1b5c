"""What all benchmarks say of themselves: the command, the machine, and figures in a row."""

import argparse
import os
import platform
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

# Settings of a benchmark in which one person stands for many.
UNLIMITED_PERSONS: Final[dict[str, Any]] = {"person_messages_per_minute": 0, "person_waiting_messages": 0}


def command_line(about: str | None) -> argparse.ArgumentParser:
    """Return a parser of a benchmark's arguments, whose --help prints what the benchmark says of itself."""
    return argparse.ArgumentParser(
        prog=f"python -m benchmarks.{Path(sys.argv[0]).stem}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def read_numbers(about: str | None, **defaults: float) -> dict[str, Any]:
    """Return the numbers of the command line by name, in this order; what is not given is as it is here."""
    parser = command_line(about)
    for name, default in defaults.items():
        parser.add_argument(name, type=type(default), nargs="?", default=default, help=f"default: {default}")
    return vars(parser.parse_args())


@contextmanager
def short_home() -> Iterator[Path]:
    """Lend an empty directory whose path is short enough for the sockets in it."""
    with tempfile.TemporaryDirectory(prefix="parley-", dir="/tmp", ignore_cleanup_errors=True) as home:
        yield Path(home)


def print_conditions() -> None:
    """Print the command, the cores and the Python that made the figures below."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"$ python -m benchmarks.{' '.join([Path(sys.argv[0]).stem, *sys.argv[1:]])}")
    print(f"{cores} cores, {platform.machine()}, {platform.system()}, Python {platform.python_version()}\n")


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value below which `percent` of at least two values lie, interpolated."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def print_times(what: str, seconds: Sequence[float], more: str = "") -> None:
    """Print one row: count, median, 95th percentile and longest, in milliseconds; then `more`."""
    p50, p95 = percentile(seconds, 50), percentile(seconds, 95)
    row = {"p50": p50, "p95": p95, "max": max(seconds)}
    figures = "  ".join(f"{name} {value * 1e3:7.1f} ms" for name, value in row.items())
    print(f"{what:<34} n={len(seconds):<5} {figures}  {more}".rstrip())
