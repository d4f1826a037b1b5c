"""Questions that go on from the one before: "and IBM?", "the low that month?", 那苹果同期呢.

The slots of a message take the place of those of the question that it goes on from, which keeps the others (slot
carryover, as dialogue state tracking calls it).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.requests import Request
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.figures.measures import OF_ACCOUNT, Measure
from bot.domain.figures.query import Judgement
from bot.domain.text.normalise import plain_text
from bot.reading.assembly import assemble
from bot.reading.assembly.criteria import as_question, lacking_in, with_criterion
from bot.reading.assembly.slots import any_says, says
from bot.reading.clauses.carried_times import with_days
from bot.reading.clauses.corrected_share import as_correction, without_rejected
from bot.reading.clauses.several_figures import of_each_end
from bot.reading.named_times import sessions_in, with_whole_times
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.times.days import is_relative
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import phrase_list, words_of

ASKED_AGAIN: Final = frozenset(  # what was said is asked for again by `continued_questions`
    {
        *(Kind.AFFORD, Kind.ANALYZE, Kind.ASK_MORE, Kind.COMPARE, Kind.DEFINE, Kind.EXPLAIN, Kind.FIGURE),
        *(Kind.ORDER_STATUS, Kind.PORTFOLIO, Kind.REVIEW, Kind.SUPPOSE, Kind.TRACK_RECORD, Kind.TRADE_RECORD),
    }
)
_OF_WHAT: Final = frozenset({SlotName.SHARE, SlotName.WHICH, SlotName.HELD, SlotName.WATCHED})
_OF_TIMES: Final = frozenset({Kind.FIGURE, Kind.FOLLOW_UP})
_OF_SPANS: Final = frozenset({Measure.HIGH, Measure.LOW, Measure.RANGE, Measure.DRAWDOWN})
_OF_SESSIONS: Final = frozenset({Measure.AVERAGE, Measure.FROM_AVERAGE})
_MOVES: Final = ("fall", "rise")
_OF_CHANGES: Final = frozenset({Measure.CHANGE, Measure.TOTAL_RETURN})
_RANKS: Final = frozenset({Kind.FIGURE, Kind.COMPARE})
_ENDS: Final = frozenset({SlotName.MOST, SlotName.LEAST, SlotName.N})
SIZES: Final = frozenset({SlotName.COUNT, SlotName.MONEY, SlotName.PERCENT, SlotName.PART})
_PRICES: Final = frozenset({SlotName.LEVEL, SlotName.MOVE})
_REPLACED: Final[Mapping[SlotName, frozenset[SlotName]]] = {
    name: group for group in (_OF_WHAT, _ENDS, SIZES, _PRICES) for name in group
}


def goes_on(parse: Parse) -> bool:
    """Return whether a message takes a part of what it asks from the question before."""
    if parse.kind is Kind.SUPPOSE:
        further = phrase_list("analysis", "words", "further")
        return not parse.has(*SIZES) and further.longest_match(words_of(parse.text), 0) is not None
    if parse.kind is Kind.FOLLOW_UP or ranks_before(parse) or compares_before(parse):
        return True
    measures = _measures(parse)  # "and the low?": of the span before
    is_of_span = bool(measures) and not parse.has(SlotName.TIME, *_OF_WHAT, SlotName.LEVEL)
    is_average = measures <= _OF_SESSIONS and not sessions_in(parse.text)
    is_extreme = bool(measures & _OF_SPANS) or (parse.has(*_ENDS) and not says(parse.text, "asks_which_share"))
    is_of_days_before = is_average or (is_extreme and measures <= {*_OF_SPANS, Measure.PRICE})
    slots = tuple(parse.each(SlotName.MEASURE))
    is_move = {each.value for each in slots} == {Measure.CHANGE} and any(any_says(slots, each) for each in _MOVES)
    is_past_change = is_move and len(slots) == len(parse.slots) and not says(parse.text, "present")
    is_of_span = is_of_span and (is_of_days_before or is_past_change)
    is_of_before = names_relative_time(parse) or is_of_span or _is_judgement_of_before(parse)
    return parse.kind is Kind.FIGURE and is_of_before


def _is_judgement_of_before(parse: Parse) -> bool:
    """Return whether a question only judges the figure before: "is that overbought"."""
    slots = tuple(parse.each(SlotName.MEASURE))
    is_judged = any(any_says(slots, each, table="judgements") for each in Judgement)
    return is_judged and all(slot.name is SlotName.MEASURE for slot in parse.slots)


def ranks_before(parse: Parse) -> bool:
    """Return whether a question which share did best names neither the shares nor the time: 那谁跌得最多."""
    measures = _measures(with_criterion(parse))  # "the safest" is no change
    is_of_change = measures <= _OF_CHANGES and bool(measures) is (parse.kind is Kind.FIGURE)
    names = parse.has(SlotName.TIME, SlotName.MARKET, SlotName.EXCEPT, *_PRICES, *_OF_WHAT - {SlotName.WHICH})
    return parse.kind in _RANKS and is_of_change and parse.has(*_ENDS) and not names


def compares_before(parse: Parse) -> bool:
    """Return whether one share is compared with what was asked for before: "compare that with Apple", 跟苹果比呢."""
    names_one = len({slot.text for slot in parse.each(SlotName.SHARE)}) == 1
    is_plain = all(slot.name is SlotName.SHARE for slot in parse.slots) and not lacking_in(parse)
    return parse.kind is Kind.COMPARE and names_one and is_plain


def as_follow_up(parse: Parse) -> Parse:
    """Return a message of nothing but a time as one that goes on, which it is as likely as a question for a figure."""
    parse = as_question(parse)
    is_time = bool(parse.slots) and all(slot.name is SlotName.TIME for slot in parse.slots)
    if not is_time or parse.kind not in _OF_TIMES:
        return parse
    likely = dict(parse.runners_up) | {parse.kind: parse.certainty}
    return replace(parse, kind=Kind.FOLLOW_UP, certainty=sum(likely.get(kind, 0.0) for kind in _OF_TIMES))


def names_relative_time(parse: Parse) -> bool:
    """Return whether a message names a time as told from another one."""
    return any(is_relative(slot.text) for slot in parse.each(SlotName.TIME))


def parse_question(text: str, around: Surroundings) -> Parse:
    """Return what is learnt of a message that may be such a question, or one that it goes on from."""
    parse = trained_parser().parse(
        plain_text(text), frozenset({Before.FOCUS}), around.instruments, excluded=frozenset({Kind.PEOPLE})
    )
    parse = as_correction(as_follow_up(parse), around.instruments)
    return with_whole_times(without_rejected(parse, around.instruments), around.today)


def question_meant(asked: Sequence[Parse], around: Surroundings, message: MessageFacts) -> Request | None:
    """Return what the last of several questions asks, each of which goes on from the one before; None: it is not clear.

    Args:
        asked: The questions, the oldest first, which goes on from none.
        around: What is known before the last one.
        message: The last one.
    """
    terms = [slot.text for slot in asked[0].each(SlotName.TERM)]  # "what is an RSI?": as that figure
    is_term = asked[0].kind is Kind.DEFINE and bool(terms)
    meant = parse_question(" ".join(terms), around) if is_term else asked[0]
    shares = list(meant.each(*_OF_WHAT))
    for said in asked[1:]:
        if ranks_before(said) and not _can_be_ranked(meant, shares, around):
            return None
        if compares_before(said):
            is_timed = meant.kind is Kind.FIGURE and meant.has(SlotName.TIME)
            if not is_timed and said is asked[-1]:
                return None  # it is compared as of now
            meant = meant.with_slots(meant.slots, tuple(said.each(SlotName.SHARE))) if is_timed else said
            shares += said.each(SlotName.SHARE)
            continue
        if (timed := with_days(said, meant, around.today)) is None:
            return None
        is_among = said.has(*_ENDS) or meant.kind is Kind.COMPARE  # which of all that were asked of
        named = {slot.text for slot in said.each(*_OF_WHAT)}
        meant = _answered_by(meant, timed, [each for each in shares if is_among and each.text not in named])
        if timed.has(SlotName.TIME) and says(said.text, "compared"):  # of days that are compared: the change
            slots = (replace(s, value=Measure.CHANGE) if s.value == Measure.PRICE else s for s in meant.slots)
            meant = replace(meant, slots=tuple(slots))
        shares += said.each(*_OF_WHAT)
    meant, *_ = of_each_end(meant)
    is_of_other = asked[-1].has(*_OF_WHAT)
    return assemble(meant, around, message) if is_of_other or meant.kind is not Kind.ANALYZE else None


def _measures(parse: Parse) -> set[str]:
    return {slot.value for slot in parse.each(SlotName.MEASURE)}


def _can_be_ranked(asked: Parse, shares: Sequence[Slot], around: Surroundings) -> bool:
    """Return whether a question is one for the changes of several shares, so that one of them did best."""
    measures = _measures(asked)
    is_of_list = any(slot.name in {SlotName.HELD, SlotName.WATCHED} for slot in shares)
    of_each = {slot.text.lower() for slot in shares} or around.focus  # "how did they do?"
    is_of_several = is_of_list or len(of_each) > 1
    return asked.kind is Kind.FIGURE and is_of_several and bool(measures) and measures <= _OF_CHANGES


def _answered_by(asked: Parse, said: Parse, added: Sequence[Slot]) -> Parse:
    """Return a question with what another message names in place of what it names of the same kind."""
    if ranks_before(said):
        return _ranked(asked, said, added or tuple(asked.each(*_OF_WHAT)))
    if said.kind is Kind.SUPPOSE:
        return said.with_slots(said.slots, tuple(asked.each(*SIZES)) if asked.kind is Kind.SUPPOSE else ())
    if said.kind is not Kind.FOLLOW_UP:
        is_of_other = _is_judgement_of_before(said) and not _measures(said) <= _measures(asked)
        words = " ".join(slot.text for slot in asked.each(SlotName.MEASURE))
        sessions = (Slot(SlotName.TIME, 0, 0, f"{each.count} sessions") for each in sessions_in(words))
        times_of = tuple(asked.each(SlotName.TIME)) or tuple(sessions)
        kept = () if said.has(SlotName.TIME) or is_of_other else times_of
        return said if said.has(*_OF_WHAT) else said.with_slots(said.slots, (*asked.each(*_OF_WHAT), *kept))
    own = {name for slot in said.slots for name in _REPLACED.get(slot.name, {slot.name})}
    own |= {SlotName.TIME} if any(sessions_in(slot.text) for slot in said.each(SlotName.MEASURE)) else set()  # 年线
    one_of_several = (
        len({s.text for s in said.each(SlotName.SHARE)}) == 1 < len({s.text for s in asked.each(*_OF_WHAT)})
    )
    own |= _ENDS if one_of_several and not said.has(*_ENDS) else set()  # "and IBM?" is not which of them rose most
    left = [slot for slot in asked.slots if slot.name not in own]
    if said.has(SlotName.MARKET):  # which has no price
        unknown = {Measure.PRICE, *OF_ACCOUNT}
        left = [replace(slot, value=Measure.CHANGE) if slot.value in unknown else slot for slot in left]
    measures = [slot for slot in left if slot.name is SlotName.MEASURE and said.has(*_ENDS)]
    unworded = (replace(slot, text="") for slot in measures)  # "fell" says nothing of which is the best
    return asked.with_slots([slot for slot in left if slot not in measures], (*unworded, *added, *said.slots))


def _ranked(asked: Parse, said: Parse, shares: Sequence[Slot]) -> Parse:
    """Return a question for changes as one which of the shares did best, or worst."""
    measures = tuple(said.each(SlotName.MEASURE)) or tuple(replace(m, text="") for m in asked.each(SlotName.MEASURE))
    kept = [slot for slot in asked.slots if slot.name not in {*_ENDS, *_OF_WHAT, SlotName.MEASURE}]
    return asked.with_slots(kept, (*shares, *measures, *said.each(*_ENDS)))
