import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

import pytest
from annotated_types import Le

from bot import logs, settings
from bot.errors import SettingsError
from bot.settings import Settings

EXAMPLE = Path(__file__).parents[2] / ".env.example"
_LINE = re.compile(r"^(?P<name>[A-Z_]+)=(?P<value>.*)$")


def _example() -> dict[str, str]:
    return {m["name"]: m["value"] for line in EXAMPLE.read_text("utf-8").splitlines() if (m := _LINE.match(line))}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # no .env here
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)


def test_the_example_names_every_setting_and_no_other() -> None:
    assert set(_example()) == {name.upper() for name in Settings.model_fields}


def test_the_example_explains_every_setting() -> None:
    lines = EXAMPLE.read_text("utf-8").splitlines()
    unexplained = [line for before, line in pairwise(lines) if _LINE.match(line) and before[:2] != "# "]

    assert unexplained == []


def test_the_example_shows_the_defaults(monkeypatch: pytest.MonkeyPatch) -> None:
    defaults = Settings()
    for name, value in _example().items():
        monkeypatch.setenv(name, value)

    assert Settings() == defaults


def test_a_wrong_value_is_named_but_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECISION_TTL_MINUTES", "s3cret")

    with pytest.raises(SettingsError, match="DECISION_TTL_MINUTES") as caught:
        settings.load()

    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("PORT", "http", "PORT must be a whole number (for example 3000)"),
        ("PORT", "70000", "PORT must be 65535 or less (for example 3000)"),
        ("TURN_LEASE_SECONDS", "1.5", "TURN_LEASE_SECONDS must be a whole number (for example 15)"),
        ("LLM_TIMEOUT_SECONDS", "0", "LLM_TIMEOUT_SECONDS must be above 0 (for example 20)"),
        ("PAPER_COMMISSION", "1.005", "PAPER_COMMISSION must have at most 2 decimal places (for example 0)"),
        ("MARKET_DATA", "live", "MARKET_DATA must be 'auto', 'yfinance' or 'sample')"),
        ("TURN_DEBUG", "perhaps", "TURN_DEBUG must be true or false)"),
        ("DISCORD_GUILD_ID", "our guild", "DISCORD_GUILD_ID must be a whole number (for example 1"),
        ("OPENAI_BASE_URL", "api", "OPENAI_BASE_URL must be an http or https address (for example https://"),
        ("LLM_AGENTS", '{"decision": {"temperature": 9}}', "LLM_AGENTS: temperature must be 2 or less (for example {"),
        ("LLM_AGENTS", '{"decision": {"s3cret": 9}}', "LLM_AGENTS has an option that there is not (for example {"),
        ("LLM_AGENTS", '{"s3cret": 9}', "LLM_AGENTS must be a JSON object of JSON objects (for example {"),
    ],
)
def test_a_wrong_value_is_told_as_what_it_must_be_with_an_example(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, says: str
) -> None:
    monkeypatch.setenv(name, value)

    with pytest.raises(SettingsError) as caught:
        settings.load()

    assert says in str(caught.value)
    assert "s3cret" not in str(caught.value)


def test_no_wrong_value_is_told_in_the_words_of_a_library(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("soon", "-1", "9" * 20, "NaN", "{", '{"a": {"role": 1}}'):
        for name in Settings.model_fields:
            monkeypatch.setenv(name.upper(), value)
        with pytest.raises(SettingsError) as caught:
            settings.load()
        for said in str(caught.value.facts["faults"]).split("; "):
            assert not re.search(r"[Ii]nput|parse|Value error|cannot be used\)", said), said
            assert re.search(r"for example|must be '|true or false|binds only", said), said


@pytest.mark.parametrize("place", ["environment", "file"])
def test_options_of_agents_that_are_no_json_are_a_wrong_value(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place == "file":
        (tmp_path / ".env").write_text("LLM_AGENTS={s3cret\n")
    else:
        monkeypatch.setenv("LLM_AGENTS", "{s3cret")

    with pytest.raises(SettingsError, match=r"LLM_AGENTS is not valid JSON") as caught:
        settings.load()

    assert "s3cret" not in str(caught.value)


def test_a_mistyped_variable_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECISION_TTL_MINUTE", "5")

    assert "DECISION_TTL_MINUTE" in settings.unknown_variables()


@pytest.mark.parametrize("name", ["TURN_LEASE_SECOND", "DATABSE_URL", "redis_ulr"])
def test_a_mistyped_variable_in_the_file_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / ".env").write_text(f"{name}=5\nTURN_LEASE_SECONDS=5\nEDITOR=vi\n")

    assert set(settings.unknown_variables()) & {name.upper(), "TURN_LEASE_SECONDS", "EDITOR"} == {name.upper()}


def test_a_mistyped_variable_is_logged_at_the_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURN_LEASE_SECOND", "5")

    with kept_logging():
        logs.configure(Settings(), to_file=tmp_path / "chat.log")

    assert "TURN_LEASE_SECOND is set" in (tmp_path / "chat.log").read_text()


@contextmanager
def kept_logging() -> Iterator[None]:
    root, raises = logging.getLogger(), logging.raiseExceptions
    handlers, level = root.handlers[:], root.level
    root.handlers = []  # that `force` closes none of pytest's
    try:
        yield
    finally:
        for handler in root.handlers:
            handler.close()
        root.handlers, logging.raiseExceptions = handlers, raises
        root.setLevel(level)


def test_the_home_has_one_name_however_it_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "link").symlink_to("x")
    monkeypatch.setenv("HOME", str(tmp_path))

    for written in ("~/x", "x", "./link", f"{tmp_path}/y/../x"):
        (tmp_path / ".env").write_text(f"PARLEY_HOME={written}\n")
        assert settings.load().parley_home == (tmp_path / "x").resolve()


def test_a_home_of_nobody_is_a_wrong_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLEY_HOME", "~nobody-of-this-name/x")

    with pytest.raises(SettingsError, match="PARLEY_HOME"):
        settings.load()


def test_a_file_that_is_no_text_is_said_so(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfe\0")

    with pytest.raises(SettingsError, match=r"\.env cannot be read"):
        settings.load()


NUMBERS = [name for name, field in Settings.model_fields.items() if field.annotation in (int, Decimal)]


def test_a_number_beyond_all_sense_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ["1" + "0" * 18, "-1", "NaN", "Infinity"]:
        for name in NUMBERS:
            monkeypatch.setenv(name.upper(), value)
        with pytest.raises(SettingsError) as caught:
            settings.load()
        assert [name for name in NUMBERS if name.upper() not in str(caught.value.facts["faults"])] == []


def test_the_greatest_numbers_are_times_that_can_be_reckoned_with(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NUMBERS:
        for limit in (each.le for each in Settings.model_fields[name].metadata if isinstance(each, Le)):
            monkeypatch.setenv(name.upper(), str(limit))
    now = datetime(2013, 1, 31, tzinfo=UTC)

    greatest = settings.load()

    assert greatest.review_days > 1_000
    assert now - timedelta(days=greatest.review_days) < now
    assert now + greatest.decision_ttl + greatest.conversation_idle + greatest.turn_lease > now


def test_a_url_is_never_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann:s3cret@db/parley")

    assert "s3cret" not in repr(Settings())


@pytest.mark.parametrize(
    ("given", "lacks", "is_served"),
    [
        ({}, "", False),
        ({"SLACK_BOT_TOKEN": "xoxb-1"}, "SLACK_APP_TOKEN or SLACK_SIGNING_SECRET", False),
        ({"SLACK_APP_TOKEN": "xapp-1"}, "SLACK_BOT_TOKEN", False),
        ({"SLACK_SIGNING_SECRET": "s"}, "SLACK_BOT_TOKEN", False),
        ({"SLACK_CLIENT_ID": "1", "SLACK_SIGNING_SECRET": "s"}, "SLACK_CLIENT_SECRET", False),
        ({"SLACK_CLIENT_ID": "1"}, "SLACK_CLIENT_SECRET, and SLACK_APP_TOKEN or SLACK_SIGNING_SECRET", False),
        ({"SLACK_CLIENT_SECRET": "2", "SLACK_APP_TOKEN": "xapp-1"}, "SLACK_CLIENT_ID", False),
        (
            {"SLACK_CLIENT_ID": "1", "SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"},
            "SLACK_CLIENT_SECRET",
            True,
        ),
        ({"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}, "", True),
        ({"SLACK_CLIENT_ID": "1", "SLACK_CLIENT_SECRET": "2", "SLACK_SIGNING_SECRET": "s"}, "", True),
    ],
)
def test_half_a_slack_is_told_from_none_and_from_a_whole_one(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], lacks: str, is_served: object
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert (Settings().missing_slack_setting, Settings().has_slack) == (lacks, is_served)


@pytest.mark.parametrize("address", ["slack.com/api", "ftp://slack.com", "https://", "https://a b/", "https://u:p@h/"])
def test_an_address_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv("SLACK_API_URL", address)
    with pytest.raises(SettingsError, match="SLACK_API_URL"):
        settings.load()
