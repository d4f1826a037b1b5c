"""The slot of the shares that a message names."""

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.language.understanding import Entities


def shares_in(entities: Entities) -> NamedShares:
    """Return the shares among the entities of a message."""
    return NamedShares(
        symbols=entities.symbols,
        unknown=entities.unknown_symbols,
        unsupported=entities.unsupported,
        misspelt=entities.misspelt,
    )
