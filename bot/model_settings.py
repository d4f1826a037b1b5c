"""The settings of language models: models, parameters, timeouts, retries and budgets."""

import json
import re
from datetime import timedelta
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, NoDecode

from bot.domain.committee.debate import CommitteeOptions
from bot.domain.models.requests import ModelAllowance, ModelOptions, ModelRole, ReaderChoice


def _require_http_url(url: str) -> str:
    if not re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#]*)?", url):
        message = "must be an http or https address"
        raise ValueError(message)
    return url


Url = Annotated[str, AfterValidator(_require_http_url)]


def _parse_json(value: object) -> object:
    """Decode a variable's JSON. With `NoDecode` a mistake in it is reported as one in any other setting."""
    try:
        return json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        msg = "is not valid JSON"
        raise ValueError(msg) from None


_Seconds = Annotated[float, Field(gt=0, le=3_600)]
_Price = Annotated[Decimal, Field(ge=0, le=100_000)]
_MAX_TOKENS_PER_DAY = 1_000_000_000_000


class AgentOptions(BaseModel):
    """The settings of one agent that differ from those of its role. None: the role's."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    role: ModelRole | None = None
    model: str | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    max_tokens: int | None = Field(default=None, gt=0)
    seed: int | None = None
    timeout: _Seconds | None = None
    retries: int | None = Field(default=None, ge=0, le=3)
    backoff: _Seconds | None = None


class ModelSettings(BaseSettings):
    """The settings of models. Each field is the environment variable of the same name in upper case."""

    openai_api_key: SecretStr | None = None
    # of any compatible server; None: OpenAI's
    openai_base_url: Url | None = Field(default=None, examples=["https://api.openai.com/v1"])
    llm_model: str = "gpt-4.1"
    llm_light_model: str = "gpt-4.1-mini"

    llm_temperature: float | None = Field(default=None, ge=0, le=2, examples=[0.2])  # None: the provider's default
    llm_light_temperature: float | None = Field(default=None, ge=0, le=2, examples=[0.2])
    llm_max_tokens: int = Field(default=8_192, gt=0, le=1_000_000)
    llm_light_max_tokens: int = Field(default=2_048, gt=0, le=1_000_000)
    llm_seed: int | None = Field(default=None, examples=[7])
    llm_light_seed: int | None = Field(default=None, examples=[7])
    llm_timeout_seconds: _Seconds = 20
    llm_light_timeout_seconds: _Seconds = 8
    llm_retries: int = Field(default=2, ge=0, le=3)
    llm_light_retries: int = Field(default=1, ge=0, le=3)
    llm_backoff_seconds: _Seconds = 0.5
    llm_light_backoff_seconds: _Seconds = 0.5
    llm_agents: Annotated[dict[str, AgentOptions], NoDecode, BeforeValidator(_parse_json)] = Field(
        default_factory=dict, examples=['{"decision": {"temperature": 0}}']
    )
    llm_filter: Literal["auto", "always", "never"] = "auto"  # auto: for decisions on six shares or more
    llm_summaries: bool = True  # False: summaries are written by rules
    llm_reflections: bool = True  # False: what is learnt of settled decisions is told by rules
    llm_memory: bool = True  # whether the quick model notes what is worth keeping of answered messages
    llm_search_rounds: int = Field(default=2, ge=0, le=2)  # of looking up what was said before an answer
    reader: ReaderChoice = ReaderChoice.AUTO
    llm_pause_seconds: _Seconds = 30  # without requests, after five consecutive failures of the server
    llm_turn_seconds: _Seconds = 28  # for all requests of one turn together
    deep_turn_seconds: _Seconds = 300  # the same for a run of a committee

    llm_budget_prompt_tokens: int = Field(default=200_000, ge=0, le=_MAX_TOKENS_PER_DAY)  # per workspace and day (UTC)
    llm_budget_completion_tokens: int = Field(default=200_000, ge=0, le=_MAX_TOKENS_PER_DAY)
    llm_budget_usd: Decimal | None = Field(default=None, ge=0, examples=[5])
    person_model_tokens_per_day: int = Field(default=0, ge=0, le=_MAX_TOKENS_PER_DAY)  # 0: not limited
    llm_scheduled_share: float = Field(default=0.25, ge=0, le=1)  # of each limit of a day, for scheduled work
    committee_answer_rounds: int = Field(default=1, ge=0, le=3)  # of the research debate, after its opening
    committee_risk_rounds: int = Field(default=1, ge=1, le=3)
    committee_max_calls: int = Field(default=30, ge=1, le=1_000)  # requests to models for one share
    committee_max_tokens: int = Field(default=60_000, ge=1, le=_MAX_TOKENS_PER_DAY)  # read and written, for one share
    llm_price_prompt: _Price | None = Field(default=None, examples=[2.5])  # US dollars per million tokens
    llm_price_completion: _Price | None = Field(default=None, examples=[2.5])
    llm_light_price_prompt: _Price | None = Field(default=None, examples=[2.5])
    llm_light_price_completion: _Price | None = Field(default=None, examples=[2.5])

    embedder: Literal["sentences", "hash", "openai"] = "sentences"
    embedding_model: str = "text-embedding-3-small"  # of `openai`
    embedding_dimensions: int = Field(default=512, gt=0, le=4_000)  # of `openai`; an index takes 4,000 at most
    embedding_timeout_seconds: _Seconds = 20  # of `openai`: for one request with its retries
    embedding_retries: int = Field(default=2, ge=0, le=10)

    llm_keep_prompts: bool = False  # whether the texts of prompts are kept for 30 days, to look for a fault

    llm_cache: Literal["full", "llm_write_only", "off"] = "full"
    llm_cache_hours: int = Field(default=24, gt=0, le=24 * 366)
    llm_allowed_links: str = ""  # host names, separated by commas

    @model_validator(mode="after")
    def _require_prices_for_budget(self) -> Self:
        prices = ("llm_price_prompt", "llm_price_completion", "llm_light_price_prompt", "llm_light_price_completion")
        if self.llm_budget_usd is not None and any(getattr(self, name) is None for name in prices):
            named = ", ".join(name.upper() for name in prices)
            message = f"LLM_BUDGET_USD binds only where all prices are set: {named}"
            raise ValueError(message)
        return self

    @property
    def has_model(self) -> bool:
        """Whether a model is configured: by a key, or a server that may need none."""
        return self.openai_api_key is not None or self.openai_base_url is not None

    @property
    def writes_summaries(self) -> bool:
        """Whether a model writes summaries of conversations."""
        return self.has_model and self.llm_summaries

    @property
    def writes_reflections(self) -> bool:
        """Whether a model looks back on settled decisions."""
        return self.has_model and self.llm_reflections

    @property
    def notes_memory(self) -> bool:
        """Whether a model notes what is worth keeping of answered messages."""
        return self.has_model and self.llm_memory

    @property
    def model_allowance(self) -> ModelAllowance:
        """The allowance of one workspace per day, and of one person in it."""
        return ModelAllowance(
            prompt_tokens=self.llm_budget_prompt_tokens,
            completion_tokens=self.llm_budget_completion_tokens,
            cost=self.llm_budget_usd,
            person_tokens=self.person_model_tokens_per_day or None,
            scheduled_share=self.llm_scheduled_share,
        )

    @property
    def committee_options(self) -> CommitteeOptions:
        """The rounds of a committee's debates, and what one share's analysis may ask of models."""
        return CommitteeOptions(
            answer_rounds=self.committee_answer_rounds,
            risk_rounds=self.committee_risk_rounds,
            max_calls=self.committee_max_calls,
            max_tokens=self.committee_max_tokens,
        )

    @property
    def model_cache_ttl(self) -> timedelta:
        """How long a cached answer may be used."""
        return timedelta(hours=self.llm_cache_hours)

    @property
    def allowed_links(self) -> frozenset[str]:
        """The hosts to which a model's links may lead, in lower case."""
        return frozenset(host for each in self.llm_allowed_links.split(",") if (host := each.strip().lower()))

    @property
    def all_models(self) -> tuple[str, ...]:
        """All configured models, without repetition."""
        own = (each.model for each in self.llm_agents.values() if each.model)
        return tuple(dict.fromkeys((self.llm_model, self.llm_light_model, *own)))

    def model_options(self, agent: str, role: ModelRole) -> ModelOptions:
        """Return the model and parameters of `agent`: those of its role, overridden by its own settings."""
        own = self.llm_agents.get(agent, AgentOptions())
        overrides = {name: value for name, value in own.model_dump().items() if value is not None}
        role = overrides.pop("role", role)
        return ModelOptions(**{**self._role_options(role), **overrides})

    def _role_options(self, role: ModelRole) -> dict[str, object]:
        prefix = "llm_" if role is ModelRole.MAIN else "llm_light_"
        return {
            "role": role,
            "model": getattr(self, f"{prefix}model"),
            "temperature": getattr(self, f"{prefix}temperature"),
            "max_tokens": getattr(self, f"{prefix}max_tokens"),
            "seed": getattr(self, f"{prefix}seed"),
            "timeout": getattr(self, f"{prefix}timeout_seconds"),
            "retries": getattr(self, f"{prefix}retries"),
            "backoff": getattr(self, f"{prefix}backoff_seconds"),
            "price_per_million": self._price(prefix),
        }

    def _price(self, prefix: str) -> tuple[Decimal, Decimal] | None:
        prompt, completion = getattr(self, f"{prefix}price_prompt"), getattr(self, f"{prefix}price_completion")
        return None if prompt is None or completion is None else (prompt, completion)
