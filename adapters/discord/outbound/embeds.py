"""Renders cards as embeds: title, lines, final status, footer."""

from dataclasses import dataclass, field
from typing import Any, Final

from adapters.discord.outbound import limits
from adapters.discord.outbound.markdown import MARKDOWN, disarm_mentions
from adapters.markup.split import split_runs
from adapters.markup.text import (
    ZERO_WIDTH_SPACE,
    TextRun,
    TextRuns,
    bold_runs,
    clean_line,
    clean_text,
    plain_runs,
    plain_text_of,
    utf16_length,
)
from bot.domain.conversation.blocks import Card
from bot.domain.trading.bound_checks import told_cap_excesses
from bot.domain.trading.decisions import Action, Decision, DecisionStatus

Embed = dict[str, Any]
GREEN: Final = 0x2E7D32
RED: Final = 0xC62828
AMBER: Final = 0xF9A825  # a purchase beyond a cap
GREY: Final = 0x747F8D
BLUE: Final = 0x3B6EA8
_ACTIONS: Final = {Action.INCREASE: GREEN, Action.DECREASE: RED, Action.CLOSE: RED, Action.HOLD: GREY}
_FILLED: Final = frozenset({DecisionStatus.FILLED, DecisionStatus.PARTIALLY_FILLED})


@dataclass(slots=True)
class _EmbedBuilder:
    """Collects embeds: content that no longer fits starts another one, which goes into another message."""

    color: int
    embeds: list[Embed] = field(default_factory=list)

    def add_text(self, key: str, text: str) -> None:
        """Add a title or a description; start an embed if the last one has that part or a later one."""
        last = self._last_with_room(utf16_length(text))
        not_before = {"title": {"title", "description"}, "description": {"description"}}[key]
        (self._add_embed() if last.keys() & not_before else last)[key] = text

    def add_footer(self, text: str) -> None:
        """Add a footer; start an embed if the last one has a footer."""
        last = self._last_with_room(utf16_length(text))
        if "footer" in last:
            last = self._add_embed()
        if not last.keys() & {"title", "description"}:
            last["description"] = ZERO_WIDTH_SPACE  # Discord refuses an embed with nothing but a footer
        last["footer"] = {"text": text}

    def _last_with_room(self, length: int) -> Embed:
        last = self.embeds[-1] if self.embeds else self._add_embed()
        return last if limits.embed_length(last) + length < limits.ALL_EMBEDS else self._add_embed()

    def _add_embed(self) -> Embed:
        self.embeds.append({"color": self.color})
        return self.embeds[-1]


def card_embeds(card: Card, decision: Decision | None) -> list[Embed]:
    """Return a card as embeds: one, or several if it exceeds a message's limit; each goes into its own message."""
    builder = _EmbedBuilder(card_color(card, decision))
    _add_title(builder, card.title)
    for part in _inline_parts(_description(card), limits.DESCRIPTION):
        builder.add_text("description", part)
    for part in _footer_parts(clean_text(card.footer).strip(), limits.FOOTER):
        builder.add_footer(part)
    return builder.embeds


def card_color(card: Card, decision: Decision | None) -> int:
    """Return the colour of a card: that of the proposed action, or of the final status."""
    if decision is None:
        return GREY if card.final_status else BLUE
    if card.final_status:
        return GREEN if decision.status in _FILLED else RED if decision.status is DecisionStatus.REJECTED else GREY
    return AMBER if told_cap_excesses(decision.proposal) else _ACTIONS[decision.proposal.action]


def _add_title(builder: _EmbedBuilder, title: str) -> None:
    first, *rest = _inline_parts(plain_runs(clean_line(title)), limits.TITLE) or [""]
    if first:
        builder.add_text("title", first)
    for part in rest:
        builder.add_text("description", part)


def _description(card: Card) -> TextRuns:
    lines = "\n".join(clean_text(line) for line in card.lines).strip()
    status = card.final_status.strip()
    return (*plain_runs(lines), *(plain_runs("\n") if lines and status else ()), *bold_runs(status))


def _inline_parts(runs: TextRuns, limit: int) -> list[str]:
    return [MARKDOWN.render_inline(part) for part in split_runs(runs, limit=limit, render=MARKDOWN.render_inline)]


def _footer_parts(text: str, limit: int) -> list[str]:
    """Return text split for footers, in which Discord interprets no markup, not even escapes."""

    def render(runs: TextRuns) -> str:
        return disarm_mentions(plain_text_of(runs))

    return [render(part) for part in split_runs((TextRun(text),), limit=limit, render=render)]
