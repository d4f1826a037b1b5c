"""Reads conversations, and questions about them with labelled answers, from files in the form of public benchmarks."""

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import product
from pathlib import Path
from typing import Any, Final

_CATEGORIES: Final = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
_UNANSWERABLE: Final = 5  # LoCoMo's category of questions about what the other of the two has done
_TURN_ID: Final = re.compile(r"D\d+:\d+")
_DAY: Final = re.compile(r"(\d{4})[年/.-](\d{1,2})[月/.-](\d{1,2})")
_LANGUAGES: Final = {"en": "English", "zh": "Chinese"}
_STATEMENTS_BEGAN: Final = datetime(2024, 1, 1, 9, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Unit:
    """What is found or not: one episode."""

    text: str
    speakers: tuple[str, ...]
    said_at: datetime
    conversation: int  # neighbours are of the same one


@dataclass(frozen=True, slots=True)
class Question:
    """A question, with the units that answer it."""

    text: str
    answers: frozenset[int]  # empty: it was never said
    category: str


@dataclass(frozen=True, slots=True)
class Corpus:
    """What is searched at once, and the questions about it."""

    name: str
    units: tuple[Unit, ...]
    questions: tuple[Question, ...]
    unanswerable: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # questions by where they come from


def read_locomo(path: Path) -> tuple[Corpus, ...]:
    """Return a corpus per conversation: a unit is two consecutive turns of a session, without pictures.

    Two kinds of questions have no answer: those of the next conversation, under the names of this one's speakers, and
    those of category 5, which ask of one speaker what the other has said.
    """
    samples: Sequence[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return tuple(_locomo_corpus(sample, samples[(at + 1) % len(samples)]) for at, sample in enumerate(samples))


def read_memdaily(path: Path) -> tuple[Corpus, ...]:
    """Return a corpus per entry {"message_list", "QA"}, by the kind of question: a unit is one message.

    Raises: KeyError: a step is no message, which would count as found or be left out of the shares.
    """
    corpora = _memdaily_corpora(json.loads(path.read_text(encoding="utf-8")))
    return tuple(replace(each, name=f"entry {number}") for number, each in enumerate(corpora))


def read_said_and_asked(path: Path) -> tuple[Corpus, ...]:
    """Return a corpus per pair of languages: a unit is what one person says, a question asks for it in other words.

    Each row has a question, too, that nothing which is said answers.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return tuple(_asked_corpus(rows, said=said, asked=asked) for said, asked in product(_LANGUAGES, repeat=2))


def _asked_corpus(rows: Sequence[Mapping[str, str]], *, said: str, asked: str) -> Corpus:
    name = f"{_LANGUAGES[asked]} on {_LANGUAGES[said]}"
    texts = [f"{row['by']}: {row[f'said_{said}']}" for row in rows]
    return Corpus(
        name=name,
        units=tuple(
            Unit(text, (row["by"],), _STATEMENTS_BEGAN + timedelta(minutes=place), conversation=0)
            for place, (text, row) in enumerate(zip(texts, rows, strict=True))
        ),
        questions=tuple(Question(row[f"asked_{asked}"], frozenset({place}), name) for place, row in enumerate(rows)),
        unanswerable={name: tuple(row[f"never_{asked}"] for row in rows)},
    )


def _locomo_corpus(sample: Mapping[str, Any], other: Mapping[str, Any]) -> Corpus:
    units: list[Unit] = []
    unit_of_turn: dict[str, int] = {}
    for session, said_at, turns in _sessions(sample["conversation"]):
        for start in range(0, len(turns), 2):
            pair = turns[start : start + 2]
            unit_of_turn.update((turn["dia_id"], len(units)) for turn in pair)
            units.append(
                Unit(
                    text="\n".join(f"{turn['speaker']}: {turn['text']}" for turn in pair),
                    speakers=tuple(dict.fromkeys(turn["speaker"] for turn in pair)),
                    said_at=said_at + timedelta(minutes=start),
                    conversation=session,
                )
            )
    return Corpus(
        name=sample["sample_id"],
        units=tuple(units),
        questions=tuple(_locomo_questions(sample["qa"], unit_of_turn)),
        unanswerable={
            "of another conversation": tuple(_foreign_questions(sample, other)),
            "of the other speaker": tuple(
                each["question"] for each in sample["qa"] if each["category"] == _UNANSWERABLE
            ),
        },
    )


def _sessions(conversation: Mapping[str, Any]) -> Iterator[tuple[int, datetime, list[dict[str, str]]]]:
    number = 1
    while (turns := conversation.get(f"session_{number}")) is not None:
        at = datetime.strptime(conversation[f"session_{number}_date_time"], "%I:%M %p on %d %B, %Y")  # noqa: DTZ007
        yield number, at.replace(tzinfo=UTC), turns
        number += 1


def _locomo_questions(labelled: Sequence[Mapping[str, Any]], unit_of_turn: Mapping[str, int]) -> Iterator[Question]:
    for each in labelled:
        turns = [turn for text in each.get("evidence", ()) for turn in _TURN_ID.findall(text)]
        answers = frozenset(unit_of_turn[turn] for turn in turns if turn in unit_of_turn)
        if answers and each["category"] in _CATEGORIES:
            yield Question(each["question"], answers, _CATEGORIES[each["category"]])


def _foreign_questions(sample: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    if other is sample:
        return
    for each in other["qa"]:
        if each["category"] in _CATEGORIES:
            text = each["question"]
            for role in ("speaker_a", "speaker_b"):
                text = text.replace(other["conversation"][role], sample["conversation"][role])
            yield text


def _memdaily_corpora(value: Any, category: str = "") -> Iterator[Corpus]:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        for each in value:
            yield from _memdaily_corpora(each, category)
    elif "message_list" in value:
        yield _memdaily_corpus(value["message_list"], value["QA"], category)
    else:
        for name, each in value.items():  # the outermost name is the kind; those within it are topics
            yield from _memdaily_corpora(each, category or name)


def _memdaily_corpus(messages: Sequence[Mapping[str, Any]], asked: Mapping[str, Any], category: str) -> Corpus:
    places = {message["mid"]: place for place, message in enumerate(messages)}
    answers = frozenset(places[step] for step in asked["target_step_id"])
    units = tuple(
        Unit(each["message"], speakers=(), said_at=_said_at(each, place), conversation=0)
        for place, each in enumerate(messages)
    )
    questions = (Question(asked["question"], answers, category or "all"),) if answers else ()
    return Corpus(name="", units=units, questions=questions)


def _said_at(message: Mapping[str, Any], place: int) -> datetime:
    day = _DAY.search(str(message.get("time", "")))
    began = datetime(*map(int, day.groups()), tzinfo=UTC) if day else _STATEMENTS_BEGAN  # type: ignore[misc, arg-type]
    return began + timedelta(minutes=place)
