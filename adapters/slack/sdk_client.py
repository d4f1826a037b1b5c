"""Configures Slack's client library so that it neither retries a request by itself nor logs a token or a text."""

import logging
from typing import Final

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

REQUEST_SECONDS: Final = 10  # time limit of one request

sdk_log: Final = logging.getLogger("adapters.slack.library")
sdk_log.setLevel(logging.WARNING)  # below it, the library logs requests and answers in full

bolt_log: Final = logging.getLogger("adapters.slack.bolt")
bolt_log.setLevel(logging.ERROR)  # below it, Bolt warns of tokens in the environment that it does not need


def make_web_client(
    token: str | None, *, base_url: str, session: aiohttp.ClientSession | None = None
) -> AsyncWebClient:
    """Return a client; without `session` it opens one for each request."""
    return AsyncWebClient(
        token=token,
        base_url=base_url,
        timeout=REQUEST_SECONDS,
        session=session,
        logger=sdk_log,
        retry_handlers=[],  # a retry after a lost answer might post twice: the caller looks for the message first
    )
