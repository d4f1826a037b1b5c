"""Questions about what was said are told from questions about the market, from orders and from things to remember."""

import pytest

from bot.language.questions.recall_questions import find_recall_question, find_speaker

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
}
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
)


@pytest.mark.parametrize("text", ASKED)
def test_question_about_what_was_said_then_found_with_its_speaker(text: str) -> None:
    assert find_recall_question(text) is not None
    assert find_speaker(text, asker="Kim") == ASKED[text]


@pytest.mark.parametrize("text", NOT_ASKED)
def test_other_message_then_none(text: str) -> None:
    assert find_recall_question(text) is None
