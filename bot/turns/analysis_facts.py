"""What a model is told for its comment on an analysis: the shares' figures by id, the rules' view and the news."""

from collections.abc import Iterable

from bot.domain.market.features import Features
from bot.domain.market.instruments import InstrumentTable
from bot.domain.models.facts import FactSheet, PromptFacts
from bot.domain.text.locale import Locale
from bot.engines.common.decision_input import told_facts
from bot.engines.common.share_facts import (
    add_company_facts,
    add_news_facts,
    add_price_facts,
    add_rules_facts,
    describe_view,
)
from bot.engines.rules.analysis import rules_view
from bot.locales import Catalogue


def analysis_facts(
    shares: Iterable[Features], instruments: InstrumentTable, locale: Locale, *, texts: Catalogue
) -> PromptFacts:
    """Return the data for a model's prompt, and the facts in them."""
    sheet, symbols = FactSheet(), {}
    for features in shares:
        instrument, view = instruments.get(features.symbol), rules_view(features)
        sheet.names[features.symbol] = instrument.names[1:] if instrument else ()
        add_price_facts(sheet, features)
        add_company_facts(sheet, features)
        add_rules_facts(sheet, features, view)
        news = add_news_facts(sheet, features)
        told = {"name": instrument.name if instrument else "", "rules": describe_view(view), "news": news}
        symbols[features.symbol] = {name: part for name, part in told.items() if part}
    catalogue = sheet.catalogue
    return PromptFacts({"facts": told_facts(catalogue, locale, texts=texts), "symbols": symbols}, catalogue)
