"""Read one message: its tokens, chunks, cues, names, sizes and dates."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, zip_longest

from bot.domain.conversation.requests.talk import SmallTalkKind
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.number_words import CHINESE_NUMERALS, ENGLISH_NUMERALS
from bot.domain.text.tokens import Token
from bot.domain.trading.execution.orders import Side
from bot.language.lexicon.chunker import Chunk, Chunker
from bot.language.lexicon.clause_kinds import (
    begins_as_question,
    contradicts,
    is_conditional_order,
    is_rhetorical,
    is_scheduled_order,
    orders_at_the_end,
    orders_in_consequence,
    states_something,
)
from bot.language.lexicon.cues import Cue
from bot.language.lexicon.named_instruments import NamedInstruments, find_names
from bot.language.lexicon.open_choices import leaves_share_open
from bot.language.lexicon.past_decisions import decision_cues
from bot.language.lexicon.ticker_words import ticker_words
from bot.language.lexicon.trade_inquiries import inquiry_cues
from bot.language.lexicon.unknown_names import mark_unknown_names
from bot.language.lexicon.unsupported_markets import blank_out_codes, find_codes
from bot.language.orders.implied_trades import ImpliedTrade, find_implied_trade
from bot.language.quantities.number_roles import NumberContext
from bot.language.quantities.quantity import Quantity, Unit, find_quantities
from bot.language.quantities.stated_risks import FoundRisk, find_risk
from bot.language.quantities.trade_sizes import TradeSizes, find_sizes
from bot.language.questions.move_words import supposes_move
from bot.language.small_talk import find_small_talk
from bot.reading.times.dates import FoundDates, find_dates

# Of a message that is read by rules. Of a longer one nothing is read: the part that is left may change the rest.
MAX_READ_CHARACTERS = 600
MAX_READ_TOKENS = 300

_BRIEF = 8  # chunks
_VERY_BRIEF = 2  # chunks
_MIN_UNKNOWN_LETTERS = 5  # shorter unknown words are mostly "with", "some", "from"
_MIN_UNKNOWN_CHARACTERS = 2
_YEAR_DIGITS = 4  # "AAPL 2013" orders nothing
_NUMERALS = frozenset(CHINESE_NUMERALS + "半分之")
_SALES = frozenset({Cue.SELL, Cue.EXIT})
_QUESTIONS = frozenset({Cue.QUESTION, Cue.SHOULD, Cue.WHAT_IF, Cue.WHY, Cue.CONDITION, Cue.PAST})
_TRADES = _SALES | {Cue.BUY, Cue.SHORT}
_ORDERS = _TRADES | {Cue.WANT}
_ASKS = frozenset({Cue.QUESTION, Cue.SHOULD, Cue.WHAT_IF, Cue.WHY})
_OTHERWISE = frozenset(
    {Cue.RESIZE, Cue.CHANGE, Cue.SWITCH, Cue.NOT, Cue.NEGATED_TRADE, Cue.REFUSAL, Cue.CANCEL, Cue.DECLINE}
)
_NO_ORDER = frozenset(
    {
        Cue.PAST,
        Cue.NEGATED_TRADE,
        Cue.WAIT,
        Cue.CONDITION,
        Cue.CONDITIONAL_ORDER,
        Cue.THIRD_PARTY,
        Cue.INQUIRY,
        Cue.AVOID,
    }
)
_CHANGES = frozenset({Cue.CHANGE, Cue.RESIZE, Cue.LIMIT})


@dataclass(frozen=True, slots=True)
class MessageReading:
    """The parts of one message."""

    tokens: tuple[Token, ...]
    chunks: tuple[Chunk, ...]
    cues: frozenset[Cue]
    names: NamedInstruments
    sizes: TradeSizes
    dates: FoundDates
    implied: ImpliedTrade | None = None  # ordered without a verb of trades
    undated_text: str = ""  # lower case, dates and codes blanked out
    has_unused_number: bool = False  # a number that may be the size of a trade, beside no size that was understood

    @property
    def is_question(self) -> bool:
        """Whether it asks: "should I sell half?", "what if …"."""
        return bool(_ASKS & self.cues)

    @property
    def suggests_otherwise(self) -> bool:
        """Whether it speaks of more or less, another, not doing it."""
        return bool(_OTHERWISE & self.cues)

    @property
    def denies_order(self) -> bool:
        """Whether it reports, regrets, negates or puts off the trade that it speaks of."""
        return bool(_NO_ORDER & self.cues)


@lru_cache(maxsize=64)  # a message and its parts are read several times in a row
def read_message(text: str, context: Surroundings, *, is_command: bool) -> MessageReading:
    """Return the parts of a normalised message; of a command with a slash, `text` is what follows its name."""
    risk = find_risk(text)
    text = risk.text
    dates = find_dates(text.lower(), today=context.today)
    codes, text_with_numbers = find_codes(dates.undated_text)
    text_with_names = blank_out_codes(text, codes)
    chunks = mark_unknown_names(
        tuple(Chunker(text_with_names, context.instruments).chunks()),
        text_with_names,
        _without_currencies(dates.undated_text),
    )
    tokens = tuple(token for chunk in chunks for token in chunk.tokens)
    if find_small_talk(tokens) is SmallTalkKind.LEAVING:  # "exit" alone speaks to a program, not of a position
        chunks = tuple(replace(chunk, cues=frozenset({Cue.CHAT})) for chunk in chunks)
    arguments = _without_dates(text, dates.undated_text).split() if is_command else ()
    names = find_names(chunks, codes, arguments=arguments, instruments=context.instruments)
    cues = _phrase_cues(chunks)
    has_risk = risk.risk is not None and not risk.is_bound
    implied = None if cues & _TRADES or is_command else find_implied_trade(text, chunks, has_risk=has_risk)
    cues |= _implied_cues(implied)
    sizes = find_sizes(
        _without_unknown_names(text_with_numbers, chunks), _number_context(cues, chunks, implied, is_command=is_command)
    )
    sizes = _with_risk(sizes, risk)
    cues |= {Cue.OBJECTION} if is_rhetorical(chunks) else set()
    cues |= {Cue.QUESTION} if begins_as_question(chunks) else set()
    cues |= inquiry_cues(chunks)
    is_supposed = orders_in_consequence(chunks) and supposes_move(text_with_names.lower(), chunks)
    cues |= {Cue.CONDITIONAL_ORDER} if is_supposed else set()  # "rises to 800, then sell"
    cues |= _derived_cues(chunks, names, sizes, dates, context)
    has_unused_number = Cue.SIZE not in cues and any(map(_may_be_size, find_quantities(text_with_numbers.lower())))
    undated_text = text_with_numbers.lower()
    cues |= {Cue.OPEN_CHOICE} if not names.has_any and leaves_share_open(undated_text, cues) else set()
    cues |= decision_cues(undated_text, cues)
    return MessageReading(tokens, chunks, cues, names, sizes, dates, implied, undated_text, has_unused_number)


def _may_be_size(quantity: Quantity) -> bool:
    is_article = quantity.value == 1 and quantity.unit is Unit.NONE
    return quantity.unit not in {Unit.OTHER, Unit.FOREIGN} and not is_article


def _implied_cues(implied: ImpliedTrade | None) -> frozenset[Cue]:
    """Return the cues that the verb of a trade would show."""
    if implied is None:
        return frozenset()
    sides = {Side.BUY: frozenset({Cue.BUY}), Side.SELL: frozenset({Cue.SELL}), None: frozenset[Cue]()}
    return sides[implied.side] | {Cue.CHANGE}


def _with_risk(sizes: TradeSizes, found: FoundRisk) -> TradeSizes:
    problems = (*sizes.problems, found.problem) if found.problem is not None else sizes.problems
    return replace(sizes, risk=found.risk, problems=problems)


def _without_dates(text: str, undated_text: str) -> str:
    """Return `text`, in the case as typed, with its dates blanked out."""
    return "".join(char if kept.strip() else " " for char, kept in zip(text, undated_text, strict=False))


def _without_currencies(text: str) -> str:
    """Return `text` with amounts of money blanked out: the euros of "500 euros of IBM" are no share."""
    for each in find_quantities(text.lower()):
        if each.unit in {Unit.FOREIGN, Unit.MONEY}:
            text = text[: each.start] + " " * (each.end - each.start) + text[each.end :]
    return text


def _without_unknown_names(text: str, chunks: Sequence[Chunk]) -> str:
    """Return `text` with unknown Chinese names blanked out: the 三 of 三星 is no three."""
    for chunk in chunks:
        if chunk.unknown and chunk.tokens[0].is_han:
            end = chunk.tokens[-1].end
            text = text[: chunk.start] + " " * (end - chunk.start) + text[end:]
    return text


def _phrase_cues(chunks: Sequence[Chunk]) -> frozenset[Cue]:
    """Return the cues that phrases show.

    卖了 reports a sale, but behind 把 or before 吧 it orders one; 再买 states a condition, but not at the beginning,
    and not behind an order, which it continues.
    """
    cues: set[Cue] = set()
    is_disposal = False
    for chunk, following in zip_longest(chunks, chunks[1:]):
        is_disposal = is_disposal or Cue.DISPOSAL in chunk.cues
        is_order = is_disposal or (following is not None and following.tokens[0].text == "吧")
        excluded = {Cue.PAST} if is_order and chunk.cues & _TRADES else set()
        follows_order = Cue.CONDITION not in cues and bool(cues & _TRADES)
        is_sequel = chunk.tokens[0].text == "再" and (follows_order or not cues - {Cue.FILLER})
        excluded |= {Cue.CONDITION} if is_sequel else set()
        excluded |= _TRADES if Cue.WAIT in chunk.cues else set()  # 先别卖
        cues |= chunk.cues - excluded
    return frozenset(cues)


def _number_context(
    cues: frozenset[Cue], chunks: Sequence[Chunk], implied: ImpliedTrade | None, *, is_command: bool
) -> NumberContext:
    return NumberContext(
        is_trade=is_command or bool((_ORDERS | _CHANGES) & cues),
        is_purchase=Cue.BUY in cues or (Cue.WANT in cues and not _SALES & cues),
        is_sale=bool(_SALES & cues),
        is_exit=Cue.EXIT in cues,
        is_all=bool({Cue.ALL, Cue.EVERYTHING} & cues),
        is_question=bool(_QUESTIONS & cues),
        is_target=implied is not None and implied.side is None,
        counts_shares=implied is not None and implied.counts_shares,
        names=frozenset(chunk.start for chunk in chunks if chunk.instrument),
    )


def _derived_cues(
    chunks: Sequence[Chunk], names: NamedInstruments, sizes: TradeSizes, dates: FoundDates, context: Surroundings
) -> frozenset[Cue]:
    """Return the cues that no single phrase shows."""
    meaningful = [chunk for chunk in chunks if Cue.FILLER not in chunk.cues and chunk.tokens[0].text.isalnum()]
    first = meaningful[0] if meaningful else None
    joiners = ticker_words().message_joiners
    is_shown = {
        Cue.SYMBOL: bool(names.symbols),
        Cue.UNSUPPORTED: bool(names.unknown or names.unsupported),
        Cue.ONLY_NAMES: names.has_any
        and sizes.risk is None
        and all(chunk.names_something or chunk.tokens[0].text in joiners for chunk in meaningful),
        Cue.OFF_TOPIC: any(Cue.CHAT in chunk.cues and Cue.POLITE not in chunk.cues for chunk in chunks),
        Cue.UNKNOWN_WORDS: not names.has_any and _has_unknown_words(chunks),
        Cue.SIZE: any((sizes.amount, sizes.fraction, sizes.shares, sizes.stop, sizes.problems, sizes.risk)),
        Cue.OPEN_CHOICE: not names.has_any and any(Cue.CHOICE in chunk.cues for chunk in chunks),
        Cue.STOP_PRICE: sizes.stop is not None,
        Cue.PAST_DATE: bool(dates.dates) and dates.dates[0] < context.today,
        Cue.CANCEL_NEGATED: _is_cancel_negated(chunks),
        Cue.CANCEL: any(Cue.NOT in one.cues and Cue.CONFIRM in two.cues for one, two in pairwise(chunks)),
        Cue.REFUSAL: bool(meaningful) and Cue.NOT in meaningful[-1].cues,  # "on second thought, don't"
        Cue.BRIEF: len(meaningful) <= _BRIEF,
        Cue.SINGLE_PHRASE: len({tuple(token.text for token in chunk.tokens) for chunk in meaningful})
        == 1,  # "stop stop"
        Cue.ALL_KNOWN: all(chunk.cues or chunk.names_something for chunk in meaningful),
        Cue.VERY_BRIEF: len(meaningful) <= _VERY_BRIEF,
        Cue.PENDING: context.pending > 0,
        Cue.FOCUS: bool(context.focus),
        Cue.LEADING_JOINER: first is not None and first.tokens[0].text in joiners,
        Cue.IMPERATIVE: (first is not None and bool(first.cues & _TRADES)) or orders_at_the_end(chunks),
        Cue.CONDITIONAL_ORDER: is_conditional_order(chunks),
        Cue.SCHEDULED: is_scheduled_order(chunks),
        Cue.LEADING_BUT: contradicts(chunks),
        Cue.NUMBER: any(_is_number(token) for chunk in chunks for token in chunk.tokens if not chunk.names_something),
        Cue.STATEMENT: states_something(chunks),
    }
    return frozenset(cue for cue, holds in is_shown.items() if holds)


def _is_number(token: Token) -> bool:
    return (
        (token.text.isdecimal() and len(token.text) < _YEAR_DIGITS)
        or token.text in ENGLISH_NUMERALS
        or token.text in CHINESE_NUMERALS
    )


def _has_unknown_words(chunks: Sequence[Chunk]) -> bool:
    """Return whether there are words of some length that no phrase has."""
    unknown = [token for chunk in chunks if not chunk.cues for token in chunk.tokens]
    words = sum(
        token.is_word and len(token.text) >= _MIN_UNKNOWN_LETTERS and not _is_number(token) for token in unknown
    )
    characters = sum(token.is_han and token.text not in _NUMERALS for token in unknown)
    return words > 0 or characters >= _MIN_UNKNOWN_CHARACTERS


def _is_cancel_negated(chunks: Sequence[Chunk]) -> bool:
    negation = next((at for at, chunk in enumerate(chunks) if Cue.NOT in chunk.cues), None)
    return negation is not None and any(Cue.CANCEL in chunk.cues for chunk in chunks[negation:])
