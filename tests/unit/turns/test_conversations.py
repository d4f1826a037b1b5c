"""All scripted conversations in this process, over in-memory stores."""

from typing import Final

import pytest

from tests.conversations.checks import faults_of
from tests.conversations.in_process import NAME, run_in_process
from tests.conversations.scripts import load

SCRIPTS: Final = load()
ACCOUNT_GROUPS: Final = tuple(dict.fromkeys(script.account_group for script in SCRIPTS))


@pytest.mark.parametrize("account_group", ACCOUNT_GROUPS)
def test_conversations_of_one_account_then_each_step_shows_and_stores_what_its_script_says(account_group: str) -> None:
    scripts = [script for script in SCRIPTS if script.account_group == account_group]
    assert not [fault for run in run_in_process(scripts).values() for fault in faults_of(run, NAME)]
