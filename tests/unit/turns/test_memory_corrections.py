"""What is corrected in core memory right behind what was stored or shown, and what "forget that" takes back."""

import pytest

from tests.fakes.core import Talk, sentence, text_of


async def kept(talk: Talk) -> str:
    return text_of(await talk.say("ann", "/memory"))


@pytest.mark.parametrize(
    ("stored", "correction", "now"),
    [
        (
            "remember our benchmark is the Russell 1000",
            "scratch that, the benchmark is the S&P 500 now",
            "the benchmark is the S&P 500 now",
        ),
        ("remember our broker is Kestrel", "update memory 1: our broker is Falcon", "our broker is Falcon"),
        ("remember our max position is 5% of the book", "actually it's 8%", "our max position is 8% of the book"),
        ("记住我们单只上限5%", "不对，是8%", "我们单只上限8%"),
        ("remember our broker is Kestrel", "actually it's Osprey", "our broker is Osprey"),
        ("记住我们的券商是鹰", "不对，是隼", "我们的券商是隼"),
        (
            "remember I cover banks",
            "I no longer cover banks, I cover energy now",
            "I no longer cover banks, I cover energy now",
        ),
        ("记住我们的基准是标普500", "记住：基准换成纳斯达克100", "基准换成纳斯达克100"),
    ],
)
async def test_correction_takes_the_place_of_what_was_stored(
    talk: Talk, stored: str, correction: str, now: str
) -> None:
    before = stored.removeprefix("remember ").removeprefix("记住")
    await talk.say("ann", stored)
    answer = text_of(await talk.say("ann", correction))
    assert now in answer
    assert before in answer  # what it replaces is named
    assert now in await kept(talk)
    assert before not in await kept(talk)


async def test_correction_is_taken_back_then_the_fact_before_holds_again(talk: Talk) -> None:
    await talk.say("ann", "记住我喜欢分红股")
    await talk.say("ann", "改一下：我现在更喜欢成长股，不要分红了")
    await talk.say("ann", "撤销")
    assert "“我喜欢分红股”" in await kept(talk)
    assert "成长股" not in await kept(talk)


async def test_statement_behind_something_else_changes_no_memory(talk: Talk) -> None:
    await talk.say("ann", "remember our broker is Kestrel")
    await talk.say("ann", "AAPL")
    answer = text_of(await talk.say("ann", "our broker is now Falcon"))
    assert answer.startswith(sentence("small-talk-remark"))
    assert "Kestrel" in await kept(talk)


@pytest.mark.parametrize("asked", ["forget what I just said", "忘掉我刚才说的"])
async def test_message_before_stored_nothing_then_an_older_memory_stays(talk: Talk, asked: str) -> None:
    await talk.say("ann", "remember our broker is Kestrel")
    await talk.say("ann", "Google's ad business is slowing")
    reply = await talk.say("ann", asked)
    assert text_of(reply).startswith(sentence("memory-nothing-just-said", reply.language))
    assert "Kestrel" in await kept(talk)


async def test_last_change_is_anothers_then_undo_names_both(talk: Talk) -> None:
    await talk.say("lars", "remember we avoid shipping")
    await talk.say("elin", "remember our cash floor is 20 %")
    answer = text_of(await talk.say("lars", "/memory undo"))
    assert "“we avoid shipping” (Lars, 2026-11-02)" in answer
    assert sentence("memory-undo-before-others", by="Elin") in answer


async def test_wish_not_to_be_quoted_is_answered_truly(talk: Talk) -> None:
    assert text_of(await talk.say("ann", "please don't quote me on airlines")).startswith(
        sentence("memory-nothing-about", query="airlines")
    )


@pytest.mark.parametrize("typed", ["yes", "do it"])
async def test_yes_to_the_card_of_an_erasure_then_the_button_is_named(talk: Talk, typed: str) -> None:
    await talk.say("ann", "hello")
    await talk.say("ann", "/forget me")
    assert text_of(await talk.say("ann", typed)).startswith(sentence("erasure-press"))


async def test_near_yes_to_anothers_card_says_who_may_confirm(talk: Talk) -> None:
    await talk.say("mira", "buy 3 AAPL")
    assert text_of(await talk.say("tom", "ok")).startswith(sentence("not-understood-not-yours", symbol="AAPL"))


async def test_statement_while_a_card_waits_then_what_is_pending_is_said(talk: Talk) -> None:
    await talk.say("ann", "buy 3 IBM")
    answer = text_of(await talk.say("ann", "the auditors come in June"))
    assert answer.startswith(sentence("small-talk-remark"))
    assert "Still pending: buy 3 IBM" in answer


@pytest.mark.parametrize(
    ("stored", "question"),
    [
        ("记住我们的托管行是招商银行", "我们的托管行是谁"),
        ("remember our broker is Kestrel", "our broker is who"),
        ("remember our broker is Kestrel", "who's our broker again"),
    ],
)
async def test_question_right_behind_what_was_stored_changes_nothing(talk: Talk, stored: str, question: str) -> None:
    await talk.say("ann", stored)
    before = await kept(talk)
    await talk.say("ann", question)
    assert await kept(talk) == before


@pytest.mark.parametrize("correction", ["correction: our auditor is PwC", "不对，审计师换成普华永道了"])
async def test_correction_that_is_said_to_be_one_counts_later_too(talk: Talk, correction: str) -> None:
    await talk.say("ann", "remember our auditor is Deloitte" if correction.isascii() else "记住我们的审计师是德勤")
    await talk.say("ann", "goog price")
    await talk.say("ann", correction)
    assert correction[-3:] in await kept(talk)
    assert "Deloitte" not in await kept(talk)
    assert "德勤" not in await kept(talk)


@pytest.mark.parametrize(
    ("stored", "request_"),
    [
        ("remember our broker is Kestrel", "forget the broker thing"),
        ("记住我们的托管行是招行", "忘掉托管行那条"),
    ],
)
async def test_forgetting_by_a_topic_while_a_card_waits_is_about_memory(talk: Talk, stored: str, request_: str) -> None:
    await talk.say("ann", stored)
    card = await talk.say("ann", "buy 2 GOOG")
    answer = await talk.say("ann", request_)
    assert card.answer.decisions
    assert stored[-3:] not in await kept(talk)
    assert answer.state is card.state  # the card stays


@pytest.mark.parametrize(
    ("stored", "asked", "said", "now"),
    [
        ("our broker is Kestrel", "", "no, we switched to Osprey", "our broker is Osprey"),
        ("our broker is Kestrel", "who is our broker?", "no, we switched to Osprey", "our broker is Osprey"),
        ("nobody buys banks", "", "that was only until January 25", "nobody buys banks (only until January 25)"),
        ("我们的托管行是花旗", "我们的托管行是谁？", "不对，已经换成汇丰了", "我们的托管行是汇丰"),
    ],
)
async def test_note_that_was_shown_last_is_corrected_by_anybody(
    talk: Talk, stored: str, asked: str, said: str, now: str
) -> None:
    await talk.say("ann", f"remember {stored}")
    if asked:
        await talk.say("ann", asked)
    answer = text_of(await talk.say("bob", said))
    assert now in answer
    assert stored in answer
    assert f"“{now}”" in await kept(talk)
    assert f"“{stored}”" not in await kept(talk)


async def test_one_of_two_notes_may_be_meant_then_a_button_for_each(talk: Talk) -> None:
    for each in ("Dana runs compliance", "Dana sits in London"):
        await talk.say("ann", f"remember that {each}")
    await talk.say("ann", "what do you know about Dana?")
    reply = await talk.say("ann", "no, that's Priya now")
    assert [each.label for each in reply.answer.buttons[:-1]] == [
        sentence("guess-note", text="Dana runs compliance (that's Priya now)"),
        sentence("guess-note", text="Dana sits in London (that's Priya now)"),
    ]
    assert "Priya" not in await kept(talk)
    await talk.press("ann", reply.answer.buttons[1].id)
    assert "“Dana runs compliance”" in await kept(talk)
    assert "“Dana sits in London (that's Priya now)”" in await kept(talk)


async def test_something_else_was_shown_since_then_no_note_is_corrected(talk: Talk) -> None:
    await talk.say("ann", "remember our broker is Kestrel")
    await talk.say("ann", "price of AAPL?")
    await talk.say("ann", "no, we switched to Osprey")
    assert "Kestrel" in await kept(talk)


@pytest.mark.parametrize(
    ("notes", "said", "old", "now"),
    [
        (
            ("our custodian is BNY", "meetings are at 9"),
            "the custodian is wrong, it's Citi",
            0,
            "our custodian is Citi",
        ),
        (("meetings are at 9", "our custodian is BNY"), "the meeting note is wrong, it's 10", 0, "meetings are at 10"),
        (("meetings are at 9", "our custodian is BNY"), "no, it's Citi", 1, "our custodian is Citi"),
        (("我们的托管行是花旗", "例会是9点"), "托管行那条不对，应该是汇丰", 0, "我们的托管行是汇丰"),
    ],
)
async def test_correction_is_of_the_note_that_it_names_and_not_of_the_last(
    talk: Talk, notes: tuple[str, str], said: str, old: int, now: str
) -> None:
    for each in notes:
        await talk.say("ann", f"remember that {each}" if each.isascii() else f"记住{each}")
    await talk.say("bob", said)
    assert f"“{now}”" in await kept(talk)
    assert f"“{notes[old]}”" not in await kept(talk)
    assert f"“{notes[1 - old]}”" in await kept(talk)


@pytest.mark.parametrize(
    ("said", "now"),
    [
        ("leo's limit is 10k, fix the note please", "leo's limit is 10k"),
        ("leo's limit is wrong, it's 10k", "leo's limit is 10k"),
    ],
)
async def test_no_note_holds_what_is_corrected_then_a_new_one_is_offered_and_nothing_changed(
    talk: Talk, said: str, now: str
) -> None:
    for each in ("Leo signs off above $5k", "we skip all IPOs"):
        await talk.say("ann", f"remember that {each}")
    before = await kept(talk)
    await talk.say("ann", "remember that we avoid shipping")
    reply = await talk.say("ann", said)
    assert [each.label for each in reply.answer.buttons[:-1]] == [
        sentence("guess", what="remember"),
        sentence("guess-note-instead", text="Leo signs off above $5k"),
    ]
    await talk.press("ann", reply.answer.buttons[1].id)
    assert f"“{now}”" in await kept(talk)
    assert "“we skip all IPOs”" in await kept(talk)
    assert "“we avoid shipping”" in await kept(talk)
    assert "“Leo signs off above $5k”" in before
    assert "“Leo signs off above $5k”" not in await kept(talk)


async def test_correction_of_what_was_never_noted_is_kept_as_a_sentence_of_its_own(talk: Talk) -> None:
    await talk.say("ann", "remember that our custodian is BNY")
    reply = await talk.say("ann", "the auditor note is wrong, it's KPMG")
    await talk.press("ann", reply.answer.buttons[0].id)
    assert "“the auditor is KPMG”" in await kept(talk)
    assert "“our custodian is BNY”" in await kept(talk)


async def test_value_does_not_fit_the_note_then_nothing_is_changed_unasked(talk: Talk) -> None:
    await talk.say("ann", "remember that our custodian is BNY")
    reply = await talk.say("ann", "the custodian is wrong, it's 10")
    assert reply.answer.buttons[0].label == sentence("guess-note", text="our custodian is BNY (it's 10)")
    assert "“our custodian is BNY”" in await kept(talk)


async def test_another_has_changed_the_note_since_then_undo_takes_nothing_back(talk: Talk) -> None:
    await talk.say("lars", "remember our broker is Kestrel")
    await talk.say("lars", "remember we avoid shipping")
    await talk.say("elin", "no, we avoid shipping and rail")
    before = await kept(talk)
    assert text_of(await talk.say("lars", "/memory undo")) == sentence("error-note-changed-since", by="Elin")
    assert await kept(talk) == before
    await talk.say("elin", "/memory undo")
    assert "“we avoid shipping” (Lars" in text_of(await talk.say("lars", "/memory undo"))
