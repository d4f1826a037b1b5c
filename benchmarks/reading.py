"""How well the trained reader reads messages of hands that it has not learnt from: `python -m benchmarks.reading`.

`--errors` prints what is misread, the surest first; `--picked` what fifty examples that people have picked change.
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from random import Random
from statistics import median
from typing import Final
from uuid import UUID

from adapters.market.instruments import load_instruments
from adapters.market.sample import DEFAULT_NOW, SampleMarket
from benchmarks.measuring import command_line
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.picked_readings import PickedReading
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.ids import TurnId
from bot.domain.market.snapshot import market_date
from bot.reading.assembly import assemble
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.trained.examples import Example, Several, read_examples, read_several
from bot.reading.trained.parser import trained_parser
from bot.reading.trained.picked import PickedExamples

_FLOORS: Final = (0.5, 0.6, 0.8, 0.9, 0.97)
_SURE: Final = 0.8  # a reading that no example changes
_PICKED: Final = 50
_WORKSPACES: Final = 3  # each with other examples
_NO_TURN: Final = TurnId(UUID(int=0))
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


def read_all(examples: Iterable[Example], picked: PickedExamples | None = None) -> list[Outcome]:
    """Read examples one by one, in a workspace where others were picked."""
    instruments, parser = load_instruments(SampleMarket.benchmark), trained_parser()
    outcomes = []
    for each in examples:
        started = time.perf_counter()
        parse = parser.parse(each.parse.text, each.before, instruments, picked=picked)
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


def print_changes(outcomes: Sequence[Outcome]) -> None:
    """Print how many readings are other ones where fifty of the unsure ones, by their true kinds, were picked."""
    unsure = [each for each in outcomes if each.parse.certainty < _SURE]
    changed, worse = 0, 0
    for seed in range(_WORKSPACES):
        chosen = Random(seed).sample(unsure, _PICKED)  # noqa: S311 - no secret
        readings = (PickedReading(_NO_TURN, each.parse.text, each.example.parse.kind) for each in chosen)
        picked = PickedExamples.of(readings, load_instruments(SampleMarket.benchmark))
        others = [each for each in unsure if each not in chosen]
        for plain, taught in zip(others, read_all((each.example for each in others), picked), strict=True):
            changed += plain.parse.kind is not taught.parse.kind
            worse += plain.is_right and not taught.is_right
    print(f"{_PICKED} picked examples   {changed / _WORKSPACES:.1f} readings of {len(outcomes)} change, {worse} worsen")


def print_parts(several: Sequence[Several]) -> None:
    """Print how many messages are cut where their writers cut them, of one part and of several."""
    instruments, parser = load_instruments(SampleMarket.benchmark), trained_parser()
    for name, is_one in (("one part", True), ("several", False)):
        cut = [
            tuple(span.start for span in parser.parts(each.text, instruments)) == each.starts
            for each in several
            if (len(each.starts) == 1) is is_one
        ]
        print(f"messages of {name:8}", _share(cut))


def _share(rows: Sequence[bool]) -> str:
    return f"{100 * sum(rows) / max(len(rows), 1):5.1f} % of {len(rows)}"


def main(*, errors: bool, picked: bool) -> None:
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
    print_parts([each for each in read_several() if each.is_held_out])
    print(f"a message            {1_000 * median(each.seconds for each in outcomes):.1f} ms at the median")
    if picked:
        print_changes(outcomes)
    if errors:
        for each in sorted(outcomes, key=lambda outcome: -outcome.parse.certainty):
            if not each.is_right:
                wanted, found = each.example.parse.kind, each.parse
                before = " ".join(sorted(each.example.before))
                print(f"{found.certainty:.2f} {wanted} → {found.kind}: {before}| {found.text}")


if __name__ == "__main__":
    _parser = command_line(__doc__)
    _parser.add_argument("--errors", action="store_true", help="print what is misread, the surest first")
    _parser.add_argument("--picked", action="store_true", help="print what examples that people have picked change")
    main(**vars(_parser.parse_args()))
