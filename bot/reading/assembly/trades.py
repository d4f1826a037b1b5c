"""Makes orders, and the wish for advice, of parses."""

from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import HoldingResult, SellHoldings
from bot.domain.conversation.requests.analysis import Analyze, Compare
from bot.domain.conversation.requests.explanation import AskAdvice
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import (
    Advise,
    Order,
    OrderPart,
    Placement,
    TradeTerms,
)
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.figures.query import RankOrder, Scope
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size, SizeUnit
from bot.reading.assembly.limit_words import bounds_price
from bot.reading.assembly.several_trades import (
    of_each,
    trades_in_order,
)
from bot.reading.assembly.sizes import (
    SIZES,
    WHOLE,
    UnreadableNumberError,
    UnreadableSlotError,
    is_bounded,
    is_not_whole,
    read_bounds,
    read_size,
    single,
    size_of_word,
    target_side,
    with_stop_named,
    without_all,
)
from bot.reading.assembly.slots import shares_of, side_of, without_dropped
from bot.reading.assembly.suppositions import suppose
from bot.reading.assembly.trade_words import (
    are_shares_joined,
    has_word,
    is_followed_by,
    is_later,
    is_led_by,
    is_word,
    says_beside,
    without_denied,
    without_told,
)
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Parse, SlotName
from bot.reading.recognisers.numbers import read_percent
from bot.reading.recognisers.shares import named_shares, shares_in
from bot.reading.recognisers.times import find_dates
from bot.reading.word_tables import read_lists, words_of

_UNUSED: Final = (SlotName.N, SlotName.LESS, SlotName.WATCHED, SlotName.MARKET, SlotName.MOST, SlotName.LEAST)
_RESULTS: Final = {SlotName.WINNING: HoldingResult.GAIN, SlotName.LOSING: HoldingResult.LOSS}
_OF_SOME: Final = (  # not of any share
    *(SlotName.HELD, SlotName.WATCHED, *_RESULTS),
    *(SlotName.N, SlotName.LESS, SlotName.LEAST, SlotName.SELL),
)
_BOUNDS: Final = (SlotName.MAX, SlotName.RISK, SlotName.STOP)
_BESIDE_RESULTS: Final = (  # of what has gained or lost, these say more
    *(SlotName.SHARE, SlotName.BUY, SlotName.COUNT, SlotName.MONEY, SlotName.EXCEPT, SlotName.STOP, SlotName.MAX),
    *_UNUSED,
)
_ASKED_ABOUT: Final = frozenset(  # of a wish for advice: a budget holds, or is asked about
    {Problem.AMOUNT_UNIT_MISSING, Problem.FRACTION_UNCLEAR, Problem.FRACTION_BASE_UNCLEAR}
)


def order(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Return what a message orders; None: a number of it is not used, or it says too little."""
    plain, message = _as_meant(parse, around), GuardedMessage.of(parse.text, around.instruments)
    sides = (SlotName.BUY, SlotName.SELL)
    named = plain.each(*sides) if message.shares_replaced else plain.each(*sides, SlotName.SHARE)
    is_risk = parse.has(SlotName.PERCENT) and says_beside(parse, "risk")
    is_bare = not parse.has(SlotName.SHARE, *SIZES, SlotName.HELD)  # "ok buy" may answer what was asked
    if any(is_led_by(parse, e, "denied") for e in named) or is_risk or (is_bare and Before.ASKED in around.before):
        return None
    shares = traded_shares(parse, around)
    if has_word(parse, SlotName.SELL, "sell", "short"):
        return Order(terms=TradeTerms(shares=shares, problems=(Problem.SHORT_SALE,)))
    if parse.has(SlotName.MOVE) and not parse.has(*_RESULTS) and not says_beside(parse, "stop"):
        return None
    try:
        terms = TradeTerms(shares=shares, side=Side.SELL, problems=(Problem.ORDER_UNEXPLAINED,))
        how_much = NotUnderstood(terms) if is_not_whole(plain) else None
        return how_much or _sale_of_holdings(plain, is_question=False) or _order(plain, around)
    except UnreadableNumberError:
        problems = (Problem.NUMBER_UNREADABLE,)
        return Order(terms=TradeTerms(shares=shares, side=side_of(parse), problems=problems))


def order_if(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Return an order that cannot be carried out, since it is wanted under a condition or later."""
    message = GuardedMessage.of(parse.text, around.instruments)
    is_later = parse.has(SlotName.TIME) and not any(message.conditions)
    problem = Problem.SCHEDULED if is_later else Problem.CONDITIONAL_ORDER
    problem = Problem.ORDER_TYPE if any(message.each(Problem.ORDER_TYPE)) else problem
    return Order(terms=TradeTerms(shares=traded_shares(parse, around), side=side_of(parse), problems=(problem,)))


def advise(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the question whether to trade: about what is pending, if it says nothing of a trade.

    "Would you still buy it if it rose 5 %" supposes a move, and is answered for that; "should we keep out of IBM?"
    thinks of no trade: the share is analysed.
    """
    if parse.has(SlotName.MOVE):
        return suppose(parse, around, message)
    if says_beside(parse, "keeps_out") and not parse.has(SlotName.BUY, SlotName.SELL):
        return Analyze(shares=shares_of(parse, around))
    parse = without_denied(parse)
    asks_which = says_beside(parse, "asks_which") or (parse.has(SlotName.BUY) and says_beside(parse, "asks_what"))
    if asks_which and (choice := _choice(parse, around)) is not None:
        return choice
    if around.pending and not parse.has(SlotName.SHARE, *_RESULTS, *_UNUSED, SlotName.BUY, SlotName.SELL):
        return AskAdvice(only_asks=True)
    sale = _sale_of_holdings(parse, is_question=True)
    names_others = parse.has(SlotName.HELD, SlotName.WHICH, *_RESULTS, *_UNUSED) or asks_which
    is_unclear = not parse.has(SlotName.SHARE) and names_others
    return sale or (None if is_unclear else Advise(_terms_of_advice(parse, around)))


def _choice(parse: Parse, around: Surroundings) -> Compare | None:
    """Return which shares "which should I buy" compares: those named or talked of, if these are several, else all."""
    shares = shares_of(parse, around)
    if len(shares.symbols) > 1 and not parse.has(*SIZES, *_BOUNDS, SlotName.SELL):
        return Compare(shares=shares, scope=Scope.NAMED)
    if shares != NamedShares() or parse.has(*_OF_SOME):
        return None
    scope = Scope.TALKED_OF if len(around.focus) > 1 else Scope.MARKET
    return Compare(shares=shares, scope=scope, first=RankOrder.HIGHEST)


def traded_shares(parse: Parse, around: Surroundings) -> NamedShares:
    """Return the shares that are named; where no slot has any, those of the message that cannot be traded as typed."""
    if parse.has(SlotName.SHARE):
        return shares_of(parse, around)
    found = shares_in(parse.text, around.instruments)
    guessed = tuple(each.symbol for each in found.misspelt)
    return NamedShares(symbols=guessed, unsupported=found.unsupported, misspelt=found.misspelt)


def terms_of(parse: Parse, around: Surroundings) -> TradeTerms:
    """Return what a parse says of one trade, or of the same in several shares.

    Raises: UnreadableSlotError: a number is not used, or the slots contradict each other.
    """
    side, sizes = side_of(parse), tuple(parse.each(*SIZES))
    is_contradictory = side is None and parse.has(SlotName.BUY)
    if len(sizes) > 1 or parse.has(*_UNUSED) or is_contradictory or not are_shares_joined(parse):
        raise UnreadableSlotError
    bounds = read_bounds(parse, side)
    stated = read_size(sizes[0], parse, side) if sizes else size_of_word(parse, side)
    size, unread = (None, (stated,)) if isinstance(stated, Problem) else (stated, ())
    problems = (*bounds.problems, *_problems(parse), *unread)
    most = bounds.max_count or (bounds.max_cash if side is Side.SELL else None)
    if most is not None:
        if sizes or (side is Side.SELL and not is_bounded(parse)):
            raise UnreadableSlotError
        size = Size(most, SizeUnit.MONEY if bounds.max_count is None else SizeUnit.SHARES)
    return TradeTerms(
        shares=traded_shares(parse, around),
        side=side,
        size=size,
        target_side=target_side(parse, side),
        max_cash=None if side is Side.SELL else bounds.max_cash,
        risk=bounds.risk,
        stop=bounds.stop,
        stop_below=bounds.stop_below,
        problems=tuple(dict.fromkeys(problems)),
    )


def _order(parse: Parse, around: Surroundings) -> Order | None:
    shares, is_added = traded_shares(parse, around), parse.has(SlotName.MORE) or says_beside(parse, "added")
    if _keeps_some(parse):
        return None
    if len(tuple(parse.each(SlotName.SHARE))) > 1 and (len(tuple(parse.each(*SIZES))) > 1 or side_of(parse) is None):
        several = _several(parse, around, shares)
        return None if several is None else Order(terms=several, is_added=is_added)
    stated = _of_all(parse, around, terms_of(parse, around))
    terms: TradeTerms | None = stated
    each = says_beside(parse, "each")
    if len(shares.symbols) > 1 and stated.unit not in {None, SizeUnit.POSITION}:
        is_of_each = (each or says_beside(parse, "each_named")) and not says_beside(parse, "divided")
        terms = of_each(stated) if is_of_each else stated  # else it is asked whether each is meant
    elif not parse.has(SlotName.SHARE) and (each or parse.has(SlotName.WHICH)) and not stated.is_everything:
        return None
    if terms is None or terms.parts:
        return None if terms is None else Order(terms=terms, is_added=is_added)
    if _is_placed(parse, terms):
        terms = replace(terms, placement=Placement.MARKET)
    is_bound = any((terms.problems, terms.max_cash, terms.risk, terms.stop, terms.stop_below))
    is_order = terms.side is not None or terms.names_size or is_bound
    return Order(terms=terms, is_added=is_added, needs_side=terms.side is None) if is_order else None


def _as_meant(parse: Parse, around: Surroundings) -> Parse:
    """Return a parse without the sizes that are taken back, "20, no, 30", and the shares that stay: "leave KO alone".

    Where no other share is named, these are the exception from all.
    """
    message = GuardedMessage.of(parse.text, around.instruments)
    parse = with_stop_named(without_told(without_dropped(parse, around, *SIZES)))
    replaced = [old.start for old, _ in message.shares_replaced]
    parse = parse.without([s for s in parse.each(SlotName.SHARE) if any(s.start <= at < s.end for at in replaced)])
    kept = [each.start for each in message.shares if each.name in message.kept]
    parse = parse.without([s for s in parse.each(SlotName.BUY, SlotName.SELL) if is_followed_by(parse, s, "past")])
    stays = [s for s in parse.each(SlotName.SHARE, SlotName.EXCEPT) if any(s.start <= at < s.end for at in kept)]
    is_of_others = any(each not in stays for each in parse.each(SlotName.SHARE))
    return without_all(parse.without(stays) if is_of_others else parse.renamed(stays, SlotName.EXCEPT))


def _keeps_some(parse: Parse) -> bool:
    """Return whether all positions are to be sold but a number of one share, "but keep 5 KO", which is asked back."""
    share, behind = parse.first(SlotName.SHARE), [parse.text[each.end :] for each in parse.each(SlotName.SELL)]
    is_of_it = share is not None and any(each.lstrip().startswith(share.text) for each in behind)  # 清掉KO，留5股
    is_all = _means_every_position(parse) or (_clears(parse, "cleared") and not is_of_it)
    return is_all and share is not None and any(is_led_by(parse, e, "kept") for e in parse.each(SlotName.COUNT))


def _is_placed(parse: Parse, terms: TradeTerms) -> bool:
    """Return whether money is placed, and nothing says in what: "put $5,000 to work"."""
    is_money = terms.unit in {SizeUnit.MONEY, SizeUnit.CASH}
    verbs = [is_word(each.text, "beside", "placed") for each in parse.each(SlotName.BUY)]  # 拿一万块买 buys
    is_placing = all(verbs) and (bool(verbs) or says_beside(parse, "placed"))
    names_it = says_beside(parse, "talked_of") or parse.has(SlotName.SHARE, SlotName.MORE, SlotName.WHICH)
    return terms.side is Side.BUY and is_money and is_placing and not names_it


def _several(parse: Parse, around: Surroundings, shares: NamedShares) -> TradeTerms | None:
    """Return the terms of several trades, each with its share and size; those that cannot be told apart are none."""
    is_plain = not parse.has(SlotName.STOP, SlotName.MAX, SlotName.RISK, SlotName.TO, SlotName.EXCEPT, *_UNUSED)
    if shares.unknown and shares.symbols:
        return TradeTerms(shares=shares)  # the answer asks for the name
    if shares.unknown or shares.unsupported or not is_plain:
        return None
    if (trades := trades_in_order(parse)) is None:
        is_switch = side_of(parse) is None and parse.has(SlotName.BUY)
        return TradeTerms(shares=shares, problems=(Problem.TWO_TRADES,)) if is_switch else None
    parts, problems = list[OrderPart](), list(_problems(parse))
    for trade in trades:
        stated = WHOLE if trade.size is None else read_size(trade.size, parse, trade.side)
        size, unread = (None, [stated]) if isinstance(stated, Problem) else (stated, [])
        problems += unread
        symbols = named_shares([trade.share.text], around.instruments).symbols
        parts += [OrderPart(symbol=symbol, side=trade.side, size=size) for symbol in symbols]
    is_told_apart = len({each.symbol for each in parts}) == len(trades)
    terms = TradeTerms(shares=shares, parts=tuple(parts), problems=tuple(dict.fromkeys(problems)))
    return terms if is_told_apart else None


def _of_all(parse: Parse, around: Surroundings, terms: TradeTerms) -> TradeTerms:
    """Return the terms of a sale of all positions, if it is one: "sell everything but KO"."""
    excepted = tuple(parse.each(SlotName.EXCEPT))
    sold, is_of_one = parse.first(SlotName.SELL), len(around.focus) == 1
    parts = [e for e in parse.each(SlotName.PART) if not is_of_one or (sold is not None and e.start < sold.start)]
    parts = [] if is_of_one and says_beside(parse, "talked_of") else parts
    is_cleared = _clears(parse, "closed") and any(is_word(each.text, "parts", "all_of_it") for each in parts)
    if not excepted and (parse.has(SlotName.SHARE) or not (is_cleared or _means_every_position(parse))):
        return terms
    excluded = named_shares((each.text for each in excepted), around.instruments)
    is_part = terms.unit is SizeUnit.POSITION and terms.side is Side.SELL
    is_unclear = bool(excluded.unknown or excluded.unsupported or excluded.misspelt) or parse.has(SlotName.SHARE)
    if not is_part or is_unclear:
        raise UnreadableSlotError
    return replace(terms, is_everything=True, excluded=excluded.symbols)


def _means_every_position(parse: Parse) -> bool:
    sold = parse.first(SlotName.SELL)
    behind = words_of(parse.text[sold.end :])[:2] if sold is not None else []  # "out of everything"
    is_named = any(is_word(each, "parts", "every_position") for each in behind)
    return is_named or parse.has(SlotName.HELD) or has_word(parse, SlotName.PART, "parts", "every_position")


def _clears(parse: Parse, list_name: str) -> bool:
    """Return whether the word for a sale is one of those that also mean the whole account: "flatten", 清."""
    words = read_lists("trade_words", "sell")[list_name]
    return any(word in each.text.lower() for each in parse.each(SlotName.SELL) for word in words)


def _sale_of_holdings(parse: Parse, *, is_question: bool) -> SellHoldings | None:
    """Return the sale of what has gained, or lost, which a message speaks of.

    Raises: UnreadableSlotError: it speaks of more, or does not say how much of them.
    """
    results = {_RESULTS[each.name] for each in parse.each(*_RESULTS)}
    bounds = [each for each in parse.each(SlotName.PERCENT) if is_led_by(parse, each, "beyond")]
    if bounds and not results:
        raise UnreadableSlotError
    if not results or (is_question and not parse.has(SlotName.SELL)):
        return None
    if len(results) > 1 or parse.has(*_BESIDE_RESULTS) or not parse.has(SlotName.SELL):
        raise UnreadableSlotError
    sizes = tuple(each for each in parse.each(*SIZES) if each not in bounds)
    bound = next(iter(bounds), None) or single(parse, SlotName.MOVE)
    size = read_size(sizes[0], parse, Side.SELL) if sizes else size_of_word(parse, Side.SELL)
    at_least = Decimal(0) if bound is None else read_percent(bound.text)
    is_unclear = len(sizes) > 1 or (size is None and not is_question) or parse.has(SlotName.LEVEL, SlotName.TO)
    if isinstance(size, Problem) or is_unclear or at_least is None:
        raise UnreadableSlotError
    fraction = Decimal(1) if size is None else size.value
    return SellHoldings(result=results.pop(), at_least=at_least * 100, fraction=fraction, is_question=is_question)


def _terms_of_advice(parse: Parse, around: Surroundings) -> TradeTerms:
    """Return the terms that are asked about, without a size that is not clear; a bare number is asked about."""
    found = find_dates(parse.text.lower(), today=around.today)
    is_dated = any(any(map(str.isdigit, each.text)) for each in parse.each(SlotName.TIME))
    undated = found.undated_text  # the day of "2013-01-15" is no size
    parse = parse.without([each for each in parse.slots if not undated[each.start : each.end].strip()])
    dates = found.dates if is_dated and len(set(found.dates)) == 1 else ()
    plain = TradeTerms(shares=traded_shares(parse, around), side=side_of(parse), dates=dates)
    if dates:
        return plain
    if len(tuple(parse.each(*SIZES))) > 1:
        return replace(plain, problems=(Problem.SHARES_AMBIGUOUS,))
    plainly = parse.without(tuple(parse.each(SlotName.LEVEL, SlotName.TIME)))
    try:
        terms = terms_of(plainly, around) if parse.has(*SIZES, *_BOUNDS) else plain
    except UnreadableSlotError:
        return _with_size(plain, parse)
    is_of_none = terms.side is not Side.SELL and terms.unit is SizeUnit.POSITION
    asked_about = {Problem.FRACTION_UNCLEAR} if is_of_none else _ASKED_ABOUT & set(terms.problems)
    if asked_about or terms.problems:
        return replace(plain, problems=tuple(asked_about))
    return terms


def _with_size(terms: TradeTerms, parse: Parse) -> TradeTerms:
    """Return the terms with the size of a message that says more of one share than of another: it is asked about."""
    size = next(parse.each(*SIZES), None)
    stated = None if size is None else read_size(size, parse, terms.side)
    return replace(terms, problems=(stated,)) if isinstance(stated, Problem) else replace(terms, size=stated)


def _problems(parse: Parse) -> Iterable[Problem]:
    """Yield why a trade cannot be made as it is wanted: at a price, or later."""
    if parse.has(SlotName.LEVEL) or bounds_price(parse):
        yield Problem.PRICE_CONDITION
    if any(map(is_later, parse.each(SlotName.TIME))):
        yield Problem.SCHEDULED
