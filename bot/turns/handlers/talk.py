"""What is no request, or not understood: talk is answered by a model where there is one; else Parley asks back."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from bot.context.portfolio import PortfolioService
from bot.context.turn import TurnContext, TurnResult
from bot.domain.conversation.blocks import Paragraph
from bot.domain.conversation.dialogue import AskedSlot
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import intent_of
from bot.domain.conversation.requests.memory import AskMemory
from bot.domain.conversation.requests.talk import (
    AskNextStep,
    NextStep,
    NotUnderstood,
    SmallTalk,
    SmallTalkKind,
    TalkRequest,
)
from bot.domain.conversation.requests.trades import Order, TradeTerms
from bot.domain.conversation.states import Intent
from bot.domain.models.prose import ProseKind
from bot.domain.trading.decisions import keys_of
from bot.locales import Catalogue
from bot.ports import MarketData
from bot.presentation import problems
from bot.presentation.commentary import TalkPresenter, possible_now, shown_facts
from bot.presentation.decisions.cards import DecisionCards
from bot.presentation.decisions.decision_details import DecisionDetails
from bot.presentation.guesses import GuessPresenter
from bot.reading.assembly.slots import says
from bot.turns.commentary import Commentary
from bot.turns.decisions.order_terms import BUY_OR_SELL
from bot.turns.handlers.memory.what_was_said import WhatWasSaidHandler
from bot.turns.instrument_resolver import example_share


@dataclass(frozen=True, slots=True)
class AskBackHandler:
    """Handler of UNKNOWN without a model, and of messages whose intent is too unsure to act on."""

    texts: Catalogue
    market: MarketData

    async def __call__(self, context: TurnContext) -> TurnResult:
        """Return a question: whether the likeliest intent is meant, or examples of what can be asked."""
        intent = intent_of(context.request)
        named = context.reading.shares.symbols if not context.pending else None  # of which is talked next
        refusal = _refusal(self.texts, context)
        if not refusal and (guesses := self._guesses(context)) is not None:
            return TurnResult(answer=guesses, focus=named or None)
        symbol, says_how_to_confirm = example_share(context, self.market.symbols()), False
        if not any(character.isprintable() and not character.isspace() for character in context.turn.text):
            text = self.texts.render(context.locale, "message-empty")
        elif text := refusal:
            return TurnResult.of_text(text, symbols=context.reading.shares.symbols, focus=named or None)
        elif (result := self._talk_result(context)) is not None:
            return result
        elif nothing := _verdict_on_nothing(context):
            text = self.texts.render(context.locale, nothing)
        elif intent not in {Intent.CONFIRM, Intent.CANCEL} and not _needs_side(context):
            text, says_how_to_confirm = self.texts.render(context.locale, _not_understood(context), symbol=symbol), True
        elif _needs_side(context):
            text = self.texts.render(context.locale, BUY_OR_SELL)
        else:
            text = self.texts.render(context.locale, f"did-you-mean-{intent.lower()}", symbol=symbol)
            says_how_to_confirm = intent in {Intent.CONFIRM, Intent.CANCEL}
        blocks = (Paragraph(text, keys_of(context.pending if says_how_to_confirm else ())),)
        asks = AskedSlot.SIDE if _needs_side(context) else None
        return TurnResult(
            answer=Answer(blocks=blocks, symbols=context.reading.shares.symbols, has_question=True, asks=asks),
            focus=named or None,
        )

    def _guesses(self, context: TurnContext) -> Answer | None:
        """Return the question which of several requests is meant, or that the market lacks what is named.

        None: no request is likely, or it may be a verdict.
        """
        reading = context.reading
        if not isinstance(context.request, NotUnderstood) or context.request.terms.problems or reading.is_near_yes:
            return None
        named, covered = reading.shares.symbols, self.market.symbols()
        if named and covered is not None and not context.pending and not set(named) & set(covered):
            names, offered = (self.texts.list_of(context.locale, each) for each in (named, sorted(covered)))
            lacking = self.texts.render(context.locale, "no-data-for", symbols=names, covered=offered)
            return Answer(blocks=(Paragraph(lacking),), symbols=named)
        presenter = GuessPresenter(self.texts)
        focus, has_pending = context.conversation.focus, bool(context.pending)
        return presenter.answer(
            context.locale, reading.others, turn_id=context.turn.id, focus=focus, has_pending=has_pending
        )

    def _talk_result(self, context: TurnContext) -> TurnResult | None:
        """Return the answer to small talk, or to a question for a next step; None: the message is neither."""
        match context.request:
            case AskNextStep() as request:
                text = self._next_step(context, request)
                return TurnResult.of_text(text, symbols=request.symbols)
            case SmallTalk(SmallTalkKind.ACKNOWLEDGEMENT) if context.pending:  # "ok" may be a confirmation
                return None
            case SmallTalk(SmallTalkKind.GREETING | SmallTalkKind.IDENTITY) if context.is_first_in_channel:
                return TurnResult(answer=Answer(blocks=()))  # the welcome greets too, and says who speaks
            case SmallTalk(kind):
                text = self.texts.render(context.locale, f"small-talk-{kind}")
                return TurnResult.of_text(text)
            case _:
                return None

    def _next_step(self, context: TurnContext, request: AskNextStep) -> str:
        """Return the next step for somebody who asks how to begin, or what there is."""
        covered = sorted(self.market.symbols() or ())
        if request.step is NextStep.COVERAGE and not covered:
            return self.texts.render(context.locale, "lead-on-coverage-all")
        if request.step is NextStep.GUIDANCE and context.pending:
            return self.texts.render(context.locale, "lead-on-card")
        symbol = next(iter(request.symbols), example_share(context, covered))
        names = self.texts.list_of(context.locale, covered)
        facts = {"covered": names} if request.step is NextStep.COVERAGE else {}
        return self.texts.render(context.locale, f"lead-on-{request.step}", symbol=symbol, **facts)


def _refusal(texts: Catalogue, context: TurnContext) -> str:
    """Return why a request for an alert, an option or a conditional order is not done; else an empty string."""
    request, locale = context.request, context.locale
    if not isinstance(request, NotUnderstood):
        return ""
    if not request.terms.symbols and says(context.turn.text, "spread") and any(map(str.isdigit, context.turn.text)):
        return texts.render(locale, "spread-not-done")
    refused = problems.refused_request(texts, locale, request.terms)
    return refused or problems.unread_message(texts, locale, request.terms.problems)


def _needs_side(context: TurnContext) -> bool:
    return isinstance(context.request, Order) and context.request.needs_side


def _verdict_on_nothing(context: TurnContext) -> str:
    """Return the id of the sentence that nothing is pending which a message confirms or cancels; empty: it does not."""
    reading = context.reading
    if context.pending or not (reading.names_verdict or intent_of(context.request) is Intent.CANCEL):
        return ""
    return "refused-nothing-pending" if reading.is_near_yes else "refused-nothing-to-cancel"


def _not_understood(context: TurnContext) -> str:
    """Return the id of the sentence that nothing was understood; or that nothing is known on it.

    Only what is almost a "yes" was no confirmation.
    """
    if any(isinstance(each, AskMemory) for each in context.reading.others[:1]):
        return "not-known"
    if not context.pending:
        return "not-understood"
    if context.reading.is_near_yes or isinstance(context.request, SmallTalk):
        return "not-understood-pending" if context.own_pending else "not-understood-not-yours"
    return "not-understood-open" if context.own_pending else "not-understood-of-others"


_TOLD: Final = 10  # pending decisions, the newest, that a model is told of


@dataclass(frozen=True, slots=True)
class TalkHandler:
    """Handler of UNKNOWN where there is a model."""

    ask_back: AskBackHandler
    portfolio: PortfolioService
    cards: DecisionCards
    what_was_said: WhatWasSaidHandler
    commission: Decimal  # account currency, per order
    commentary: Commentary | None = None  # None: ask back

    async def __call__(self, context: TurnContext, _: TalkRequest | NotUnderstood) -> TurnResult:
        """Return a model's answer; if there is none, say why and what is possible now."""
        request, texts = context.request, self.cards.texts
        refused = isinstance(request, NotUnderstood) and problems.refused_request(texts, context.locale, request.terms)
        is_refused = bool(refused) and not _asks_in_general(context)
        if (
            is_refused
            or self.commentary is None
            or not any(each.isprintable() and not each.isspace() for each in context.turn.text)
        ):
            return await self.ask_back(context)
        comment = await self.commentary.write(context, ProseKind.TALK, shown_facts(self._prompt_data(context)))
        blocks = TalkPresenter(self.cards).blocks(context, comment)
        answer = Answer(blocks=blocks, symbols=context.reading.shares.symbols, fallback=comment.fallback)
        return TurnResult(answer=await self.what_was_said.with_searched(context, answer))

    def _prompt_data(self, context: TurnContext) -> dict[str, object]:
        texts, locale = self.cards.texts, context.locale
        return {
            "abilities": texts.render(locale, "help"),
            "market": texts.render_code(locale, "market", self.portfolio.market.name, date=context.today.isoformat()),
            "talk_is_about": list(context.conversation.focus),
            "waiting": [
                dict(DecisionDetails(self.cards).figure_rows(locale, decision.proposal, commission=self.commission))
                for decision in context.pending[-_TOLD:]
            ],
            "possible_now": possible_now(texts, context),
        }


def _asks_in_general(context: TurnContext) -> bool:
    """Return whether a message asks about what Parley does not do, and requests nothing: "what is a bond?"."""
    terms = context.request.terms if isinstance(context.request, NotUnderstood) else TradeTerms()
    requests = any((terms.side, context.reading.shares.symbols, terms.size, terms.max_cash, terms.stop))
    return context.reading.is_question and not requests
