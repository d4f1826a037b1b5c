"""Driver over the application's core in this process: in-memory stores, the rules engine, the sample market."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import count
from types import TracebackType
from typing import Final, Self
from uuid import UUID

from bot.domain.conversation.replies import ANSWER, Reply
from bot.domain.conversation.threads import IncomingMessage, IncomingPress, Person, Thread
from bot.domain.conversation.turns import InputStatus
from bot.domain.text.locale import Language
from bot.domain.trading.decisions import Action, Decision, DecisionStatus
from db.codec import encode
from tests.conversations.driver import ShownAnswer, StoredReply
from tests.conversations.script_runner import ScriptRun, run_scripts
from tests.conversations.scripts import ConversationScript, Participant, RunCommand, SendMessage
from tests.fakes.core import Talk

NAME: Final = "in process"  # of this driver
_LANGUAGES: Final = {"en-US": Language.ENGLISH, "zh-CN": Language.CHINESE}


def run_in_process(scripts: Sequence[ConversationScript]) -> dict[str, ScriptRun]:
    """Run all scripts, each account group in a workspace of its own; return what happened, by name."""
    found: dict[str, ScriptRun] = {}
    for account_group in dict.fromkeys(script.account_group for script in scripts):
        with InProcessDriver() as driver:
            found |= run_scripts(driver, [each for each in scripts if each.account_group == account_group])
    return found


class InProcessDriver:
    """One workspace. Like a platform it keeps private what is, and redraws what has changed."""

    def __init__(self) -> None:
        self._loop = asyncio.Runner()
        self._talk = Talk()

    def open_conversation(self, script: ConversationScript) -> "InProcessConversationDriver":
        """Return a new thread."""
        return InProcessConversationDriver(self._loop, self._talk, script)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, e: BaseException | None, tb: TracebackType | None) -> None:
        self._loop.close()
        self._talk.check_invariants()


class InProcessConversationDriver:
    """One thread."""

    def __init__(self, loop: asyncio.Runner, talk: Talk, script: ConversationScript) -> None:
        self.stored = InMemoryConversation(talk, _thread(script))
        self._loop = loop
        self._talk = talk
        self._thread = _thread(script)
        self._people = {key: _person(who) for key, who in script.people.items()}
        self._numbers = count(1)

    def says(self, by: str, said: SendMessage) -> ShownAnswer:
        return self._loop.run(self._says(self._people[by], said.text))

    def commands(self, by: str, command: RunCommand) -> ShownAnswer:
        return self.says(by, SendMessage(command.line))

    def presses(self, by: str, button_id: str, under: ShownAnswer) -> ShownAnswer:  # noqa: ARG002 - its id says which
        return self._loop.run(self._presses(self._people[by], button_id))

    def fills_in(self, by: str, button_id: str, under: ShownAnswer, values: Mapping[str, str]) -> ShownAnswer:
        """What is filled in follows the button's id, as platforms hand a form in."""
        return self.presses(by, ":".join([button_id, values["amount"], values["note"]]), under)

    def hears(self) -> ShownAnswer:
        return self._loop.run(self._hears())

    def again(self, shown: ShownAnswer) -> ShownAnswer:
        latest = [each for each in self._talk.channel.refreshed if str(each.id) == shown.stored.id]
        return _shown(latest[-1], stored=shown.stored) if latest else shown

    async def _says(self, person: Person, text: str) -> ShownAnswer:
        message = IncomingMessage(self._thread, f"m{next(self._numbers)}", person, text)
        turn = (await self._talk.intake.accept_message(message)).turn
        while (await self._talk.turn(turn)).status is InputStatus.ACCEPTED:
            await self._talk.answer_next()
        return await self._delivered(self._talk.reply(turn))

    async def _presses(self, person: Person, button_id: str) -> ShownAnswer:
        press = IncomingPress(self._thread, f"p{next(self._numbers)}", person, button_id)
        turn = (await self._talk.intake.accept_press(press)).turn
        await self._talk.presses.handle_press(turn)
        return await self._delivered(self._talk.reply(turn))

    async def _hears(self) -> ShownAnswer:
        known = {reply.id for reply in self._talk.notices()}
        await self._talk.recovery.expire_decisions()
        new = [reply for reply in self._talk.notices() if reply.id not in known]
        (notice,) = [reply for reply in new if reply.thread == self._thread]
        return await self._delivered(notice)

    async def _delivered(self, reply: Reply) -> ShownAnswer:
        await self._talk.deliver_all()
        (delivered,) = [each for each in self._talk.channel.replies if each.id == reply.id]
        return _shown(delivered, stored=_stored(delivered))


class InMemoryConversation:
    """One conversation in the in-memory stores."""

    def __init__(self, talk: Talk, thread: Thread) -> None:
        self._talk = talk
        self._id = thread.conversation_id

    def decisions(self) -> dict[str, str]:
        return {str(each.id): each.status.value for each in self._trades()}

    def orders(self) -> int:
        return len(self._talk.memory.state.orders.keys() & {each.id for each in self._trades()})

    def expire(self, *, ago: float = 0.0) -> None:
        stored = self._talk.memory.state.decisions
        past = self._talk.clock.now() - timedelta(seconds=ago)
        for key, decision in stored.items():
            if decision.conversation_id == self._id and decision.status is DecisionStatus.PROPOSED:
                stored[key] = replace(decision, expires_at=past)

    def votes(self, reply_id: str) -> Mapping[str, str]:
        votes = self._talk.memory.state.votes.items()
        return {person: vote.value for (reply, person), vote in votes if reply == UUID(reply_id)}

    def _trades(self) -> list[Decision]:
        ordered = sorted(self._talk.decisions(), key=lambda each: each.version)
        return [each for each in ordered if each.conversation_id == self._id and each.proposal.action != Action.HOLD]


def _shown(reply: Reply, *, stored: StoredReply) -> ShownAnswer:
    buttons = tuple(each.id for each in reply.answer.buttons)
    votes = (
        ()
        if reply.answer.is_private or reply.occasion != ANSWER
        else tuple(f"{vote}:{reply.id}" for vote in ("down", "up"))
    )
    return ShownAnswer(
        text=reply.answer.brief,
        buttons=buttons,
        is_private=reply.answer.is_private,
        stored=stored,
        press_targets=dict.fromkeys((*buttons, *votes)),
    )


def _stored(reply: Reply) -> StoredReply:
    """The reply as the database would hold it."""
    return StoredReply(
        id=str(reply.id),
        conversation_id=str(reply.thread.conversation_id),
        intent=reply.intent.value,
        state=reply.state.value,
        answer=encode(reply.answer),
        person_id=reply.person.id,
    )


def _thread(script: ConversationScript) -> Thread:
    return Thread("console", "home", script.name, script.name)


def _person(who: Participant) -> Person:
    return Person(f"U-{who.name}", who.name, _LANGUAGES[who.locale])
