"""Retries after temporary failures."""

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    stop_before_delay,
    wait_exponential_jitter,
)

from adapters.llm.answers import RequestProgress
from bot.domain.models.requests import ModelOptions
from bot.model_errors import ModelRateLimitedError, ModelUnreachableError

_MAX_PAUSE_SECONDS = 8.0  # between two attempts, unless the server asks for more


def retry_policy(options: ModelOptions, *, seconds: float, progress: RequestProgress) -> AsyncRetrying:
    """Return the iterator of attempts: within `seconds`, and only while no part of an answer has been shown."""
    backoff = wait_exponential_jitter(multiplier=options.backoff, max=_MAX_PAUSE_SECONDS, jitter=options.backoff)

    def pause(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome is not None else None
        requested = _retry_after(error) if error is not None else None
        return backoff(state) if requested is None else max(requested, backoff(state))

    return AsyncRetrying(
        retry=retry_if_exception(lambda error: not progress.text and _is_temporary(error)),
        stop=stop_after_attempt(options.retries + 1) | stop_before_delay(seconds),
        wait=pause,
        reraise=True,
    )


def _is_temporary(error: BaseException) -> bool:
    """Return whether a retry may succeed; after a rate limit only if the server said when to try again."""
    return isinstance(error, ModelUnreachableError) or (
        isinstance(error, ModelRateLimitedError) and _retry_after(error) is not None
    )


def _retry_after(error: BaseException) -> float | None:
    facts = getattr(error, "facts", {})
    seconds = facts.get("retry_after")
    return seconds if isinstance(seconds, float) else None
