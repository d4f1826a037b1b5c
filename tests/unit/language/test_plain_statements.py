"""Messages that only state something: they order, limit and store nothing, whatever words of trades are in them."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.requests.talk import SmallTalkKind
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Surroundings
from bot.language.understand import understand
from bot.language.understanding import Understanding

STATEMENTS = (
    "I'd add below 420",
    "my view on Facebook: mobile ads will surprise to the upside",
    "I'm out of IBM for good, management can't be trusted",
    "I would only buy under 300",
    "thnk msft overpriced imo",
    "Apple: margin peak was last year imho, I'd not add",
    "the Norwegians sold 2 million shares of Google last quarter",
    "me too. 15% idle is a drag, but I sleep better",
    "I'd trim Apple: gross margin guidance was 37.5 to 38.5, first time below 40 in ages",
    "I'd love to own Southwest",
    "Goldman has a buy on it at 900",
    "if Apple breaks 430 I'm out",
    "I met the Hewlett-Packard CFO, she hinted at a breakup",
    "Right, let's plan the quarter. Cash is what worries me.",
    "crude at 90 is bad for the airlines, if you ask me",
    "next week I plan to sell my entire IBM",
    "our old fund never held more than 5% in one stock",
    "I'm long GOOG in my personal account",
    "I prefer Microsoft over IBM",
    "I'd rather own GOOG than FB",
    "Google's ad business is slowing, that worries me",
    "my wife works at Microsoft",
    "Apple reports next week",
    "we passed on IBM because services revenue is shrinking",
    "I distrust Japanese banks",
    "I think banks are too levered; I'd stay away from them until rates settle",
    "Microsoft guided to 12% cloud growth, below what I had",
    "our mandate caps us at 10 names",
    "the Fed will probably hike in June",
    "heard IBM is cutting 5,000 jobs",
    "we sold our last airline in 2012",
    "I might trim Apple after earnings",
    "PIMCO is short the dollar",
    "my dad bought IBM at 20",
    "昨天见了微软的人，说Surface卖得一般",
    "听说苹果下个月要裁供应链订单",
    "高盛给的目标价是900",
    "茅台提价了，我觉得可以拿着",
    "苹果下周发财报",
    "我觉得银行不行",
    "大摩把苹果下调到中性",
    "我听说谷歌要收购一家机器人公司",
    "我更喜欢微软，不喜欢IBM",
    "我宁愿拿谷歌也不拿脸书",
    "谷歌的广告增速放缓了，这让我担心",
    "我老婆在微软上班",
    "老李上周卖了两万股谷歌",
    "我觉得苹果太贵了，跌到400以下我才会买",
    "IBM的服务收入一直在缩，所以我们没买",
    "我个人账户里有谷歌",
    "下周我打算把IBM全卖了",
    "我们以前的基金单只不超过5%",
    "油价到90对航空股不利",
    "挪威主权基金上季度减持了谷歌",
    "昨晚跟苹果的供应商吃饭，他说订单很满",
    "美联储六月可能加息",
    "微软的云业务增长很快",
    "我爸二十块买的IBM",
    "我的目标价是520",
    "我们去年清了最后一只航空股",
    "苹果毛利率见顶了",
    "基金合同规定单只不超过10%",
    "我看好微软的云",
    "脸书的移动端数据不错",
    "420以下我会加仓",
    "我倾向于等回调",
)
OTHERS = (
    "I want to buy 5 IBM",
    "I'd like to sell half of my Google",
    "buy 5 MSFT, it looks better",
    "I think IBM is cheap, buy 3",
    "I think we should buy 5 IBM",
    "I'd buy 5 IBM",
    "IBM is cheap. Buy 3.",
    "I met their CFO; sell half of it",
    "what did the Norwegians sell?",
    "which of my shares is the worst",
    "is IBM a buy",
    "I keep hearing about Palantir, what's the deal",
    "never more than 5 % in one stock",
    "at most $3,000 per trade",
    "I never put more than 5% into one stock",
    "/analyze IBM",
    "我想买5股IBM",
    "听说苹果不行了，全部卖掉",
    "我觉得IBM便宜，买3股",
    "我偏好什么样的股票",
    "我喜欢什么样的股票",
    "我不喜欢什么行业",
    "每笔不超过2000美元",
    "微软的云业务怎么样",
    "把IBM卖了",
    "看看微软的云业务",
)


def read(text: str, *, pending: int = 0, focus: tuple[str, ...] = ("BA",)) -> Understanding:
    return understand(text, Surroundings(load_instruments(), date(2013, 3, 4), focus=focus, pending=pending))


@pytest.mark.parametrize("text", STATEMENTS)
@pytest.mark.parametrize("pending", [0, 1])
def test_statement_is_a_remark_whether_or_not_a_card_waits(text: str, pending: int) -> None:
    found = read(text, pending=pending)
    assert (found.intent, found.small_talk) == (Intent.UNKNOWN, SmallTalkKind.REMARK)
    assert (found.limits, found.memory, found.entities.side, found.entities.orders) == (None, None, None, ())


@pytest.mark.parametrize("text", OTHERS)
@pytest.mark.parametrize("pending", [0, 1])
def test_order_question_or_limit_is_no_remark(text: str, pending: int) -> None:
    found = read(text, pending=pending)
    assert found.small_talk is not SmallTalkKind.REMARK
    assert found.memory is None or not found.memory.text


@pytest.mark.parametrize(
    "text", ["I think it's overvalued", "MSFT looks too expensive to me", "它太贵了", "我觉得微软太贵了"]
)
def test_doubt_about_the_share_talked_of_is_explained(text: str) -> None:
    assert read(text, focus=("MSFT",)).intent is Intent.EXPLAIN


def test_remark_keeps_the_share_it_names() -> None:
    assert read("my wife works at Microsoft").entities.symbols == ("MSFT",)


@pytest.mark.parametrize("text", ["yes", "go ahead", "no", "cancel", "tom said yes", "我觉得不行"])
def test_verdict_keeps_its_meaning(text: str) -> None:
    assert read(text, pending=1).small_talk is not SmallTalkKind.REMARK
