"""Partial model answers for the tests of streamed replies."""

from typing import Final

TEXTS: Final = {
    "draft": (
        "## GOOG\n\nThe price is **above** its average, <!channel> and @everyone should [look](https://evil.example/x)"
        " at <@U123>:\n\n1. trend\n2. `momentum` and **unfin"
    ),
    "draft-long": "# Beginning\n\n" + "\n\n".join(f"Paragraph {n}: " + "word " * 9 for n in range(600)) + "\n\nThe end",
}
