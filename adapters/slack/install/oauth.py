"""OAuth routes and pages to install the app: `/slack/install` leads to Slack, and on to `/slack/oauth_redirect`."""

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from typing import Final
from urllib.parse import urlencode, urljoin

from aiohttp import web
from multidict import CIMultiDict
from pydantic import SecretStr
from slack_bolt.oauth.async_callback_options import AsyncCallbackOptions, AsyncFailureArgs, AsyncSuccessArgs
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.oauth import AuthorizeUrlGenerator
from slack_sdk.oauth.installation_store import Installation as SlackInstallation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore

from adapters.slack.api import BASE_URL
from adapters.slack.install.manifest import SCOPES
from adapters.slack.install.oauth_steps import SlackStateStore, exchange_code, installation_from
from adapters.slack.sdk_client import make_web_client, sdk_log
from bot.domain.text.locale import Language, Locale
from bot.errors import DeliveryError, DiskFullError, StoreUnavailableError
from bot.locales import Catalogue
from bot.ports import Clock, Installations, OAuthStates

INSTALL: Final = "/slack/install"
REDIRECT: Final = "/slack/oauth_redirect"
_TEAM: Final = re.compile(r"[TE][A-Z0-9]{1,30}")
_REASON: Final = re.compile(r"[a-z_]{1,60}")
_CANCELLED: Final = "access_denied"
_STALE: Final = frozenset({"invalid_browser", "invalid_state", "missing_code"})
_RETRY_SECONDS: Final = "30"
_FlowStep = Callable[[AsyncBoltRequest], Awaitable[BoltResponse]]
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

_log = logging.getLogger(__name__)


class InstallPage(StrEnum):
    """The outcome that a page reports."""

    INSTALLED = "installed"
    CANCELLED = "cancelled"  # by the person, at Slack
    STALE = "stale"  # not started here or by this browser, expired, or already completed
    FAILED = "failed"  # refused by Slack, or a defect
    UNAVAILABLE = "unavailable"  # the database or Slack cannot be reached now


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthApp:
    """The app's configuration, as on its page at Slack."""

    client_id: str
    client_secret: SecretStr
    public_url: str = ""  # "https://parley.example.com"; empty: Slack uses the first Redirect URL of its settings
    base_url: str = BASE_URL  # of the Web API; the authorisation page is found relative to it
    scopes: tuple[str, ...] = SCOPES

    @property
    def redirect_uri(self) -> str | None:
        """Return the URL that Slack redirects to; None: the one in the app's settings at Slack."""
        return f"{self.public_url.rstrip('/')}{REDIRECT}" if self.public_url else None

    @property
    def authorize_url(self) -> str:
        """Return the URL of the page where a person authorises the app."""
        return urljoin(self.base_url, "../oauth/v2/authorize")


def oauth_routes(
    app: OAuthApp, *, installations: Installations, states: OAuthStates, clock: Clock, texts: Catalogue
) -> tuple[web.RouteDef, web.RouteDef]:
    """Return the routes `/slack/install` and `/slack/oauth_redirect`."""
    pages = _InstallPages(texts)
    flow = _InstallFlow(app, states=SlackStateStore(states), pages=pages)
    flow.installations, flow.clock = installations, clock

    async def install(request: web.Request) -> web.Response:
        return await pages.respond(flow.handle_installation, request)

    async def redirect(request: web.Request) -> web.Response:
        return await pages.respond(flow.handle_callback, request)

    return web.get(INSTALL, install, allow_head=False), web.get(REDIRECT, redirect, allow_head=False)


class _InstallFlow(AsyncOAuthFlow):
    """Bolt's flow, which checks the state against the browser's cookie and consumes it, with `exchange_code`."""

    installations: Installations
    clock: Clock

    def __init__(self, app: OAuthApp, *, states: SlackStateStore, pages: "_InstallPages") -> None:
        settings = AsyncOAuthSettings(
            client_id=app.client_id,
            client_secret=app.client_secret.get_secret_value(),
            scopes=app.scopes,
            user_scopes=(),
            install_path=INSTALL,
            install_page_rendering_enabled=False,  # Slack requires a direct redirect to its page
            redirect_uri_path=REDIRECT,
            callback_options=AsyncCallbackOptions(success=pages.success_page, failure=pages.failure_page),
            installation_store=AsyncInstallationStore(),  # unused: `store_installation` stores
            state_store=states,
            logger=sdk_log,
        )
        settings.redirect_uri = app.redirect_uri  # the library would read one from the environment
        settings.authorize_url_generator = _AuthorizeUrlBuilder(
            client_id=app.client_id,
            redirect_uri=app.redirect_uri,
            scopes=app.scopes,
            authorization_url=app.authorize_url,
        )
        super().__init__(client=make_web_client(None, base_url=app.base_url), logger=sdk_log, settings=settings)

    async def run_installation(self, code: str) -> SlackInstallation | None:
        return await exchange_code(self.client, code, self.settings)

    async def store_installation(self, _request: AsyncBoltRequest, installation: SlackInstallation) -> None:
        await self.installations.save(installation_from(installation, installed_at=self.clock.now()))


class _AuthorizeUrlBuilder(AuthorizeUrlGenerator):
    """Builds the authorisation URL, with values from the request's query validated and encoded."""

    def generate(self, state: str, team: str | None = None) -> str:
        """Return the URL to redirect to; `team`: the workspace that Slack's page preselects."""
        query = {"client_id": self.client_id, "scope": ",".join(self.scopes or ()), "user_scope": "", "state": state}
        if self.redirect_uri:
            query["redirect_uri"] = self.redirect_uri
        if team and _TEAM.fullmatch(team):
            query["team"] = team
        return f"{self.authorization_url}?{urlencode(query)}"


class _InstallPages:
    """Answers requests of the flow with pages; a page never shows the text of an error."""

    def __init__(self, texts: Catalogue) -> None:
        self._texts = texts

    async def respond(self, step: _FlowStep, request: web.Request) -> web.Response:
        headers: dict[str, str | Sequence[str]] = {
            name.lower(): request.headers.getall(name) for name in request.headers
        }
        bolt_request = AsyncBoltRequest(body="", query=request.rel_url.raw_query_string, headers=headers)
        try:
            return _response(await step(bolt_request))
        except (StoreUnavailableError, DiskFullError, DeliveryError) as error:
            _log.warning("the Slack app could not be installed: %s %s", type(error).__name__, error.facts)
            answer = self._page(bolt_request, InstallPage.UNAVAILABLE, 503)
            answer.headers["retry-after"] = [_RETRY_SECONDS]
        except Exception as error:  # noqa: BLE001  # its text may hold a token
            _log.error("the Slack app could not be installed: %s", type(error).__name__)
            answer = self._page(bolt_request, InstallPage.FAILED, 500)
        return _response(answer)

    async def success_page(self, args: AsyncSuccessArgs) -> BoltResponse:
        installed = args.installation
        name = installed.team_name or installed.enterprise_name or installed.team_id or installed.enterprise_id or ""
        return _without_cookie(self._page(args.request, InstallPage.INSTALLED, 200, workspace=name), args)

    async def failure_page(self, args: AsyncFailureArgs) -> BoltResponse:
        if args.reason == _CANCELLED:
            return _without_cookie(self._page(args.request, InstallPage.CANCELLED, 200), args)
        if args.reason in _STALE:
            return _without_cookie(self._page(args.request, InstallPage.STALE, 400), args)
        if _REASON.fullmatch(args.reason):  # the URL may hold any text as a reason
            _log.warning("the Slack app could not be installed: %s", args.reason)
        return _without_cookie(self._page(args.request, InstallPage.FAILED, 400), args)

    def _page(self, request: AsyncBoltRequest, page: InstallPage, status: int, *, workspace: str = "") -> BoltResponse:
        language = preferred_language(",".join(request.headers.get("accept-language", ())))
        text = render_page(self._texts, page, language=language, workspace=workspace)
        return BoltResponse(status=status, body=text, headers={"Content-Type": HTML})


def _without_cookie(answer: BoltResponse, args: AsyncSuccessArgs | AsyncFailureArgs) -> BoltResponse:
    answer.headers["set-cookie"] = [args.settings.state_utils.build_set_cookie_for_deletion()]
    return answer


def _response(answer: BoltResponse) -> web.Response:
    headers = CIMultiDict(HEADERS)
    for name, values in answer.headers.items():
        for value in values:
            headers.add(name, f"{value}; SameSite=Lax" if name == "set-cookie" else value)
    return web.Response(status=answer.status, text=answer.body, headers=headers)


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
        (_weighted_language(entry) for entry in accept_language.split(",")), key=lambda pair: pair[1], reverse=True
    )
    by_tag = {language.value: language for language in Language}
    supported = (by_tag[tag] for tag, weight in weighted if tag in by_tag and weight > _NOT_ACCEPTABLE)
    return next(supported, Language.ENGLISH)


def _weighted_language(entry: str) -> tuple[str, float]:
    """Return the language and the weight of an entry like "zh-CN;q=0.8"."""
    tag, *parameters = entry.lower().split(";")
    weights = (each.strip().removeprefix("q=") for each in parameters if each.strip().startswith("q="))
    try:
        weight = float(next(weights, "1"))
    except ValueError:
        weight = _NOT_ACCEPTABLE
    return tag.strip().partition("-")[0], weight
