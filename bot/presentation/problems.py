"""Figures and dates of a message that cannot be used: said, never guessed at."""

from bot.context.turn import TurnContext
from bot.locales import Catalogue

_DATES = "date_"


def date_problems(texts: Catalogue, context: TurnContext) -> str:
    """Return what is wrong with the dates a message names; empty if nothing is."""
    return _sentences(texts, context, [code for code in context.entities.problems if code.startswith(_DATES)])


def trade_problems(texts: Catalogue, context: TurnContext) -> str:
    """Return what is wrong with what a message says of a trade, and that nothing was proposed; empty if nothing is."""
    e = context.entities
    one_size = e.shares is not None or (e.amount is not None and not e.amount_is_limit)
    sentences = _sentences(texts, context, e.problems)
    if one_size and len(e.symbols) > 1:  # for each, or in all? neither is guessed
        sentences = texts.join(context.locale, sentences, texts.render(context.locale, "problem-one-size-for-several"))
    if not sentences:
        return ""
    return texts.join(context.locale, sentences, texts.render(context.locale, "problem-nothing-proposed"))


def other_day_problem(texts: Catalogue, context: TurnContext) -> str:
    """Return that decisions are made as of now, where a message asks for one of another day; else nothing."""
    dates = context.entities.dates
    if not dates or dates[0] <= context.today <= dates[-1]:
        return ""
    return texts.render(context.locale, "decision-of-another-day", today=context.today)


def _sentences(texts: Catalogue, context: TurnContext, codes: tuple[str, ...] | list[str]) -> str:
    return texts.join(
        context.locale, *dict.fromkeys(texts.render_code(context.locale, "problem", code) for code in codes)
    )
