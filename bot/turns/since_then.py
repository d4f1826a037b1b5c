"""What "since then" means: from the close of the day of which a price was shown last."""

from collections.abc import Sequence
from datetime import date

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.dialogue import Dialogue, ObjectKind
from bot.domain.conversation.replies import Answer
from bot.domain.figures.query import OverDays
from bot.locales import Catalogue


def since_then(dialogue: Dialogue, symbols: Sequence[str], today: date) -> OverDays | None:
    """Return the days since that of the price of one of the shares that was shown last; None: none was shown."""
    shown = (each for answer in dialogue.answers for each in answer.objects if each.kind is ObjectKind.LEVEL)
    day = next((each.id for each in shown if each.id and set(each.symbols) & set(symbols)), "")
    return OverDays(date.fromisoformat(day), today, from_close=True) if day else None


def since_when(context: TurnContext, texts: Catalogue) -> TurnResult:
    """Ask for the day."""
    return TurnResult(answer=Answer(blocks=(Paragraph(texts.render(context.locale, "figure-since-when")),)))
