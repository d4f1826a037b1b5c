"""Makes a request of the kind and the slots that were found in a message."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from bot.domain.conversation.requests import Request
from bot.language.requests.message import MessageFacts
from bot.reading.assembly import memory, recall, talk
from bot.reading.figures.parts import Surroundings
from bot.reading.parses import Kind, Parse

Assembler: TypeAlias = Callable[[Parse, Surroundings, MessageFacts], Request | None]

_ASSEMBLERS: Final[Mapping[Kind, Assembler]] = MappingProxyType(
    {
        **memory.ASSEMBLERS,
        **recall.ASSEMBLERS,
        **talk.ASSEMBLERS,
    }
)


def assemble(parse: Parse, around: Surroundings, message: MessageFacts) -> Request | None:
    """Return the request that a parsed message makes; None: what it says does not make one of its kind."""
    assembler = _ASSEMBLERS.get(parse.kind)
    return None if assembler is None else assembler(parse, around, message)
