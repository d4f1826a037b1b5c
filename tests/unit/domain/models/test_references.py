"""Whatever a model writes, only facts are bold, and what stands beside a reference cannot change what it says."""

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.models.facts import FactCatalogue, FactUnit, ModelFact
from bot.domain.models.references import read_references, rename_references, without_unfinished_reference
from bot.domain.text.emphasis import emphasis_as_text, split_emphasis
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

CLOSE: Final = ModelFact(id="goog.close", value="755.69", unit=FactUnit.USD, symbol="GOOG", source="sample")
CHANGE: Final = ModelFact(id="goog.change_20", value="-3.21", unit=FactUnit.PERCENT, symbol="GOOG", source="sample")
LOSS: Final = ModelFact(id="goog.eps", value="-5", unit=FactUnit.USD, symbol="GOOG", source="sample")
OTHER: Final = ModelFact(id="brk.b.close", value="97", unit=FactUnit.USD, symbol="BRK.B", source="sample")
FACTS: Final = (CLOSE, CHANGE, LOSS, OTHER)
CATALOGUE: Final = FactCatalogue(
    {fact.id: fact for fact in FACTS}, {"GOOG": ("Google", "谷歌"), "BRK.B": ("Berkshire",)}
)
PIECES: Final = (
    *("{goog.close}", "{GOOG.CHANGE_20}", "{brk.b.close}", "{no.such}", "{", "}", "{{", "${", "`"),
    *("**", "__", "*"),
    *(
        "12",
        "½",
        "doubled",
        "三成",
        "万一",
        " ",
        "\n",
        "\\",
        "[x](https://evil.example/",
        ")",
        "-",
        "%",
        "GOOG",
        "谷歌",
    ),
    *("\ue001", "\ue010", "\ue011", "\ue012", "｛goog.close｝", "\u200b", "# ", "a"),
)


def shown(text: str, *, symbol: str = "GOOG", language: Language = Language.ENGLISH) -> str:
    read = read_references(text, CATALOGUE, symbol=symbol)
    return Catalogue().render_model_text(Locale(language), read.template, read.facts)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{goog.close}", "**$755.69**"),
        (
            "{ Goog.Close }, {{goog.close}}, `{goog.close}`, ${goog.close}, ｛goog.close｝",
            ", ".join(["**$755.69**"] * 5),
        ),
        ("{goog.close} dollars, {goog.change_20} %, {goog.change_20} percent", "**$755.69**, **−3.2 %**, **−3.2 %**"),
        ("a loss of {goog.eps}", "a loss of **−$5.00**"),
        ("{brk.b.close}", "**$97.00 (BRK.B)**"),
        ("BRK.B: {brk.b.close}", "BRK.B: **$97.00**"),
        ("Berkshire is at {brk.b.close}, Google at {goog.close}", "Berkshire is at **$97.00**, Google at **$755.69**"),
        ("Berkshire is cheap; Google is at {brk.b.close}", "Berkshire is cheap; Google is at **$97.00 (BRK.B)**"),
        ("{goog.close} and {goog.clos", "**$755.69** and [no such figure]"),
        ("a set {1, 2}", "a set [no such figure]"),
    ],
)
def test_references_are_read_in_every_form(text: str, expected: str) -> None:
    assert emphasis_as_text(shown(text)) == expected


def test_in_chinese_figures_are_written_as_there() -> None:
    assert (
        emphasis_as_text(shown("跌{goog.change_20}至{goog.close}", language=Language.CHINESE))
        == "跌**−3.2%**至**$755.69**"
    )


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_nothing_but_facts_is_ever_bold(text: str) -> None:
    facts = {Catalogue().render_fact(Locale(Language.ENGLISH), fact) for fact in FACTS}
    written = shown(text)
    bold = [part for part, is_bold in split_emphasis(written) if is_bold]
    assert all(part.partition(" (")[0] in facts for part in bold)
    assert "**" not in "".join(part for part, is_bold in split_emphasis(written) if not is_bold)
    assert not any("\ue000" <= sign <= "\uf8ff" for sign in emphasis_as_text(written))


@pytest.mark.parametrize(
    ("text", "kept"),
    [("At {goog.cl", "At "), ("At `{", "At "), ("At ${{goog.close", "At "), ("At {goog.close}", "At {goog.close}")],
)
def test_an_unfinished_reference_is_left_out(text: str, kept: str) -> None:
    assert without_unfinished_reference(text) == kept


def test_recalled_references_have_new_ids() -> None:
    read = read_references("At {goog.close}, {brk.b.close} and {no.such} it doubled.", CATALOGUE, symbol="GOOG")
    renamed = rename_references(read.template, lambda fact_id: f"past1.{fact_id}")
    assert renamed == "At {past1.goog.close}, {past1.brk.b.close} and … it doubled."
