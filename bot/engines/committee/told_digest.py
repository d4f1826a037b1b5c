"""What the research judge is told of earlier reports: an analyst's leans as a fact, and codes of what has changed."""

from itertools import islice
from typing import Final

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.memory import AnalystDigest
from bot.domain.models.fact_sheet import FactSheet
from bot.engines.common.decision_input import ModelInput
from bot.engines.common.transcript import Localizer

# The prompts of a whole committee have to stay short.
_MOST_LEANS: Final = 2
_MOST_CODES: Final = 1  # the strongest new one, and the strongest that has gone


def told_digest(digest: AnalystDigest, sheet: FactSheet, localizer: Localizer) -> ModelInput:
    """Add the leans of a digest as one fact, "goog.market.history"; return the codes of new and gone points.

    Nothing of a digest that has a single report: there is no development.
    """
    if digest.before is None:
        return {}
    history = ", ".join(
        localizer.render("digest-lean", date=each.trade_date, **each.parts) for each in digest.leans[-_MOST_LEANS:]
    )
    about = sheet.about(digest.symbol, source="rules", as_of=digest.as_of)
    about.text(_fact_name(digest.analyst), history)
    changed = [
        f"{sign}{code}"
        for sign, points in (("+", digest.new), ("-", digest.gone))
        for code in islice(dict.fromkeys(point.code for point in points), _MOST_CODES)
    ]
    return {"changed": changed} if changed else {}


def remove_digest(analyst: Analyst, symbol: str, sheet: FactSheet) -> None:
    """Take the leans off the sheet again; what refers to them brings them along."""
    sheet.facts.pop(f"{symbol.lower()}.{_fact_name(analyst)}", None)


def _fact_name(analyst: Analyst) -> str:
    return f"{analyst}.history"
