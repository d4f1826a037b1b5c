"""The manifest asks for what the code needs, and the page for admins explains each of it."""

import re
from pathlib import Path

from adapters.slack.inbound.event_handler import PROMPTS
from adapters.slack.install.manifest import ANY_COMMAND, APP_TOKEN_SCOPE, SCOPES
from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue
from bot.reading.commands.arguments import COMMANDS

DOCS = Path(__file__).parents[3] / "docs"
MANIFEST = (DOCS / "slack-manifest.yaml").read_text(encoding="utf-8")
PAGE = (DOCS / "slack.md").read_text(encoding="utf-8")
EVENTS = (
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
)
OWN_COMMANDS = ("analyze", "decide", "explain", "review", "portfolio", "pending", "orders")


def listed(key: str) -> list[str]:
    """The plain items of the list under `key`."""
    found = re.search(rf"^( *){key}:\n((?:\1  - \S+\n)+)", MANIFEST, flags=re.MULTILINE)
    assert found is not None
    return [line.strip().removeprefix("- ") for line in found[2].splitlines()]


def test_manifest_asks_for_the_scopes_of_the_code() -> None:
    assert listed("bot") == list(SCOPES)


def test_manifest_subscribes_to_the_events_of_the_code() -> None:
    assert listed("bot_events") == list(EVENTS)


def test_manifest_has_the_commands_of_the_code() -> None:
    commands = re.findall(r"^ +- command: (\S+)$", MANIFEST, flags=re.MULTILINE)
    assert commands == [f"/{name}" for name in (*OWN_COMMANDS, ANY_COMMAND)]


def test_every_command_is_one_of_the_conversation() -> None:
    assert set(OWN_COMMANDS) <= COMMANDS


def test_descriptions_fit() -> None:
    descriptions = re.findall(r"description: (.+)$", MANIFEST, flags=re.MULTILINE)
    assert descriptions
    assert max(map(len, descriptions)) <= 140


def test_app_is_an_agent_whose_prompts_are_those_of_the_code() -> None:
    assert "agent_view:" in MANIFEST
    assert "assistant_view" not in MANIFEST
    shown = re.findall(r"^ +- title: (.+)\n +message: (.+)$", MANIFEST, flags=re.MULTILINE)
    texts, english = Catalogue(), Locale(Language.ENGLISH)
    assert shown == [
        (texts.render(english, f"slack-prompt-{name}"), texts.render(english, f"slack-prompt-{name}-message"))
        for name in PROMPTS
    ]


def test_every_scope_and_event_is_explained() -> None:
    explained = set(re.findall(r"^\| `([^`]+)` \|", PAGE, flags=re.MULTILINE))
    assert {*SCOPES, *EVENTS, APP_TOKEN_SCOPE} <= explained
