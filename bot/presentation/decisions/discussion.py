"""Renders what the agents of one run said to each other: page by page, by speaker, as plain text."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from bot.domain.committee.debate import Speaker
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import DebateRef
from bot.domain.conversation.replies import Answer
from bot.domain.text.locale import Locale
from bot.domain.trading.decision_result import AgentMessage, DiscussionFilter, EngineRun, Page, SpeechPart, pages_of
from bot.presentation.presenter import Presenter

# Whose words alone a button shows; those of all others are asked for by name.
_BY_BUTTON: Final = (Speaker.BULL, Speaker.BEAR, Speaker.RESEARCH_JUDGE, Speaker.RISK_JUDGE)


@dataclass(frozen=True, slots=True)
class _Shown:
    ref: DebateRef
    pages: tuple[Page, ...]

    @property
    def number(self) -> int:
        """From 1; a page behind the last one is the last one."""
        return max(1, min(self.ref.page, len(self.pages)))


@dataclass(frozen=True, slots=True)
class DiscussionPresenter(Presenter):
    """Messages between agents, as plain text: no link, mention or command in them takes effect."""

    def answer(
        self,
        locale: Locale,
        run: EngineRun,
        messages: tuple[AgentMessage, ...],
        *,
        ref: DebateRef,
        is_private: bool = False,
    ) -> Answer:
        """Return the page of a discussion that `ref` names, with the buttons to other pages and speakers."""
        pages = pages_of(DiscussionFilter(ref.speaker, ref.symbol).select(messages))
        shown = _Shown(ref, pages)
        blocks = tuple(Paragraph(text) for text in self._texts(locale, run, messages, shown))
        buttons = tuple(self._buttons(locale, messages, shown))
        return Answer(blocks=blocks, symbols=discussed_symbols(messages), buttons=buttons, is_private=is_private)

    def button(self, locale: Locale, run_id: UUID, symbols: Iterable[str] = ()) -> Button:
        """Return the button that shows the debate of a run; `symbols` name it where there are several."""
        label = self.say(locale, "button-debate")
        named = self.texts.list_of(locale, symbols)
        return Button(str(DebateRef(run_id)), f"{label} · {named}" if named else label)

    def _texts(
        self, locale: Locale, run: EngineRun, messages: tuple[AgentMessage, ...], shown: _Shown
    ) -> Iterator[str]:
        ref, pages, number = shown.ref, shown.pages, shown.number
        if not messages:
            yield self.say(locale, "discussion-silent", engine=run.engine, at=run.at)
            return
        if number == 1:
            opening = "discussion-opening" if run.calls else "discussion-opening-by-rules"
            yield self.say(locale, opening, engine=run.engine, at=run.at)
        if not pages:
            about = [self._agent(locale, ref.speaker)] if ref.speaker else []
            about += [ref.symbol] if ref.symbol else []
            yield self.say(locale, "discussion-said-nothing", about=self.texts.list_of(locale, about))
            return
        has_several = len(discussed_symbols(messages)) > 1
        yield from (self._speech(locale, part, has_several=has_several) for part in pages[number - 1])
        if len(pages) > 1:
            yield self.say(locale, "discussion-page", number=number, pages=len(pages))

    def _speech(self, locale: Locale, part: SpeechPart, *, has_several: bool) -> str:
        """Return one message after its heading: it can be too long for a variable of a locale message."""
        message = part.message
        names = {"sender": self._agent(locale, message.sender), "recipient": self._agent(locale, message.recipient)}
        message_id = "discussion-from-continued" if part.is_continued else "discussion-from"
        heading = self.say(locale, message_id, **names)
        if has_several and message.symbols:
            heading = f"{self.texts.list_of(locale, message.symbols)} · {heading}"
        return f"{heading}\n{part.text}" if "\n" in part.text else self.texts.join(locale, heading, part.text)

    def _buttons(self, locale: Locale, messages: tuple[AgentMessage, ...], shown: _Shown) -> Iterator[Button]:
        ref, number, last = shown.ref, shown.number, len(shown.pages)
        beside = (("previous", number - 1, number > 1), ("next", number + 1, number < last))
        for name, page, is_there in beside:
            if is_there:
                other = DebateRef(ref.run_id, page, ref.speaker, ref.symbol)
                yield Button(str(other), self.say(locale, f"button-page-{name}"))
        spoke = {message.sender for message in messages}
        for speaker in _BY_BUTTON:
            if speaker in spoke and speaker != ref.speaker:
                alone = DebateRef(ref.run_id, 1, speaker, ref.symbol)
                yield Button(str(alone), self._agent(locale, speaker))
        if ref.speaker:
            everybody = DebateRef(ref.run_id, 1, "", ref.symbol)
            yield Button(str(everybody), self.say(locale, "button-everybody"))

    def _agent(self, locale: Locale, name: str) -> str:
        key = f"agent-{name.replace('_', '-')}"
        return self.say(locale, key) if self.texts.has(locale, key) else name


def discussed_symbols(messages: Iterable[AgentMessage]) -> tuple[str, ...]:
    """Return the symbols that the messages are about, each once, in their order."""
    return tuple(dict.fromkeys(symbol for message in messages for symbol in message.symbols))
