"""Builds the episodes of a turn, which are stored for recall."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from bot.domain.conversation.replies import STOPPED, Answer
from bot.domain.conversation.states import Intent, State
from bot.domain.conversation.turns import InputKind, Turn
from bot.domain.erasure import ERASED
from bot.domain.ids import TurnId, derive_id
from bot.domain.market.snapshot import market_date
from bot.domain.memory.episode_text import answered_text, said_line
from bot.domain.memory.episodes import ORDER, Episode, EpisodeKind, MessageSpan, decision_episode_id
from bot.domain.memory.summaries.by_rules import is_bare_verdict
from bot.domain.text.locale import Language
from bot.domain.text.secrets import has_secret
from bot.domain.text.zero_width import without_line_ends
from bot.domain.trading.decisions import Action, Decision

_VERDICTS: Final = frozenset({Intent.CONFIRM, Intent.CANCEL})
_ASKED_BY_COMMAND: Final = frozenset({Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN})  # "/analyze AAPL"
_MAX_QUESTION: Final = 4_000  # characters
_MAX_ANSWER: Final = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class AnsweredTurn:
    """One answered message or press, as far as its episodes are concerned."""

    turn: Turn
    intent: Intent
    language: Language
    answer: Answer
    answered_at: datetime
    messages: MessageSpan  # question and answer in the history
    proposed: tuple[Decision, ...] = ()
    market_figures: Mapping[UUID, Mapping[str, str]]  # at the time of the proposal, by decision
    is_about_memory: bool = False  # it only shows what was said before, or what Parley can do
    symbols: tuple[str, ...] = ()  # shares that the message names
    focus: tuple[str, ...] = ()  # shares that the conversation was about
    state_before: State | None = None  # of the conversation
    is_order: bool = False  # the message only tells Parley to do something
    is_changed: bool = False  # the message has other words now than those that were answered, or none
    market_time: datetime | None = None  # the latest of which the answer may tell; None: it is not bound


def episodes_of_turn(answered: AnsweredTurn) -> Iterator[Episode]:
    """Yield the episodes of one answered turn. Their ids are derived, so that a repetition stores nothing twice.

    An exchange episode holds what was said and, if it says something and is whole, the answer in brief. There is none
    of an answer that only its person sees or has stopped, of a verdict without a word more, of a command that asks
    about no share, of a message that was deleted meanwhile, and of one that holds a secret. There is a decision episode
    for each proposed decision that is neither a hold nor a fallback, whatever the answer is.
    """
    if _is_exchange(answered):
        yield _exchange_episode(answered)
    for decision in answered.proposed:
        if decision.proposal.action is not Action.HOLD and decision.proposal.fallback is None:
            yield _decision_episode(answered, decision)


def exchange_id(turn_id: TurnId) -> UUID:
    """Return the id of the episode of a message and its answer, if there is one."""
    return derive_id(turn_id, "episode")


def _is_exchange(answered: AnsweredTurn) -> bool:
    answer, turn = answered.answer, answered.turn
    if answer.is_private or answered.is_about_memory or answer.fallback == STOPPED:
        return False
    is_verdict = answered.intent in _VERDICTS and is_bare_verdict(turn.text, symbols=answered.symbols)
    is_command = turn.text.lstrip().startswith("/") and answered.intent not in _ASKED_BY_COMMAND
    is_gone = turn.text == ERASED
    return turn.kind is not InputKind.PRESS and not (is_verdict or is_command or is_gone or has_secret(turn.text))


def _exchange_episode(answered: AnsweredTurn) -> Episode:
    turn, answer = answered.turn, answered.answer
    return Episode(
        id=exchange_id(turn.id),
        tenant_id=turn.tenant_id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        kind=EpisodeKind.EXCHANGE,
        text=_exchange_text(answered),
        channel=turn.thread.channel,
        speakers=(turn.person.name,),
        speaker_ids=(turn.person.id,),
        symbols=tuple(dict.fromkeys((*_told_symbols(answered), *answer.symbols))),
        messages=answered.messages,
        said_from=turn.accepted_at,
        said_until=answered.answered_at,
        created_at=turn.accepted_at,
        market_time=answered.market_time,
        link_message_id=turn.platform_id,
        language=answered.language,
        tags=(ORDER,) if answered.is_order else (),
    )


def _told_symbols(answered: AnsweredTurn) -> tuple[str, ...]:
    """Return the shares that a message names; a verdict, or words below a card, that name none are about the focus."""
    is_about_focus = answered.intent in _VERDICTS or answered.state_before is State.AWAITING_CONFIRM
    return answered.symbols or (answered.focus if is_about_focus else ())


def _exchange_text(answered: AnsweredTurn) -> str:
    """Return what is found again: no answer that asks back, has a fallback, or is to what changed or asked nothing."""
    said = said_line(answered.turn.person.name, answered.turn.text[:_MAX_QUESTION])
    answer = answered.answer
    tells_nothing = answer.has_question or answered.intent is Intent.UNKNOWN or answered.is_changed
    if answer.fallback is not None or tells_nothing:
        return said
    return answered_text(said, answer.brief[:_MAX_ANSWER])


def _decision_episode(answered: AnsweredTurn, decision: Decision) -> Episode:
    turn, p = answered.turn, decision.proposal
    market = answered.market_figures.get(decision.id, {})
    context = {f"{r.code}.{name}": str(value) for r in p.reasons for name, value in r.numbers.items()}
    arguments = "; ".join(r.words.get("text") or r.code for r in p.reasons)
    trade = f"{market_date(p.price_as_of)} {p.action} {p.symbol} {p.shares} at {p.price}"
    is_message = turn.kind is not InputKind.PRESS and not answered.is_changed
    # The text of a press is only a button's id. Lines of their own are the results, added once they are known.
    message = without_line_ends(turn.text[:_MAX_QUESTION]) if is_message else ""
    return Episode(
        id=decision_episode_id(decision.key),
        tenant_id=turn.tenant_id,
        conversation_id=turn.conversation_id,
        turn_id=turn.id,
        kind=EpisodeKind.DECISION,
        text=without_line_ends(f"{trade}: {arguments}. {message}").strip(),
        channel=turn.thread.channel,
        speakers=(turn.person.name,),
        speaker_ids=(turn.person.id,),
        symbols=(p.symbol,),
        tags=p.tags,
        messages=answered.messages,
        said_from=turn.accepted_at,
        said_until=max(decision.created_at, turn.accepted_at),
        decision_id=decision.id,
        decision_version=decision.version,
        context={**market, **context, "price": str(p.price), "source": p.price_source},
        created_at=decision.created_at,
        market_time=p.price_as_of,
        link_message_id=turn.platform_id if is_message else None,
        language=answered.language,
    )
