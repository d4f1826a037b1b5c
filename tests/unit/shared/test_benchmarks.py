"""The benchmarks' command lines, and the files that they read."""

import json
from pathlib import Path
from typing import Any

import pytest

import benchmarks
from benchmarks.recall_corpora import Corpus, read_memdaily

SAID = ["我妹妹在杭州当老师。", "今天天气不错。", "妹妹的生日是三月一日。"]
QUESTION = "妹妹的生日是哪天？"


def read(folder: Path, content: object) -> tuple[Corpus, ...]:
    path = folder / "file.json"
    path.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
    return read_memdaily(path)


def asked(*steps: object, **more: object) -> dict[str, Any]:
    return {"messages": SAID, "question": QUESTION, "target_step_ids": list(steps), **more}


def labelled(corpora: tuple[Corpus, ...]) -> list[tuple[str, list[str]]]:
    """Return the category of each question, and the statements that answer it."""
    return [
        (question.category, [corpus.units[number].text for number in sorted(question.answers)])
        for corpus in corpora
        for question in corpus.questions
    ]


def test_every_benchmark_takes_help_and_refuses_what_it_does_not_know() -> None:
    sources = {path.name: path.read_text() for path in Path(next(iter(benchmarks.__path__))).glob("*.py")}
    run = {name: text for name, text in sources.items() if "__main__" in text}
    assert len(run) > 15
    assert [
        name for name, text in run.items() if "command_line(__doc__)" not in text and "read_numbers(" not in text
    ] == []
    assert [name for name, text in sources.items() if "sys.argv" in text] == ["measuring.py"]


@pytest.mark.parametrize(
    "content",
    [
        [asked(2)],
        [asked("2")],
        [asked([2])],
        [{**asked(2), "messages": [{"message": each, "time": "2024年3月5日", "place": "家"} for each in SAID]}],
        [{**asked(2), "messages": [{"content": each, "time": "2024-03-05 08:00"} for each in SAID]}],
        [{**asked(7), "messages": [{"mid": 5 + at, "message": each} for at, each in enumerate(SAID)]}],
        [{**asked(), "target_step_ids": None, "target_step_id": 2}],
        [{"message_list": SAID, "QA": {"question": QUESTION, "target_step_id": [2]}}],
        {"all": {"roles": [asked(2)]}},
    ],
)
def test_memdaily_in_every_form(tmp_path: Path, content: object) -> None:
    corpora = read(tmp_path, content)
    assert labelled(corpora) == [("all", [SAID[2]])]
    assert [unit.text for unit in corpora[0].units] == SAID


def test_memdaily_groups_are_categories(tmp_path: Path) -> None:
    content = {"simple": [asked(2)], "comparative": {"roles": [asked(0, 2)], "events": [asked(1, type="other")]}}
    read_corpora = read(tmp_path, content)
    assert labelled(read_corpora) == [("simple", [SAID[2]]), ("comparative", [SAID[0], SAID[2]]), ("other", [SAID[1]])]
    assert len({corpus.name for corpus in read_corpora}) == 3


def test_memdaily_places_are_counted_as_the_file_counts(tmp_path: Path) -> None:
    assert labelled(read(tmp_path, [asked(1), asked(3)])) == [("all", [SAID[0]]), ("all", [SAID[2]])]
    assert labelled(read(tmp_path, [asked(0), asked(2)])) == [("all", [SAID[0]]), ("all", [SAID[2]])]


def test_memdaily_step_that_is_no_message_is_not_left_out(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no messages"):
        read(tmp_path, [asked(0, 9)])
