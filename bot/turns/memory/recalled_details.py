"""Shows what an answer may rest on: what was said before on the same, with who said it, when, and where."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Block
from bot.domain.conversation.requests import intent_of
from bot.domain.conversation.states import Intent
from bot.domain.conversation.threads import Thread
from bot.domain.memory.episode_text import says_something_on
from bot.domain.memory.episodes import ORDER, EpisodeKind
from bot.domain.memory.recall import RecalledEpisode, RecallQuestion
from bot.ports import MessageLinks
from bot.presentation.recollections import Recollection, RecollectionPresenter

_SHOWN: Final = 3  # quotations
_ABOUT_FOCUS: Final = frozenset({Intent.ANALYZE, Intent.DECIDE, Intent.EXPLAIN, Intent.FOLLOWUP})


def message_question(context: TurnContext) -> RecallQuestion:
    """Return what is looked for before a message is answered: what it says, and the shares that it is about.

    A greeting or a review is not about the share that was talked of last. That the same was asked before matters to no
    answer; without it, prompts of the same question in several threads are the same, and one answer serves all.
    """
    text = " ".join((context.turn.text, *asked_symbols(context)))
    return RecallQuestion(text=text, repeated=context.turn.text, known_at=context.market_time)


def asked_symbols(context: TurnContext) -> Sequence[str]:
    """Return the shares that a message is about: those it names, or those talked of before."""
    is_about_focus = intent_of(context.request) in _ABOUT_FOCUS
    return context.symbols if is_about_focus else context.reading.shares.symbols


async def linked_recollection(
    links: MessageLinks, asked_in: Thread, question: RecallQuestion, found: Sequence[RecalledEpisode]
) -> Recollection:
    """Return what was found on a question asked in a thread, with the links to its messages."""
    made = await asyncio.gather(*(_link(links, asked_in, each) for each in found))
    return Recollection(question=question, found=tuple(found), links=tuple(made))


async def _link(links: MessageLinks, asked_in: Thread, recalled: RecalledEpisode) -> str | None:
    thread, message_id = recalled.found.thread, recalled.episode.link_message_id
    if thread is None or message_id is None:
        return None
    return await links.link_to(replace(asked_in, channel=recalled.episode.channel, thread=thread), message_id)


@dataclass(frozen=True, slots=True)
class RecalledDetails:
    """Adds to the details of an answer what was recalled for it, whichever engine or model has answered.

    Nothing else of the answer depends on it: no recalled text changes a size or a limit by itself.
    """

    links: MessageLinks
    presenter: RecollectionPresenter

    async def add_recalled(self, context: TurnContext, result: TurnResult) -> TurnResult:
        """Return `result` with all that was recalled for it as sources; unless it quotes something, the best quoted."""
        answer, found = result.answer, context.conversation_context.episodes
        if not found:
            return result
        question, thread = message_question(context), context.turn.thread
        recollection = await linked_recollection(self.links, thread, question, found)
        details = answer.details if answer.sources else (*answer.details, *self._quoted(context, recollection))
        sources = {each.episode: each for each in (*answer.sources, *recollection.sources)}
        return replace(result, answer=replace(answer, details=details, sources=tuple(sources.values())))

    def _quoted(self, context: TurnContext, recollection: Recollection) -> tuple[Block, ...]:
        """Return the best of what people said, no orders to Parley; what was decided stands in its own card."""
        question = recollection.question

        def is_said(each: RecalledEpisode) -> bool:
            episode = each.episode
            is_told = episode.kind is not EpisodeKind.DECISION and ORDER not in episode.tags
            return is_told and (not each.is_searched or says_something_on(episode, question))

        said = recollection.only(is_said, most=_SHOWN)
        return self.presenter.said_before(context.locale, said).blocks if said.found else ()
