"""Defines the slash commands that Discord offers. Each is turned into the text that a person would have typed."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

CommandCallback = Callable[[discord.Interaction, str], Awaitable[None]]
SuggestSymbols = Callable[[str], Sequence[tuple[str, str]]]  # text typed so far -> (label, symbol) pairs

# Suggested while somebody types: unlike fixed choices, of which Discord takes 25, there may be any number of them.
SUGGESTED_COMMANDS: Final = (
    "help",
    "analyze",
    "decide",
    "explain",
    "review",
    "portfolio",
    "pending",
    "orders",
    "limits",
    "alert",
    "alerts",
    "watch",
    "unwatch",
    "brief",
    "memory",
    "knowledge",
    "holding",
    "settings",
    "status",
    "advance",
    "usage",
    "details",
    "discussion",
    "stop",
    "history",
    "debug",
    "reset",
    "recall",
    "forget",
)
_LANGUAGES: Final = (("English", "en"), ("中文", "zh"), ("auto", "auto"))
_MAX_CHOICES: Final = 25  # Discord's limits
_CHOICE_LENGTH: Final = 100
_CHINESE: Final = frozenset({discord.Locale.chinese, discord.Locale.taiwan_chinese})

_Autocomplete = Callable[[discord.Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlashCommands:
    """Builds the command tree."""

    texts: Catalogue
    on_command: CommandCallback
    suggest: SuggestSymbols

    async def add_to(self, tree: "app_commands.CommandTree[discord.Client]") -> None:
        """Add every command to `tree`, with its descriptions in all languages."""
        await tree.set_translator(DescriptionTranslator(self.texts))
        self._add_symbol_commands(tree)
        self._add_history_commands(tree)
        for name in ("portfolio", "pending", "orders"):
            tree.add_command(self._plain_command(name))
        tree.add_command(self._settings_group())
        self._add_parley_command(tree)

    def _add_symbol_commands(self, tree: "app_commands.CommandTree[discord.Client]") -> None:
        ask, text, symbols = self.on_command, self._localized, self._symbol_autocomplete()

        @tree.command(name="analyze", description=text("discord-analyze"))
        @app_commands.describe(symbol=text("discord-symbol"))
        @app_commands.autocomplete(symbol=symbols)
        async def analyze(interaction: discord.Interaction, symbol: app_commands.Range[str, 1, 60]) -> None:
            await ask(interaction, f"/analyze {symbol}")

        @tree.command(name="decide", description=text("discord-decide"))
        @app_commands.describe(symbol=text("discord-symbol"), amount=text("discord-amount"))
        @app_commands.autocomplete(symbol=symbols)
        async def decide(
            interaction: discord.Interaction,
            symbol: app_commands.Range[str, 1, 60],
            amount: app_commands.Range[str, 1, 60] | None = None,
        ) -> None:
            await ask(interaction, _join_words("/decide", symbol, amount))

    def _add_history_commands(self, tree: "app_commands.CommandTree[discord.Client]") -> None:
        ask, text, symbols = self.on_command, self._localized, self._symbol_autocomplete()

        @tree.command(name="explain", description=text("discord-explain"))
        @app_commands.describe(symbol=text("discord-explain-what"))
        @app_commands.autocomplete(symbol=symbols)
        async def explain(
            interaction: discord.Interaction, symbol: app_commands.Range[str, 1, 200] | None = None
        ) -> None:
            await ask(interaction, _join_words("/explain", symbol))

        @tree.command(name="review", description=text("discord-review"))
        @app_commands.describe(period=text("discord-period"))
        async def review(
            interaction: discord.Interaction, period: app_commands.Range[str, 1, 100] | None = None
        ) -> None:
            await ask(interaction, _join_words("/review", period))

    def _plain_command(self, name: str) -> "app_commands.Command[app_commands.Group, ..., None]":
        ask = self.on_command

        async def plain(interaction: discord.Interaction) -> None:
            await ask(interaction, f"/{name}")

        return app_commands.Command(name=name, description=self._localized(f"discord-{name}"), callback=plain)

    def _settings_group(self) -> app_commands.Group:
        """Return the `/settings` commands; the core decides which values are valid."""
        ask, text = self.on_command, self._localized
        group = app_commands.Group(name="settings", description=text("discord-settings"))

        @group.command(name="view", description=text("discord-settings-view"))
        async def view(interaction: discord.Interaction) -> None:
            await ask(interaction, "/settings")

        @group.command(name="language", description=text("discord-settings-language"))
        @app_commands.describe(value=text("discord-settings-language"))
        @app_commands.choices(value=[Choice(name=name, value=value) for name, value in _LANGUAGES])
        async def language(interaction: discord.Interaction, value: Choice[str]) -> None:
            await ask(interaction, f"/settings language {value.value}")

        for name in ("timezone", "engine", "listen", "overhear", "learn"):
            group.add_command(self._setting_command(name))
        return group

    def _setting_command(self, name: str) -> "app_commands.Command[app_commands.Group, ..., None]":
        ask, text = self.on_command, self._localized(f"discord-settings-{name}")

        @app_commands.describe(value=text)
        async def setting(interaction: discord.Interaction, value: app_commands.Range[str, 1, 60]) -> None:
            await ask(interaction, f"/settings {name} {value}")

        return app_commands.Command(name=name, description=text, callback=setting)

    def _add_parley_command(self, tree: "app_commands.CommandTree[discord.Client]") -> None:
        ask, text = self.on_command, self._localized

        @tree.command(name="parley", description=text("discord-parley"))
        @app_commands.describe(
            command=text("discord-parley-command"), rest=text("discord-parley-rest"), file=text("discord-parley-file")
        )
        @app_commands.autocomplete(command=_suggest_commands)
        async def parley(
            interaction: discord.Interaction,
            command: app_commands.Range[str, 1, 60] | None = None,
            rest: app_commands.Range[str, 1, 1000] | None = None,
            file: discord.Attachment | None = None,  # noqa: ARG001  # read from the interaction: `files_of_command`
        ) -> None:
            await ask(interaction, _join_words(f"/{_named(command)}", rest))

    def _localized(self, message_id: str) -> locale_str:
        return locale_str(self.texts.render(Locale(Language.ENGLISH), message_id), message_id=message_id)

    def _symbol_autocomplete(self) -> _Autocomplete:
        suggest = self.suggest

        async def symbols(_interaction: discord.Interaction, current: str) -> list[Choice[str]]:
            return autocomplete_choices(suggest, current)

        return symbols


class DescriptionTranslator(app_commands.Translator):
    """Translates descriptions of commands into the languages other than English."""

    def __init__(self, texts: Catalogue) -> None:
        self._texts = texts

    async def translate(
        self, string: locale_str, locale: discord.Locale, _context: "app_commands.TranslationContextTypes"
    ) -> str | None:
        """Return a description in `locale`; None: the English one. Names of commands are not translated."""
        message_id = string.extras.get("message_id")
        if message_id is None or locale not in _CHINESE:
            return None
        return self._texts.render(Locale(Language.CHINESE), message_id)


def autocomplete_choices(suggest: SuggestSymbols, current: str) -> list[Choice[str]]:
    """Return suggestions for the text typed so far, within Discord's limits: at most 25, of at most 100 characters."""
    try:
        found = suggest(current)
    except Exception:  # noqa: BLE001  # suggestions are optional: an error would only be shown to the person
        return []
    fitting = [(name[:_CHOICE_LENGTH], value) for name, value in found if name and 0 < len(value) <= _CHOICE_LENGTH]
    return [Choice(name=name, value=value) for name, value in fitting[:_MAX_CHOICES]]


async def _suggest_commands(_interaction: discord.Interaction, current: str) -> list[Choice[str]]:
    return command_choices(current)


def command_choices(current: str) -> list[Choice[str]]:
    """Return the commands whose names have the text typed so far in them, those that begin with it first."""
    typed = current.strip("/ ").lower()
    fitting = [name for name in SUGGESTED_COMMANDS if typed in name]
    fitting.sort(key=lambda name: not name.startswith(typed))
    return [Choice(name=name, value=name) for name in fitting[:_MAX_CHOICES]]


def _named(command: str | None) -> str:
    """Return the command as it was typed, without a slash of its own; help, if there is none."""
    return (command or "").strip("/ ") or "help"


def _join_words(*words: str | None) -> str:
    return " ".join(word for word in words if word)
