"""What a person can do next, in words: never what would be refused."""

from bot.context.turn import TurnContext
from bot.domain.conversation.states import Intent
from bot.domain.conversation.transitions import possible_intents
from bot.domain.conversation.turns import DecisionQuery
from bot.domain.trading.decisions import Decision, DecisionStatus
from bot.errors import DecisionExpiredError
from bot.locales import Catalogue
from bot.ports import Stores, Transaction
from bot.trading.decision_access import expired_error

_VERDICTS = {Intent.CONFIRM, Intent.CANCEL}
_LATEST = 20


def possible_now(say: Catalogue, asked: TurnContext) -> str:
    """Return a sentence that names what this person can do now."""
    can = possible_intents(asked.state, pending=len(asked.pending)) - {Intent.UNKNOWN}
    if not asked.own_pending:
        can -= _VERDICTS
    named = (say.say(asked.language, f"possible-{intent.lower()}") for intent in Intent if intent in can)
    return say.say(asked.language, "possible-now", what=say.say(asked.language, "list-separator").join(named))


async def just_expired(stores: Stores, asked: TurnContext) -> DecisionExpiredError | None:
    """Return that the person's newest decision of this talk has expired, if nothing came after it."""
    async with stores.transaction(asked.turn.tenant_id) as tx:
        newest = await _newest_own(tx, asked)
    if newest is None or newest.is_pending(at=asked.turn.accepted_at):
        return None
    if newest.status not in {DecisionStatus.PROPOSED, DecisionStatus.EXPIRED}:
        return None
    return expired_error(newest)


async def _newest_own(tx: Transaction, asked: TurnContext) -> Decision | None:
    found = await tx.decisions.find_matching(DecisionQuery(limit=_LATEST, market=asked.account.market))
    named = asked.entities.symbols
    mine = (
        d
        for d in found
        if d.asked_by == asked.turn.person.id
        and d.conversation_id == asked.conversation.id
        and (not named or d.proposal.symbol in named)
    )
    return next(mine, None)
