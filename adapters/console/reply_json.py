"""Replies as JSON, for programs. The keys are a contract: they may be added, never renamed or removed."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal

from adapters.markup.text import DIRECTION
from bot.domain.conversation.replies import STOPPED, Answer, Reply
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.threads import Thread
from bot.domain.text.emphasis import emphasis_as_text
from bot.domain.text.locale import Language
from bot.domain.trading.decision_result import EngineRun
from bot.domain.trading.decisions import Decision, Proposal, Reason
from bot.domain.trading.validation import CENT

_UNSAFE = re.compile(f"[\x7f-\x9f\u2028\u2029{DIRECTION}\ud800-\udfff]")  # control a terminal, or end a line
RenderReason = Callable[[Reason, Language], str]


def reply_as_json(reply: Reply, *, render_reason: RenderReason) -> dict[str, object]:
    """Return `reply` as an object for `json.dumps`: decimals as strings, times as ISO 8601 with zone.

    `render_reason`: returns the sentence for a reason of a decision.
    """
    answer = reply.answer
    return {
        "conversation_id": str(reply.thread.conversation_id),
        "turn": reply.turn_number,
        "intent": reply.intent.value,
        "confidence": _decimal(reply.confidence),
        "state": reply.state.value,
        "brief": answer.brief,
        "text": answer.whole_text,
        "symbols": list(answer.symbols),
        "decisions": [
            _decision_as_json(each, answer.run, language=reply.language, render_reason=render_reason)
            for each in answer.decisions
        ],
        "buttons": [{"id": each.id, "label": each.label} for each in answer.buttons],
        "attachments": [],
        "sources": [
            *(
                {"episode": str(each.episode), "by": ", ".join(each.by), "at": _time(each.at), "link": each.link}
                for each in answer.sources
            ),
            *(
                {"passage": str(each.passage), "base": each.base, "title": each.title, "page": each.page}
                for each in answer.passages
            ),
        ],
        "fallback": answer.fallback,
        "thread": reply.thread.thread,
        **_analysis_as_json(answer),
    }


def refusal_as_json(sentence: str, *, thread: Thread, state: State) -> dict[str, object]:
    """Return the answer to a line that was refused: no turn was stored, `fallback` says why.

    `thread`: the thread that it was meant for. `state`: the state in the last answer of that thread.
    """
    return {
        "conversation_id": str(thread.conversation_id),
        "turn": None,
        "intent": Intent.UNKNOWN.value,
        "confidence": "0",
        "state": state.value,
        "brief": sentence,
        "text": sentence,
        "symbols": [],
        "decisions": [],
        "buttons": [],
        "attachments": [],
        "sources": [],
        "fallback": sentence,
        "thread": thread.thread,
    }


def dump_json_line(value: dict[str, object]) -> str:
    """Return `value` as one line of JSON, with its line feed; safe on a terminal."""
    dumped = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", dumped) + "\n"


def _decision_as_json(
    decision: Decision, run: EngineRun | None, *, language: Language, render_reason: RenderReason
) -> dict[str, object]:
    proposal = decision.proposal
    return {
        "id": str(decision.id),
        "version": decision.version,
        "symbol": proposal.symbol,
        "action": proposal.action.value,
        "target_cash_amount": _money(proposal.target_cash_amount),
        "cash_change": _money(proposal.cash_change),
        "shares": _decimal(proposal.shares),
        "price": _money(proposal.price),
        "price_as_of": _time(proposal.price_as_of),
        "stop_price": None if proposal.stop_price is None else _money(proposal.stop_price),
        "confidence": _decimal(proposal.confidence),
        "reasons": [emphasis_as_text(render_reason(reason, language)) for reason in proposal.reasons],
        "tags": list(proposal.tags),
        "status": decision.status.value,
        "expires_at": _time(decision.expires_at),
        "engine": proposal.engine,
        "timestamp": _time(decision.created_at),
        "fallback": proposal.fallback,
        "metadata": _run_as_json(proposal, run),
    }


def _analysis_as_json(answer: Answer) -> dict[str, object]:
    """Return "run", of the answer of a committee that has ended; of an answer that says it goes on, "running"."""
    if answer.analysis is None:
        return {}
    run, run_id = answer.run, str(answer.analysis.run_id)
    if not answer.analysis.is_ended:
        return {"running": {"id": run_id}}
    counted = {
        "calls": run.calls if run else None,
        "prompt_tokens": run.tokens.prompt if run else None,
        "completion_tokens": run.tokens.completion if run else None,
    }
    status = "stopped" if answer.fallback == STOPPED else "ended"
    return {"run": {"id": run_id, "engine": "committee", "status": status, **counted}}


def _run_as_json(proposal: Proposal, run: EngineRun | None) -> dict[str, object] | None:
    """Return how a model made a proposal; None: no model was asked. Of a run other than `run` only the id is known."""
    if proposal.run_id is None:
        return None
    known = run if run is not None and run.id == proposal.run_id else None
    return {
        "run_id": str(proposal.run_id),
        "prompt_version": known.prompt_version if known else None,
        "calls": known.calls if known else None,
        "cache_hits": known.cache_hits if known else None,
        "parse_errors": known.parse_errors if known else None,
        "retries": known.retries if known else None,
        "latency_ms": round(known.latency * 1000) if known else None,
        "prompt_tokens": known.tokens.prompt if known else None,
        "completion_tokens": known.tokens.completion if known else None,
    }


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()  # the same text before and after storage


def _money(amount: Decimal) -> str:
    return _decimal(amount.quantize(CENT, ROUND_HALF_UP))


def _decimal(value: Decimal) -> str:
    return format(value, "f")  # never "1E+5"
