"""Print how well Parley tells what is meant for it: `python -m benchmarks.channel_talk [--errors]`."""

import asyncio
from collections import Counter
from collections.abc import Sequence

from benchmarks.measuring import command_line
from tests.channel_talk import TalkOutcome, play, talk_scripts


async def main(*, errors: bool) -> None:
    outcomes = [outcome for script in talk_scripts() for outcome in await play(script)]
    right = sum(each.is_as_expected for each in outcomes)
    print(f"{right}/{len(outcomes)} = {right / len(outcomes):.1%} lines as expected")
    print(f"{sum(each.is_grave for each in outcomes)} grave: a trade or card nobody meant, a reply to others' talk")
    _print_after_answers([each for each in outcomes if each.is_after_answer])
    wrong = Counter((each.line.expect, each.outcome) for each in outcomes if not each.is_as_expected)
    for (expected, outcome), number in wrong.most_common():
        print(f"  {expected} expected, {outcome}: {number}")
    if errors:
        for each in outcomes:
            if not each.is_as_expected:
                print(repr(each.line.text), each.line.expect, each.outcome)


def _print_after_answers(outcomes: Sequence[TalkOutcome]) -> None:
    """Print what is heard of the lines that go on from an answer, without a mention."""
    talk = [each for each in outcomes if each.line.expect == "silent"]
    meant = [each for each in outcomes if each.line.expect != "silent"]
    heard = sum(each.outcome != "silent" for each in meant)
    answered = sum(each.outcome != "silent" for each in talk)
    print(f"after an answer: {heard} of {len(meant)} meant are heard, {answered} of {len(talk)} not meant are answered")


if __name__ == "__main__":
    _parser = command_line(__doc__)
    _parser.add_argument("--errors", action="store_true")
    asyncio.run(main(**vars(_parser.parse_args())))
