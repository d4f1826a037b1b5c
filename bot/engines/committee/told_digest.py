"""What the research judge is told of an analyst's earlier reports: how it leant, and codes of what has changed."""

from bot.domain.committee.analysts import Analyst
from bot.domain.committee.memory import AnalystDigest
from bot.domain.models.fact_sheet import FactSheet
from bot.engines.common.decision_input import ModelInput
from bot.engines.common.transcript import Localizer


def told_digest(digest: AnalystDigest, sheet: FactSheet, localizer: Localizer) -> ModelInput:
    """Add the lean before as a fact, "goog.market.history"; return the code of the first new and gone point each.

    Nothing of a digest that has a single report: there is no development.
    """
    before = digest.before
    if before is None:
        return {}
    about = sheet.about(digest.symbol, source="rules", as_of=digest.as_of)
    about.text(_fact_name(digest.analyst), localizer.render("digest-lean", date=before.trade_date, **before.parts))
    changed = [f"{sign}{points[0].code}" for sign, points in (("+", digest.new), ("-", digest.gone)) if points]
    return {"changed": changed} if changed else {}


def remove_digest(analyst: Analyst, symbol: str, sheet: FactSheet) -> None:
    """Take the lean off the sheet again; what refers to it brings it along."""
    sheet.facts.pop(f"{symbol.lower()}.{_fact_name(analyst)}", None)


def _fact_name(analyst: Analyst) -> str:
    return f"{analyst}.history"
