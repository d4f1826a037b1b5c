"""Messages that are edited or deleted after their answer has begun, in memory."""

from dataclasses import replace

from bot.domain.conversation.history import Role
from bot.domain.conversation.threads import Thread
from bot.domain.conversation.turns import InputKind, InputStatus, Turn
from bot.domain.erasure import ERASED
from bot.domain.memory.episodes import Episode, EpisodeKind
from tests.fakes.episode_store import forget_episode
from tests.fakes.memory import StoredState


def change_message(state: StoredState, thread: Thread, message_id: str, text: str) -> bool:
    """Give a message another text, wherever its words are kept; return whether there is such a message."""
    turns = [each for each in state.turns.values() if _is_of(each, thread, message_id)]
    for turn in turns:
        _change_turn(state, turn, text)
    return bool(turns)


def _change_turn(state: StoredState, turn: Turn, text: str) -> None:
    if turn.kind is InputKind.ANALYSIS and text == ERASED:
        state.stops.add(turn.id)
    if state.changed_texts.get(turn.id, turn.text) in {text, ERASED}:
        return
    if turn.status is InputStatus.ACCEPTED:
        state.changed_texts[turn.id] = text
        return
    state.turns[turn.id] = replace(turn, text=text)
    state.picked_readings.pop(turn.id, None)
    state.messages[turn.conversation_id] = tuple(
        replace(each, text=text, intent=None if text == ERASED else each.intent)
        if each.turn_id == turn.id and each.role is Role.USER
        else each
        for each in state.messages.get(turn.conversation_id, ())
    )
    state.summaries.pop(turn.conversation_id, None)
    for episode in [each for each in state.episodes.values() if each.turn_id == turn.id]:
        changed = _changed(episode, turn, text)
        if changed is None or changed.text != episode.text:
            forget_episode(state, episode.id)
        if changed is not None:
            state.episodes[episode.id] = changed


def _changed(episode: Episode, turn: Turn, text: str) -> Episode | None:
    """Return an episode of the message as it is then; None: there is none."""
    if episode.kind is EpisodeKind.DECISION:
        return replace(episode, text=episode.text.replace(f". {turn.text}", "."))
    if episode.kind is EpisodeKind.EXCHANGE:
        return None if text == ERASED else replace(episode, text=f"{turn.person.name}: {text}")
    return replace(episode, link_message_id=None) if text == ERASED else episode


def _is_of(turn: Turn, thread: Thread, message_id: str) -> bool:
    place = (turn.tenant_id, turn.thread.channel, turn.platform_id)
    return turn.kind is not InputKind.PRESS and place == (thread.tenant_id, thread.channel, message_id)
