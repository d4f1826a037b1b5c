"""What analysts remember of a share: kept while time passes, over processes, and told in briefs and analyses."""

import re

from tests.e2e.chat_process import conversation
from tests.e2e.deployment import Deployment
from tests.e2e.invariants import assert_every_turn_answered_once

VIEW = "MSFT, market view −0.31 (was −0.56 on 2013-02-11): MACD 0.13 above its signal, 0.12"


def test_advance_renews_digests_that_briefs_and_the_committee_tell_in_the_next_process(deployment: Deployment) -> None:
    conversation(deployment, "/watch MSFT", "/brief post", "/advance 7")
    passed, analysed = conversation(deployment, "/advance", "/analyze MSFT deep")
    assert VIEW in passed["text"]
    market = section(analysed["text"], "MSFT, market analyst")
    assert "By rules so far: " in market
    assert "−0.56 on 2013-02-11, −0.31 on 2013-02-12" in market
    assert re.search(r"New since the report before: .*MACD", market)
    told = section(analysed["text"], "MSFT, fundamentals analyst")
    assert "By rules so far" not in told  # renewed once a week: there is one report
    asked_again, much_later = conversation(deployment, "/analyze MSFT deep", "/advance 10")
    assert section(asked_again["text"], "MSFT, market analyst") == market
    assert "After the close of 2013-02-27" in much_later["text"]
    assert_every_turn_answered_once(deployment)


def section(text: str, heading: str) -> str:
    (found,) = (each for each in text.split("\n\n") if each.startswith(heading))
    return found
