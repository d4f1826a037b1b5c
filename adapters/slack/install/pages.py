"""The few pages a person sees who installs the app in their workspace."""

from enum import StrEnum
from html import escape
from typing import Final

from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

# Nothing is loaded, run, framed, sent on or kept: the page's address holds what installs the app.
HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
HTML: Final = "text/html; charset=utf-8"
_WORST: Final = 0.0


class InstallPage(StrEnum):
    """What came of it."""

    INSTALLED = "installed"
    CANCELLED = "cancelled"  # by the person, at Slack
    STALE = "stale"  # not begun here, or not by this browser, or too long ago, or ended already
    FAILED = "failed"  # Slack refused it, or it met a flaw of ours
    UNAVAILABLE = "unavailable"  # our database or Slack cannot be reached now


def render_page(texts: Catalogue, which: InstallPage, *, language: Language, workspace: str = "") -> str:
    """Return a page as HTML; `workspace` is the name of the one that was installed in."""
    title = escape(texts.render(Locale(language), f"install-{which}-title"))
    text = escape(texts.render(Locale(language), f"install-{which}-text", workspace=workspace))
    again = escape(texts.render(Locale(language), "install-again"))
    link = "" if which is InstallPage.INSTALLED else f'<p><a href="install">{again}</a></p>\n'
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{text}</p>\n{link}</body>\n</html>\n"
    )


def preferred_language(accept_language: str) -> Language:
    """Return the one of our languages that a browser likes best, as its Accept-Language header says; else English."""
    liked = sorted(
        (_language_weight(each) for each in accept_language.split(",")), key=lambda each: each[1], reverse=True
    )
    by_tag = {language.value: language for language in Language}
    ours = (by_tag[tag] for tag, weight in liked if tag in by_tag and weight > _WORST)
    return next(ours, Language.ENGLISH)


def _language_weight(entry: str) -> tuple[str, float]:
    """Return the language of "zh-CN;q=0.8" and how much it is liked."""
    tag, *parameters = entry.lower().split(";")
    weights = (each.strip().removeprefix("q=") for each in parameters if each.strip().startswith("q="))
    try:
        weight = float(next(weights, "1"))
    except ValueError:
        weight = _WORST
    return tag.strip().partition("-")[0], weight
