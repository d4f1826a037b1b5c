"""Answers whether the exchange is open, and when it opens and closes."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.locales import Catalogue
from bot.ports import TradingCalendar

_LOOK_AHEAD: Final = timedelta(days=10)  # in which there is always a session


@dataclass(frozen=True, slots=True)
class ExchangeHandler:
    """Answers from the trading calendar, at the account's market time."""

    texts: Catalogue
    calendar: TradingCalendar

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the hours of the present session, or of the next. Raises: DateOutOfRangeError."""
        now = context.market_time
        sessions = self.calendar.sessions(context.today, context.today + _LOOK_AHEAD)
        session = next(each for each in sessions if each.closes > now)
        message_id = "figure-hours-open" if self.calendar.is_open(now) else "figure-hours-closed"
        text = self.texts.render(context.locale, message_id, opens=session.opens, closes=session.closes)
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)))
