"""Serve a fake model: `python -m tests.fakes.openai --port 8099`, then set OPENAI_BASE_URL to what it prints."""

import argparse
import asyncio
import contextlib
import sys

from .faults import KINDS
from .model import named
from .server import FakeOpenAI

_PLAIN = f"{__package__}.scripts:plain_answer"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fakes.openai", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0: any that is free")
    parser.add_argument("--script", default=_PLAIN, help="module:function, from a request's JSON to what is said")
    parser.add_argument("--key", default=None, help="the one key that is taken")
    parser.add_argument("--unsupported", default="", help="parameters to refuse, separated by commas")
    parser.add_argument("--fault", choices=sorted(KINDS), help="what goes wrong")
    parser.add_argument("--times", type=int, default=None, help="how often it goes wrong; always, if not given")
    parser.add_argument("--seconds", type=float, default=0.05, help="of Retry-After, or between two tokens")
    parser.add_argument("--latency", type=float, default=0, help="seconds before each answer begins")
    return parser.parse_args()


async def _serve(given: argparse.Namespace) -> None:
    unsupported = frozenset(filter(None, given.unsupported.split(",")))
    server = FakeOpenAI(
        named(given.script), key=given.key, models=None, unsupported=unsupported, port=given.port, latency=given.latency
    )
    if given.fault:
        server.faults.add(given.fault, times=given.times, seconds=given.seconds)
    async with server:
        sys.stdout.write(f"OPENAI_BASE_URL={server.url}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(_arguments()))
