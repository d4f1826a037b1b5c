"""Read the limits and rules that a message states, beside whatever else it says."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final, NamedTuple

from bot.domain.text.tokens import tokenise
from bot.domain.trading.trading_limits import LimitMeasure, LimitProblem, LimitScope, LimitTerms, LimitUnit
from bot.language.limits.clauses import LimitItem, split_clauses
from bot.language.limits.statement import is_bare, read_statement
from bot.language.limits.words import LimitWord, RuleWord, limit_phrases
from bot.language.understanding import LimitReading

_MAX_LIMITS: Final = 5  # in one message
_QUESTION_MARKS: Final = ("要不要", "该不该", "能不能", "是不是", "?")  # 要不要买 holds 不要买
_ASKS: Final = re.compile(r"什么(?!都|也)|哪[些种个类只]|怎么|多少|^(?:what|which|who|how|why|where|when)\b")
_PASSING: Final = re.compile(r"\b(?:right now|at the moment|for now|these days|currently)\b|现在|目前|眼下")
_MAX_RULE_LENGTH: Final = 140  # characters
_SAYING_NOTHING: Final = frozenset({LimitWord.OPENING, LimitWord.FILLER, LimitWord.BREAKS, LimitWord.CHANNEL})
_ADDING_NOTHING: Final = _SAYING_NOTHING | {  # beside a limit
    *(LimitWord.STANDING, LimitWord.NEVER, LimitWord.NOT, LimitWord.THREAD, LimitWord.TOTAL),
    *(LimitWord.PERSON, LimitWord.MAY, LimitWord.ALL_THERE_IS),
}
_REQUESTS: Final = frozenset({LimitWord.REQUEST, LimitWord.BUY, LimitWord.SPEND, LimitWord.ASK})


class LimitsOfMessage(NamedTuple):
    """The limits of a message, and the rest of it."""

    reading: LimitReading
    rest: str  # the message with the limits blanked out; empty if it says nothing else
    bound: Decimal | None = None  # in place of limits: on the cost of what the rest requests, account currency


def read_limits(
    text: str, items: tuple[LimitItem, ...], *, has_pending: bool = False, is_command: bool = False
) -> LimitsOfMessage | None:
    """Return the limits that a message states; None: it states none.

    Args:
        text: Normalised, without a mention of the bot.
        items: Those of `text`.
        has_pending: Whether a decision is pending: then "I don't like tech" argues about it, and is no rule.
        is_command: Whether it follows "/limits": then "at most $2,000" is a limit of the person's, or the channel's.
    """
    clauses = tuple(split_clauses(items))
    found = tuple(read_statement(clause, is_command=is_command, has_pending=has_pending) for clause in clauses)
    has_request = any(map(_orders_share, clauses)) or any(item.asks for item in items)
    if not any(isinstance(each, LimitTerms) for each in found) and not has_request:
        whole = read_statement(items, is_command=is_command, has_pending=has_pending)
        found, clauses = ((whole,), (items,)) if isinstance(whole, LimitTerms) else (found, clauses)
    if any(found):
        stated = _reading(text, clauses, found)
        if not stated.reading.is_alone and _belongs_to_request(stated.reading):
            return None
        others = [clause for clause, each in zip(clauses, found, strict=False) if each is None]
        is_beside_order = any(map(_orders_some, others)) and not any(item.asks for item in items)
        is_bound = not stated.reading.is_alone and all(
            is_bare(clause, is_beside_order=is_beside_order)
            for clause, each in zip(clauses, found, strict=False)
            if each is not None
        )
        return _as_bound(stated) if is_bound else stated
    if _is_rule(text, items, has_pending=has_pending):
        symbols = tuple(dict.fromkeys(item.symbol for item in items if item.symbol is not None))
        terms = LimitTerms(
            measure=LimitMeasure.PREFERENCE, symbols=symbols, scope=LimitScope.PERSON, text=" ".join(text.split())
        )
        if is_command and items and items[0].word is LimitWord.CHANNEL:
            rule = " ".join(text[items[0].end :].split())
            terms = replace(terms, scope=LimitScope.CHANNEL, text=rule)
        return LimitsOfMessage(LimitReading((terms,)), "")
    return None


def _reading(
    text: str, clauses: Sequence[Sequence[LimitItem]], found: Sequence[LimitTerms | LimitProblem | None]
) -> LimitsOfMessage:
    others = [clause for clause, each in zip(clauses, found, strict=True) if each is None]
    is_alone = all(item.is_sign or item.symbol or item.word in _ADDING_NOTHING for clause in others for item in clause)
    rest = "" if is_alone else _only(text, others)
    if is_alone and others and len(others) == len(clauses) - 1:  # "no trade above $8,000, ever" is one statement
        whole = tuple(item for clause in clauses for item in clause)
        of_whole = read_statement(whole, is_command=False)  # none in "at most 12 FB, ok?", which asks
        clauses, found = ((whole,), (of_whole,)) if of_whole is not None else (clauses, found)
    problems = [each for each in found if isinstance(each, LimitProblem)]
    is_dated = any(map(_is_dated, others))
    problems += [LimitProblem.EXPIRY] if is_dated else []
    terms = tuple(
        replace(each, text=_text_of(text, clause)) if each.measure is LimitMeasure.PREFERENCE else each
        for clause, each in zip(clauses, found, strict=True)
        if isinstance(each, LimitTerms)
    )
    is_cut = any(len(each.text) > _MAX_RULE_LENGTH for each in terms)
    if problems or is_cut or len(terms) > _MAX_LIMITS or any(map(_is_rest_of_limit, others)):
        problem = problems[0] if problems else LimitProblem.UNCLEAR
        return LimitsOfMessage(LimitReading(problem=problem, is_alone=is_alone), rest)
    return LimitsOfMessage(LimitReading(terms, is_alone=is_alone), rest)


def _as_bound(stated: LimitsOfMessage) -> LimitsOfMessage:
    """Return "not a cent over 2500" beside a request as a bound on that; any other limit as it is."""
    terms = stated.reading.terms
    is_cost = len(terms) == 1 and terms[0].measure is LimitMeasure.TOTAL and terms[0].unit is LimitUnit.MONEY
    return stated._replace(bound=terms[0].value) if is_cost else stated


def _belongs_to_request(reading: LimitReading) -> bool:
    """Return whether the limits beside a request bound only that: "buy IBM, I don't want to lose more than $200"."""
    terms = reading.terms
    return bool(terms) and all(
        each.scope is LimitScope.THREAD and each.measure is not LimitMeasure.TOTAL for each in terms
    )


def _orders_share(clause: Sequence[LimitItem]) -> bool:
    """Return whether a clause without a number orders a share: ", all of it into Microsoft"."""
    words = {item.word for item in clause}
    has_number = any(item.number is not None for item in clause)
    has_symbol = any(item.symbol is not None for item in clause)
    return has_symbol and not has_number and bool(words & {LimitWord.BUY, LimitWord.SPEND, LimitWord.REQUEST})


def _orders_some(clause: Sequence[LimitItem]) -> bool:
    """Return whether a clause orders a share: "buy 5 GOOG"."""
    return any(item.symbol is not None for item in clause) and any(item.word is LimitWord.BUY for item in clause)


def _is_rest_of_limit(clause: Sequence[LimitItem]) -> bool:
    """Return whether a clause beside a limit belongs to it in a way that is not read: ", $5,000 a day", 但谷歌除外."""
    words = {item.word for item in clause}
    has_number = any(item.number is not None for item in clause)
    orders = words & {LimitWord.REQUEST, LimitWord.BUY} or any(item.asks for item in clause)
    is_known = all(item.is_known for item in clause)
    return LimitWord.EXCEPTION in words or (has_number and is_known and not orders)


def _is_dated(clause: Sequence[LimitItem]) -> bool:
    """Return whether a clause beside a limit says until when it holds: "for the day", 今天要调仓."""
    words = {item.word for item in clause}
    is_request = bool(words & _REQUESTS) or any(item.asks or item.symbol for item in clause)
    return LimitWord.EXPIRY in words or (LimitWord.TODAY in words and not is_request)


def _text_of(text: str, clause: Sequence[LimitItem]) -> str:
    words = [item for item in clause if not item.is_sign]
    return " ".join(text[words[0].start : words[-1].end].split())


def _only(text: str, clauses: Iterable[Sequence[LimitItem]]) -> str:
    """Return `text` with everything but these clauses blanked out."""
    spans = [(clause[0].start, clause[-1].end) for clause in clauses]
    return "".join(char if any(start <= at < end for start, end in spans) else " " for at, char in enumerate(text))


def _is_rule(text: str, items: Sequence[LimitItem], *, has_pending: bool) -> bool:
    """Return whether a whole message states a rule that code cannot enforce: "never hold over earnings"."""
    is_question = any(mark in text for mark in _QUESTION_MARKS) or _ASKS.search(text.lower()) is not None
    is_question = is_question or _PASSING.search(text.lower()) is not None  # a view of the day is no rule
    if len(text) > _MAX_RULE_LENGTH or is_question or any(item.asks for item in items):
        return False
    words = [token.text for token in tokenise(text.lower())]
    kinds = [kind for at in range(len(words)) for kind in _rule_words(words, at)]
    if RuleWord.REPORTED in kinds:
        return False
    first = next((item for item in items if not _introduces(item)), None)
    if first is not None and first.word in {LimitWord.NEVER, LimitWord.STANDING}:
        has_object = RuleWord.TOPIC in kinds or any(item.symbol for item in items)
        return RuleWord.RULE_VERB in kinds and (has_object or first.word is LimitWord.NEVER)
    end = next((item.start for item in items if item.parts), len(text))
    words = [token.text for token in tokenise(text[:end].lower())]
    kinds = [kind for at in range(len(words)) for kind in _rule_words(words, at)]
    return not has_pending and kinds[:1] == [RuleWord.AVOID] and RuleWord.TOPIC in kinds


def _rule_words(words: Sequence[str], at: int) -> tuple[RuleWord, ...]:
    match = limit_phrases().rules.longest_match(words, at)
    return () if match is None else (match[0],)


def _introduces(item: LimitItem) -> bool:
    return item.is_sign or item.word in {*_SAYING_NOTHING, LimitWord.PERSON, LimitWord.MAY}
