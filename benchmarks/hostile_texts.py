"""Measure how long messages and models' Markdown of hostile kinds take to read, in processor time of this machine.

python -m benchmarks.hostile_texts [--profile KIND]
"""

import base64
import cProfile
import json
import random
import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import Final

from adapters.markup.markdown_parser import parse_markdown
from benchmarks.measuring import command_line
from bot.context.slow_reading import MAX_QUICK_CHARACTERS
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.tokens import tokenise
from bot.language import understand as reader
from bot.language.intents.intent_examples import example_counts
from bot.language.message_reading import MAX_READ_CHARACTERS, read_message
from bot.language.phrase_loading import load_phrase_files
from bot.language.understand import understand
from bot.reading.quantities.quantity import find_quantities
from tests.sample_market import MARKET, TODAY, load_utterances
from tests.long_texts import long_texts

MESSAGE: Final = 8_000  # characters
MARKDOWN: Final = 50_000
REPEATS: Final = 3
_RANDOM: Final = random.Random(12)  # noqa: S311 - the same texts in every run
_UTTERANCES: Final = [each.text for group in load_utterances().values() for each in group]


def _filled(unit: str, size: int) -> str:
    return (unit * (size // len(unit) + 1))[:size]


def _noise(alphabet: str, size: int) -> str:
    return "".join(_RANDOM.choices(alphabet, k=size))


def messages(size: int = MESSAGE) -> Mapping[str, str]:
    """Return messages of `size` characters by kind."""
    units = {
        "one letter": "a",
        "one digit": "7",
        "one Chinese character": "买",
        "Chinese digits": "一千二百万",
        "spaces": " ",
        "lines": "\n",
        "dots": ".",
        "question marks": "?",
        "dollar signs": "$",
        "brackets": "([{",
        "quotes": "\"'",
        "emoji": "👍🏽",
        "tickers": "AAPL ",
        "tickers and amounts": "AAPL $500, ",
        "cashtags": "$GOOG",
        "company names": "apple google microsoft ",
        "misspelt names": "googel aple micosoft ",
        "Chinese names": "苹果谷歌微软",
        "orders": "buy 10 AAPL and sell 5 IBM for at most $2,000, ",
        "Chinese orders": "买10股苹果，卖出5股谷歌，",
        "limits": "never more than $500 per trade in GOOG, ",
        "questions": "what is the P/E of IBM? ",
        "negations": "not don't no never ",
        "dates": "2013-01-31 to jan 5, ",
        "number words": "twenty five hundred and two thousand ",
        "numbers": "1,234.56 78% ",
        "ranges": "1-2-3-4-",
        "conditions": "if it falls 5 % then buy ",
        "mentions": "@Parley ",
        "links": "https://example.com/a?b=c ",
        "words without spaces": "analyzeapplenow",
        "all capitals": "THE CEO OF ETF AI USA ",
        "Markdown": "| a | b |\n|---|---|\n",
        "commands": "/analyze AAPL ",
    }
    texts = {kind: _filled(unit, size) for kind, unit in units.items()}
    texts["JSON"] = _filled(json.dumps([{"symbol": "AAPL", "shares": n, "price": n / 7} for n in range(300)]), size)
    texts["base64"] = base64.b64encode(_RANDOM.randbytes(size)).decode()[:size]
    texts["random ASCII"] = _noise("".join(map(chr, range(32, 127))), size)
    texts["random digits and signs"] = _noise("0123456789.,%$-+ ", size)
    texts["random tickers"] = _filled(" ".join(_noise("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 4) for _ in range(2_000)), size)
    texts["random Chinese"] = "".join(chr(_RANDOM.randrange(0x4E00, 0x9FA5)) for _ in range(size))
    texts["all labelled utterances"] = _filled(". ".join(_RANDOM.sample(_UTTERANCES, len(_UTTERANCES))), size)
    return texts


def markdowns() -> Mapping[str, str]:
    """Return texts as a model might write them, by kind."""
    units = {
        "images": "![",
        "links": "[",
        "link ends": "](",
        "tables": "|-|-|",
        "table lines": "|-|-|\n",
        "quotes": ">",
        "nested lists": "- ",
        "emphasis": "*a_",
        "strong": "**a ",
        "code": "`",
        "code of growing length": "` `` ",
        "strike": "~~a",
        "autolinks": "<a",
        "entities": "&",
        "escapes": "\\",
        "headings": "# a\n",
        "fences": "```\n",
        "words": "hold the position ",
    }
    return {kind: _filled(unit, MARKDOWN) for kind, unit in units.items()}


def understand_message(text: str) -> None:
    understand(text, Surroundings(instruments=MARKET, today=TODAY, pending=1, focus=("GOOG",)))


def _seconds(read: Callable[[str], object], text: str, *, repeats: int = REPEATS) -> float:
    found = []
    for _ in range(repeats):
        _forget_what_was_read()
        start = time.process_time()
        read(text)
        found.append(time.process_time() - start)
    return min(found)


def _forget_what_was_read() -> None:
    for each in (tokenise, find_quantities, read_message, reader._understand):  # noqa: SLF001 - as a new message finds it
        each.cache_clear()


def _report(title: str, read: Callable[[str], object], texts: Mapping[str, str]) -> None:
    times = {kind: _seconds(read, text) * 1_000 for kind, text in texts.items()}
    print(f"{title}: median {median(times.values()):.1f} ms, worst {max(times.values()):.1f} ms")
    for kind, milliseconds in sorted(times.items(), key=lambda each: -each[1]):
        print(f"  {milliseconds:8.1f} ms  {kind}")


def main() -> None:
    """Print the times, or where they go."""
    parser = command_line(__doc__)
    parser.add_argument("--profile", metavar="KIND", help="a kind of message")
    chosen = parser.parse_args().profile
    load_phrase_files()
    example_counts()
    understand_message("analyze AAPL")
    if chosen:
        with cProfile.Profile() as profile:
            understand_message(messages()[chosen])
        profile.print_stats("tottime")
        return
    sizes = (
        (MAX_QUICK_CHARACTERS, "on the event loop"),
        (MAX_READ_CHARACTERS, "beside it, the longest"),
        (MESSAGE, "not read"),
    )
    for size, where in sizes:
        _report(f"understand() of {size:,} characters, {where}", understand_message, messages(size))
    times = sorted(_seconds(understand_message, text, repeats=1) * 1_000 for text in long_texts())
    print(
        f"understand() of {len(times)} texts of 8,000 characters: median {median(times):.1f} ms, "
        f"p95 {times[int(len(times) * 0.95)]:.1f} ms, worst {times[-1]:.1f} ms"
    )
    _report("Markdown of 50,000 characters", parse_markdown, markdowns())


if __name__ == "__main__":
    main()
