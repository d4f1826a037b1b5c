"""Requests about the watch list that a message refers to: "take it off", "drop the second"."""

from dataclasses import replace

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import OWN_LIST, Act, ObjectKind, Reference, ShownObject
from bot.domain.conversation.requests import Request
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.domain.conversation.requests.watching import ShowWatchList, Unwatch, Watch
from bot.domain.conversation.share_sets import at_place, shares_listed, shares_shown
from bot.turns.dialogue.shown_objects import ShownObjects


def talked_of(context: TurnContext, shown: ShownObjects, reference: Reference) -> tuple[str, ...]:
    """Return the shares that "it", "the first" or "both" means, of those of the latest answer to the person."""
    own = shown.dialogue.answers_to(context.turn.person.id)
    latest = next((each.symbols for each in own if each.symbols), context.conversation.focus[:1])
    if reference.place:
        return at_place(shares_listed(shares_shown(own)), reference.place)
    if reference.count:
        return latest if reference.count == len(latest) else ()
    focus = context.conversation.focus
    is_without_data = not any(map(context.surroundings.instruments.covers, focus))
    if len(focus) == 1 and (focus[0] in latest or is_without_data):  # the one that was looked for among others
        return focus
    return latest if reference.is_plural or len(latest) == 1 else ()


def list_request(reference: Reference, shown: ShownObject, pointed: tuple[str, ...]) -> Request | None:
    """Return the request; None: which share is meant is not clear.

    `reference`: what is asked of the list. `shown`: the list, with its shares in the order in which they stand there.
    """
    is_own = shown.id == OWN_LIST
    picked = at_place(shown.symbols, reference.place) if reference.place else ()
    symbols = reference.symbols or picked or (pointed if reference.is_pointed else ())
    shares, is_whole = NamedShares(symbols=symbols), not (symbols or reference.place or reference.is_pointed)
    if reference.act is Act.REMOVE:
        return Unwatch(shares=shares, is_all=is_whole, is_own=is_own) if symbols or is_whole else None
    return ShowWatchList(is_own=is_own)


def of_list_shown(context: TurnContext) -> TurnContext:
    """Return a request of a list that names none as one of the person's own, if that was shown to them last."""
    request = context.request
    if not isinstance(request, Watch | Unwatch | ShowWatchList) or not request.is_shown:
        return context
    own = context.dialogue.answers_to(context.turn.person.id)
    lists = (each.id for answer in own for each in answer.objects if each.kind is ObjectKind.WATCH_LIST)
    if next(lists, "") != OWN_LIST:
        return context
    reading = replace(context.reading, request=replace(request, is_own=True, is_shown=False))
    return replace(context, reading=reading)
