"""What the members of a committee may ask of a model in one run, over all its shares."""

from dataclasses import dataclass
from typing import Self

from bot.domain.committee.debate import CommitteeOptions, SpentBudget
from bot.domain.models.requests import ModelAnswer, ModelRequest
from bot.domain.models.token_estimate import estimate_prompt_tokens
from bot.engines.common.run_client import RunUsage
from bot.model_errors import ModelBudgetError
from bot.ports import ChatModel, TextSink


@dataclass(slots=True)
class AnalysisBudget:
    """Implements `bot.ports.ChatModel` by another one, which it asks within the budget of one run.

    A request's prompt, estimated, is counted before it is sent, so that members at the same time cannot spend the same
    tokens; the answers under way may go beyond the budget. An answer from the cache costs nothing.
    """

    inner: ChatModel
    max_calls: int
    max_tokens: int
    calls: int = 0
    tokens: int = 0  # of prompts and answers
    spent: SpentBudget | None = None  # the first that was found used up; nothing more is asked then

    @classmethod
    def of_run(cls, inner: ChatModel, options: CommitteeOptions, used: RunUsage, *, shares: int) -> Self:
        """Return the budget of a run on so many shares, of which a process that was killed before has `used` a part."""
        return cls(
            inner,
            max_calls=options.max_calls * shares,
            max_tokens=options.max_tokens * shares,
            calls=used.calls - used.cache_hits,
            tokens=used.tokens.total,
        )

    @property
    def has_room(self) -> bool:
        """Whether there is any room for a further request."""
        if self.calls >= self.max_calls or self.tokens >= self.max_tokens:
            self.spent = self.spent or SpentBudget.ANALYSIS
        return self.spent is None

    async def ask(self, request: ModelRequest, *, show: TextSink | None = None) -> ModelAnswer:
        """Return the inner model's answer. Raises: ModelBudgetError: a budget is used up; the inner model's errors."""
        prompt = estimate_prompt_tokens(request)
        if not self.has_room or self.tokens + prompt > self.max_tokens:
            self.spent = self.spent or SpentBudget.ANALYSIS
            raise ModelBudgetError
        self.calls += 1
        self.tokens += prompt
        try:
            answer = await self.inner.ask(request, show=show)
        except ModelBudgetError:
            self.calls, self.tokens = self.calls - 1, self.tokens - prompt
            self.spent = self.spent or SpentBudget.DAY
            raise
        self.calls -= answer.is_cached
        self.tokens += (0 if answer.is_cached else answer.tokens.total) - prompt
        return answer
