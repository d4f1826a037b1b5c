"""How well the trained reader reads messages of hands that it has not learnt from: `python -m benchmarks.reading`.

`--errors` prints what is misread, the surest first; `--picked` what fifty examples that people have picked change.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
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
from bot.domain.conversation.readings import PickedReading
from bot.domain.conversation.requests.talk import NotUnderstood, SmallTalk
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.ids import TurnId
from bot.domain.market.snapshot import market_date
from bot.reading.assembly import assemble
from bot.reading.clauses.parts import TALK
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.reader import MessageReader
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


def _around(before: Collection[Before]) -> Surroundings:
    of_card, pending = {Before.CARD, Before.CARDS}, 2 if Before.CARDS in before else int(Before.CARD in before)
    return Surroundings(
        load_instruments(SampleMarket.benchmark),
        market_date(DEFAULT_NOW),
        focus=("AAPL",) if {*of_card, Before.FOCUS} & set(before) else (),
        held=("AAPL",),
        pending=pending,
        is_card_last=Before.CARD in before,
        has_own_card=pending > 0,
        before=frozenset(before) - of_card,
    )


def _message(text: str) -> MessageFacts:
    return MessageFacts(text=text, at=DEFAULT_NOW, zone=UTC, market_time=DEFAULT_NOW, asker="")


def makes_same_request(outcome: Outcome) -> bool | None:
    """Return whether the slots found make the request that those marked make; None: these make none."""
    around, message = _around(outcome.example.before), _message(outcome.example.parse.text)
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
    counts = Counter[str]()
    for each in (one for one in several if len(one.starts) > 1):
        asked, made = _types_asked(each), _types_made(each)
        counts["all"] += asked.total()
        counts["made"] += (asked & made).total()
        counts["others"] += (made - asked).total()
    print(f"requests of several   {counts['made']} of {counts['all']} made, {counts['others']} others")


def _types_asked(several: Several) -> Counter[str]:
    """Return of which types the requests are that the parts of a message make, as they are marked; not the talk."""
    parts = (each for each in several.parts if each.parse.kind not in TALK)
    made = (assemble(each.parse, _around(each.before), _message(each.parse.text)) for each in parts)
    return Counter(type(each).__name__ for each in made if each is not None)


def _types_made(several: Several) -> Counter[str]:
    """Return of which types the requests are that are made of a message."""
    reading = MessageReader(_around(several.parts[0].before)).read(_message(several.text))
    made = (each.request for each in (reading, *reading.further))
    return Counter(type(each).__name__ for each in made if not isinstance(each, NotUnderstood | SmallTalk))


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
