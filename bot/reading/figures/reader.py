"""Combines the parts of a message to a question for figures, or finds that it is none."""

from typing import Final

from bot.domain.conversation.surroundings import Surroundings
from bot.domain.figures.measures import Measure
from bot.domain.figures.query import FigureQuery, Scope
from bot.domain.text.tokens import tokenise
from bot.reading.figures.asked_manner import in_manner
from bot.reading.figures.asked_measures import asked_measures
from bot.reading.figures.asked_scope import asked_scope
from bot.reading.figures.parts import Parts
from bot.reading.figures.scan import scan
from bot.reading.figures.vocabulary import WordKind
from bot.reading.word_tables import phrase_list

_MAX_TEXT: Final = 200  # characters
_FIRST_WORDS: Final = 3
_ASKING: Final = frozenset({"which", "which_of_all", "rank", "how_often", "compare", "join", "day"})


def read_figure_query(text: str, around: Surroundings) -> FigureQuery | None:
    """Return the figures that a whole message asks for; None: it asks for none, or says anything else.

    Args:
        text: Normalised, without a mention of the bot.
        around: What "it", "last week" and names mean.
    """
    if len(text) > _MAX_TEXT or text.startswith("/") or _orders_something(text) or _asks_outcome(text):
        return None
    scanned = scan(text, instruments=around.instruments, today=around.today)
    return None if scanned is None else _query(Parts(scanned, around))


def _asks_outcome(text: str) -> bool:
    """Return whether a message asks what became of an order: 成交了吗 asks for no volume."""
    words, phrases = [token.text for token in tokenise(text)], phrase_list("figures", "outcomes", "outcome")
    return any(phrases.longest_match(words, at) is not None for at in range(len(words)))


def _orders_something(text: str) -> bool:
    """Return whether the first word is a verb that orders something there: "close IBM" is no price."""
    words = [token.text for token in tokenise(text.lower())[:_FIRST_WORDS]]
    is_order = phrase_list("figures", "orders_first", "first").longest_match(words, 0) is not None
    return is_order and phrase_list("figures", "orders_first", "no_order").longest_match(words, 0) is None


def _query(parts: Parts) -> FigureQuery | None:
    """Return the question that the parts make; None: they make none."""
    measures = asked_measures(parts)
    if not (measures or parts.lacking) or len(parts.whens) > 1 or _states_something(parts):
        return None
    if Measure.HOURS in measures:
        is_alone = not parts.symbols and set(parts.scopes) <= {"the_market"}
        return FigureQuery(measures=(Measure.HOURS,), scope=Scope.EXCHANGE) if is_alone else None
    if (place := asked_scope(parts, measures)) is None:
        return None
    scope, symbols = place
    query = FigureQuery(
        measures=measures,
        scope=scope,
        symbols=symbols,
        when=parts.when,
        with_market="the_market" in parts.scopes,
        is_own="self" in parts.owners,
        lacking=parts.lacking,
    )
    return in_manner(parts, query)


def _states_something(parts: Parts) -> bool:
    """Return whether the message tells something instead of asking: "IBM fell yesterday"."""
    if parts.has_question_mark or parts.fillers & {"asks", "asks_price"} or parts.ways & _ASKING:
        return False
    first = next((part.meaning for part in parts.all if part.meaning or part.symbol), None)
    begins = first is not None and first.kind is WordKind.FILLER and first.value == "verb"
    is_bare_move = bool({"rise", "fall"} & set(parts.values(WordKind.DIRECTION))) and not parts.ends
    is_noun = "verb" not in parts.fillers and not is_bare_move
    return not (begins or is_noun)
