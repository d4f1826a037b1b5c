"""Words of questions that name a criterion and no figure, "the safest", or what Parley has not: peers, currencies."""

from dataclasses import replace
from typing import Final

from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import AccountTopic, ShowAccount
from bot.domain.conversation.requests.explanation import Define
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import UPDATE, Measure
from bot.domain.figures.query import FigureQuery, Lack, Manner, OnDay, Scope
from bot.reading.assembly.sizes import is_foreign
from bot.reading.assembly.slots import meant_shares, says, shares_of
from bot.reading.glossary import terms_named_in
from bot.reading.parses import Kind, Parse, Slot, SlotName
from bot.reading.recognisers.measures import unknown_in
from bot.reading.recognisers.times import read_when
from bot.reading.word_tables import find_phrases, phrase_list, phrase_table, words_of

_AMOUNTS: Final = tuple(SlotName(each) for each in ("count", "money", "max", "risk", "stop", "level"))
_OTHERWISE: Final = frozenset(
    {Kind.LIMIT_SET, Kind.ORDER_IF, Kind.RECALL, Kind.REMEMBER, Kind.MEMORY_EDIT, Kind.REMARK}
)
_RANKING: Final = frozenset({Kind.FIGURE, Kind.COMPARE})
_ASKING: Final = _RANKING | {Kind.ASK_MORE}
_MAY_RANK: Final = frozenset({Kind.ANALYZE, Kind.ASK_MORE, Kind.EXPLAIN, Kind.SUPPOSE})
_N: Final = SlotName
_OF_OTHERS: Final = (_N.SHARE, _N.MOVE, _N.LEVEL, _N.STOP, _N.BUY, _N.SELL)
_FEES: Final = frozenset({Measure.PRICE, Measure.COST, Measure.CARD_COST})  # "how much are the fees"
_COMMISSION: Final = "commission"


def with_criterion(parse: Parse) -> Parse:
    """Return a question which share is "the safest" as one for the least volatility, whatever slots its words are."""
    names_one = len({each.text for each in parse.each(SlotName.SHARE)}) == 1 or says(parse.text, "singular")
    if (
        parse.kind not in _RANKING
        or (names_one and not says(parse.text, "asks_which"))
        or says(parse.text, "asks_when")
    ):
        return parse  # "is it cheaper now?" is asked of itself
    for name, start, end in find_phrases(parse.text, phrase_table("analysis", "criteria")):
        measure, _, order = name.rpartition("_")
        kept = [each for each in parse.slots if each.end <= start or end <= each.start or _is_wider(each, start, end)]
        words = parse.text[start:end]
        made = (Slot(SlotName.MEASURE, start, end, words, measure), Slot(SlotName(order), start, end, words))
        parse = replace(parse, slots=tuple(sorted((*kept, *made), key=lambda each: each.start)))
    return parse


def as_question(parse: Parse) -> Parse:
    """Return a message of another kind that asks which share is "the safest" as a question."""
    asked = replace(parse, kind=Kind.FIGURE)
    names_criterion = with_criterion(asked).slots != parse.slots
    is_which = names_criterion and says(parse.text, "asks_which") and not parse.has(*_OF_OTHERS)
    return asked if parse.kind in _MAY_RANK and is_which else parse


def _is_wider(slot: Slot, start: int, end: int) -> bool:
    """Return whether a slot that is no figure holds such words: a list, a time."""
    of_figure = slot.name in {SlotName.MEASURE, SlotName.MOST, SlotName.LEAST}
    return not of_figure and slot.start <= start and end <= slot.end and slot.end - slot.start > end - start


def lacking_in(parse: Parse) -> frozenset[Lack]:
    """Return what a question asks that Parley has not: the reason of a move, peers."""
    found = {Lack.PEERS} if says(parse.text, Lack.PEERS, table="lacks") else set[Lack]()
    is_of_past = not (parse.has(SlotName.BUY, SlotName.SELL) or says(parse.text, "to_come", table="lacks"))
    if is_of_past and says(parse.text, "why", table="lacks") and says(parse.text, "moved", table="lacks"):
        found.add(Lack.REASON)
    return frozenset(found)


def unnamed_figures(parse: Parse) -> tuple[str, ...]:
    """Return the words for figures that are not known, of a question that has no slot for one."""
    return () if parse.has(SlotName.MEASURE) else tuple(dict.fromkeys(unknown_in(parse.text)))


def foreign_amount(parse: Parse, around: Surroundings) -> NotUnderstood | None:
    """Return that amounts are in US dollars, to a message with one in another currency; None: it has none."""
    is_stated = parse.kind not in _OTHERWISE and any(is_foreign(each, parse) for each in parse.each(*_AMOUNTS))
    is_bare = parse.kind is Kind.AFFORD and not parse.has(SlotName.COUNT)  # "can I pay in euros?"
    if not (is_stated or (is_bare and phrase_list("units", "after", "foreign").is_in(words_of(parse.text)))):
        return None
    return NotUnderstood(TradeTerms(shares=shares_of(parse, around), problems=(Problem.AMOUNT_CURRENCY,)))


def lacking_question(parse: Parse, around: Surroundings) -> Request | None:
    """Return the question for what Parley has not, with the figures that it has of that; None: it asks none such."""
    if parse.kind not in _ASKING:
        return None
    measures = {each.value for each in parse.each(SlotName.MEASURE)}
    if parse.kind is Kind.FIGURE and _COMMISSION in terms_named_in(parse.text):
        others = (each for each in parse.each(SlotName.MEASURE) if each.value not in _FEES)
        if all(_COMMISSION in terms_named_in(each.text) for each in others):
            is_paid = says(parse.text, "fees_paid") and not around.has_own_card
            return ShowAccount(AccountTopic.FEES) if is_paid else Define(terms=(_COMMISSION,))
    lacks, lacking, symbols = lacking_in(parse), unnamed_figures(parse), shares_of(parse, around).symbols
    is_whole = not measures or parse.kind is not Kind.FIGURE
    compares_named = parse.kind is Kind.COMPARE and len(symbols) > 1 and not lacking  # "with its rival MSFT"
    if not (lacks or lacking) or Lack.REASON in lacks or compares_named or not is_whole:
        return None
    scope = Scope.NAMED if symbols else Scope.TALKED_OF
    return FigureQuery(measures=(), scope=scope, symbols=symbols, lacks=lacks, lacking=lacking)


_KINDS: Final = frozenset({Kind.ANALYZE, Kind.ASK_MORE, Kind.FIGURE})
_SLOTS: Final = frozenset({SlotName.SHARE, SlotName.WHICH, SlotName.TIME, SlotName.MEASURE})
_MEASURES: Final = frozenset({Measure.CHANGE, Measure.NEWS})


def update_of(parse: Parse, around: Surroundings) -> FigureQuery | None:
    """Return the question for the day's move, the volume, the news and the dates; None: it is another one."""
    slots_fit = all(each.name in _SLOTS and _fits(each, around) for each in parse.slots)
    if parse.kind not in _KINDS or not slots_fit or not says(parse.text, "happening"):
        return None
    shares = meant_shares(parse, around)
    if shares is None or shares.unknown or shares.unsupported or lacking_in(parse):
        return None
    if not (shares.symbols or around.focus):
        return None
    scope = Scope.NAMED if shares.symbols else Scope.TALKED_OF
    return FigureQuery(measures=UPDATE, scope=scope, symbols=shares.symbols, manner=Manner.UPDATE)


def _fits(slot: Slot, around: Surroundings) -> bool:
    if slot.name is SlotName.TIME:
        named = read_when(slot.text, today=around.today)
        return named is not None and named.when in {None, OnDay(around.today)}
    return slot.name is not SlotName.MEASURE or slot.value in _MEASURES
