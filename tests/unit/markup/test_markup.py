"""What both platforms share: reading Markdown, cutting text, tables in letters of one width."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import width

from adapters.markup.flow import CodeBlock, TextLine, parse_markdown
from adapters.markup.pieces import progress_line
from adapters.markup.split import Piece, cut_position, merge_pieces, pack_pieces, split_runs
from adapters.markup.tables import MAX_WIDTH, render_table, table_lines
from adapters.markup.text import (
    ZERO_WIDTH_SPACE,
    TextRun,
    TextStyle,
    clean_text,
    cut_utf16,
    plain_runs,
    plain_text_of,
    slice_runs,
    truncate_line,
    utf16_length,
)
from bot.domain.conversation.blocks import Table
from tests.fakes.reply_strategies import TEXTS

BOLD, ITALIC, STRIKE, CODE = (
    frozenset({mark}) for mark in (TextStyle.BOLD, TextStyle.ITALIC, TextStyle.STRIKE, TextStyle.CODE)
)


def told(markdown: str) -> list[str]:
    """Every line that is read, its mark before it."""
    items = parse_markdown(markdown)
    return [f"{i.mark} {plain_text_of(i.runs)}".strip() if isinstance(i, TextLine) else type(i).__name__ for i in items]


def runs(markdown: str) -> tuple[TextRun, ...]:
    (line,) = parse_markdown(markdown)
    assert isinstance(line, TextLine)
    return line.runs


class TestRead:
    def test_marks(self) -> None:
        assert runs("a **b** *c* ~~d~~ `e`") == (
            TextRun("a "), TextRun("b", BOLD), TextRun(" "), TextRun("c", ITALIC), TextRun(" "),
            TextRun("d", STRIKE), TextRun(" "), TextRun("e", CODE),
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("markdown", "text"),
        [
            ("[the filing](https://x.example/a)", "the filing (https://x.example/a)"),
            ("[https://x.example](https://x.example)", "https://x.example"),
            ("<https://x.example>", "https://x.example"),
            ("<a@x.example>", "a@x.example"),
            ("[](https://x.example)", "https://x.example"),
            ("[x](javascript:alert(1))", "[x](javascript:alert(1))"),
            ("![a chart](https://x.example/i.png)", "a chart"),
            ("<b>raw</b> <!-- c -->", "<b>raw</b> <!-- c -->"),
            ("<@U123> &lt;", "<@U123> <"),
        ],
    )
    def test_links_images_and_html_are_text(self, markdown: str, text: str) -> None:
        assert plain_text_of(runs(markdown)) == text

    def test_lists(self) -> None:
        items = [item for item in parse_markdown("3. one\n   - two\n4. three") if isinstance(item, TextLine)]
        assert [(i.mark, i.depth, plain_text_of(i.runs)) for i in items] == [
            ("3.", 1, "one"),
            ("•", 2, "two"),
            ("4.", 1, "three"),
        ]

    def test_list_item_that_begins_with_code_keeps_its_mark(self) -> None:
        assert told("- ```\n  x\n  ```") == ["•", "CodeBlock"]

    def test_quote_code_table_and_rule(self) -> None:
        quote, code, table, rule = parse_markdown(
            "> said\n\n```py\na = 1\n```\n\n| A | B |\n|---|---|\n| 1 | **2** |\n\n---"
        )
        assert isinstance(quote, TextLine)
        assert quote.is_quoted
        assert code == CodeBlock("a = 1")
        assert table == Table(("A", "B"), (("1", "2"),))
        assert isinstance(rule, TextLine)

    @given(TEXTS)
    def test_any_text_can_be_read(self, text: str) -> None:
        assert isinstance(parse_markdown(text), tuple)

    @pytest.mark.parametrize("text", ["> " * 500 + "x", "- " * 50 + "x", "*" * 2_000 + "[" * 2_000 + "x"])
    def test_deeply_nested_text_is_not_lost(self, text: str) -> None:
        assert "".join(told(text)).endswith("x")

    def test_what_looks_like_a_reference_is_text(self) -> None:
        assert told("[1]: https://x.example\n") == ["[1]: https://x.example"]


class TestClean:
    @given(TEXTS)
    def test_nothing_is_left_that_hides_or_controls(self, text: str) -> None:
        cleaned = clean_text(text)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\ud800-\udfff]", cleaned)
        assert clean_text(cleaned) == cleaned

    def test_ordinary_text_stays(self) -> None:
        text = "Größe 苹果 👩‍💻 −3 %\nnext العربية"
        assert clean_text(text) == text

    @given(TEXTS, st.integers(1, 80))
    def test_clipped_is_short_and_on_one_line(self, text: str, limit: int) -> None:
        short = truncate_line(text, limit)
        assert utf16_length(short) <= limit
        assert "\n" not in short

    @pytest.mark.parametrize(("text", "length"), [("", 0), ("价", 1), ("👩", 2), ("e\u0301", 2), ("a\ud800", 2)])
    def test_length_counts_utf16_units(self, text: str, length: int) -> None:
        assert utf16_length(text) == length

    def test_a_cut_counts_utf16_units_and_leaves_no_half_character(self) -> None:
        assert [cut_utf16("a👩b", limit) for limit in range(5)] == ["", "a", "a", "a👩", "a👩b"]


class TestSplit:
    @given(TEXTS, st.integers(20, 60))
    def test_nothing_is_lost_and_no_part_is_too_long(self, text: str, limit: int) -> None:
        parts = [plain_text_of(part) for part in split_runs(plain_runs(text * 5), limit=limit, render=plain_text_of)]
        assert all(0 < utf16_length(part) <= limit for part in parts)
        assert "".join("".join(parts).split()) == "".join(clean_text(text * 5).split())

    @pytest.mark.parametrize(
        ("text", "head"),
        [
            ("First line here\nand the second one", "First line here"),
            ("One sentence. Another one. And a third", "One sentence. Another one."),
            (
                "没有空格的中文。第二句话说完了。第三句话也说完了。第四句话还没有说完所以",
                "没有空格的中文。第二句话说完了。第三句话也说完了。",
            ),
            ("price of 755.69 and of 1,234.56 then", "price of 755.69 and of "),
            ("x" * 40, "x" * 28),
        ],
    )
    def test_cut_at_the_best_border(self, text: str, head: str) -> None:
        assert text[: cut_position(text, 28)] == head

    def test_never_within_what_is_seen_as_one_character(self) -> None:
        text = "👩‍💻" * 20 + "e\u0301" * 20 + "🇩🇪" * 20
        for at in range(3, len(text)):
            cut = cut_position(text, at)
            assert text[cut : cut + 1] not in {"\u200d", "\u0301"}
            assert text[cut - 1] != "\u200d"
            assert (text[:cut].count("🇩") - text[:cut].count("🇪")) == 0

    @pytest.mark.parametrize(
        "character", ["1\ufe0f\u20e3", "\u1100\u1161", "\u0915\u094d\u0937", "\u0e01\u0e47", "👍🏽"]
    )
    def test_never_within_a_character_of_several_code_points(self, character: str) -> None:
        text = character * 20
        assert all(cut_position(text, at) % len(character) == 0 for at in range(len(character), len(text)))

    def test_marks_survive_a_cut(self) -> None:
        assert slice_runs((TextRun("abc", BOLD), TextRun("def", ITALIC)), 2, 4) == (
            TextRun("c", BOLD),
            TextRun("d", ITALIC),
        )

    def test_packed_joins_what_fits(self) -> None:
        assert pack_pieces([Piece("aa"), Piece("bb", is_apart=True), Piece("cc")], limit=6) == ["aa\n\nbb", "cc"]

    def test_what_belongs_together_is_not_parted_by_the_end_of_a_message(self) -> None:
        pieces = [
            Piece("a" * 20, is_apart=True),
            Piece("• b"),
            Piece("• c"),
            Piece("d" * 9, is_apart=True),
            Piece("• e"),
        ]
        kept = [piece.text for piece in merge_pieces(pieces, limit=30)]
        assert kept == [f"{'a' * 20}\n• b\n• c", f"{'d' * 9}\n• e"]
        assert [piece.text for piece in merge_pieces(pieces, limit=5)] == [piece.text for piece in pieces]

    def test_long_text_is_cut_in_time(self) -> None:
        assert len(split_runs(plain_runs("word and word. " * 50_000), limit=3_000, render=plain_text_of)) >= 250


class TestTables:
    WIDE = Table(("Name", "A", "B"), (("x" * 30, "y" * 30, "z"), ("n", "", "1")))

    def test_wide_characters_count_twice_and_figures_read_right(self) -> None:
        (text,) = (
            render_table(Table(("名称", "Price"), (("苹果", "5.1"), ("GOOG", "755.69"))), limit=1_000, fence=str) or []
        )
        assert text.splitlines() == ["名称   Price", "────  ──────", "苹果     5.1", "GOOG  755.69"]

    def test_long_column_names_break_rather_than_widen(self) -> None:
        name = "Gain or loss before commission"
        (text,) = render_table(Table((name, *["Average cost of it"] * 4), (("1",) * 5,)), limit=1_000, fence=str) or []
        assert max(width(line) for line in text.splitlines()) <= MAX_WIDTH
        assert "commission" in text

    def test_rows_that_do_not_fit_go_on_below_the_same_header(self) -> None:
        table = Table(("N", "Value"), tuple((str(n), f"{n}.5") for n in range(100)))
        texts = render_table(table, limit=300, fence=lambda text: f"```\n{text}\n```") or []
        assert all(text.startswith("```\nN   Value\n") and utf16_length(text) <= 300 for text in texts)
        assert sum(text.count(".5") for text in texts) == 100

    def test_too_wide_then_labelled_lines(self) -> None:
        assert render_table(self.WIDE, limit=1_000, fence=str) is None
        assert [plain_text_of(line.runs) for line in table_lines(self.WIDE)] == [
            "x" * 30,
            f"A: {'y' * 30}",
            "B: z",
            "n",
            "B: 1",
        ]

    def test_pairs_that_are_too_wide_stand_on_a_line_each(self) -> None:
        table = Table(("Figure", "Value"), (("x" * 40, "y" * 40), ("RSI", "66.0")))
        assert [plain_text_of(line.runs) for line in table_lines(table)] == [f"{'x' * 40}: {'y' * 40}", "RSI: 66.0"]

    def test_rows_of_uneven_length_are_drawn(self) -> None:
        assert render_table(Table(("A",), (("1", "2"), ())), limit=1_000, fence=str)
        assert list(table_lines(Table((), ())))


class TestProgressLine:
    def test_last_step_is_under_way(self) -> None:
        assert progress_line(["prices", "news"]) == "prices ✓ · news …"
        assert progress_line([]) == "…"

    def test_of_many_steps_the_latest_are_shown(self) -> None:
        line = progress_line([f"step number {n}" for n in range(500)])
        assert line.endswith("step number 499 …")
        assert line.startswith("… step number")
        assert len(line) <= 1_010


def test_zero_width_space_of_others_is_dropped() -> None:
    assert clean_text(f"a{ZERO_WIDTH_SPACE}b") == "ab"


class TestHeadings:
    @pytest.mark.parametrize(
        ("markdown", "lines"),
        [
            ("text\n\n## Below", ["text"]),
            ("text\n\n# One\n\n## Two", ["text"]),
            ("# Only", ["Only"]),
            ("# One\n\ntext", ["One", "text"]),
            ("text\n\n**Buy nothing.**", ["text", "Buy nothing."]),  # a last sentence in bold stays
        ],
    )
    def test_headings_with_nothing_below_are_left_out(self, markdown: str, lines: list[str]) -> None:
        assert told(markdown) == lines

    @pytest.mark.parametrize(
        ("markdown", "is_heading"),
        [("**Risks**", True), ("**Risks**\nof it", False), ("**Risks** of it", False), ("# Risks", True)],
    )
    def test_bold_line_is_one(self, markdown: str, *, is_heading: bool) -> None:
        line = parse_markdown(markdown)[0]
        assert isinstance(line, TextLine)
        assert line.is_heading is is_heading
