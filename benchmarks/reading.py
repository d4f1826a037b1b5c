"""How well the trained reader reads messages of hands that it has not learnt from: `python -m benchmarks.reading`.

`--errors` prints what is misread, the surest first.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from statistics import median
from typing import Final

from adapters.market.instruments import load_instruments
from adapters.market.sample import DEFAULT_NOW, SampleMarket
from benchmarks.measuring import command_line
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.market.snapshot import market_date
from bot.reading.assembly import assemble
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.trained.examples import Example, read_examples
from bot.reading.trained.parser import trained_parser

_FLOORS: Final = (0.5, 0.6, 0.8, 0.9, 0.97)
_MOST_SLOTS: Final = (Kind.ORDER, Kind.CORRECT, Kind.ADVISE, Kind.FIGURE, Kind.ALERT_SET, Kind.LIMIT_SET, Kind.SUPPOSE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was read of an example."""

    example: Example
    parse: Parse
    seconds: float

    @property
    def is_right(self) -> bool:
        """Whether the kind is right."""
        return self.parse.kind is self.example.parse.kind


def read_all(examples: Iterable[Example]) -> list[Outcome]:
    """Read examples one by one."""
    instruments, parser = load_instruments(SampleMarket.benchmark), trained_parser()
    outcomes = []
    for each in examples:
        started = time.perf_counter()
        parse = parser.parse(each.parse.text, each.before, instruments)
        outcomes.append(Outcome(each, parse, time.perf_counter() - started))
    return outcomes


def makes_same_request(outcome: Outcome) -> bool | None:
    """Return whether the slots found make the request that those marked make; None: these make none."""
    before, text = outcome.example.before, outcome.example.parse.text
    around = Surroundings(
        load_instruments(SampleMarket.benchmark),
        market_date(DEFAULT_NOW),
        focus=("AAPL",) if before & {Before.CARD, Before.CARDS, Before.FOCUS} else (),
        held=("AAPL",),
        pending=2 if Before.CARDS in before else int(Before.CARD in before),
        is_card_last=Before.CARD in before,
    )
    message = MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="")
    wanted = assemble(outcome.example.parse, around, message)
    found = assemble(replace(outcome.parse, kind=outcome.example.parse.kind), around, message)
    return None if wanted is None else found == wanted


def _share(rows: Sequence[bool]) -> str:
    return f"{100 * sum(rows) / max(len(rows), 1):5.1f} % of {len(rows)}"


def main(*, errors: bool) -> None:
    """Print how many kinds, requests and shares are read rightly, and how long a message takes."""
    outcomes = read_all(each for each in read_examples() if each.is_held_out)
    by_hand = defaultdict(list)
    for each in outcomes:
        by_hand[each.example.hand].append(each.is_right)
    print("kinds               ", _share([each.is_right for each in outcomes]))
    for hand, rows in sorted(by_hand.items()):
        print(f"  hand {hand:2}           ", _share(rows))
    for floor in _FLOORS:
        sure = [each.is_right for each in outcomes if each.parse.certainty >= floor]
        print(f"  certainty ≥ {floor:4}   ", _share(sure), f"({100 * len(sure) / len(outcomes):.0f} % of all)")
    for kind in _MOST_SLOTS:
        same = [makes_same_request(each) for each in outcomes if each.example.parse.kind is kind and each.is_right]
        print(f"slots of {kind:11}", _share([each for each in same if each is not None]))
    shares = [
        {(slot.start, slot.end) for slot in each.example.parse.each(SlotName.SHARE)}
        == {(slot.start, slot.end) for slot in each.parse.each(SlotName.SHARE)}
        for each in outcomes
    ]
    print("shares              ", _share(shares))
    print(f"a message            {1_000 * median(each.seconds for each in outcomes):.1f} ms at the median")
    if errors:
        for each in sorted(outcomes, key=lambda outcome: -outcome.parse.certainty):
            if not each.is_right:
                wanted, found = each.example.parse.kind, each.parse
                before = " ".join(sorted(each.example.before))
                print(f"{found.certainty:.2f} {wanted} → {found.kind}: {before}| {found.text}")


if __name__ == "__main__":
    _parser = command_line(__doc__)
    _parser.add_argument("--errors", action="store_true", help="print what is misread, the surest first")
    main(**vars(_parser.parse_args()))
