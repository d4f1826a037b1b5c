"""The manifest asks for what the code needs, and the page for admins explains it; what a person typed on Slack."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.slack.inbound.event_handler import PROMPTS
from adapters.slack.install.manifest import ANY_COMMAND, APP_TOKEN_SCOPE, SCOPES
from adapters.slack.payload import mentions_user, typed_text
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


def test_typed(subtests: pytest.Subtests) -> None:
    for stored, said in [
        ("<@U0BOT> analyze AAPL", "analyze AAPL"),
        ("<@U0BOT|parley>: analyze AAPL", "analyze AAPL"),
        ("<@U0BOT>，分析苹果", "分析苹果"),
        ("<@U0BOT> <@U0BOT> analyze AAPL", "analyze AAPL"),
        ("analyze AAPL <@U0BOT>", "analyze AAPL"),
        ("please <@U0BOT> analyze AAPL", "please analyze AAPL"),
        ("<@U0BOT>", ""),
        ("  <@U0BOT>  \n ", ""),
        ("<@U1|ann> said so", "@ann said so"),
        ("<@U1> said so", "@U1 said so"),
        ("see <#C1|trades> and <#C2>", "see #trades and #C2"),
        ("<https://example.org/a?b=1&amp;c=2|the page>", "the page"),
        ("<https://example.org/a?b=1&amp;c=2>", "https://example.org/a?b=1&c=2"),
        ("<mailto:ann@example.org|ann@example.org> <mailto:bob@example.org>", "ann@example.org bob@example.org"),
        ("<!here> <!channel|channel> <!subteam^S1|@desk> <!subteam^S1>", "@here @channel @desk @subteam"),
        ("since <!date^1392734382^{date}|Feb 18>", "since Feb 18"),
        ("a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"),
        ("&lt;@U0BOT&gt; is how one writes it", "<@U0BOT> is how one writes it"),
        ("&amp;lt;", "&lt;"),
        ("*bold* _italic_ `code`", "*bold* _italic_ `code`"),
        ("  two   words\n\n next \t line ", "two words\n\nnext line"),
        ("<>", "<>"),
    ]:
        with subtests.test(f"{stored!r}, {said!r}"):
            assert typed_text(stored, bot_user_id="U0BOT") == said


def test_name_that_is_not_known_to_be_ours_stays() -> None:
    assert typed_text("<@U0BOT> hello") == "@U0BOT hello"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("hi <@U0BOT>", True),
        ("hi <@U0BOT|parley>", True),
        ("hi <@U0BOTTLE>", False),
        ("hi &lt;@U0BOT&gt;", False),
        ("hi @U0BOT", False),
    ],
)
def test_mentions(text: str, *, named: bool) -> None:
    assert mentions_user(text, "U0BOT") is named


def test_nobody_is_mentioned_by_an_empty_id() -> None:
    assert not mentions_user("<@>", "")


@given(st.text())
def test_what_a_person_types_comes_back(said: str) -> None:
    stored = said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert typed_text(stored, bot_user_id="U0BOT").split() == said.replace("\0", "").split()


@given(st.text(alphabet="<>@#!|^&;:U0BOTlt amp\n"))
def test_nothing_that_is_stored_raises(stored: str) -> None:
    typed_text(stored, bot_user_id="U0BOT")
