"""From the start of the process to its first reply, with an empty and with a used home; and `parley --help`.

    python -m benchmarks.cold_start [ROUNDS]

Targets: <= 6 s to the first reply, <= 0.5 s for the help.
"""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring import print_conditions, read_numbers, short_home

PARLEY = (sys.executable, "-P", "-m", "bot")


def first_reply(home: Path) -> float:
    """Return the seconds until the answer to a first message can be read."""
    environment = {**os.environ, "PARLEY_HOME": str(home), "MARKET_DATA": "sample"}
    began = time.perf_counter()
    with subprocess.Popen(  # noqa: S603 - ourselves
        [*PARLEY, "chat", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as chat:
        if chat.stdin is None or chat.stdout is None:
            raise AssertionError
        chat.stdin.write(b"analyze AAPL\n")
        chat.stdin.flush()
        line = chat.stdout.readline()
        took = time.perf_counter() - began
        chat.stdin.close()
    if b"455.49" not in line:
        message = f"no answer: {line!r}"
        raise RuntimeError(message)
    return took


def help_shown() -> float:
    """Return the seconds that `parley --help` takes."""
    began = time.perf_counter()
    subprocess.run([*PARLEY, "--help"], stdout=subprocess.DEVNULL, check=True)  # noqa: S603 - ourselves
    return time.perf_counter() - began


def print_median(what: str, measure: Callable[[], float], *, rounds: int) -> None:
    """Print the median and the range of `rounds` measurements."""
    seconds = [measure() for _ in range(rounds)]
    spread = f"from {min(seconds):.2f} to {max(seconds):.2f}"
    print(f"{what:<32} median {statistics.median(seconds):5.2f} s  {spread}  n={rounds}")


def main(rounds: int) -> None:
    """Print the three rows."""
    with short_home() as folder:
        fresh = (folder / f"home{number}" for number in range(rounds))
        print_median("first reply, empty home", lambda: first_reply(next(fresh)), rounds=rounds)
        print_median("first reply, used home", lambda: first_reply(folder / "home0"), rounds=rounds)
        print_median("parley --help", help_shown, rounds=rounds)


if __name__ == "__main__":
    print_conditions()
    main(**read_numbers(__doc__, rounds=5))
