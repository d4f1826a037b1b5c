"""Resident memory of a chat process and of its worker: at rest, and with many live conversations.

    python -m benchmarks.memory [CONVERSATIONS]

Targets: <= 200 MB at rest, <= 300 MB with 1,000 conversations.
"""

import json
import os
import subprocess
import sys
import tempfile
import time

import psutil

from benchmarks.measuring import print_conditions, read_numbers

PARLEY = (sys.executable, "-P", "-m", "bot")
SETTLED = 5.0  # seconds
LINES = ("analyze AAPL", "should I buy GOOG? at most $3,000")


def resident(process: psutil.Process) -> float:
    """Return megabytes."""
    return float(process.memory_info().rss) / 1e6


def main(conversations: int) -> None:
    """Print a row at rest and one with all conversations held."""
    with tempfile.TemporaryDirectory(prefix="parley-", dir="/tmp", ignore_cleanup_errors=True) as home:
        environment = {**os.environ, "PARLEY_HOME": home, "MARKET_DATA": "sample"}
        with subprocess.Popen(  # noqa: S603 - ourselves
            [*PARLEY, "chat", "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            text=True,
        ) as chat:
            hold(chat, conversations=1)
            report("at rest", chat)
            hold(chat, conversations=conversations)
            report(f"{conversations:,} live conversations", chat)
            chat.communicate()


def hold(chat: "subprocess.Popen[str]", *, conversations: int) -> None:
    """Say every line in each conversation, and wait for every answer."""
    if chat.stdin is None or chat.stdout is None:
        raise AssertionError
    for line in LINES:
        for number in range(conversations):
            chat.stdin.write(json.dumps({"thread": f"t{number}", "text": line}) + "\n")
            chat.stdin.flush()
            chat.stdout.readline()
    time.sleep(SETTLED)


def report(when: str, chat: "subprocess.Popen[str]") -> None:
    """Print what the process and its worker hold."""
    process = psutil.Process(chat.pid)
    worker = sum(resident(child) for child in process.children())
    print(f"{when:<28} chat {resident(process):6.1f} MB  worker {worker:6.1f} MB")


if __name__ == "__main__":
    print_conditions()
    main(**read_numbers(__doc__, conversations=1_000))
