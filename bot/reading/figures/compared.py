"""Finds by which figures shares are compared, in a message not wholly read: "their trailing P/E, if you would"."""

from typing import Final

from bot.domain.conversation.requests.analysis import Compare
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Manner, RankOrder
from bot.domain.text.tokens import tokenise
from bot.reading.figures.asked_manner import PLACES
from bot.reading.figures.vocabulary import Meaning, WordKind, vocabulary

_NAMED: Final = frozenset(  # by words that mean nothing else
    {
        *(Measure.PE_RATIO, Measure.EPS, Measure.DIVIDEND_YIELD, Measure.MARKET_CAP, Measure.RSI, Measure.MACD),
        *(Measure.ATR, Measure.VOLATILITY, Measure.DRAWDOWN, Measure.AVERAGE_VOLUME, Measure.FROM_HIGH),
    }
)


def compared_by_figure(text: str, request: Compare, symbols: tuple[str, ...]) -> FigureQuery | None:
    """Return the comparison as one by the figures that the message names; None: it names none.

    Args:
        text: Normalised.
        request: What the message asks to compare.
        symbols: The shares that it names.
    """
    found = _meanings(text)
    ordered = [each.value.split() for each, _ in found if each.kind is WordKind.ORDER_OF_MEASURE]
    named = [each.value for each, _ in found if each.kind is WordKind.MEASURE and each.value in _NAMED]
    measures = tuple(dict.fromkeys(map(Measure, (*named, *(measure for measure, _ in ordered)))))
    lacking = tuple(dict.fromkeys(typed for each, typed in found if each.kind is WordKind.LACKING))
    if not (measures or lacking):
        return None
    ends = (*(RankOrder(end) for _, end in ordered), *(PLACES[m.value] for m, _ in found if m.kind is WordKind.ORDER))
    is_ranked = any(each == Meaning(WordKind.WAY, "rank") for each, _ in found)
    is_first = bool(ends) and len(measures) == 1
    return FigureQuery(
        measures=measures,
        scope=request.scope,
        symbols=symbols,
        manner=Manner.RANK if is_ranked and len(measures) == 1 else Manner.FIRST if is_first else Manner.VALUE,
        order=next(iter(ends), RankOrder.HIGHEST),
        lacking=lacking,
    )


def _meanings(text: str) -> list[tuple[Meaning, str]]:
    """Return the phrases of a text that mean something, the longest at each place, and how they are typed."""
    words = [token.text for token in tokenise(text.lower())]
    found, at = [], 0
    while at < len(words):
        match = vocabulary().longest_match(words, at)
        if match is not None:
            found.append((match[0], (" " if words[at].isascii() else "").join(words[at : at + match[1]])))
        at += match[1] if match is not None else 1
    return found
