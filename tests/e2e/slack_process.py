"""Runs `parley slack` processes between a fake Slack and a database: starts, stops and kills them."""

import asyncio
import signal
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, Self

import aiohttp
import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tests.e2e.chat_process import ParleyProcess, start_parley
from tests.e2e.deployment import ENGINE_SECONDS, Deployment
from tests.fakes.slack import Ephemeral, FakeSlack, FakeSlackChannel, FakeSlackMessage, SlackPerson, SlackViolation
from tests.waiting import PATIENCE

LEFT: Final = """
SELECT (SELECT count(*) FROM opening WHERE opened_at IS NULL) AS unopened,
       (SELECT count(*) FROM turn WHERE status <> 'answered') AS unanswered,
       (SELECT count(*) FROM reply WHERE delivered_at IS NULL) AS undelivered,
       (SELECT count(*) FROM reply WHERE redraw_wanted > redraw_done AND NOT is_undeliverable) AS not_redrawn,
       (SELECT count(*) FROM trade_order WHERE status NOT IN ('filled', 'rejected', 'cancelled')) AS not_carried_out
"""
SHOWN: Final = """
SELECT id FROM reply WHERE delivered_at IS NOT NULL AND NOT is_undeliverable AND platform_id IS NOT NULL
"""

Way = Literal["http", "sockets"]
Mark = tuple[str, int]  # whose message it is, and which of its parts


# Where one person stands for as many as would say so much together.
NO_PERSON_LIMITS: Final[dict[str, str]] = {"PERSON_MESSAGES_PER_MINUTE": "0", "PERSON_WAITING_MESSAGES": "0"}


class SlackProcess:
    """One `parley slack`; started again it listens where it did before."""

    platform = "slack"

    def __init__(self, deployment: Deployment, log: Path, environment: dict[str, str]) -> None:
        self.port = free_port()
        self.log = log
        self._deployment = deployment
        self._environment = {**environment, "PORT": str(self.port)}
        self._process: ParleyProcess | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def request_url(self) -> str:
        """Where Slack delivers to."""
        return f"{self.url}/slack/events"

    @property
    def pid(self) -> int:
        return self._running.pid

    def start(self) -> Self:
        with self.log.open("ab") as log:
            self._process = start_parley(
                self._deployment, self.platform, environment=self._environment, stdout=log, stderr=log
            )
        return self

    def kill(self) -> None:
        """What kill -9 does: no farewell."""
        self._running.kill()
        self._running.wait(PATIENCE)

    def end(self) -> None:
        """Ask it to stop, as an operator does; it must do so in peace."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
            assert self._process.wait(PATIENCE) == 0, self.log.read_text()

    async def get(self, path: str) -> tuple[int, str]:
        """Return status and text of one of its pages; status 0: the process does not answer."""
        try:
            async with aiohttp.ClientSession() as session, session.get(f"{self.url}{path}") as answer:
                return answer.status, await answer.text()
        except aiohttp.ClientConnectionError:
            return 0, ""

    async def is_ready(self) -> bool:
        status, _ = await self.get("/readyz")
        assert self._running.poll() is None, self.log.read_text()
        return status == 200

    @property
    def _running(self) -> ParleyProcess:
        assert self._process is not None
        return self._process


def _is_lateness(violation: SlackViolation) -> bool:
    is_for_now = violation.kind == "bad_status" and ": 503" in violation.detail
    return is_for_now or violation.kind in {"late_ack", "missing_ack"}


@dataclass(slots=True)
class SlackSystem:
    """A workspace with two people in a channel, and the processes that serve it."""

    deployment: Deployment
    slack: FakeSlack
    channel: FakeSlackChannel
    ann: SlackPerson
    bob: SlackPerson
    parleys: list[SlackProcess] = field(default_factory=list)

    async def start(
        self, over: Way = "sockets", *, engine_seconds: float | None = None, **environment: str
    ) -> SlackProcess:
        """Start one more process and wait until it is ready; over HTTP, Slack delivers to all of them in turn."""
        tokens = {"SLACK_BOT_TOKEN": self.slack.bot_token, "SLACK_API_URL": self.slack.api_url}
        if over == "http":
            tokens |= {"SLACK_SIGNING_SECRET": self.slack.app.signing_secret}
        else:
            tokens |= {"SLACK_APP_TOKEN": self.slack.app.app_token}
        slowly = {} if engine_seconds is None else {ENGINE_SECONDS: str(engine_seconds)}
        log = self.deployment.home / f"slack-{len(self.parleys)}.log"
        environment = {"PARLEY_LOG_LEVEL": "INFO", **environment}
        self.deployment.home.mkdir(exist_ok=True)
        parley = SlackProcess(self.deployment, log, {**tokens, **slowly, **environment}).start()
        self.parleys.append(parley)
        await self.ready(parley)
        if over == "http":
            self.slack.receive_at(*(each.request_url for each in self.parleys))
        return parley

    async def ready(self, parley: SlackProcess) -> None:
        async with asyncio.timeout(PATIENCE):
            while not await parley.is_ready():  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.03)

    async def restart(self, parley: SlackProcess) -> None:
        """Start it again, as if half a minute had passed."""
        self.let_time_pass()
        parley.start()
        await self.ready(parley)

    def assert_only_late(self) -> None:
        """Check that the app broke no rule but by lateness: of a busy machine, whose storing takes too long.

        How soon is measured in benchmarks/. What is acknowledged late, or refused for now, is delivered once more.
        """
        others = [each for each in self.slack.violations if not _is_lateness(each)]
        assert not others

    def let_time_pass(self) -> None:
        """What half a minute does."""
        self.deployment.let_time_pass()
        with self.deployment.database() as connection:
            connection.execute("UPDATE opening SET accepted_at = accepted_at - interval '30 s' WHERE opened_at IS NULL")
            connection.execute("UPDATE reply SET redraw_after = now() WHERE redraw_after > now()")

    async def asks(
        self, text: str, *, by: SlackPerson | None = None, thread: FakeSlackMessage | None = None
    ) -> FakeSlackMessage:
        """Mention Parley in the channel; in a thread, without its name."""
        name = "" if thread else f"{self.slack.workspace.mention} "
        return await (by or self.ann).says(self.channel, f"{name}{text}", thread_ts=thread.ts if thread else None)

    async def answer(self, asked: FakeSlackMessage, text: str = "", *, within: float = PATIENCE) -> FakeSlackMessage:
        """Return the app's last message in the thread of `asked`, once it holds `text`."""
        ts = asked.thread_ts or asked.ts
        return await self.slack.wait_for_message(self.channel, text, thread_ts=ts, within=within)

    async def ephemeral_message(self, person: SlackPerson, text: str) -> Ephemeral:
        return await self.slack.wait_for_ephemeral(person, text, within=PATIENCE)

    def app_messages(self, asked: FakeSlackMessage) -> list[FakeSlackMessage]:
        """Return the app's messages in a thread."""
        return self.slack.from_app(self.channel, asked.ts)

    async def settled(self, *, within: float = PATIENCE) -> None:
        """Wait until everything is delivered, stored, answered and shown, at least once."""
        await self.slack.settle()
        until = time.monotonic() + within
        while left := self.left():
            assert time.monotonic() < until, f"{left} is left; there was:\n{self.slack.transcript()}"
            await asyncio.sleep(0.1)

    def left(self) -> dict[str, int]:
        """How much is still to be done of what."""
        (counts,) = self.deployment.rows(LEFT)
        return {what: count for what, count in counts.items() if count}

    def count(self, table: Literal["turn", "reply", "opening", "trade_order", "fill", "decision"]) -> int:
        return len(self.deployment.rows(f"SELECT FROM {table}"))

    def marks(self) -> Counter[Mark]:
        """Our messages that are on Slack, by the mark that each carries."""
        return Counter(mark for message in self.slack.from_app(self.channel) for mark in _marks(message))

    def assert_each_message_shown_once(self) -> None:
        """Check that each mark is on one message, every delivered reply is shown, and nothing else is."""
        marks = self.marks()
        assert not [mark for mark, count in marks.items() if count > 1], self.slack.transcript()
        assert len(self.slack.from_app(self.channel)) == sum(marks.values()), self.slack.transcript()
        stored = {row["id"].hex for row in self.deployment.rows(SHOWN)}
        opened = {row["id"].hex for row in self.deployment.rows("SELECT id FROM opening")}
        assert {subject for subject, _ in marks} == stored | opened, self.slack.transcript()

    def assert_no_secret_in_logs(self) -> None:
        secrets = (self.slack.bot_token, self.slack.app.app_token, self.slack.app.signing_secret)
        tickets = self.slack.socket_mode.tickets
        logs = self.deployment.logs()
        assert not [secret for secret in (*secrets, *tickets) if secret in logs]


@asynccontextmanager
async def slack_system(deployment: Deployment) -> AsyncIterator[SlackSystem]:
    """Yield a system; at its end the processes must stop in peace, and no log may hold a secret."""
    async with FakeSlack() as slack:
        slack.rates.enforced = False  # but in the tests that are about rates
        channel, ann, bob = slack.add_channel("trading"), slack.add_person("Ann"), slack.add_person("Bob")
        channel.members.update((ann.id, bob.id))
        opened = SlackSystem(deployment, slack, channel, ann, bob)
        try:
            yield opened
        finally:
            for parley in opened.parleys:
                await asyncio.to_thread(parley.end)
        opened.assert_no_secret_in_logs()


@contextmanager
def outage(deployment: Deployment) -> Iterator[None]:
    """Take the database away until the end of the block: connections are closed, and new ones refused."""
    name = str(conninfo_to_dict(deployment.administrator_url)["dbname"])
    with psycopg.connect(make_conninfo(deployment.administrator_url, dbname="postgres"), autocommit=True) as elsewhere:
        refusing = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        elsewhere.execute(refusing.format(sql.Identifier(name), sql.SQL("false")))
        elsewhere.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        try:
            yield
        finally:
            elsewhere.execute(refusing.format(sql.Identifier(name), sql.SQL("true")))


def pressable(message: FakeSlackMessage) -> list[str]:
    """The labels of all buttons under a message."""
    rows = [block["elements"] for block in message.blocks if block["type"] == "actions"]
    return [element["text"]["text"] for row in rows for element in row]


def _marks(message: FakeSlackMessage) -> Iterator[Mark]:
    if message.metadata:
        carried = message.metadata["event_payload"]
        yield carried["subject"], int(carried["part"])


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port
