"""Says which decisions of a person are still open below an answer that might be taken for their end."""

from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.requests import intent_of
from bot.domain.conversation.requests.talk import SmallTalk, SmallTalkKind
from bot.domain.conversation.requests.trades import Verdict
from bot.domain.conversation.states import Intent
from bot.domain.trading.decisions import keys_of
from bot.presentation.decisions.cards import DecisionCards

_NAMED: Final = 5


def still_pending(cards: DecisionCards, context: TurnContext, result: TurnResult) -> tuple[Paragraph, ...]:
    """Return the line that names them; nothing where the answer is about them, or about something else entirely.

    It is said below a card, a question back or the line on a remark, and where a message spoke of confirming or
    cancelling beside something else: "cancel it and analyse AAPL".
    """
    request, answer = context.request, result.answer
    is_remark = request == SmallTalk(SmallTalkKind.REMARK)
    is_of_trade = intent_of(request) is Intent.DECIDE
    may_mislead = is_of_trade or answer.has_question or context.reading.names_verdict or is_remark
    if not may_mislead or isinstance(request, Verdict):
        return ()
    told = {each.id for each in (*answer.decisions, *result.ended, *result.proposed)}
    said = {key for block in answer.blocks if isinstance(block, Paragraph) for key in block.while_pending}
    left = [each for each in context.own_pending if each.id not in told and each.key not in said]
    if not left:
        return ()
    names = (cards.action_phrase(context.locale, each.proposal) for each in left)
    what = cards.texts.list_of(context.locale, names, most=_NAMED)
    return (Paragraph(cards.texts.render(context.locale, "what-if-pending", what=what), keys_of(left)),)
