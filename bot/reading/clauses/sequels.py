"""What goes on from a watch list shown last: "also the bank, and Facebook"."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.tokens import tokenise
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.parses import Kind, SlotName
from bot.reading.recall.recall_words import asks
from bot.reading.recognisers.shares import named_shares
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import phrase_list, starts_with, words_of

_ADDITIONS: Final = ("clauses", "additions")
_NAMING: Final = frozenset({SlotName.SHARE, SlotName.WHICH, SlotName.TERM})
_MOST_CHARACTERS: Final = 80
_MOST_WORDS: Final = 4  # of a name
_SIGNS: Final = " ,.;!~…"
_POSSESSIVES: Final = ("'s", "’s", "的")


def shares_added(text: str, around: Surroundings) -> NamedShares | None:
    """Return the shares that a message adds to what was shown, with names nobody knows; None: it says something else.

    It begins or ends with "also", 还有 or the like, and says nothing but names. "And Facebook's" asks for a figure.
    """
    if asks(text) or len(text) > _MOST_CHARACTERS or text.rstrip(_SIGNS).endswith(_POSSESSIVES):
        return None
    parse = trained_parser().parse_as(text, Kind.WATCH_ADD, Kind.FOLLOW_UP, instruments=around.instruments)
    slot = parse.first(SlotName.SHARE)
    behind = words_of(parse.text[slot.end :]) if slot is not None and not slot.start else []
    found = phrase_list(*_ADDITIONS, "behind").longest_match(behind, 0)  # 脸书也是
    is_added = starts_with(text, *_ADDITIONS, "words") or (found is not None and found[1] == len(behind))
    if not is_added or not parse.has(SlotName.SHARE) or not {each.name for each in parse.slots} <= _NAMING:
        return None
    unknown = tuple(_unknown_names(text, around))
    if any(len(words_of(each)) > _MOST_WORDS for each in unknown):
        return None
    shares = named_shares((each.text for each in parse.each(SlotName.SHARE)), around.instruments)
    return replace(shares, unknown=(*shares.unknown, *unknown))


def _unknown_names(text: str, around: Surroundings) -> Iterator[str]:
    """Yield the clauses that name no share, without the word that leads them."""
    for clause in joined_clauses(text):
        led = phrase_list(*_ADDITIONS, "words").longest_match(words_of(clause.text), 0)
        behind = tokenise(clause.text)[led[1] :] if led is not None else ()
        body = clause.body if led is None else clause.text[behind[0].start :] if behind else ""
        parse = trained_parser().parse_as(body, Kind.WATCH_ADD, Kind.FOLLOW_UP, instruments=around.instruments)
        if any(map(str.isalnum, body)) and not parse.has(SlotName.SHARE):
            yield body.strip(_SIGNS)
