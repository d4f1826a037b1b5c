"""Writes feedback on a model's answer: for the model in English, and for people in their language."""

from collections.abc import Sequence
from typing import Final

from bot.domain.text.locale import Language, Locale
from bot.engines.common.proposal_review import Feedback
from bot.engines.common.run_usage import MAX_RETRIES
from bot.engines.common.shortages import describe_to_model
from bot.engines.common.transcript import Localizer
from bot.locales import Catalogue

MAX_ATTEMPTS: Final = MAX_RETRIES + 1


def model_feedback(feedback: Sequence[Feedback], *, texts: Catalogue) -> str:
    """Return feedback for the model, one line per fault."""
    english = Localizer(texts, Locale(Language.ENGLISH))
    return "\n".join(
        f"- {describe_to_model(each.symbol, each.violation, texts=texts)}{_other_buys(each, english)}"
        for each in feedback
    )


def reader_feedback(feedback: Sequence[Feedback], localizer: Localizer) -> list[str]:
    """Return feedback for people, one line per fault."""
    return [
        localizer.render(
            "dual-fault", symbol=each.symbol, fault=localizer.violation(each.violation) + _other_buys(each, localizer)
        )
        for each in feedback
    ]


def reader_retry(
    feedback: Sequence[Feedback], localizer: Localizer, *, attempt: int, symbols: Sequence[str]
) -> list[str]:
    """Return feedback for people that announces a retry for `symbols` after attempt number `attempt`."""
    return [
        localizer.render("dual-not-taken", attempt=attempt, attempts=MAX_ATTEMPTS),
        *(f"- {line}" for line in reader_feedback(feedback, localizer)),
        localizer.render("dual-again", symbols=localizer.list_of(symbols)),
    ]


def _other_buys(feedback: Feedback, localizer: Localizer) -> str:
    """Return a sentence on the buys that use a part of the limit; empty if there are none."""
    if not feedback.other_buys:
        return ""
    taken = feedback.violation.numbers.get("taken")
    return localizer.render("dual-limit-taken", symbols=localizer.list_of(feedback.other_buys), taken=taken)
