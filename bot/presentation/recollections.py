"""Shows what was said before, with who said it, when, and where."""

import re
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Final, Self

from bot.domain.conversation.blocks import Block, Bullets, Paragraph, Quotation, Quotations, Table
from bot.domain.conversation.dialogue import ObjectKind, ShownObject
from bot.domain.conversation.replies import Answer, Source
from bot.domain.ids import ConversationId
from bot.domain.market.snapshot import market_date
from bot.domain.memory.core_memory import RememberedFact
from bot.domain.memory.episode_text import answer_in_brief, best_quote
from bot.domain.memory.episodes import Episode, EpisodeKind, is_person_id
from bot.domain.memory.recall import RecalledEpisode, RecallQuestion, RecallScope
from bot.domain.memory.summaries.summary import Statement
from bot.domain.text.locale import Locale
from bot.domain.text.zero_width import single_line
from bot.presentation.account.performance import ResultsPresenter
from bot.presentation.presenter import Presenter, day_of, first_of_list

_QUOTE_CHARACTERS: Final = 160
_ANSWER_CHARACTERS: Final = 80
_STATEMENT_CHARACTERS: Final = 50  # of the one that is shown first
_ASKS: Final = ("?", "？")
_ASKED: Final = re.compile(r"[?？]|^/")
_REMEMBERED: Final = 3  # statements of core memory that are shown first
_STATEMENTS: Final = 2
_PART_CHARACTERS: Final = 60
_NOTHING: Final = {
    RecallScope.CONVERSATION: "recall-nothing-conversation",
    RecallScope.CHANNEL: "recall-nothing-channel",
    RecallScope.WORKSPACE: "recall-nothing",
}
_NEAREST: Final = {scope: message_id.replace("nothing", "nearest") for scope, message_id in _NOTHING.items()}
_SHOWN: Final = 3  # quotations shown first; the others are details
_INSTANT: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recollection:
    """What was found on a question, best first, and the link to each message that has one."""

    question: RecallQuestion
    found: tuple[RecalledEpisode, ...]
    links: tuple[str | None, ...]

    @property
    def is_searched(self) -> bool:
        """Return whether it was searched for; False: no search was possible, these are the latest."""
        return all(each.is_searched for each in self.found)

    def only(self, is_kept: Callable[[RecalledEpisode], bool], *, most: int) -> Self:
        """Return at most so many of what was found, the best of those that are kept."""
        kept = [(each, link) for each, link in zip(self.found, self.links, strict=True) if is_kept(each)][:most]
        return replace(self, found=tuple(each for each, _ in kept), links=tuple(link for _, link in kept))

    @property
    def sources(self) -> tuple[Source, ...]:
        """Return what the answer rests on."""
        return tuple(
            Source(each.episode.id, each.episode.speakers, each.episode.said_from, link)
            for each, link in zip(self.found, self.links, strict=True)
        )


@dataclass(frozen=True, slots=True)
class Place:
    """Where a question is asked."""

    conversation_id: ConversationId
    channel: str


@dataclass(frozen=True, slots=True)
class RecollectionPresenter(Presenter):
    """Presents what was recalled."""

    scope: RecallScope  # in which it was looked for

    def answer(self, locale: Locale, recollection: Recollection) -> Answer:
        """Return quotations, the best first, or that nothing was found."""
        if not recollection.found:
            return self._nothing(locale, recollection.question)
        quotations = self._quotations(locale, recollection)
        rest = (Quotations(quotations[_SHOWN:]),) if quotations[_SHOWN:] else ()
        return Answer(blocks=(Quotations(quotations[:_SHOWN]),), details=rest, sources=recollection.sources)

    def under(self, locale: Locale, recollection: Recollection, message_id: str, **facts: Hashable) -> Answer:
        """Return quotations, the best first, under a heading that says how they were found."""
        found = self.answer(locale, recollection)
        return replace(found, blocks=(*self.paragraph(locale, message_id, **facts), *found.blocks))

    def answer_of_parts(self, locale: Locale, parts: Sequence[tuple[str, Recollection]]) -> Answer:
        """Return the best quotation on each part of a question, or that nothing was found; the others are details."""
        blocks: list[Block] = []
        details: list[Block] = []
        for text, recollection in parts:
            heading = Paragraph(self.say(locale, "recall-part-heading", part=single_line(text, limit=_PART_CHARACTERS)))
            quoted = self._quotations(locale, recollection)
            nothing = self._nothing(locale, recollection.question).blocks
            blocks += [heading, *((Quotations(quoted[:1]),) if quoted else nothing)]
            details += [heading, Quotations(quoted[1:])] if quoted[1:] else []
        sources = {source.episode: source for _, each in parts for source in each.sources}
        return Answer(blocks=tuple(blocks), details=tuple(details), sources=tuple(sources.values()))

    def answer_of_another_time(self, locale: Locale, asked: Recollection, elsewhen: Recollection) -> Answer:
        """Return that nothing was found of the time asked for, and what was said at another, if anything."""
        nothing = self._nothing(locale, asked.question)
        if not elsewhen.found:
            return nothing
        found = self.under(locale, elsewhen, "recall-another-time")
        return replace(found, blocks=(*nothing.blocks, *found.blocks))

    def last_time(self, locale: Locale, recollection: Recollection, asked_in: Place) -> Answer:
        """Return when, where and by whom something was said last, with the quotations, the latest first."""
        episode, (latest, *_) = recollection.found[0].episode, self._quotations(locale, recollection)
        is_here = episode.conversation_id == asked_in.conversation_id
        where = "here" if is_here else "channel" if episode.channel == asked_in.channel else "elsewhere"
        at = f"{episode.said_until.astimezone(locale.zone):%H:%M}"
        facts = {"date": latest.at, "time": at, "by": latest.by, "where": where}
        return self.under(locale, recollection, "recall-last", **facts)

    def remembered(self, locale: Locale, facts: Sequence[RememberedFact]) -> Answer:
        """Return what core memory holds about what is asked."""
        lines = tuple(self._fact(locale, each) for each in facts)
        shown, whole = first_of_list(self.say(locale, "recall-remembered"), lines, most=_REMEMBERED)
        shows = tuple(ShownObject(kind=ObjectKind.NOTE, id=str(each.number)) for each in facts)
        return Answer(blocks=(shown,), details=whole, shows=shows)

    def nearest(self, locale: Locale, notes: Sequence[RememberedFact], recollection: Recollection) -> Answer:
        """Return that nothing answers a question, where that was looked for, and what comes nearest to it."""
        said = (Quotations(self._quotations(locale, recollection)),) if recollection.found else ()
        noted = self.remembered(locale, notes) if notes else Answer(blocks=())
        heading = self.paragraph(locale, _NEAREST[self.scope])
        return replace(noted, blocks=(*heading, *noted.blocks, *said), sources=recollection.sources)

    def _fact(self, locale: Locale, remembered: RememberedFact) -> str:
        fact, earlier = remembered.fact, remembered.earlier
        facts = {"scope": remembered.key.scope.value, "earlier": earlier.text if earlier else "none", "text": fact.text}
        return self.say(locale, "recall-fact", by=fact.by.name, date=day_of(locale, fact.since), **facts)

    def of_summary(
        self, locale: Locale, statement: Statement, conversation_id: ConversationId, *, link: str | None
    ) -> Answer:
        """Return what the summary of a conversation says of it; `link`: to where that begins."""
        text = single_line(statement.text, limit=_QUOTE_CHARACTERS)
        quoted = Quotation(by=statement.by, at=statement.on.isoformat(), text=text, link=link)
        day = datetime.combine(statement.on, time(), UTC)
        source = Source(conversation_id, (statement.by,), day, link)
        blocks = (Paragraph(self.say(locale, "recall-in-summary")), Quotations((quoted,)))
        return Answer(blocks=blocks, sources=(source,))

    def explained(self, locale: Locale, recollection: Recollection) -> Answer:
        """Return what would be recalled, and the scores by which it was chosen."""
        if not recollection.found:
            return self._nothing(locale, recollection.question)
        parts = list(dict.fromkeys(name for each in recollection.found for name in each.parts))
        columns = ("#", *(self.texts.render_code(locale, "recall-part", name) for name in (*parts, "score")))
        rows = tuple(
            (str(number), *(f"{each.parts.get(name, 0.0):.2f}" for name in parts), f"{each.score:.2f}")
            for number, each in enumerate(recollection.found, 1)
        )
        legend = Paragraph(self.say(locale, "recall-legend"))
        blocks: tuple[Block, ...] = (Quotations(self._quotations(locale, recollection)), Table(columns, rows), legend)
        return Answer(blocks=blocks, sources=recollection.sources)

    def results(self, locale: Locale, settled: Sequence[Episode]) -> tuple[Block, ...]:
        """Return what came of decisions, a line each; nothing where there are none."""
        if not settled:
            return ()
        lines = (
            self.say(
                locale,
                "recall-result",
                date=market_date(each.market_time or each.said_from).isoformat(),
                symbols=self.texts.list_of(locale, each.symbols),
                results=ResultsPresenter(self.texts).line_of(locale, each.actual_results),
            )
            for each in settled
        )
        return (Bullets(self.say(locale, "recall-results"), tuple(lines)),)

    def statements(self, locale: Locale, recollection: Recollection) -> Answer:
        """Return the statements among what was found; an answer without blocks: there are none."""
        if not recollection.is_searched:
            return Answer(blocks=())
        pairs = zip(self._quotations(locale, recollection), recollection.sources, strict=True)
        stated = [(quoted, source) for quoted, source in pairs if not _ASKED.search(quoted.text)][:_STATEMENTS]
        if not stated:
            return Answer(blocks=())
        quotations, sources = zip(*stated, strict=True)
        heading = Paragraph(self.say(locale, "recall-said-then"))
        best = replace(quotations[0], text=single_line(quotations[0].text, limit=_STATEMENT_CHARACTERS))
        whole = () if quotations == (best,) else (heading, Quotations(quotations))
        return Answer(blocks=(heading, Quotations((best,))), details=whole, sources=sources)

    def said_before(self, locale: Locale, recollection: Recollection) -> Answer:
        """Return what was found, under a heading."""
        heading = self.paragraph(locale, "recall-said-before" if recollection.is_searched else "recall-not-searched")
        quoted = Quotations(self._quotations(locale, recollection))
        return Answer(blocks=(*heading, quoted), sources=recollection.sources)

    def _quotations(self, locale: Locale, recollection: Recollection) -> tuple[Quotation, ...]:
        question = recollection.question
        return tuple(
            self._quotation(locale, each, link, question)
            for each, link in zip(recollection.found, recollection.links, strict=True)
        )

    def _quotation(
        self, locale: Locale, recalled: RecalledEpisode, link: str | None, question: RecallQuestion
    ) -> Quotation:
        episode = recalled.episode
        quote = best_quote(episode, question.terms, speaker=question.speaker)
        text = single_line(quote.text, limit=_QUOTE_CHARACTERS)
        if quote.text.rstrip().endswith(_ASKS) and (answer := answer_in_brief(episode)):
            text = f"{text} → {single_line(answer, limit=_ANSWER_CHARACTERS)}"
        by = quote.by or ", ".join(episode.speakers)
        if episode.kind is EpisodeKind.MEMO:
            by = self.say(locale, "recall-memo-by", by=by)
        return Quotation(by=by, at=day_of(locale, episode.said_from).isoformat(), text=text, link=link)

    def _nothing(self, locale: Locale, question: RecallQuestion) -> Answer:
        since, until = question.since, question.until
        first, last = (str(day_of(locale, each)) if each else "" for each in (since, until and until - _INSTANT))
        span = "day" if first and first == last else "between" if first and last else "since" if first else "until"
        times = [each.astimezone(locale.zone).time() for each in (since, until) if each]
        if since and until and any(each != time() for each in times):
            span, first, last = "between", _minute(locale, since), _minute(locale, until)
        span = span if since or until else "none"
        speaker = "none" if is_person_id(question.speaker) else question.speaker or "none"
        text = self.say(locale, _NOTHING[self.scope], speaker=speaker, span=span, first=first, last=last)
        return Answer(blocks=(Paragraph(text),))


def _minute(locale: Locale, at: datetime) -> str:
    return f"{at.astimezone(locale.zone):%Y-%m-%d %H:%M}"
