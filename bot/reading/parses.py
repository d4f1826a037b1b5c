"""What the trained reader finds in a message: its kind, and the words that fill slots."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final


class Kind(StrEnum):
    """The kinds of messages; each has a file of examples per language."""

    # trades
    ORDER = "order"
    ORDER_IF = "order-if"  # under a condition, or later
    ADVISE = "advise"
    CORRECT = "correct"
    ANSWER = "answer"  # to what Parley asked
    CONFIRM = "confirm"
    CANCEL = "cancel"
    WAIT = "wait"
    WHICH_CARD = "which-card"
    UNDO = "undo"
    STOP_SET = "stop-set"
    # analysis
    ANALYZE = "analyze"
    DEEP = "deep"
    COMPARE = "compare"
    FIGURE = "figure"
    DEFINE = "define"
    EXPLAIN = "explain"
    SUPPOSE = "suppose"
    VIEW_CHANGE = "view-change"
    AFFORD = "afford"
    ASK_MORE = "ask-more"
    FOLLOW_UP = "follow-up"  # asks the question before again, of something else: "and in November?"
    ARGUE = "argue"
    DISCUSSION = "discussion"
    STOP_RUN = "stop-run"
    CHART = "chart"
    FILE = "file"
    # the account
    PORTFOLIO = "portfolio"
    PENDING = "pending"
    ORDERS = "orders"
    ORDER_STATUS = "order-status"
    TRADE_RECORD = "trade-record"
    FAILURES = "failures"
    HOLDING_STATED = "holding-stated"
    # alerts, watch lists, briefs, limits
    ALERT_SET = "alert-set"
    ALERT_LIST = "alert-list"
    ALERT_CHANGE = "alert-change"
    ALERT_REMOVE = "alert-remove"
    ALERT_REARM = "alert-rearm"
    ALERT_SNOOZE = "alert-snooze"
    ALERT_DONE = "alert-done"
    WATCH_ADD = "watch-add"
    WATCH_REMOVE = "watch-remove"
    WATCH_SHOW = "watch-show"
    BRIEF_SHOW = "brief-show"
    BRIEF_ON = "brief-on"
    BRIEF_OFF = "brief-off"
    BRIEF_STATUS = "brief-status"
    LIMIT_SET = "limit-set"
    LIMIT_END = "limit-end"
    LIMIT_LIST = "limit-list"
    # memory, the past, settings
    REMEMBER = "remember"
    FORGET = "forget"
    MEMORY_SHOW = "memory-show"
    MEMORY_EDIT = "memory-edit"
    FORGET_ME = "forget-me"
    RECALL = "recall"
    SUMMARY = "summary"
    CONVERSATIONS = "conversations"
    FILES = "files"
    REVIEW = "review"
    TRACK_RECORD = "track-record"
    PAGE = "page"
    SETTING = "setting"
    SETTINGS_SHOW = "settings-show"
    # talk
    GREETING = "greeting"
    THANKS = "thanks"
    FAREWELL = "farewell"
    IDENTITY = "identity"
    ACK = "ack"
    GUIDANCE = "guidance"
    HELP = "help"
    STATUS = "status"
    DETAILS = "details"
    USAGE = "usage"
    RESET = "reset"
    REMARK = "remark"
    OFF_TOPIC = "off-topic"
    PEOPLE = "people"  # said between people, not to Parley


QUESTIONS: Final = frozenset(
    {
        *(Kind.ADVISE, Kind.AFFORD, Kind.ANALYZE, Kind.ASK_MORE, Kind.COMPARE, Kind.DEFINE, Kind.EXPLAIN, Kind.FIGURE),
        *(Kind.FOLLOW_UP, Kind.RECALL, Kind.SUPPOSE, Kind.VIEW_CHANGE),
    }
)


class SlotName(StrEnum):
    """What words of a message stand for."""

    SHARE = "share"
    BUY = "buy"  # the word for the direction of a trade
    SELL = "sell"
    COUNT = "count"  # of shares
    MONEY = "money"
    PERCENT = "percent"  # as a size
    BASE = "base"  # of what a percentage or part is meant
    PART = "part"  # a fraction or multiple: "half", "all", "twice"
    TO = "to"  # the size is the result
    MORE = "more"  # the size is a step
    LESS = "less"
    UP_TO = "up_to"  # the word for a bound
    MAX = "max"  # a bound of money or shares
    RISK = "risk"  # money at risk
    STOP = "stop"  # the price of a stop
    LEVEL = "level"  # any other price, or a bound of a figure
    MOVE = "move"  # how far a price moves
    UP = "up"  # the word for the direction of a price, or for "above"
    DOWN = "down"
    MEASURE = "measure"  # `Slot.value` names it
    MOST = "most"
    LEAST = "least"
    N = "n"  # a number of a list: "top 3", "alert #2"
    HELD = "held"
    WATCHED = "watched"
    MARKET = "market"
    WINNING = "winning"
    LOSING = "losing"
    EXCEPT = "except"
    WHICH = "which"  # picks what is shown: "the second one", "both"
    TIME = "time"
    TOPIC = "topic"
    PERSON = "person"
    TASK = "task"  # what somebody wants to be reminded of
    TERM = "term"
    SETTING = "setting"  # `Slot.value` names it
    VALUE = "value"


@dataclass(frozen=True, slots=True)
class Slot:
    """The words `text`, which stand at `start` to `end` of the message."""

    name: SlotName
    start: int
    end: int
    text: str
    value: str = ""  # of MEASURE and SETTING: which one


@dataclass(frozen=True, slots=True, kw_only=True)
class Parse:
    """A message with its kind and its slots, in order."""

    text: str
    kind: Kind
    certainty: float = 1.0  # in [0, 1], of the kind
    slots: tuple[Slot, ...] = ()
    runners_up: tuple[tuple[Kind, float], ...] = ()  # the kinds that are next likely, each with its certainty

    def each(self, *names: SlotName) -> Iterator[Slot]:
        """Yield the slots with these names, in order."""
        return (slot for slot in self.slots if slot.name in names)

    def blanked(self, slots: Iterable[Slot], *, sign: str = " ") -> str:
        """Return the message with a sign in the place of each character of some slots."""
        text = self.text
        for slot in slots:
            text = text[: slot.start] + sign * (slot.end - slot.start) + text[slot.end :]
        return text

    def without(self, gone: Collection[Slot]) -> "Parse":
        """Return the message without some of its slots."""
        return replace(self, slots=tuple(each for each in self.slots if each not in gone))

    def renamed(self, slots: Collection[Slot], name: SlotName) -> "Parse":
        """Return the message with another name for some of its slots."""
        return replace(self, slots=tuple(replace(s, name=name) if s in slots else s for s in self.slots))

    def with_slots(self, kept: Sequence[Slot], new: Sequence[Slot]) -> "Parse":
        """Return a message with some of its slots, the words of the others blank, and with new ones behind it."""
        text, slots = self.blanked(slot for slot in self.slots if slot not in kept), list(kept)
        for slot in new:
            text += ", "
            slots.append(replace(slot, start=len(text), end=len(text) + len(slot.text)))
            text += slot.text
        return replace(self, text=text, slots=tuple(slots))

    def first(self, *names: SlotName) -> Slot | None:
        """Return the first slot with one of these names."""
        return next(self.each(*names), None)

    def has(self, *names: SlotName) -> bool:
        """Return whether there is a slot with one of these names."""
        return self.first(*names) is not None
