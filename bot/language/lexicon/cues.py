"""Cues: the small facts about a message's wording from which `intent_rules` conclude the intent."""

from enum import StrEnum
from typing import Final


class Cue(StrEnum):
    """One fact about a message's wording."""

    # Shown by phrases: `data/*/cues.toml`.
    ANALYSE = "analyse"  # "analyze", 分析
    STATE = "state"  # "how is … doing", 怎么样
    OPINION = "opinion"  # "what do you think of", 怎么看
    SHOULD = "should"  # "should I", 要不要
    BUY = "buy"
    SELL = "sell"
    EXIT = "exit"  # sells the whole position: "liquidate", 清仓
    EVERYTHING = "everything"  # "all positions", 全部清仓: every share held, unless one is named
    ALL = "all"  # "all of it", 全部
    SHORT = "short"  # short selling, which we do not do
    WANT = "want"  # "I'd like", 来: orders a purchase if a size follows, and no other trade is named
    TRADE = "trade"  # "invest", "position", 操作
    DISPOSAL = "disposal"  # 把, before what is to be done with something: 把微软卖了 orders, 微软卖了 may report
    CHANGE = "change"  # "make it", 改成
    RESIZE = "resize"  # "bigger", "too much", 少点: more or less than was proposed
    SWITCH = "switch"  # "swap", "instead", 换成: another share in its place
    WHY = "why"
    OBJECTION = "objection"  # "I disagree", "isn't it too expensive", 站不住: doubts what was said
    CLAIM = "claim"  # "signal", 结论: what Parley concluded, or concluded from
    MORE = "more"  # "say more about", 展开讲讲: asks for more of what was said
    POINT = "point"  # "the second point", "over a year", 第二点: a part of what was said, or another view of it
    REVIEW = "review"
    PAST = "past"  # "did we", 之前
    DECISIONS = "decisions"  # "decisions", "trades", 决策
    CONFIRM = "confirm"  # "do it", "confirm", 执行
    ASSENT = "assent"  # "yes", 是的
    CANCEL = "cancel"
    REFUSAL = "refusal"  # "no"
    DECLINE = "decline"  # "pass", "stop", 停: cancels when the message says nothing else
    NOT = "not"
    NEGATED_TRADE = "negated-trade"  # the verb of a trade right behind its negation: "don't buy", 别买
    WAIT = "wait"  # "not yet", "hold on", 等等
    QUESTION = "question"
    CONDITION = "condition"  # "if", "when", 如果
    FUTURE = "future"  # "tomorrow", 下周: we trade at once or not at all
    THIRD_PARTY = "third-party"  # "he says", 听说: what others do or want is no order
    WHAT_IF = "what-if"
    DETAIL = "detail"  # "who", "when will", "how many", 多少: asks for one fact, not for yes or no
    ABOUT = "about"  # "what about", "and the", 那…呢
    ASPECT = "aspect"  # "risk", "volume", 止损
    PRICE_MOVE = "price-move"  # "falls", "crash", 大跌
    MARKET = "market"
    LIMIT = "limit"
    UNLIMITED = "unlimited"  # "no limit", 取消限额
    CHOICE = "choice"  # "which of them", 买哪只
    OPTION = "option"  # options and futures, which we do not trade
    WATCH = "watch"  # "alert me when", 提醒我: we do not watch prices
    ORDER_TYPE = "order-type"  # limit, stop and trailing orders, which we do not place
    CHAT = "chat"  # greetings, thanks, weather
    POLITE = "polite"  # greetings and thanks, which may accompany any request
    FILLER = "filler"  # carries no meaning here; keeps the characters of other phrases apart: 不错 is no 不

    COVERAGE = "coverage"  # "what stocks do you know": asks which shares there are
    GUIDANCE = "guidance"  # "no idea what to do", 从哪开始: asks how to begin
    TRANSFER = "transfer"  # "to my bank account", 提现: money in or out, which we do not move
    TAX = "tax"  # "my taxes", 报税
    AUTOMATIC = "automatic"  # "automatically", 自动: a trade that waits for something
    AVOID = "avoid"  # "stay away from", 避开
    VERDICT = "verdict"  # "is that good or bad", 算高吗: asks what a figure means
    YOU = "you"  # speaks of what Parley says or thinks: "your", 你

    # Derived from the whole message: `message_reading`.
    SYMBOL = "symbol"  # a known instrument is named
    UNSUPPORTED = "unsupported"  # an unknown instrument, or one of a market that we do not cover, is named
    ONLY_NAMES = "only-names"  # nothing but instruments is named
    SIZE = "size"  # an amount, a fraction, a number of shares, a stop, or a problem with one
    STOP_PRICE = "stop-price"
    OPEN_CHOICE = "open-choice"  # a choice among shares that are not named
    OFF_TOPIC = "off-topic"  # chat that is no politeness: lunch, meetings
    UNKNOWN_WORDS = "unknown-words"  # no instrument is named, but things that no phrase has: "buy a new phone"
    PAST_DATE = "past-date"  # a day before today
    CANCEL_NEGATED = "cancel-negated"  # a negation before words that cancel: "I don't want to cancel", 别取消
    BRIEF = "brief"  # at most eight chunks that are no fillers
    VERY_BRIEF = "very-brief"  # at most two
    SINGLE_PHRASE = "single-phrase"  # exactly one
    ALL_KNOWN = "all-known"  # no word that neither a phrase nor a name has
    PENDING = "pending"  # a decision waits for confirmation
    FOCUS = "focus"  # the conversation is about an instrument
    LEADING_JOINER = "leading-joiner"  # "and MSFT?"
    IMPERATIVE = "imperative"  # begins with the verb of a trade
    CONDITIONAL_ORDER = "conditional-order"  # "sell if it falls to 440", 跌到440就买: a trade later, or never
    LEADING_BUT = "leading-but"  # "but momentum is one month old", 可是…
    NUMBER = "number"  # a number, whatever it is for
    STATEMENT = "statement"  # has a finite verb and asks nothing: "the dividend is tiny"
    INQUIRY = "inquiry"  # asks who, when, where or how somebody trades: "when did I buy it", 几号买入的
    PAST_TRADE = "past-trade"  # of these: asks about a trade that was made
    UNDONE = "undone"  # asks what would be, had a decision gone the other way: "if I had confirmed", 要是没取消
    OTHERS_TRADE = "others-trade"  # asks, or says, what others trade: "are funds buying", 机构在买入吗
    SCHEDULED = "scheduled"  # orders a trade for later: "buy 5 IBM tomorrow"
    HOW_TO_TRADE = "how-to-trade"  # asks how one trades: "where can I buy IBM", 怎么买


# No phrase shows these. (CANCEL and REFUSAL are derived from the whole message too.)
DERIVED_CUES: Final = frozenset(
    {
        Cue.SYMBOL,
        Cue.UNSUPPORTED,
        Cue.ONLY_NAMES,
        Cue.SIZE,
        Cue.STOP_PRICE,
        Cue.OPEN_CHOICE,
        Cue.OFF_TOPIC,
        Cue.UNKNOWN_WORDS,
        Cue.PAST_DATE,
        Cue.CANCEL_NEGATED,
        Cue.BRIEF,
        Cue.VERY_BRIEF,
        Cue.SINGLE_PHRASE,
        Cue.ALL_KNOWN,
        Cue.PENDING,
        Cue.FOCUS,
        Cue.LEADING_JOINER,
        Cue.IMPERATIVE,
        Cue.CONDITIONAL_ORDER,
        Cue.LEADING_BUT,
        Cue.NUMBER,
        Cue.STATEMENT,
        Cue.INQUIRY,
        Cue.PAST_TRADE,
        Cue.UNDONE,
        Cue.OTHERS_TRADE,
        Cue.HOW_TO_TRADE,
        Cue.SCHEDULED,
    }
)
