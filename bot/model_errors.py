"""The expected errors of asking a language model, as `bot.errors` describes errors."""

from collections.abc import Hashable

from bot.errors import ParleyError


class ModelError(ParleyError, hint="Nothing was traded. Try again in a moment."):
    """The language model gave no answer that can be used."""

    def __init__(self, *, partial: str = "", **facts: Hashable) -> None:
        self.partial = partial  # the text received before the error; never used for decisions, summaries or recall
        super().__init__(**facts)

    @property
    def code(self) -> str:
        """The error's machine-readable code: "model_timeout"."""
        return self.key.removeprefix("error-").replace("-", "_")


class ModelTimeoutError(ModelError):
    """The language model took too long."""


class ModelUnreachableError(ModelError):
    """The language model's server cannot be reached, or fails."""


class ModelRateLimitedError(ModelError, hint="Wait a little, then try again."):
    """The language model's server takes no more requests for a while."""


class ModelQuotaError(ModelError, hint="Whoever runs Parley has to top it up."):
    """The account at the language model's provider has no credit left."""


class ModelRefusedKeyError(ModelError, hint="Check OPENAI_API_KEY and OPENAI_BASE_URL; `parley doctor` tells more."):
    """The language model's server does not accept the key."""


class ModelRequestError(
    ModelError, hint="Check the names in LLM_MODEL and LLM_LIGHT_MODEL; `parley doctor` tells more."
):
    """The language model's server does not accept the request."""


class ModelGarbledError(ModelError):
    """The language model's answer has not the form that was asked for."""


class ModelBrokenOffError(ModelError):
    """The language model's answer broke off."""


class ModelTooLongError(ModelError):
    """The language model's answer, or the question, is longer than the model can take."""


class ModelDeclinedError(ModelError):
    """The language model declined to answer."""


class ModelPausedError(ModelError, hint="Wait a minute, then try again."):
    """The language model has failed several times in a row and is left alone for a while."""


class ModelBudgetError(ModelError, hint="It begins anew at midnight UTC; /usage shows what was used."):
    """What may be spent on language models today is spent."""


class ModelPersonBudgetError(ModelBudgetError, hint="It begins anew at midnight UTC."):
    """You have used your share of the language models today."""
