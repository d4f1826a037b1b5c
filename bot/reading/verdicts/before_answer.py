"""Whether a message can be a verdict on a pending proposal, or a correction of it: decided before it is answered."""

from dataclasses import replace
from typing import Final

from bot.domain.conversation.requests.trades import Verdict
from bot.domain.conversation.surroundings import Before, Surroundings
from bot.domain.conversation.threads import VerdictReading
from bot.domain.text.locale import Language
from bot.domain.text.normalise import normalise, without_mention
from bot.reading.parses import Kind
from bot.reading.trained.parser import is_parser_loaded, trained_parser
from bot.reading.verdicts.reader import is_near_yes, read_exact

_LONGEST: Final = 150  # characters that are read at once, on the event loop
_SURE: Final = 0.8
_LIKELY: Final = 0.4
_OF_CARDS: Final = frozenset(
    {Kind.CONFIRM, Kind.CANCEL, Kind.WAIT, Kind.CORRECT, Kind.WHICH_CARD, Kind.UNDO, Kind.STOP_SET}
)
_ORDERS: Final = frozenset({Kind.ORDER, Kind.ORDER_IF, Kind.ADVISE, Kind.LIMIT_SET, Kind.LIMIT_END, Kind.ANSWER})


def read_possible_verdict(text: str, around: Surroundings) -> VerdictReading:
    """Return whether `text` can be a verdict or a correction while a proposal is pending.

    Unclear, as it must be told at once: a long text, and any as long as the parser is being loaded.
    """
    if len(text) > _LONGEST or not is_parser_loaded():
        return VerdictReading.UNCLEAR
    plain = without_mention(normalise(text))
    if plain.startswith("/"):
        return VerdictReading.OTHER
    below_card = replace(around, pending=max(around.pending, 1), is_card_last=True)
    exact = read_exact(plain, below_card, Language.ENGLISH)
    if is_near_yes(plain) or (exact is not None and isinstance(exact.request, Verdict)):
        return VerdictReading.VERDICT
    parse = trained_parser().parse(plain, frozenset({Before.CARD}), around.instruments, excluded=frozenset())
    likely = ((parse.kind, parse.certainty), *parse.runners_up)
    if sum(certainty for kind, certainty in likely if kind in _OF_CARDS) >= _LIKELY:
        return VerdictReading.VERDICT
    is_other = parse.certainty >= _SURE and parse.kind not in _ORDERS | _OF_CARDS
    return VerdictReading.OTHER if is_other else VerdictReading.UNCLEAR
