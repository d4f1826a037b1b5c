"""Reads a message by what was learnt from examples."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.domain.conversation.dialogue import Dialogue, ObjectKind
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import AnalyzeDeep, CorrectOrder, Order, TradeTerms
from bot.domain.text.locale import Language
from bot.language.requests.message import MessageFacts
from bot.reading.assembly import assemble
from bot.reading.figures.parts import Surroundings
from bot.reading.parses import Kind, SlotName
from bot.reading.recognisers.shares import named_shares
from bot.reading.trained.examples import Before
from bot.reading.trained.features import MAX_CHARACTERS
from bot.reading.trained.parser import trained_parser

SURE: Final = 0.6
SURE_OF_TRADE: Final = 0.8
QUESTIONS: Final = frozenset(
    {
        Kind.ADVISE,
        Kind.AFFORD,
        Kind.ANALYZE,
        Kind.ASK_MORE,
        Kind.COMPARE,
        Kind.DEFINE,
        Kind.EXPLAIN,
        Kind.FIGURE,
        Kind.RECALL,
        Kind.SUPPOSE,
        Kind.VIEW_CHANGE,
    }
)
_OF_TRADES: Final = frozenset({Kind.ORDER, Kind.ADVISE, Kind.CORRECT, Kind.ANSWER, Kind.DEEP, Kind.COMPARE})
_OF_PEOPLE: Final = frozenset({Kind.PEOPLE})  # what is read here was said to Parley
_OF_CARDS: Final = frozenset({Kind.CONFIRM, Kind.CORRECT, Kind.WHICH_CARD})
_ANSWERS: Final = frozenset({Kind.ANSWER})
_NONE: Final[frozenset[Kind]] = frozenset()
_VERDICTS: Final = frozenset({Kind.CONFIRM, Kind.CANCEL, Kind.WAIT})
_TOLD: Final = frozenset({ObjectKind.ALERT, ObjectKind.BRIEF})
TradeRequest: TypeAlias = Order | CorrectOrder | AnalyzeDeep


def before_message(dialogue: Dialogue, person_id: str) -> frozenset[Before]:
    """Return what Parley has said just before a message of a person, besides their cards."""
    latest = next(iter(dialogue.answers), None)
    if latest is None:
        return frozenset()
    if latest.asks is not None:
        return frozenset({Before.ASKED}) if latest.asked_by == person_id else frozenset()
    is_list = any(each.place for each in latest.objects)
    if not is_list and any(each.kind in _TOLD for each in latest.objects):
        return frozenset({Before.TOLD})
    return frozenset({Before.LIST if is_list else Before.FOCUS}) if is_list or latest.symbols else frozenset()


@dataclass(frozen=True, slots=True)
class Learnt:
    """What examples tell of a message."""

    reading: Reading | None = None  # None: they leave it open, or it lacks what its kind needs
    trades: float = 1.0  # how likely it is that it speaks of a trade to be made, as far as they tell


def read_by_examples(
    text: str, around: Surroundings, message: MessageFacts, before: Collection[Before], language: Language
) -> Learnt:
    """Return what examples tell of a normalised message."""
    if len(text) > MAX_CHARACTERS:  # the part that is left may change the rest
        return Learnt()
    excluded = _OF_PEOPLE | (_NONE if around.pending else _OF_CARDS) | (_NONE if Before.ASKED in before else _ANSWERS)
    parse = trained_parser().parse(text, before, around.instruments, excluded=excluded)
    request = assemble(parse, around, message)
    shares = named_shares((slot.text for slot in parse.each(SlotName.SHARE)), around.instruments)
    reading = Reading(
        request=request or NotUnderstood(TradeTerms(shares=shares)),
        language=language,
        certainty=parse.certainty,
        shares=shares,
        is_question=parse.kind in QUESTIONS,
        is_near_yes=parse.kind is Kind.CONFIRM and not any(each.isdigit() for each in text),
        names_verdict=parse.kind in _VERDICTS,
        denies_order=parse.kind is Kind.REMARK,
    )
    least = SURE_OF_TRADE if isinstance(request, TradeRequest) else SURE
    agrees = reading.is_near_yes and parse.certainty >= SURE_OF_TRADE
    is_sure = parse.certainty >= least and (request is not None or agrees)
    ranked = ((parse.kind, parse.certainty), *parse.runners_up)
    return Learnt(reading if is_sure else None, sum(likely for kind, likely in ranked if kind in _OF_TRADES))
