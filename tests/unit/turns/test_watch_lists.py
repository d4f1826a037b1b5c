"""/watch and /unwatch, behind a slash and in words: what changes on which list, and what is said of the rest."""

from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from bot.domain.conversation.threads import Person, Thread
from bot.domain.market.price_history import ActionKind, CorporateAction
from bot.domain.text.locale import Language, Locale
from bot.domain.watching.watch_lists import (
    MOST_WATCHED,
    WatchedShare,
    WatchListKey,
    WatchListKind,
    key_of_list,
    sort_additions,
)
from bot.errors import MarketSourceError
from bot.presentation.watching.watch_lists import WatchListPresenter
from bot.trading.watched_prices import WatchedPrice
from tests.fakes.core import SAY, Talk


def a_share(key: WatchListKey, symbol: str) -> WatchedShare:
    at = datetime(2013, 1, 31, 21, tzinfo=UTC)
    return WatchedShare(
        key=key, symbol=symbol, added_by=Person("U1", "Ann"), added_at=at, market="sample", market_time=at
    )


def listed(talk: Talk, owner: str = "terminal") -> list[str]:
    shares = [each for (_, key, _), each in talk.memory.state.watched.items() if key.owner == owner]
    return [each.symbol for each in sorted(shares, key=lambda each: each.added_at)]


async def said(talk: Talk, text: str) -> str:
    return (await talk.say("ann", text)).answer.brief


class TestAdding:
    async def test_a_split_since_a_share_was_added_is_taken_out_of_its_change(self) -> None:
        talk = Talk()
        talk.market.actions = (CorporateAction("AAPL", date(2013, 2, 4), ActionKind.SPLIT, Decimal(2)),)
        await said(talk, "/watch AAPL")
        await said(talk, "/advance 5")
        assert "• AAPL $468.22, +2.4 % that day, +105.6 % since 2013-01-31" in await said(talk, "/watch")

    async def test_a_share_without_a_price_keeps_its_line(self) -> None:
        talk = Talk()
        await said(talk, "/watch AAPL")
        talk.market.error = MarketSourceError(symbol="AAPL", source="sample", cause="away")
        assert "• AAPL: no price now" in await said(talk, "/watch")

    async def test_a_full_list_takes_no_more_and_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sort_additions, "__kwdefaults__", {"most": 2})
        talk = Talk()
        answer = await said(talk, "/watch AAPL IBM MSFT")
        assert listed(talk) == ["AAPL", "IBM"]
        assert f"No more than {MOST_WATCHED} shares fit on this channel’s watch list; not added: MSFT" in answer

    async def test_a_share_that_is_talked_of_is_added_by_a_pronoun(self) -> None:
        talk = Talk()
        await said(talk, "analyze IBM")
        await said(talk, "add it to my watchlist")
        assert listed(talk) == []
        assert listed(talk, "U-ann") == ["IBM"]

    async def test_what_fails_to_be_answered_is_not_added(self) -> None:
        talk = Talk()
        await talk.hand_in("ann", "/watch AAPL")
        assert listed(talk) == []
        await talk.answer_next()
        assert listed(talk) == ["AAPL"]


class TestContinuing:
    @pytest.mark.parametrize(
        "text",
        ["take IBM off", "drop IBM", "drop IBM from the list", "remove the IBM one", "去掉IBM"],
    )
    async def test_a_share_is_taken_off_behind_a_list_then_it_is_that_list(self, talk: Talk, text: str) -> None:
        await said(talk, "/watch me IBM GOOG")
        await said(talk, text)
        assert listed(talk, "U-ann") == ["GOOG"]

    @pytest.mark.parametrize(
        "text", ["put google on as well", "throw goog on there", "stick google in there", "把谷歌放上"]
    )
    async def test_a_share_is_put_on_where_no_list_was_shown_then_asked(self, talk: Talk, text: str) -> None:
        assert "GOOG" in await said(talk, text)
        assert (listed(talk), talk.decisions()) == ([], [])


class TestLists:
    def test_a_channel_has_a_list_and_everybody_one_of_their_own(self) -> None:
        channel = Thread("slack", "T1", "C1", "1.2")
        ours = WatchListKey(WatchListKind.CHANNEL, "C1")
        anns = WatchListKey(WatchListKind.PERSON, "U1")
        assert key_of_list(channel, person_id="U1", is_own=False) == ours
        assert key_of_list(channel, person_id="U1", is_own=True) == anns
        assert key_of_list(Thread("slack", "T1", "D1", ""), person_id="U1", is_own=False) == anns
        assert key_of_list(Thread("discord", "dm-U1", "7", ""), person_id="U1", is_own=False) == anns
        assert key_of_list(Thread("console", "U1", "main", "x"), person_id="U1", is_own=False) == anns

    async def test_a_persons_list_is_not_the_channels(self) -> None:
        talk = Talk()
        assert "your watch list" in await said(talk, "/watch me AAPL")
        assert "this channel’s watch list" in await said(talk, "/watch IBM")
        assert listed(talk) == ["IBM"]
        assert listed(talk, "U-ann") == ["AAPL"]
        assert "AAPL" in await said(talk, "what's on my watchlist?")
        assert "AAPL" not in await said(talk, "what's on our watchlist?")
        assert "Nothing is on your watch list" in (await talk.say("bob", "/watch me")).answer.brief


class TestPresenter:
    def test_a_long_list_is_shown_in_part_and_whole_as_details(self) -> None:
        key = WatchListKey(WatchListKind.CHANNEL, "C1")
        prices = [WatchedPrice(share=a_share(key, f"S{number}")) for number in range(12)]
        answer = WatchListPresenter(SAY).listed(Locale(Language.ENGLISH), key, prices)
        assert answer.brief.splitlines()[-1] == "• and 4 more: say “details”"
        assert "S11: no price now" in answer.whole_text


class TestGoingOn:
    async def test_removal_when_only_the_other_list_has_the_share_then_it_is_taken_off_there(self) -> None:
        talk = Talk()
        await said(talk, "/watch IBM")
        await said(talk, "/watch me MSFT")

        await said(talk, "/unwatch MSFT")

        assert not [key for _, key, symbol in talk.memory.state.watched if symbol == "MSFT"]
        assert listed(talk) == ["IBM"]
