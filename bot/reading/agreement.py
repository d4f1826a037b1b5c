"""Which of two readings of one message stands: readers that disagree on a trade make none."""

from dataclasses import replace
from typing import Final

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import AnalyzeDeep, CorrectOrder, Order, TradeTerms

TRADES: Final = Order | CorrectOrder | AnalyzeDeep

_SURE: Final = 0.8
_DOUBTED: Final = 0.3
_COMPARED: Final = (
    *("side", "symbols", "size", "target_side", "parts", "each", "is_everything", "excluded"),
    *("max_cash", "stop", "risk"),
)


def agreed(trained: Reading, model: Reading) -> Reading:
    """Return the model's reading of a message, unless one of two sure readers sees a trade that the other does not see.

    Such a message is asked about: the requests of both are what it may ask for.
    """
    are_trades = isinstance(trained.request, TRADES), isinstance(model.request, TRADES)
    is_open = isinstance(trained.request, NotUnderstood) or trained.certainty < _SURE
    if not any(are_trades) or (are_trades[1] and is_open) or _is_same_trade(trained.request, model.request):
        others = tuple(dict.fromkeys((*model.others, *trained.others)))
        return replace(model, others=others, shares=model.shares if model.shares.symbols else trained.shares)
    may_be = tuple(each for each in (model.request, trained.request) if not isinstance(each, NotUnderstood))
    request = NotUnderstood(TradeTerms(shares=model.shares))
    return replace(model, request=request, certainty=_DOUBTED, others=(*may_be, *model.others, *trained.others))


def _is_same_trade(one: Request, other: Request) -> bool:
    if not (isinstance(one, TRADES) and isinstance(other, TRADES)) or type(one) is not type(other):
        return False
    terms, others = one.terms, other.terms
    return all(getattr(terms, name) == getattr(others, name) for name in _COMPARED)
