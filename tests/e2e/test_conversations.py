"""The same conversations in the terminal, on Slack and on Discord, with the results that they have in one process."""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Final

import pytest

from tests.conversations.checks import faults_of, same
from tests.conversations.in_process import run_in_process
from tests.conversations.script_runner import ScriptRun, run_scripts
from tests.conversations.scripts import ConversationScript, load
from tests.e2e.deployment import RECOVERY_SECONDS, Deployment
from tests.e2e.drivers.setup import open_driver
from tests.rounds import full_rounds

SCRIPTS: Final = load()
PLATFORMS: Final = ("terminal", "slack", "discord")
# Those in which platforms differ most, for a quick run: their account groups there.
FEW: Final = {
    "two decisions in one message": "one",  # two cards, and each its buttons
    "proposed, confirmed by its button, pressed again": "one",  # a card that changes, refusals, tables
    "adjusted with a note, then confirmed": "one",  # a form
    "two people in two languages": "one",
    "thumbs": "one",
    "slash analyze, and on in its thread": "one",
    "slash settings": "one",  # on Discord a command with subcommands
    "a mention of everybody": "one",
    "a code fence": "one",
    "a very long message": "one",
    "expired, then told, in Chinese": "two",  # the notice comes some seconds later
    "direct messages in Chinese": "two",  # which on Discord have an account of their own
}


def test_few_conversations_on_each_platform_then_as_scripted_and_as_in_one_process(
    new_deployment: Callable[[], Deployment],
) -> None:
    scripts = [replace(script, account_group=FEW[script.name]) for script in SCRIPTS if script.name in FEW]
    assert len(scripts) == len(FEW)
    expected = run_in_process(scripts)

    def soon_recovering() -> Deployment:
        return replace(new_deployment(), extra={RECOVERY_SECONDS: "0.5"})

    with ThreadPoolExecutor(len(PLATFORMS)) as pool:
        list(pool.map(lambda platform: assert_as_expected(platform, expected, soon_recovering), PLATFORMS))


@pytest.mark.faults
@pytest.mark.parametrize("platform", PLATFORMS)
def test_each_conversation_on_a_platform_then_as_scripted_and_as_in_one_process(
    platform: str, new_deployment: Callable[[], Deployment]
) -> None:
    scripts = scripts_of(platform)
    assert_as_expected(platform, run_in_process(scripts), lambda: replace(new_deployment(), has_worker=True))


def scripts_of(platform: str) -> list[ConversationScript]:
    """Return the conversations that are held on a platform: on each those of other accounts; in full rounds all."""
    step = full_rounds(few=len(PLATFORMS), all_of_them=1)
    groups = sorted({script.account_group for script in SCRIPTS})[PLATFORMS.index(platform) % step :: step]
    return [script for script in SCRIPTS if script.account_group in groups]


def assert_as_expected(
    platform: str, expected: Mapping[str, ScriptRun], new_deployment: Callable[[], Deployment]
) -> None:
    """Check the platform against the scripts, and against the same conversations without a platform."""
    scripts = [script_run.script for script_run in expected.values()]
    with open_driver(platform, {script.account_group for script in scripts}, new_deployment) as driver:
        found = run_scripts(driver, scripts)
    assert not [(platform, fault) for script_run in found.values() for fault in faults_of(script_run, platform)]
    for name, script_run in found.items():
        pairs = zip(script_run.steps_run, expected[name].steps_run, strict=True)
        assert not [(platform, name, same(one), same(other)) for one, other in pairs if same(one) != same(other)]
