"""/forget in conversations: who may ask, what the card says, what the button does, and what it is not mixed up with."""

import asyncio
from dataclasses import replace
from datetime import timedelta

from bot.domain.erasure import Erasure
from tests.fakes.core import Talk, button, sentence


def say(talk: Talk, *lines: str) -> str:
    """Say lines as "ann: text" and return the last answer, as it is first shown."""

    async def converse() -> str:
        answer = ""
        for line in lines:
            name, _, text = line.partition(": ")
            answer = (await talk.say(name, text)).answer.brief
        return answer

    return asyncio.run(converse())


def asked(talk: Talk) -> list[Erasure]:
    return list(talk.memory.state.erasures.values())


def jobs(talk: Talk) -> list[str]:
    return [row.job.name for row in talk.memory.state.outbox.values() if row.job.name == "erase_person"]


class TestAsking:
    def test_card_says_what_goes_and_stays_and_nothing_is_erased_yet(self) -> None:
        talk = Talk()
        answer = say(talk, "ann: /forget me")
        assert answer.startswith("Erase you and all you have said?")
        assert "Stays, without a name: trades, decisions" in answer
        assert "cannot be undone" in answer
        assert [(each.request.person_id, each.request.is_own, each.confirmed_at) for each in asked(talk)] == [
            ("U-ann", True, None)
        ]
        assert jobs(talk) == []

    def test_without_a_person_then_how(self) -> None:
        talk = Talk()
        assert "“/forget me” erases all you have said" in say(talk, "ann: /forget")
        assert asked(talk) == []

    def test_somebody_by_name_whatever_the_case(self) -> None:
        talk = Talk()
        say(talk, "bob: hello")
        assert say(talk, "ann: /forget @BOB").startswith("Erase Bob and all they have said?")
        assert [(each.request.person_id, each.request.is_own) for each in asked(talk)] == [("U-bob", False)]

    def test_nobody_of_that_name(self) -> None:
        talk = Talk()
        assert "Nobody of that name" in say(talk, "ann: /forget @zoe")
        assert asked(talk) == []

    def test_own_name_is_oneself(self) -> None:
        talk = Talk()
        say(talk, "ann: /forget @ann")
        assert [each.request.is_own for each in asked(talk)] == [True]


class TestConfirming:
    def test_button_writes_the_job_once(self) -> None:
        talk = Talk()

        async def converse() -> tuple[str, str]:
            card = await talk.say("ann", "/forget me")
            first = await talk.press("ann", button(card, "erase"))
            second = await talk.press("ann", button(card, "erase"))
            return first.answer.brief, second.answer.brief

        first, second = asyncio.run(converse())
        assert first == "I am erasing it. I will say here when it is done, and whenever you press again."
        assert second == "That is being erased already; it is not done yet."
        assert jobs(talk) == ["erase_person"]

    def test_once_it_is_done_the_button_tells_the_result(self) -> None:
        """A program that reads one object for each line is told nothing unasked."""
        talk = Talk()

        async def converse() -> str:
            card = await talk.say("ann", "/forget me")
            await talk.press("ann", button(card, "erase"))
            ((erasure_id, erasure),) = talk.memory.state.erasures.items()
            done = replace(erasure, finished_at=erasure.confirmed_at, counts={"messages": 2})
            talk.memory.state.erasures[erasure_id] = done
            return (await talk.press("ann", button(card, "erase"))).answer.brief

        told = asyncio.run(converse())
        assert told.startswith("Done. All you had said is erased.")
        assert "2 messages, with my answers" in told
        assert jobs(talk) == ["erase_person"]

    def test_cancel_withdraws_the_request(self) -> None:
        talk = Talk()

        async def converse() -> list[str]:
            card = await talk.say("ann", "/forget me")
            pressed = [("bob", "erase_cancel"), ("ann", "erase_cancel"), ("ann", "erase_cancel"), ("ann", "erase")]
            return [(await talk.press(name, button(card, kind))).answer.brief for name, kind in pressed]

        assert asyncio.run(converse()) == [
            "Only the person who asked for it can confirm or cancel it.",
            "Nothing was erased, and nothing will be.",
            "Nothing was erased, and nothing will be.",
            "That was withdrawn, or never asked for. Ask again with “/forget”. Nothing was changed.",
        ]
        assert asked(talk) == []
        assert jobs(talk) == []

    def test_cancel_after_the_confirmation_stops_nothing(self) -> None:
        talk = Talk()

        async def converse() -> str:
            card = await talk.say("ann", "/forget me")
            await talk.press("ann", button(card, "erase"))
            return (await talk.press("ann", button(card, "erase_cancel"))).answer.brief

        assert asyncio.run(converse()) == "That is being erased already; it is not done yet."
        assert jobs(talk) == ["erase_person"]

    def test_button_pressed_after_more_than_half_an_hour_does_nothing(self) -> None:
        talk = Talk()

        async def converse() -> str:
            card = await talk.say("ann", "/forget me")
            talk.pass_time(timedelta(minutes=31))
            return (await talk.press("ann", button(card, "erase"))).answer.brief

        assert asyncio.run(converse()) == sentence("erasure-too-late")
        assert jobs(talk) == []

    def test_button_of_another_person_does_nothing(self) -> None:
        talk = Talk()

        async def converse() -> str:
            card = await talk.say("ann", "/forget me")
            return (await talk.press("bob", button(card, "erase"))).answer.brief

        assert asyncio.run(converse()) == "Only the person who asked for it can confirm or cancel it."
        assert jobs(talk) == []


class TestWhoMay:
    def test_only_admins_erase_others(self) -> None:
        talk = Talk()
        say(talk, "bob: hello")
        talk.people.not_admins.add("U-ann")
        assert say(talk, "ann: /forget @bob").startswith("Only an administrator may erase somebody else.")
        assert asked(talk) == []
        assert say(talk, "ann: /forget me").startswith("Erase you")
