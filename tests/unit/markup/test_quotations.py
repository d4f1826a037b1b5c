"""What somebody said: on one line, with a link only where an adapter has made one; and no address by a trick."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings

from adapters.console.rendering import DisplayStyle, render_block, render_text
from adapters.discord.outbound import render as discord_render
from adapters.discord.outbound.markdown import MARKDOWN
from adapters.markup.inline import MarkupDialect
from adapters.markup.pieces import flow_of, render_pieces
from adapters.markup.text import ZERO_WIDTH_SPACE
from adapters.slack.outbound import message as slack_message
from adapters.slack.outbound import render as slack_render
from adapters.slack.outbound.mrkdwn import MRKDWN
from bot.domain.conversation.blocks import Block, Bullets, Markdown, Paragraph, Quotation, Quotations, plain_text
from bot.domain.conversation.replies import Answer
from bot.domain.text.emphasis import emphasise
from bot.domain.text.links import neutralize_links
from bot.presentation.commentary import block_data
from tests.fakes.console import make_reply
from tests.unit.domain.text.test_links import TEXTS, TRICKS

ON_SLACK = "https://acme.slack.com/archives/C1/p1760000000000100?thread_ts=1760000000.000100&cid=C1"
ON_DISCORD = "https://discord.com/channels/11/22/33"
BOB = Quotation("Bob", "12 Mar 2026", "Banks look cheap")
LOOK = DisplayStyle(2_000)
CLICKABLE = re.compile(
    r"(?:https?|ftp|slack|discord|file|steam\+x)://|(?<![^\W_])(?:https?:[\\/]*|(?:java|vb)script:)\w"
    r"|(?<![^\W_])www\.[^\W_]|discord\.gg/",
    re.IGNORECASE,
)


def shown(dialect: MarkupDialect, *items: Quotation) -> str:
    pieces = render_pieces(flow_of(Quotations(items)), dialect=dialect, limit=1_000)
    return "\n".join(piece.text for piece in pieces).replace(ZERO_WIDTH_SPACE, "∅")


def in_terminal(*items: Quotation) -> str:
    return render_text(render_block(Quotations(items), style=DisplayStyle(80)), style=DisplayStyle(80))


def said(text: str, link: str | None = None) -> Quotation:
    """The same words as a name and as what was said."""
    return Quotation(text, "12 Mar 2026", text, link)


def test_one_line_each_on_every_platform() -> None:
    ann = Quotation("小安", "2026-03-13", "银行\n不便宜")
    assert plain_text((Quotations((BOB, ann)),)) == (
        "• Bob, 12 Mar 2026: “Banks look cheap”\n• 小安, 2026-03-13: “银行 不便宜”"
    )
    assert shown(MRKDWN, BOB, ann) == "• Bob, 12 Mar 2026: “Banks look cheap”\n• 小安, 2026-03-13: “银行 不便宜”"
    assert shown(MARKDOWN, BOB, ann) == "- Bob, 12 Mar 2026: “Banks look cheap”\n- 小安, 2026-03-13: “银行 不便宜”"
    assert in_terminal(BOB, ann) == "• Bob, 12 Mar 2026: “Banks look cheap”\n• 小安, 2026-03-13: “银行 不便宜”\n"


def test_the_time_is_the_link_where_it_can_be_opened() -> None:
    on_slack = shown(MRKDWN, Quotation(BOB.by, BOB.at, BOB.text, ON_SLACK))
    assert on_slack == f"• Bob, <{ON_SLACK.replace('&', '&amp;')}|12 Mar 2026>: “Banks look cheap”"
    on_discord = shown(MARKDOWN, Quotation(BOB.by, BOB.at, BOB.text, ON_DISCORD))
    assert on_discord == f"- Bob, [12 Mar 2026](<{ON_DISCORD}>): “Banks look cheap”"  # <…>: without a preview
    terminal = in_terminal(Quotation(BOB.by, BOB.at, BOB.text, "parley:t1#7"))
    assert terminal == "• Bob, 12 Mar 2026: “Banks look cheap”\n"


@pytest.mark.parametrize(
    "link",
    [
        "https://acme.slack.com.evil.example/archives/C1/p1",
        "https://evil.example/acme.slack.com/archives/C1/p1",
        "https://acme.slack.com/archives/C1/p1|x> <!channel",
        "https://acme.slack.com/archives/C1/p1\n",
        "http://acme.slack.com/archives/C1/p1",
        "https://acme.slack.com/oauth",
        "slack://channel?id=C1",
        "https://discord.com/channels/1/2/3?x=)",
        "https://discord.com/channels/1/2/3>) @everyone",
        "https://discord.com/channels/１/2/3",
        "https://discord.com.evil.example/channels/1/2/3",
        "https://discord.com/invite/abc",
        "https://discord.gg/abc",
        "javascript:alert(1)",
        "parley:t1#7",
        "x",
        "",
    ],
)
def test_a_link_that_is_not_the_platforms_own_is_not_shown(link: str) -> None:
    for dialect in (MRKDWN, MARKDOWN):
        assert shown(dialect, Quotation(BOB.by, BOB.at, BOB.text, link)) == shown(dialect, BOB)


HOSTILE = (
    "<!channel>",
    "<!here> <@U123> <#C123|x>",
    "<https://evil.example|click>",
    "@everyone @here <@123> <@&123>",
    "[x](http://evil.example)",
    "[x](<https://discord.com/channels/1/2/3>)",
    "`code` ```fence```",
    "*b* _i_ ~s~ ||spoiler||",
    "> quote",
    "# heading\n- item\n\n1. item",
    ":smile: &lt;!channel&gt;",
    "”, “",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_of_others_is_markup_beside_a_link(text: str, subtests: pytest.Subtests) -> None:
    with subtests.test("slack"):
        line = shown(MRKDWN, said(text, ON_SLACK))
        link = f"<{ON_SLACK.replace('&', '&amp;')}|12 Mar 2026>"
        assert re.findall(r"<[^>]*>", line) == [link]
        assert not re.search(r"[`\n]|@(?:here|everyone|channel)|:smile:|[*_~](?=\w)", line.replace(link, ""))
    with subtests.test("discord"):
        line = shown(MARKDOWN, said(text, ON_DISCORD))
        rest = re.sub(r"\\[^0-9A-Za-z\s]", "", line.replace(f"[12 Mar 2026](<{ON_DISCORD}>)", "", 1))
        assert f"[12 Mar 2026](<{ON_DISCORD}>)" in line
        assert not re.search(r"[`*_~|<\[\n]|://|\]\(|@(?:everyone|here|[!&]?\d)|:smile:", rest)
    with subtests.test("terminal"):
        assert in_terminal(said(text)).split() == plain_text((Quotations((said(text),)),)).split()


@pytest.mark.parametrize("sign", ["`", "*", "_", "~"])
def test_a_single_sign_before_the_link_pairs_with_none_after_it(sign: str) -> None:
    line = shown(MRKDWN, Quotation(f"{sign}Bob", "12 Mar 2026", f"cheap{sign} x", ON_SLACK))
    assert "`" not in line
    assert not re.search(r"(?<![^\W_])([*_~])(?=[^\s∅])(?:[^\n]*?[^\s∅])??\1(?![^\W_])", line)


def test_bold_of_ours_cannot_be_quoted() -> None:
    item = Quotation("Bob", emphasise("now"), emphasise("$755.69"))
    assert plain_text((Quotations((item,)),)) == "• Bob, now: “$755.69”"
    assert "*" not in shown(MRKDWN, item)


def test_a_long_quotation_keeps_its_words_and_every_limit() -> None:
    text = " ".join(f"word{number}" for number in range(2_000))
    reply = make_reply(Answer(blocks=(Quotations((Quotation("Bob", "12 Mar", text, ON_DISCORD), BOB)),)))
    found = " ".join(message.content for message in discord_render.answer(reply))
    assert all(f"word{number}" in found for number in range(2_000))


def test_a_notification_is_never_cut_within_a_link() -> None:
    item = Quotation("Bob", "12 Mar", "cheap", ON_SLACK)
    reply = make_reply(Answer(blocks=(Quotations((item,) * 60),)))
    (message, *_) = slack_render.answer(reply)
    for length in range(200):
        text = slack_message.truncate_for_update(message.text[length:])
        assert text.count("<") - text[: text.find("<")].count(">") <= text.count(">")
        assert text.endswith(("…", "”"))


def test_an_introduction_stays_with_the_first_quotation() -> None:
    long = Paragraph("word " * 395)
    reply = make_reply(Answer(blocks=(long, Paragraph("On banks:"), Quotations((BOB, BOB)))))
    contents = [message.content for message in discord_render.answer(reply)]
    assert [("On banks:" in each, "Bob" in each) for each in contents] == [(False, False), (True, True)]


def test_a_model_gets_quotations_as_data_without_their_links() -> None:
    assert block_data((Quotations((Quotation("Bob", "12 Mar", "cheap", ON_SLACK),)),)) == [
        [{"by": "Bob", "at": "12 Mar", "text": "cheap"}]
    ]


def told(text: str) -> tuple[Block, ...]:
    """The same words as prose, as plain text, as a reason in a list, and as what somebody said."""
    quotation = Quotation(by=text, at=text, text=text)
    return Markdown(text), Paragraph(text), Bullets("because", (text,)), Quotations((quotation,))


def told_in_terminal(text: str) -> str:
    return render_text(*(render_block(each, style=LOOK) for each in told(text)), style=LOOK)


def on_slack(text: str) -> str:
    messages = slack_render.answer(make_reply(Answer(blocks=told(text))))
    return json.dumps([[message.text, message.blocks] for message in messages], ensure_ascii=False)


def on_discord(text: str) -> str:
    messages = discord_render.answer(make_reply(Answer(blocks=told(text))))
    return json.dumps([[message.content, message.embeds] for message in messages], ensure_ascii=False)


def test_no_trick_is_an_address_once_it_is_shown(subtests: pytest.Subtests) -> None:
    for show in [told_in_terminal, on_slack, on_discord]:
        for name in TRICKS:
            with subtests.test(f"{show!r}, {name!r}"):
                assert not CLICKABLE.search(show(neutralize_links(TRICKS[name][0], frozenset())))


@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(text=TEXTS)
def test_nothing_is_an_address_once_its_markdown_was_read(text: str) -> None:
    assert not CLICKABLE.search(told_in_terminal(neutralize_links(text, frozenset())))
