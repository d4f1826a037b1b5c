"""The expected errors of asking a language model, as `bot.errors` describes errors."""

from collections.abc import Hashable

from bot.errors import ParleyError


class ModelError(ParleyError):
    """The language model gave no answer that can be used."""

    hint = "Nothing was traded. Try again in a moment."

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


class ModelRateLimitedError(ModelError):
    """The language model's server takes no more requests for a while."""

    hint = "Wait a little, then try again."


class ModelQuotaError(ModelError):
    """The account at the language model's provider has no credit left."""

    hint = "Whoever runs Parley has to top it up."


class ModelRefusedKeyError(ModelError):
    """The language model's server does not accept the key."""

    hint = "Check OPENAI_API_KEY and OPENAI_BASE_URL; `parley doctor` tells more."


class ModelRequestError(ModelError):
    """The language model's server does not accept the request."""

    hint = "Check the names in LLM_MODEL and LLM_LIGHT_MODEL; `parley doctor` tells more."


class ModelGarbledError(ModelError):
    """The language model's answer has not the form that was asked for."""


class ModelBrokenOffError(ModelError):
    """The language model's answer broke off."""


class ModelTooLongError(ModelError):
    """The language model's answer, or the question, is longer than the model can take."""


class ModelDeclinedError(ModelError):
    """The language model declined to answer."""


class ModelPausedError(ModelError):
    """The language model has failed several times in a row and is left alone for a while."""

    hint = "Wait a minute, then try again."


class ModelBudgetError(ModelError):
    """What may be spent on language models today is spent."""

    hint = "It begins anew at midnight UTC; /usage shows what was used."


class ModelPersonBudgetError(ModelBudgetError):
    """You have used your share of the language models today."""

    hint = "It begins anew at midnight UTC."
