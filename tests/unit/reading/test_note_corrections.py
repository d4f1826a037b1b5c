"""What a note says once it is corrected, and what corrects none."""

import pytest

from bot.reading.recall.note_corrections import NoteCorrection, words_naming


@pytest.mark.parametrize(
    ("note", "said", "corrected", "is_clear"),
    [
        ("our broker is Falcon", "no, we switched to Stifel", "our broker is Stifel", True),
        ("our broker is Falcon", "we switched to Stifel", "our broker is Stifel", False),
        ("our broker is Falcon", "not any more, it's Cowen now", "our broker is Cowen", True),
        ("we trim tech at 10% of the book", "it's 15% now, not 10", "we trim tech at 15% of the book", True),
        ("we keep 10% cash and 5% gold", "it's 7 now, not 5", "we keep 10% cash and 7% gold", True),
        ("we keep 10% cash and 5% gold", "it's 7% now", "we keep 10% cash and 5% gold (it's 7% now)", False),
        ("nobody buys banks", "that was only until January 25", "nobody buys banks (only until January 25)", True),
        ("no banks (only until May)", "that's only until June", "no banks (only until June)", True),
        ("we meet on Mondays at 10", "wrong, it's Tuesdays", "we meet on Mondays at 10 (it's Tuesdays)", False),
        ("the call is at 10 on Mondays", "no, it's Tuesdays", "the call is at 10 on Mondays (it's Tuesdays)", False),
        ("我们的托管行是花旗", "不对，已经换成汇丰了", "我们的托管行是汇丰", True),
        ("我们的托管行是花旗", "现在是渣打了", "我们的托管行是渣打", False),
        ("单只股票最多占一成", "现在是15%，不是10%", "单只股票最多占15%", True),
        ("不碰银行股", "那只到一月底为止", "不碰银行股（只到一月底为止）", True),
        ("our custodian is BNY", "no, it's 10", "our custodian is BNY (it's 10)", False),
        ("meetings are at 9", "no, it's 10%", "meetings are at 9 (it's 10%)", False),
        ("Leo signs up to $5k", "no, it's 10k", "Leo signs up to $10k", True),
        ("meetings are at 9am", "no, it's 10am", "meetings are at 10am", True),
        ("our broker is Falcon", "that's wrong, it's Cowen", "our broker is Cowen", True),
    ],
)
def test_correction_names_what_takes_the_place(note: str, said: str, corrected: str, *, is_clear: bool) -> None:
    correction = NoteCorrection.of(said)
    assert correction.may_correct
    assert correction.applied_to(note) == (corrected, is_clear)


@pytest.mark.parametrize("said", ["no, thanks", "that's great", "好的", "不用了"])
def test_other_words_correct_nothing(said: str) -> None:
    assert not NoteCorrection.of(said).may_correct


@pytest.mark.parametrize(
    ("naming", "new", "words", "note", "corrected"),
    [
        ("the custodian", "it's Citi", "custodian", "our custodian is BNY", "our custodian is Citi"),
        ("the meeting note", "it's 10", "meet", "meetings are at 9", "meetings are at 10"),
        ("the cash rule", "25", "cash", "we keep 10% cash", "we keep 25% cash"),
        ("the airline rule", "no travel stocks", "airlin", "nobody buys airlines", "no travel stocks"),
        ("托管行那条", "应该是汇丰", "托管行", "我们的托管行是花旗", "我们的托管行是汇丰"),
    ],
)
def test_new_text_takes_the_place_of_what_the_named_note_says(
    naming: str, new: str, words: str, note: str, corrected: str
) -> None:
    assert words_naming(naming) == ({words} if words.isascii() else set(words))
    assert NoteCorrection.of_new_text(new).applied_to(note) == (corrected, True)


@pytest.mark.parametrize("naming", ["规矩", "那条笔记"])
def test_words_that_only_point_name_no_note(naming: str) -> None:
    assert not words_naming(naming)
