"""Requests about the conversation itself: help, status, reset."""

import re
from dataclasses import dataclass

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.blocks import Block, Paragraph
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests.conversation import (
    AskUnavailable,
    AskWhatToAddTo,
    ResetConversation,
    ShowHelp,
    ShowStatus,
    UnknownCommand,
)
from bot.domain.conversation.states import Event
from bot.locales import Catalogue
from bot.presentation.status import status_blocks
from bot.turns.example_share import example_share


@dataclass(frozen=True, slots=True)
class ConversationHandlers:
    """Handlers of requests about the conversation itself."""

    texts: Catalogue
    market: str  # its name

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        return {
            ShowStatus: self._show_status,
            ShowHelp: self._show_help,
            ResetConversation: self._reset,
            UnknownCommand: self._refuse_unknown,
            AskWhatToAddTo: self._ask_what_to_add_to,
            AskUnavailable: self._say_what_there_is,
        }

    async def _show_status(self, context: TurnContext, _: ShowStatus) -> TurnResult:
        return _result(*status_blocks(self.texts, context, market=self.market))

    async def _show_help(self, context: TurnContext, request: ShowHelp) -> TurnResult:
        brief, commands = (self.texts.render(context.locale, name) for name in ("help", "help-commands"))
        if on_topic := _lines_about(request, commands):
            brief = "\n".join((*on_topic, self.texts.render(context.locale, "help-all")))
        return TurnResult(answer=Answer(blocks=(Paragraph(brief),), details=(Paragraph(commands),)))

    async def _refuse_unknown(self, context: TurnContext, request: UnknownCommand) -> TurnResult:
        if request.nearest is None:
            return _result(Paragraph(self.texts.render(context.locale, "command-unknown")))
        facts = {"typed": request.typed, "near": request.nearest}
        return _result(Paragraph(self.texts.render(context.locale, "command-misspelt", **facts)))

    async def _ask_what_to_add_to(self, context: TurnContext, request: AskWhatToAddTo) -> TurnResult:
        names = self.texts.list_of(context.locale, request.symbols)
        text = self.texts.render(context.locale, "add-to-what", symbols=names, symbol=request.symbols[0])
        answer = Answer(blocks=(Paragraph(text),), symbols=request.symbols, has_question=True)
        return TurnResult(answer=answer, focus=request.symbols)

    async def _say_what_there_is(self, context: TurnContext, request: AskUnavailable) -> TurnResult:
        symbol = next(iter(request.symbols), example_share(context))
        text = self.texts.render(context.locale, f"unavailable-{request.what}", symbol=symbol)
        return TurnResult(answer=Answer(blocks=(Paragraph(text),), symbols=request.symbols))

    async def _reset(self, context: TurnContext, _: ResetConversation) -> TurnResult:
        text = self.texts.render(context.locale, "reset-done")
        return TurnResult(answer=Answer(blocks=(Paragraph(text),)), event=Event.RESET, focus=(), stated_limits=())


def _result(*blocks: Block) -> TurnResult:
    return TurnResult(answer=Answer(blocks=blocks))


def _lines_about(request: ShowHelp, commands: str) -> tuple[str, ...]:
    """Return the lines of the list of commands that are about a topic: a command, or a word of them."""
    if not request.topic:
        return ()
    lines = commands.splitlines()[1:]
    name = request.command
    found = tuple(line for line in lines if name and re.search(rf"/{re.escape(name)}(?!\w)", line))
    return found or tuple(line for line in lines if request.topic in line.lower())
