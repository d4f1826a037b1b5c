"""What Slack stores, read as it was typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.slack.payload import mentions_user, typed_text


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
