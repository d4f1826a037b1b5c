"""Show the debate: page by page, by speaker, the same whenever it is pressed."""

from datetime import timedelta
from uuid import uuid4

from bot.domain.conversation.blocks import plain_text
from bot.domain.conversation.buttons import DebateRef, parse_button
from bot.domain.conversation.replies import Reply
from bot.engines.committee.engine import CommitteeEngine
from bot.engines.rules.engine import RulesEngine
from tests.fakes.clock import FixedClock, new_ids
from tests.fakes.core import Talk, button, sentence, text_of


def committee() -> Talk:
    clock = FixedClock()
    return Talk(engines=(RulesEngine(), CommitteeEngine(client=None, clock=clock, new_id=new_ids(clock))))


def shown(reply: Reply) -> str:
    return plain_text(reply.answer.blocks)


async def pages(talk: Talk, first: Reply) -> list[str]:
    """Return the text of a page and of all that follow it by its buttons."""
    found, page = [shown(first)], first
    while next_page := [each for each in page.answer.buttons if each.label == sentence("button-page-next")]:
        page = await talk.press("ann", next_page[0])
        found.append(shown(page))
    return found


async def test_pressed_then_all_that_was_said_in_pages_to_who_pressed_only() -> None:
    talk = committee()
    reply = await talk.say("ann", "/analyze GOOG deep")
    first = await talk.press("bob", button(reply, "debate"))
    assert first.answer.is_private
    assert shown(first).startswith("What the members of the engine “committee” said to each other")
    whole = "\n\n".join(await pages(talk, first))
    places = [whole.index(f"{name} → ") for name in ("Market analyst", "Bull", "Research judge")]
    assert places == sorted(places)
    assert sentence("discussion-page", number=2, pages=2) in whole
    talk.check_invariants()


async def test_weeks_and_other_committees_later_then_the_same_text() -> None:
    talk = committee()
    reply = await talk.say("ann", "/analyze AAPL deep")
    before = await pages(talk, await talk.press("ann", button(reply, "debate")))
    await talk.say("bob", "/analyze GOOG deep")
    talk.pass_time(timedelta(days=30))
    assert await pages(talk, await talk.press("ann", button(reply, "debate"))) == before
    assert "AAPL" not in text_of(await talk.say("ann", "/discussion"))
    assert shown(await talk.say("ann", "/discussion AAPL")) == before[0]


async def test_by_speaker_then_only_theirs_and_a_way_back_to_everybody() -> None:
    talk = committee()
    reply = await talk.say("ann", "/analyze AAPL deep")
    first = await talk.press("ann", button(reply, "debate"))
    bull = next(each for each in first.answer.buttons if each.label == "Bull")
    alone = await talk.press("ann", bull)
    assert "Bull → Research judge:" in shown(alone)
    assert "Bear →" not in shown(alone)
    back = next(each for each in alone.answer.buttons if each.label == sentence("button-everybody"))
    assert shown(await talk.press("ann", back)) == shown(first)
    assert shown(await talk.say("ann", "/discussion bull")) == shown(alone)
    assert shown(await talk.say("ann", "show me what the bull said")) == shown(alone)
    assert "多方 → 研究裁判" in shown(await talk.say("ann", "/讨论 多头"))


async def test_typed_page_behind_the_last_then_the_last() -> None:
    talk = committee()
    await talk.say("ann", "/analyze GOOG deep")
    assert sentence("discussion-page", number=2, pages=2) in shown(await talk.say("ann", "/discussion 9"))


async def test_typed_speaker_who_said_nothing_then_said_so_and_unknown_words_are_named() -> None:
    talk = committee()
    await talk.say("ann", "/analyze AAPL deep")
    said_nothing = sentence("discussion-said-nothing", about="Risky voice")
    assert said_nothing in shown(await talk.say("ann", "/discussion risky"))
    assert shown(await talk.say("ann", "/discussion foo")) == sentence("discussion-how", words="foo")


async def test_of_another_thread_or_an_unknown_run_then_refused() -> None:
    talk = committee()
    reply = await talk.say("ann", "/analyze AAPL deep")
    await talk.say("ann", "/analyze GOOG deep", thread="other")
    for run in (button(reply, "debate").id, str(DebateRef(uuid4()))):
        refused = await talk.press("ann", run, thread="other")
        assert shown(refused) == sentence("button-unknown")


async def test_several_orders_then_each_debate_is_named() -> None:
    talk = committee()
    await talk.say("ann", "/settings engine committee")
    reply = await talk.say("ann", "buy 2 AAPL and 3 IBM")
    labels = [each.label for each in reply.answer.buttons if isinstance(parse_button(each.id), DebateRef)]
    assert labels == ["Show the debate · AAPL", "Show the debate · IBM"]


async def test_other_engines_then_no_button() -> None:
    reply = await committee().say("ann", "should I buy google? at most $3,000")
    assert not [each for each in reply.answer.buttons if each.id.startswith("debate:")]
