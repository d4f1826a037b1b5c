"""The facts that one analyst has from its source. Others are told those that its report or an answer refers to."""

from bot.domain.committee.analysts import Analyst
from bot.domain.market.features import Features
from bot.domain.market.snapshot import Snapshot
from bot.domain.models.facts import FactSheet
from bot.domain.text.topics import tone_words
from bot.engines.committee.analysts.fundamentals import earnings_year_before
from bot.engines.common.share_facts import add_company_facts, add_news_facts, add_price_facts

Notes = tuple[str, ...]  # lines that are no figures


def private_facts(analyst: Analyst, features: Features, snapshot: Snapshot) -> tuple[FactSheet, Notes]:
    """Return an analyst's facts on a share, and notes on its headlines."""
    sheet = FactSheet()
    match analyst:
        case Analyst.MARKET:
            add_price_facts(sheet, features, snapshot)
            return sheet, ()
        case Analyst.NEWS:
            return sheet, tuple(add_news_facts(sheet, features))
        case Analyst.SENTIMENT:
            add_news_facts(sheet, features)
            return sheet, tuple(_worded(features))
        case Analyst.FUNDAMENTALS:
            add_company_facts(sheet, features)
            _add_growth(sheet, features)
            return sheet, ()


def _worded(features: Features) -> list[str]:
    """Return a line on each headline that has words with a tone."""
    lines = []
    for number, item in enumerate(features.news, 1):
        words = tone_words(f"{item.title}\n{item.description}")
        found = [*(f"+{word}" for word in words.positive), *(f"-{word}" for word in words.negative)]
        lines += [f"news{number}: {', '.join(found)}"] if found else []
    return lines


def _add_growth(sheet: FactSheet, features: Features) -> None:
    before = earnings_year_before(features)
    about = sheet.about(features.symbol, source=features.source, as_of=features.as_of)
    about.usd("eps_year_before", before)
    if before and features.eps_ttm is not None and before > 0:
        about.change("eps_growth", features.eps_ttm / before - 1)
