"""Questions about what was said are told from questions about the market, from orders and from things to remember."""

import pytest

from bot.language.questions.recall_questions import (
    asks_for_rule,
    find_recall_question,
    find_speaker,
    names_pronoun,
    rule_topic,
)

ASKED = {
    "what did Bob say about banks?": "Bob",
    "so what did @carol suggest for March": "carol",
    "what were Carol's concerns on airlines?": "Carol",
    "didn't Dan warn us about that one": "Dan",
    "who mentioned leverage last week": "",
    "when did we last talk about IBM?": "",
    "do you remember what we decided on IBM?": "",
    "have we ever discussed Tesla?": "",
    "what was my question about IBM?": "",
    "remember when somebody warned us about airlines?": "",
    "did anyone bring up the Fed?": "",
    "what was said about hedging?": "",
    "last time we talked about oil, what was the price?": "",
    "what does our mandate say about leverage?": "",
    "is shorting allowed under our investment policy?": "",
    "what did I ask about IBM?": "Kim",
    "我说过券商什么？": "Kim",
    "今天谁提过券商？": "",
    "我们什么时候聊过券商？": "",
    "鲍勃对银行怎么说？": "鲍勃",
    "王明上周提到什么风险了？": "王明",
    "谁提过杠杆？": "",
    "我们上次聊谷歌是什么时候": "",
    "你还记得我们为什么没买IBM吗": "",
    "大家讨论过特斯拉吗？": "",
    "我们的章程对杠杆怎么规定？": "",
    "who dislikes airlines?": "",
    "who else is bullish on utilities?": "",
    "was Dan opposed to the merger?": "Dan",
    "what does Ines think of rail?": "Ines",
    "where does Ines stand on rail?": "Ines",
    "is anybody still worried about rates?": "",
    "what do people here think of IBM?": "",
    "what did she say about rail?": "",
    "谁看空航空股？": "",
    "小赵怎么看铁路？": "小赵",
    "陈总对债券什么态度？": "陈总",
    "老孙不喜欢黄金吗？": "老孙",
    "她怎么看铁路？": "",
    "什么时候谈过铁路？": "",
}
RULES = (
    "what's our policy on airlines?",
    "do we have any rule about earnings",
    "what are our rules?",
    "do we usually short?",
    "do we hold through results?",
    "are we allowed to use leverage?",
    "what do we do after a profit warning?",
    "how do we handle stock splits?",
    "我们对航空股有什么规矩？",
    "我们加杠杆吗？",
    "关于做空我们的原则是什么？",
)
NOT_ASKED = (
    "what do you think about IBM?",
    "what do analysts say about IBM?",
    "what does the news say about AAPL",
    "what did the market do last week",
    "did it go through?",
    "did IBM fall?",
    "did we buy IBM?",
    "what did we sell?",
    "remember that we never hold over earnings",
    "remind me what a stock split is",
    "what did analysts think of IBM",
    "do you think IBM is cheap?",
    "have you executed it",
    "I told you to cancel",
    "what should I ask you",
    "分析师怎么说苹果？",
    "苹果怎么样",
    "记住我们不持有过财报",
    "今天开会聊了新办公室，没有结论",
    "what does the market think of IBM?",
    "what does it say?",
    "are you bullish on IBM?",
    "is the market worried?",
    "what does RSI mean?",
    "what does ATR stand for?",
    "what do we do with IBM?",
    "do we hold IBM?",
    "how do we trade?",
    "what's our cash?",
    "黄金怎么看？",
    "高通怎么看",
    "你怎么看苹果？",
    "现在怎么看IBM",
    "我们持有IBM吗？",
    "我喜欢苹果",
)


@pytest.mark.parametrize("text", ASKED)
def test_question_about_what_was_said_then_found_with_its_speaker(text: str) -> None:
    assert find_recall_question(text) is not None
    assert find_speaker(text, asker="Kim") == ASKED[text]


@pytest.mark.parametrize("text", NOT_ASKED)
def test_other_message_then_none(text: str) -> None:
    assert find_recall_question(text) is None


@pytest.mark.parametrize("text", RULES)
def test_question_for_what_the_team_has_agreed_on(text: str) -> None:
    assert asks_for_rule(text)
    assert find_recall_question(text) is not None


@pytest.mark.parametrize("text", [*ASKED, *NOT_ASKED])
def test_other_question_asks_for_no_rule(text: str) -> None:
    assert not asks_for_rule(text)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("what's our policy on airlines?", "airlines"),
        ("do we hold through results?", "hold through results"),
        ("how do we handle stock splits?", "stock splits"),
        ("what are our rules?", ""),
    ],
)
def test_topic_of_a_rule(text: str, topic: str) -> None:
    assert rule_topic(text) == topic


@pytest.mark.parametrize("text", ["what did he say?", "what does she think of rail?", "他说了什么？", "她怎么看铁路？"])
def test_speaker_is_named_by_a_pronoun(text: str) -> None:
    assert names_pronoun(text)


def test_speaker_named_is_no_pronoun() -> None:
    assert not names_pronoun("what did Bob say?")
