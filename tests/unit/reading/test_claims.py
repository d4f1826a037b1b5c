"""What people claim when they argue with a view."""

import pytest

from bot.domain.figures.claims import Claim, TopicClaim
from bot.domain.text.normalise import normalise
from bot.reading.claims.reader import read_claims
from tests.unit.reading import sample_figures as s


def claims(text: str) -> str:
    """Return the claims of an argument in short: "pe_ratio low", "not rsi above 70", "margins"; empty: it has none."""
    return "; ".join(map(in_short, read_claims(normalise(text), today=s.TODAY)))


def in_short(claim: Claim) -> str:
    if isinstance(claim, TopicClaim):
        return claim.topic
    value = f"{claim.value.relation} {claim.value.value}".removeprefix("exact ") if claim.value else ""
    return " ".join(filter(None, ("not" * claim.is_denied, claim.measure, claim.level or "", value)))


CLAIMS = [
    # a figure's value
    ("but the pe is only 10 thats cheap", "pe_ratio low 10"),
    ("come on, 23x earnings is not cheap", "not pe_ratio low 23"),
    ("but rsi is above 70", "rsi above 70"),
    ("rsi's at 66, that's nearly overbought", "rsi high about 66"),
    ("yeah but it's 3% below its 200 day average", "from_average -0.03"),
    ("but it's down more than 30% in six months", "change below -0.30"),
    ("isn't the pe above 20?", "pe_ratio above 20"),
    ("the pe isn't 10", "not pe_ratio 10"),
    ("市盈率不是10吗", "pe_ratio 10"),
    ("RSI快70了", "rsi about 70"),
    ("股息率3%不错啊", "dividend_yield high 0.03"),
    ("macd is below its signal though", "macd low"),
    ("citi just upgraded it", "analysts"),
    ("公司一直在回购", "buybacks"),
    ("股价已经跌了30%", "change -0.30"),
    # its level
    ("I think it's overvalued", "pe_ratio high"),
    ("ibm isn't cheap", "not pe_ratio low"),
    ("volume and momentum are fading", "volume_ratio low; macd low"),
    ("the 200 day is way above the price", "from_average low"),
    ("but it's near its high", "from_high high"),
    ("it has run up too much already", "change high"),
    ("it's too volatile", "volatility high"),
    ("it pays no dividend", "dividend_yield 0.0000"),
    ("it pays dividends", "not dividend_yield 0.0000"),
    ("the RSI is screaming overbought", "rsi high"),
    ("不觉得太贵了吗", "pe_ratio high"),
    ("跌破200日均线了", "from_average low"),
    ("可是已经涨了很多", "change high"),
    ("没有分红啊", "dividend_yield 0.0000"),
    # what no figure measures
    ("margins are shrinking", "margins"),
    ("margins are shrinking and the ceo quit", "margins; management"),
    ("earnings are going to disappoint", "earnings_growth"),
    ("they just cut their dividend", "dividend_policy"),
    ("beta is way too high", "other_figure"),
    ("可是毛利在降", "margins"),
    ("财报不及预期", "earnings_growth"),
]


@pytest.mark.parametrize(("text", "expected"), CLAIMS)
def test_a_claim_is_read_with_its_figure_or_topic(text: str, expected: str) -> None:
    assert claims(text) == expected


def test_value_and_judgement_in_either_order_are_one_claim() -> None:
    assert claims("the pe is 10, that's cheap") == claims("that's cheap, the pe is 10")
