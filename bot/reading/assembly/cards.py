"""Makes requests about pending cards, trades that were made, sufficient cash, and holdings elsewhere, of parses."""

import re
from dataclasses import replace
from typing import Final

from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests import Request, account
from bot.domain.conversation.requests.talk import SmallTalk, SmallTalkKind
from bot.domain.conversation.requests.trades import Coverage, Meant, ReadBack, Wait
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Manner, RankOrder, Scope
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.reading.assembly.corrections import correct
from bot.reading.assembly.sizes import SIZES, read_bounds, read_size, single
from bot.reading.assembly.slots import says
from bot.reading.assembly.trade_words import is_word, says_beside
from bot.reading.assembly.trades import traded_shares
from bot.reading.guarded_words import GuardedMessage
from bot.reading.parses import Kind, Parse, SlotName
from bot.reading.recall.recall_words import asks, speakers_in
from bot.reading.recognisers.numbers import read_count, read_money, read_price
from bot.reading.recognisers.shares import named_shares

_DOUBTS: Final = (Problem.CONDITIONAL_ORDER, "denial", "contrast", "kept", "all_but", "taken_back")
_MAY_BE_SUM: Final = (SlotName.COUNT, SlotName.MONEY, SlotName.TIME)
_SUM: Final = re.compile(r"(?!(?:19|20)\d\d$)\$?\d[\d,.]*k?")  # no year
_BUYING: Final = frozenset({"", "buy", "buys", "get", "gets", "get me", "buy me"})  # "how many would 5000 buy"
_NUMBERS: Final = (*SIZES, SlotName.MOVE, SlotName.LEVEL, SlotName.N, SlotName.MAX, SlotName.RISK)


def wait(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Return that nothing is to be done with what is pending: nothing is confirmed, and nothing cancelled.

    So is a wish to cancel answered that no button and no exact word expresses.
    """
    if not around.pending:
        return SmallTalk(SmallTalkKind.ACKNOWLEDGEMENT) if parse.kind is Kind.WAIT else None
    which, sets = parse.first(SlotName.WHICH), {"two": Coverage.TWO, "all": Coverage.ALL}
    covers = next((each for name, each in sets.items() if which and is_word(which.text, "which", name)), None)
    symbols = traded_shares(parse, around).symbols
    excepted = named_shares((each.text for each in parse.each(SlotName.EXCEPT)), around.instruments).symbols
    if not excepted and any(GuardedMessage.of(parse.text, around.instruments).each("all_but")):
        symbols, excepted = (), symbols
    return Wait(Meant(symbols=symbols, covers=covers, excepted=excepted), wants_cancel=parse.kind is Kind.CANCEL)


def read_back(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Return that what is pending is to be read back; None: the message says more than that, or speaks of somebody."""
    of_somebody = parse.has(SlotName.PERSON) or "one" in speakers_in(parse.text)
    says_more = of_somebody or asks(parse.text) or any(each.isdigit() or each in "?？" for each in parse.text)
    names_trade = parse.has(SlotName.SELL) or (parse.has(SlotName.BUY) and around.pending > 1)
    is_doubted = any(GuardedMessage.of(parse.text, around.instruments).each(*_DOUBTS))
    if not around.has_own_card or says_more or names_trade or is_doubted:
        return None
    return ReadBack(Meant(symbols=traded_shares(parse, around).symbols))


def which_card(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Return that another card is meant; None: one that is not pending, whose share, side or size the message names."""
    names_it = parse.has(SlotName.SHARE, SlotName.BUY, SlotName.SELL, *_NUMBERS)
    return account.PickAnother(traded_shares(parse, around)) if around.pending > 1 or not names_it else None


def undo(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Return the wish to take back a trade that was made."""
    shares = traded_shares(parse, around)
    is_known = not parse.has(SlotName.SHARE) or bool(shares.symbols)
    return account.UndoTrade(shares) if is_known and len(shares.symbols) <= 1 else None


def set_stop(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return where the stop of what is held is wanted; at no one price, the change of the card that waits."""
    shares = traded_shares(parse, around)
    level = single(parse, SlotName.STOP)
    price = None if level is None else read_price(level.text)
    is_of_part = any(not is_word(each.text, "which", "all") for each in parse.each(SlotName.PART))
    is_clear = not (is_of_part or parse.has(*(each for each in _NUMBERS if each is not SlotName.PART)))
    if price is not None and is_clear and len(shares.symbols) <= 1:
        return account.SetStop(price, shares)
    return correct(parse, around, message) if around.pending else account.SetStop(None, shares)


def afford(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Return the question whether cash, or shares, suffice; None: for a trade that cannot be checked."""
    if parse.has(SlotName.LEAST) and not parse.has(SlotName.SHARE, SlotName.SELL):  # "the cheapest share for 500"
        return FigureQuery(measures=(Measure.PRICE,), scope=Scope.MARKET, manner=Manner.RANK, order=RankOrder.LOWEST)
    return _funds(with_sum(parse) or parse, around)


def with_sum(parse: Parse) -> Parse | None:
    """Return "how many FB for 500" with its number as money, whatever slot it is in; None: it has no such number."""
    words = ((each, each.text.lower().partition(" ")) for each in parse.each(*_MAY_BE_SUM))
    sums = [(each, number) for each, (number, _, verb) in words if verb in _BUYING]
    sums = [each for each in sums if _SUM.fullmatch(each[1]) or each[0].name is SlotName.MONEY]
    if len(sums) != 1 or parse.has(SlotName.SELL) or not says(parse.text, "how_many"):
        return None
    (slot, number), *_ = sums
    money = replace(slot, name=SlotName.MONEY, end=slot.start + len(number), text=number)
    return replace(parse, slots=tuple(money if each is slot else each for each in parse.slots))


def _funds(parse: Parse, around: Surroundings) -> account.CheckFunds | None:
    shares, sizes = traded_shares(parse, around), tuple(parse.each(*SIZES))
    sells = parse.has(SlotName.SELL)
    if parse.has(SlotName.MORE, SlotName.MOVE, SlotName.LEVEL, SlotName.WHICH) or len(sizes) > 1:
        return None
    if sells and (parse.has(SlotName.BUY) or len(shares.symbols) > 1):
        return None
    side = Side.SELL if sells else Side.BUY
    bounds = read_bounds(parse, side)
    asked = _funds_for(parse, around, side) if sizes else account.CheckFunds(shares=shares, side=side)
    if asked is None or bounds.problems or bounds.max_count is not None or bounds.stop_below is not None:
        return None
    return replace(asked, amount=asked.amount or bounds.max_cash, risk=bounds.risk, stop=bounds.stop)


def holding_stated(parse: Parse, around: Surroundings, _: MessageFacts) -> Request | None:
    """Return the holding that a person says to have; None: it is not clear how many shares of what, at which cost."""
    shares = traded_shares(parse, around)
    symbols = shares.symbols or (() if parse.has(SlotName.SHARE) else around.focus[:1])
    count, cost = single(parse, SlotName.COUNT), single(parse, SlotName.LEVEL)
    number = None if count is None else read_count(count.text)
    price = None if cost is None else read_price(cost.text)
    others = (SlotName.MONEY, SlotName.PERCENT, SlotName.MOVE, SlotName.STOP, SlotName.MAX)
    is_unread = number is None or number <= 0 or (cost is not None and price is None)
    if len(symbols) != 1 or number is None or is_unread or parse.has(*others):
        return None
    is_question = parse.has(SlotName.SELL) or says_beside(parse, "asks")
    return account.ViewStatedHolding(symbol=symbols[0], shares=number, cost=price, is_question=is_question)


def _funds_for(parse: Parse, around: Surroundings, side: Side) -> account.CheckFunds | None:
    size, shares = next(parse.each(*SIZES)), traded_shares(parse, around)
    if size.name is SlotName.COUNT:
        count = read_count(size.text)
        return account.CheckFunds(shares=shares, side=side, count=count) if count else None
    if size.name is SlotName.MONEY:
        amount = read_money(size.text)
        return account.CheckFunds(shares=shares, side=side, amount=amount) if amount else None
    stated = read_size(size, parse, side)
    if isinstance(stated, Problem) or stated.unit is not SizeUnit.CASH or stated.is_target:
        return None
    return account.CheckFunds(shares=shares, side=side, cash_fraction=stated.value)
