"""How the `rules` model's calls did after 20 sessions, over the whole sample market from 2011 on.

Run: python -m benchmarks.rules_engine

Every session of every symbol gets the view of that day's close, with what was known then, and the close 20 sessions
later. Neighbouring sessions share 19 of their 20 days, so there are far fewer independent results than lines.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import pairwise
from statistics import fmean

from adapters.market.sample import SampleMarket, session_close
from adapters.market.sample_data import read_sample_data
from benchmarks.measuring import read_numbers
from bot.domain.market.features import compute_features
from bot.domain.trading.performance import FLAT_PERCENT, HORIZON_SESSIONS
from bot.engines.rules.analysis import Rating, analyse

FIRST = date(2011, 1, 3)


@dataclass(frozen=True, slots=True)
class Call:
    """One day's view of one symbol, and what the price did."""

    symbol: str
    view: Rating
    confidence: Decimal
    change: float  # percent over the horizon


async def calls() -> list[Call]:
    data = read_sample_data()
    market = SampleMarket(data)
    found = []
    for symbol, bars in data.bars.items():
        for now, later in zip(bars, bars[HORIZON_SESSIONS:], strict=False):
            if now.session >= FIRST:
                snapshot = await market.snapshot(symbol, as_of=session_close(now.session))
                seen = analyse(compute_features(snapshot))
                change = float((later.close / now.close - 1) * 100)
                found.append(Call(symbol, seen.rating, seen.confidence, change))
    return found


def line(name: str, chosen: Sequence[Call], *, direction: int = 1) -> str:
    if not chosen:
        return f"| {name} | 0 | | | |"
    flat = float(FLAT_PERCENT)
    right = fmean(call.change * direction > flat for call in chosen)
    wrong = fmean(call.change * direction < -flat for call in chosen)
    mean = fmean(call.change for call in chosen)
    return f"| {name} | {len(chosen)} | {right:.1%} | {wrong:.1%} | {mean:+.2f} % |"


def table(title: str, rows: Iterable[str]) -> None:
    print(f"\n{title}\n")
    print("| calls | n | right | wrong | mean change of the price |\n|---|---|---|---|---|")
    print("\n".join(rows))


def views(found: Sequence[Call], prefix: str = "") -> list[str]:
    def of(keep: Callable[[Call], bool]) -> list[Call]:
        return [call for call in found if keep(call)]

    return [
        line(f"{prefix}always buy", found),
        line(f"{prefix}buy", of(lambda call: call.view is Rating.BUY)),
        line(f"{prefix}hold (as if bought)", of(lambda call: call.view is Rating.HOLD)),
        line(f"{prefix}sell", of(lambda call: call.view is Rating.SELL), direction=-1),
    ]


def by_confidence(found: Sequence[Call]) -> list[str]:
    bought = [call for call in found if call.view is Rating.BUY]
    edges = [Decimal(edge) for edge in ("0", "0.5", "0.6", "0.7", "0.8", "1")]
    return [
        line(f"buy, confidence {low} to {high}", [call for call in bought if low <= call.confidence < high])
        for low, high in pairwise(edges)
    ]


def main() -> None:
    found = asyncio.run(calls())
    table(f"All symbols, {HORIZON_SESSIONS} sessions later", views(found))
    table("By symbol", [row for s in sorted({c.symbol for c in found}) for row in views(_of(found, s), f"{s}: ")])
    table("Buys by confidence", by_confidence(found))


def _of(found: Sequence[Call], symbol: str) -> list[Call]:
    return [call for call in found if call.symbol == symbol]


if __name__ == "__main__":
    read_numbers(__doc__)
    main()
