"""All settings, read once from the environment and `.env`."""

import os
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, ClassVar, Final, Literal

import platformdirs
from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import DotEnvSettingsSource, SettingsConfigDict
from rapidfuzz import fuzz, process

from bot.domain.conversation.threads import PersonLimits
from bot.domain.memory.compression import ContextCompressor
from bot.domain.memory.episodes import EpisodeRetention
from bot.domain.memory.recall import RecallPolicy, RecallScope
from bot.domain.memory.summaries.summary import SummarySchedule
from bot.domain.trading.trading_limits import Caps
from bot.errors import SettingsError
from bot.model_settings import ModelSettings, Url
from bot.setting_faults import describe_fault

# An unknown variable with one of these prefixes is probably a typing error, and is reported.
PREFIXES = (
    "PARLEY_",
    "MARKET_",
    "YAHOO_",
    "NEWS_",
    "ALPACA_",
    "PAPER_",
    "DECISION_",
    "CONVERSATION_",
    "TURN_",
    "PERSON_",
    "REVIEW_",
    "REPORT_",
    "SUMMARY_",
    "RECALL_",
    "SLACK_",
    "DISCORD_",
    "LLM_",
    "COMMITTEE_",
    "EMBED",
)
_MIN_SIMILARITY: Final = 85.0  # percent; from there a name in .env is a mistyped setting: DATABSE_URL, REDIS_ULR
_YEAR_MINUTES: Final = 366 * 24 * 60


def _resolved_path(path: Path) -> Path:
    """Return `path` absolute and without links, so that all processes with this home use the same files."""
    try:
        return path.expanduser().resolve()
    except (OSError, RuntimeError) as error:  # unknown user's home directory; a loop of symbolic links
        message = "cannot be followed to a directory"
        raise ValueError(message) from error


_Directory = Annotated[Path, AfterValidator(_resolved_path)]


class Settings(ModelSettings):
    """All settings. Each field is the environment variable of the same name in upper case."""

    model_config: ClassVar[SettingsConfigDict] = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    # storage and logging
    parley_home: _Directory = Field(
        default_factory=lambda: platformdirs.user_data_path("parley"), examples=["~/parley"]
    )
    database_url: SecretStr | None = None  # None: the embedded PostgreSQL
    redis_url: SecretStr | None = None  # None: the embedded Redis
    parley_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"

    # HTTP server: health, metrics, Slack's deliveries
    parley_host: str = "127.0.0.1"
    port: int = Field(default=3000, ge=0, le=65_535)  # 0: any free one

    # public address of the HTTP server; None: as set in Slack's app
    parley_public_url: Url | None = Field(default=None, examples=["https://parley.example.com"])

    # Slack
    slack_bot_token: SecretStr | None = None  # xoxb-…, for one workspace
    slack_app_token: SecretStr | None = None  # xapp-…, for Socket Mode
    slack_signing_secret: SecretStr | None = None  # for deliveries over HTTP
    slack_client_id: str | None = None  # with the client secret: installation in several workspaces
    slack_client_secret: SecretStr | None = None
    slack_token_key: SecretStr | None = None  # encrypts stored tokens; several keys, newest first, for key rotation
    slack_api_url: Url = "https://slack.com/api/"

    # Discord
    discord_token: SecretStr | None = None
    # None: slash commands in every guild
    discord_guild_id: int | None = Field(default=None, gt=0, examples=[1234567890123456789])
    discord_api_url: Url = "https://discord.com/api/v10"

    # the market
    market_data: Literal["auto", "yfinance", "sample"] = "auto"
    yahoo_api_url: Url | None = Field(default=None, examples=["http://127.0.0.1:8097"])  # None: Yahoo's own hosts
    market_stale_seconds: int = Field(default=300, ge=10, le=86_400)

    # news beside the market's own
    news_dir: _Directory | None = Field(default=None, examples=["~/news"])  # None: no folder
    alpaca_api_key_id: SecretStr | None = None  # with the secret key: Alpaca's news of live shares
    alpaca_api_secret_key: SecretStr | None = None
    alpaca_data_url: Url = "https://data.alpaca.markets"

    # price alerts: how often live prices are asked for
    alert_poll_seconds: int = Field(default=60, ge=5, le=3_600)

    # the paper account
    paper_starting_cash: Decimal = Field(default=Decimal(100_000), gt=0, max_digits=18, decimal_places=2)
    paper_commission: Decimal = Field(default=Decimal(0), ge=0, max_digits=10, decimal_places=2)  # per order

    # decisions
    decision_ttl_minutes: int = Field(default=30, gt=0, le=_YEAR_MINUTES)
    decision_confirm_seconds: int = Field(default=60, gt=0, le=3_600)
    decision_max_price_move_percent: Decimal = Field(default=Decimal(2), gt=0, le=1_000)
    decision_cash_floor_percent: Decimal = Field(default=Decimal(10), ge=0, lt=100)
    decision_position_cap_percent: Decimal = Field(default=Decimal(20), gt=0, le=100)
    decision_loss_cap_percent: Decimal = Field(default=Decimal(1), gt=0, le=100)

    # conversations and turns
    conversation_idle_minutes: int = Field(default=30, gt=0, le=_YEAR_MINUTES)
    conversation_reset_on_error: bool = True
    conversation_window: int = Field(default=6, ge=2, le=50)  # newest messages, told word for word
    conversation_max_tokens: int = Field(default=4_000, ge=1_000, le=100_000)
    conversation_max_turns: int = Field(default=50, gt=0, le=500)
    turn_lease_seconds: int = Field(default=15, ge=3, le=3_600)
    turn_concurrency: int = Field(default=64, gt=0, le=1_000)
    deep_concurrency: int = Field(default=20, gt=0, le=1_000)  # runs of committees
    turn_max_attempts: int = Field(default=3, gt=0, le=100)
    turn_max_characters: int = Field(default=8_000, gt=0, le=1_000_000)
    person_messages_per_minute: int = Field(default=120, ge=0, le=10_000)  # 0: not limited
    person_waiting_messages: int = Field(default=120, ge=0, le=100_000)
    turn_debug: bool = True  # stores the steps of each conversation's latest turn, for /debug last

    # summaries of conversations; numbers of messages
    summary_first_at: int = Field(default=10, ge=4, le=1_000)
    summary_new_messages: int = Field(default=5, ge=1, le=1_000)
    summary_increments: int = Field(default=10, ge=0, le=1_000)
    recall_scope: RecallScope = RecallScope.WORKSPACE
    recall_days: int = Field(default=30, ge=1, le=36_500)
    recall_episodes: int = Field(default=5, ge=0, le=20)
    recall_retention_days: int = Field(default=0, ge=0, le=36_500)  # 0: for ever
    recall_retention_decisions: bool = False  # whether decision episodes are pruned too

    # traces
    otel_exporter_otlp_endpoint: str | None = None  # None: no traces are sent

    # reports and reviews
    report_reply_seconds: float = Field(default=10, gt=0, le=3_600)  # an answer within them was in time
    review_days: int = Field(default=7, gt=0, le=36_600)
    review_items: int = Field(default=10, gt=0, le=100)

    @property
    def person_limits(self) -> PersonLimits:
        """What one person may send on a platform that people share."""
        return PersonLimits(per_minute=self.person_messages_per_minute, waiting=self.person_waiting_messages)

    @property
    def caps(self) -> Caps:
        """The caps on trades, as fractions of total assets."""
        return Caps(
            cash_floor=self.decision_cash_floor_percent / 100,
            position=self.decision_position_cap_percent / 100,
            loss_at_stop=self.decision_loss_cap_percent / 100,
        )

    @property
    def compressor(self) -> ContextCompressor:
        """Compresses the history of conversations for prompts."""
        return ContextCompressor(
            window=self.conversation_window,
            max_tokens=self.conversation_max_tokens,
            max_turns=self.conversation_max_turns,
        )

    @property
    def has_slack(self) -> bool:
        """Whether Slack can be served: with a bot token or an OAuth client, and Socket Mode or HTTP deliveries."""
        is_installed = self.slack_bot_token is not None or self.has_slack_oauth
        return is_installed and (self.slack_app_token is not None or self.slack_signing_secret is not None)

    @property
    def missing_slack_setting(self) -> str:
        """The setting that is missing if Slack is half configured; empty if it is fully configured, or not at all."""
        client = {"SLACK_CLIENT_ID": self.slack_client_id, "SLACK_CLIENT_SECRET": self.slack_client_secret}
        unset = [name for name, value in client.items() if value is None]
        missing = unset if len(unset) == 1 else []
        has_deliveries = self.slack_app_token is not None or self.slack_signing_secret is not None
        is_installed = self.slack_bot_token is not None or self.has_slack_oauth or bool(missing)
        if is_installed and not has_deliveries:
            missing = [*missing, "SLACK_APP_TOKEN or SLACK_SIGNING_SECRET"]
        if has_deliveries and not is_installed:
            missing = ["SLACK_BOT_TOKEN"]
        return ", and ".join(missing)

    @property
    def has_slack_oauth(self) -> bool:
        """Whether workspaces can install the Slack app themselves."""
        return self.slack_client_id is not None and self.slack_client_secret is not None

    @property
    def missing_alpaca_setting(self) -> str:
        """The setting that is missing if only one of Alpaca's two keys is set; else empty."""
        keys = {"ALPACA_API_KEY_ID": self.alpaca_api_key_id, "ALPACA_API_SECRET_KEY": self.alpaca_api_secret_key}
        unset = [name for name, value in keys.items() if value is None]
        return unset[0] if len(unset) == 1 else ""

    @property
    def decision_ttl(self) -> timedelta:
        """How long a proposal can be confirmed."""
        return timedelta(minutes=self.decision_ttl_minutes)

    @property
    def confirm_within(self) -> timedelta:
        """How long after it was given a confirmation may be carried out."""
        return timedelta(seconds=self.decision_confirm_seconds)

    @property
    def recall_policy(self) -> RecallPolicy:
        """How far recall reaches."""
        window = timedelta(days=self.recall_days)
        return RecallPolicy(scope=self.recall_scope, window=window, limit=self.recall_episodes)

    @property
    def episode_retention(self) -> EpisodeRetention | None:
        """How long episodes are kept; None: for ever."""
        age = timedelta(days=self.recall_retention_days)
        return EpisodeRetention(age=age, includes_decisions=self.recall_retention_decisions) if age else None

    @property
    def summary_schedule(self) -> SummarySchedule:
        """When the summary of a conversation is made or updated."""
        return SummarySchedule(
            window=self.conversation_window,
            first_at=self.summary_first_at,
            new_messages=self.summary_new_messages,
            increments=self.summary_increments,
        )

    @property
    def conversation_idle(self) -> timedelta:
        """After how long without a message a conversation's state returns to IDLE."""
        return timedelta(minutes=self.conversation_idle_minutes)

    @property
    def turn_lease(self) -> timedelta:
        """How long a runner may hold a conversation without renewing."""
        return timedelta(seconds=self.turn_lease_seconds)


def load() -> Settings:
    """Read the settings. Raises: SettingsError: some are invalid; it names the variables, never their values."""
    try:
        return Settings()
    except ValidationError as error:
        faults = "; ".join(describe_fault(each, Settings.model_fields) for each in error.errors())
        raise SettingsError(faults=faults) from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError(faults="the file .env cannot be read as text") from None


def unknown_variables() -> tuple[str, ...]:
    """Return the names of variables in the environment and `.env` that look like settings but are unknown."""
    known = {name.upper() for name in Settings.model_fields}
    in_file = {name.upper() for name in DotEnvSettingsSource(Settings).env_vars} - known
    prefixed = {name for name in {*os.environ} - known | in_file if name.startswith(PREFIXES)}
    mistyped = {
        name for name in in_file if process.extractOne(name, known, scorer=fuzz.ratio, score_cutoff=_MIN_SIMILARITY)
    }
    return tuple(sorted(prefixed | mistyped))
