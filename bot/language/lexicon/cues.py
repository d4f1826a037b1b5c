"""Cues: the small facts about a message's wording from which `rules` conclude what it wants."""

from enum import StrEnum


class Cue(StrEnum):
    """One kind of wording."""

    ANALYSE = "analyse"  # "analyze", 分析
    STATE = "state"  # "how is … doing", 怎么样
    OPINION = "opinion"  # "what do you think of", 怎么看
    SHOULD = "should"  # "should I", 要不要
    BUY = "buy"
    SELL = "sell"
    EXIT = "exit"  # sells everything: "liquidate", 清仓
    EVERYTHING = "everything"  # "all positions", 全部清仓: every share held, unless one is named
    ALL = "all"  # "all of it", 全部
    SHORT = "short"  # short selling, which we do not do
    TRADE = "trade"  # "invest", "position", 操作
    DISPOSAL = "disposal"  # 把, before what is to be done with something: 把微软卖了 orders, 微软卖了 may report
    CHANGE = "change"  # "make it", 改成
    RESIZE = "resize"  # "bigger", "too much", 少点: more or less of what was proposed
    SWITCH = "switch"  # "swap", "instead", 换成: something else in its place
    WHY = "why"
    REVIEW = "review"
    PAST = "past"  # "did we", 之前
    DECISIONS = "decisions"  # "decisions", "trades", 决策
    CONFIRM = "confirm"  # "do it", "confirm", 执行
    ASSENT = "assent"  # "yes", 是的
    CANCEL = "cancel"
    REFUSAL = "refusal"  # "no"
    DECLINE = "decline"  # "pass", "stop", 停: calls off when it is all that is said
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
    CHAT = "chat"  # greetings, thanks, weather
    POLITE = "polite"  # the greetings and thanks among these, which go with any wish
    FILLER = "filler"  # words that carry nothing here; they keep trap characters out of the other phrases
    # derived from the whole message
    SYMBOL = "symbol"
    ONLY_NAMES = "only-names"
    UNSUPPORTED = "unsupported"  # an instrument of a market that we do not cover, or an unknown ticker
    SIZE = "size"  # an amount, a fraction or a number of shares
    OPEN_CHOICE = "open-choice"  # a choice among shares that are not named
    STOP_PRICE = "stop-price"  # a price to stop at
    OFF_TOPIC = "off-topic"  # lunch, meetings: chat that is no politeness
    UNKNOWN_WORDS = "unknown-words"  # names no instrument, but things we know nothing of: "buy a new phone"
    PAST_DATE = "past-date"  # it names a day before today
    CANCEL_NEGATED = (
        "cancel-negated"  # a negation stands before what would call it off: "I don't want to cancel", 别取消
    )
    BRIEF = "brief"  # few words
    SINGLE_PHRASE = "single-phrase"  # one phrase that says something
    ALL_KNOWN = "all-known"  # no word stands in it that none of our phrases has
    VERY_BRIEF = "very-brief"  # one or two words that say something
    PENDING = "pending"
    FOCUS = "focus"
    LEADING_JOINER = "leading-joiner"  # "and MSFT?"
    IMPERATIVE = "imperative"  # begins with the verb of a trade
