"""What a message asks of the pending decisions that it refers to: "make the apple one 6", "drop the first one"."""

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import Act, NewValue, ObjectKind, Reference, ShownObject, Trend, ValueUnit
from bot.domain.conversation.readings import Reading
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.account import PickAnother
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import (
    Cancel,
    Confirm,
    CorrectOrder,
    Meant,
    Order,
    OrderChange,
    OrderChangeKind,
    OrderPart,
    OrderRequest,
    TradeTerms,
    Verdict,
)
from bot.domain.conversation.requests.watching import AskAlertForm, ChangeAlert
from bot.domain.trading.decisions import Proposal
from bot.domain.trading.execution.orders import Side
from bot.domain.trading.sizes.stated_size import Size
from bot.reading.guarded_words import GuardedMessage
from bot.reading.pointers import picks_other, picks_rest
from bot.reading.recognisers.numbers import names_money, read_count
from bot.reading.recognisers.stated_numbers import find_numbers
from bot.reading.verdicts.reader import read_verdict

_UNSURE: Final = 0.6
_UNCLEAR: Final = 0.3  # the person is asked
_RULES: Final = frozenset({ObjectKind.LIMIT, ObjectKind.NOTE})


def with_cards_meant(context: TurnContext, reference: Reference, meant: Sequence[ShownObject]) -> TurnContext:
    """Return the message as a change of, or a verdict on, the decision it refers to; unchanged: the rules know better.

    Of several decisions, or of one that the rules have understood to be changed, they do.
    """
    if len(meant) != 1 and reference.is_pick and reference.act in {Act.CONFIRM, Act.REMOVE}:
        return context.with_request(PickAnother())
    if len(meant) != 1:
        return _with_sizes(context, reference, meant)
    shares = NamedShares(symbols=meant[0].symbols)
    if meant[0].kind is ObjectKind.STOP:
        return _with_stop(context, reference, meant[0])
    if reference.act in {Act.CONFIRM, Act.REMOVE}:
        said = context.request.meant if isinstance(context.request, Confirm | Cancel) else Meant()
        decided = replace(said, symbols=shares.symbols)
        verdict: Verdict = Confirm(decided) if reference.act is Act.CONFIRM else Cancel(decided)
        return replace(context, reading=Reading(request=verdict, language=context.language, shares=shares))
    is_otherwise = context.reading.names_verdict or isinstance(context.request, ChangeAlert | AskAlertForm)
    change = None if reference.new is None or is_otherwise else _change(reference.new, reference.trend)
    is_for_rules = _is_for_rules(context, reference) if len(context.own_pending) == 1 else _is_any(context, reference)
    if change is None or is_for_rules or _is_of_other_side(context, meant[0]):
        return context
    return context.with_request(_changed(context, meant[0], change))


def _changed(context: TurnContext, shown: ShownObject, change: OrderChange) -> Request:
    """Return a change of a decision; what a sale is to leave, "don't sell everything, leave 5", as that target."""
    shares = NamedShares(symbols=shown.symbols)
    is_sale = any(d.proposal.side is Side.SELL for d in context.own_pending if str(d.id) == shown.id)
    kept = GuardedMessage.of(context.plain_text, context.surroundings.instruments).numbers_kept
    if change.value is None or not is_sale or change.value not in kept or change.is_money or change.is_difference:
        return CorrectOrder(TradeTerms(shares=shares), change)
    size = Size(change.value, is_target=True)
    return Order(terms=TradeTerms(shares=shares, side=Side.SELL, size=size, target_side=Side.SELL), is_change=True)


def asked_below_rule(context: TurnContext) -> TurnContext:
    """Return a bare number for "that" as a question where a rule was told since the card: "loosen that to 20"."""
    request, shown = context.request, context.surroundings.shown_last
    change = request.change if isinstance(request, CorrectOrder) and not request.terms.symbols else None
    is_bare = change is not None and change.kind is OrderChangeKind.SIZE and not change.has_unit
    if not is_bare or ObjectKind.CARD in shown or shown.isdisjoint(_RULES):
        return context
    unclear = NotUnderstood(TradeTerms())
    return replace(context, reading=replace(context.reading, request=unclear, certainty=_UNCLEAR, others=(request,)))


def is_size_confirmed(context: TurnContext) -> bool:
    """Return whether a message confirms the person's only decision with its own size: "ok, confirm 54 please"."""
    text, own = context.plain_text, context.own_pending
    number = next(iter(find_numbers(text)), None) if len(own) == 1 and any(map(str.isdigit, text)) else None
    if number is None or names_money(text) or read_count(text[number.start : number.end]) != own[0].proposal.shares:
        return False
    rest = f"{text[: number.start]}{text[number.end :]}".strip(" ,，")
    return isinstance(read_verdict(rest, context.surroundings), Confirm)


def apart_from(context: TurnContext, decided: Request) -> TurnContext:
    """Return "scrap the other", or "the rest", behind a verdict as one on what else is pending.

    Where there are several others, or the first verdict is not clear, Parley asks which is meant.
    """
    request = context.request
    if not (isinstance(request, Confirm | Cancel) and picks_rest(request.meant.which)):
        return context
    first = decided.meant.symbols if isinstance(decided, Verdict) else ()
    left = tuple(each.proposal.symbol for each in context.own_pending if each.proposal.symbol not in first)
    if not (first and left) or (len(left) > 1 and picks_other(request.meant.which)):
        return context.with_request(PickAnother())
    meant = replace(request.meant, symbols=left, which="")
    return replace(context, reading=replace(context.reading, request=replace(request, meant=meant)))


def is_verdict_unclear(one: Request, other: Request) -> bool:
    """Return whether the two verdicts of a message are not on two decisions: then neither is carried out."""
    if not (isinstance(one, Verdict) and isinstance(other, Verdict | PickAnother)):
        return isinstance(one, PickAnother) and isinstance(other, Verdict)
    return isinstance(other, PickAnother) or not set(one.meant.symbols).isdisjoint(other.meant.symbols)


def _with_sizes(context: TurnContext, reference: Reference, meant: Sequence[ShownObject]) -> TurnContext:
    """Return the message as the same orders of another size each: "make both 4"; unchanged: one of them is meant."""
    decisions = {str(each.id): each.proposal for each in context.own_pending}
    proposals = [decisions[each.id] for each in meant if each.id in decisions]
    symbols = tuple(dict.fromkeys(each.symbol for each in proposals))
    if not reference.is_plural or len(symbols) != len(meant):
        return context
    parts = tuple(
        OrderPart(symbol=each.symbol, side=each.side, size=Size(size))
        for each in proposals
        if each.side is not None and (size := _size(reference, each)) is not None
    )
    terms = TradeTerms(shares=NamedShares(symbols=symbols), parts=parts)
    return context.with_request(Order(terms=terms)) if len(parts) == len(meant) else context


def _size(reference: Reference, proposal: Proposal) -> Decimal | None:
    new = reference.new
    if new is None or new.is_difference or reference.act is not Act.CHANGE:
        return None
    if new.unit is ValueUnit.TIMES:
        return max(proposal.shares * new.value // 1, Decimal(1))
    return new.value if new.unit in {ValueUnit.PLAIN, ValueUnit.SHARES} and new.value % 1 == 0 else None


def _is_for_rules(context: TurnContext, reference: Reference) -> bool:
    """Return whether they have understood it, or see whether "raise it to" is one."""
    if reference.place or reference.symbols or reference.is_own:
        return False
    reading, new = context.reading, reference.new
    is_understood = isinstance(reading.request, OrderRequest) and reading.certainty >= _UNSURE
    is_multiple = isinstance(reading.request, CorrectOrder) and reading.request.change.kind is OrderChangeKind.MULTIPLE
    is_relative = new is not None and (new.is_difference or (new.unit is ValueUnit.TIMES and not is_multiple))
    return not is_relative and (is_understood or reference.trend is not Trend.EITHER)


def _is_any(context: TurnContext, reference: Reference) -> bool:
    """Return whether "it" may be any of several cards, as something else was shown since: the rules ask which."""
    is_named = bool(reference.symbols or reference.is_pick or reference.is_own)
    return not is_named and ObjectKind.CARD not in context.surroundings.shown_last


def _is_of_other_side(context: TurnContext, shown: ShownObject) -> bool:
    """Return whether a message orders a trade of the other side: "sell half of what I just bought" changes no buy."""
    sides = {each.proposal.side for each in context.own_pending if str(each.id) == shown.id}
    return isinstance(context.request, Order) and context.request.terms.side not in {None, *sides}


def _with_stop(context: TurnContext, reference: Reference, stop: ShownObject) -> TurnContext:
    """Return the message as another stop of a purchase; unchanged: none is named, or none that can be one is meant."""
    if reference.new is None:
        return context
    prices = [each.proposal.price for each in context.own_pending if str(each.id) == stop.id]
    is_named = reference.kinds == {ObjectKind.STOP}
    if not is_named and not all(reference.new.value < price for price in prices):
        return context
    return context.with_request(
        Order(terms=TradeTerms(shares=NamedShares(symbols=stop.symbols), stop=reference.new.value))
    )


def _change(new: NewValue, trend: Trend) -> OrderChange | None:
    """Return the change of a size; None: it is a part of something, or a difference that is not said of which way."""
    if new.unit is ValueUnit.TIMES:
        return OrderChange(kind=OrderChangeKind.MULTIPLE, value=new.value)
    if new.unit is ValueUnit.PERCENT or (new.is_difference and trend is Trend.EITHER):
        return None
    return OrderChange(
        kind=OrderChangeKind.SIZE,
        value=-new.value if new.is_difference and trend is Trend.DOWN else new.value,
        is_money=new.unit is ValueUnit.MONEY,
        has_unit=new.unit is not ValueUnit.PLAIN,
        is_difference=new.is_difference,
    )
