"""Second tries after failures that may pass."""

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception,
    stop_after_attempt,
    stop_before_delay,
    wait_exponential_jitter,
)

from adapters.llm.progress import RequestProgress
from bot.domain.models.requests import ModelOptions
from bot.errors import ModelRateLimitedError, ModelUnreachableError

_MAX_PAUSE_SECONDS = 8.0  # seconds between two tries that the server has not asked for


def retry_policy(options: ModelOptions, *, seconds: float, progress: RequestProgress) -> AsyncRetrying:
    """Return what tries again within `seconds`, as long as nothing of an answer has been shown."""
    grows = wait_exponential_jitter(multiplier=options.backoff, max=_MAX_PAUSE_SECONDS, jitter=options.backoff)

    def pause(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome is not None else None
        asked = _retry_after(error) if error is not None else None
        return grows(state) if asked is None else max(asked, grows(state))

    return AsyncRetrying(
        retry=retry_if_exception(lambda error: not progress.text and _is_temporary(error)),
        stop=stop_after_attempt(options.retries + 1) | stop_before_delay(seconds),
        wait=pause,
        reraise=True,
    )


def _is_temporary(error: BaseException) -> bool:
    """Whether the same request may be answered a little later: one that was limited only if we know when."""
    return isinstance(error, ModelUnreachableError) or (
        isinstance(error, ModelRateLimitedError) and _retry_after(error) is not None
    )


def _retry_after(error: BaseException) -> float | None:
    facts = getattr(error, "facts", {})
    seconds = facts.get("retry_after")
    return seconds if isinstance(seconds, float) else None
