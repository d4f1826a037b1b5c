"""Requests for views of shares."""

from dataclasses import replace

from bot.domain.conversation.requests.analysis import AnalysisRequest, Analyze
from bot.domain.conversation.states import Intent
from bot.language.requests.named_shares import shares_in
from bot.language.understanding import Understanding


def analysis_request(understood: Understanding) -> AnalysisRequest | None:
    """Return the request for views that a message makes; None: it makes another, or one to the committee."""
    if understood.intent is not Intent.ANALYZE or understood.is_deep:
        return None
    analysis = analysis_of(understood)
    if (comparison := understood.comparison) is None:
        return analysis
    return replace(comparison, shares=analysis.shares, dates=analysis.dates, problems=analysis.problems)


def analysis_of(understood: Understanding) -> Analyze:
    """Return the request for the view of what a message names, whatever else it asks."""
    e = understood.entities
    return Analyze(shares=shares_in(e), dates=e.dates, problems=e.problems)
