"""What can be a verdict on a pending proposal, or a correction, is told apart before it is answered."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.conversation.threads import VerdictReading
from bot.reading.verdicts.reader import read_possible_verdict

CONTEXT = Surroundings(load_instruments(), date(2013, 1, 31))
VERDICTS = """
yes; do it; ok then; confirm; no; nope; cancel that; forget it; hold on; not yet; stop; undo; wait a second; don't
make it 7; no, 12; half of that; rather 3; 5; too much; less; that's wrong;
a bit smaller; sell instead; I meant MSFT; at most $2,000
好的; 确认; 取消; 等一下; 不要了; 改成8股; 太多了; 少一点; 不是，10股
"""
OTHERS = """
compare AAPL and IBM; analyze MSFT; price of IBM; why?; what if it drops 10 %?; /pending; show my portfolio; hello
分析苹果; 比较苹果和IBM; 为什么？
"""
UNCLEAR = """
buy 3 IBM; should I buy google?
买3股苹果
"""


def cases(texts: str, reading: VerdictReading) -> list[tuple[str, VerdictReading]]:
    return [(each.strip(), reading) for line in texts.strip().splitlines() for each in line.split(";") if each.strip()]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        *cases(VERDICTS, VerdictReading.VERDICT),
        *cases(OTHERS, VerdictReading.OTHER),
        *cases(UNCLEAR, VerdictReading.UNCLEAR),
        ("analyze AAPL " * 20, VerdictReading.UNCLEAR),  # too long to be read at once
    ],
)
def test_reading(text: str, reading: VerdictReading) -> None:
    assert read_possible_verdict(text, CONTEXT) is reading


def test_is_unclear_while_the_parser_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.reading.verdicts.reader.is_parser_loaded", lambda: False)

    assert read_possible_verdict("what about IBM", CONTEXT) is VerdictReading.UNCLEAR
