"""Turns decisions into cards, buttons and short phrases; every price is shown with its time and source."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Button, Card, Paragraph
from bot.domain.conversation.buttons import ButtonAction, GroupAction, GroupRef, button_ref
from bot.domain.ids import TurnId
from bot.domain.market.snapshot import market_date
from bot.domain.text.emphasis import has_emphasis
from bot.domain.text.locale import Locale
from bot.domain.trading.bound_checks import EXCEEDS_CAP, told_cap_excesses
from bot.domain.trading.bound_reasons import COUNTED_AT_LAST_PRICE, EXCEEDS_LIMIT, OF_THE_PRICE
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal, Reason, Resolution, keys_of
from bot.domain.trading.drafts import NOTHING_TRADED
from bot.domain.trading.execution.orders import OrderReport, Side
from bot.engines.revisions import REASONS_OF_BEFORE
from bot.locales import MOST_LISTED, Catalogue
from bot.presentation.decisions.arguments import ArgumentPresenter, CapWarnings, is_model_reason
from bot.presentation.presenter import Presenter, Sentences
from bot.trading.reserved_funds import RESIZED

_MODEL_REASONS_SHOWN: Final = 2
_HEADLINES: Final = frozenset({"good_news", "bad_news"})  # codes: cut to a line they say little, so others go first
DISSENT: Final = frozenset(  # codes: what rules or a committee think of a person's order
    {"against_the_model", "model_undecided", "committee_against_order", "committee_undecided_on_order"}
)
_VERDICTS: Final = frozenset({"committee_undecided", "committee_would_buy", "committee_would_sell"})
NOT_TRADABLE: Final = frozenset({"no_position", "too_small"})  # codes: what was to be traded cannot be
_WHY_HOLD: Final = frozenset(
    {"score_neutral", "score_would_buy", "score_would_sell", "committee_trades_nothing", *_VERDICTS, *NOT_TRADABLE}
)
_LIMIT_KEPT: Final = "within_trading_limit"
_CARD_ACTIONS: Final = (ButtonAction.CONFIRM, ButtonAction.CANCEL, ButtonAction.WHY, ButtonAction.ADJUST)
_CUT: Final = "named_size_cut"
_BOUND: Final = "sized_by_"  # of the code of a reason that says what bounds the size
_BEFORE_CONFIRMING: Final = frozenset(  # codes of warnings
    {*EXCEEDS_CAP, COUNTED_AT_LAST_PRICE, *OF_THE_PRICE, "score_against_now", "stop_not_below_price"}
)
_WARNINGS: Final = _BEFORE_CONFIRMING | {EXCEEDS_LIMIT}  # where one is told, "nothing against it" would contradict it
_NOT_OVERLOOKED: Final = _BEFORE_CONFIRMING | {  # notes that bear on whether to confirm
    *(RESIZED, "score_undecided_now", "unenforced_preference", _LIMIT_KEPT, NOTHING_TRADED, REASONS_OF_BEFORE)
}


def source_name(texts: Catalogue, locale: Locale, source: str, delay: timedelta) -> str:
    """Return the source of live prices, and by how much they are late if they are."""
    if not delay:
        return source
    return texts.render(locale, "price-source-delayed", source=source, minutes=delay // timedelta(minutes=1))


@dataclass(frozen=True, slots=True)
class DecisionCards(Presenter):
    """Renders decisions and proposals in the language of the locale."""

    @property
    def arguments(self) -> ArgumentPresenter:
        """Return the renderer of reasons."""
        return ArgumentPresenter(self.texts)

    @property
    def cap_warnings(self) -> CapWarnings:
        """Return the renderer of what is said of a trade beyond a cap."""
        return CapWarnings(self.texts)

    def price_time(self, locale: Locale, as_of: datetime, source: str, *, delay: timedelta = timedelta(0)) -> str:
        """Return a price's time and source as a phrase: "at the close of 2013-01-31 (sample market)"."""
        if source == "sample":
            return self.say(locale, "price-when-sample", date=market_date(as_of))
        return self.say(locale, "price-when-live", time=as_of, source=source_name(self.texts, locale, source, delay))

    def short_price_time(self, locale: Locale, as_of: datetime, source: str, *, delay: timedelta = timedelta(0)) -> str:
        """Return a price's time and source in a few words: "close of 2013-01-31, sample"."""
        if source == "sample":
            return self.say(locale, "brief-when-sample", date=market_date(as_of))
        return self.say(locale, "brief-when-live", time=as_of, source=source_name(self.texts, locale, source, delay))

    def excess_notes(self, locale: Locale, proposal: Proposal) -> tuple[Paragraph, ...]:
        """Return which trading limits a person's own order exceeds, to be read before its card; nothing if none."""
        exceeded = [reason for reason in proposal.reasons if reason.code == EXCEEDS_LIMIT]
        if not exceeded:
            return ()
        why = self.texts.list_of(locale, (self.arguments.in_short(locale, each) for each in exceeded), separator="; ")
        return self.paragraph(locale, "order-exceeds-limit", symbol=proposal.symbol, why=why)

    def action_phrase(self, locale: Locale, proposal: Proposal) -> str:
        """Return the proposed trade as a phrase: "buy 3 GOOG"."""
        return self.say(
            locale,
            f"action-{proposal.action}" if proposal.fallback is None else "action-fallback",
            symbol=proposal.symbol,
            shares=proposal.shares,
        )

    def action_phrases(self, locale: Locale, decisions: Iterable[Decision], *, most: int = MOST_LISTED) -> str:
        """Return proposed trades as a list: "buy 3 GOOG, sell 2 IBM"."""
        phrases = (self.action_phrase(locale, each.proposal) for each in decisions)
        return self.texts.list_of(locale, phrases, most=most)

    def pending_note(self, locale: Locale, left: Sequence[Decision], *, most: int = MOST_LISTED) -> list[Paragraph]:
        """Return that decisions are still pending; nothing if there are none."""
        what = self.action_phrases(locale, left, most=most)
        return [Paragraph(self.say(locale, "what-if-pending", what=what), keys_of(left))] if left else []

    def stop_notes(self, locale: Locale, decisions: Iterable[Decision]) -> list[Paragraph]:
        """Return how far below the price each stop is, and where it comes from."""
        told = ((each.proposal.price, each.proposal.stop_price) for each in decisions)
        stops = ({"stop": stop, "percent": (price - stop) / price * 100} for price, stop in told if stop is not None)
        return [Paragraph(self.say(locale, "explain-stop", **each)) for each in stops]

    def decision_card(
        self, locale: Locale, decision: Decision, *, asked_by: str, commission: Decimal, verdict: tuple[str, ...] = ()
    ) -> Card:
        """Return the card of a stored decision: what would be traded, an argument for and one against, who may confirm.

        `commission`: on its order, in account currency. `verdict`: a committee's, in place of the arguments.
        """
        p = decision.proposal
        if p.fallback is not None:
            # An engine came to no decision: the card must not read as advice.
            return Card(
                title=self.say(locale, "card-title-fallback", symbol=p.symbol),
                lines=(self.fallback_reason(locale, p.fallback), self.say(locale, "card-fallback-nothing")),
                footer=self.say(locale, "fallback-advice", code=p.fallback),
                decision_id=str(decision.id),
            )
        arguments = self.notes_beside_verdict(locale, p) if verdict else self._card_lines(locale, p)
        shown: tuple[str, ...] = (
            *(self.cap_warnings.first_line(locale, each) for each in told_cap_excesses(p)[:1]),
            self._headline(locale, p, commission=commission),
            *self._size_cut(locale, p),
            *verdict,
            *arguments,
        )
        title, *lines = shown
        return Card(
            title=title,
            lines=tuple(lines),
            footer=self.card_footer(locale, decision, lines, may_confirm=asked_by),
            decision_id=str(decision.id),
        )

    def _headline(self, locale: Locale, p: Proposal, *, commission: Decimal) -> str:
        headline = self.say(
            locale,
            "card-headline",
            action=p.action,
            shares=p.shares,
            symbol=p.symbol,
            amount=abs(p.cash_change),
            commission=commission if p.side is not None else Decimal(0),
            price=p.price,
            confidence=p.confidence * 100,
        )
        if p.stop_price is None:
            return headline
        return self.say(locale, "card-headline-stop", headline=headline, stop=p.stop_price)

    def _size_cut(self, locale: Locale, p: Proposal) -> Iterator[str]:
        """Yield that the trade is smaller than the one that was asked for, and what bounds it; nothing if it is not."""
        bound = next((r for r in p.reasons if r.code.startswith(_BOUND)), None)
        cut = next((r for r in p.reasons if r.code == _CUT), None)
        if cut is not None and bound is not None:
            why = self.arguments.in_short(locale, bound)
            yield self.say(locale, "card-size-cut", named=cut.numbers["named"], why=why)

    def _card_lines(self, locale: Locale, p: Proposal) -> Iterator[str]:
        """Yield the strongest argument for the trade and the strongest against it, then what must not be overlooked."""
        lean = -1 if p.side is Side.SELL else 1
        weighed = sorted((r for r in p.reasons if r.weight), key=lambda r: (r.code in _HEADLINES, -abs(r.weight)))
        dissent = (r for r in p.reasons if r.code in DISSENT)
        speaks_for = next((r for r in weighed if r.weight * lean > 0), None)
        against = next(dissent, None) or next((r for r in weighed if r.weight * lean < 0), None)
        if p.action is Action.HOLD:
            yield from (self._note(locale, r) for r in p.reasons if r.code in _WHY_HOLD)
        for side, reason in (("for", speaks_for), ("against", against)):
            if reason is not None:
                yield self.say(locale, f"card-{side}", argument=self.arguments.in_short(locale, reason))
            elif weighed and not (side == "against" and any(r.code in _WARNINGS for r in p.reasons)):
                yield self.say(locale, f"card-nothing-{side}")
        own_words = [r for r in p.reasons if is_model_reason(r)][:_MODEL_REASONS_SHOWN]
        yield from (self._note(locale, r) for r in own_words)
        yield from self._not_overlooked(locale, p)

    def notes_beside_verdict(self, locale: Locale, p: Proposal) -> Iterator[str]:
        """Yield what a verdict does not say: why nothing can be traded, and what bears on whether to confirm."""
        if p.action is Action.HOLD:
            yield from (self._note(locale, r) for r in p.reasons if r.code in _WHY_HOLD - _VERDICTS)
        yield from self._not_overlooked(locale, p)

    def _not_overlooked(self, locale: Locale, p: Proposal) -> Iterator[str]:
        kept = [r for r in p.reasons if r.code == _LIMIT_KEPT]
        several = len(kept) > 1
        told = {each.code for each in told_cap_excesses(p)[:1]} | ({_LIMIT_KEPT} if several else set())
        notes = (r for r in p.reasons if r.code in _NOT_OVERLOOKED - told)
        yield from (self._note(locale, r) for r in notes)
        if several:
            yield self.say(locale, "card-limits-kept", count=len(kept))

    def _note(self, locale: Locale, reason: Reason) -> str:
        return self.say(locale, "brief-note", argument=self.arguments.in_short(locale, reason))

    def card_footer(self, locale: Locale, decision: Decision, lines: Iterable[str], *, may_confirm: str | None) -> str:
        """Return the small print of a card with these `lines`; `may_confirm` names who may, None: it is decided."""
        small_print = self._small_print(locale, decision, may_confirm, has_bold=any(map(has_emphasis, lines)))
        return self.say(locale, "card-separator").join(small_print)

    def _small_print(
        self, locale: Locale, decision: Decision, may_confirm: str | None, *, has_bold: bool
    ) -> Iterator[str]:
        """Yield the version, who may confirm and until when, the price's time and source, and whose view it is."""
        texts, p = self.texts, decision.proposal
        if decision.version > 1:
            yield self.say(locale, "card-version", version=decision.version)
        if may_confirm is not None and p.action is not Action.HOLD:
            yield self.may_confirm(locale, decision, by=may_confirm)
        yield self.short_price_time(locale, p.price_as_of, p.price_source)
        code = f"card-engine-{p.engine.replace('_', '-')}"
        code = code if texts.has(locale, code) else "card-engine-other"
        has_words = any(is_model_reason(reason) for reason in p.reasons)
        yield self.say(locale, code, name=p.engine, facts=has_bold, model=has_words)

    def may_confirm(self, locale: Locale, decision: Decision, *, by: str) -> str:
        """Return who may confirm a pending decision, and until when."""
        return self.say(locale, "card-may-confirm", by=by, until=self.expiry(locale, decision))

    def fallback_reason(self, locale: Locale, code: str) -> str:
        """Return why an engine came to no decision, as a sentence; `code` is the proposal's fallback code."""
        message_id = f"fallback-{code.replace('_', '-')}"
        return self.say(locale, message_id if self.texts.has(locale, message_id) else "fallback-other")

    def final_status(
        self, locale: Locale, decision: Decision, resolution: Resolution | None, report: OrderReport | None
    ) -> str:
        """Return the outcome of a decision as a sentence: who did what, and when."""
        at = decision.expires_at if resolution is None else resolution.at
        by = "" if resolution is None else resolution.person_name
        status = DecisionStatus.EXPIRED if decision.status is DecisionStatus.PROPOSED else decision.status
        shares, price = (report.filled_shares, report.average_price) if report else (Decimal(0), None)
        facts = {"by": by, "at": at, "shares": shares, "price": price or decision.proposal.price}
        return self.texts.render_code(
            locale, "final-status", status, person="none" if resolution is None else "one", **facts
        )

    def buttons(self, locale: Locale, decision: Decision) -> tuple[Button, ...]:
        """Return the buttons of a decision; a hold has only Why?. Beyond a cap, Confirm has a second question."""
        actions = (ButtonAction.WHY,) if decision.proposal.action is Action.HOLD else _CARD_ACTIONS
        return tuple(self._button(locale, action, decision) for action in actions)

    def _button(self, locale: Locale, action: ButtonAction, decision: Decision) -> Button:
        excesses = told_cap_excesses(decision.proposal) if action is ButtonAction.CONFIRM else ()
        what = self.action_phrase(locale, decision.proposal)
        question = self.cap_warnings.question(locale, decision, excesses, what=what) if excesses else None
        return Button(str(button_ref(action, decision)), self.say(locale, f"button-{action}"), question)

    def named_buttons(self, locale: Locale, decisions: Iterable[Decision]) -> tuple[Button, ...]:
        """Return the buttons of several decisions, each label naming its trade: "Confirm · buy 2 MSFT"."""
        return tuple(
            replace(button, label=f"{button.label} · {self.action_phrase(locale, decision.proposal)}")
            for decision in decisions
            for button in self.buttons(locale, decision)
        )

    def buttons_together(self, locale: Locale, decisions: Iterable[Decision], *, turn_id: TurnId) -> tuple[Button, ...]:
        """Return the buttons of the answer to a turn: of each decision, and of those that can be confirmed together."""
        decisions = tuple(decisions)
        if len(decisions) == 1:
            return self.buttons(locale, decisions[0])
        has_group = sum(decision.proposal.action is not Action.HOLD for decision in decisions) > 1
        group = (
            Button(str(GroupRef(action, turn_id)), self.say(locale, f"button-{action.replace('_', '-')}"))
            for action in GroupAction
        )
        return (*self.named_buttons(locale, decisions), *(group if has_group else ()))

    def expiry(self, locale: Locale, decision: Decision) -> str:
        """Return until when a decision can be confirmed: the time, with its date unless it was made on that day."""
        until, made = (each.astimezone(locale.zone) for each in (decision.expires_at, decision.created_at))
        return locale.format_instant(decision.expires_at, with_date=until.date() != made.date())


@dataclass(frozen=True, slots=True)
class CardPresenter(Sentences):
    """A presenter that also shows decisions."""

    cards: DecisionCards

    @property
    def texts(self) -> Catalogue:
        """The catalogue of the cards."""
        return self.cards.texts
