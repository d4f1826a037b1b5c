"""Forms about what is held: "sell all the losers", "I already hold 100 AAPL at 400, should I sell?"."""

from decimal import Decimal
from typing import Final

from bot.domain.conversation.requests.holdings import HoldingResult, SellHoldings, ViewStatedHolding
from bot.reading.exact_forms.vocabulary import FormWords, Word
from bot.reading.quantities.quantity import Quantity, Unit

_HALF: Final = Decimal("0.5")
_GAINS: Final = frozenset({Word.GAIN, Word.WINNERS, Word.UP})
_LOSSES: Final = frozenset({Word.LOSS, Word.LOSERS, Word.DOWN})
_THINGS: Final = (Word.ALL, Word.HOLDING, Word.SHARE, Word.WINNERS, Word.LOSERS)
_BESIDE: Final = (
    *_THINGS,
    *_GAINS,
    *_LOSSES,
    Word.HALF,
    Word.MORE,
    Word.ADVICE,
    Word.OWNER,
    Word.HELD,
    Word.NO_PURCHASE,
    Word.RECORDS,  # "in the portfolio"
)
_BESIDE_STATED: Final = (
    Word.PRICE_OF,
    Word.COST,
    Word.WHAT_TO_DO,
    Word.ADVICE,
    Word.SELL,
    Word.SHARE,
    Word.POINTER,
    Word.OWNER,
)
_PRICED: Final = frozenset({Unit.NONE, Unit.MONEY})
_COUNTED: Final = frozenset({Unit.NONE, Unit.SHARES})


def sale_of_holdings(form: FormWords) -> SellHoldings | None:
    """Read "sell everything that is in profit", "sell half of the losers", 把亏损的都卖了."""
    if not form.is_of({Word.SELL}, *_BESIDE) or not form.has(*_THINGS) or form.symbols or form.times:
        return None
    gains, losses = bool(form.words & _GAINS), bool(form.words & _LOSSES)
    ends_purchases = form.has(Word.NO_PURCHASE)
    is_whole = not gains and not losses and form.has(Word.ALL) and ends_purchases  # alone it is any order of all
    threshold = _percent(form) if form.quantities else Decimal(0)
    if not (gains ^ losses or is_whole) or threshold is None or form.has(Word.MORE) != bool(form.quantities):
        return None
    return SellHoldings(
        result=None if is_whole else HoldingResult.GAIN if gains else HoldingResult.LOSS,
        at_least=threshold,
        fraction=_HALF if form.has(Word.HALF) else Decimal(1),
        ends_purchases=ends_purchases,
        is_question=form.is_question or form.has(Word.ADVICE),
    )


def stated_holding(form: FormWords) -> ViewStatedHolding | None:
    """Read "we own 50 IBM since last year at 180", "I already hold 100 AAPL, should I sell?"."""
    asks = form.has(Word.WHAT_TO_DO) or {Word.ADVICE, Word.SELL} <= form.words
    is_clear = asks or not form.has(Word.SELL, Word.ADVICE)
    count, cost = _count_and_cost(form)
    if not form.is_of({Word.HELD}, *_BESIDE_STATED) or len(form.symbols) != 1 or not is_clear or count is None:
        return None
    return ViewStatedHolding(symbol=form.symbols[0], shares=count, cost=cost, is_question=asks)


def _count_and_cost(form: FormWords) -> tuple[Decimal | None, Decimal | None]:
    """Return how many shares a message names, and what one has cost; no number: none is named, or it is not clear."""
    values = [each.value for each in form.quantities if each.value is not None and each.value > 0]
    units = [each.unit for each in form.quantities]
    names_cost = form.has(Word.PRICE_OF, Word.COST)
    is_clear = len(values) == len(units) == 1 + names_cost
    if not is_clear or units[0] not in _COUNTED or values[0] % 1 or not _PRICED.issuperset(units[1:]):
        return None, None
    return values[0], values[1] if names_cost else None


def _percent(form: FormWords) -> Decimal | None:
    """Return the one percentage that a message names; None: its numbers are not that."""
    quantity: Quantity = form.quantities[0]
    is_percent = len(form.quantities) == 1 and quantity.unit is Unit.PERCENT
    return quantity.value if is_percent and quantity.value is not None and quantity.value > 0 else None
