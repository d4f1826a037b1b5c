"""The benchmarks' command lines."""

from pathlib import Path

import benchmarks


def test_every_benchmark_takes_help_and_refuses_what_it_does_not_know() -> None:
    sources = {path.name: path.read_text() for path in Path(next(iter(benchmarks.__path__))).glob("*.py")}
    run = {name: text for name, text in sources.items() if "__main__" in text}
    assert len(run) > 15
    assert [
        name for name, text in run.items() if "command_line(__doc__)" not in text and "read_numbers(" not in text
    ] == []
    assert [name for name, text in sources.items() if "sys.argv" in text] == ["measuring.py"]
