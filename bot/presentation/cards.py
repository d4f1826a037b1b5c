"""Renders domain values as sentences and cards: what each figure is, when it was true, and where it comes from."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Final

from bot.domain.conversation.blocks import Bullets, Button, Card
from bot.domain.conversation.buttons import ButtonAction, button_ref
from bot.domain.market.snapshot import market_date
from bot.domain.text.locale import Locale
from bot.domain.trading.decisions import Action, Decision, DecisionStatus, Proposal, Reason, Resolution
from bot.domain.trading.drafts import MODEL_REASON, MODEL_REASON_UNFOUNDED
from bot.domain.trading.orders import OrderReport
from bot.engines.rules.requote import REASONS_OF_BEFORE
from bot.locales import Catalogue
from bot.presentation.footers import CardFooters

_MINUTES_SHOWN = 120  # what lasts longer is told in hours
_GIVEN: Final = frozenset({MODEL_REASON, MODEL_REASON_UNFOUNDED})  # a model's own words


@dataclass(frozen=True, slots=True)
class DecisionCards:
    """Words for decisions, in one language at a time."""

    texts: Catalogue

    @property
    def footers(self) -> CardFooters:
        """Words for who decided."""
        return CardFooters(self.texts)

    def price_time(self, locale: Locale, as_of: datetime, source: str) -> str:
        """Return when and where a price was taken: "at the close of 2013-01-31 (sample market)"."""
        if source == "sample":
            return self.texts.render(locale, "price-when-sample", date=market_date(as_of).isoformat())
        return self.texts.render(locale, "price-when-live", time=as_of, source=source)

    def reason_sentences(self, locale: Locale, reasons: Iterable[Reason]) -> tuple[str, ...]:
        """Return each reason as a sentence."""
        return tuple(self.texts.render_reason(locale, reason) for reason in reasons)

    def action_phrase(self, locale: Locale, proposal: Proposal) -> str:
        """Return what is proposed, in a few words: "buy 3 GOOG"."""
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
        """Return the card of a decision as it is stored.

        Args:
            locale: To say it in.
            decision: As it is stored.
            asked_by: The name of who may confirm it.
            commission: The account's, on its order.
            has_short_footer: More on the engine is said below the card.
        """
        p = decision.proposal
        if p.fallback is not None:
            return self._fallback(locale, decision, p.fallback, is_short=has_short_footer)
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
        """Return what is proposed in figures, each with its name."""
        stop = (
            () if p.stop_price is None else ((self.texts.render(locale, "card-stop"), self._usd(locale, p.stop_price)),)
        )
        return (
            (self.texts.render(locale, "card-action"), self.action_phrase(locale, p)),
            (self.texts.render(locale, "card-target"), self._usd(locale, p.target_cash_amount)),
            (self.texts.render(locale, "card-change"), self._change(locale, p.cash_change)),
            (self.texts.render(locale, "card-shares"), self._shares(locale, p)),
            *self._commission(locale, p, commission),
            (
                self.texts.render(locale, "card-confidence"),
                self.texts.render(locale, "percent", value=p.confidence * 100),
            ),
            *stop,
        )

    def _fallback(self, locale: Locale, decision: Decision, code: str, *, is_short: bool) -> Card:
        """What stands in for a decision that an engine could not make: never to be taken for advice."""
        texts, p = self.texts, decision.proposal
        return Card(
            title=texts.render(locale, "card-title-fallback", symbol=p.symbol),
            fields=(
                (texts.render(locale, "card-fallback-why"), self.fallback_reason(locale, code)),
                (texts.render(locale, "card-fallback-happens"), texts.render(locale, "card-fallback-nothing")),
                (texts.render(locale, "card-shares"), self._shares(locale, p)),
                (texts.render(locale, "card-confidence"), texts.render(locale, "card-fallback-confidence")),
            ),
            sections=self.argument_groups(locale, without_fallback_reason(p)),
            footer=self.footers.short_footer(locale, p) if is_short else self.footers.fallback_footer(locale, p),
            decision_id=str(decision.id),
        )

    def fallback_reason(self, locale: Locale, code: str) -> str:
        """Return why an engine came to no decision, as a sentence."""
        key = f"fallback-{code.replace('_', '-')}"
        return self.texts.render(locale, key if self.texts.has(locale, key) else "fallback-other")

    def final_status(
        self, locale: Locale, decision: Decision, resolution: Resolution | None, report: OrderReport | None
    ) -> str:
        """Return what has become of a decision: who did what, and when."""
        at = decision.expires_at if resolution is None else resolution.at
        by = "" if resolution is None else resolution.person_name
        status = DecisionStatus.EXPIRED if decision.status is DecisionStatus.PROPOSED else decision.status
        shares, price = (report.filled_shares, report.average_price) if report else (Decimal(0), None)
        return self.texts.render_code(
            locale, "fate", status, by=by, at=at, shares=shares, price=price or decision.proposal.price
        )

    def argument_groups(self, locale: Locale, reasons: Iterable[Reason]) -> tuple[Bullets, ...]:
        """Return reasons in groups: what speaks for buying, what against, what a model says, what else counts."""
        known = tuple(reasons)
        unweighed = [r for r in known if r.weight == 0]
        given = _GIVEN | {REASONS_OF_BEFORE} if any(r.code in _GIVEN for r in known) else _GIVEN
        groups = {
            "speaks-for": [r for r in known if r.weight > 0],
            "speaks-against": [r for r in known if r.weight < 0],
            "reasons-given": [r for r in unweighed if r.code in given],
            "also-noted": [r for r in unweighed if r.code not in given],
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
        """Return what can be pressed under a decision; under a hold only Why?."""
        presses = (ButtonAction.WHY,) if decision.proposal.action is Action.HOLD else tuple(ButtonAction)
        return tuple(
            Button(id=str(button_ref(press, decision)), label=self.texts.render(locale, f"button-{press}"))
            for press in presses
        )

    def named_buttons(self, locale: Locale, decisions: Iterable[Decision]) -> tuple[Button, ...]:
        """Return the buttons of several decisions, each saying of which it is: "Confirm · buy 2 MSFT"."""
        return tuple(
            replace(button, label=f"{button.label} · {self.action_phrase(locale, decision.proposal)}")
            for decision in decisions
            for button in self.buttons(locale, decision)
        )

    def expiry_phrase(self, locale: Locale, decision: Decision, *, now: datetime) -> str:
        """Return until when a decision can be confirmed, and how long that is from `now`."""
        until = decision.expires_at
        is_today = until.astimezone(locale.zone).date() == now.astimezone(locale.zone).date()
        minutes = max(int((decision.expires_at - now).total_seconds() // 60), 0)
        time = locale.format_instant(until, with_date=not is_today)
        hours = minutes // 60 if minutes >= _MINUTES_SHOWN else 0
        return self.texts.render(locale, "card-expires-at", time=time, minutes=minutes, hours=hours)

    def _commission(self, locale: Locale, p: Proposal, commission: Decimal) -> tuple[tuple[str, str], ...]:
        if p.action is Action.HOLD or not commission:
            return ()
        return ((self.texts.render(locale, "card-commission"), self._usd(locale, commission)),)

    def _usd(self, locale: Locale, amount: Decimal) -> str:
        return self.texts.render(locale, "usd", amount=amount)

    def _change(self, locale: Locale, change: Decimal) -> str:
        kind = "none" if change == 0 else "buy" if change > 0 else "sell"
        return self.texts.render(locale, "cash-change", kind=kind, amount=abs(change))

    def _shares(self, locale: Locale, p: Proposal) -> str:
        when = self.price_time(locale, p.price_as_of, p.price_source)
        return self.texts.render(locale, "card-shares-at", shares=p.shares, price=p.price, when=when)


def without_fallback_reason(proposal: Proposal) -> tuple[Reason, ...]:
    """Return the reasons without the one that says why a proposal is a fallback: that stands apart."""
    return tuple(reason for reason in proposal.reasons if reason.code != f"fallback_{proposal.fallback}")
