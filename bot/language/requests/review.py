"""Requests about past decisions and forecasts."""

import re
from typing import Final

from bot.domain.conversation.requests.review import PastDecisionsRequest, Review, ShowTrackRecord, TurnPage
from bot.domain.conversation.states import Intent
from bot.language.questions.recall_questions import RECALL
from bot.language.requests.named_shares import shares_in
from bot.language.understanding import ReviewPages, Understanding
from bot.reading.times.dates import MAX_LOOKBACK_DAYS

_NUMBER: Final = re.compile(r"[+-]?\d[\d.,]*")
_DAYS: Final = re.compile(r"0*[1-9]\d{0,4}")


def review_request(understood: Understanding) -> PastDecisionsRequest | None:
    """Return the request about past decisions that a message makes; None: it makes another."""
    e, pages = understood.entities, understood.pages
    if understood.intent is not Intent.REVIEW or understood.command == RECALL:
        return None
    if understood.command == "score":
        return ShowTrackRecord(shares_in(e))
    if pages.is_alone:
        return TurnPage(page=pages.page, step=pages.step)
    return Review(
        shares=shares_in(e),
        dates=e.dates,
        is_all=pages.is_all,
        side=pages.side,
        page=pages.page or 1,
        problems=e.problems,
        is_understood=understood.command != "review" or _is_understood(understood),
    )


def _is_understood(understood: Understanding) -> bool:
    """Return whether the words behind the command say what is to be listed; "/review open" and "/review -5" don't."""
    e, words = understood.entities, understood.arguments
    if len(words) == 1 and _NUMBER.fullmatch(words[0]):
        return _DAYS.fullmatch(words[0]) is not None and int(words[0]) <= MAX_LOOKBACK_DAYS
    names_shares = e.symbols or e.unknown_symbols or e.unsupported or e.everything
    says_what = e.dates or names_shares or e.problems or understood.pages != ReviewPages() or e.side is not None
    return not words or bool(says_what)
