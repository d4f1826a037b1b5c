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
    *("12", "½", "doubled", "三成", "万一", " ", "\n", "\\", "[x](https://evil.example/"),
    *(")", "-", "%", "GOOG", "谷歌"),
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
        # one of another share has its name unless that is right beside
        ("GOOG, unlike BRK.B, closed at {brk.b.close}", "GOOG, unlike BRK.B, closed at **$97.00 (BRK.B)**"),
        ("Next to Berkshire it is dear: {brk.b.close}", "Next to Berkshire it is dear: **$97.00 (BRK.B)**"),
        ("It beat Berkshire; its price of {brk.b.close}", "It beat Berkshire; its price of **$97.00 (BRK.B)**"),
        ("It beat Berkshire to close at {brk.b.close}", "It beat Berkshire to close at **$97.00 (BRK.B)**"),
        ("Berkshire's {brk.b.close} is less", "Berkshire's **$97.00** is less"),
        ("Berkshire last closed at {brk.b.close}", "Berkshire last closed at **$97.00**"),
        ("another ({brk.b.close} (BRK.B))", "another (**$97.00** (BRK.B))"),
        ("与BRK.B不同，股价收于{brk.b.close}", "与BRK.B不同，股价收于**$97.00 (BRK.B)**"),
        ("BRK.B 的收盘价为 {brk.b.close}", "BRK.B 的收盘价为 **$97.00**"),
        ("谷歌优于BRK.B，它在{brk.b.close}", "谷歌优于BRK.B，它在**$97.00 (BRK.B)**"),
    ],
)
def test_references_are_read_in_every_form(text: str, expected: str) -> None:
    assert emphasis_as_text(shown(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It moved {up}.", "It moved **+4.5 %**."),
        ("It rose by about {up}.", "It rose by about **4.5 %**."),
        ("It trades {up} above its average.", "It trades **4.5 %** above its average."),
        ("It sank {up}.", "It sank **+4.5 %**."),
        ("It is {up} below its average.", "It is **+4.5 %** below its average."),
        ("It fell {down}.", "It fell **2.3 %**."),
        ("A {down} decline.", "A **2.3 %** decline."),
        ("It gained {down}.", "It gained **−2.3 %**."),
        ("The change of {down} is small.", "The change of **−2.3 %** is small."),
        ("It is up +{up}.", "It is up +**4.5 %**."),
        ("It did not move: {flat}.", "It did not move: **0.0 %**."),
        ("上涨了约{up}，跌幅{up}", "上涨了约**4.5 %**，跌幅**+4.5 %**"),
        ("下跌{down}，高出均线{down}", "下跌**2.3 %**，高出均线**−2.3 %**"),
        ("近期变动{up}", "近期变动**+4.5 %**"),
    ],
)
def test_a_change_has_its_sign_unless_the_words_say_it(text: str, expected: str) -> None:
    changes = {"up": "4.5", "down": "-2.3", "flat": "0.01"}
    facts = {
        each: ModelFact(id=each, value=value, unit=FactUnit.CHANGE, symbol="GOOG") for each, value in changes.items()
    }
    read = read_references(text, FactCatalogue(facts, {"GOOG": ()}), symbol="GOOG")
    shown_text = Catalogue().render_model_text(Locale(Language.ENGLISH), read.template, read.facts)
    assert emphasis_as_text(shown_text) == expected
    assert rename_references(read.template, str) == text


FIGURES_BESIDE_REFERENCES: Final = (  # joined, units and currencies, scales, signs
    *("{goog.close}{brk.b.close}", "{goog.close}.{goog.close}", "{goog.close},{goog.close}"),
    *("{goog.close}/{goog.close}", "{goog.close}:{goog.close}", "{goog.close}分之{goog.close}"),
    *("{goog.close}点{goog.close}", "{goog.close}_{goog.close}", "{goog.close}*{goog.close}"),
    *("{goog.close} + {goog.close}", "{goog.close} ÷ {goog.close}", "{goog.close}**{goog.close}"),
    *("{shares} of {shares}", "{shares} {shares}", "{shares}`{shares}", "{shares}\u200b·{shares}"),
    *("{goog.change_20} bips", "{goog.change_20} basis point", "{goog.change_20}个基点", "{goog.change_20} pps"),
    *("{goog.pe}‱", "¥{goog.close}", "HK${goog.close}", "CNY {goog.close}", "{goog.close} pence", "{goog.close}欧元"),
    *("{goog.close} yuan", "{goog.pe} weeks", "{goog.close} days", "{goog.pe}个月", "{shares} times"),
    *("{goog.change_20} shares", "{goog.close}bn", "{shares} gross", "{shares}M", "{shares} lot", "{shares}千"),
    *("{shares}手", "{shares}rd", "{goog.pe}²", "the cube of {goog.pe}", "∛{goog.pe}", "第{shares}次"),
    *("{goog.pe}分之一", "minus some {goog.change_20}", "negative: {goog.pe}", "a move - {goog.change_20}"),
    *("负值{goog.change_20}", "减去{goog.pe}", "±{goog.pe}", "−{goog.pe}"),
)
TEXT_BESIDE_REFERENCES: Final = (
    *("{goog.close}, {brk.b.close}", "from {goog.close} to {goog.close}", "{goog.close}–{goog.close}"),
    *("{goog.close}至{goog.close}", "{goog.close} ({goog.change_20})", "{goog.close}、{goog.close}"),
    *("- {goog.close}", "Notes:\n- {goog.close}", "{goog.pe} times earnings", "{goog.pe}倍市盈率", "{shares} shares"),
    *("{shares} days", "{shares}股", "{goog.pe}x sales", "{goog.close}元", "{goog.close} a share"),
    *("{goog.close}'s level", "{goog.close} – {goog.close}", "{goog.close}手机业务", "{goog.change_20}折价"),
    *("a {goog.change_20} day", "The MACD is negative at {goog.pe}", "成本{goog.close}", "{goog.close}: fine"),
)


def test_what_changes_a_figure_beside_it_is_marked(subtests: pytest.Subtests) -> None:
    facts = (
        *FACTS,
        ModelFact(id="goog.pe", value="23.4", unit=FactUnit.NUMBER, symbol="GOOG"),
        ModelFact(id="shares", value="5", unit=FactUnit.COUNT),
    )
    catalogue = FactCatalogue({fact.id: fact for fact in facts}, CATALOGUE.names)
    for texts, is_marked in ((FIGURES_BESIDE_REFERENCES, True), (TEXT_BESIDE_REFERENCES, False)):
        for text in texts:
            with subtests.test(text):
                read = read_references(text, catalogue, symbol="GOOG")
                assert (read.has_marks, bool(read.faults)) == (is_marked, is_marked)
                assert not any("\ue000" <= sign <= "\uf8ff" for fault in read.faults for sign in fault)


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
