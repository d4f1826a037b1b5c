"""Questions about what was said are told from questions about the market, from orders and from things to remember."""

import pytest

from bot.language.questions.recall_questions import (
    asks_for_rule,
    find_recall_question,
    find_speaker,
    names_pronoun,
    question_topic,
    rule_topic,
    speakers_apart,
)

ASKED = {
    "what did Bob say about banks?": "Bob",
    "so what did @carol suggest for March": "carol",
    "what were Carol's concerns on airlines?": "Carol",
    "what did Bob Smith say about banks?": "Bob Smith",
    "what did @Bob Smith say about banks?": "Bob Smith",
    "what did Anna Maria van say about banks?": "Anna Maria van",
    "what did anna maria ever say about banks?": "anna maria",
    "what did O'Brien say?": "O'Brien",
    "what does Jean-Luc O'Neill think about banks?": "Jean-Luc O'Neill",
    "what is Bob Smith's view on banks?": "Bob Smith",
    "is Bob Smith still bullish on IBM?": "Bob Smith",
    "what did @U0BOB123 say about banks?": "U0BOB123",
    "what did <@80351110224678912> say about banks?": "80351110224678912",
    "张董事长怎么看银行？": "张董事长",
    "欧阳经理说过什么？": "欧阳经理",
    "@小王 怎么看银行？": "小王",
    "@U0BOB123 说过什么？": "U0BOB123",
    "Bob Smith怎么看银行？": "Bob Smith",
    "didn't Dan warn us about that one": "Dan",
    "who mentioned leverage last week": "",
    "when did we last talk about IBM?": "",
    "do you remember what we decided on IBM?": "",
    "have we ever discussed Tesla?": "",
    "what was my question about IBM?": "Kim",
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
    "what has been said about Swiss rail": "",
    "what did the team say about tin": "",
    "what did people say about tin?": "",
    "what did they say about tin?": "",
    "what came up over the past week": "",
    "when did tin come up": "",
    "when was the last time tin came up": "",
    "did the merger come up?": "",
    "did Ines or Omar mention tin?": "Ines",
    "what was my own suggestion on rail": "Kim",
    "what was Omar's last point?": "Omar",
    "上周五郭敏说了什么": "郭敏",
    "上礼拜五郭敏说了什么": "郭敏",
    "五天前郭敏说了什么": "郭敏",
    "郭敏11月20号说了什么": "郭敏",
    "今天早上小赵说了什么": "小赵",
    "小赵昨天下午说了啥": "小赵",
    "我们聊过神华没有": "",
    "九月份咱们聊过茅台没有": "",
    "运费的事儿是什么时候说的": "",
    "昨儿谁说运费了？": "",
    "小赵有没有反对？": "小赵",
    "关于铁路，小赵是什么观点": "小赵",
    "最近三天谁说过话": "",
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
    "did IBM come down?",
    "我没有说",
    "总结一下IBM",
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


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("wat did ines say abt tin", "did say tin"),
        ("what did the team say about tin", "what did say about tin"),
        ("what was Omar's suggestion on rail", "what was on rail"),
        ("who brought up the merger thing", "who brought up the merger"),
        ("谁说锡了", "锡"),
        ("谁说过锡", "锡"),
        ("小赵说什么了", ""),
        ("小赵说了啥", ""),
        ("大家聊了什么", ""),
        ("谁说过话", ""),
        ("运费那句话是谁说的", "运费"),
        ("运费的事儿是什么时候说的", "运费"),
        ("我们聊过神华没有", "神华"),
        ("小赵对铁路怎么看", "铁路"),
        ("谁提过提价的事", "提价"),
        ("我们有什么规矩是关于做空的?", "我们 做空"),
    ],
)
def test_topic_is_without_the_words_that_ask(text: str, topic: str) -> None:
    assert question_topic(text).split() == topic.split()


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("did Lars and Elin agree on tin?", ("did Lars agree on tin?", "did Elin agree on tin?")),
        ("did Lars or Elin mention tin?", ("did Lars mention tin?", "did Elin mention tin?")),
        ("did Lars mention tin and rail?", ("did Lars mention tin and rail?",)),
    ],
)
def test_question_about_two_people_is_one_about_each(text: str, apart: tuple[str, ...]) -> None:
    assert speakers_apart(text) == apart
