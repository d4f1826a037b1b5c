"""What of a turn is worth recalling: the exchange itself, and each decision with its market."""

from collections.abc import Iterator

from bot.domain.conversation import Intent
from bot.domain.decisions import Action, Decision
from bot.domain.ids import derived
from bot.domain.market import market_date
from bot.domain.messages import Answer, plain_text
from bot.domain.turns import Episode, InputKind, Turn

_RECALLED = frozenset({Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP})


def episodes(turn: Turn, intent: Intent, answer: Answer, proposed: tuple[Decision, ...]) -> Iterator[Episode]:
    """Yield the episodes of one answered turn; ids are derived, so that a second try stores nothing twice.

    A broken-off or fallback answer is no episode, and neither is a hold a decision episode.
    """
    if answer.fallback is not None:
        return
    if intent in _RECALLED and turn.kind is InputKind.MESSAGE:
        yield _exchange(turn, answer)
    for decision in proposed:
        if decision.proposal.action is not Action.HOLD:
            yield _decision(turn, decision)


def _exchange(turn: Turn, answer: Answer) -> Episode:
    return Episode(
        id=derived(turn.id, "episode"),
        tenant_id=turn.tenant_id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        kind="exchange",
        text=f"{turn.person.name}: {turn.text}\nParley: {plain_text(answer.blocks)}",
        symbols=answer.symbols,
        tags=(),
        decision_id=None,
        decision_version=None,
        context={},
        created_at=turn.accepted_at,
        market_time=None,
    )


def _decision(turn: Turn, decision: Decision) -> Episode:
    p = decision.proposal
    context = {f"{r.code}.{name}": str(value) for r in p.reasons for name, value in r.numbers.items()}
    arguments = "; ".join(r.code for r in p.reasons)
    said = turn.text if turn.kind is InputKind.MESSAGE else ""  # a press says nothing but a button's id
    return Episode(
        id=derived(decision.id, f"episode/{decision.version}"),
        tenant_id=turn.tenant_id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        kind="decision",
        text=f"{market_date(p.price_as_of)} {p.action} {p.symbol} {p.shares} at {p.price}: {arguments}. {said}".strip(),
        symbols=(p.symbol,),
        tags=p.tags,
        decision_id=decision.id,
        decision_version=decision.version,
        context=context | {"price": str(p.price), "source": p.price_source},
        created_at=decision.created_at,
        market_time=p.price_as_of,
    )
