"""Tells whether a line that addresses nobody goes on from what Parley has just answered the same person.

It is heard only if it is a request that is wholly read and fits what was shown; "drop it" may be said to anybody.
"""

from typing import Final

from bot.domain.conversation.dialogue import Act, Dialogue, ObjectKind, Reference
from bot.domain.conversation.referents import referents
from bot.domain.conversation.surroundings import Surroundings
from bot.domain.text.tokens import tokenise
from bot.reading.addressing import makes_request
from bot.reading.fragments import asks_again, read_fragment, with_shares_named
from bot.reading.orders import read_order
from bot.reading.references import read_reference

_LATEST: Final = 2  # answers back that such a line goes on from
_SETS_VALUE: Final = frozenset({Act.CHANGE, Act.ADD})


def goes_on(text: str, context: Surroundings, dialogue: Dialogue, *, person_id: str) -> bool:
    """Return whether a line asks or changes something of what was shown.

    Args:
        text: Normalised, without a mention.
        context: What is known before it is read; its focus and pending decisions are those of the speaker.
        dialogue: What was shown in the thread.
        person_id: Who says it.
    """
    reference = read_reference(text, context.instruments)
    if reference is not None:
        return _fits(reference, context, dialogue, person_id)
    fragment = read_fragment(text, context.instruments)
    if fragment is not None:
        return bool(fragment.symbols) and asks_again(text)
    order = read_order(text, context.instruments)
    is_order = order is not None and bool(order.terms.symbols or context.focus)
    return is_order or _asks(text, context, dialogue, person_id)


def _fits(reference: Reference, context: Surroundings, dialogue: Dialogue, person_id: str) -> bool:
    if not reference.kinds:  # of a share: "alert me under 440"
        return bool(reference.symbols or context.focus)
    is_list = reference.kinds == {ObjectKind.WATCH_LIST}
    if reference.act is Act.ADD and is_list:
        return bool(reference.symbols or context.focus)
    has_value = reference.act in _SETS_VALUE and reference.new is not None
    is_named = bool(reference.symbols or reference.place or reference.aspect)
    names_kind = len(reference.kinds) == 1 and reference.kinds != {ObjectKind.BRIEF} and reference.act is not Act.COPY
    if not (has_value or is_named or names_kind):
        return False
    return bool(referents(reference, Dialogue(dialogue.answers[:_LATEST]), person_id=person_id))


def _asks(text: str, context: Surroundings, dialogue: Dialogue, person_id: str) -> bool:
    latest = next((each for each in dialogue.answers if each.asked_by == person_id), None)
    objects = latest.objects if latest is not None else ()
    around = Surroundings(
        context.instruments,
        context.today,
        focus=context.focus,
        pending=context.pending,
        is_card_last=context.pending > 0 and any(each.kind is ObjectKind.CARD for each in objects),
    )
    named = with_shares_named(text, latest.symbols if latest is not None else ())
    return len(tokenise(text)) > 1 and any(makes_request(each, around) for each in (text, named) if each)
