"""Finds the change of a card that a message makes beside a question: "make it 6. and why 720?"."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.trades import CorrectOrder, Order, OrderChange, OrderChangeKind
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.clauses.splitting import Clause, joined_clauses
from bot.reading.parses import QUESTIONS, Kind, Parse
from bot.reading.recall.question_parts import asks

_SURE: Final = 0.8
_LIKELY: Final = 0.4
_MARKS: Final = ("?", "？")
_QUESTIONS: Final = QUESTIONS - {Kind.ADVISE, Kind.FOLLOW_UP}  # which may doubt the change, or go on with it


def change_beside_question(
    text: str, around: Surroundings, parse: Callable[[str], Parse], read_parse: Callable[[Parse], Reading]
) -> Reading | None:
    """Return the change that one end of a message surely makes, with the question left over; None: there is none.

    Args:
        text: Normalised, without a mention of the bot.
        around: What is known before it.
        parse: Returns the likely kind of a part of it.
        read_parse: Returns what a part asks for, if the guard admits that.
    """
    if not around.has_own_card:
        return None
    for clause in joined_clauses(text)[1:]:
        head, tail = text[: clause.start].strip(), text[clause.start :].strip()
        for change, question in ((head, tail), (tail, head)):
            if _is_question(question, clause, parse) and (made := _change(change, parse, read_parse)) is not None:
                return replace(made, text=change, left_over=(question,))
    return None


def _makes_change(request: Request) -> bool:
    """Return whether a request changes what is pending, and says how."""
    match request:
        case CorrectOrder(change=OrderChange(kind=OrderChangeKind.MULTIPLE)):
            return True  # whose problem is one while nothing is pending
        case CorrectOrder(change=OrderChange(kind=kind), terms=terms):
            return kind is not OrderChangeKind.VAGUE and not terms.problems
        case Order(is_change=True, terms=terms):
            return not terms.problems
    return False


def _change(text: str, parse: Callable[[str], Parse], read_parse: Callable[[Parse], Reading]) -> Reading | None:
    found = parse(text)
    if found.kind is not Kind.CORRECT or found.certainty < _SURE or text.endswith(_MARKS):
        return None
    reading = read_parse(found)
    return reading if _makes_change(reading.request) else None


def _is_question(text: str, clause: Clause, parse: Callable[[str], Parse]) -> bool:
    found = parse(text)
    is_apart = bool(clause.joint) or not clause.goes_on or asks(text)
    return found.kind in _QUESTIONS and found.certainty >= (_LIKELY if is_apart else _SURE)
