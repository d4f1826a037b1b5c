"""All settings, read once from the environment and `.env`, in `bootstrap`."""

import os
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Annotated, ClassVar, Final, Literal

import platformdirs
from pydantic import AfterValidator, Field, SecretStr, ValidationError
from pydantic_settings import DotEnvSettingsSource, SettingsConfigDict
from rapidfuzz import fuzz, process

from bot.errors import SettingsError
from bot.model_settings import ModelSettings, Url

# Variables that begin like ours are ours: an unknown one is a typing error, and is reported.
PREFIXES = (
    "PARLEY_",
    "MARKET_",
    "PAPER_",
    "DECISION_",
    "CONVERSATION_",
    "TURN_",
    "REVIEW_",
    "SLACK_",
    "DISCORD_",
    "LLM_",
)
_NEAR: Final = 85.0  # percent of likeness from which a name in .env is a mistyped one of ours: DATABSE_URL, REDIS_ULR
_YEAR: Final = 366 * 24 * 60  # minutes


def _one_path(path: Path) -> Path:
    """Return the one name of `path`: every process of a home finds the same files by it."""
    try:
        return path.expanduser().resolve()
    except (OSError, RuntimeError) as error:  # no such user's home; a loop of links
        message = "cannot be followed to a directory"
        raise ValueError(message) from error


_Home = Annotated[Path, AfterValidator(_one_path)]


class Settings(ModelSettings):
    """Everything that can be set. Each field is the environment variable of the same name in upper case."""

    model_config: ClassVar[SettingsConfigDict] = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
    )

    # where things are kept
    parley_home: _Home = Field(default_factory=lambda: platformdirs.user_data_path("parley"))
    database_url: SecretStr | None = None  # None: the embedded PostgreSQL
    redis_url: SecretStr | None = None  # None: the embedded Redis
    parley_log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"

    # what is served over HTTP: health, metrics, Slack's deliveries
    parley_host: str = "127.0.0.1"
    port: int = Field(default=3000, ge=0, le=65_535)  # 0: any free one

    parley_public_url: Url | None = None  # under which the world reaches that; None: as Slack's app has it

    # Slack
    slack_bot_token: SecretStr | None = None  # xoxb-…, for one workspace
    slack_app_token: SecretStr | None = None  # xapp-…: Socket Mode
    slack_signing_secret: SecretStr | None = None  # deliveries over HTTP
    slack_client_id: str | None = None  # with the secret: installation in several workspaces
    slack_client_secret: SecretStr | None = None
    slack_token_key: SecretStr | None = None  # encrypts stored tokens; several, newest first, for a change of keys
    slack_api_url: Url = "https://slack.com/api/"

    # Discord
    discord_token: SecretStr | None = None
    discord_guild_id: int | None = Field(default=None, gt=0)  # None: slash commands in every guild
    discord_api_url: Url = "https://discord.com/api/v10"

    # the market
    market_data: Literal["auto", "yfinance", "sample"] = "auto"

    # the paper account
    paper_starting_cash: Decimal = Field(default=Decimal(100_000), gt=0, max_digits=18, decimal_places=2)
    paper_commission: Decimal = Field(default=Decimal(0), ge=0, max_digits=10, decimal_places=2)  # per order

    # decisions
    decision_ttl_minutes: int = Field(default=30, gt=0, le=_YEAR)
    decision_max_price_move_percent: Decimal = Field(default=Decimal(2), gt=0, le=1_000)

    # conversations and turns
    conversation_idle_minutes: int = Field(default=30, gt=0, le=_YEAR)
    conversation_reset_on_error: bool = True
    turn_lease_seconds: int = Field(default=15, ge=3, le=3_600)
    turn_concurrency: int = Field(default=64, gt=0, le=1_000)
    turn_max_attempts: int = Field(default=3, gt=0, le=100)
    turn_max_characters: int = Field(default=8_000, gt=0, le=1_000_000)
    turn_debug: bool = True  # keeps how the latest turn of each conversation was worked on, for /debug last

    # traces
    otel_exporter_otlp_endpoint: str | None = None  # None: no traces are sent

    # reviews
    review_days: int = Field(default=7, gt=0, le=36_600)
    review_items: int = Field(default=5, gt=0, le=100)

    @property
    def has_slack(self) -> bool:
        """Whether Slack can be served: there is a token or an OAuth client, and a way in."""
        is_installed = self.slack_bot_token is not None or self.has_slack_oauth
        return is_installed and (self.slack_app_token is not None or self.slack_signing_secret is not None)

    @property
    def missing_slack_setting(self) -> str:
        """What Slack still needs, where it is half set up; empty where it is set up, or not at all."""
        has_way_in = self.slack_app_token is not None or self.slack_signing_secret is not None
        is_installed = self.slack_bot_token is not None or self.has_slack_oauth
        if is_installed and not has_way_in:
            return "SLACK_APP_TOKEN or SLACK_SIGNING_SECRET"
        if has_way_in and not is_installed:
            return "SLACK_BOT_TOKEN"
        return ""

    @property
    def has_slack_oauth(self) -> bool:
        """Whether Slack workspaces install Parley themselves."""
        return self.slack_client_id is not None and self.slack_client_secret is not None

    @property
    def decision_ttl(self) -> timedelta:
        """How long a proposal can be confirmed."""
        return timedelta(minutes=self.decision_ttl_minutes)

    @property
    def conversation_idle(self) -> timedelta:
        """After how long without a message a conversation's state returns to IDLE."""
        return timedelta(minutes=self.conversation_idle_minutes)

    @property
    def turn_lease(self) -> timedelta:
        """How long a runner may hold a conversation without renewing."""
        return timedelta(seconds=self.turn_lease_seconds)


def load() -> Settings:
    """Read the settings. Raises: SettingsError, naming each variable that is wrong, never its value."""
    try:
        return Settings()
    except ValidationError as error:
        faults = "; ".join(": ".join((*(str(each).upper() for each in e["loc"][:1]), e["msg"])) for e in error.errors())
        raise SettingsError(faults=faults) from None
    except (OSError, UnicodeDecodeError):
        raise SettingsError(faults="the file .env cannot be read as text") from None


def unknown_variables() -> tuple[str, ...]:
    """Return variables of the environment and of `.env` that look like ours and are none of ours."""
    known = {name.upper() for name in Settings.model_fields}
    in_file = {name.upper() for name in DotEnvSettingsSource(Settings).env_vars} - known
    ours = {name for name in {*os.environ} - known | in_file if name.startswith(PREFIXES)}
    mistyped = {name for name in in_file if process.extractOne(name, known, scorer=fuzz.ratio, score_cutoff=_NEAR)}
    return tuple(sorted(ours | mistyped))
