"""Questions about what was said in shapes of everyday talk, and what only looks like one."""

from datetime import date

import pytest

from adapters.market.instruments import load_instruments
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.normalise import normalise
from bot.language.questions.recall_questions import RECALL, continued_question, find_speaker, summary_topic
from bot.language.understand import understand
from bot.language.understanding import Understanding

ASKED = {
    "I never said that rail was cheap, did I?": "Kim",
    "you told us utilities were expensive, right?": "",
    "what was the last thing Dan mentioned?": "Dan",
    "remind me what Ines argued about rail": "Ines",
    "which quarter was it, according to me?": "Kim",
    "what did Omar reply?": "Omar",
    "what's Ines's horizon?": "Ines",
    "recap what Omar said about rail": "Omar",
    "sum up our discussion": "",
    "等一下，我不是提过铁路吗？": "",
    "小赵不是说过铁路贵吗？": "小赵",
    "老孙是什么时候提铁路的？": "老孙",
    "我刚才说铁路怎么了？": "Kim",
    "陈总说运费是多少？": "陈总",
    "是谁说运费要涨的？": "",
    "谁说运费会翻倍？": "",
    "马姐怎么回的？": "马姐",
    "昨天小赵对运费有什么预测？": "小赵",
    "3月2日到3月9日之间有人提过运费吗？": "",
    "我之前怎么看铁路的运费来着？": "Kim",
    "这个规定是谁告诉你的？": "",
    "总结一下我们聊了什么": "",
}
OTHERS = (
    "我说IBM怎么样？",
    "你说IBM怎么样？",
    "方便说一下什么是MACD吗",
    "大概说说IBM怎么样",
    "总结一下IBM的情况",
    "remind me when IBM falls below 200",
    "remind me to buy IBM tomorrow",
    "谁说可以买了",
)


def read(text: str, *, pending: int = 0) -> Understanding:
    instruments = load_instruments()
    return understand(text, Surroundings(instruments, date(2026, 3, 2), focus=("IBM",), pending=pending))


@pytest.mark.parametrize("text", ASKED)
@pytest.mark.parametrize("pending", [0, 1])
def test_question_about_what_was_said(text: str, pending: int) -> None:
    assert read(text, pending=pending).command == RECALL
    assert find_speaker(normalise(text), asker="Kim") == ASKED[text]


@pytest.mark.parametrize("text", OTHERS)
def test_what_only_looks_like_such_a_question(text: str) -> None:
    understood = read(text)
    assert understood.command != RECALL
    assert understood.small_talk is None


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("summarize what we said about rail freight", "rail freight"),
        ("recap our conversation", ""),
        ("总结一下我们聊了什么", ""),
        ("总结一下运费的讨论", "运费"),
        ("总结一下大家对运费的看法", "运费"),
        ("recap, please", ""),
        ("what did we leave open?", ""),
        ("what was the last thing I said?", ""),
        ("what did we say about rail?", None),
    ],
)
def test_topic_of_a_summary(text: str, topic: str | None) -> None:
    assert summary_topic(text) == topic


@pytest.mark.parametrize(
    ("text", "before", "question"),
    [
        ("and about the railways?", "what did Dan say about oil?", "what did Dan say about the railways?"),
        ("and on rail", "who mentioned oil?", "what did we say about rail?"),
        ("那铁路呢?", "小赵怎么看油价?", "小赵对铁路怎么说?"),
        ("and about rail?", "analyze IBM", None),
        ("what did Dan say about rail?", "what did Dan say about oil?", None),
    ],
)
def test_question_goes_on_from_the_one_before(text: str, before: str, question: str | None) -> None:
    assert continued_question(text, before) == question
