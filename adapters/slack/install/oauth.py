"""OAuth routes to install the app: `/slack/install` redirects to Slack, which redirects to `/slack/oauth_redirect`."""

import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
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

from adapters.slack.api import BASE_URL
from adapters.slack.install.code_exchange import exchange_code
from adapters.slack.install.manifest import SCOPES
from adapters.slack.install.oauth_stores import SlackInstallationStore, SlackStateStore
from adapters.slack.install.pages import HEADERS, HTML, InstallPage, preferred_language, render_page
from adapters.slack.sdk_client import make_web_client, sdk_log
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

_log = logging.getLogger(__name__)


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
    store = SlackInstallationStore(installations, clock=clock)
    flow = _InstallFlow(app, store=store, states=SlackStateStore(states), pages=pages)

    async def install(request: web.Request) -> web.Response:
        return await pages.respond(flow.handle_installation, request)

    async def redirect(request: web.Request) -> web.Response:
        return await pages.respond(flow.handle_callback, request)

    return web.get(INSTALL, install, allow_head=False), web.get(REDIRECT, redirect, allow_head=False)


class _InstallFlow(AsyncOAuthFlow):
    """Bolt's flow, which checks the state against the browser's cookie and consumes it, with `exchange_code`."""

    def __init__(
        self, app: OAuthApp, *, store: SlackInstallationStore, states: SlackStateStore, pages: "_InstallPages"
    ) -> None:
        settings = AsyncOAuthSettings(
            client_id=app.client_id,
            client_secret=app.client_secret.get_secret_value(),
            scopes=app.scopes,
            user_scopes=(),
            install_path=INSTALL,
            install_page_rendering_enabled=False,  # Slack requires a direct redirect to its page
            redirect_uri_path=REDIRECT,
            callback_options=AsyncCallbackOptions(success=pages.success_page, failure=pages.failure_page),
            installation_store=store,
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
        """Exchange a code; returns and raises as `exchange_code` does."""
        return await exchange_code(self.client, code, self.settings)


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
        """Return the answer of `step`, or the page for its error."""
        bolt_request = AsyncBoltRequest(body="", query=request.rel_url.raw_query_string, headers=_headers(request))
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
        """Return the page for a completed installation."""
        installed = args.installation
        name = installed.team_name or installed.enterprise_name or installed.team_id or installed.enterprise_id or ""
        return _without_cookie(self._page(args.request, InstallPage.INSTALLED, 200, workspace=name), args)

    async def failure_page(self, args: AsyncFailureArgs) -> BoltResponse:
        """Return the page for a failed or cancelled installation."""
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


def _headers(request: web.Request) -> dict[str, str | Sequence[str]]:
    return {name.lower(): request.headers.getall(name) for name in request.headers}


def _response(answer: BoltResponse) -> web.Response:
    headers = CIMultiDict(HEADERS)
    for name, values in answer.headers.items():
        for value in values:
            headers.add(name, f"{value}; SameSite=Lax" if name == "set-cookie" else value)
    return web.Response(status=answer.status, text=answer.body, headers=headers)
