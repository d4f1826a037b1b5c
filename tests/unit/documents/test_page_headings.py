"""Headings in the text of laid-out pages."""

from adapters.documents.reader import headed_pages

PAGES = (
    "Mandate\nAdopted in 2026.\n1. Size\nNo share exceeds\n12 % of net asset value.\n2 Cash\n2.1 Bills\nBills are held",
    "for a year.\n第三章 止损\n第七条 下跌百分之十二时，必须减仓。",
)


def test_text_stands_under_its_numbered_headings_also_on_the_next_page() -> None:
    parts = [(each.page, each.heading, each.text) for each in headed_pages(PAGES) if each.text]
    assert parts == [
        ("1", "", "Mandate\nAdopted in 2026."),
        ("1", "1. Size", "No share exceeds\n12 % of net asset value."),
        ("1", "2.1 Bills", "Bills are held"),
        ("2", "2.1 Bills", "for a year."),
        ("2", "第三章 止损", "第七条 下跌百分之十二时，必须减仓。"),
    ]


def test_lines_of_a_sentence_a_list_or_a_table_are_no_headings() -> None:
    page = "At most\n35 Positions are held\n1. We buy shares.\nName Weight\n1 Apple 10\n第四条 禁止，\n不得"
    assert [each.heading for each in headed_pages([page])] == [""]
