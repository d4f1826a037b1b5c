"""What a request to a model uses of a budget: as it stands before it is sent, and where it came to nothing."""

from decimal import Decimal

from bot.domain.models.requests import ModelOptions, ModelRequest, TokenUsage
from bot.domain.models.token_estimate import estimate_prompt_tokens, estimate_tokens
from bot.errors import (
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

# It never reached a model, or was turned away at the door: nothing was read, nothing is billed.
_UNREAD = (
    ModelBudgetError,
    ModelPausedError,
    ModelQuotaError,
    ModelRateLimitedError,
    ModelRefusedKeyError,
    ModelRequestError,
    ModelTooLongError,  # the question; an answer that is too long says what it used
    ModelUnreachableError,
)


def max_usage(request: ModelRequest) -> TokenUsage:
    """Return what one request may use: its prompt as estimated, an answer of full length."""
    return TokenUsage(estimate_prompt_tokens(request), request.options.max_tokens)


def cost_of(tokens: TokenUsage, options: ModelOptions) -> Decimal:
    """Return the exact price in US dollars; 0 where no price is known."""
    if options.price_per_million is None:
        return Decimal(0)
    prompt, completion = options.price_per_million
    return (prompt * tokens.prompt + completion * tokens.completion).scaleb(-6)


def usage_of_failure(request: ModelRequest, error: BaseException, *, streamed_text: str) -> TokenUsage:
    """Return about what a failed or cancelled request has used; `shown` is the text that had come through.

    What the error's `facts["tokens"]` says counts. Without that, the prompt counts in full and the answer as far as it
    had come, up to the length asked for, unless no model has read it: nothing of it is billed then.
    """
    facts = error.facts if isinstance(error, ModelError) else {}
    if isinstance(said := facts.get("tokens"), TokenUsage):
        return said
    came = max(error.partial if isinstance(error, ModelError) else "", streamed_text, key=len)
    if not came and (isinstance(error, _UNREAD) or facts.get("attempts") == 0):
        return TokenUsage()
    return TokenUsage(estimate_prompt_tokens(request), min(estimate_tokens(came), request.options.max_tokens))


def attempts_in(error: BaseException) -> int:
    """Return how many tries there were before `error`: what its `facts["attempts"]` says, or else one at least."""
    said = error.facts.get("attempts") if isinstance(error, ModelError) else None
    if isinstance(said, int):
        return said
    return 0 if isinstance(error, ModelBudgetError | ModelPausedError) else 1
