"""What a person can do next, in words: never what would be refused."""

from bot.context.turn import TurnContext
from bot.domain.conversation.states import Intent
from bot.domain.conversation.transitions import possible_intents
from bot.domain.trading.decisions import Decision, DecisionQuery, DecisionStatus
from bot.errors import DecisionExpiredError
from bot.locales import Catalogue
from bot.ports import Stores, Transaction
from bot.trading.decision_access import expired_error

_VERDICTS = {Intent.CONFIRM, Intent.CANCEL}
_LATEST = 20


def possible_now(texts: Catalogue, context: TurnContext) -> str:
    """Return a sentence that names what this person can do now."""
    can = possible_intents(context.state, pending=len(context.pending)) - {Intent.UNKNOWN}
    if not context.own_pending:
        can -= _VERDICTS
    named = (texts.render(context.locale, f"possible-{intent.lower()}") for intent in Intent if intent in can)
    return texts.render(context.locale, "possible-now", what=texts.list_of(context.locale, named))


async def just_expired(stores: Stores, context: TurnContext) -> DecisionExpiredError | None:
    """Return that the person's newest decision of this talk has expired, if nothing came after it."""
    async with stores.transaction(context.turn.tenant_id) as tx:
        newest = await _newest_own(tx, context)
    if newest is None or newest.is_pending(at=context.turn.accepted_at):
        return None
    if newest.status not in {DecisionStatus.PROPOSED, DecisionStatus.EXPIRED}:
        return None
    return expired_error(newest)


async def _newest_own(tx: Transaction, context: TurnContext) -> Decision | None:
    found = await tx.decisions.find_matching(DecisionQuery(limit=_LATEST, market=context.account.market))
    named = context.entities.symbols
    mine = (
        d
        for d in found
        if d.asked_by == context.turn.person.id
        and d.conversation_id == context.conversation.id
        and (not named or d.proposal.symbol in named)
    )
    return next(mine, None)
