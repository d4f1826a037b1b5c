"""What a debate is told of an analyst's earlier reports: one fact with the leans, and the codes of what has changed."""

from bot.domain.committee.memory import AnalystDigest
from bot.domain.models.fact_sheet import FactSheet
from bot.engines.common.decision_input import ModelInput
from bot.engines.common.transcript import Localizer

_MOST_LEANS = 3  # the prompts of a whole committee have to stay short
_MOST_CODES = 3


def told_digest(digest: AnalystDigest, sheet: FactSheet, localizer: Localizer) -> ModelInput:
    """Add the leans of a digest as one fact; return the reference to it, and the codes of new and gone points.

    Nothing of a digest that has a single report: there is no development.
    """
    if digest.before is None:
        return {}
    history = ", ".join(
        localizer.render("digest-lean", date=each.trade_date, **each.parts) for each in digest.leans[-_MOST_LEANS:]
    )
    name = f"{digest.analyst}.history"
    sheet.about(digest.symbol, source="rules", as_of=digest.as_of).text(name, history)
    changes = {
        side: list(dict.fromkeys(point.code for point in points))[:_MOST_CODES]
        for side, points in (("new", digest.new), ("gone", digest.gone))
        if points
    }
    return {"history": f"{{{digest.symbol.lower()}.{name}}}", **changes}
