"""Seconds until a person has an answer to "should I buy GOOG?" while the model's server does one thing wrong, always.

    python -m benchmarks.model_faults [KIND ...]

Default settings but for the budget, which is out of the way. Each fault has a `parley chat` of its own, and is asked
twice, in fresh threads. Target: <= 30 s each.
"""

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

from benchmarks.measuring import command_line, print_conditions, short_home
from tests.fakes.agent_answers import answer
from tests.fakes.openai import FakeOpenAI
from tests.fakes.openai.faults import KINDS

PARLEY = (sys.executable, "-P", "-m", "bot", "chat", "--json")
QUESTION = "should I buy GOOG?"
BUDGET = {"LLM_BUDGET_PROMPT_TOKENS": "1000000000", "LLM_BUDGET_COMPLETION_TOKENS": "1000000000"}
AT_ONCE = 3  # they mostly wait
WAITING = {"rate_limited": 600.0}  # the seconds of Retry-After; otherwise between two tokens
STARTED = 3.0  # seconds until the client is loaded


async def measure(kind: str, home: Path, places: asyncio.Semaphore) -> float:
    """Print the row of one fault; return the longer of its two times, in seconds."""
    async with places, FakeOpenAI(answer, models=None) as server:
        server.faults.add(kind, times=None, seconds=WAITING.get(kind, 0.05), to=server.url)
        environment = {**os.environ, **BUDGET, "PARLEY_HOME": str(home), "OPENAI_BASE_URL": server.url}
        chat = await asyncio.create_subprocess_exec(
            *PARLEY,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**environment, "MARKET_DATA": "sample"},
            limit=10_000_000,
        )
        await ask(chat, "/status", f"{kind} 0")
        await asyncio.sleep(STARTED)
        asked = [await ask(chat, QUESTION, f"{kind} {number}") for number in (1, 2)]
        await chat.communicate(b"")
    (first, said), (second, again) = asked
    answers = f"{said['fallback'] or '-':<22} {second:6.1f} s  {again['fallback'] or '-'}"
    print(f"{kind:<16} {first:6.1f} s  {answers}", flush=True)
    return max(first, second)


async def ask(chat: asyncio.subprocess.Process, text: str, thread: str) -> tuple[float, dict[str, Any]]:
    """Say one line; return the seconds until its answer, and the answer."""
    if chat.stdin is None or chat.stdout is None:
        raise AssertionError
    began = time.perf_counter()
    chat.stdin.write(json.dumps({"thread": thread, "text": text}).encode() + b"\n")
    said: dict[str, Any] = json.loads(await chat.stdout.readline())
    return time.perf_counter() - began, said


async def main(kinds: list[str]) -> None:
    """Print a row per fault, and the longest time of all."""
    places = asyncio.Semaphore(AT_ONCE)
    with short_home() as home:
        took = await asyncio.gather(*(measure(kind, home, places) for kind in kinds))
    print(f"longest of {2 * len(kinds)}   {max(took):6.1f} s")


if __name__ == "__main__":
    print_conditions()
    _parser = command_line(__doc__)
    _parser.add_argument("kinds", nargs="*", default=sorted(KINDS), metavar="KIND")
    asyncio.run(main(**vars(_parser.parse_args())))
