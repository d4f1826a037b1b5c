"""What is corrected in core memory right behind what was stored or shown, and what "forget that" takes back."""

import pytest

from tests.fakes.core import Talk, sentence, text_of


async def kept(talk: Talk) -> str:
    return text_of(await talk.say("ann", "/memory"))


async def test_last_change_is_anothers_then_undo_names_both(talk: Talk) -> None:
    await talk.say("lars", "remember we avoid shipping")
    await talk.say("elin", "remember our cash floor is 20 %")
    answer = text_of(await talk.say("lars", "/memory undo"))
    assert "“we avoid shipping” (Lars, 2026-11-02)" in answer
    assert sentence("memory-undo-before-others", by="Elin") in answer


async def test_near_yes_to_anothers_card_says_who_may_confirm(talk: Talk) -> None:
    await talk.say("mira", "buy 3 AAPL")
    assert text_of(await talk.say("tom", "ok")).startswith(sentence("not-understood-not-yours", symbol="AAPL"))


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
