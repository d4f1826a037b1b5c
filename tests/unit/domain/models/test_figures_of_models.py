"""Sixty false and sixty true sentences of models: no false figure is shown as looked up, no true one is flagged."""

import csv
from pathlib import Path
from typing import Final

import pytest

from bot.domain.models.facts import FactCatalogue, FactUnit, ModelFact
from bot.domain.models.references import read_references
from bot.domain.text.emphasis import GAP, UNCHECKED, split_emphasis
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

DATA: Final = Path(__file__).parents[3] / "data"
ENGLISH: Final = Locale(Language.ENGLISH)
USD, PERCENT, NUMBER = FactUnit.USD, FactUnit.PERCENT, FactUnit.NUMBER
VALUES: Final = {
    "goog.close": ("755.69", USD),
    "goog.session": ("2013-01-31", FactUnit.DATE),
    "goog.change_20": ("4.5", PERCENT),
    "goog.change_120": ("18", PERCENT),
    "goog.vs_sma200": ("14.4", PERCENT),
    "goog.rsi14": ("65.96", NUMBER),
    "goog.pe": ("23.4", NUMBER),
    "goog.volume_ratio": ("0.66", NUMBER),
    "goog.high_52w": ("774.38", USD),
    "goog.market_cap": ("249400000000", FactUnit.LARGE_USD),
    "goog.stop": ("729.71", USD),
    "goog.news1": ("Sales up 36 % to $14.4 bn", FactUnit.HEADLINE),
    "ibm.close": ("203.07", USD),
    "ibm.pe": ("14.1", NUMBER),
}
FACTS: Final = {
    fact_id: ModelFact(id=fact_id, value=value, unit=unit, symbol=fact_id.partition(".")[0].upper(), source="sample")
    for fact_id, (value, unit) in VALUES.items()
}
CATALOGUE: Final = FactCatalogue(
    FACTS, {"GOOG": ("Alphabet Class C", "Google", "谷歌"), "IBM": ("IBM",), "MMM": ("3M",)}
)
LOOKED_UP: Final = {Catalogue().render_fact(ENGLISH, fact) for fact in FACTS.values()}


def rows(name: str) -> list[dict[str, str]]:
    with (DATA / f"{name}.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def shown(text: str, subject: str) -> str:
    read = read_references(text, CATALOGUE, symbol=subject)
    return Catalogue().render_model_text(ENGLISH, read.template, read.facts)


def bold_parts(text: str) -> list[str]:
    return [part for part, is_bold in split_emphasis(text) if is_bold]


def test_there_are_sixty_of_each() -> None:
    assert (len(rows("false_figures")), len(rows("true_figures"))) == (60, 60)


def test_no_false_figure_is_shown_as_looked_up_and_each_is_marked(subtests: pytest.Subtests) -> None:
    for row in rows("false_figures"):
        with subtests.test(row["text"]):
            read = read_references(row["text"], CATALOGUE, symbol=row["subject"])
            expected = row["marked"].split("; ")
            if row["kind"] == "another share":
                assert bold_parts(shown(row["text"], row["subject"])) == expected
                continue
            assert read.faults == tuple(expected) or sorted(read.faults) == sorted(
                _half_width(each) for each in expected
            )
            assert read.template.count(UNCHECKED) + read.template.count(GAP) == len(expected)
            assert set(bold_parts(shown(row["text"], row["subject"]))) <= LOOKED_UP


def test_no_true_sentence_is_flagged(subtests: pytest.Subtests) -> None:
    for row in rows("true_figures"):
        with subtests.test(row["text"]):
            read = read_references(row["text"], CATALOGUE, symbol=row["subject"])
            assert read.faults == ()
            assert set(bold_parts(shown(row["text"], row["subject"]))) <= LOOKED_UP
            assert not read.has_marks


def test_no_further_false_sentence_is_left_without_a_mark(subtests: pytest.Subtests) -> None:
    for row in rows("further_false_figures"):
        with subtests.test(row["text"]):
            assert read_references(row["text"], CATALOGUE, symbol="GOOG").has_marks


def test_no_further_true_sentence_is_flagged(subtests: pytest.Subtests) -> None:
    for row in rows("further_true_figures"):
        with subtests.test(row["text"]):
            assert read_references(row["text"], CATALOGUE, symbol="GOOG").faults == ()


def _half_width(text: str) -> str:
    return text.translate(
        {ord(wide): narrow for wide, narrow in zip("０１２３４５６７８９％", "0123456789%", strict=True)}
    )
