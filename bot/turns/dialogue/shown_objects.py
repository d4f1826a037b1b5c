"""Loads what a conversation has shown last, as it stands now."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.context.turn import TurnContext
from bot.domain.conversation.dialogue import Dialogue, ObjectKind, ShownObject
from bot.domain.trading.trading_limits import LimitInForce
from bot.domain.watching.alerts import AlertState, PriceAlert
from bot.ports import Stores
from bot.trading.limits.limit_book import LimitBook


@dataclass(frozen=True, slots=True)
class ShownObjects:
    """The dialogue without alerts and limits that are gone, and those that are there."""

    dialogue: Dialogue
    alerts: Sequence[PriceAlert]  # of the channel
    limits: Sequence[LimitInForce]  # for the person


async def load_shown_objects(stores: Stores, limits: LimitBook, context: TurnContext) -> ShownObjects:
    """Return what was shown in the conversation of a turn. Raises: StoreUnavailableError.

    A card that the person cannot decide, or not any more, is an order, and has no stop that could be changed.
    """
    async with stores.read(context.turn.tenant_id) as tx:
        alerts = await tx.alerts.in_channel(context.turn.thread.channel, settled=alerts_shown_last(context.dialogue))
    in_force = await limits.in_force(context)
    decidable = {str(each.id) for each in context.own_pending}
    owners = {str(each.number): each.person.id for each in alerts}
    there = {
        ObjectKind.ALERT: {str(each.number) for each in alerts if each.state is not AlertState.REMOVED},
        ObjectKind.LIMIT: {str(each.limit.id) for each in in_force},
        ObjectKind.STOP: decidable,
    }

    def as_it_stands(shown: ShownObject) -> ShownObject:
        if shown.kind is ObjectKind.CARD and shown.id not in decidable:
            return replace(shown, kind=ObjectKind.ORDER)
        return replace(shown, owner=owners[shown.id]) if shown.kind is ObjectKind.ALERT else shown

    answers = []
    for answer in context.dialogue.answers:
        left = (each for each in answer.objects if each.id in there.get(each.kind, {each.id}))
        answers.append(replace(answer, objects=tuple(map(as_it_stands, left))))
    return ShownObjects(Dialogue(tuple(answers)), alerts, in_force)


def alerts_shown_last(dialogue: Dialogue) -> tuple[int, ...]:
    """Return the numbers of the alerts that the latest answer shows."""
    latest = (each for answer in dialogue.answers[:1] for each in answer.objects)
    return tuple(int(each.id) for each in latest if each.kind is ObjectKind.ALERT)
