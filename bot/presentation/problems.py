"""Describes figures and dates of a message that cannot be used; nothing is guessed."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final

from bot.context.turn import TurnContext
from bot.domain.conversation.problems import Problem
from bot.domain.conversation.requests.trades import TradeTerms
from bot.domain.text.locale import Locale
from bot.domain.trading.sizes.stated_size import SizeUnit
from bot.locales import Catalogue

# Requests for what Parley does not do or asks back about, as opposed to figures that it can't read.
_NOT_DONE: Final = frozenset(
    {
        *(Problem.NOT_SHARES, Problem.ORDER_TYPE, Problem.CONDITIONAL_ORDER, Problem.WATCH_LIST, Problem.SCHEDULED),
        *(Problem.ORDER_RESTATED, Problem.ORDER_QUOTED, Problem.ORDER_UNEXPLAINED, Problem.ORDER_SHARES_UNCLEAR),
        *(Problem.ORDER_WITH_MORE, Problem.LIST_UNNAMED, Problem.NUMBER_UNUSED, Problem.NUMBER_UNREADABLE),
        *(Problem.PART_DENIED, Problem.SHORT_SALE, Problem.STOP_NOT_A_PRICE, Problem.AMOUNT_CURRENCY),
        *(Problem.ORDER_TO_OTHER, Problem.REMOVAL_DENIED),
    }
)
# Their sentences say themselves that nothing was done.
_SAYS_ALL: Final = frozenset(
    {
        *(Problem.ORDER_TO_OTHER, Problem.PART_DENIED, Problem.REMOVAL_DENIED),
        *(Problem.WATCH_LIST, Problem.LIST_UNNAMED),
    }
)
_QUESTIONS: Final = {
    Problem.ORDER_UNEXPLAINED: "unclear-order-how-much",
    Problem.ORDER_SHARES_UNCLEAR: "unclear-order-which",
}
_DATE_PREFIX = "date_"  # of the codes of problems with dates


def date_problems(texts: Catalogue, locale: Locale, codes: Iterable[str]) -> str:
    """Return what is wrong with a message's dates, or with its shares, by the codes of its problems; empty: nothing."""
    return _sentences(
        texts, locale, [code for code in codes if code.startswith(_DATE_PREFIX) or code == Problem.SHARES_UNNAMED]
    )


def refused_request(texts: Catalogue, locale: Locale, terms: TradeTerms) -> str:
    """Return why what a message requests is not done, and that nothing was proposed; empty if it requests no such."""
    codes = [code for code in terms.problems if code in _NOT_DONE]
    if not codes:
        return ""
    why = texts.join(locale, _question(texts, locale, terms, codes), _sentences(texts, locale, codes))
    if _SAYS_ALL.intersection(codes):
        return why
    return texts.join(locale, why, texts.render(locale, "problem-nothing-proposed"))


def unread_message(texts: Catalogue, locale: Locale, problems: Iterable[str]) -> str:
    """Return that a message is too long to be read as a request, or asks for none that is of trades; else empty."""
    return _sentences(texts, locale, [code for code in problems if code in {Problem.MESSAGE_CUT, Problem.OFF_TOPIC}])


def _question(texts: Catalogue, locale: Locale, terms: TradeTerms, codes: list[str]) -> str:
    """Return a question that names what was understood of an order that is not clear; empty: nothing was."""
    question = next((_QUESTIONS[Problem(code)] for code in codes if code in _QUESTIONS), None)
    if question is None or terms.side is None or not terms.symbols:
        return ""
    return texts.render(locale, question, side=terms.side, symbols=texts.list_of(locale, terms.symbols))


def trade_problems(texts: Catalogue, locale: Locale, terms: TradeTerms) -> str:
    """Return what is wrong with a message's trade, and that nothing was proposed; empty if nothing is."""
    size = terms.size
    is_of_one = size is not None and (size.unit is not SizeUnit.POSITION or size.is_target or size.is_minimum)
    sentences = _sentences(texts, locale, terms.problems)
    if (is_of_one or terms.risk is not None) and len(terms.symbols) > 1:  # of each or of all together? not guessed
        sentences = texts.join(locale, sentences, texts.render(locale, "problem-one-size-for-several"))
    if not sentences:
        return ""
    return texts.join(locale, sentences, texts.render(locale, "problem-nothing-proposed"))


def other_day_problem(texts: Catalogue, context: TurnContext, dates: Sequence[date]) -> str:
    """Return that decisions are made as of now, if a message asks for one of another day; else an empty string."""
    if not dates or dates[0] <= context.today <= dates[-1]:
        return ""
    return texts.render(context.locale, "decision-of-another-day", today=context.today)


def _sentences(texts: Catalogue, locale: Locale, codes: Iterable[str]) -> str:
    return texts.join(locale, *dict.fromkeys(texts.render_code(locale, "problem", code) for code in codes))
