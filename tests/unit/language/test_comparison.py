"""Messages that ask to compare shares, and those that ask for decisions or speak of one share."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Understanding

# Text → the shares that it names.
ENGLISH = {
    "compare AAPL and IBM": "AAPL IBM",
    "AAPL vs IBM": "AAPL IBM",
    "AAPL versus google": "AAPL GOOG",
    "which is better, apple or IBM?": "AAPL IBM",
    "which one is better: FB or MSFT": "FB MSFT",
    "apple or google?": "AAPL GOOG",
    "is IBM better than AAPL?": "IBM AAPL",
    "how does IBM compare to MSFT": "IBM MSFT",
    "IBM against AAPL, which is stronger": "IBM AAPL",
    "google and facebook side by side": "GOOG FB",
    "google and IBM head to head": "GOOG IBM",
    "what's the difference between AAPL and IBM": "AAPL IBM",
    "rank AAPL, IBM and MSFT": "AAPL IBM MSFT",
    "compare apple, google, facebook, ibm and msft": "AAPL GOOG FB IBM MSFT",
    "who wins, AAPL or MSFT?": "AAPL MSFT",
    "which is cheaper, AAPL or IBM?": "AAPL IBM",
    "which of AAPL and IBM looks stronger": "AAPL IBM",
    "do you prefer apple or IBM": "AAPL IBM",
    "comparison of AAPL and MSFT please": "AAPL MSFT",
    "which is the better stock, IBM or MSFT": "IBM MSFT",
    "/compare AAPL IBM": "AAPL IBM",
    "line up ibm next to apple": "IBM AAPL",
}
CHINESE = {
    "苹果和谷歌哪个好": "AAPL GOOG",
    "比较苹果和IBM": "AAPL IBM",
    "苹果和微软比怎么样": "AAPL MSFT",
    "对比一下谷歌和脸书": "GOOG FB",
    "苹果跟IBM相比哪个更强": "AAPL IBM",
    "谷歌比苹果好吗": "GOOG AAPL",
    "IBM和MSFT哪个更便宜": "IBM MSFT",
    "苹果还是谷歌": "AAPL GOOG",
    "苹果 vs 谷歌": "AAPL GOOG",
    "谷歌和苹果谁更好": "GOOG AAPL",
    "把苹果、谷歌和IBM放一起比比": "AAPL GOOG IBM",
    "苹果和谷歌有什么区别": "AAPL GOOG",
    "苹果与IBM哪只更值得看": "AAPL IBM",
    "比一比FB和GOOG": "FB GOOG",
    "微软强还是IBM强": "MSFT IBM",
    "谷歌和微软对比": "GOOG MSFT",
    "苹果谷歌二选一看好哪个": "AAPL GOOG",
    "苹果、微软、IBM哪个强": "AAPL MSFT IBM",
    "微软和IBM谁的市盈率低": "MSFT IBM",
    "苹果和IBM谁稳一点": "AAPL IBM",
    "给苹果、谷歌、脸书排个序": "AAPL GOOG FB",
}
WITH_FOCUS = ("compare it with IBM", "how does it stack up against MSFT", "vs IBM?", "跟IBM比呢", "它和苹果比怎么样")
OTHERS = (
    *(
        "should I buy AAPL or IBM",
        "buy AAPL and IBM",
        "analyze AAPL and IBM",
        "buy IBM rather than apple",
        "AAPL and IBM",
    ),
    *(
        "sell IBM instead of apple",
        "which should I buy, AAPL or IBM",
        "why IBM and not AAPL?",
        "what if AAPL and IBM fall",
    ),
    *("how did our decisions on AAPL and IBM do, which was better", "is AAPL better now?", "analyze google"),
    *("买苹果还是谷歌", "分析苹果和谷歌", "苹果和谷歌该买哪个", "苹果怎么样", "为什么买谷歌不买苹果", "苹果和谷歌"),
)


def read(text: str, *, pending: int = 0) -> Understanding:
    instruments = load_instruments(["AAPL", "FB", "GOOG", "IBM", "MSFT"])
    return understand(
        text, Surroundings(instruments=instruments, today=date(2013, 1, 31), focus=("GOOG",), pending=pending)
    )


class TestComparison:
    @pytest.mark.parametrize("pending", [0, 1])
    def test_in_both_languages(self, subtests: pytest.Subtests, pending: int) -> None:
        for text, symbols in (ENGLISH | CHINESE).items():
            with subtests.test(text):
                understood = read(text, pending=pending)
                assert understood.comparison is not None
                assert understood.intent is Intent.ANALYZE
                assert understood.confidence >= 0.9
                assert understood.entities.symbols == tuple(symbols.split())

    def test_with_the_share_talked_of(self, subtests: pytest.Subtests) -> None:
        for text in WITH_FOCUS:
            with subtests.test(text):
                assert read(text).comparison is not None

    @pytest.mark.parametrize("pending", [0, 1])
    def test_decisions_and_single_shares_are_no_comparison(self, subtests: pytest.Subtests, pending: int) -> None:
        for text in OTHERS:
            with subtests.test(text):
                assert read(text, pending=pending).comparison is None


def test_what_looks_like_a_ranking_and_is_none(subtests: pytest.Subtests) -> None:
    for text in (
        *("should I buy the best one?", "buy the best of the five", "which decision was the best?", "make it bigger"),
        *(
            "which is better, now or later?",
            "which broker is the best?",
            "show me all five decisions",
            "sell the weakest",
        ),
        *(
            "which one is pending?",
            "is it more volatile than usual?",
            "哪只最值得买就买$500",
            "买最便宜的那只",
            "哪个更好，现在买还是等等",
        ),
    ):
        with subtests.test(text):
            assert read(text, pending=1).comparison is None
