"""The rules that turn cues into an intent, as data: of those that apply, the most confident decides, then the first."""

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from bot.domain.conversation.states import Intent
from bot.language.lexicon.cues import Cue

AnyOf = frozenset[Cue]


@dataclass(frozen=True, slots=True)
class IntentRule:
    """The intent of messages that have at least one cue of each set in `needs` and none of `unless`."""

    intent: Intent
    confidence: float  # roughly, the share of messages with these cues that had this intent
    needs: tuple[AnyOf, ...]
    unless: AnyOf = frozenset()

    def applies(self, cues: AbstractSet[Cue]) -> bool:
        """Return whether this is a rule for messages with these cues."""
        return self.unless.isdisjoint(cues) and not any(needed.isdisjoint(cues) for needed in self.needs)


def _any(*cues: Cue) -> AnyOf:
    return frozenset(cues)


_HAS_CONTEXT = _any(Cue.FOCUS, Cue.PENDING)
_SIDE = _any(Cue.BUY, Cue.SELL, Cue.EXIT, Cue.SHORT)
_INSTRUMENT = _any(Cue.SYMBOL, Cue.UNSUPPORTED)
_HYPOTHETICAL = _any(Cue.WHAT_IF, Cue.CONDITION, Cue.OPEN_CHOICE)
# Trades of others, and what we cannot trade: we ask back, and never propose.
_NOT_OUR_TRADE = _any(Cue.FUTURE, Cue.THIRD_PARTY, Cue.UNKNOWN_WORDS, Cue.OFF_TOPIC)
_NOT_AN_ORDER = (
    _HYPOTHETICAL
    | _NOT_OUR_TRADE
    | _any(Cue.WHY, Cue.REVIEW, Cue.NOT, Cue.NEGATED_TRADE, Cue.PAST, Cue.CANCEL, Cue.DETAIL, Cue.INQUIRY, Cue.AVOID)
)
_NOT_ADVICE = _HYPOTHETICAL | _any(Cue.WHY, Cue.INQUIRY, Cue.AVOID)  # on a trade: "who should I buy it from"
_NOT_AN_ORDER_LATER = _NOT_AN_ORDER | _any(Cue.WAIT)  # of a verb behind other words: "hold off on buying IBM"
_NOT_A_REFUSAL = _any(Cue.QUESTION, Cue.SIZE, Cue.SHOULD, Cue.CONFIRM, Cue.ASSENT)
_NOT_A_CANCELLATION = _any(Cue.QUESTION, Cue.WHY, Cue.SHOULD, Cue.SIZE, Cue.CANCEL_NEGATED, Cue.WAIT, Cue.OFF_TOPIC)
_NOT_A_PAUSE_OF_TRADE = _any(
    Cue.NUMBER,
    Cue.QUESTION,
    Cue.SHOULD,
    Cue.WHY,
    Cue.WHAT_IF,
    Cue.ABOUT,
    Cue.ANALYSE,
    Cue.SWITCH,
    Cue.IMPERATIVE,
    Cue.OBJECTION,
    Cue.CANCEL_NEGATED,
    Cue.CONDITION,
    Cue.REVIEW,
    Cue.CHANGE,
    Cue.RESIZE,
    Cue.OFF_TOPIC,
    Cue.CONFIRM,
)
_NOT_A_PAUSE = _NOT_A_PAUSE_OF_TRADE - _any(Cue.NUMBER) | _any(Cue.SIZE)  # 等一下 has a number, 先别卖 a size
_NOT_A_CHANGE = _HYPOTHETICAL | _any(Cue.WHY, Cue.QUESTION, Cue.REVIEW, Cue.PAST, Cue.NOT, Cue.THIRD_PARTY, Cue.FUTURE)
_NOT_A_DOUBT = _SIDE | _any(
    Cue.CHAT,
    Cue.CONFIRM,
    Cue.ASSENT,
    Cue.CANCEL,
    Cue.WAIT,
    Cue.SIZE,
    Cue.REFUSAL,
    Cue.FUTURE,
    Cue.OPEN_CHOICE,
    Cue.VERY_BRIEF,
)
_NOT_AN_OBJECTION = (
    _HYPOTHETICAL
    | _SIDE
    | _any(
        Cue.CONFIRM,
        Cue.IMPERATIVE,
        Cue.LIMIT,
        Cue.REVIEW,
        Cue.WATCH,
        Cue.ORDER_TYPE,
        Cue.OFF_TOPIC,
        Cue.POINT,
        Cue.MORE,
    )
)
_CONFIRMS = _any(Cue.CONFIRM, Cue.ASSENT)

RULES: tuple[IntentRule, ...] = (
    # reasons
    IntentRule(Intent.EXPLAIN, 0.95, (_any(Cue.WHY),), _any(Cue.WHAT_IF)),
    # doubts: with the verb of a trade only where it is no order ("it's overvalued, sell it")
    IntentRule(Intent.EXPLAIN, 0.955, (_any(Cue.OBJECTION), _INSTRUMENT | _HAS_CONTEXT), _NOT_AN_OBJECTION),
    IntentRule(Intent.EXPLAIN, 0.56, (_any(Cue.OBJECTION),), _NOT_AN_OBJECTION | _any(Cue.GUIDANCE, Cue.COVERAGE)),
    IntentRule(
        Intent.EXPLAIN,
        0.9,
        (_any(Cue.OBJECTION), _SIDE, _any(Cue.NOT, Cue.QUESTION, Cue.NEGATED_TRADE)),
        _HYPOTHETICAL | _any(Cue.IMPERATIVE, Cue.LIMIT, Cue.SIZE, Cue.REVIEW, Cue.SHOULD),
    ),
    IntentRule(
        Intent.EXPLAIN,
        0.92,
        (_any(Cue.CLAIM), _any(Cue.QUESTION, Cue.STATE, Cue.NOT, Cue.STATEMENT, Cue.OPINION), _HAS_CONTEXT),
        _HYPOTHETICAL | _SIDE | _INSTRUMENT | _any(Cue.MORE, Cue.POINT, Cue.REVIEW, Cue.CHAT),
    ),
    IntentRule(
        Intent.EXPLAIN,
        0.85,
        (_any(Cue.LEADING_BUT), _any(Cue.STATEMENT, Cue.ASPECT), _HAS_CONTEXT),
        _HYPOTHETICAL
        | _SIDE
        | _INSTRUMENT
        | _any(
            Cue.SIZE, Cue.QUESTION, Cue.WAIT, Cue.CANCEL, Cue.REFUSAL, Cue.SWITCH, Cue.ABOUT, Cue.LIMIT, Cue.CONFIRM
        ),
    ),
    IntentRule(
        Intent.EXPLAIN,
        0.78,
        (_any(Cue.STATEMENT), _any(Cue.ASPECT), _HAS_CONTEXT),
        _HYPOTHETICAL
        | _SIDE
        | _INSTRUMENT
        | _any(Cue.SIZE, Cue.QUESTION, Cue.ABOUT, Cue.STATE, Cue.WAIT, Cue.CANCEL, Cue.LIMIT, Cue.CONFIRM, Cue.RESIZE),
    ),
    IntentRule(
        Intent.ANALYZE,
        0.96,
        (_any(Cue.WHY), _any(Cue.PRICE_MOVE), _INSTRUMENT),
        _HYPOTHETICAL | _SIDE | _any(Cue.OBJECTION, Cue.DECISIONS, Cue.PAST),
    ),
    IntentRule(
        Intent.EXPLAIN,
        0.8,
        (_any(Cue.VERDICT), _HAS_CONTEXT),
        _HYPOTHETICAL | _SIDE | _INSTRUMENT | _any(Cue.SHOULD, Cue.REVIEW, Cue.PAST),
    ),
    # the past
    IntentRule(Intent.REVIEW, 0.96, (_any(Cue.REVIEW),), _any(Cue.WHY, Cue.WHAT_IF)),
    IntentRule(Intent.REVIEW, 0.94, (_any(Cue.PAST, Cue.PAST_DATE), _any(Cue.DECISIONS)), _any(Cue.WHY, Cue.SHOULD)),
    IntentRule(Intent.REVIEW, 0.92, (_any(Cue.DECISIONS), _any(Cue.STATE)), _any(Cue.WHY, Cue.SHOULD)),
    IntentRule(
        Intent.REVIEW,
        0.86,
        (_any(Cue.PAST), _SIDE | _any(Cue.TRADE), _any(Cue.QUESTION, Cue.PAST_DATE)),
        _HYPOTHETICAL | _any(Cue.WHY, Cue.THIRD_PARTY),
    ),
    IntentRule(
        Intent.REVIEW,
        0.86,
        (_any(Cue.PAST_DATE), _SIDE | _any(Cue.TRADE), _any(Cue.QUESTION)),
        _HYPOTHETICAL | _any(Cue.WHY, Cue.SHOULD),
    ),
    # hypotheses and details
    IntentRule(Intent.FOLLOWUP, 0.97, (_any(Cue.WHAT_IF),)),
    IntentRule(
        Intent.FOLLOWUP,
        0.98,
        (_any(Cue.CONDITION), _SIDE | _any(Cue.CONFIRM, Cue.PRICE_MOVE, Cue.CANCEL, Cue.TRADE)),
        _any(Cue.WHY),
    ),
    IntentRule(Intent.FOLLOWUP, 0.8, (_any(Cue.SHOULD), _any(Cue.CONFIRM), _any(Cue.PENDING)), _SIDE | _any(Cue.WHY)),
    IntentRule(Intent.DECIDE, 0.57, (_any(Cue.SHOULD), _any(Cue.FOCUS)), _NOT_ADVICE | _any(Cue.ASPECT, Cue.CHAT)),
    IntentRule(Intent.FOLLOWUP, 0.8, (_any(Cue.DETAIL), _any(Cue.CONFIRM)), _SIDE | _any(Cue.WHY, Cue.PAST)),
    IntentRule(Intent.FOLLOWUP, 0.7, (_any(Cue.CONDITION),), _any(Cue.WHY)),
    IntentRule(
        Intent.FOLLOWUP,
        0.9,
        (_any(Cue.ABOUT, Cue.QUESTION, Cue.STATE), _any(Cue.ASPECT), _HAS_CONTEXT),
        _SIDE | _INSTRUMENT | _any(Cue.SHOULD, Cue.ANALYSE),
    ),
    IntentRule(
        Intent.FOLLOWUP,
        0.58,
        (_any(Cue.ABOUT, Cue.QUESTION, Cue.STATE), _any(Cue.ASPECT)),
        _SIDE | _INSTRUMENT | _HAS_CONTEXT | _any(Cue.SHOULD, Cue.ANALYSE),
    ),
    IntentRule(
        Intent.FOLLOWUP,
        0.8,
        (_any(Cue.ABOUT, Cue.QUESTION, Cue.STATE), _any(Cue.ASPECT), _any(Cue.FOCUS)),
        _SIDE | _any(Cue.SHOULD, Cue.ANALYSE),
    ),
    IntentRule(
        Intent.FOLLOWUP,
        0.75,
        (_any(Cue.ASPECT), _any(Cue.BRIEF), _HAS_CONTEXT),
        _SIDE | _INSTRUMENT | _any(Cue.SIZE, Cue.REFUSAL),
    ),
    IntentRule(
        Intent.FOLLOWUP,
        0.75,
        (_any(Cue.ABOUT), _any(Cue.BRIEF), _HAS_CONTEXT),
        _SIDE | _INSTRUMENT | _any(Cue.SIZE, Cue.CHAT, Cue.CONFIRM),
    ),
    IntentRule(
        Intent.FOLLOWUP,
        0.57,
        (_any(Cue.ABOUT, Cue.ASPECT), _any(Cue.BRIEF)),
        _SIDE | _INSTRUMENT | _any(Cue.SIZE, Cue.REFUSAL, Cue.CHAT, Cue.CONFIRM),
    ),
    IntentRule(
        Intent.FOLLOWUP,
        0.75,
        (_any(Cue.PRICE_MOVE), _any(Cue.QUESTION)),
        _SIDE | _INSTRUMENT | _any(Cue.SHOULD, Cue.ANALYSE),
    ),
    IntentRule(
        Intent.FOLLOWUP,
        0.82,
        (_SIDE, _any(Cue.ASPECT, Cue.DETAIL), _any(Cue.QUESTION, Cue.ABOUT, Cue.DETAIL), _HAS_CONTEXT),
        _INSTRUMENT | _any(Cue.SHOULD, Cue.SIZE, Cue.WHY, Cue.ANALYSE, Cue.PAST),
    ),
    IntentRule(
        Intent.FOLLOWUP,
        0.975,
        (_any(Cue.MORE, Cue.POINT), _HAS_CONTEXT),
        _SIDE | _INSTRUMENT | _any(Cue.WHY, Cue.OBJECTION, Cue.REVIEW, Cue.SIZE, Cue.CANCEL),
    ),
    # about trades, ordering none
    IntentRule(Intent.REVIEW, 0.99, (_any(Cue.UNDONE),)),
    IntentRule(Intent.REVIEW, 0.985, (_any(Cue.PAST_TRADE),), _any(Cue.WHY, Cue.WHAT_IF, Cue.CONDITION)),
    IntentRule(
        Intent.UNKNOWN, 0.985, (_any(Cue.OTHERS_TRADE), _any(Cue.QUESTION)), _any(Cue.WHY, Cue.REVIEW, Cue.SHOULD)
    ),
    IntentRule(Intent.UNKNOWN, 0.985, (_any(Cue.HOW_TO_TRADE),), _any(Cue.WHY, Cue.REVIEW, Cue.WHAT_IF, Cue.CONDITION)),
    IntentRule(Intent.ANALYZE, 0.9, (_any(Cue.INQUIRY), _INSTRUMENT), _any(Cue.WHY, Cue.REVIEW)),
    IntentRule(Intent.FOLLOWUP, 0.9, (_any(Cue.INQUIRY), _HAS_CONTEXT), _INSTRUMENT | _any(Cue.WHY, Cue.REVIEW)),
    IntentRule(
        Intent.UNKNOWN, 0.97, (_any(Cue.OPEN_CHOICE), _SIDE | _any(Cue.SHOULD)), _any(Cue.WHY, Cue.REVIEW, Cue.PAST)
    ),
    IntentRule(Intent.ANALYZE, 0.98, (_any(Cue.AVOID), _any(Cue.SHOULD, Cue.QUESTION), _INSTRUMENT | _any(Cue.FOCUS))),
    # what we cannot do is said, and nothing else is done in its place
    IntentRule(Intent.UNKNOWN, 0.99, (_any(Cue.CONDITIONAL_ORDER),)),
    IntentRule(Intent.UNKNOWN, 0.99, (_any(Cue.SCHEDULED),), _any(Cue.WHY, Cue.PAST, Cue.REVIEW, Cue.QUESTION)),
    IntentRule(Intent.UNKNOWN, 0.99, (_any(Cue.TRANSFER),), _INSTRUMENT | _any(Cue.WHY, Cue.PAST, Cue.REVIEW)),
    IntentRule(
        Intent.UNKNOWN, 0.98, (_any(Cue.TAX),), _INSTRUMENT | _any(Cue.WHY, Cue.PAST, Cue.REVIEW, Cue.IMPERATIVE)
    ),
    IntentRule(Intent.UNKNOWN, 0.99, (_any(Cue.WATCH),), _any(Cue.WHY, Cue.PAST, Cue.REVIEW)),
    IntentRule(
        Intent.UNKNOWN,
        0.99,
        (_any(Cue.OPTION), _SIDE | _INSTRUMENT | _any(Cue.SIZE)),
        _any(Cue.WHY, Cue.PAST, Cue.REVIEW),
    ),
    IntentRule(Intent.UNKNOWN, 0.98, (_any(Cue.OPTION),), _any(Cue.WHY, Cue.PAST, Cue.REVIEW, Cue.QUESTION)),
    IntentRule(
        Intent.DECIDE,
        0.99,
        (_any(Cue.ORDER_TYPE), _SIDE | _INSTRUMENT | _any(Cue.SIZE)),
        _any(Cue.WHY, Cue.PAST, Cue.REVIEW),
    ),
    IntentRule(Intent.DECIDE, 0.98, (_any(Cue.ORDER_TYPE),), _any(Cue.WHY, Cue.PAST, Cue.REVIEW, Cue.QUESTION)),
    # trades
    IntentRule(Intent.DECIDE, 0.97, (_any(Cue.SHOULD), _SIDE | _any(Cue.TRADE)), _NOT_ADVICE),
    IntentRule(Intent.DECIDE, 0.95, (_any(Cue.IMPERATIVE), _INSTRUMENT | _any(Cue.SIZE)), _NOT_AN_ORDER),
    IntentRule(Intent.DECIDE, 0.95, (_any(Cue.IMPERATIVE), _any(Cue.FOCUS)), _NOT_AN_ORDER | _any(Cue.ASPECT)),
    IntentRule(Intent.DECIDE, 0.92, (_SIDE, _any(Cue.SIZE, Cue.LIMIT)), _NOT_AN_ORDER_LATER),
    IntentRule(
        Intent.DECIDE,
        0.9,
        (_any(Cue.WANT), _any(Cue.SIZE), _INSTRUMENT | _HAS_CONTEXT),
        _NOT_AN_ORDER | _any(Cue.WAIT, Cue.ASPECT, Cue.ANALYSE, Cue.STATE, Cue.OPINION),
    ),
    IntentRule(
        Intent.DECIDE,
        0.56,
        (_any(Cue.WANT), _INSTRUMENT),
        _NOT_AN_ORDER | _any(Cue.ASPECT, Cue.ANALYSE, Cue.STATE, Cue.OPINION),
    ),
    IntentRule(Intent.DECIDE, 0.9, (_any(Cue.CHANGE), _any(Cue.SIZE)), _HYPOTHETICAL | _any(Cue.WHY)),
    IntentRule(Intent.DECIDE, 0.9, (_any(Cue.RESIZE), _any(Cue.SIZE)), _HYPOTHETICAL | _any(Cue.WHY)),
    IntentRule(Intent.DECIDE, 0.92, (_any(Cue.STOP_PRICE), _HAS_CONTEXT), _NOT_A_CHANGE | _any(Cue.PRICE_MOVE)),
    IntentRule(Intent.DECIDE, 0.8, (_any(Cue.UNLIMITED), _HAS_CONTEXT), _NOT_A_CHANGE),
    IntentRule(
        Intent.DECIDE,
        0.82,
        (_any(Cue.SWITCH), _INSTRUMENT, _any(Cue.PENDING)),
        _HYPOTHETICAL | _any(Cue.WHY, Cue.ABOUT),
    ),
    IntentRule(
        Intent.DECIDE, 0.65, (_any(Cue.RESIZE), _any(Cue.PENDING), _any(Cue.BRIEF)), _NOT_AN_ORDER | _any(Cue.ASPECT)
    ),
    IntentRule(Intent.DECIDE, 0.85, (_any(Cue.SHOULD), _INSTRUMENT), _NOT_ADVICE),
    IntentRule(Intent.DECIDE, 0.84, (_SIDE, _INSTRUMENT), _NOT_AN_ORDER_LATER),
    IntentRule(Intent.DECIDE, 0.7, (_any(Cue.TRADE), _INSTRUMENT), _NOT_AN_ORDER_LATER),
    IntentRule(Intent.DECIDE, 0.8, (_SIDE, _any(Cue.QUESTION)), _NOT_AN_ORDER_LATER | _any(Cue.ASPECT)),
    IntentRule(Intent.DECIDE, 0.75, (_any(Cue.LIMIT), _any(Cue.SIZE)), _HYPOTHETICAL),
    IntentRule(
        Intent.DECIDE, 0.65, (_SIDE, _any(Cue.BRIEF)), _NOT_AN_ORDER_LATER | _any(Cue.ASSENT)
    ),  # "yes, buy": the pending one?
    IntentRule(Intent.DECIDE, 0.62, (_any(Cue.SIZE), _any(Cue.VERY_BRIEF)), _NOT_AN_ORDER_LATER | _any(Cue.QUESTION)),
    IntentRule(Intent.DECIDE, 0.55, (_any(Cue.SIZE), _any(Cue.BRIEF)), _NOT_AN_ORDER_LATER),
    # analysis
    IntentRule(Intent.ANALYZE, 0.95, (_any(Cue.ANALYSE), _INSTRUMENT)),
    IntentRule(Intent.ANALYZE, 0.93, (_any(Cue.STATE, Cue.OPINION), _INSTRUMENT)),
    IntentRule(Intent.ANALYZE, 0.93, (_any(Cue.ONLY_NAMES),)),
    IntentRule(Intent.ANALYZE, 0.88, (_any(Cue.ABOUT, Cue.LEADING_JOINER), _INSTRUMENT), _any(Cue.ASPECT)),
    IntentRule(Intent.ANALYZE, 0.75, (_any(Cue.ASPECT), _INSTRUMENT)),
    IntentRule(Intent.ANALYZE, 0.7, (_any(Cue.PAST_DATE), _INSTRUMENT), _SIDE),
    IntentRule(Intent.ANALYZE, 0.72, (_any(Cue.ANALYSE), _any(Cue.BRIEF))),
    IntentRule(Intent.ANALYZE, 0.62, (_any(Cue.OPINION, Cue.STATE), _any(Cue.FOCUS)), _any(Cue.CHAT, Cue.CONFIRM)),
    IntentRule(Intent.ANALYZE, 0.62, (_INSTRUMENT, _any(Cue.QUESTION))),
    IntentRule(Intent.ANALYZE, 0.6, (_any(Cue.MARKET), _any(Cue.STATE, Cue.OPINION, Cue.ANALYSE))),
    IntentRule(Intent.ANALYZE, 0.5, (_INSTRUMENT,)),
    # calling it off; with unknown words it may be about something else: not confident enough, so we ask back
    IntentRule(Intent.CANCEL, 0.96, (_any(Cue.CANCEL), _any(Cue.BRIEF), _any(Cue.ALL_KNOWN)), _NOT_A_CANCELLATION),
    IntentRule(Intent.CANCEL, 0.58, (_any(Cue.CANCEL), _any(Cue.BRIEF)), _NOT_A_CANCELLATION),
    IntentRule(
        Intent.CANCEL,
        0.9,
        (_any(Cue.DECLINE), _any(Cue.SINGLE_PHRASE), _any(Cue.PENDING)),
        _NOT_A_CANCELLATION | _CONFIRMS,
    ),
    IntentRule(
        Intent.CANCEL,
        0.85,
        (_any(Cue.REFUSAL), _any(Cue.BRIEF), _any(Cue.ALL_KNOWN), _any(Cue.PENDING)),
        _NOT_A_REFUSAL | _SIDE | _INSTRUMENT | _any(Cue.ASPECT),
    ),
    IntentRule(Intent.CANCEL, 0.66, (_any(Cue.REFUSAL), _any(Cue.SINGLE_PHRASE)), _NOT_A_REFUSAL),
    IntentRule(Intent.CANCEL, 0.55, (_any(Cue.REFUSAL), _any(Cue.BRIEF)), _NOT_A_REFUSAL),
    IntentRule(
        Intent.CANCEL,
        0.8,
        (_any(Cue.NEGATED_TRADE), _any(Cue.BRIEF), _any(Cue.PENDING)),
        _SIDE | _any(Cue.QUESTION, Cue.SHOULD, Cue.WAIT, Cue.SIZE, Cue.ASSENT),  # 买也行，不买也行 decides nothing
    ),
    # waiting: whatever else it says, nothing must be done now
    IntentRule(Intent.CANCEL, 0.98, (_any(Cue.WAIT), _any(Cue.PENDING), _any(Cue.BRIEF)), _NOT_A_PAUSE | _INSTRUMENT),
    IntentRule(
        Intent.CANCEL,
        0.97,
        (_any(Cue.WAIT), _any(Cue.REFUSAL, Cue.CANCEL, Cue.DECLINE), _any(Cue.PENDING), _any(Cue.BRIEF)),
        _NOT_A_PAUSE | _SIDE,
    ),
    IntentRule(Intent.CANCEL, 0.98, (_any(Cue.WAIT), _SIDE, _any(Cue.PENDING), _any(Cue.BRIEF)), _NOT_A_PAUSE_OF_TRADE),
    # in a conversation about a share, what nothing else explains: likely a doubt or a question, so we ask back
    IntentRule(Intent.EXPLAIN, 0.52, (_any(Cue.YOU), _HAS_CONTEXT), _NOT_A_DOUBT),
    IntentRule(Intent.EXPLAIN, 0.48, (_any(Cue.STATEMENT, Cue.LEADING_BUT), _HAS_CONTEXT), _NOT_A_DOUBT),
    IntentRule(
        Intent.FOLLOWUP, 0.46, (_any(Cue.QUESTION, Cue.DETAIL, Cue.ABOUT, Cue.CONDITION), _HAS_CONTEXT), _NOT_A_DOUBT
    ),
    IntentRule(
        Intent.DECIDE,
        0.56,
        (_INSTRUMENT, _any(Cue.NUMBER)),
        _NOT_AN_ORDER | _any(Cue.QUESTION, Cue.ANALYSE, Cue.STATE, Cue.OPINION, Cue.ASPECT, Cue.OBJECTION),
    ),
    # where somebody does not know what to ask, the answer leads on
    IntentRule(Intent.UNKNOWN, 0.97, (_any(Cue.COVERAGE),), _INSTRUMENT | _any(Cue.WHY, Cue.REVIEW, Cue.PAST)),
    IntentRule(
        Intent.UNKNOWN,
        0.975,
        (_any(Cue.GUIDANCE),),
        _INSTRUMENT | _HAS_CONTEXT | _any(Cue.WHY, Cue.REVIEW, Cue.PAST, Cue.WHAT_IF),
    ),
    # none of these
    IntentRule(
        Intent.UNKNOWN,
        0.9,
        (_any(Cue.CHAT),),
        _SIDE | _INSTRUMENT | _any(Cue.ANALYSE, Cue.WHY, Cue.REVIEW, Cue.CANCEL, Cue.SIZE, Cue.WHAT_IF),
    ),
    IntentRule(
        Intent.UNKNOWN,
        0.88,
        (_any(Cue.WAIT), _any(Cue.BRIEF)),
        _SIDE | _any(Cue.WHY, Cue.WHAT_IF, Cue.SIZE, Cue.ABOUT, Cue.POINT, Cue.OBJECTION),
    ),
    IntentRule(
        Intent.UNKNOWN,
        0.77,
        (_any(Cue.CONFIRM), _any(Cue.QUESTION, Cue.ABOUT, Cue.STATE, Cue.PAST, Cue.WAIT)),
        _SIDE | _any(Cue.ASPECT),
    ),
    IntentRule(Intent.UNKNOWN, 0.5, (_any(Cue.CONFIRM),)),
    IntentRule(Intent.UNKNOWN, 0.45, (_any(Cue.OPEN_CHOICE),)),
)


def conclude_intent(cues: Collection[Cue]) -> tuple[Intent, float]:
    """Return the intent of a message with these cues, and the confidence; UNKNOWN and 0.3 when no rule applies."""
    present = frozenset(cues)
    best = max((rule for rule in RULES if rule.applies(present)), key=lambda rule: rule.confidence, default=None)
    return (best.intent, best.confidence) if best else (Intent.UNKNOWN, 0.3)
