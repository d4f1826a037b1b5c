"""Turns decisions into cards, buttons and short phrases; every price is shown with its time and source."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Bullets, Button, Card, Paragraph
from bot.domain.conversation.buttons import ButtonAction, GroupAction, GroupRef, button_ref
from bot.domain.ids import TurnId
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.bound_reasons import EXCEEDS_LIMIT
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal, Reason, Resolution
from bot.domain.trading.drafts import MODEL_REASON, MODEL_REASON_UNFOUNDED
from bot.domain.trading.orders import OrderReport
from bot.engines.revisions.requote import REASONS_OF_BEFORE
from bot.locales import Catalogue
from bot.presentation.footers import CardFooters

_MAX_MINUTES_SHOWN: Final = 120  # a longer time is shown in hours
_MODEL_REASONS: Final = frozenset({MODEL_REASON, MODEL_REASON_UNFOUNDED})  # codes of reasons in a model's own words


@dataclass(frozen=True, slots=True)
class DecisionCards:
    """Renders decisions and proposals in the language of the locale."""

    texts: Catalogue

    @property
    def footers(self) -> CardFooters:
        """Return the renderer of the small print below cards."""
        return CardFooters(self.texts)

    def price_time(self, locale: Locale, as_of: datetime, source: str) -> str:
        """Return a price's time and source as a phrase: "at the close of 2013-01-31 (sample market)"."""
        if source == "sample":
            return self.texts.render(locale, "price-when-sample", date=market_date(as_of).isoformat())
        return self.texts.render(locale, "price-when-live", time=as_of, source=source)

    def reason_sentences(self, locale: Locale, reasons: Iterable[Reason]) -> tuple[str, ...]:
        """Return each reason as a sentence."""
        return tuple(self.texts.render_reason(locale, reason) for reason in reasons)

    def excess_notes(self, locale: Locale, proposal: Proposal) -> tuple[Paragraph, ...]:
        """Return which trading limits a person's own order exceeds, to be read before its card; nothing if none."""
        exceeded = [reason for reason in proposal.reasons if reason.code == EXCEEDS_LIMIT]
        if not exceeded:
            return ()
        why = self.texts.join(locale, *self.reason_sentences(locale, exceeded))
        return (Paragraph(self.texts.render(locale, "order-exceeds-limit", symbol=proposal.symbol, why=why)),)

    def action_phrase(self, locale: Locale, proposal: Proposal) -> str:
        """Return the proposed trade as a phrase: "buy 3 GOOG"."""
        return self.texts.render(
            locale,
            f"action-{proposal.action}" if proposal.fallback is None else "action-fallback",
            symbol=proposal.symbol,
            shares=proposal.shares,
        )

    def decision_card(
        self,
        locale: Locale,
        decision: Decision,
        *,
        asked_by: str,
        commission: Decimal,
        has_short_footer: bool = False,
    ) -> Card:
        """Return the card of a stored decision.

        Args:
            locale: Language and time zone of the reader.
            decision: The stored decision.
            asked_by: Name of the person who may confirm it.
            commission: Charged on its order, in account currency.
            has_short_footer: True: a note below several cards says the rest about their engine.
        """
        p = decision.proposal
        if p.fallback is not None:
            return self._fallback_card(locale, decision, p.fallback, has_short_footer=has_short_footer)
        fields = list(self.figure_rows(locale, p, commission=commission))
        if p.action is not Action.HOLD:
            expiry = self.expiry_phrase(locale, decision, now=decision.created_at)
            fields.append((self.texts.render(locale, "card-expires"), expiry))
            fields.append((self.texts.render(locale, "card-who"), asked_by))
        return Card(
            title=self.texts.render(locale, "card-title", symbol=p.symbol, version=decision.version),
            fields=tuple(fields),
            sections=self.argument_groups(locale, p.reasons),
            footer=self.footers.short_footer(locale, p) if has_short_footer else self.footers.full_footer(locale, p),
            decision_id=str(decision.id),
        )

    def figure_rows(self, locale: Locale, p: Proposal, *, commission: Decimal) -> tuple[tuple[str, str], ...]:
        """Return the figures of a proposal as (label, value) rows."""
        texts = self.texts
        stop = () if p.stop_price is None else ((texts.render(locale, "card-stop"), self._usd(locale, p.stop_price)),)
        return (
            (texts.render(locale, "card-action"), self.action_phrase(locale, p)),
            (texts.render(locale, "card-target"), self._usd(locale, p.target_cash_amount)),
            (texts.render(locale, "card-change"), self._cash_change(locale, p.cash_change)),
            (texts.render(locale, "card-shares"), self._shares_at_price(locale, p)),
            *self._commission_rows(locale, p, commission),
            (texts.render(locale, "card-confidence"), texts.render(locale, "percent", value=p.confidence * 100)),
            *stop,
        )

    def _fallback_card(self, locale: Locale, decision: Decision, code: str, *, has_short_footer: bool) -> Card:
        """Return the card of a fallback: an engine came to no decision, and the card must not read as advice."""
        texts, footers, p = self.texts, self.footers, decision.proposal
        return Card(
            title=texts.render(locale, "card-title-fallback", symbol=p.symbol),
            fields=(
                (texts.render(locale, "card-fallback-why"), self.fallback_reason(locale, code)),
                (texts.render(locale, "card-fallback-happens"), texts.render(locale, "card-fallback-nothing")),
                (texts.render(locale, "card-shares"), self._shares_at_price(locale, p)),
                (texts.render(locale, "card-confidence"), texts.render(locale, "card-fallback-confidence")),
            ),
            sections=self.argument_groups(locale, without_fallback_reason(p)),
            footer=footers.short_footer(locale, p) if has_short_footer else footers.fallback_footer(locale, p),
            decision_id=str(decision.id),
        )

    def fallback_reason(self, locale: Locale, code: str) -> str:
        """Return why an engine came to no decision, as a sentence; `code` is the proposal's fallback code."""
        message_id = f"fallback-{code.replace('_', '-')}"
        return self.texts.render(locale, message_id if self.texts.has(locale, message_id) else "fallback-other")

    def final_status(
        self, locale: Locale, decision: Decision, resolution: Resolution | None, report: OrderReport | None
    ) -> str:
        """Return the outcome of a decision as a sentence: who did what, and when."""
        at = decision.expires_at if resolution is None else resolution.at
        by = "" if resolution is None else resolution.person_name
        status = DecisionStatus.EXPIRED if decision.status is DecisionStatus.PROPOSED else decision.status
        shares, price = (report.filled_shares, report.average_price) if report else (Decimal(0), None)
        return self.texts.render_code(
            locale, "final-status", status, by=by, at=at, shares=shares, price=price or decision.proposal.price
        )

    def argument_groups(self, locale: Locale, reasons: Iterable[Reason]) -> tuple[Bullets, ...]:
        """Return reasons as lists: for buying, against it, in a model's words, and other notes."""
        reasons = tuple(reasons)
        unweighed = [r for r in reasons if r.weight == 0]
        has_model_reasons = any(r.code in _MODEL_REASONS for r in reasons)
        model_codes = _MODEL_REASONS | {REASONS_OF_BEFORE} if has_model_reasons else _MODEL_REASONS
        groups = {
            "speaks-for": [r for r in reasons if r.weight > 0],
            "speaks-against": [r for r in reasons if r.weight < 0],
            "reasons-given": [r for r in unweighed if r.code in model_codes],
            "also-noted": [r for r in unweighed if r.code not in model_codes],
        }
        return tuple(
            Bullets(
                self.texts.render(locale, heading),
                self.reason_sentences(locale, sorted(group, key=lambda r: -abs(r.weight))),
            )
            for heading, group in groups.items()
            if group
        )

    def buttons(self, locale: Locale, decision: Decision) -> tuple[Button, ...]:
        """Return the buttons of a decision; a hold has only Why?."""
        actions = (ButtonAction.WHY,) if decision.proposal.action is Action.HOLD else tuple(ButtonAction)
        return tuple(
            Button(id=str(button_ref(action, decision)), label=self.texts.render(locale, f"button-{action}"))
            for action in actions
        )

    def named_buttons(self, locale: Locale, decisions: Iterable[Decision]) -> tuple[Button, ...]:
        """Return the buttons of several decisions, each label naming its trade: "Confirm · buy 2 MSFT"."""
        return tuple(
            replace(button, label=f"{button.label} · {self.action_phrase(locale, decision.proposal)}")
            for decision in decisions
            for button in self.buttons(locale, decision)
        )

    def buttons_together(self, locale: Locale, decisions: Iterable[Decision], *, turn_id: TurnId) -> tuple[Button, ...]:
        """Return the buttons of the answer to a turn: of each decision, and of those that can be confirmed together.

        Args:
            locale: Language and time zone of the reader.
            decisions: All of the answer; with several, each label names its trade.
            turn_id: The turn that is answered.
        """
        decisions = tuple(decisions)
        if len(decisions) == 1:
            return self.buttons(locale, decisions[0])
        has_group = sum(decision.proposal.action is not Action.HOLD for decision in decisions) > 1
        group = tuple(self._group_button(locale, GroupRef(action, turn_id)) for action in GroupAction)
        return (*self.named_buttons(locale, decisions), *(group if has_group else ()))

    def _group_button(self, locale: Locale, ref: GroupRef) -> Button:
        return Button(id=str(ref), label=self.texts.render(locale, f"button-{ref.action.replace('_', '-')}"))

    def expiry_phrase(self, locale: Locale, decision: Decision, *, now: datetime) -> str:
        """Return until when a decision can be confirmed, and how long that is from `now`, as a phrase."""
        until = decision.expires_at
        is_today = until.astimezone(locale.zone).date() == now.astimezone(locale.zone).date()
        minutes = max(int((decision.expires_at - now).total_seconds() // 60), 0)
        time = locale.format_instant(until, with_date=not is_today)
        hours = minutes // 60 if minutes >= _MAX_MINUTES_SHOWN else 0
        return self.texts.render(locale, "card-expires-at", time=time, minutes=minutes, hours=hours)

    def _commission_rows(self, locale: Locale, p: Proposal, commission: Decimal) -> tuple[tuple[str, str], ...]:
        if p.action is Action.HOLD or not commission:
            return ()
        return ((self.texts.render(locale, "card-commission"), self._usd(locale, commission)),)

    def _usd(self, locale: Locale, amount: Decimal) -> str:
        return self.texts.render(locale, "usd", amount=amount)

    def _cash_change(self, locale: Locale, change: Decimal) -> str:
        kind = "none" if change == 0 else "buy" if change > 0 else "sell"
        return self.texts.render(locale, "cash-change", kind=kind, amount=abs(change))

    def _shares_at_price(self, locale: Locale, p: Proposal) -> str:
        when = self.price_time(locale, p.price_as_of, p.price_source)
        return self.texts.render(locale, "card-shares-at", shares=p.shares, price=p.price, when=when)


def without_fallback_reason(proposal: Proposal) -> tuple[Reason, ...]:
    """Return the reasons except the one that says why the proposal is a fallback: a card shows that one apart."""
    return tuple(reason for reason in proposal.reasons if reason.code != f"fallback_{proposal.fallback}")
