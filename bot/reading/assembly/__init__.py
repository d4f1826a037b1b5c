"""Makes a request of the kind and the slots that were found in a message."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.domain.conversation.requests import Request
from bot.language.requests.message import MessageFacts
from bot.reading.assembly import cards, corrections, trades
from bot.reading.figures.parts import Surroundings
from bot.reading.parses import Kind, Parse

Assembler: TypeAlias = Callable[[Parse, Surroundings, MessageFacts], Request | None]

_ASSEMBLERS: Final[Mapping[Kind, Assembler]] = MappingProxyType(
    {
        Kind.ORDER: trades.order,
        Kind.ORDER_IF: trades.order_if,
        Kind.ADVISE: trades.advise,
        Kind.CORRECT: corrections.correct,
        Kind.ANSWER: corrections.answer,
        Kind.CANCEL: cards.wait,
        Kind.WAIT: cards.wait,
        Kind.WHICH_CARD: cards.which_card,
        Kind.UNDO: cards.undo,
        Kind.STOP_SET: cards.set_stop,
        Kind.AFFORD: cards.afford,
        Kind.HOLDING_STATED: cards.holding_stated,
    }
)


def assemble(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the request that a parsed message makes; None: what it says does not make one of its kind."""
    assembler = _ASSEMBLERS.get(parse.kind)
    return None if assembler is None else assembler(parse, around, message)
