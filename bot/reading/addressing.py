"""Tells whether what somebody says right after an answer of Parley's is a request to it, though it names nobody."""

from typing import Final

from bot.domain.conversation.requests.account import CheckFunds, CheckFundsTogether
from bot.domain.conversation.requests.alerts import SetAlerts
from bot.domain.conversation.requests.holdings import SellHoldings
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.exact_forms.reader import read_exact_form
from bot.reading.figures.reader import read_figure_query

_REQUESTS: Final = (CheckFunds, CheckFundsTogether, SellHoldings, SetAlerts)  # no statements


def makes_request(text: str, around: Surroundings) -> bool:
    """Return whether a whole message asks for figures, or has an exact form that nobody would say to people.

    Args:
        text: Normalised, without a mention of the bot.
        around: What "it", "last week" and names mean.
    """
    form = read_exact_form(text, around.instruments, today=around.today)
    return isinstance(form, _REQUESTS) or read_figure_query(text, around) is not None
