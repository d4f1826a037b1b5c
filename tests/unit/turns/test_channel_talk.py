"""Conversations written by others: nothing grave happens in any, and most lines lead to what they should."""

from datetime import UTC, datetime, time

from bot.domain.conversation.channels import ListeningSituation
from bot.domain.conversation.dialogue import Dialogue
from bot.domain.conversation.message_facts import MessageFacts
from bot.domain.conversation.surroundings import Surroundings
from bot.reading.addressing import AddressReader
from tests.channel_talk import play, said_in_threads, talk_scripts
from tests.sample_market import MARKET, TODAY

NOW = datetime.combine(TODAY, time(15), UTC)


async def test_no_trade_and_no_card_nobody_meant_and_no_reply_to_others() -> None:
    outcomes = [outcome for script in talk_scripts() for outcome in await play(script)]
    assert [(each.line.text, each.outcome) for each in outcomes if each.is_grave] == []
    right = sum(each.is_as_expected for each in outcomes)
    assert right / len(outcomes) >= 0.95


def test_lines_between_people_then_none_is_taken_for_parleys() -> None:
    meant, taken = 0, 0
    for is_meant, pending, text in said_in_threads():
        situation = ListeningSituation(is_participant=True, is_speaker_answered=True, pending=pending, focus=("IBM",))
        around = Surroundings(MARKET, TODAY, focus=("IBM",), pending=pending, has_own_card=pending > 0)
        message = MessageFacts(text=text, at=NOW, zone=UTC, market_time=NOW, asker="Ann")
        found = AddressReader(situation, around, Dialogue()).is_meant(message)
        assert is_meant or not found, text
        meant, taken = meant + is_meant, taken + (is_meant and found)
    assert taken / meant >= 0.8
