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
    ModelError,
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


def test_the_cost_is_exact() -> None:
    options = replace(OPTIONS, price_per_million=(Decimal("0.15"), Decimal("0.60")))
    assert cost_of(TokenUsage(1, 1), options) == Decimal("0.00000075")
    assert cost_of(TokenUsage(123_457, 89), options) == Decimal("0.01857195")


def test_without_a_price_nothing_is_charged() -> None:
    assert cost_of(TokenUsage(10**6, 10**6), OPTIONS) == 0


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.decimals(0, 100_000, places=6))
def test_the_parts_cost_as_much_as_the_whole(prompt: int, completion: int, price: Decimal) -> None:
    options = replace(OPTIONS, price_per_million=(price, price))
    parts = cost_of(TokenUsage(prompt, 0), options) + cost_of(TokenUsage(0, completion), options)
    assert parts == cost_of(TokenUsage(prompt, completion), options)


@pytest.mark.parametrize(
    "error",
    [
        ModelUnreachableError(attempts=3),
        ModelRateLimitedError(),
        ModelPausedError(),
        ModelBudgetError(),
        ModelTooLongError(attempts=1),
        ModelTimeoutError(attempts=0),
    ],
)
def test_what_no_model_has_read_uses_nothing(error: ModelError) -> None:
    assert usage_of_failure(a_request(), error, streamed_text="") == TokenUsage()


@pytest.mark.parametrize("error", [ModelTimeoutError(), ModelDeclinedError(), RuntimeError(), KeyboardInterrupt()])
def test_what_a_model_may_have_read_uses_the_prompt(error: BaseException) -> None:
    assert usage_of_failure(a_request(), error, streamed_text="") == TokenUsage(PROMPT, 0)


@pytest.mark.parametrize(
    ("error", "shown"),
    [
        (ModelBrokenOffError(partial=" word" * 100), ""),
        (ModelBrokenOffError(partial="x" * 10), " word" * 100),
        (ModelUnreachableError(partial=" word" * 100), ""),
        (ModelTimeoutError(), " word" * 100),
    ],
)
def test_what_had_come_of_an_answer_counts_as_well(error: ModelError, shown: str) -> None:
    assert usage_of_failure(a_request(), error, streamed_text=shown) == TokenUsage(PROMPT, 100)


def test_what_the_error_itself_says_counts() -> None:
    error = ModelTooLongError(partial=" word" * 100, tokens=TokenUsage(15, 4_000), attempts=2)
    assert usage_of_failure(a_request(), error, streamed_text=" word" * 100) == TokenUsage(15, 4_000)


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
