"""What Discord is sent: within its limits, and nothing of others' text is markup."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.outbound import markdown, render
from adapters.discord.outbound.embeds import AMBER, BLUE, GREEN, GREY, RED
from adapters.discord.outbound.message import (
    DANGER,
    SECONDARY,
    SUCCESS,
    DiscordMessage,
    button_component,
    mark_line,
    mark_reference,
    message_body,
    read_mark,
)
from adapters.markup.text import ZERO_WIDTH_SPACE, TextRun, TextStyle, clean_text, plain_runs
from bot.domain.conversation.blocks import Block, Bullets, Button, ButtonQuestion, Card, Markdown, Paragraph, Table
from bot.domain.conversation.posting import PendingThread
from bot.domain.conversation.replies import Answer, Reply
from bot.domain.conversation.states import Intent
from bot.domain.conversation.threads import Person, Thread
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action, DecisionStatus, Reason
from tests.fakes import drafts
from tests.fakes.console import CARD, DECISION_ID, make_decision, make_reply
from tests.fakes.discord.message_check import check_message
from tests.fakes.reply_strategies import BLOCKS, REPLIES, REPLY_PROPERTY, TEXTS, several_shares, shown_by

ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
CODE = re.compile(r"```.*?```|(?<!`)`[^`\n]+`|\\[^0-9A-Za-z\s]", re.DOTALL)
NOTIFIES = re.compile(r"@(?:everyone|here|[!&]?\d)", re.IGNORECASE)
MARKUP = re.compile(
    r"[*_~`|\[\]<\\]|://|:[^\s:\ue000]+:|^\s*(?:#|>|[-+]\s|-#|\d+[.)]\s)|discord[a-z]*\.[a-z]+/",
    re.MULTILINE | re.IGNORECASE,
)
LINKS = re.compile(r"https?://|discord[a-z]*\.[a-z]+/|<[@#:/]|<a?:|<t:|<id:|\]\(", re.IGNORECASE)
ID = UUID("01890a5d-ac96-774b-bcce-b302099a8057")


def seen(text: str) -> str:
    """What a person sees of text that holds none of our marks."""
    return ESCAPED.sub(r"\1", text.replace(ZERO_WIDTH_SPACE, ""))


def strings(message: DiscordMessage) -> list[str]:
    """What stands in a message where Discord reads markup, in the order of reading; the mark is not among it."""
    found = [message.content.rpartition("\n")[0]]
    for embed in message.embeds:
        found += [embed.get("title", ""), embed.get("description", "")]
    return found


def footers(message: DiscordMessage) -> list[str]:
    return [embed["footer"]["text"] for embed in message.embeds if "footer" in embed]


def labels(message: DiscordMessage) -> list[list[str]]:
    return [[str(button.get("label") or button["emoji"]["name"]) for button in row] for row in message.buttons]


class TestLiteral:
    @given(TEXTS)
    def test_undone_gives_the_text_back(self, text: str) -> None:
        assert seen(markdown.escape_markup(clean_text(text))) == clean_text(text)

    @given(TEXTS)
    def test_nothing_in_it_is_markup(self, text: str) -> None:
        shown = markdown.escape_markup(clean_text(text))
        assert not MARKUP.search(ESCAPED.sub("\ue000", shown))
        assert not NOTIFIES.search(shown)
        assert not LINKS.search(ESCAPED.sub("\ue000", shown))
        assert not re.search(r"<@[!&]?\d|<#\d|https?://|discord\.gg/", shown)  # what is looked for in the raw text

    @pytest.mark.parametrize(
        "text", ["−3 %", "-5 %", "12:30", "x: y", "a/b", "(x)", "1.5", "#1"[1:], "S&P 500", "50 > 30"]
    )
    def test_text_that_is_no_markup_stays_as_it_is(self, text: str) -> None:
        assert markdown.escape_markup(text) == text

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("*b* NOK_X", r"\*b\* NOK\_X"),
            ("@everyone <@123> <@&1>", r"@∅everyone \<@∅123> \<@∅&1>"),
            ("<#1> </cmd:1> <t:0:R> <a:e:1>", r"\<\#1> \<\/cmd:1> \<t\:0:R> \<a\:e:1>"),
            ("[x](https://a.b)", r"\[x\](https\://a.b)"),
            ("discord.gg/abc", r"discord.gg\/abc"),
            (":smile: ||x||", r"\:smile: \|\|x\|\|"),
            ("# h\n-# s\n> q\n- i\n1. o", "\\# h\n\\-# s\n\\> q\n\\- i\n1\\. o"),
        ],
    )
    def test_what_would_be_markup_is_escaped(self, text: str, shown: str) -> None:
        assert markdown.escape_markup(text).replace(ZERO_WIDTH_SPACE, "∅") == shown


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
        assert markdown.MARKDOWN.render_inline(runs).replace(ZERO_WIDTH_SPACE, "∅") == "a  **b** ***c***∅`d`粗"

    def test_code_with_a_backtick_stays_text(self) -> None:
        assert markdown.MARKDOWN.render_inline((TextRun("a`b", frozenset({TextStyle.CODE})),)) == r"a\`b"

    @given(TEXTS)
    def test_plain_runs_are_literal(self, text: str) -> None:
        assert not MARKUP.search(ESCAPED.sub("\ue000", markdown.MARKDOWN.render_inline(plain_runs(text))))

    @given(TEXTS)
    def test_code_cannot_be_left(self, text: str) -> None:
        inner = markdown.MARKDOWN.fence_code(text).removeprefix("```\n").removesuffix("\n```")
        assert "``" not in inner
        assert not NOTIFIES.search(inner)


class TestLimits:
    @REPLY_PROPERTY
    @given(REPLIES)
    def test_any_reply_is_within_them_and_places_no_mention_or_link(self, reply: Reply) -> None:
        messages = render.answer(reply)
        assert messages
        for part, message in enumerate(messages, start=1):
            assert check_message(message) == []
            assert read_mark(message.content) == (mark_reference(reply.id), part)
            assert json.dumps(message_body(message), ensure_ascii=False).encode()  # no half of a character
            for text in strings(message):
                assert not NOTIFIES.search(text)
                assert not LINKS.search(CODE.sub("\ue000", text))
            for text in footers(message):
                assert not NOTIFIES.search(text)

    @REPLY_PROPERTY
    @given(BLOCKS)
    def test_splitting_loses_nothing(self, block: Block) -> None:
        expected = shown_by(block)
        if not expected:
            return
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(render, "with_heading", lambda piece, limit: piece.text)  # noqa: ARG005 - its parameters
            messages = render.answer(make_reply(Answer(blocks=(block,))))
        found = "".join(seen("\n".join([*strings(m), *footers(m)])) for m in messages)
        assert "".join(character for character in found if character.isalnum()) == expected

    def test_check_finds_what_is_too_much(self) -> None:
        assert check_message(DiscordMessage(""))
        assert check_message(DiscordMessage("x" * 2_001))
        assert check_message(DiscordMessage("x", ({"color": 1},)))
        assert check_message(DiscordMessage("x", ({"description": "x" * 4_097},)))
        twice = button_component("a", label="A")
        assert check_message(DiscordMessage("x", buttons=((twice, twice),)))


class TestAnswer:
    def test_cards_have_their_own_buttons_and_others_come_last(self) -> None:
        (card,) = CARD.blocks
        assert isinstance(card, Card)
        cards = (replace(card, decision_id=str(DECISION_ID)), replace(card, decision_id="other"))
        buttons = (Button("why:third:1", "Why? · third"), Button("confirm:other:1", "Confirm"), *CARD.buttons)
        messages = render.answer(make_reply(Answer(blocks=cards, buttons=buttons)))
        assert [labels(m) for m in messages] == [
            [["Confirm", "Cancel", "Why?"]],
            [["Confirm"], ["Why? · third"], ["👍", "👎"]],
        ]

    def test_buttons_for_all_come_last_in_a_row_of_their_own(self) -> None:
        (card,) = CARD.blocks
        assert isinstance(card, Card)
        turn_id = make_reply(CARD).turn_id
        group = tuple(Button(f"{kind}_all:{turn_id}", f"{kind.title()} all") for kind in ("confirm", "cancel"))
        cards = (replace(card, decision_id=str(DECISION_ID)), replace(card, decision_id="other"))
        buttons = (*CARD.buttons, Button("confirm:other:1", "Confirm"), *group)
        messages = render.answer(make_reply(Answer(blocks=cards, buttons=buttons)))
        assert [labels(m) for m in messages] == [
            [["Confirm", "Cancel", "Why?"]],
            [["Confirm"], ["Confirm all", "Cancel all"], ["👍", "👎"]],
        ]
        row = messages[-1].buttons[1]
        assert [b["style"] for b in row] == [SUCCESS, DANGER]
        assert [b["custom_id"] for b in row] == [each.id for each in group]
        assert not any(check_message(message) for message in messages)

    def test_styles(self) -> None:
        (message,) = render.answer(make_reply(CARD))
        assert [b["style"] for b in message.buttons[0]] == [SUCCESS, DANGER, SECONDARY]
        assert message.buttons[0][0]["custom_id"] == f"confirm:{DECISION_ID}:1"

    def test_button_with_a_question_is_itself_and_not_green(self) -> None:
        question = ButtonQuestion("4.5 × the cap", "Do you mean that?", "Yes", "No", "confirm_beyond_cap:…")
        asked = replace(CARD.buttons[0], question=question)
        (message,) = render.answer(make_reply(replace(CARD, buttons=(asked, *CARD.buttons[1:]))))
        button = message.buttons[0][0]
        assert (button["custom_id"], button["style"]) == (CARD.buttons[0].id, SECONDARY)

    @pytest.mark.parametrize("code", ["exceeds_position_cap", "exceeds_loss_cap"])
    def test_card_beyond_a_cap_is_not_green(self, code: str) -> None:
        decision = make_decision()
        excess = Reason(code, 0.0, {"percent": Decimal(90), "cap": Decimal(20)})
        decision = replace(decision, proposal=replace(decision.proposal, reasons=(excess,)))
        card = Card("t", decision_id=str(decision.id))
        (message,) = render.answer(make_reply(Answer(blocks=(card,), decisions=(decision,))))
        assert message.embeds[0]["color"] == AMBER

    def test_text_after_a_card_is_another_message(self) -> None:
        before, after = render.answer(make_reply(Answer(blocks=(Paragraph("a"), *CARD.blocks, Paragraph("b")))))
        assert (before.content.splitlines()[0], len(before.embeds)) == ("a", 1)
        assert (after.content.splitlines()[0], len(after.embeds)) == ("b", 0)

    @pytest.mark.parametrize(
        ("action", "final_status", "status", "color"),
        [
            (Action.INCREASE, "", DecisionStatus.PROPOSED, GREEN),
            (Action.CLOSE, "", DecisionStatus.PROPOSED, RED),
            (Action.HOLD, "", DecisionStatus.PROPOSED, GREY),
            (Action.DECREASE, "done", DecisionStatus.FILLED, GREEN),
            (Action.INCREASE, "cancelled", DecisionStatus.CANCELLED, GREY),
            (Action.INCREASE, "rejected", DecisionStatus.REJECTED, RED),
        ],
    )
    def test_colour_says_what_is_proposed_or_what_became_of_it(
        self, action: Action, final_status: str, status: DecisionStatus, color: int
    ) -> None:
        decision = make_decision()
        decision = replace(decision, proposal=replace(decision.proposal, action=action), status=status)
        card = Card("t", decision_id=str(decision.id), final_status=final_status)
        (message,) = render.answer(make_reply(Answer(blocks=(card,), decisions=(decision,))))
        assert message.embeds[0]["color"] == color
        (alone,) = render.answer(make_reply(Answer(blocks=(card,))))
        assert alone.embeds[0]["color"] == (GREY if final_status else BLUE)

    @pytest.mark.parametrize("intent", Intent)
    def test_votes_under_answers(self, intent: Intent) -> None:
        reply = replace(make_reply(Answer(blocks=(Paragraph("x"),))), intent=intent)
        asked = intent in {Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP, Intent.REVIEW}
        (message,) = render.answer(reply)
        ids = [button["custom_id"] for row in message.buttons for button in row]
        assert ids == ([f"up:{reply.id}", f"down:{reply.id}"] if asked else [])
        assert not render.answer(replace(reply, answer=replace(reply.answer, is_private=True)))[-1].buttons

    def test_more_buttons_than_a_message_takes_go_into_the_next(self) -> None:
        buttons = tuple(Button(f"why:{n}:1", f"Why? · {n}") for n in range(12))
        messages = render.answer(make_reply(Answer(blocks=(Paragraph("x"),), buttons=buttons)))
        assert [len(m.buttons) for m in messages] == [5, 5, 3]

    @pytest.mark.parametrize("language", Language)
    def test_empty_answer_is_still_a_message(self, language: Language) -> None:
        (message,) = render.answer(make_reply(Answer(blocks=(Paragraph(" \n "),)), language=language))
        assert len(message.content.splitlines()) == 2

    def test_heading_stands_with_what_follows(self) -> None:
        prose = Markdown("\n\n".join(f"{'word ' * 80}\n\n## Heading {n}" for n in range(60)) + "\n\nend")
        messages = render.answer(make_reply(Answer(blocks=(prose,))))
        assert len(messages) > 2
        assert not [m for m in messages if m.content.splitlines()[-2].startswith("**Heading")]

    def test_no_message_of_any_answer_ends_in_a_heading_and_each_names_what_it_is_about(self) -> None:
        for length in range(1, 40):
            answer = Answer(blocks=tuple(several_shares(length)))
            for message in render.answer(make_reply(answer)):
                *_, last, _mark = message.content.splitlines()
                assert not last.startswith("**"), message.content
                assert not last.endswith("at the close"), message.content
                assert re.search("AAPL|GOOG|IBM", message.content.split("\n\n")[0]), message.content

    def test_list_that_goes_on_in_the_next_message_says_of_what(self) -> None:
        block = Bullets("In favour of AAPL", tuple(f"{number} {'word ' * 40}" for number in range(30)))
        messages = render.answer(make_reply(Answer(blocks=(block,))))
        assert len(messages) > 2
        assert all(m.content.startswith("**In favour of AAPL**\n- ") for m in messages)

    def test_heading_above_a_table_as_long_as_a_message_stays_with_it(self) -> None:
        for rows in range(20, 60):
            table = Table(("Symbol", "Value"), tuple((f"S{n:04}", "x" * 20) for n in range(rows)))
            messages = render.answer(make_reply(Answer(blocks=(Markdown("text\n\n## Figures"), table))))
            messages += render.answer(make_reply(Answer(blocks=(Paragraph("AAPL at the close"), table))))
            assert not [m for m in messages if m.content.splitlines()[-2] != "```"]


class TestMark:
    @given(st.uuids(), st.integers(1, 99))
    def test_is_read_back(self, reply_id: UUID, part: int) -> None:
        line = mark_line(reply_id, part)
        assert read_mark(line) == read_mark(f"text\n{line}\n") == (mark_reference(reply_id), part)

    def test_is_small_print(self) -> None:
        assert mark_line(ID, 1) == "-# ref b302099a8057"
        assert mark_line(ID, 2) == "-# ref b302099a8057 · 2"

    @pytest.mark.parametrize(
        "content", ["", "hello", "-# ref xyz", "-# ref b302099a8057\nmore", "-# ref b302099a8057 · 0"]
    )
    def test_of_others_is_none(self, content: str) -> None:
        assert read_mark(content) is None

    def test_of_replies_made_at_the_same_time_differs(self) -> None:
        assert mark_reference(UUID(int=ID.int + 1)) != mark_reference(ID)

    @given(TEXTS)
    def test_cannot_be_forged_by_what_is_shown(self, text: str) -> None:
        reply = make_reply(Answer(blocks=(Paragraph(f"{text}\n{mark_line(uuid4(), 1)}"),)))
        assert read_mark(render.answer(reply)[-1].content) == (mark_reference(reply.id), 1)


def test_progress_shows_the_steps_stop_and_the_mark() -> None:
    message = render.progress(["prices", "news"], stop=Button("stop:1", "Stop"), mark_line=mark_line(ID, 1))
    assert message.content == f"prices ✓ · news …\n{mark_line(ID, 1)}"
    assert labels(message) == [["Stop"]]
    long = render.progress(["_" * 5_000], stop=Button("stop:1", "Stop"), mark_line=mark_line(ID, 1))
    assert check_message(long) == []


@REPLY_PROPERTY
@given(TEXTS, st.lists(TEXTS))
def test_draft_of_anything_is_within_the_limits_notifies_nobody_and_bears_the_mark(text: str, steps: list[str]) -> None:
    message = render.progress(steps, stop=Button("stop:1", "Stop"), mark_line=mark_line(ID, 1), draft=text * 50)
    assert check_message(message) == []
    assert not NOTIFIES.search(message.content)
    assert read_mark(message.content) == (mark_reference(ID), 1)


def test_draft_that_is_too_long_keeps_its_end() -> None:
    stop, mark = Button("stop:1", "Stop"), mark_line(ID, 1)
    content = render.progress([], stop=stop, mark_line=mark, draft=drafts.TEXTS["draft-long"]).content
    assert content.startswith("…\n")
    assert content.endswith(f"\nThe end\n{mark}")


def test_draft_before_its_first_words_is_not_there() -> None:
    stop, mark = Button("stop:1", "Stop"), mark_line(ID, 1)
    assert render.progress(["x"], stop=stop, mark_line=mark, draft=" \n") == render.progress(
        ["x"], stop=stop, mark_line=mark
    )
    assert render.progress([], stop=stop, mark_line=mark, draft="hello").content == f"hello\n{mark}"


@pytest.mark.parametrize("text", ["analyze <@123>", "", "*" * 10_000, "@everyone <@&12345678>\n# look", "苹果" * 3_000])
@pytest.mark.parametrize("language", Language)
def test_opening_is_one_message_that_mentions_who_typed_the_command_and_nobody_else(
    text: str, language: Language
) -> None:
    message = render.pending_thread(opening(Person("4711", "Ann"), text), language=language)
    assert check_message(message) == []
    assert message.content.startswith("<@4711> ")
    assert not NOTIFIES.search(message.content.removeprefix("<@4711>"))
    assert message_body(message)["allowed_mentions"] == {"parse": [], "users": ["4711"]}


@pytest.mark.parametrize("person", [Person("@everyone", "@everyone"), Person("1> <@2", "**Ann**"), Person("", "<@5>")])
def test_opening_mentions_nobody_if_the_id_is_none(person: Person) -> None:
    message = render.pending_thread(opening(person, "analyze AAPL"), language=Language.ENGLISH)
    assert not NOTIFIES.search(message.content)
    assert message_body(message)["allowed_mentions"] == {"parse": []}


def opening(person: Person, text: str) -> PendingThread:
    place, at = Thread("discord", "1", "2", ""), datetime(2026, 11, 2, tzinfo=UTC)
    return PendingThread(id=ID, place=place, command_id="3", person=person, text=text, accepted_at=at)


def test_answer_that_calls_its_person_notifies_them_and_nobody_else() -> None:
    reply = make_reply(Answer(blocks=(Paragraph("<@2> @everyone"),), calls_person=True))
    (message,) = render.answer(replace(reply, person=Person("1", "Ann")))
    assert message_body(message)["allowed_mentions"] == {"parse": [], "users": ["1"]}
    assert re.findall(r"<@\d+>", message.content) == ["<@1>"]
    (message,) = render.answer(replace(reply, person=Person("ann", "<@3>")))
    assert message_body(message)["allowed_mentions"] == {"parse": []}
    assert not re.findall(r"<@\d+>", message.content)
