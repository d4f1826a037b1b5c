"""The `parley` command line. Each subcommand imports its modules when it is run: `--help` must be fast."""

import asyncio
import os
import sys
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import wraps
from importlib.metadata import version
from typing import Any

import click

from bot.errors import ParleyError

_HELP = {"help_option_names": ["-h", "--help"]}
_EXIT_ERROR = 1


def _report_errors(command: Callable[..., Any]) -> Callable[..., Any]:
    """Print a `ParleyError` to standard error and exit with status 1; any other exception is a bug and propagates."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # click passes each command's own parameters
        try:
            return command(*args, **kwargs)
        except ParleyError as error:
            click.echo(f"parley: {error}", err=True)
            sys.exit(_EXIT_ERROR)
        except KeyboardInterrupt:
            sys.exit(130)

    return run


@click.group(context_settings=_HELP)
@click.version_option(version("parley"), prog_name="parley")
def main() -> None:
    """Talk about trades with your team, and carry out only what a person confirms.

    Begin with `parley chat`. Settings are environment variables, or lines in a file .env; each is explained in
    .env.example.
    """
    os.umask(0o077)  # logs, caches and history quote conversations: only their owner may read them


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per reply; take lines or objects.")
@click.option("--thread", metavar="ID", help="Continue this conversation.")
@click.option("--user", metavar="ID", help="Speak as this person.")
@click.option("--as-of", type=click.DateTime(["%Y-%m-%d"]), help="Set the sample market's clock to this date's close.")
@_report_errors
def chat(*, as_json: bool, thread: str | None, user: str | None, as_of: datetime | None) -> None:
    """Talk with Parley in this terminal; without a terminal, a line of standard input is a message."""
    if not as_json and sys.stderr.isatty():
        click.echo("Starting Parley …", err=True)  # the imports and the stores take seconds
    from bot.terminal import TerminalOptions, run_terminal  # noqa: PLC0415

    options = TerminalOptions(json=as_json, thread=thread, user=user, as_of=_day(as_of))
    sys.exit(asyncio.run(run_terminal(options)))


@main.command()
@_report_errors
def up() -> None:
    """Run everything that is configured, the worker included, until stopped."""
    from bot.service import run_up  # noqa: PLC0415

    asyncio.run(run_up())


@main.command()
@_report_errors
def slack() -> None:
    """Run Slack alone, until stopped."""
    from bot.service import run_up  # noqa: PLC0415

    asyncio.run(run_up("slack"))


@main.command()
@_report_errors
def discord() -> None:
    """Run Discord alone, until stopped."""
    from bot.service import run_up  # noqa: PLC0415

    asyncio.run(run_up("discord"))


@main.command()
@click.option("--burst", is_flag=True, help="End when the queue is empty.")
@click.option("--beside", is_flag=True, hidden=True, help="End with the process that started this one.")
@_report_errors
def worker(*, burst: bool, beside: bool) -> None:
    """Run later work: summaries, the index of episodes, what is kept no longer."""
    from bot.service import run_worker_process  # noqa: PLC0415

    run_worker_process(burst=burst, beside=beside)


@main.command()
@_report_errors
def doctor() -> None:
    """Check every setting and connection, and say what to do about each fault."""
    from bot.doctor import run_doctor  # noqa: PLC0415

    sys.exit(asyncio.run(run_doctor(click.echo)))


@main.command()
@_report_errors
def migrate() -> None:
    """Bring the database up to the present schema."""
    from bot.service import run_migrate  # noqa: PLC0415

    asyncio.run(run_migrate())
    click.echo("The database is up to date.")


@main.command()
@click.argument("conversation", required=False)
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="Only what was active on this day (UTC) or later.")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="Only what began on this day (UTC) or earlier.")
@click.option("--symbol", multiple=True, help="Only what was about this share, by ticker or name; may be repeated.")
@click.option("--format", "form", type=click.Choice(["jsonl", "markdown"]), default="jsonl", show_default=True)
@_report_errors
def export(
    *, conversation: str | None, since: datetime | None, until: datetime | None, symbol: tuple[str, ...], form: str
) -> None:
    """Write conversations with all their messages; CONVERSATION is the id that /history shows, or a thread's.

    All workspaces and channels are included, private ones too.
    """
    from bot.domain.memory.conversation_export import ExportFormat  # noqa: PLC0415
    from bot.domain.memory.conversation_record import RecordQuery, id_prefix  # noqa: PLC0415
    from bot.service import run_export, symbols_named  # noqa: PLC0415

    _require_order(since, until)
    query = RecordQuery(
        limit=1,
        id_prefix=id_prefix(conversation) if conversation else None,
        symbols=symbols_named(symbol),
        since=since.replace(tzinfo=UTC) if since else None,
        until=until.replace(tzinfo=UTC) + timedelta(days=1) if until else None,
    )
    written = asyncio.run(run_export(query, form=ExportFormat(form), write=click.echo))
    if not written:
        click.echo("parley: no conversation matches that", err=True)
        sys.exit(_EXIT_ERROR)


@main.command()
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), help="The first day (UTC).")
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), help="The last day (UTC); default: today.")
@click.option("--days", type=click.IntRange(1, 3_660), default=7, show_default=True, help="Without --since: how many.")
@click.option("--workspace", metavar="PLATFORM/ID", help="Of one workspace, such as slack/T0123; default: of all.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@_report_errors
def report(*, since: datetime | None, until: datetime | None, days: int, workspace: str | None, as_json: bool) -> None:
    """Show how well people were served: answers in time, tokens saved, recall, decisions, orders, thumbs."""
    from json import dumps  # noqa: PLC0415

    from bot.presentation.success_report import report_document, report_lines  # noqa: PLC0415
    from bot.service import run_report  # noqa: PLC0415

    _require_order(since, until or datetime.now(UTC).replace(tzinfo=None))
    found = asyncio.run(run_report(_day(since), _day(until), days=days, workspace=workspace))
    if found is None:
        click.echo(f"parley: there is no workspace {workspace}; name it as slack/T0123 or discord/1234", err=True)
        sys.exit(_EXIT_ERROR)
    lines = [dumps(report_document(found))] if as_json else report_lines(found)
    for line in lines:
        click.echo(line)


@main.command()
@click.argument("text", default="")
@click.option("--explain", is_flag=True, help="also how it was read: kinds, slots, nearest examples")
@click.option("--schema", is_flag=True, help="print the JSON schema of requests")
def read(*, text: str, explain: bool, schema: bool) -> None:
    """Print what TEXT asks for as JSON, as if it were said first in a conversation."""
    from json import dumps  # noqa: PLC0415

    from bot.bootstrap.reading import explained_document, request_document, request_schema  # noqa: PLC0415

    document = request_schema() if schema else explained_document(text) if explain else request_document(text)
    click.echo(dumps(document, ensure_ascii=False, indent=2 if explain else None))


def _require_order(since: datetime | None, until: datetime | None) -> None:
    """Raises: click.BadParameter: the last day is before the first, such as today before a day that is to come."""
    if since and until and until < since:
        message = f"--until ({until:%Y-%m-%d}) is before --since ({since:%Y-%m-%d})"
        raise click.BadParameter(message)


def _day(at: datetime | None) -> date | None:
    return at.date() if at else None


if __name__ == "__main__":
    main()
