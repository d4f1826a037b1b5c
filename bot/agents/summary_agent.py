"""Writes the statements of a conversation's summary with the light model. Nothing of it is used unchecked."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, JsonValue

from bot.agents.answer_parser import STRING, array_schema, object_schema, schema_of
from bot.agents.model_client import LANGUAGE_NAMES, AgentRequest, ModelClient, data_message
from bot.agents.registry import SUMMARY
from bot.domain.memory.summaries.by_rules import TalkMessage
from bot.domain.memory.summaries.statement_support import CheckedStatements, DraftStatement, check_statements
from bot.domain.memory.summaries.summary import Statement, StatementKind
from bot.domain.models.requests import Caller
from bot.domain.models.token_estimate import estimate_tokens, shorten
from bot.domain.text.locale import Language
from bot.model_errors import ModelGarbledError
from bot.prompts import render

MAX_STATEMENTS: Final = 10  # more do not fit into a summary
MAX_TALK_TOKENS: Final = 6_000  # of the messages of one request
_PERSON_TOKENS: Final = 150  # of one message
_ASSISTANT_TOKENS: Final = 40
_OVERHEAD_TOKENS: Final = 30  # of one message besides its text
_KINDS: Final = {"preference": StatementKind.WANTS, "said": StatementKind.SAID, "open_question": StatementKind.OPEN}
_NAMES: Final = {kind: name for name, kind in _KINDS.items()} | {StatementKind.ASKED: "said"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryRequest:
    """The talk to be summarised."""

    talk: Sequence[TalkMessage]  # oldest first; of no more than about `MAX_TALK_TOKENS`, see `newest_talk`
    earlier: Sequence[Statement] = ()  # of messages before
    earlier_talk: Sequence[TalkMessage] = ()  # the messages that `earlier` was made of
    language: Language
    caller: Caller


class _SummaryAnswer(BaseModel):
    statements: list[JsonValue]


@dataclass(frozen=True, slots=True)
class SummaryAgent:
    """Asks the light model for the statements of a summary, and drops those that their messages do not support."""

    client: ModelClient

    async def write(self, request: SummaryRequest) -> tuple[CheckedStatements, str]:
        """Return the supported statements, and the model's name; there may be none if it found nothing worth keeping.

        Raises: ModelError; ModelGarbledError: none of the model's statements is supported.
        """
        notes = [
            {"by": each.by, "kind": _NAMES[each.kind], "text": each.text, "messages": list(each.messages)}
            for each in request.earlier
        ]
        data = data_message({**({"notes": notes} if notes else {}), "messages": list(map(_entry, request.talk))})
        prompt = render("summary", language=LANGUAGE_NAMES[request.language], most=str(MAX_STATEMENTS))
        agent_request = AgentRequest(agent=SUMMARY, prompt=prompt, messages=(data,), caller=request.caller)
        answered = await self.client.ask_structured(agent_request, kind=_SummaryAnswer, schema=_SCHEMA)
        drafts = tuple(map(_draft, answered.value.statements))
        checked = check_statements(drafts, (*request.earlier_talk, *request.talk))
        if drafts and not checked.statements:
            await self.client.reject(answered.answer, request.caller)
            raise ModelGarbledError(partial=answered.answer.text, why="no statement is supported")
        return checked, answered.answer.model


def newest_talk(talk: Sequence[TalkMessage]) -> tuple[TalkMessage, ...]:
    """Return the newest messages that fit into one request, oldest first."""
    kept: list[TalkMessage] = []
    left = MAX_TALK_TOKENS
    for each in reversed(talk):
        left -= estimate_tokens(_shortened(each)) + _OVERHEAD_TOKENS
        if left < 0:
            break
        kept.insert(0, each)
    return tuple(kept)


def _entry(each: TalkMessage) -> dict[str, object]:
    return {
        "number": each.number,
        "on": each.message.created_at.date().isoformat(),
        "by": each.message.author,
        "role": "person" if each.is_by_person else "assistant",
        "text": _shortened(each),
    }


def _shortened(each: TalkMessage) -> str:
    return shorten(each.message.text, limit_tokens=_PERSON_TOKENS if each.is_by_person else _ASSISTANT_TOKENS)


def _draft(written: JsonValue) -> DraftStatement:
    """Return a statement as written; one that is not of the form names no message, and is therefore not supported."""
    fields = written if isinstance(written, dict) else {}
    return DraftStatement(
        kind=_KINDS.get(str(fields.get("kind")).strip().lower(), StatementKind.SAID),
        by=str(fields.get("by") or ""),
        text=str(fields.get("text") or ""),
        messages=tuple(_numbers(fields.get("messages"))),
    )


def _numbers(written: JsonValue) -> Iterator[int]:
    """Yield the numbers of a list; what is no number counts as the number of no message."""
    for each in written if isinstance(written, list) else ():
        yield each if isinstance(each, int) and not isinstance(each, bool) else -1


_STATEMENT: Final = {
    "by": STRING,
    "kind": {**STRING, "enum": list(_KINDS)},
    "text": STRING,
    "messages": array_schema({"type": "integer"}),
}
_SCHEMA: Final = schema_of(_SummaryAnswer, "summary", {"statements": array_schema(object_schema(_STATEMENT))})
