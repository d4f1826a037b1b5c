"""Forms of questions: whether the cash suffices for a count of shares, and requests for what there is not."""

from decimal import Decimal
from typing import Final

from bot.domain.conversation.requests.account import CheckFunds, CheckFundsTogether
from bot.domain.conversation.requests.conversation import AskUnavailable, Unavailable
from bot.domain.conversation.requests.named_shares import NamedShares
from bot.reading.exact_forms.vocabulary import FormWords, Word
from bot.reading.quantities.quantity import Unit

_COUNTED: Final = frozenset({Unit.NONE, Unit.SHARES})


def funds_for_count(form: FormWords) -> CheckFunds | CheckFundsTogether | None:
    """Read "can I afford 20 GOOG?", 我买得起20股谷歌吗, "can we afford 300 AAPL and 5 IBM?"."""
    beside = (Word.MORE, Word.SHARE, Word.OWNER, Word.POINTER)
    counts = tuple(each.value or Decimal(0) for each in form.quantities if each.unit in _COUNTED)
    is_whole = all(each > 0 and not each % 1 for each in counts) and len(counts) == len(form.quantities) > 0
    says_of_what = len(form.symbols) == len(counts) or (form.has(Word.POINTER) and not form.symbols)
    if not form.is_of({Word.AFFORD}, *beside) or not is_whole or not says_of_what or form.times:
        return None
    if len(counts) > 1:
        return CheckFundsTogether(tuple(zip(form.symbols, counts, strict=True)))
    return CheckFunds(shares=NamedShares(symbols=form.symbols), count=counts[0])


def unavailable(form: FormWords) -> AskUnavailable | None:
    """Read "send me a chart of IBM", "export the trades as csv", 画一张IBM的图."""
    if form.quantities:
        return None
    if form.is_of({Word.CHART}, Word.SHOW, Word.POINTER, Word.OWNER, Word.SHARE):
        return AskUnavailable(Unavailable.CHART, form.symbols)
    asks_for_file = form.has(Word.EXPORT) or (form.has(Word.FILE) and form.has(Word.SHOW))
    beside = (Word.EXPORT, Word.FILE, Word.SHOW, Word.OWNER, Word.ALL, Word.POINTER)
    is_of_records = form.is_of({Word.RECORDS}, *beside) or form.is_of({Word.EXPORT, Word.FILE}, *beside)
    return AskUnavailable(Unavailable.FILE) if asks_for_file and is_of_records else None
