"""/debug last: how the latest turn was worked on, as people read it."""

from dataclasses import replace

import pytest

from bot.domain.conversation.blocks import Table, plain_text
from bot.domain.conversation.turns import LogEntry
from tests.fakes.core import Talk


class TestDebug:
    async def test_the_steps_of_the_latest_turn_are_a_table(self, talk: Talk) -> None:
        await talk.say("ann", "/help")
        await talk.say("ann", "analyze GOOG")
        reply = await talk.say("ann", "/debug last")

        opening, table = reply.answer.blocks
        assert plain_text((opening,)).startswith("Message 2 of this thread (ANALYZE), 2026-11-02")
        assert isinstance(table, Table)
        assert table.columns == ("Step", "Time", "Facts")
        assert [row[0] for row in table.rows] == ["Route", "Recall", "Respond", "Store"]
        route = "target ANALYZE · request Analyze shares.symbols=GOOG · method trained · confidence "
        assert table.rows[0][2].startswith(route)
        assert all(row[1].endswith(" ms") for row in table.rows)

    async def test_the_request_is_shown_without_its_words(self, talk: Talk) -> None:
        await talk.say("ann", "what does contango mean?")
        _, table = (await talk.say("ann", "/debug last")).answer.blocks
        assert isinstance(table, Table)
        assert table.rows[0][2].startswith("target EXPLAIN · request Define word=… · method trained · confidence ")

    @pytest.mark.parametrize(
        ("facts", "shown"),
        [
            (
                {"target": "command", "method": "command", "reason": "command", "confidence": "1.00"},
                "target command · confidence 1.00",
            ),
            (
                {"target": "ask_back", "method": "ask_back", "reason": "model_failed"},
                "target asking back · reason the model gave no answer",
            ),
        ],
    )
    async def test_what_is_said_already_is_left_out(self, talk: Talk, facts: dict[str, str], shown: str) -> None:
        await talk.say("ann", "analyze GOOG")
        logs = talk.memory.state.turn_logs
        for key, log in logs.items():
            logs[key] = replace(log, entries=(LogEntry("route", 1.0, facts),))
        _, table = (await talk.say("ann", "/debug last")).answer.blocks
        assert isinstance(table, Table)
        assert table.rows[0][2] == shown

    async def test_nobodys_words_are_kept(self, talk: Talk) -> None:
        await talk.say("ann", "analyze GOOG please, dear secret")
        (log,) = talk.memory.state.turn_logs.values()
        assert "secret" not in str(log)
        assert "Ann" not in str(log)
