"""Renders the pages shown to a person who installs the app in their workspace."""

from enum import StrEnum
from html import escape
from typing import Final

from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

# The browser may not load, run, frame, forward or store anything: the page's URL holds the installation code.
HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
HTML: Final = "text/html; charset=utf-8"
_NOT_ACCEPTABLE: Final = 0.0  # the weight of a language that the browser excludes


class InstallPage(StrEnum):
    """The outcome that a page reports."""

    INSTALLED = "installed"
    CANCELLED = "cancelled"  # by the person, at Slack
    STALE = "stale"  # not started here or by this browser, expired, or already completed
    FAILED = "failed"  # refused by Slack, or a defect
    UNAVAILABLE = "unavailable"  # the database or Slack cannot be reached now


def render_page(texts: Catalogue, page: InstallPage, *, language: Language, workspace: str = "") -> str:
    """Return a page as HTML; `workspace` is the name of the workspace that has the app now."""
    title = escape(texts.render(Locale(language), f"install-{page}-title"))
    text = escape(texts.render(Locale(language), f"install-{page}-text", workspace=workspace))
    retry = escape(texts.render(Locale(language), "install-again"))
    link = "" if page is InstallPage.INSTALLED else f'<p><a href="install">{retry}</a></p>\n'
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n<p>{text}</p>\n{link}</body>\n</html>\n"
    )


def preferred_language(accept_language: str) -> Language:
    """Return the supported language that an Accept-Language header prefers; English if it names none."""
    weighted = sorted(
        (_language_weight(entry) for entry in accept_language.split(",")), key=lambda pair: pair[1], reverse=True
    )
    by_tag = {language.value: language for language in Language}
    supported = (by_tag[tag] for tag, weight in weighted if tag in by_tag and weight > _NOT_ACCEPTABLE)
    return next(supported, Language.ENGLISH)


def _language_weight(entry: str) -> tuple[str, float]:
    """Return the language and the weight of an entry like "zh-CN;q=0.8"."""
    tag, *parameters = entry.lower().split(";")
    weights = (each.strip().removeprefix("q=") for each in parameters if each.strip().startswith("q="))
    try:
        weight = float(next(weights, "1"))
    except ValueError:
        weight = _NOT_ACCEPTABLE
    return tag.strip().partition("-")[0], weight
