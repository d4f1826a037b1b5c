"""Messages on platforms once what they tell of is decided: what they say then, and how often they were edited."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final

import pytest

from tests.conversations.driver import ConversationDriver, Driver, ShownAnswer, kind_of
from tests.conversations.scripts import ConversationScript, Participant, SendMessage
from tests.e2e.deployment import RECOVERY_SECONDS, Deployment
from tests.e2e.drivers.setup import open_driver
from tests.e2e.slack_process import LEFT
from tests.fakes.slack import FakeSlackMessage
from tests.waiting import eventually

EXPIRED_SECONDS: Final = 10.0  # ago: then an expiry is told
# What may be said of a decision only while it is pending; "/pending" is the name of a command.
OPEN: Final = re.compile(
    r"(?<!/)\bpending\b|may confirm|(?:may|can) be confirmed (?:until|once)|still open|press confirm"
    r"|待确认|前确认|仍待|请按“确认”",
    re.IGNORECASE,
)
NOTHING: Final = re.compile(r"nothing is pending[^.]*|没有待确认的决策", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Phrases:
    """The same requests in one language."""

    lone: str
    several: str
    changed: str
    left: str
    what_if: str
    thanks: str
    yes: str
    details: str


ENGLISH: Final = Phrases(
    lone="buy 3 GOOG",
    several="buy 2 AAPL and 1 IBM and 1 FB",
    changed="buy 2 GOOG",
    left="buy 4 MSFT",
    what_if="what if GOOG falls 10%?",
    thanks="how are you?",
    yes="yes",
    details="details",
)
CHINESE: Final = Phrases(
    lone="买入3股GOOG",
    several="买入2股AAPL和1股IBM和1股FB",
    changed="买入2股GOOG",
    left="买入4股MSFT",
    what_if="如果GOOG下跌10%会怎样？",
    thanks="你好吗？",
    yes="确认",
    details="详情",
)


@dataclass(slots=True)
class Run:
    """A conversation of one person, and all that was shown to everybody in it."""

    conversation: ConversationDriver
    deployment: Deployment
    answers: list[ShownAnswer] = field(default_factory=list)

    def says(self, text: str) -> ShownAnswer:
        return self._kept(self.conversation.says("ann", SendMessage(text)))

    def presses(self, kind: str, under: ShownAnswer) -> ShownAnswer:
        return self._kept(self.conversation.presses("ann", _button(kind, under), under))

    def adjusts(self, under: ShownAnswer, amount: str) -> ShownAnswer:
        values = {"amount": amount, "note": ""}
        return self._kept(self.conversation.fills_in("ann", _button("adjust", under), under, values))

    def expires(self) -> ShownAnswer:
        self.conversation.stored.expire(ago=EXPIRED_SECONDS)
        return self._kept(self.conversation.hears())

    def settles(self) -> None:
        """Wait until all messages show what is."""
        assert eventually(lambda: not any(self.deployment.rows(LEFT)[0].values())), self.deployment.rows(LEFT)

    def texts(self) -> Iterator[str]:
        """Yield every message that people can see, as it looks now."""
        for each in self.answers:
            now = self.conversation.again(each)
            assert now is not None
            yield now.text

    def messages(self) -> list[Any]:
        """Return the platform's messages, oldest first."""
        return list(dict.fromkeys(message for each in self.answers for message in each.messages))

    def edits(self) -> int:
        return sum(len(_earlier_bodies(each)) for each in self.messages())

    def _kept(self, shown: ShownAnswer) -> ShownAnswer:
        if not shown.is_private:
            self.answers.append(shown)
        return shown


@pytest.fixture
def opened(
    request: pytest.FixtureRequest, new_deployment: Callable[[], Deployment]
) -> Iterator[tuple[Driver, Deployment]]:
    """The driver of a platform, and the deployment behind it."""
    deployment = replace(new_deployment(), extra={RECOVERY_SECONDS: "0.2"})
    with open_driver(request.param, ["one"], lambda: deployment) as driver:
        yield driver, deployment


@pytest.mark.parametrize(
    ("opened", "say"), [("slack", ENGLISH), ("discord", CHINESE)], ids=["slack", "discord"], indirect=["opened"]
)
def test_decided_then_no_message_says_that_it_is_pending_and_what_names_it_is_edited_once(
    opened: tuple[Driver, Deployment], say: Phrases
) -> None:
    run = begin(*opened, name="a whole run")
    go_through(run, say)
    run.settles()
    assert set(run.conversation.stored.decisions().values()) == {"filled", "cancelled", "expired"}
    told = [text for text in run.texts() if OPEN.search(NOTHING.sub("", text))]
    assert not told, told
    for message in run.messages():
        bodies = [*_earlier_bodies(message), _body(message)]
        assert not [body for body, next_body in pairwise(bodies) if body == next_body]
    assert_edited_once_and_no_other(opened, say)


def assert_edited_once_and_no_other(opened: tuple[Driver, Deployment], say: Phrases) -> None:
    """Confirm a lone card, and one of several that other messages name too."""
    lone = begin(*opened, name="a lone card")
    card = lone.says(say.lone)
    before = lone.edits()
    lone.presses("confirm", card)
    lone.settles()
    assert lone.edits() - before == 1

    several = begin(*opened, name="three cards in one answer")
    cards = several.says(say.several)
    named = (cards, several.presses("why", cards), several.says("/pending"))
    before = several.edits()
    several.presses("confirm", cards)  # the first; on Discord each has a message of its own
    several.settles()
    assert several.edits() - before == len(named)


def begin(driver: Driver, deployment: Deployment, *, name: str) -> Run:
    script = ConversationScript(
        name=name, account_group="one", is_direct=False, people={"ann": Participant("Ann")}, steps=()
    )
    return Run(driver.open_conversation(script), deployment)


def go_through(run: Run, say: Phrases) -> None:
    """Confirm, cancel, replace and let expire, with everything said meanwhile that names what is pending."""
    card = run.says(say.lone)
    run.says(say.details)
    run.presses("why", card)
    for text in ("/pending", "/portfolio", "/status", "/history", "/review", say.what_if, say.thanks):
        run.says(text)
    read_back = run.says(say.yes)  # after all that, a "yes" is read back
    run.presses("confirm", read_back)

    cards = run.says(say.several)
    run.presses("why", cards)
    run.says("/pending")
    run.presses("cancel", cards)
    run.presses("confirm_all", cards)

    changed = run.adjusts(run.says(say.changed), "$800")
    run.presses("why", changed)
    run.presses("confirm", changed)

    run.presses("why", run.says(say.left))
    run.says("/pending")
    run.expires()
    run.says("/pending")


def _button(kind: str, under: ShownAnswer) -> str:
    return next(each for each in under.press_targets if kind_of(each) == kind)


def _body(message: Any) -> Any:  # noqa: ANN401 - of either platform
    if isinstance(message, FakeSlackMessage):
        return {"text": message.text, "blocks": message.blocks}
    return message.shown_body


def _earlier_bodies(message: Any) -> list[Any]:  # noqa: ANN401 - of either platform
    if isinstance(message, FakeSlackMessage):
        return [{"text": each["text"], "blocks": each.get("blocks", [])} for each in message.versions]
    return list(message.edits)
