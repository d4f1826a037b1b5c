"""What becomes of a model's addresses on each platform: after its Markdown was read, none of them is one again."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings

from adapters.console.rendering import DisplayStyle, render_block, render_text
from adapters.discord.outbound import render as discord
from adapters.slack.outbound import render as slack
from bot.domain.conversation.blocks import Block, Bullets, Markdown, Paragraph, Quotation, Quotations
from bot.domain.conversation.replies import Answer
from bot.domain.text.links import neutralize_links
from tests.fakes.console import make_reply
from tests.unit.domain.text.test_links import TEXTS, TRICKS

LOOK = DisplayStyle(2_000)
CLICKABLE = re.compile(
    r"(?:https?|ftp|slack|discord|file|steam\+x)://|(?<![^\W_])(?:https?:[\\/]*|(?:java|vb)script:)\w"
    r"|(?<![^\W_])www\.[^\W_]|discord\.gg/",
    re.IGNORECASE,
)


def told(text: str) -> tuple[Block, ...]:
    """The same words as prose, as plain text, as a reason in a list, and as what somebody said."""
    quotation = Quotation(by=text, at=text, text=text)
    return Markdown(text), Paragraph(text), Bullets("because", (text,)), Quotations((quotation,))


def in_terminal(text: str) -> str:
    return render_text(*(render_block(each, style=LOOK) for each in told(text)), style=LOOK)


def on_slack(text: str) -> str:
    messages = slack.answer(make_reply(Answer(blocks=told(text))))
    return json.dumps([[message.text, message.blocks] for message in messages], ensure_ascii=False)


def on_discord(text: str) -> str:
    messages = discord.answer(make_reply(Answer(blocks=told(text))))
    return json.dumps([[message.content, message.embeds] for message in messages], ensure_ascii=False)


def test_no_trick_is_an_address_once_it_is_shown(subtests: pytest.Subtests) -> None:
    for show in [in_terminal, on_slack, on_discord]:
        for name in TRICKS:
            with subtests.test(f"{show!r}, {name!r}"):
                assert not CLICKABLE.search(show(neutralize_links(TRICKS[name][0], frozenset())))


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(text=TEXTS)
def test_nothing_is_an_address_once_its_markdown_was_read(text: str) -> None:
    assert not CLICKABLE.search(in_terminal(neutralize_links(text, frozenset())))
