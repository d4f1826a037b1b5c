"""Find the sizes of a trade that a message names; two that do not agree are a problem, and the person is asked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from bot.domain.conversation.problems import Problem
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import SizeUnit, StatedRisk
from bot.language.quantities import context_cues as cues
from bot.language.quantities.number_roles import (
    NumberContext,
    NumberFinding,
    NumberRole,
    find_part_purpose,
    find_purpose,
    find_range_purpose,
)
from bot.language.quantities.size_words import size_words
from bot.language.quantities.trade_verbs import trade_verb_patterns
from bot.reading.quantities.quantity import Quantity, Unit, find_quantities

_SIZES = frozenset({NumberRole.AMOUNT, NumberRole.SHARES, NumberRole.FRACTION})


@dataclass(frozen=True, slots=True)
class TradeSizes:
    """The sizes of one message; the fields of `Entities` with these names explain them."""

    amount: Decimal | None = None
    amount_is_limit: bool = False
    fraction: Decimal | None = None
    fraction_of: SizeUnit = SizeUnit.POSITION
    shares: Decimal | None = None
    is_target: bool = False
    target_side: Side | None = None
    is_minimum: bool = False
    risk: StatedRisk | None = None
    stop: Decimal | None = None
    problems: tuple[str, ...] = ()


def find_sizes(text: str, context: NumberContext) -> TradeSizes:
    """Return the sizes in a normalised lower-case text, from which dates and codes of instruments were blanked out."""
    text, findings = _unnumbered_shares(text, context)
    if context.is_purchase and size_words().proceeds.search(text):
        return TradeSizes(problems=(Problem.PROCEEDS_UNCLEAR,))  # also of "half of it": half of nobody knows what
    findings += (*_numbers(text, context), *_fraction_words(text, context))
    if not any(finding.role in _SIZES for finding in findings):
        findings += tuple(_unnumbered_fraction(text, context))
    values = {role: _agreed_value(findings, role) for role in NumberRole}
    problems = [finding.problem for finding in findings if finding.problem]
    problems += [Problem(f"{role}_ambiguous") for role in NumberRole if len(_values(findings, role)) > 1]
    bases = {finding.base for finding in findings if finding.role is NumberRole.FRACTION and finding.value is not None}
    if len(bases) > 1:
        problems.append(Problem.FRACTION_AMBIGUOUS)
    is_target = any(finding.is_target for finding in findings)
    sizes = TradeSizes(
        amount=values[NumberRole.AMOUNT],
        amount_is_limit=values[NumberRole.AMOUNT] is not None and any(finding.is_limit for finding in findings),
        fraction=values[NumberRole.FRACTION],
        fraction_of=next(iter(bases)) if len(bases) == 1 else SizeUnit.POSITION,
        shares=values[NumberRole.SHARES],
        is_target=is_target,
        target_side=_target_side(text) if is_target or _moves_to_number(text) else None,
        is_minimum=any(finding.is_minimum for finding in findings),
        stop=values[NumberRole.STOP],
        problems=tuple(dict.fromkeys(problems)),
    )
    return _without_contradictions(sizes)


def _without_contradictions(sizes: TradeSizes) -> TradeSizes:
    """Remove sizes of two kinds, "10 shares or $3,000"; "10 shares, at most $3,000" is one size and its limit."""
    amount = None if sizes.amount_is_limit else sizes.amount
    if sum(size is not None for size in (amount, sizes.shares, sizes.fraction)) <= 1:
        return sizes
    return replace(
        sizes,
        amount=sizes.amount if sizes.amount_is_limit else None,
        shares=None,
        fraction=None,
        problems=(*sizes.problems, Problem.SIZE_AMBIGUOUS),
    )


def _moves_to_number(text: str) -> bool:
    """Return whether a number stands behind "to", also one without a unit: "raise it to 5"."""
    lefts = (_text_around(text, quantity.start, quantity.end)[0] for quantity in find_quantities(text))
    return any(cues.TARGET.search(left) for left in lefts)


def _target_side(text: str) -> Side | None:
    """Return the direction in which a text moves towards a target: "raise it to", "keep"; None: either, or both."""
    words = size_words()
    is_up = words.up.search(text) is not None
    is_down = words.down.search(text) is not None
    return None if is_up is is_down else Side.BUY if is_up else Side.SELL


def _values(findings: Sequence[NumberFinding], role: NumberRole) -> set[Decimal]:
    return {finding.value for finding in findings if finding.role is role and finding.value is not None}


def _agreed_value(findings: Sequence[NumberFinding], role: NumberRole) -> Decimal | None:
    """Return the one value that all findings of a role have; None: there is none, or one of them is a problem."""
    values = {finding.value for finding in findings if finding.role is role}
    return values.pop() if len(values) == 1 else None


def _unnumbered_shares(text: str, context: NumberContext) -> tuple[str, tuple[NumberFinding, ...]]:
    """Return the text without "a share", "half a share" and "a few shares", and what these mean."""
    if not context.is_trade:
        return text, ()
    findings: list[NumberFinding] = []
    unnumbered = (
        (cues.PART_OF_SHARE, NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_NOT_WHOLE)),
        (trade_verb_patterns().some_shares, NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_UNCLEAR)),
        (trade_verb_patterns().one_share, NumberFinding(NumberRole.SHARES, Decimal(1))),
    )
    text, counted = _counted_in_words(text, context)
    findings += counted
    for pattern, finding in unnumbered:
        if pattern.search(text):
            findings.append(finding)
            text = pattern.sub(lambda match: " " * len(match.group()), text)
    return text, tuple(findings)


def _counted_in_words(text: str, context: NumberContext) -> tuple[str, list[NumberFinding]]:
    """Return the text without "a couple of" and "a few" of a share or of shares, and what these mean."""
    findings: list[NumberFinding] = []
    for pattern, finding in (
        (cues.COUPLE_OF, NumberFinding(NumberRole.SHARES, Decimal(2))),
        (cues.FEW_OF, NumberFinding(NumberRole.SHARES, problem=Problem.SHARES_UNCLEAR)),
    ):
        for match in pattern.finditer(text):
            if match.groupdict().get("shares") or match.end() in context.names:
                findings.append(finding)
                text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
    return text, findings


def _numbers(text: str, context: NumberContext) -> Iterator[NumberFinding]:
    previous: Quantity | None = None
    in_fraction_words = {
        at for pattern in cues.PARTS for match in pattern.finditer(text) for at in range(*match.span())
    }
    for quantity in find_quantities(text):
        if quantity.start in in_fraction_words:
            continue  # the "three" of "three quarters"
        if previous is not None and _is_range(previous, quantity, text):
            unit = quantity.unit if previous.unit is Unit.NONE else previous.unit
            left, _ = _text_around(text, previous.start, previous.end)
            finding = find_range_purpose(unit, left, context)
        else:
            finding = find_purpose(quantity, *_text_around(text, quantity.start, quantity.end), context)
        if finding is not None:
            yield finding
        previous = quantity


def _fraction_words(text: str, context: NumberContext) -> Iterator[NumberFinding]:
    """Yield what fractions in words mean: half, 三分之一. Only a trade has fractions."""
    if not context.is_trade:
        return
    for pattern, value in cues.PARTS.items():
        for match in pattern.finditer(text):
            left, right = _text_around(text, *match.span())
            if not cues.REPLACED.search(left):
                yield find_part_purpose(value, left, right, context)


def _unnumbered_fraction(text: str, context: NumberContext) -> Iterator[NumberFinding]:
    """Yield what a size without any number means: all of it, twice as much."""
    if context.is_sale and cues.ALL_BUT.search(text):
        yield NumberFinding(NumberRole.FRACTION, problem=Problem.FRACTION_IS_TARGET)
    elif context.is_sale and (context.is_all or _sells_without_size(text, context)):
        yield NumberFinding(NumberRole.FRACTION, Decimal(1))
    elif context.is_trade and (cues.MULTIPLE.search(text) or (context.is_purchase and context.is_all)):
        # Twice what is held, or twice what was proposed? All of which money?
        yield NumberFinding(NumberRole.FRACTION, problem=Problem.FRACTION_UNCLEAR)


def _sells_without_size(text: str, context: NumberContext) -> bool:
    """Return whether "sell IBM" means all of it; "trim IBM" and "should I sell IBM?" leave the size to the engine."""
    is_whole = context.is_exit or (not context.is_question and cues.PLAIN_SALE.search(text) is not None)
    return is_whole and not cues.SOME.search(text)


def _text_around(text: str, start: int, end: int) -> tuple[str, str]:
    """Return the text before and behind a number, as far as its words may say what the number is for."""
    return text[max(0, start - cues.MAX_DISTANCE) : start], text[end : end + cues.MAX_DISTANCE]


def _is_range(previous: Quantity, quantity: Quantity, text: str) -> bool:
    """Return whether two numbers are the ends of one range: "3,000-5,000 dollars", "between 10 and 15 shares"."""
    is_same_kind = previous.unit is quantity.unit or Unit.NONE in {previous.unit, quantity.unit}
    return is_same_kind and cues.BETWEEN.fullmatch(text[previous.end : quantity.start]) is not None
