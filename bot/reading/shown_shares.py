"""Words that point at the shares shown last: "both", "the second one"."""

from bot.domain.text.tokens import tokenise
from bot.reading.word_tables import phrase_table

_PAIR = 2


def names_pointer(text: str) -> bool:
    """Return whether a message says "both", "the second one" or the like."""
    return phrase_table("references", "share_pointers").is_in([each.text for each in tokenise(text)])


def with_shares_named(text: str, shown: tuple[str, ...]) -> str | None:
    """Return a message with the shares that "both" or "the second one" means named in it; None: it says no such word.

    Args:
        text: Normalised, without a mention.
        shown: The shares that were shown last, in their order.
    """
    tokens = tokenise(text)
    for name, first, behind in phrase_table("references", "share_pointers").find_all([each.text for each in tokens]):
        symbols = " and ".join(_pointed(name, shown))
        before, after = text[: tokens[first].start].rstrip(), text[tokens[behind - 1].end :].lstrip()
        return f"{before} {symbols} {after}".strip() if symbols else None
    return None


def _pointed(name: str, shown: tuple[str, ...]) -> tuple[str, ...]:
    """Return the shares at a place, or all of as many as are meant; empty: none."""
    if len(shown) <= 1:
        return ()
    if name.isdigit() or name == "last":
        at = -1 if name == "last" else int(name) - 1
        return shown[at : at + 1 or None]
    return shown if name == "several" or len(shown) == _PAIR else ()
