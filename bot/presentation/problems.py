"""Figures and dates of a message that cannot be used: said, never guessed at."""

from bot.context.turn import TurnContext
from bot.context.wording import join_sentences
from bot.locales import Catalogue

_DATES = "date_"


def date_problems(say: Catalogue, asked: TurnContext) -> str:
    """Return what is wrong with the dates a message names; empty if nothing is."""
    return _sentences(say, asked, [code for code in asked.entities.problems if code.startswith(_DATES)])


def trade_problems(say: Catalogue, asked: TurnContext) -> str:
    """Return what is wrong with what a message says of a trade, and that nothing was proposed; empty if nothing is."""
    e = asked.entities
    one_size = e.shares is not None or (e.amount is not None and not e.amount_is_limit)
    sentences = _sentences(say, asked, e.problems)
    if one_size and len(e.symbols) > 1:  # for each, or in all? neither is guessed
        sentences = join_sentences(
            say, asked.language, sentences, say.say(asked.language, "problem-one-size-for-several")
        )
    if not sentences:
        return ""
    return join_sentences(say, asked.language, sentences, say.say(asked.language, "problem-nothing-proposed"))


def other_day_problem(say: Catalogue, asked: TurnContext) -> str:
    """Return that decisions are made as of now, where a message asks for one of another day; else nothing."""
    dates = asked.entities.dates
    if not dates or dates[0] <= asked.today <= dates[-1]:
        return ""
    return say.say(asked.language, "decision-of-another-day", today=asked.today)


def _sentences(say: Catalogue, asked: TurnContext, codes: tuple[str, ...] | list[str]) -> str:
    return join_sentences(
        say, asked.language, *dict.fromkeys(say.coded(asked.language, "problem", code) for code in codes)
    )
