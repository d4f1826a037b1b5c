"""What people claim when they argue with a view, and what is no claim: a question, an order, talk."""

from itertools import pairwise

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.claims import Claim, TopicClaim
from bot.domain.market.instruments import InstrumentTable
from bot.domain.text.normalise import normalise
from bot.reading.claims.reader import read_claims
from bot.reading.figures.reader import read_figure_query
from tests.unit.reading import sample_figures as s
from tests.unit.reading.test_figure_answers import OF_PRICES

INSTRUMENTS = InstrumentTable(load_instruments(), covered=("AAPL", "FB", "GOOG", "IBM", "MSFT"))


def claims(text: str, *, pending: int = 0, is_argument: bool = False) -> str:
    """Return the claims of a message in short: "pe_ratio low", "not rsi above 70", "margins"; empty: it is none."""
    around = Surroundings(INSTRUMENTS, s.TODAY, focus=("IBM",), pending=pending)
    read = read_claims(normalise(text), around, is_argument=is_argument)
    return "" if read is None else "; ".join(map(in_short, read.claims)) + "".join(f" of {x}" for x in read.symbols)


def in_short(claim: Claim) -> str:
    if isinstance(claim, TopicClaim):
        return claim.topic
    value = f"{claim.value.relation} {claim.value.value}".removeprefix("exact ") if claim.value else ""
    return " ".join(filter(None, ("not" * claim.is_denied, claim.measure, claim.level or "", value)))


CLAIMS = [
    # a figure's value
    ("but the pe is only 10 thats cheap", "pe_ratio low 10"),
    ("its P/E is 18, that's expensive", "pe_ratio high 18"),
    ("come on, 23x earnings is not cheap", "not pe_ratio low 23"),
    ("but rsi is above 70", "rsi above 70"),
    ("its dividend yield is over 4%", "dividend_yield above 0.04"),
    ("rsi's at 66, that's nearly overbought", "rsi high about 66"),
    ("but it's 35% off its high", "from_high -0.35"),
    ("yeah but it's 3% below its 200 day average", "from_average -0.03"),
    ("it dropped 5% yesterday", "change -0.05"),
    ("but it's down more than 30% in six months", "change below -0.30"),
    ("isn't the pe above 20?", "pe_ratio above 20"),
    ("the pe isn't 10", "not pe_ratio 10"),
    ("股息才1%", "dividend_yield 0.01"),
    ("其实市盈率是20", "pe_ratio 20"),
    ("市盈率不是10吗", "pe_ratio 10"),
    ("它的市盈率超过30", "pe_ratio above 30"),
    ("RSI快70了", "rsi about 70"),
    ("2% dividend isn't bad", "not dividend_yield low 0.02"),
    ("股息率3%不错啊", "dividend_yield high 0.03"),
    ("macd is below its signal though", "macd low"),
    ("they have no debt", "debt"),
    ("citi just upgraded it", "analysts"),
    ("营收增长了36%", "sales"),
    ("公司一直在回购", "buybacks"),
    ("离52周高点只差4%", "from_high -0.04"),
    ("股价已经跌了30%", "change -0.30"),
    # its level
    ("I think it's overvalued", "pe_ratio high"),
    ("ibm isn't cheap", "not pe_ratio low of IBM"),
    ("don't you think it's too expensive?", "pe_ratio high"),
    ("no, it's too expensive", "pe_ratio high"),
    ("volume dried up though", "volume_ratio low"),
    ("volume and momentum are fading", "volume_ratio low; macd low"),
    ("the trend is down", "from_average low"),
    ("the 200 day is way above the price", "from_average low"),
    ("but it's near its high", "from_high high"),
    ("it's way off its highs", "from_high low"),
    ("it has run up too much already", "change high"),
    ("it's too volatile", "volatility high"),
    ("the yield is tiny", "dividend_yield low"),
    ("it pays no dividend", "dividend_yield 0.0000"),
    ("it pays dividends", "not dividend_yield 0.0000"),
    ("the news is terrible", "news low"),
    ("the RSI is screaming overbought", "rsi high"),
    ("不觉得太贵了吗", "pe_ratio high"),
    ("但它不便宜", "not pe_ratio low"),
    ("成交量都没了", "volume_ratio low"),
    ("可是快到前高了", "from_high high"),
    ("跌破200日均线了", "from_average low"),
    ("可是已经涨了很多", "change high"),
    ("微软的股息很高", "dividend_yield high of MSFT"),
    ("没有分红啊", "dividend_yield 0.0000"),
    ("最近都是坏消息", "news low"),
    ("波动太大了", "volatility high"),
    # what no figure measures
    ("margins are shrinking", "margins"),
    ("yes but aren't margins shrinking?", "margins"),
    ("margins are shrinking and the ceo quit", "margins; management"),
    ("the ceo just quit", "management"),
    ("revenue growth is slowing", "sales"),
    ("earnings are going to disappoint", "earnings_growth"),
    ("they just cut their dividend", "dividend_policy"),
    ("everyone's bullish on it", "sentiment"),
    ("samsung is eating their lunch", "competition"),
    ("their debt is huge", "debt"),
    ("beta is way too high", "other_figure"),
    ("analysts just downgraded it", "analysts"),
    ("the fed is about to hike", "economy"),
    ("可是毛利在降", "margins"),
    ("CEO刚辞职了", "management"),
    ("大家都看好它", "sentiment"),
    ("负债太高", "debt"),
    ("苹果的毛利在下滑", "margins of AAPL"),
    ("散户都在买", "investors"),
    ("财报不及预期", "earnings_growth"),
]


@pytest.mark.parametrize(("text", "expected"), CLAIMS)
def test_a_claim_is_read_with_its_figure_or_topic(text: str, expected: str) -> None:
    assert claims(text) == expected


QUESTIONS = [
    *(
        "is it cheap?",
        "is it overvalued",
        "is the pe above 20?",
        "has it fallen since september?",
        "did volume dry up?",
    ),
    *("are margins shrinking?", "how are the margins?", "what about margins", "and the pe?", "pe", "rsi 14", "volume"),
    *(
        "any bad news?",
        "why is momentum weak?",
        "which one is cheapest",
        "msft is cheaper than ibm",
        "volatility high?",
    ),
    *("what if margins shrink?", "if margins are shrinking, would it change the view?", "and if it rises 5%?"),
    *(
        "贵吗",
        "贵不贵",
        "市盈率多少",
        "毛利怎么样",
        "跌了吗",
        "有分红吗",
        "微软离52周高点多远",
        "如果毛利下降呢",
        "成交量呢",
    ),
]
ORDERS = [
    *("but buy 5 anyway", "margins are shrinking so sell it", "sell half, the ceo quit", "make it 5", "up it 10%"),
    *("stop at 190", "take it down to 5", "good, but only 5", "put 5% into FB", "the price is at most 200"),
    *("alert me if it falls below 190", "remember that the ceo quit", "note: margins are shrinking", "it's below 190"),
    *("never buy anything with a pe above 30", "low risk please", "never mind, margins are shrinking", "falls 10%"),
    *(
        "去掉FB",
        "每笔不超过500美元",
        "卖一半，毛利在降",
        "改成5股",
        "跌破190提醒我",
        "记住毛利在降",
        "基金最多5%",
        "跌10%",
    ),
]
TALK = [
    *("no", "yes", "ok", "thanks, that's good", "great growth", "too high", "too much", "our position is too big"),
    *("my broker says it's overvalued", "bob said margins are shrinking", "the weather is bad", "everyone is here"),
    *("our fund is up 5%", "but the services page is broken", "last quarter's numbers", "he thinks it's expensive"),
    *("好", "不", "太多了", "谢谢，不错", "大家早上好", "大家都在等你", "我们的仓位太大", "中国区开会", "成本是多少"),
]


@pytest.mark.parametrize("text", [*QUESTIONS, *ORDERS, *TALK])
def test_a_question_an_order_and_talk_are_no_claim(text: str) -> None:
    assert claims(text) == ""


@pytest.mark.parametrize("text", [text for text, _ in OF_PRICES])
def test_a_question_for_a_figure_is_no_claim(text: str) -> None:
    assert claims(text) == ""


@pytest.mark.parametrize("text", ["no, it's too expensive", "nah, margins are shrinking", "no way, its rsi is 80"])
def test_a_no_declines_a_card_that_waits(text: str) -> None:
    assert claims(text)
    assert claims(text, pending=1) == ""


def test_value_and_judgement_in_either_order_are_one_claim() -> None:
    assert claims("the pe is 10, that's cheap") == claims("that's cheap, the pe is 10")


@pytest.mark.parametrize("text", ["isn't it overvalued?", "isn't the pe above 20?"])
def test_what_doubts_is_read_though_it_asks_for_a_figure_too(text: str) -> None:
    around = Surroundings(INSTRUMENTS, s.TODAY, focus=("IBM",))
    assert read_figure_query(text, around) is not None
    assert claims(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("honestly that p/e is crazy on such numbers", "pe_ratio high"),
        ("IBM looks kinda overbought to me already, no?", "rsi high of IBM"),
        ("hey, isn't IBM a bit oversold by now?", "rsi low of IBM"),
        ("so it has gained something like 8 percent since then, right?", "change about 0.08"),
    ],
)
def test_of_an_argument_the_known_words_count(text: str, expected: str) -> None:
    assert claims(text, is_argument=True) == expected


def test_no_text_is_listed_twice() -> None:
    listed = sorted([*(text for text, _ in CLAIMS), *QUESTIONS, *ORDERS, *TALK])
    assert [a for a, b in pairwise(listed) if a == b] == []
