"""Print how many lines answers have as first shown on a phone, and in full: `python -m benchmarks.answer_lines`.

Each question is asked in a conversation of its own in one process, without a model, on the sample market; lines are
wrapped at 42 columns and empty ones are not counted. A card's or answer's buttons are one more line. Slack and Discord
show the same blocks, as their renderers part them into messages.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Final

from wcwidth import wrap

from adapters.discord.outbound import render as discord
from adapters.slack.outbound import render as slack
from benchmarks.measuring import read_numbers
from bot.domain.conversation.replies import Reply
from tests.fakes.core import Talk

COLUMNS: Final = 42
SYMBOLS: Final = ("AAPL", "FB", "GOOG", "IBM", "MSFT")
QUESTIONS: Final[Mapping[str, Sequence[str]]] = {
    "analysis": ("analyze {}", "what do you think of {}?", "分析一下 {}"),
    "card": ("should I buy {}?", "buy 2 {}", "should I sell {}?", "buy {} for at most $2,000", "{} 要不要买？"),
    "single figure": ("price of {}", "what's the P/E of {}?", "{} 的市值", "50-day average of {}"),
    "what if": ("what if {} falls tomorrow?", "what if {} drops 10 %?", "{} 跌一半怎么办"),
    "comparison": ("compare {} and IBM", "{} 和 IBM 哪个好？"),
    "account": ("/portfolio", "how are we doing?", "持仓明细"),
    "review": ("/review", "回顾一下之前的决策"),
    "term": ("what is MACD?", "止损是什么"),
    "why": ("why {}?",),
}


async def main() -> None:
    print(f"{'':14s} {'questions':>9s}  first shown        in full            Slack  Discord (messages)")
    for kind, texts in QUESTIONS.items():
        replies = [await _ask(kind, text.format(symbol)) for text in texts for symbol in SYMBOLS]
        first = [len(_wrapped(reply.answer.brief)) for reply in replies]
        whole = [len(_wrapped(reply.answer.whole_text)) for reply in replies]
        parts = (max(len(slack.answer(each)) for each in replies), max(len(discord.answer(each)) for each in replies))
        print(
            f"{kind:14s} {len(replies):9d}  median {median(first):4.1f} most {max(first):2d}"
            f"  median {median(whole):4.1f} most {max(whole):2d}  {parts[0]:5d}  {parts[1]:7d}"
        )


async def _ask(kind: str, text: str) -> Reply:
    talk = Talk()
    if kind in {"account", "review", "why"}:
        for symbol in SYMBOLS:
            proposed = await talk.say("ann", f"buy 2 {symbol}")
            await talk.press("ann", proposed.answer.buttons[0].id)
        await talk.say("ann", "/advance 5")
    return await talk.say("ann", text)


def _wrapped(text: str) -> list[str]:
    return list(_lines(text))


def _lines(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield from (part for part in wrap(line, COLUMNS) if part.strip())


if __name__ == "__main__":
    read_numbers(__doc__)
    asyncio.run(main())
