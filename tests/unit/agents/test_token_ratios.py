"""How an estimate is corrected by what a model's server has counted."""

import pytest

from bot.agents.model_client import TokenRatios


def test_without_reports_the_estimate_stands() -> None:
    assert TokenRatios().ratio("large") == 1.0


def test_each_model_has_its_own_ratio() -> None:
    ratios = TokenRatios()
    ratios.learn("large", estimated=1_000, reported=1_200)
    ratios.learn("large", estimated=3_000, reported=3_600)
    assert ratios.ratio("large") == pytest.approx(1.2)
    assert ratios.ratio("small") == 1.0


@pytest.mark.parametrize(("reported", "ratio"), [(0, 1.0), (1, 0.5), (100_000, 2.0)])
def test_absurd_reports_change_little(reported: int, ratio: float) -> None:
    ratios = TokenRatios()
    ratios.learn("large", estimated=1_000, reported=reported)
    assert ratios.ratio("large") == pytest.approx(ratio)


def test_what_is_new_outweighs_what_is_old() -> None:
    ratios = TokenRatios()
    for _ in range(100):
        ratios.learn("large", estimated=5_000, reported=5_000)
    for _ in range(20):
        ratios.learn("large", estimated=5_000, reported=6_000)
    assert ratios.ratio("large") == pytest.approx(1.2, abs=0.01)
