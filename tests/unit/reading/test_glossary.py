"""The names of terms: each has its lines, and is found as it is typed."""

import pytest

from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue
from bot.reading.glossary import term_named, terms_named_in
from bot.reading.word_tables import read_lists


@pytest.mark.parametrize("language", Language)
def test_every_term_has_its_two_lines(language: Language, subtests: pytest.Subtests) -> None:
    texts, locale = Catalogue(), Locale(language)
    for term in read_lists("glossary", "terms"):
        with subtests.test(term):
            lines = [texts.render_code(locale, prefix, term) for prefix in ("glossary", "glossary-use")]
            assert all(len(line) <= 160 and "\n" not in line for line in lines)


@pytest.mark.parametrize(("typed", "term"), [("P/E", "pe")])
def test_term_is_found_by_a_name(typed: str, term: str | None) -> None:
    assert term_named(typed) == term


def test_terms_of_a_text() -> None:
    assert terms_named_in("what are RSI and a stop loss") == ("rsi", "stop")
