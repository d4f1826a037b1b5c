"""What requests to models use: exact money, prompts that count where they were read."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.models.requests import TokenUsage
from bot.domain.models.token_estimate import attempts_in, cost_of, estimate_prompt_tokens, max_usage, usage_of_failure
from bot.model_errors import (
    ModelBrokenOffError,
    ModelBudgetError,
    ModelDeclinedError,
    ModelPausedError,
    ModelRateLimitedError,
    ModelTimeoutError,
    ModelTooLongError,
    ModelUnreachableError,
)
from tests.fakes.model_stores import OPTIONS, a_request

PROMPT = estimate_prompt_tokens(a_request())


def test_at_most_a_request_uses_its_prompt_and_an_answer_of_full_length() -> None:
    assert max_usage(a_request()) == TokenUsage(PROMPT, 1_000)
    assert PROMPT > 0


def test_the_cost_is_exact_and_without_a_price_nothing() -> None:
    options = replace(OPTIONS, price_per_million=(Decimal("0.15"), Decimal("0.60")))
    assert cost_of(TokenUsage(1, 1), options) == Decimal("0.00000075")
    assert cost_of(TokenUsage(123_457, 89), options) == Decimal("0.01857195")
    assert cost_of(TokenUsage(10**6, 10**6), OPTIONS) == 0


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.decimals(0, 100_000, places=6))
def test_the_parts_cost_as_much_as_the_whole(prompt: int, completion: int, price: Decimal) -> None:
    options = replace(OPTIONS, price_per_million=(price, price))
    parts = cost_of(TokenUsage(prompt, 0), options) + cost_of(TokenUsage(0, completion), options)
    assert parts == cost_of(TokenUsage(prompt, completion), options)


NOTHING, WORDS = TokenUsage(), " word" * 100


@pytest.mark.parametrize(
    ("error", "shown", "used"),
    [
        # read by no model
        (ModelUnreachableError(attempts=3), "", NOTHING),
        (ModelRateLimitedError(), "", NOTHING),
        (ModelPausedError(), "", NOTHING),
        (ModelBudgetError(), "", NOTHING),
        (ModelTooLongError(attempts=1), "", NOTHING),
        (ModelTimeoutError(attempts=0), "", NOTHING),
        # perhaps read
        *((error, "", TokenUsage(PROMPT, 0)) for error in (ModelTimeoutError(), ModelDeclinedError(), RuntimeError())),
        (KeyboardInterrupt(), "", TokenUsage(PROMPT, 0)),
        # answered in part
        (ModelBrokenOffError(partial=WORDS), "", TokenUsage(PROMPT, 100)),
        (ModelBrokenOffError(partial="x" * 10), WORDS, TokenUsage(PROMPT, 100)),
        (ModelUnreachableError(partial=WORDS), "", TokenUsage(PROMPT, 100)),
        (ModelTimeoutError(), WORDS, TokenUsage(PROMPT, 100)),
        # as the error itself says
        (ModelTooLongError(partial=WORDS, tokens=TokenUsage(15, 4_000), attempts=2), WORDS, TokenUsage(15, 4_000)),
    ],
)
def test_a_failed_request_uses_what_a_model_may_have_read_and_written(
    error: BaseException, shown: str, used: TokenUsage
) -> None:
    assert usage_of_failure(a_request(), error, streamed_text=shown) == used


@pytest.mark.parametrize(
    ("error", "attempts"),
    [
        (ModelTimeoutError(attempts=3), 3),
        (ModelTimeoutError(attempts=0), 0),
        (ModelTimeoutError(), 1),
        (RuntimeError(), 1),
        (ModelBudgetError(), 0),
        (ModelPausedError(), 0),
    ],
)
def test_attempts_are_those_that_the_error_tells_or_one_where_any_was_made(error: Exception, attempts: int) -> None:
    assert attempts_in(error) == attempts
