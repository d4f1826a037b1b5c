"""/history: the conversations of this channel, by share, by time or by id."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from bot.context.policy import Policy
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.memory.conversation_record import RecordQuery, id_prefix
from bot.language.quantities.dates import find_dates
from bot.ports import Clock, Stores
from bot.presentation.history import SHOWN, HistoryReport, HistoryView


@dataclass(frozen=True, slots=True)
class HistoryCommand:
    """Handler of /history. Only what was said in this channel is shown."""

    stores: Stores
    report: HistoryReport
    policy: Policy
    clock: Clock

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return the records asked for, the latest active first. Raises: StoreUnavailableError."""
        query = self._query(context)
        if query is None:
            return self._say(context, "history-how")
        async with self.stores.read(context.turn.tenant_id) as tx:
            records = await tx.records.find(query)
        if not records:
            return self._say(context, *self._nothing(context))
        view = HistoryView(context.locale, self.clock.now(), self.policy.idle_after)
        return TurnResult(answer=self.report.answer(view, records, names_one=query.id_prefix is not None))

    def _query(self, context: TurnContext) -> RecordQuery | None:
        """Return what is asked for; None: it cannot be understood."""
        text, symbols = " ".join(context.understanding.arguments), context.entities.symbols
        zone = context.settings.zone
        found = find_dates(text.lower(), today=self.clock.now().astimezone(zone).date())
        if found.problems:
            return None
        since = until = named = None
        if found.dates:
            since = datetime.combine(found.dates[0], time.min, tzinfo=zone)
            until = datetime.combine(found.dates[-1], time.min, tzinfo=zone) + timedelta(days=1)
        elif text and not symbols:
            if " " in text:
                return None
            named = id_prefix(text)
        return RecordQuery(
            limit=SHOWN + 1,
            channels=(context.turn.thread.channel,),
            id_prefix=named,
            symbols=symbols,
            since=since,
            until=until,
        )

    def _nothing(self, context: TurnContext) -> tuple[str, ...]:
        return ("history-none", "history-how") if context.understanding.arguments else ("history-none-yet",)

    def _say(self, context: TurnContext, *message_ids: str) -> TurnResult:
        texts = self.report.cards.texts
        text = texts.join(context.locale, *(texts.render(context.locale, each) for each in message_ids))
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)))
