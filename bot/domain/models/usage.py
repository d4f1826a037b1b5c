"""Use of tokens by a request to a model: the maximum before it is sent, and an estimate if it fails."""

from decimal import Decimal

from bot.domain.models.requests import ModelOptions, ModelRequest, TokenUsage
from bot.domain.models.token_estimate import estimate_prompt_tokens, estimate_tokens
from bot.model_errors import (
    ModelBudgetError,
    ModelError,
    ModelPausedError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTooLongError,
    ModelUnreachableError,
)

# The request reached no model or was rejected unread: nothing is billed.
_UNBILLED_ERRORS = (
    ModelBudgetError,
    ModelPausedError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTooLongError,  # of the prompt; the error of a too long answer carries its usage
    ModelUnreachableError,
)


def max_usage(request: ModelRequest) -> TokenUsage:
    """Return the maximum that one request can use: its estimated prompt and an answer of maximum length."""
    return TokenUsage(estimate_prompt_tokens(request), request.options.max_tokens)


def cost_of(tokens: TokenUsage, options: ModelOptions) -> Decimal:
    """Return the exact price in US dollars; 0 if no price is known."""
    if options.price_per_million is None:
        return Decimal(0)
    prompt, completion = options.price_per_million
    return (prompt * tokens.prompt + completion * tokens.completion).scaleb(-6)


def usage_of_failure(request: ModelRequest, error: BaseException, *, streamed_text: str) -> TokenUsage:
    """Return the approximate usage of a failed or cancelled request that had streamed `streamed_text`.

    The error's `facts["tokens"]` takes precedence. Otherwise the whole prompt counts, and the answer as far as it was
    received, up to its maximum length; if no model has read the prompt, nothing counts.
    """
    facts = error.facts if isinstance(error, ModelError) else {}
    if isinstance(tokens := facts.get("tokens"), TokenUsage):
        return tokens
    received_text = max(error.partial if isinstance(error, ModelError) else "", streamed_text, key=len)
    if not received_text and (isinstance(error, _UNBILLED_ERRORS) or facts.get("attempts") == 0):
        return TokenUsage()
    return TokenUsage(estimate_prompt_tokens(request), min(estimate_tokens(received_text), request.options.max_tokens))


def attempts_in(error: BaseException) -> int:
    """Return the number of attempts that ended in `error`: its `facts["attempts"]`, else 0 if none was sent, else 1."""
    attempts = error.facts.get("attempts") if isinstance(error, ModelError) else None
    if isinstance(attempts, int):
        return attempts
    return 0 if isinstance(error, ModelBudgetError | ModelPausedError) else 1
