"""Print how well the rules read the labelled utterances: `python -m benchmarks.intent_accuracy [set …] [--errors]`.

What it prints is measured now, on sets that the rules were widened after: it shows that nothing was lost since. What
the rules made of each set when they read it for the first time stands in docs/benchmarks-intent.md.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from benchmarks.measuring import command_line
from bot.language.understanding import Understanding
from tests.labelled_utterances import SOURCES, Utterance, entity_errors, load_utterances

SURE = 0.6

Pair = tuple[Utterance, Understanding]


def main() -> None:
    parser = command_line(__doc__)
    parser.add_argument("sets", nargs="*", default=SOURCES, metavar="set")
    parser.add_argument("--errors", action="store_true")
    given = parser.parse_args()
    for source in given.sets:
        pairs = [(utterance, utterance.read()) for utterance in load_utterances()[source]]
        print(f"== {source}: {len(pairs)} utterances")
        _report(pairs)
        if given.errors:
            _errors(pairs)


def _report(pairs: Sequence[Pair]) -> None:
    print(f"intent    {_share(u.intent == r.intent for u, r in pairs)}")
    for language in ("en", "zh"):
        print(f"       {language} {_share(u.intent == r.intent for u, r in pairs if u.language == language)}")
    for intent in sorted({u.intent for u, _ in pairs}):
        print(f"  {intent:8s} {_share(u.intent == r.intent for u, r in pairs if u.intent == intent)}")
    print(f"entities  {_share(not entity_errors(u, r) for u, r in pairs)}")
    print(f"language  {_share(u.language == r.language for u, r in pairs)}")
    print(f"when sure {_share(u.intent == r.intent for u, r in pairs if r.confidence >= SURE)} (confidence >= {SURE})")
    print(f"unsure    {_share(u.intent == r.intent for u, r in pairs if r.confidence < SURE)} right though unsure")
    sure_and_wrong = _share(u.intent != r.intent and r.confidence >= SURE for u, r in pairs)
    print(f"mistakes  {sure_and_wrong} sure of a wrong intent")
    others = [r.intent == "CONFIRM" for u, r in pairs if u.intent != "CONFIRM"]
    hard = sum(u.kind == "hard" or (u.pending > 0 and u.intent != "CONFIRM") for u, _ in pairs)
    print(f"false CONFIRM {sum(others)} of {len(others)} others ({hard} said while a decision was pending)")
    for (want, found), count in Counter(
        (u.intent, str(r.intent)) for u, r in pairs if u.intent != r.intent
    ).most_common():
        print(f"  {want} read as {found}: {count}")


def _share(hits: Iterable[bool]) -> str:
    marks = list(hits)
    return f"{sum(marks)}/{len(marks)} = {sum(marks) / len(marks):.1%}" if marks else "none"


def _errors(pairs: Sequence[Pair]) -> None:
    for utterance, read in pairs:
        wrong: list[object] = [entity_errors(utterance, read)] if entity_errors(utterance, read) else []
        if utterance.intent != read.intent:
            wrong.append(f"{utterance.intent} read as {read.intent} {read.confidence}")
        if utterance.language != read.language:
            wrong.append(f"language {read.language}")
        if wrong:
            print(repr(utterance.text), *wrong)


if __name__ == "__main__":
    main()
