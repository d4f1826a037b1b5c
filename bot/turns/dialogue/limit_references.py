"""Requests about the limits that a message refers to: "raise it to 5k", "lift the cash one"."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.context.slow_reading import read_beside
from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import Act, Dialogue, ObjectKind, Reference, ShownAnswer, ShownObject
from bot.domain.conversation.referents import new_value, referents
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.limits import (
    AddLimits,
    AskLimitForm,
    EndLimits,
    RemoveLimits,
    ShowLimits,
    StateLimits,
)
from bot.domain.conversation.requests.talk import NotUnderstood
from bot.domain.conversation.requests.trades import CorrectOrder
from bot.domain.conversation.requests.watching import AskAlertForm
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.ids import TurnId
from bot.domain.trading.trading_limits import LimitInForce, LimitProblem, LimitScope, LimitTerms, limits_shown
from bot.reading.assembly.limit_words import limit_words, names_team, offered
from bot.reading.assembly.limits import amounts_of, stated_limits
from bot.reading.clauses.splitting import joined_clauses
from bot.reading.guarded_words import guarded_words
from bot.reading.parses import Kind
from bot.reading.quantities.quantity import find_quantities
from bot.reading.trained.parser import trained_parser
from bot.reading.word_tables import lists_in, phrase_list, starts_with, words_of
from bot.trading.limits.limit_book import LimitBook

_PAIR: Final = 2


def own_limits_meant(
    reference: Reference, in_force: Sequence[LimitInForce], *, turn_id: TurnId, person_id: str
) -> tuple[ShownObject, ...]:
    """Return the person's limits that a change of "my limit" can mean though none was shown."""
    if reference.act is not Act.CHANGE or reference.kinds != {ObjectKind.LIMIT}:
        return ()
    shown = ShownAnswer(turn_id=turn_id, asked_by=person_id, objects=limits_shown(_own(in_force)))
    return referents(reference, Dialogue((shown,)), person_id=person_id)


def limit_request(reference: Reference, meant: Sequence[ShownObject], in_force: Sequence[LimitInForce]) -> Request:
    """Return the request; a change states the same limit with another value.

    `reference`: what is asked of the limits. `in_force`: all limits of the person, in the order of their numbers.
    """
    numbers = {str(each.limit.id): number for number, each in enumerate(in_force, start=1)}
    known = [numbers[each.id] for each in meant if each.id in numbers]
    if reference.act is Act.REMOVE and reference.is_plural and len(known) == len(_own(in_force)):
        return EndLimits(is_all=True)
    limit = in_force[known[0] - 1] if len(known) == 1 else None
    is_of_channel = limit is not None and limit.terms.scope is LimitScope.CHANNEL
    if reference.act is Act.REMOVE and is_of_channel and not _own(in_force):
        return EndLimits()
    if reference.act is Act.SHOW or limit is None or is_of_channel:  # that is changed by its number, or offered
        return ShowLimits()
    if reference.act is Act.REMOVE:
        return RemoveLimits(known[0])
    if (new := new_value(reference, meant[0])) is None:
        return AskLimitForm()
    return StateLimits((replace(limit.terms, value=new.value),))


def limits_corrected(
    text: str, around: Surroundings, in_force: Sequence[LimitInForce], read: Request
) -> tuple[Request, ...]:
    """Return what a message asks for that corrects one of the person's limits: "no, 3k a day", "the 20% should be 25%".

    Empty: it corrects none. Another bound for the same replaces the limit; for something else, both are shown. `read`:
    as what it is read: a number that is no limit's changes one only where another value is wanted, or nothing is clear.
    """
    parse = trained_parser().parse_as(text, Kind.LIMIT_SET, instruments=around.instruments)
    limits = [each.terms for each in _own(in_force)]
    amounts, stated = amounts_of(parse), stated_limits(parse, around)
    named = [each for each in limits if (each.unit, each.value) in amounts]
    new = [each for each in amounts if each not in {(old.unit, old.value) for old in named}]
    changed = _with_next_number(text, limits)
    is_of_group = stated.problem is LimitProblem.GROUP or bool(stated.for_everybody and amounts)
    if changed is not None or not amounts or text.endswith(("?", "吗")) or is_of_group:
        changed = offered(changed) if changed is not None and names_team(parse) else changed
        return (changed,) if changed is not None else (stated,) if is_of_group else ()
    if len(stated.terms) == 1:
        same = [old for old in limits if old.bounded == stated.terms[0].bounded]
        if same and not new:  # "drop the 3000 rule" states none anew
            return (StateLimits(problem=LimitProblem.UNCLEAR),)
        if same and (named or isinstance(read, NotUnderstood | AskAlertForm)):
            return (StateLimits((replace(stated.terms[0], scope=same[0].scope),)),)
        return (stated, ShowLimits()) if named else ()
    is_of_last = isinstance(read, AskAlertForm | CorrectOrder)  # "raise it to 3"
    of_unit = [each for each in limits if new and each.unit is new[0][0]] if is_of_last else []
    if len(new) == len(meant := named or of_unit) == 1:
        return (StateLimits((replace(meant[0], value=new[0][1]),)),)
    return (StateLimits(problem=LimitProblem.UNCLEAR),) if named and isinstance(read, NotUnderstood) else ()


def _with_next_number(text: str, limits: Sequence[LimitTerms]) -> StateLimits | None:
    """Return "make the 3k 4k" as the limit at the first number with the second as its value; None: it is no such."""
    numbers = [each for each in find_quantities(text.lower()) if each.value is not None]
    if len(numbers) != _PAIR or text[numbers[0].end : numbers[1].start].strip():
        return None
    old, new = (each.value for each in numbers)
    meant = [each for each in limits if each.value == old]
    return StateLimits((replace(meant[0], value=new),)) if len(meant) == 1 and new else None


def limit_to_end(text: str, in_force: Sequence[LimitInForce]) -> RemoveLimits | None:
    """Return the end of the one limit at the number that a message names; None: none, several, or what is to stay."""
    clauses = [each.text.lower() for each in joined_clauses(text)]
    ending = [each for each in clauses if all(word.name not in {"kept", "all_but"} for word in guarded_words(each))]
    values = {value.value for each in ending for value in find_quantities(each)}
    own = set(map(id, _own(in_force)))
    found = [at for at, each in enumerate(in_force, start=1) if id(each) in own and each.terms.value in values]
    return RemoveLimits(found[0]) if len(found) == 1 else None


def _own(in_force: Sequence[LimitInForce]) -> list[LimitInForce]:
    return [each for each in in_force if each.terms.scope is not LimitScope.CHANNEL]


async def limits_of_team(limits: LimitBook, context: TurnContext) -> Request | None:
    """Return limits that are everybody's by what was said before, to be offered; None: the message speaks of none."""
    text, request = context.plain_text, context.request
    if isinstance(request, StateLimits):
        is_further = bool(request.terms) and starts_with(text, "clauses", "additions", "words")
        return offered(request) if is_further and await _is_behind_rule(limits, context) else None
    is_for_all = await read_beside(text, lambda: _is_for_all(context))
    terms = await _shown(limits, context) if is_for_all else ()
    return offered(StateLimits(terms)) if terms else None


async def limit_of_channel_changed(limits: LimitBook, context: TurnContext) -> StateLimits | None:
    """Return "raise the cap to 5000" as a limit of the channel to be offered; None: it may be another."""
    text, instruments = context.plain_text, context.surroundings.instruments
    clauses = [each.text for each in joined_clauses(text) if "limit" in lists_in(each.text, "references", "nouns")]
    is_of_limit = any("changed" in limit_words(each, "messages") for each in clauses)
    is_of_card = any(each.proposal.max_cash is not None for each in context.own_pending)
    is_of_card = is_of_card or phrase_list("limits", "price", "named").is_in(words_of(text))  # "a limit order at 750"
    if not is_of_limit or is_of_card or "person" in lists_in(text, "notes", "scopes") or text.endswith(("?", "吗")):
        return None
    in_force = [each.terms for each in await limits.in_force(context)]
    parse = await read_beside(text, lambda: trained_parser().parse_as(text, Kind.LIMIT_SET, instruments=instruments))
    amounts, stated = amounts_of(parse), stated_limits(parse, context.surroundings).terms
    named = [each for each in in_force if (each.unit, each.value) in amounts]
    meant = named or [each for each in in_force if stated and each.bounded == stated[0].bounded]
    new = [each for each in amounts if each not in {(old.unit, old.value) for old in named}]
    is_clear = len(meant) == len(new) == 1 and meant[0].unit is new[0][0] and meant[0].scope is LimitScope.CHANNEL
    return offered(StateLimits((replace(meant[0], value=new[0][1]),))) if is_clear else None


async def _is_behind_rule(limits: LimitBook, context: TurnContext) -> bool:
    """Return whether the latest answer to the person notes or offers a limit of the channel."""
    latest = next(iter(context.dialogue.answers_to(context.turn.person.id)), None)
    if latest is None:
        return False
    async with limits.stores.read(context.turn.tenant_id) as tx:
        answer = await tx.replies.answer_to(latest.turn_id)
    offers = (each for each in (answer.guesses if answer else ()) if isinstance(each, AddLimits))
    scopes = {term.scope for each in offers for term in each.terms}
    shown = {each.id for each in latest.objects if each.kind is ObjectKind.LIMIT}
    in_force = await limits.in_force(context)
    scopes |= {each.terms.scope for each in in_force if str(each.limit.id) in shown}
    return LimitScope.CHANNEL in scopes


async def _shown(limits: LimitBook, context: TurnContext) -> tuple[LimitTerms, ...]:
    latest = next(iter(context.dialogue.answers_to(context.turn.person.id)), None)
    objects = latest.objects if latest is not None else ()
    shown = {each.id for each in objects if each.kind is ObjectKind.LIMIT}
    own = (each for each in await limits.in_force(context) if each.terms.scope is LimitScope.PERSON)
    return tuple(each.terms for each in own if str(each.limit.id) in shown)


def _is_for_all(context: TurnContext) -> bool:
    """Return whether a message that names no number says that something is of several people."""
    text, instruments = context.plain_text, context.surroundings.instruments
    if any(each.value != 1 for each in find_quantities(text.lower())):  # 这一条 names none
        return False
    return names_team(trained_parser().parse_as(text, Kind.LIMIT_SET, instruments=instruments))
