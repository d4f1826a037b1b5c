"""Every code of what cannot be used is one of `Problem`, and has its own sentence in every language."""

from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import locales
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.locale import Language, Locale
from bot.language.quantities.number_roles import NumberRole
from bot.language.understand import understand
from tests.labelled_utterances import MARKET, TODAY

SAY = locales.Catalogue()
NUMBER_PROBLEMS = ("not_a_number", "malformed", "too_large", "too_precise", "negative", "currency", "ambiguous")
FRAMES = (
    *("buy {} of AAPL", "sell {}", "at most {}", "stop at {}", "sell {}%", "buy {} shares", "put ${} into IBM, {} max"),
    *("买{}苹果", "止损{}", "卖{}股", "减到{}", "卖掉百分之{}", "trim to {}", "buy on {}/{}/2013", "{}年{}月{}日"),
)
FIGURES = st.text(alphabet="0123456789.,-e$€%kM万千百十三五股块半成nan", max_size=24)


class TestSentences:
    def test_when_a_code_then_a_sentence_that_ends(self, subtests: pytest.Subtests) -> None:
        for problem in Problem:
            for language in Language:
                with subtests.test(f"{problem} {language}"):
                    assert SAY.render_code(Locale(language), "problem", problem).endswith((".", "。"))

    @pytest.mark.parametrize("language", list(Language))
    def test_when_a_sentence_then_it_has_a_code(self, language: Language) -> None:
        lines = (files(locales) / language.value / "problems.ftl").read_text(encoding="utf-8").splitlines()
        said = {line.split(" = ")[0] for line in lines if line.startswith("problem-")}
        assert said == {f"problem-{problem.replace('_', '-')}" for problem in Problem}


class TestCodes:
    def test_when_a_number_is_wrong_in_any_place_then_there_is_a_code(self, subtests: pytest.Subtests) -> None:
        for problem in NUMBER_PROBLEMS:
            for role in NumberRole:
                with subtests.test(f"{problem} {role}"):
                    assert Problem(f"{role}_{problem}")

    @given(FIGURES, st.sampled_from(FRAMES))
    def test_when_any_figure_then_all_problems_are_known_codes(self, figure: str, frame: str) -> None:
        context = Surroundings(instruments=MARKET, today=TODAY, pending=1)
        found = understand(frame.replace("{}", figure), context).entities
        assert all(isinstance(problem, Problem) for problem in found.problems)
