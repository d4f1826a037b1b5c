"""What actually came of a decision: the price a stated number of sessions later, written once and never changed."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Final

from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Language
from bot.domain.trading.performance import Assessment

SOONEST: Final = timedelta(days=27)  # the horizon's sessions take four weeks, or longer where there are holidays


class ResultBasis(StrEnum):
    """The price that a result is measured from."""

    FILL = "fill"
    PROPOSAL = "proposal"  # it was not carried out, or in no part


@dataclass(frozen=True, slots=True, kw_only=True)
class ActualResult:
    """The result of one decision after one horizon."""

    sessions: int  # the horizon: closed between the two prices
    as_of: datetime  # market time of `price`: the horizon's last close, never later
    price: Decimal
    source: str  # of `price`
    basis: ResultBasis
    price_then: Decimal  # in shares as they are at `as_of`: a split in between is taken into account
    then: datetime  # market time of `price_then`
    change_percent: Decimal  # positive when the price rose
    gain: Decimal  # account currency: as in `Performance`
    assessment: Assessment


def result_line(result: ActualResult, language: Language) -> str:
    """Return a result as a line of an episode's text, by which it is searched for and told to models."""
    percent = f"{result.change_percent:+.1f} %"
    until, since = market_date(result.as_of), market_date(result.then)
    if language is Language.CHINESE:
        basis = "成交价" if result.basis is ResultBasis.FILL else "建议价"
        word = _CHINESE_WORDS[result.assessment]
        prices = f"{basis} {result.price_then} 到 {result.price}, {percent}"
        return f"{since} 后 {result.sessions} 个交易日（至 {until}）的结果: {prices}: {word}"
    word = result.assessment.replace("_", " ")
    prices = f"{result.basis} at {result.price_then} to {result.price}, {percent}"
    return f"Actual result {result.sessions} sessions after {since}, on {until}: {prices}: {word}"


_CHINESE_WORDS: Final = {
    Assessment.RIGHT: "判断正确",
    Assessment.WRONG: "判断错误",
    Assessment.FLAT: "持平",
    Assessment.TOO_EARLY: "为时尚早",
    Assessment.NOT_JUDGED: "不作判断",
}
