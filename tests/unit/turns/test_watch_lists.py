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
    async def test_shares_are_added_and_shown_with_prices_and_the_change_of_the_day(self) -> None:
        talk = Talk()
        assert "AAPL, MSFT" in await said(talk, "/watch AAPL MSFT")
        shown = await said(talk, "/watch")
        assert "• AAPL $455.49, −0.3 % that day" in shown
        assert "close of 2013-01-31 (sample market)" in shown

    async def test_the_change_since_a_share_was_added_is_shown_once_a_session_has_closed(self) -> None:
        talk = Talk()
        await said(talk, "/watch AAPL")
        await said(talk, "/advance 5")
        assert "• AAPL $468.22, +2.4 % that day, +2.8 % since 2013-01-31" in await said(talk, "/watch")

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

    async def test_what_is_listed_already_unknown_or_not_covered_is_said(self) -> None:
        talk = Talk()
        await said(talk, "/watch IBM")
        answer = await said(talk, "/watch IBM AAPL tesla BTC ZZZZ")
        assert listed(talk) == ["IBM", "AAPL"]
        for part in (
            "Added to this channel’s watch list: AAPL",
            "Already on this channel’s watch list: IBM",
            "TSLA",
            "BTC",
            "ZZZZ",
        ):
            assert part in answer

    async def test_only_unknown_names_then_it_is_said_that_nothing_was_changed(self) -> None:
        talk = Talk()
        assert "Nothing was" in await said(talk, "add milk to my watchlist")
        assert listed(talk) == []

    @pytest.mark.parametrize(
        "rest",
        [
            "AAPL -MSFT",
            "AAPL but not MSFT",
        ],
    )
    async def test_more_than_names_behind_the_command_changes_nothing(self, talk: Talk, rest: str) -> None:
        assert "name only shares behind" in await said(talk, f"/watch {rest}")
        assert listed(talk) == []

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

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("把苹果和微软加自选，谷歌别加", "您说其中一部分不要"),
            ("watch IBM, not GOOG", "You say of a part that it is not"),
        ],
    )
    async def test_a_part_is_denied_then_asked_back_and_nothing_added(self, text: str, shown: str) -> None:
        talk = Talk()
        assert (await said(talk, text)).startswith(shown)
        assert listed(talk) == []

    async def test_words_that_name_no_share_change_nothing_and_are_asked_about(self) -> None:
        talk = Talk()
        assert "Which share do you mean?" in await said(talk, "/watch something")
        assert listed(talk) == []

    async def test_what_fails_to_be_answered_is_not_added(self) -> None:
        talk = Talk()
        await talk.hand_in("ann", "/watch AAPL")
        assert listed(talk) == []
        await talk.answer_next()
        assert listed(talk) == ["AAPL"]


class TestContinuing:
    @pytest.mark.parametrize(
        "text", ["add IBM too", "add IBM as well", "再加个IBM", "再加一只IBM", "IBM也加一下", "把IBM加进去"]
    )
    async def test_more_is_added_behind_a_list_then_it_goes_on_it_and_orders_nothing(
        self, talk: Talk, text: str
    ) -> None:
        await said(talk, "/watch GOOG")
        await said(talk, text)
        await said(talk, "add MSFT too")
        assert listed(talk) == ["GOOG", "IBM", "MSFT"]
        assert talk.decisions() == []

    @pytest.mark.parametrize("text", ["add 5 IBM", "买IBM", "add to my IBM position"])
    async def test_a_trade_behind_a_list_is_a_trade(self, talk: Talk, text: str) -> None:
        await said(talk, "/watch GOOG")
        await said(talk, text)
        assert listed(talk) == ["GOOG"]
        assert [each.proposal.symbol for each in talk.decisions()] == ["IBM"]

    @pytest.mark.parametrize(
        "text", ["add AAPL and buy 5 IBM to my watchlist", "add AAPL and sell all IBM to my watchlist"]
    )
    async def test_a_trade_beside_a_list_changes_and_orders_nothing(self, talk: Talk, text: str) -> None:
        assert "I changed no list, and read no order" in await said(talk, text)
        assert listed(talk) == []
        assert talk.decisions() == []

    async def test_and_a_share_behind_a_list_is_added_to_it_and_behind_an_analysis_analysed(self, talk: Talk) -> None:
        await said(talk, "/watch AAPL")
        await said(talk, "and msft")
        assert listed(talk) == ["AAPL", "MSFT"]
        assert "AAPL" in await said(talk, "show it again")
        await said(talk, "analyze goog")
        assert (await said(talk, "and ibm")).startswith("IBM $")
        assert listed(talk) == ["AAPL", "MSFT"]

    @pytest.mark.parametrize(
        "text",
        ["take IBM off", "drop IBM", "drop IBM from the list", "remove the IBM one", "去掉IBM"],
    )
    async def test_a_share_is_taken_off_behind_a_list_then_it_is_that_list(self, talk: Talk, text: str) -> None:
        await said(talk, "/watch me IBM GOOG")
        await said(talk, text)
        assert listed(talk, "U-ann") == ["GOOG"]

    async def test_a_share_is_added_behind_a_question_about_a_list_then_it_is_no_trade(self, talk: Talk) -> None:
        await said(talk, "should I watch google?")
        assert "to what?" in await said(talk, "add google")
        assert listed(talk) == []
        assert talk.decisions() == []

    @pytest.mark.parametrize(
        "text", ["put google on as well", "throw goog on there", "stick google in there", "把谷歌放上"]
    )
    async def test_a_share_is_put_on_where_no_list_was_shown_then_asked(self, talk: Talk, text: str) -> None:
        assert "GOOG" in await said(talk, text)
        assert (listed(talk), talk.decisions()) == ([], [])

    async def test_a_list_is_cleared_only_behind_what_was_said_of_it(self, talk: Talk) -> None:
        await said(talk, "/watch IBM")
        await said(talk, "/alerts")
        assert "Which list do you mean?" in await said(talk, "clear the list")
        assert "Which list do you mean?" in await said(talk, "clear the list")
        assert listed(talk) == ["IBM"]
        await said(talk, "/watch")
        await said(talk, "clear the list")
        assert listed(talk) == []


class TestRemoving:
    async def test_shares_are_taken_off_and_others_are_said_not_to_be_on_it(self) -> None:
        talk = Talk()
        await said(talk, "/watch AAPL MSFT")
        answer = await said(talk, "/unwatch MSFT IBM")
        assert listed(talk) == ["AAPL"]
        assert "Taken off this channel’s watch list: MSFT. 1 share is left." in answer
        assert "Not on this channel’s watch list: IBM." in answer

    @pytest.mark.parametrize("text", ["/unwatch all", "take everything off our watch list", "清空自选股"])
    async def test_all_of_a_list_is_taken_off(self, text: str) -> None:
        talk = Talk()
        await said(talk, "/watch AAPL MSFT")
        await said(talk, text)
        assert listed(talk) == []

    async def test_nothing_named_then_nothing_is_changed(self) -> None:
        talk = Talk()
        await said(talk, "/watch AAPL")
        await said(talk, "/unwatch")
        assert listed(talk) == ["AAPL"]


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

    async def test_all_and_me_in_capitals_are_tickers(self) -> None:
        talk = Talk()
        await said(talk, "/watch AAPL")
        await said(talk, "/unwatch ALL")
        await said(talk, "/watch ME IBM")
        assert listed(talk) == ["AAPL", "IBM"]


class TestPresenter:
    def test_a_long_list_is_shown_in_part_and_whole_as_details(self) -> None:
        key = WatchListKey(WatchListKind.CHANNEL, "C1")
        prices = [WatchedPrice(share=a_share(key, f"S{number}")) for number in range(12)]
        answer = WatchListPresenter(SAY).listed(Locale(Language.ENGLISH), key, prices)
        assert answer.brief.splitlines()[-1] == "• and 4 more: say “details”"
        assert "S11: no price now" in answer.whole_text


class TestChinese:
    async def test_words_add_show_and_remove(self) -> None:
        talk = Talk()
        assert "AAPL 已加入" in await said(talk, "关注苹果")
        assert "IBM 已加入" in await said(talk, "把IBM加入自选")
        assert "• AAPL $455.49，当日 −0.3%" in await said(talk, "自选股")
        assert "AAPL 已从" in await said(talk, "从自选里删掉苹果")
        assert listed(talk) == ["IBM"]


class TestGoingOn:
    async def test_addition_below_a_list_when_a_name_is_unclear_then_is_asked_about(self) -> None:
        talk = Talk()
        await said(talk, "put IBM and MSFT on the watch list")

        answer = await said(talk, "Also the fruit company, and Facebook.")

        assert listed(talk) == ["IBM", "MSFT", "FB"]
        assert "the fruit company" in answer

    async def test_removal_when_only_the_other_list_has_the_share_then_it_is_taken_off_there(self) -> None:
        talk = Talk()
        await said(talk, "/watch IBM")
        await said(talk, "/watch me MSFT")

        await said(talk, "/unwatch MSFT")

        assert not [key for _, key, symbol in talk.memory.state.watched if symbol == "MSFT"]
        assert listed(talk) == ["IBM"]
