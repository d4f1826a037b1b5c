"""Typed CONFIRM and CANCEL: carried out only when it is plain which decisions they mean; else buttons are shown."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.context.turn import RequestHandlers, TurnContext, TurnResult
from bot.domain.conversation.blocks import Button, Paragraph
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.conversation.history import Role
from bot.domain.conversation.replies import Answer
from bot.domain.conversation.requests import shares_named
from bot.domain.conversation.requests.trades import Cancel, Confirm, Coverage, Meant, ReadBack, Verdict, Wait
from bot.domain.conversation.states import Intent
from bot.domain.conversation.surroundings import Before
from bot.domain.ids import DecisionId
from bot.domain.text.locale import Language, Locale
from bot.domain.trading.decisions import Decision, DecisionStatus, keys_of
from bot.domain.trading.pending import PENDING_PER_PAGE
from bot.errors import NotYourDecisionError
from bot.locales import MOST_LISTED
from bot.ports import Stores
from bot.presentation.commentary import possible_now
from bot.presentation.decisions.cards import DecisionCards
from bot.reading.parses import Kind
from bot.reading.quantities.quantity import find_quantities
from bot.reading.trained.parser import trained_parser
from bot.trading.decision_access import just_expired
from bot.turns.decisions.cards_meant import replaced_offers
from bot.turns.decisions.decision_actions import DecisionActions
from bot.turns.decisions.group_actions import GroupActions
from bot.turns.dialogue.follow_ups import contains, says

_TWO: Final = 2
_NOT_CHANGED: Final = (
    *("amend-which-unit", "amend-how-much", "amend-which-stop", "amend-more-than-held"),
    "unknown-symbol",
)


@dataclass(frozen=True, slots=True)
class TypedConfirmationHandler:
    """Handler of verdicts: those that confirm, or by another `action` those that do not."""

    actions: DecisionActions
    group_actions: GroupActions
    stores: Stores
    cards: DecisionCards
    action: ButtonAction = ButtonAction.CONFIRM

    def handlers(self) -> RequestHandlers:
        """Return the handler of each kind."""
        cancelling = replace(self, action=ButtonAction.CANCEL)
        return {Confirm: self, ReadBack: self, Cancel: cancelling, Wait: cancelling}

    async def __call__(self, context: TurnContext, verdict: Verdict | ReadBack) -> TurnResult:
        """Confirm or cancel, or show the buttons."""
        meant = verdict.meant
        if not context.own_pending:
            return await self._nothing_to_decide(context, meant)
        matching = self._matching_decisions(context, meant)
        if isinstance(verdict, Wait):
            paused = matching or context.own_pending
            cards, locale = self.cards, context.locale
            names = cards.texts.list_of(locale, (cards.action_phrase(locale, d.proposal) for d in paused))
            text = cards.texts.render(locale, "cancel-how" if verdict.wants_cancel else "confirm-paused", names=names)
            shown, buttons = self._with_buttons(context, paused)
            symbols = tuple(dict.fromkeys(d.proposal.symbol for d in shown))
            blocks = (Paragraph(text, keys_of(paused)),)
            answer = Answer(blocks=blocks, symbols=symbols, decisions=shown, buttons=buttons)
            return TurnResult(answer=answer, state=context.state, offered=())
        if isinstance(verdict, ReadBack):
            offered = await self._offer(context, matching or context.own_pending, is_clear=len(matching) == 1)
            return await self._with_replaced(context, offered)
        read_back = await self._read_back_before(context, meant, matching)
        matching = read_back or matching
        is_clear = len(matching) == 1 or bool(read_back) or self._means_several(meant)
        is_confirmation = self.action is ButtonAction.CONFIRM
        is_unnamed = is_confirmation and len(matching) > MOST_LISTED  # nobody agrees to what no answer names
        if is_unnamed or not (is_clear and _fits(meant, matching)):
            return await self._with_replaced(context, await self._offer(context, matching, is_clear=False))
        if is_confirmation and not await self._is_unmistakable(context, meant, matching, is_read_back=bool(read_back)):
            result = await self._with_replaced(context, await self._offer(context, matching, is_clear=True))
            return self._with_unread_change(context, result) if await self._was_change_unread(context) else result
        result = await self._decide(context, matching)
        return replace(result, state=result.state or context.state)

    async def _offer(self, context: TurnContext, matching: tuple[Decision, ...], *, is_clear: bool) -> TurnResult:
        """Read back the decisions, or ask which of them is meant; those that cannot be confirmed are not offered.

        One alone whose price is not that of now is offered as a new version, at the present price.
        """
        refused = await self._refused(context, matching)
        requoted = {each: result for each, result in refused.items() if result.proposed}
        if requoted and is_clear and len(matching) == 1:
            return replace(requoted[matching[0].id], state=context.state)
        refused = {each: result for each, result in refused.items() if each not in requoted}
        possible = tuple(each for each in matching if each.id not in refused)
        if refused and not possible:
            return self._not_offered(context, TurnResult(answer=Answer(blocks=()), offered=()), refused)
        is_read_back = is_clear or (bool(refused) and len(possible) == 1)
        result = self._read_back(context, possible) if is_read_back else self._show_buttons(context, possible)
        return self._not_offered(context, result, refused) if refused else result

    async def _refused(self, context: TurnContext, decisions: tuple[Decision, ...]) -> dict[DecisionId, TurnResult]:
        if self.action is not ButtonAction.CONFIRM:
            return {}
        turn, locale = context.turn, context.locale
        obstacles = {each.id: await self.actions.obstacle_to(each, turn=turn, locale=locale) for each in decisions}
        return {each: obstacle for each, obstacle in obstacles.items() if obstacle is not None}

    def _not_offered(
        self, context: TurnContext, result: TurnResult, refused: Mapping[DecisionId, TurnResult]
    ) -> TurnResult:
        """Return an answer that also says which decisions cannot be confirmed, with their other buttons."""
        ended = tuple(decision for each in refused.values() for decision in each.withdrawn)
        left = [each for each in context.own_pending if each.id in refused and each not in ended]
        confirm = {str(button_ref(ButtonAction.CONFIRM, each)) for each in left}
        asked = {button.id: button for each in refused.values() for button in each.answer.buttons}
        others = (each for each in self.cards.named_buttons(context.locale, left) if each.id not in {*confirm, *asked})
        told = tuple(block for each in refused.values() for block in each.answer.blocks)
        symbols = tuple(symbol for each in refused.values() for symbol in each.answer.symbols)
        answer = replace(
            result.answer,
            blocks=(*result.answer.blocks, *told),
            symbols=tuple(dict.fromkeys((*result.answer.symbols, *symbols))),
            buttons=(*result.answer.buttons, *asked.values(), *others),
        )
        state = context.state if len(context.pending) > len(ended) else None
        return replace(result, answer=answer, state=state, withdrawn=ended)

    async def _decide(self, context: TurnContext, decisions: tuple[Decision, ...]) -> TurnResult:
        turn, locale = context.turn, context.locale
        if len(decisions) > 1:
            return await self.group_actions(self.action, decisions, turn=turn, locale=locale)
        act = self.actions.confirm if self.action is ButtonAction.CONFIRM else self.actions.cancel
        return await act(button_ref(self.action, decisions[0]), turn=turn, locale=locale)

    def _means_several(self, meant: Meant) -> bool:
        """Return whether the message says so, or names several shares, or confirms all others."""
        is_list = len(meant.symbols) > 1 or (self.action is ButtonAction.CONFIRM and bool(meant.excepted))
        return meant.covers is not None or is_list

    def _matching_decisions(self, context: TurnContext, meant: Meant) -> tuple[Decision, ...]:
        """Return the person's pending decisions that the message can mean: those it names, else all.

        A decision proposed after the message was sent cannot be confirmed by it: messages wait behind a running turn.
        If an earlier attempt at this turn has decided the one that it meant, it means no other now; what another
        verdict of the message has decided is not meant.
        """
        named, cancels = () if meant.excepted else meant.symbols, self.action is ButtonAction.CANCEL
        own = [
            d
            for d in context.own_pending
            if d.status is DecisionStatus.PROPOSED or (d.status is DecisionStatus.CANCELLED) is cancels
        ]
        decided = [d for d in own if d.status is not DecisionStatus.PROPOSED]
        return tuple(
            d
            for d in (own if self._means_several(meant) else decided or own)
            if (not named or d.proposal.symbol in named)
            and d.proposal.symbol not in meant.excepted
            and meant.side in {None, d.proposal.side}
            and (self.action is not ButtonAction.CONFIRM or d.created_at <= context.turn.accepted_at)
        )

    async def _read_back_before(
        self, context: TurnContext, meant: Meant, matching: tuple[Decision, ...]
    ) -> tuple[Decision, ...]:
        """Return the decisions that Parley has just asked about: a "yes" means exactly those. Empty: there are none.

        "All" means them too, where it asked about several.
        """
        offered = tuple(each for each in matching if each.key in context.conversation.offered)
        is_wider = meant.covers is not None and len(offered) == 1
        if self.action is not ButtonAction.CONFIRM or not offered or is_wider or meant.symbols:
            return ()
        async with self.stores.read(context.turn.tenant_id) as tx:
            last = await tx.messages.last_messages(context.conversation.id, count=1)
        questions = {self._read_back_text(replace(context.locale, language=each), offered) for each in Language}
        return offered if any(message.text.startswith(tuple(questions)) for message in last) else ()

    async def _is_unmistakable(
        self, context: TurnContext, meant: Meant, decisions: tuple[Decision, ...], *, is_read_back: bool
    ) -> bool:
        """Return whether a "yes" means these decisions: Parley spoke of them last, nobody has said anything since.

        "All" means them only if they are those just read back, or all that is pending and all that was spoken of.
        "Confirm IBM" means the only one of that share, whatever Parley spoke of since. What an earlier attempt at this
        turn has begun is carried on.
        """
        if any(each.status is not DecisionStatus.PROPOSED for each in decisions):
            return True
        conversation = context.conversation
        keys, offered = {each.key for each in decisions}, set(conversation.offered)
        pending = {each.key for each in context.own_pending}
        is_all = len(keys) > 1 and keys == offered == pending
        is_named = bool(meant.symbols) or meant.covers is None
        is_decided_elsewhere = not meant.symbols and not offered <= pending
        is_doubted = conversation.is_offer_doubted or is_decided_elsewhere or bool(meant.excepted)
        is_last = not is_doubted and (is_read_back or is_all or (is_named and keys <= offered))
        if not is_last and not await self._is_only_one_named(context, meant, decisions):
            return False
        async with self.stores.read(context.turn.tenant_id) as tx:
            if await tx.replies.has_notice_since(conversation.id, [each.id for each in decisions]):
                return False
            return not await tx.overheard.has_anyone_spoken(conversation.id, since=conversation.last_active_at)

    async def _is_only_one_named(self, context: TurnContext, meant: Meant, decisions: tuple[Decision, ...]) -> bool:
        """Return whether a message confirms one share in so many words and says nothing else, and its card stands.

        It does not where its price is not that of now, it cannot be confirmed, or a change of it was not understood.
        """
        is_one = meant.is_explicit and len(meant.symbols) == len(decisions) == 1
        if not is_one or meant.excepted or context.reading.left_over:
            return False
        return not await self._refused(context, decisions) and not await self._was_change_unread(context)

    def _read_back(self, context: TurnContext, decisions: tuple[Decision, ...]) -> TurnResult:
        """Ask whether to do it, with the decisions' buttons: the message may have meant something else."""
        answer = Answer(
            blocks=(Paragraph(self._read_back_text(context.locale, decisions), keys_of(decisions)),),
            symbols=tuple(dict.fromkeys(each.proposal.symbol for each in decisions)),
            decisions=decisions,
            buttons=self.cards.buttons_together(context.locale, decisions, turn_id=context.turn.id),
            has_question=True,
        )
        return TurnResult(answer=answer, state=context.state, offered=tuple(each.key for each in decisions))

    async def _was_change_unread(self, context: TurnContext) -> bool:
        """Return whether the message before wanted a change that was not made: nobody agrees to the old decision."""
        async with self.stores.read(context.turn.tenant_id) as tx:
            messages = await tx.messages.last_messages(context.conversation.id, count=2)
        if [each.role for each in messages] != [Role.USER, Role.ASSISTANT]:
            return False
        texts, (asked, said) = self.cards.texts, messages
        if asked.intent is Intent.DECIDE:
            return contains(texts, said.text, "problem-nothing-proposed") or says(
                texts, said.text, *_NOT_CHANGED, held=0
            )
        is_open = says(texts, said.text, "not-understood-open") or contains(
            texts, said.text, "problem-nothing-proposed"
        )
        return is_open and any(find_quantities(asked.text.lower())) and _may_change(context, asked.text)

    async def _with_replaced(self, context: TurnContext, result: TurnResult) -> TurnResult:
        """Return an answer that says first which of the decisions it shows are not those that were shown here."""
        if self.action is not ButtonAction.CONFIRM or result.proposed:
            return result
        notes = await replaced_offers(self.stores, self.cards, context, result.answer.decisions)
        return replace(result, answer=replace(result.answer, blocks=(*notes, *result.answer.blocks)))

    def _with_unread_change(self, context: TurnContext, result: TurnResult) -> TurnResult:
        unread = Paragraph(self.cards.texts.render(context.locale, "confirm-change-unread"))
        return replace(result, answer=replace(result.answer, blocks=(unread, *result.answer.blocks)))

    def _read_back_text(self, locale: Locale, decisions: tuple[Decision, ...]) -> str:
        texts = self.cards.texts
        names = texts.list_of(locale, (self.cards.action_phrase(locale, each.proposal) for each in decisions))
        changes = [each.proposal.cash_change for each in decisions]
        spent, received = sum(c for c in changes if c > 0), -sum(c for c in changes if c < 0)
        if len(decisions) == 1:
            return texts.render(locale, "confirm-read-back", what=names, cash=spent + received)
        kind = "both" if spent and received else "one"
        facts = {"cash": spent + received, "spent": spent, "received": received}
        return texts.render(locale, "confirm-read-back-all", what=names, kind=kind, **facts)

    async def _nothing_to_decide(self, context: TurnContext, meant: Meant) -> TurnResult:
        """Say that the person's decision has expired or that there is none; raise if it is another person's."""
        texts, locale = self.cards.texts, context.locale
        expired = await just_expired(self.stores, context, meant.symbols)
        if expired is None and context.pending:
            raise NotYourDecisionError(asked_by=context.pending[-1].asked_by)
        nothing = texts.render(locale, "refused-nothing-to-cancel")
        why = texts.render_error(locale, expired) if expired else nothing
        text = texts.join(locale, why, possible_now(texts, context))
        return TurnResult.of_text(text, state=context.state if context.pending else None)

    def _show_buttons(self, context: TurnContext, matching: tuple[Decision, ...]) -> TurnResult:
        cards, locale, named = self.cards, context.locale, shares_named(context.request).symbols
        if named and not matching and context.reading.text:  # beside another verdict, which is carried out
            text = cards.texts.render(locale, "amend-not-pending", symbols=cards.texts.list_of(locale, named))
            return TurnResult.of_text(text, symbols=named, state=context.state)
        meant = matching or context.own_pending
        shown, buttons = self._with_buttons(context, meant)
        names = cards.texts.list_of(locale, (cards.action_phrase(locale, d.proposal) for d in shown))
        asks_which = len(matching) > 1
        facts = {"count": len(meant), "names": names}
        if len(shown) < len(meant):
            text = cards.texts.render(locale, "which-decision-of-many", shown=len(shown), **facts)
        else:
            key = "which-decision" if asks_which else "not-that-decision"
            text = cards.texts.render(locale, key, action=self.action.value, **facts)
        symbols = tuple(dict.fromkeys(d.proposal.symbol for d in shown))
        answer = Answer(blocks=(Paragraph(text, keys_of(shown)),), symbols=symbols, decisions=shown, buttons=buttons)
        # The answer to the question which to confirm has been invited: "confirm all", or "the Apple one, yes".
        offered = tuple(d.key for d in shown) if asks_which and self.action is ButtonAction.CONFIRM else None
        return TurnResult(answer=answer, state=context.state, offered=offered)

    def _with_buttons(
        self, context: TurnContext, decisions: tuple[Decision, ...]
    ) -> tuple[tuple[Decision, ...], tuple[Button, ...]]:
        """Return those of the decisions that one answer shows, with their buttons; for all only if it shows all."""
        if len(decisions) <= MOST_LISTED:
            return decisions, self.cards.buttons_together(context.locale, decisions, turn_id=context.turn.id)
        shown = decisions[:PENDING_PER_PAGE]
        return shown, self.cards.named_buttons(context.locale, shown)


def _may_change(context: TurnContext, text: str) -> bool:
    """Return whether a message with a number may change a card: "one more thing: …" names none in digits."""
    parse = trained_parser().parse(text, frozenset({Before.CARD}), context.surroundings.instruments)
    kinds = {parse.kind, *(kind for kind, _ in parse.runners_up)}
    return any(map(str.isdigit, text)) or Kind.CORRECT in kinds


def _fits(meant: Meant, matching: tuple[Decision, ...]) -> bool:
    """Return whether there are decisions to mean: one for each share that is named, and two if it says "both"."""
    is_two = meant.covers is not Coverage.TWO or len(matching) == _TWO
    named = set(meant.symbols) - set(meant.excepted)
    if meant.which and not named:  # nothing that was shown is picked
        return False
    return bool(matching) and is_two and named <= {d.proposal.symbol for d in matching}
