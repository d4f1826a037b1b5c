"""The settings of the conversation core as plain values, independent of where they come from."""

from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal

from bot.domain.conversation.threads import PersonLimits
from bot.domain.memory.compression import ContextCompressor
from bot.domain.memory.recall import RecallPolicy
from bot.domain.memory.summaries.summary import DEFAULT_SCHEDULE, SummarySchedule
from bot.domain.models.requests import ModelAllowance, ReaderChoice
from bot.domain.trading.trading_limits import DEFAULT_CAPS, Caps


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Limits and durations; `bot.bootstrap` fills them in from the settings."""

    decision_ttl: timedelta = timedelta(minutes=30)
    confirm_within: timedelta = timedelta(seconds=60)  # a confirmation that has waited longer is not carried out
    max_price_move_percent: Decimal = Decimal(2)  # after a larger move a confirmation is asked again
    commission: Decimal = Decimal(0)  # account currency, per order
    caps: Caps = DEFAULT_CAPS
    idle_after: timedelta = timedelta(minutes=30)
    reset_on_error: bool = True
    lease_ttl: timedelta = timedelta(seconds=15)
    max_attempts: int = 3  # a turn that has crashed so often is answered with an apology
    max_message_characters: int = 8_000
    model_seconds: float = 28  # for all of a turn's requests to models together
    analysis_seconds: float = 300  # the same for a committee's run, from its start
    person_limits: PersonLimits = field(default_factory=PersonLimits)  # on platforms that people share
    allowance: ModelAllowance = field(default_factory=ModelAllowance)  # of models, per tenant and day
    compressor: ContextCompressor = field(default_factory=ContextCompressor)
    reader: ReaderChoice = ReaderChoice.AUTO
    is_debug: bool = True  # store the steps of each conversation's latest turn
    notes_memory: bool = False  # whether a model notes what is worth keeping of messages, in the background
    review_span: timedelta = timedelta(days=7)
    review_items: int = 10
    recall: RecallPolicy = field(default_factory=RecallPolicy)
    summaries: SummarySchedule = DEFAULT_SCHEDULE
