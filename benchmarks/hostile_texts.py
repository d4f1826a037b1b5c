"""Measure how long messages and models' Markdown of hostile kinds take to read, in processor time of this machine.

python -m benchmarks.hostile_texts [--worst N]
"""

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from statistics import median
from typing import Final

from adapters.markup.flow import parse_markdown
from benchmarks.measuring import command_line, print_conditions
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import MAX_TEXT_LENGTH
from bot.domain.text.tokens import tokenise
from bot.reading.quantities.quantity import find_quantities
from bot.reading.reader import MessageReader
from bot.reading.times.finder import find_times
from bot.reading.trained.features import MAX_CHARACTERS
from tests.long_texts import filled, long_texts
from tests.sample_market import MARKET, TODAY

_READER: Final = MessageReader(Surroundings(instruments=MARKET, today=TODAY, pending=1, focus=("GOOG",)))
_AT: Final = datetime(2013, 1, 31, 17, tzinfo=UTC)
_REPEATS: Final = 3
_MARKDOWN: Final = 50_000  # characters
_MARKDOWN_UNITS: Final = (
    *("![", "[", "](", "|-|-|", "|-|-|\n", ">", "- ", "*a_", "**a ", "`", "` `` ", "~~a", "<a", "&", "\\", "# a\n"),
    *("```\n", "hold the position "),
)


def read_message(text: str) -> None:
    _READER.read(MessageFacts(text=text, at=_AT, zone=UTC, market_time=_AT, asker="Ann"))


def _milliseconds(read: Callable[[str], object], text: str) -> float:
    """Return the shortest of some times, each as a new message finds the caches."""
    found = []
    for _ in range(_REPEATS):
        tokenise.cache_clear()
        find_quantities.cache_clear()
        find_times.cache_clear()
        start = time.process_time()
        read(text)
        found.append(time.process_time() - start)
    return min(found) * 1_000


def _report(title: str, read: Callable[[str], object], texts: Iterable[str], *, shown: int) -> None:
    times = sorted(((_milliseconds(read, text), text) for text in texts), reverse=True)
    print(f"{len(times)} {title}: median {median(each for each, _ in times):.1f} ms, worst {times[0][0]:.1f} ms")
    for milliseconds, text in times[:shown]:
        print(f"  {milliseconds:8.1f} ms  {text[:60]!r}")


def main() -> None:
    """Print the times."""
    parser = command_line(__doc__)
    parser.add_argument("--worst", metavar="N", type=int, default=0, help="texts to print of each kind, the slowest")
    shown = parser.parse_args().worst
    print_conditions()
    read_message("analyze AAPL")  # loads what a first message needs
    for size in (MAX_TEXT_LENGTH, MAX_CHARACTERS):
        _report(f"messages of {size:,} characters", read_message, long_texts(size), shown=shown)
    markdown = (filled(unit, _MARKDOWN) for unit in _MARKDOWN_UNITS)
    _report(f"texts of {_MARKDOWN:,} characters of Markdown", parse_markdown, markdown, shown=shown)


if __name__ == "__main__":
    main()
