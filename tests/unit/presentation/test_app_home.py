"""The Home: the account, what waits and for whom, what became of the last decisions."""

import re
from datetime import timedelta

import pytest

from bot.domain.conversation.replies import Answer
from bot.domain.conversation.threads import Thread
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import DecisionStatus
from bot.errors import MarketSourceError
from tests.fakes.core import Talk, button, sentence, text_of

TENANT = Thread("console", "home", "terminal", "main").tenant_id


async def home(talk: Talk, name: str = "ann", language: Language = Language.ENGLISH) -> Answer:
    return await talk.core.app_home(TENANT, f"U-{name}", Locale(language))


def kinds(answer: Answer) -> list[str]:
    return [each.id.partition(":")[0] for each in answer.buttons]


def text(answer: Answer) -> str:
    return answer.whole_text


@pytest.mark.parametrize("language", Language)
async def test_when_nothing_has_happened_then_says_so_and_how_to_begin(talk: Talk, language: Language) -> None:
    await talk.say("ann", "hello")
    shown = await home(talk, language=language)
    for message in ("portfolio-empty", "pending-nothing", "home-no-outcomes", "home-begin"):
        assert sentence(message, language) in text(shown)
    assert "100,000.00" in text(shown)
    assert not shown.buttons


async def test_when_nobody_has_ever_spoken_then_it_is_shown_all_the_same(talk: Talk) -> None:
    other = await talk.core.app_home(
        Thread("console", "another", "terminal", "main").tenant_id, "U-ann", Locale(Language.ENGLISH)
    )
    await talk.say("ann", "hello")  # the fixture looks for the account of this workspace
    assert sentence("portfolio-empty") in text(other)


async def test_dividends_that_have_become_due_are_in_the_cash_shown(talk: Talk) -> None:
    await talk.press("ann", button(await talk.say("ann", "buy 10 shares of AAPL"), "confirm"))
    await talk.say("ann", "/advance 10")
    assert "$95,471.60 in cash" in text(await home(talk))


async def test_pending_decisions_are_listed_for_all_and_have_buttons_for_who_asked(talk: Talk) -> None:
    await talk.proposed("ann")
    await talk.proposed("bob", text="buy 5 shares of IBM", thread="other")

    of_ann, of_bob, of_cy = [await home(talk, name) for name in ("ann", "bob", "cy")]

    assert re.search(r"• buy 5 IBM · .* · Bob · .*\n• buy 3 GOOG · .* · Ann · ", text(of_bob))  # the own first
    for shown in (of_ann, of_cy):
        assert re.search(r"buy 3 GOOG · .* · Ann · .*\n• buy 5 IBM · .* · Bob · ", text(shown))
    for shown in (of_ann, of_bob, of_cy):
        assert len(shown.decisions) == 2
    assert {b.label.partition(" · ")[2] for b in of_ann.buttons} == {"buy 3 GOOG"}
    assert {b.label.partition(" · ")[2] for b in of_bob.buttons} == {"buy 5 IBM"}
    assert kinds(of_ann) == ["confirm", "cancel", "why", "adjust"]
    assert not of_cy.buttons


async def test_a_button_of_the_home_works(talk: Talk) -> None:
    await talk.proposed()
    (confirm, *_) = (await home(talk)).buttons
    assert "bought 3 GOOG" in text_of(await talk.press("ann", confirm))
    assert not (await home(talk)).buttons


async def test_outcomes_tell_what_became_of_the_last_five(talk: Talk) -> None:
    for _ in range(3):
        await talk.press("ann", button(await talk.proposed(text="buy 2 shares of MSFT"), "confirm"))
    await talk.press("bob", button(await talk.proposed("bob", text="buy 5 shares of IBM"), "cancel"))
    await talk.proposed("cy", text="buy 1 share of AAPL")
    talk.pass_time(timedelta(hours=1))
    await talk.recovery.expire_decisions()
    await talk.press("ann", button(await talk.proposed(), "confirm"))
    await talk.proposed(text="buy 7 shares of MSFT")

    lines = text(await home(talk)).partition(sentence("home-outcomes"))[2].split("\n\n")[0].strip().splitlines()

    assert len(lines) == 5
    assert re.fullmatch(r"• buy 3 GOOG: Confirmed by Ann · .* · filled: 3 at \$755\.69", lines[0])
    assert re.fullmatch(r"• buy 1 AAPL: Expired · 2026-11-02 17:30 UTC · nothing was traded", lines[1])
    assert re.fullmatch(r"• buy 5 IBM: Cancelled by Bob · .*", lines[2])
    assert all("buy 2 MSFT: Confirmed by Ann" in line for line in lines[3:])


async def test_an_outcome_is_that_of_the_newest_version(talk: Talk) -> None:
    proposed = await talk.proposed()
    await talk.press("ann", f"{button(proposed, 'adjust').id}:800:")
    await talk.press("ann", button(talk.reply(list(talk.memory.state.turns.values())[-1]), "confirm"))
    shown = text(await home(talk))
    assert [d.status for d in talk.decisions()] == [DecisionStatus.SUPERSEDED, DecisionStatus.FILLED]
    assert "buy 1 GOOG: Confirmed by Ann" in shown
    assert "buy 3 GOOG" not in shown


async def test_when_the_market_is_away_then_the_rest_is_shown(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    await talk.proposed()

    async def away() -> None:
        raise MarketSourceError

    monkeypatch.setattr(talk.market, "now", away)
    shown = await home(talk)

    assert sentence("error-market-source") in text(shown)
    assert kinds(shown) == ["confirm", "cancel", "why", "adjust"]


async def test_when_one_share_has_no_price_then_the_others_are_shown(talk: Talk) -> None:
    await talk.press("ann", button(await talk.proposed(), "confirm"))
    talk.market.without_price = {"GOOG"}
    assert "counted at the last good one: GOOG $755.69 (2013-01-31)" in text(await home(talk))
