"""Builds the episodes of a turn, which are stored for recall."""

from collections.abc import Iterator, Mapping
from typing import Final
from uuid import UUID

from bot.domain.conversation.replies import Answer
from bot.domain.conversation.states import Intent
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.ids import derive_id
from bot.domain.market.snapshot import market_date
from bot.domain.memory.episodes import Episode, EpisodeKind
from bot.domain.trading.decisions import Action, Decision

_RECALLED_INTENTS = frozenset({Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP})


_NO_FIGURES: Final[Mapping[UUID, Mapping[str, str]]] = {}


def episodes_of_turn(
    turn: Turn,
    intent: Intent,
    answer: Answer,
    proposed: tuple[Decision, ...],
    figures: Mapping[UUID, Mapping[str, str]] = _NO_FIGURES,
) -> Iterator[Episode]:
    """Yield the episodes of one answered turn. Their ids are derived, so that a repetition stores nothing twice.

    There is an exchange episode only if the answer has no fallback, and is therefore complete. There is a decision
    episode for each proposed decision that is neither a hold nor a fallback, whatever the answer is.

    Args:
        turn: The message or press.
        intent: The intent of the turn.
        answer: The answer to the turn.
        proposed: The decisions proposed in the answer.
        figures: Market figures at the time of the proposal, by decision.
    """
    if answer.fallback is None and intent in _RECALLED_INTENTS and turn.kind is InputKind.MESSAGE:
        yield _exchange_episode(turn, answer)
    for decision in proposed:
        if decision.proposal.action is not Action.HOLD and decision.proposal.fallback is None:
            yield _decision_episode(turn, decision, figures.get(decision.id, {}))


def _exchange_episode(turn: Turn, answer: Answer) -> Episode:
    return Episode(
        id=derive_id(turn.id, "episode"),
        tenant_id=turn.tenant_id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        kind=EpisodeKind.EXCHANGE,
        text=f"{turn.person.name}: {turn.text}\nParley: {answer.brief}",
        channel=turn.thread.channel,
        speakers=(turn.person.name,),
        speaker_ids=(turn.person.id,),
        symbols=answer.symbols,
        said_from=turn.accepted_at,
        said_until=turn.accepted_at,
        created_at=turn.accepted_at,
        link_message_id=turn.platform_id,
    )


def _decision_episode(turn: Turn, decision: Decision, market: Mapping[str, str]) -> Episode:
    p = decision.proposal
    context = {f"{r.code}.{name}": str(value) for r in p.reasons for name, value in r.numbers.items()}
    arguments = "; ".join(r.words.get("text") or r.code for r in p.reasons)
    trade = f"{market_date(p.price_as_of)} {p.action} {p.symbol} {p.shares} at {p.price}"
    message = turn.text if turn.kind is InputKind.MESSAGE else ""  # the text of a press is only a button's id
    return Episode(
        id=derive_id(decision.id, f"episode/{decision.version}"),
        tenant_id=turn.tenant_id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        kind=EpisodeKind.DECISION,
        text=f"{trade}: {arguments}. {message}".strip(),
        channel=turn.thread.channel,
        speakers=(turn.person.name,),
        speaker_ids=(turn.person.id,),
        said_from=turn.accepted_at,
        said_until=decision.created_at,
        symbols=(p.symbol,),
        tags=p.tags,
        decision_id=decision.id,
        decision_version=decision.version,
        context={**market, **context, "price": str(p.price), "source": p.price_source},
        created_at=decision.created_at,
        market_time=p.price_as_of,
    )
