"""PDF files are read in a process of their own, within bounds."""

import pytest

from adapters.documents.reader import FileReader, PdfReaderProcess
from bot.errors import UnusableFileError
from tests.pdf_files import a_pdf, encrypted


async def reason_of(content: bytes, reader: PdfReaderProcess | None = None) -> object:
    with pytest.raises(UnusableFileError) as raised:
        await (reader or PdfReaderProcess()).read(content)
    return raised.value.facts["reason"]


async def test_pages_are_read_with_their_numbers() -> None:
    text = await FileReader().read("mandate.pdf", a_pdf("We borrow no money at all.", "No share exceeds 15 %."))
    assert text.pages == 2
    assert [(each.page, each.text) for each in text.parts] == [
        ("1", "We borrow no money at all."),
        ("2", "No share exceeds 15 %."),
    ]


async def test_a_pdf_that_is_called_text_is_read_as_what_it_is() -> None:
    assert (await FileReader().read("mandate.txt", a_pdf("We borrow no money at all."))).pages == 1


async def test_what_cannot_be_read_is_named_as_such() -> None:
    assert await reason_of(encrypted(a_pdf("secret rules of the team"), "x")) == "encrypted"
    assert await reason_of(a_pdf("", "")) == "scanned"
    assert await reason_of(b"%PDF-1.4\nnothing follows") == "garbled"
    unknown_filter = a_pdf("a page with words on it").replace(b"<< /Length", b"<< /Filter /NoSuch /Length")
    assert await reason_of(unknown_filter) == "garbled"
    assert await reason_of(a_pdf("a page with words on it", "b", "c"), PdfReaderProcess(max_pages=2)) == "too_long"
    assert await reason_of(a_pdf("a page with words on it"), PdfReaderProcess(seconds=0.001)) == "too_slow"


async def test_protected_against_changes_only_is_read() -> None:
    assert (await PdfReaderProcess().read(encrypted(a_pdf("We borrow no money at all."), ""))).pages == 1
