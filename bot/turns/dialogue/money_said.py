"""Questions how many shares the money buys that was said before: "I have 1500 dollars", "how many would that be?"."""

from dataclasses import replace
from decimal import Decimal
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.requests.account import CheckFunds
from bot.domain.trading.execution.orders import Side
from bot.ports import Stores
from bot.reading.assembly.slots import says
from bot.reading.quantities.quantity import Unit, find_quantities
from bot.turns.dialogue.said_before import exchanges

_MESSAGES: Final = 6  # three of the person's, each with its answer


async def with_money_said(stores: Stores, context: TurnContext) -> TurnContext:
    """Return a question how many shares "that" buys with the latest money the person spoke of; else it is unchanged."""
    asked = context.request
    if not isinstance(asked, CheckFunds) or asked.side is not Side.BUY or not says(context.plain_text, "that_money"):
        return context
    if asked != CheckFunds(shares=asked.shares):  # it says how many, or how much, itself
        return context
    async with stores.read(context.turn.tenant_id) as tx:
        messages = await tx.messages.last_messages(context.conversation.id, count=_MESSAGES)
        for each in exchanges(messages):
            if (await tx.turns.get(each.turn_id)).person.id != context.turn.person.id:
                return context
            if (amount := _money_in(each.text)) is not None:
                return context.with_request(replace(asked, amount=amount))
    return context


def _money_in(text: str) -> Decimal | None:
    """Return the one sum that a message states, or the one number of which it says that it is there to be spent."""
    numbers = [each for each in find_quantities(text.lower()) if each.unit in {Unit.MONEY, Unit.NONE}]
    plain = [each for each in numbers if each.unit is Unit.MONEY] or (numbers if says(text, "at_hand") else [])
    return plain[0].value if len(plain) == 1 else None
