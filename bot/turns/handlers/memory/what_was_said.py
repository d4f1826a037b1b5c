"""What was said before: questions like "what did Bob say about banks?"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.memory import AskMemory, RecallPart, ThreadPart
from bot.domain.memory.core_memory import RememberedFact
from bot.domain.memory.episode_text import best_quote, says_something_on
from bot.domain.memory.episodes import ORDER, EpisodeKind
from bot.domain.memory.recall import MemorySearch, RecalledEpisode, RecallQuestion, says_it_otherwise
from bot.domain.memory.summaries.by_rules import is_bare_verdict
from bot.domain.text.normalise import normalise
from bot.errors import SearchFailedError
from bot.memory.questions import SURE_FACT, facts_about, person_named_last
from bot.memory.recall import Recall
from bot.memory.summary_recall import SummaryRecall
from bot.memory.thread_summary import load_summary_of_time, load_thread_summary
from bot.ports import MessageLinks
from bot.presentation.recollections import Place, Recollection, RecollectionPresenter
from bot.presentation.thread_summary import ThreadSummaryPresenter
from bot.reading.assembly.recall import QUOTABLE, QUOTED
from bot.reading.recall.memory_questions import EarlierMessages
from bot.reading.recall.recall_words import goes_on
from bot.turns.memory.recalled_details import linked_recollection

_REQUEST: Final = re.compile(
    r"^/|[?]$|^(?:please )?(?:buy|sell|analy[sz]e|compare|should|why|who|what|how|when|cancel|confirm|yes|no)\b"
    r"|^(?:请|帮我)?(?:买|卖|清仓|加仓|分析|要不要|为什么|确认|取消)"
)
_FIGURE: Final = re.compile(r"(?<![\w.,])\d[\d,.]*\d|(?<![\w.,])\d")
_VERDICT: Final = re.compile(r"^(?:please )?(?:cancel|confirm|yes|no)\b|^(?:请|帮我)?(?:确认|取消)")
_QUOTED_BELOW: Final = 2  # episodes, under an answer that rests on them
_SEARCHED: Final = 50  # episodes, among which are questions of the same kind


@dataclass(frozen=True, slots=True)
class WhatWasSaidHandler:
    """Handler of questions about what was said."""

    recall: Recall
    links: MessageLinks
    presenter: RecollectionPresenter
    summaries: SummaryRecall
    threads: ThreadSummaryPresenter
    earlier: EarlierMessages

    async def __call__(self, context: TurnContext, request: AskMemory) -> TurnResult:
        """Return who said what and when, or that nothing was found."""
        remembered = await self._remembered(context, request)
        answered = await self._summarise_thread(context, request)
        answered = answered or await self._answer_of_each(context, request.of_each)
        if answered is not None:
            return answered
        question = await self.with_person_named_last(context, request.whole)
        if question is None:
            return TurnResult(answer=self.presenter.said(context.locale, "recall-who"))
        recollection = await self._recollect_or_by_shares(context, question)
        if remembered:
            return TurnResult(answer=self._with_quotations(context, remembered, recollection))
        answered = await self._answer(context, recollection)
        if request.is_rule and not answered.answer.sources:
            return TurnResult(answer=self.presenter.said(context.locale, "recall-no-rule"))
        return answered

    async def with_person_named_last(self, context: TurnContext, part: RecallPart) -> RecallQuestion | None:
        """Return a question with whom "he" means in it; None: nobody was named."""
        if not part.names_pronoun:
            return part.question
        speaker = await person_named_last(self.recall.stores, self.earlier, context)
        return replace(part.question, speaker=speaker) if speaker else None

    async def _recollect_or_by_shares(self, context: TurnContext, question: RecallQuestion) -> Recollection:
        """Return what is found; of a question about shares alone, in whatever words they were talked about."""
        recollection = await self.recollect(context, question)
        is_of_shares = question.latest_first or bool(question.claim) or len(question.terms) <= len(question.symbols)
        if recollection.found or not (question.symbols and is_of_shares):
            return recollection
        return await self.recollect(context, replace(question, text=" ".join(question.symbols)))

    async def _remembered(self, context: TurnContext, request: AskMemory) -> tuple[RememberedFact, ...]:
        """Return what core memory holds about a question that names no speaker and no time."""
        question = request.whole.question
        is_of_words = question.speaker or question.since or question.latest_first or request.is_summary
        if is_of_words and not request.is_rule:
            return ()
        least = {} if request.is_rule else {"least": SURE_FACT}
        return await facts_about(self.recall.stores, context, request.topic, symbols=question.symbols, **least)

    def _with_quotations(
        self, context: TurnContext, facts: Sequence[RememberedFact], recollection: Recollection
    ) -> Answer:
        """Return what is remembered; what was said on it since stands beside, what was said before in the details."""
        remembered = self.presenter.remembered(context.locale, facts)
        if not (recollection.found and recollection.is_searched):
            return remembered
        last = max(each.fact.since for each in facts)
        newer = recollection.only(lambda each: each.episode.said_from > last, most=_QUOTED_BELOW)
        beside = self.presenter.said_before(context.locale, newer).blocks if newer.found else ()
        said = self.presenter.said_before(context.locale, recollection)
        blocks, details = (*remembered.blocks, *beside), (*remembered.details, *said.blocks)
        return replace(remembered, blocks=blocks, details=details, sources=said.sources)

    async def remembered_rule(self, context: TurnContext, request: AskMemory) -> TurnResult | None:
        """Return the rules that are kept on a question for one; None: there are none."""
        facts = await self._remembered(context, request) if request.is_rule else ()
        return TurnResult(answer=self.presenter.remembered(context.locale, facts)) if facts else None

    async def _answer(self, context: TurnContext, recollection: Recollection) -> TurnResult:
        """Return what was found, of the time that is asked for or, if there is nothing, of another."""
        if not recollection.is_searched:
            return TurnResult(answer=self.presenter.under(context.locale, recollection, "recall-not-searched"))
        if not recollection.found:
            return TurnResult(answer=await self._otherwise_found(context, recollection))
        if recollection.question.claim and not recollection.question.latest_first:
            return TurnResult(answer=self._claimed(context, recollection))
        if recollection.question.latest_first:
            asked_in = Place(context.conversation.id, context.turn.thread.channel)
            return TurnResult(answer=self.presenter.last_time(context.locale, recollection, asked_in))
        return TurnResult(answer=self.presenter.answer(context.locale, recollection))

    def _claimed(self, context: TurnContext, recollection: Recollection) -> Answer:
        """Return who said just what is asked; where nobody did, the nearest that was said, as such."""
        question = recollection.question
        stating = recollection.only(lambda each: self.earlier.states(_quote(each, question), question), most=QUOTED)
        if stating.found:
            return self.presenter.answer(context.locale, stating)
        return self.presenter.under(context.locale, recollection, "recall-not-said")

    async def _otherwise_found(self, context: TurnContext, nothing: Recollection) -> Answer:
        """Return what others have reported, other words or a summary tell, or what was said at another time."""
        question = nothing.question
        if question.speaker and (facts := await self._noted_of(context, question)):
            return self.presenter.remembered(context.locale, facts)
        if question.speaker and (reported := await self._reported(context, question)).found:
            return self.presenter.under(context.locale, reported, "recall-reported", speaker=question.speaker)
        if (search := _successful(context)) is not None:
            searched = await linked_recollection(self.links, context.turn.thread, search.question, search.found)
            return self.presenter.under(context.locale, searched, "recall-other-words", query=searched.question.text)
        if (told := await self._in_summaries(context, question)) is not None:
            return told
        if question.since is None and question.until is None:
            return await self._on_shares(context, nothing)
        elsewhen = await self.recollect(context, replace(question, since=None, until=None))
        return self.presenter.answer_of_another_time(context.locale, nothing, elsewhen)

    async def _on_shares(self, context: TurnContext, nothing: Recollection) -> Answer:
        """Return what was said on the shares that views or trades are asked of, in other words; else nothing."""
        question = replace(nothing.question, text=" ".join(nothing.question.symbols))
        is_of_shares = bool(question.symbols) and (question.asks_view or question.asks_trade)
        found = await self.recollect(context, question) if is_of_shares else nothing
        found = found.only(lambda each: each.found.text_score > 0, most=QUOTED)
        if not found.found:
            return self.presenter.answer(context.locale, nothing)
        return self.presenter.under(context.locale, found, "recall-other-words", query=question.text)

    async def _noted_of(self, context: TurnContext, question: RecallQuestion) -> tuple[RememberedFact, ...]:
        """Return the notes on what a person said: "note: Tom thinks FB is soft" tells of what Tom said."""
        name, stores = question.speaker.lower(), self.recall.stores
        found = await facts_about(stores, context, question.text, symbols=question.symbols)
        return tuple(each for each in found if name in each.fact.text.lower())

    async def _in_summaries(self, context: TurnContext, question: RecallQuestion) -> Answer | None:
        found = await self.summaries(context.turn, question)
        if found is None:
            return None
        thread, message_id = found.record.thread, found.record.first_message_id
        link = await self.links.link_to(thread, message_id) if message_id is not None else None
        return self.presenter.of_summary(context.locale, found.statement, found.record.id, link=link)

    async def _summarise_thread(self, context: TurnContext, request: AskMemory) -> TurnResult | None:
        """Return the summary of this thread; None: another is asked for, or nothing was said in this one."""
        if request.thread is None:
            return None
        stores, question = self.recall.stores, request.whole.question
        if request.is_of_time:
            summary = await load_summary_of_time(stores, self.earlier, context, question)
        else:
            summary = await load_thread_summary(stores, self.earlier, context)
        if summary.is_empty:
            return None
        is_open = request.thread is ThreadPart.OPEN_QUESTIONS
        present = self.threads.open_questions if is_open else self.threads.answer
        return TurnResult(answer=present(context.locale, summary))

    async def _answer_of_each(self, context: TurnContext, parts: Sequence[RecallPart]) -> TurnResult | None:
        """Return what each of two people said; if neither said anything, what others did; None: it is of no two."""
        if not parts:
            return None
        asked = [(each.text, await self.recollect(context, each.question)) for each in parts]
        if found := tuple(each for each in asked if each[1].found):
            return TurnResult(answer=self.presenter.answer_of_parts(context.locale, found))
        of_anyone = replace(parts[0].question, speaker="")
        return await self._answer(context, await self.recollect(context, of_anyone))

    async def _reported(self, context: TurnContext, question: RecallQuestion) -> Recollection:
        """Return what others have said of the speaker's views: "Carol thinks banks are cheap", said by Ann."""
        name = question.speaker
        of_anyone = replace(question, speaker="", text=f"{question.text} {name}")
        found = await self.recollect(context, of_anyone)

        def is_of_speaker(each: RecalledEpisode) -> bool:
            said = normalise(best_quote(each.episode, of_anyone.terms).text)
            return self.earlier.reported_person(said).lower() == name.lower()

        return found.only(is_of_speaker, most=QUOTED)

    async def statements_on(
        self, context: TurnContext, symbol: str, *, since: datetime | None = None, until: datetime | None = None
    ) -> Answer:
        """Return what people said about a share, of a time if one is given, no questions."""
        question = RecallQuestion(
            text=symbol, since=since, until=until, kinds=QUOTABLE, limit=QUOTED, known_at=context.market_time
        )
        try:
            recalled = await self.recall(context.turn, context.conversation, question)
        except SearchFailedError:  # they stand beside an explanation, which does without them
            recalled = ()
        found = [
            each for each in recalled if not (each.episode.is_about_others({symbol}) or _is_request(each, question))
        ]
        recollection = await linked_recollection(self.links, context.turn.thread, question, found)
        return self.presenter.statements(context.locale, recollection)

    async def with_searched(self, context: TurnContext, answer: Answer) -> Answer:
        """Return an answer with what a model has looked up for it quoted below, and named as its sources."""
        if (search := _successful(context)) is None:
            return answer
        recollection = await linked_recollection(
            self.links, context.turn.thread, search.question, search.found[:_QUOTED_BELOW]
        )
        said = self.presenter.said_before(context.locale, recollection)
        return replace(answer, blocks=(*answer.blocks, *said.blocks), sources=(*answer.sources, *said.sources))

    async def recollect(self, context: TurnContext, question: RecallQuestion) -> Recollection:
        """Return what is found on a question."""
        searched = replace(question, limit=_SEARCHED)
        recalled = await self.recall(context.turn, context.conversation, searched)
        answering = [each for each in recalled if not (each.is_searched and self._is_no_answer(each, question))]
        stated = [each for each in answering if not each.is_searched or self._states_something(each, question)]
        shows_questions = question.asks_questions or question.latest_first
        found = tuple(answering if shows_questions else stated)
        if not (question.terms or question.speaker):  # whatever was said: what Parley was told to do tells least
            found = tuple(each for each in found if not _is_request(each, question)) or found
        found = found[: question.limit]
        return await linked_recollection(self.links, context.turn.thread, question, found)

    def _is_no_answer(self, recalled: RecalledEpisode, question: RecallQuestion) -> bool:
        """Return whether an episode is such a question to Parley too; where views are asked for, also if it requests.

        So is one that is about other shares, or lacks a figure that the question names.
        """
        if recalled.episode.is_about_others(question.symbols) or _lacks_figure(recalled, question):
            return True
        if recalled.episode.kind is not EpisodeKind.EXCHANGE:
            return False
        quote = _quote(recalled, question)
        asked = quote.partition(" → ")[0]
        if goes_on(asked) or self.earlier.ask_what_was_said(asked):
            return not question.asks_questions
        return question.asks_view and _is_request(recalled, question)

    def _states_something(self, recalled: RecalledEpisode, question: RecallQuestion) -> bool:
        """Return whether what would be quoted states something on the question: it only asks or orders nothing."""
        episode = recalled.episode
        only_requests = (ORDER in episode.tags and not question.asks_trade) or (
            episode.kind is EpisodeKind.EXCHANGE and self.earlier.only_ask(_quote(recalled, question))
        )
        is_about = question.is_of_nearest or says_it_otherwise(recalled) or says_something_on(episode, question)
        return not only_requests and is_about


def _successful(context: TurnContext) -> MemorySearch | None:
    return next((each for each in context.conversation_context.searches if each.found), None)


def _lacks_figure(recalled: RecalledEpisode, question: RecallQuestion) -> bool:
    """Return whether a question names a figure, and an episode has others instead: "who said 20 percent?"."""
    asked, said = (set(_FIGURE.findall(normalise(each))) for each in (question.text, recalled.episode.text))
    return bool(asked and said) and not asked & said


def _is_request(recalled: RecalledEpisode, question: RecallQuestion) -> bool:
    """Return whether Parley was told to do something, which is no view of anybody; a verdict with its reason is one."""
    if recalled.episode.kind is not EpisodeKind.EXCHANGE:
        return False
    said = _quote(recalled, question).lower()
    gives_reason = _VERDICT.search(said) is not None and not is_bare_verdict(said)
    return _REQUEST.search(said) is not None and not gives_reason


def _quote(recalled: RecalledEpisode, question: RecallQuestion) -> str:
    return normalise(best_quote(recalled.episode, question.terms, speaker=question.speaker).text)
