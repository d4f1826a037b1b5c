"""The benchmarks' command lines, and the files that they read."""

import json
from pathlib import Path
from typing import Any

import pytest

import benchmarks
from benchmarks.recall_corpora import read_memdaily

SAID = ["我妹妹在杭州当老师。", "今天天气不错。", "妹妹的生日是三月一日。"]


def asked(*steps: int) -> dict[str, Any]:
    messages = [{"mid": 5 + at, "message": text, "time": "2024年3月5日"} for at, text in enumerate(SAID)]
    return {"message_list": messages, "QA": {"question": "妹妹的生日是哪天？", "target_step_id": list(steps)}}


def test_every_benchmark_takes_help_and_refuses_what_it_does_not_know() -> None:
    sources = {path.name: path.read_text() for path in Path(next(iter(benchmarks.__path__))).glob("*.py")}
    run = {name: text for name, text in sources.items() if "__main__" in text}
    assert len(run) > 10
    assert [
        name for name, text in run.items() if "command_line(__doc__)" not in text and "read_numbers(" not in text
    ] == []
    assert [name for name, text in sources.items() if "sys.argv" in text] == ["measuring.py"]


def test_memdaily_groups_are_categories_and_steps_are_messages(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_text(json.dumps({"simple": [asked(7)], "comparative": {"roles": [asked(5, 7)]}}), encoding="utf-8")
    corpora = read_memdaily(path)
    assert [[unit.text for unit in corpus.units] for corpus in corpora] == [SAID, SAID]
    labelled = [(each.category, sorted(each.answers)) for corpus in corpora for each in corpus.questions]
    assert labelled == [("simple", [2]), ("comparative", [0, 2])]
    path.write_text(json.dumps([asked(9)]), encoding="utf-8")
    with pytest.raises(KeyError):
        read_memdaily(path)
