"""What Slack is sent: within its limits, and nothing of others' text is markup."""

import html
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.markup.text import ZERO_WIDTH_SPACE, TextRun, TextStyle, clean_text, plain_runs
from adapters.slack.inbound.home import home_view
from adapters.slack.outbound import limits, mrkdwn, render
from adapters.slack.outbound.message import SlackMessage, carries_mark, mark_metadata
from adapters.slack.outbound.modals import adjust_modal
from adapters.slack.tokens import SlackBot
from bot.domain.conversation.blocks import Block, Bullets, Button, ButtonQuestion, Card, Markdown, Paragraph, Table
from bot.domain.conversation.posting import MessageMark, PendingThread
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent
from bot.domain.conversation.threads import Person, Thread
from bot.domain.text.locale import Language
from bot.presentation.forms import AdjustForm
from tests.fakes import drafts
from tests.fakes.console import CARD, DECISION_ID, make_reply
from tests.fakes.reply_strategies import BLOCKS, REPLIES, REPLY_PROPERTY, TEXTS, several_shares, shown_by
from tests.fakes.slack.message_check import check_blocks, check_message

FORMATTED = re.compile(r"(?<![^\W_])([*_~])(?=[^\s\u200b])(?:[^\n]*?[^\s\u200b])??\1(?![^\W_])|`[^`\n]+`|```")
BOT = SlackBot(token="", bot_user_id="UBOT", bot_id="B1")
MARK = MessageMark(UUID(int=1), 2)


def objects(value: object) -> list[dict[str, Any]]:
    """Every text object within blocks."""
    if isinstance(value, list | tuple):
        return [found for each in value for found in objects(each)]
    if not isinstance(value, dict):
        return []
    own = [value] if value.get("type") in {"mrkdwn", "plain_text"} else []
    return [*own, *(found for each in value.values() for found in objects(each))]


def seen(text: str) -> str:
    """What a person sees of text that holds none of our marks."""
    return html.unescape(text.replace(ZERO_WIDTH_SPACE, ""))


def texts(blocks: tuple[dict[str, Any], ...]) -> str:
    """What stands in the blocks, buttons aside."""
    return "\n".join(seen(each["text"]) for each in objects([b for b in blocks if b["type"] != "actions"]))


def labels(message: SlackMessage) -> list[list[str]]:
    return [[seen(e["text"]["text"]) for e in b["elements"]] for b in message.blocks if b["type"] == "actions"]


class TestLiteral:
    @given(TEXTS)
    def test_undone_gives_the_text_back(self, text: str) -> None:
        shown = seen(mrkdwn.escape_markup(clean_text(text))).replace(mrkdwn.GRAVE, "`")
        assert shown == clean_text(text).replace(mrkdwn.GRAVE, "`")

    @given(TEXTS)
    def test_nothing_in_it_is_markup(self, text: str) -> None:
        shown = mrkdwn.escape_markup(clean_text(text))
        assert "<" not in shown
        assert not re.search(r"&(?!amp;|lt;|gt;)", shown)
        assert not FORMATTED.search(shown)
        assert not re.search(r"(?m)^\s*&gt;", shown)
        assert not re.search(r"(?<!\d):[a-z0-9_+-]+:", shown)
        assert not re.search(r"@(here|channel|everyone)\b", shown)

    @pytest.mark.parametrize("text", ["@here", "@here__u__", "@channel.", "@Everyone_"])
    def test_nobody_is_called(self, text: str) -> None:
        assert mrkdwn.escape_markup(text).startswith("@\u200b")

    @pytest.mark.parametrize("text", ["NOK_X", "2*3", "2 * 3", "a_b_c", "EPS*", "~5 %", "12:30:45", "x: y", "it`s"])
    def test_text_that_is_no_markup_stays_as_it_is(self, text: str) -> None:
        assert mrkdwn.escape_markup(text) == text

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("*b* and *c*", "*∅b∅* and *∅c∅*"),
            ("_i_", "_∅i∅_"),
            (":smile:", ":∅smile:"),
            ("> q", "∅&gt; q"),
            ("<!channel> & <@U1>", "&lt;!channel&gt; &amp; &lt;@U1&gt;"),
            ("@here", "@∅here"),
            ("`x`", "ˋxˋ"),
        ],
    )
    def test_what_would_be_markup_is_parted(self, text: str, shown: str) -> None:
        assert mrkdwn.escape_markup(text).replace(ZERO_WIDTH_SPACE, "∅") == shown


class TestInline:
    def test_marks(self) -> None:
        bold, italic = frozenset({TextStyle.BOLD}), frozenset({TextStyle.ITALIC})
        runs = (
            TextRun("a "),
            TextRun(" b ", bold),
            TextRun("c", bold | italic),
            TextRun("d", frozenset({TextStyle.CODE})),
            TextRun("粗"),
        )
        assert mrkdwn.MRKDWN.render_inline(runs).replace(ZERO_WIDTH_SPACE, "∅") == "a  *b* *_c_*∅`d`∅粗"

    def test_marks_do_not_span_lines(self) -> None:
        assert mrkdwn.MRKDWN.render_inline((TextRun("a\nb", frozenset({TextStyle.BOLD})),)) == "*a*\n*b*"

    def test_plain_text_does_not_pair_with_our_marks(self) -> None:
        shown = mrkdwn.MRKDWN.render_inline((TextRun("a *b "), TextRun("c", frozenset({TextStyle.BOLD}))))
        assert shown.replace(ZERO_WIDTH_SPACE, "∅") == "a *∅b *c*"

    @given(TEXTS)
    def test_plain_runs_are_literal(self, text: str) -> None:
        assert not FORMATTED.search(mrkdwn.MRKDWN.render_inline(plain_runs(text)))

    @given(TEXTS)
    def test_code_cannot_be_left(self, text: str) -> None:
        inner = mrkdwn.MRKDWN.fence_code(text).removeprefix("```\n").removesuffix("\n```")
        assert "``" not in inner
        assert "<" not in inner


class TestLimits:
    @REPLY_PROPERTY
    @given(REPLIES)
    def test_any_reply_is_within_them_and_holds_no_markup_of_others(self, reply: Reply) -> None:
        messages = render.answer(reply)
        assert messages
        for message in messages:
            assert check_message(message) == []
            assert not re.search(r"<|&(?!amp;|lt;|gt;)", message.text)
            assert json.dumps([message.text, message.blocks], ensure_ascii=False).encode()  # no half of a character
            for each in objects(message.blocks):
                assert "<" not in each["text"]
                assert not re.search(r"&(?!amp;|lt;|gt;)", each["text"])
                assert each.get("verbatim", True) is True
                assert each.get("emoji", False) is False

    @REPLY_PROPERTY
    @given(BLOCKS)
    def test_splitting_loses_nothing(self, block: Block) -> None:
        expected = shown_by(block)
        if expected is None or not expected:
            return
        messages = render.answer(make_reply(Answer(blocks=(block,))))
        found = "".join(c for m in messages for c in texts(m.blocks).replace(mrkdwn.GRAVE, "`") if c.isalnum())
        assert found == expected.replace(mrkdwn.GRAVE, "")

    def test_check_finds_what_is_too_much(self) -> None:
        long = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3_001}}
        assert check_message(SlackMessage("", ()))
        assert check_message(SlackMessage("x", (long,)))
        assert check_message(SlackMessage("x", ({"type": "table"},)))
        assert check_message(SlackMessage("x", ({"type": "actions", "elements": []},)))


class TestAnswer:
    def test_card_stands_with_its_buttons_and_others_at_the_end(self) -> None:
        (card,) = CARD.blocks
        assert isinstance(card, Card)
        card = replace(card, decision_id=str(DECISION_ID))
        buttons = (Button("confirm:other:1", "Confirm · other"), *CARD.buttons)
        reply = make_reply(Answer(blocks=(card, Paragraph("after")), buttons=buttons))
        (message,) = render.answer(replace(reply, intent=Intent.UNKNOWN))
        kinds = [block["type"] for block in message.blocks]
        assert labels(message) == [["Confirm", "Cancel", "Why?"], ["Confirm · other"]]
        assert kinds == ["section", "section", "context", "actions", "section", "actions"]

    def test_buttons_for_all_come_last_in_a_row_of_their_own(self) -> None:
        (card,) = CARD.blocks
        assert isinstance(card, Card)
        turn_id = make_reply(CARD).turn_id
        group = tuple(Button(f"{kind}_all:{turn_id}", f"{kind.title()} all") for kind in ("confirm", "cancel"))
        cards = (replace(card, decision_id=str(DECISION_ID)), replace(card, decision_id="other"))
        buttons = (*CARD.buttons, Button("confirm:other:1", "Confirm · other"), *group)
        reply = replace(make_reply(Answer(blocks=cards, buttons=buttons)), intent=Intent.UNKNOWN)
        (message,) = render.answer(reply)
        assert labels(message) == [["Confirm", "Cancel", "Why?"], ["Confirm · other"], ["Confirm all", "Cancel all"]]
        last = message.blocks[-1]["elements"]
        assert [e["style"] for e in last] == ["primary", "danger"]
        assert [e["value"] for e in last] == [e["action_id"] for e in last] == [each.id for each in group]
        assert not check_message(message)

    def test_styles_ids_and_values(self) -> None:
        (message,) = render.answer(make_reply(CARD))
        elements = [e for b in message.blocks if b["type"] == "actions" for e in b["elements"]]
        assert [e.get("style") for e in elements] == ["primary", "danger", None, None, None]
        assert all(e["value"] == e["action_id"] for e in elements)
        assert elements[0]["action_id"] == f"confirm:{DECISION_ID}:1"

    @pytest.mark.parametrize("length", [1, 1_000])
    def test_button_with_a_question_has_no_style_and_a_dialog_that_presses_the_other_button(self, length: int) -> None:
        long = "& 买 " * length
        question = ButtonQuestion(long, long, long, long, f"confirm_beyond_cap:{DECISION_ID}:1")
        asked = replace(CARD.buttons[0], question=question)
        (message,) = render.answer(make_reply(replace(CARD, buttons=(asked, *CARD.buttons[1:]))))
        (confirm, *_) = (e for b in message.blocks if b["type"] == "actions" for e in b["elements"])
        assert confirm["action_id"] == confirm["value"] == question.accepted_id
        assert "style" not in confirm
        assert set(confirm["confirm"]) == {"title", "text", "confirm", "deny", "style"}
        assert confirm["confirm"]["style"] == "danger"
        assert not check_message(message)

    @pytest.mark.parametrize("intent", Intent)
    def test_votes_under_answers(self, intent: Intent) -> None:
        reply = replace(make_reply(Answer(blocks=(Paragraph("x"),))), intent=intent)
        asked = intent in {Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW}
        assert labels(render.answer(reply)[-1]) == ([["👍", "👎"]] if asked else [])
        assert labels(render.answer(replace(reply, occasion="filled:x"))[-1]) == []
        assert labels(render.answer(replace(reply, answer=replace(reply.answer, is_private=True)))[-1]) == []

    def test_votes_name_the_reply(self) -> None:
        reply = make_reply(Answer(blocks=(Paragraph("x"),)))
        ids = [e["action_id"] for e in render.answer(reply)[-1].blocks[-1]["elements"]]
        assert ids == [f"up:{reply.id}", f"down:{reply.id}"]

    @pytest.mark.parametrize("language", Language)
    def test_empty_answer_is_still_a_message(self, language: Language) -> None:
        (message,) = render.answer(make_reply(Answer(blocks=(Paragraph(" \n "),)), language=language))
        assert check_message(message) == []

    def test_long_table_goes_on_with_its_header(self) -> None:
        table = Table(("Symbol", "Value"), tuple((f"S{n:04}", str(n)) for n in range(2_000)))
        messages = render.answer(make_reply(Answer(blocks=(table,))))
        assert len(messages) > 1
        assert all(seen(b["text"]["text"]).startswith("```\nSymbol") for m in messages for b in m.blocks if "text" in b)

    def test_heading_stands_with_what_follows(self) -> None:
        prose = Markdown("\n\n".join(f"{'word ' * 80}\n\n## Heading {n}" for n in range(60)) + "\n\nend")
        messages = render.answer(make_reply(Answer(blocks=(prose,))))
        sections = [b["text"]["text"] for m in messages for b in m.blocks if b["type"] == "section"]
        assert len(sections) > 2
        assert not [text for text in sections if text.rpartition("\n")[2].startswith("*Heading")]

    def test_no_message_of_any_answer_ends_in_a_heading_and_each_names_what_it_is_about(self) -> None:
        for length in range(1, 200, 9):
            messages = render.answer(make_reply(Answer(blocks=tuple(several_shares(length)))))
            for message in messages:
                shown = [text for text in texts(message.blocks).split("\n") if text]
                assert not shown[-1].startswith("*"), shown
                assert not shown[-1].endswith("at the close"), shown
                assert re.search("AAPL|GOOG|IBM", "\n".join(shown[:2])), shown

    def test_introduction_stays_with_a_table_of_several_messages(self) -> None:
        for rows in (300, 1_000):
            table = Table(("Symbol", "Value"), tuple((f"S{n:04}", "x" * 20) for n in range(rows)))
            blocks = (Paragraph("words " * 1_400), Paragraph("AAPL at the close"), table)
            messages = render.answer(make_reply(Answer(blocks=blocks)))
            assert len(messages) > 1
            assert not [m for m in messages if texts(m.blocks).endswith("at the close")]

    def test_bullets_are_drawn(self) -> None:
        (message,) = render.answer(make_reply(Answer(blocks=(Bullets("Why *not*", ("a", "b")),))))
        text = message.blocks[0]["text"]["text"].replace(ZERO_WIDTH_SPACE, "")
        assert text == "*Why *not**\n• a\n• b"


def test_progress_shows_the_steps_and_stop() -> None:
    message = render.progress(["prices", "news"], stop=Button("stop:1", "Stop"))
    assert message.text == "prices ✓ · news …"
    assert labels(message) == [["Stop"]]
    assert check_message(render.progress(["x" * 5_000], stop=Button("stop:1", "Stop"))) == []
    assert check_message(render.progress([], stop=Button("stop:1", "Stop"))) == []


@REPLY_PROPERTY
@given(TEXTS, st.lists(TEXTS))
def test_draft_of_anything_is_within_the_limits_and_no_markup_of_others(text: str, steps: list[str]) -> None:
    message = render.progress(steps, stop=Button("stop:1", "Stop"), draft=text * 50)
    assert check_message(message) == []
    assert "<" not in json.dumps(message.blocks)


def test_draft_that_is_too_long_keeps_its_end() -> None:
    (section, _) = render.progress([], stop=Button("stop:1", "Stop"), draft=drafts.TEXTS["draft-long"]).blocks
    assert section["text"]["text"].startswith("…\n")
    assert section["text"]["text"].endswith("\nThe end")


def test_draft_before_its_first_words_is_not_there() -> None:
    assert render.progress(["x"], stop=Button("stop:1", "Stop"), draft=" \n") == render.progress(
        ["x"], stop=Button("stop:1", "Stop")
    )
    assert len(render.progress([], stop=Button("stop:1", "Stop"), draft="hello").blocks) == 2


OPENINGS = ("analyze <GOOG>", "", "&" * 10_000, "<@U99999> <!channel> @here\nlook", "*" * 10_000, "苹果" * 3_000)


@pytest.mark.parametrize("text", OPENINGS)
@pytest.mark.parametrize("language", Language)
def test_opening_is_one_message_that_mentions_who_typed_the_command_and_nobody_else(
    text: str, language: Language
) -> None:
    message = render.pending_thread(opening(Person("U0ANN", "Ann"), text), language=language)
    assert check_message(message) == []
    assert len(message.blocks) == 1
    assert message.text.startswith("<@U0ANN>")
    for shown in (message.text, message.blocks[0]["text"]["text"]):
        assert shown.count("<") == 1
        assert "@here" not in shown


@pytest.mark.parametrize(("user", "name"), [("<!here>", "<!here>"), ("U1> <!here", "*Ann*"), ("", "@channel")])
def test_opening_mentions_nobody_if_the_id_is_none(user: str, name: str) -> None:
    message = render.pending_thread(opening(Person(user, name), "analyze AAPL"), language=Language.ENGLISH)
    assert check_message(message) == []
    assert "<" not in message.text
    assert "@channel" not in message.text


def opening(person: Person, text: str) -> PendingThread:
    place, at = Thread("slack", "T1", "C1", ""), datetime(2026, 11, 2, tzinfo=UTC)
    return PendingThread(id=uuid4(), place=place, command_id="1.1", person=person, text=text, accepted_at=at)


FORM = AdjustForm(
    title="Adjust the decision on GOOG",
    amount=Decimal("2267.07"),
    amount_label="Amount",
    amount_hint="$3,000",
    note_label="Note",
    note_hint="why",
    submit="Adjust",
    cancel="Close",
)


def test_adjust_asks_for_amount_and_note() -> None:
    view = adjust_modal(FORM, private_metadata='{"id": "1"}')
    amount, note = view["blocks"]
    assert len(view["title"]["text"]) <= limits.VIEW_TITLE
    assert view["private_metadata"] == '{"id": "1"}'
    assert amount["element"]["initial_value"] == "2267.07"
    assert (amount["optional"], note["optional"]) == (False, True)


def test_adjust_when_metadata_is_too_long_then_refused() -> None:
    with pytest.raises(ValueError, match="3001"):
        adjust_modal(FORM, private_metadata="x" * 3_001)


def test_home_shows_cards_with_their_buttons() -> None:
    (card,) = CARD.blocks
    assert isinstance(card, Card)
    view = home_view((replace(card, decision_id=str(DECISION_ID)),), language=Language.ENGLISH, buttons=CARD.buttons)
    assert view["type"] == "home"
    assert view["blocks"][-1]["elements"][0]["action_id"] == f"confirm:{DECISION_ID}:1"
    assert home_view((), language=Language.ENGLISH)["blocks"]


@pytest.mark.parametrize("language", Language)
def test_home_when_too_much_then_cut_and_said(language: Language) -> None:
    view = home_view(tuple(Paragraph(f"line {n} " * 20) for n in range(300)), language=language)
    assert check_blocks(view["blocks"], max_blocks=limits.VIEW_BLOCKS) == []
    assert view["blocks"][-1]["type"] == "context"
    assert "/portfolio" in json.dumps(view["blocks"][-1])


def test_answer_that_calls_its_person_mentions_them_and_nobody_else() -> None:
    reply = make_reply(Answer(blocks=(Paragraph("<@U2> <!channel> @here"),), calls_person=True))
    (message,) = render.answer(replace(reply, person=Person("U1", "Ann")))
    sent = json.dumps(message.blocks)
    assert re.findall(r"<[@!][^>]*>", sent) == ["<@U1>"]
    (message,) = render.answer(replace(reply, person=Person("ann", "<@U3>")))
    assert re.findall(r"<[@!][^>]*>", json.dumps(message.blocks)) == []


@pytest.mark.parametrize(
    ("author", "is_ours"), [({"user": "UBOT"}, True), ({"bot_id": "B1"}, True), ({"user": "U9", "bot_id": "B9"}, False)]
)
def test_the_mark_counts_on_messages_of_the_bot_alone(author: dict[str, str], *, is_ours: bool) -> None:
    assert carries_mark({**author, "metadata": mark_metadata(MARK)}, MARK, BOT) is is_ours


def test_another_part_has_another_mark() -> None:
    assert not carries_mark({"user": "UBOT", "metadata": mark_metadata(MARK)}, MessageMark(UUID(int=1), 3), BOT)
