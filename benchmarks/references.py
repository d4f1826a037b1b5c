"""Print how many references lead to what they mean: `python -m benchmarks.references [--errors] [--part mended|held]`.

Right: what is meant is done, or asked where nobody can know. Dangerous: something else is changed or ordered. Of every
three conversations one is held back: whoever changes how references are resolved does not read it.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.measuring import command_line
from tests.references import ReferenceResult, play, reference_cases


async def main(*, errors: bool, part: str) -> None:
    wanted = {"mended": (False,), "held": (True,), "all": (False, True)}[part]
    results = [await play(each) for each in reference_cases() if each.is_held_back in wanted]
    for is_held_back in wanted:
        found = [each for each in results if each.case.is_held_back is is_held_back]
        print("held back" if is_held_back else "not held back")
        _print_table(found, lambda each: each.case.language)
    print("by object")
    _print_table(results, lambda each: each.case.object)
    if errors:
        for each in results:
            if not each.is_right:
                _print_error(each)


def _print_table(results: Sequence[ReferenceResult], key: Callable[[ReferenceResult], str]) -> None:
    of_all, right, dangerous = (
        Counter(key(each) for each in results if counts(each))
        for counts in (lambda _: True, lambda each: each.is_right, lambda each: each.is_dangerous)
    )
    for name in of_all:
        wrong = of_all[name] - right[name] - dangerous[name]
        counted = f"{right[name]:>3} of {of_all[name]:>3} right"
        print(f"  {name:<12} {counted}  {wrong:>3} wrong  {dangerous[name]:>3} dangerous")
    print(f"  {'all':<12} {right.total():>3} of {len(results):>3} = {right.total() / max(len(results), 1):.1%} right")


def _print_error(result: ReferenceResult) -> None:
    kind = "dangerous" if result.is_dangerous else "untested" if result.is_untested else "wrong"
    print(f"\n{result.case.name} {kind}: {result.case.means}")
    for person, text in result.case.lines:
        print(f"  {person}: {text}")
    print(f"  -> {result.answer[:300]!r}")
    print(f"  {result.request or 'no typed request'}; changed {dict(result.changes)}")


if __name__ == "__main__":
    _parser = command_line(__doc__)
    _parser.add_argument("--errors", action="store_true", help="print the conversations that go wrong")
    _parser.add_argument("--part", choices=("mended", "held", "all"), default="all")
    asyncio.run(main(**vars(_parser.parse_args())))
