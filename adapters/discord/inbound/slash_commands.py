"""Defines the slash commands that Discord offers. Each is turned into the text that a person would have typed."""

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.domain.text.locale import Language, Locale
from bot.locales import Catalogue

Tree = app_commands.CommandTree[discord.Client]
CommandCallback = Callable[[discord.Interaction, str], Awaitable[None]]
SuggestSymbols = Callable[[str], Sequence[tuple[str, str]]]  # text typed so far -> (label, symbol) pairs

# Suggested while somebody types: unlike fixed choices, of which Discord takes 25, there may be any number of them.
SUGGESTED_COMMANDS: Final = (
    *("help", "analyze", "decide", "explain", "review", "portfolio", "pending", "orders", "limits", "alert", "alerts"),
    *("watch", "unwatch", "brief", "memory", "knowledge", "holding", "settings", "status", "advance", "usage"),
    *("details", "discussion", "stop", "history", "debug", "reset", "recall", "forget"),
)
_LANGUAGES: Final = (("English", "en"), ("中文", "zh"), ("auto", "auto"))
_MAX_CHOICES: Final = 25  # Discord's limits
_CHOICE_LENGTH: Final = 100
_CHINESE: Final = frozenset({discord.Locale.chinese, discord.Locale.taiwan_chinese})

_Command = app_commands.Command[app_commands.Group, ..., None]
_Autocomplete = Callable[[discord.Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]


@dataclass(frozen=True, slots=True)
class _Argument:
    name: str  # "symbol": completed while it is typed
    text: str  # of its description
    is_required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SlashCommands:
    """Builds the command tree."""

    texts: Catalogue
    on_command: CommandCallback
    suggest: SuggestSymbols

    async def add_to(self, tree: Tree) -> None:
        """Add every command to `tree`, with its descriptions in all languages."""
        await tree.set_translator(DescriptionTranslator(self.texts))
        for name, symbol, is_required in (
            ("analyze", "discord-symbol", True),
            ("explain", "discord-explain-what", False),
        ):
            tree.add_command(self._command(name, _Argument("symbol", symbol, is_required=is_required)))
        tree.add_command(self._command("review", _Argument("period", "discord-period")))
        for name in ("portfolio", "pending", "orders"):
            tree.add_command(self._command(name))
        tree.add_command(self._settings_group())
        self._add_decide_command(tree)
        self._add_parley_command(tree)

    def _command(self, name: str, argument: _Argument | None = None, *, group: str = "") -> _Command:
        """Return a command of at most one argument; `group`: the command whose subcommand it is."""
        ask, text = self.on_command, f"/{group or name}" + (f" {name}" if group and argument else "")
        description = self._localized(f"discord-{group}-{name}" if group else f"discord-{name}")

        async def plain(interaction: discord.Interaction) -> None:
            await ask(interaction, text)

        async def required(interaction: discord.Interaction, argument: app_commands.Range[str, 1, 200]) -> None:
            await ask(interaction, f"{text} {argument}")

        async def optional(
            interaction: discord.Interaction, argument: app_commands.Range[str, 1, 200] | None = None
        ) -> None:
            await ask(interaction, _join_words(text, argument))

        if argument is None:
            return app_commands.Command(name=name, description=description, callback=plain)
        callback: Any = required if argument.is_required else optional
        app_commands.rename(argument=argument.name)(callback)
        app_commands.describe(argument=self._localized(argument.text))(callback)
        if argument.name == "symbol":
            app_commands.autocomplete(argument=self._symbol_autocomplete())(callback)
        return app_commands.Command(name=name, description=description, callback=callback)

    def _settings_group(self) -> app_commands.Group:
        """Return the `/settings` commands; the core decides which values are valid."""
        ask, text = self.on_command, self._localized
        group = app_commands.Group(name="settings", description=text("discord-settings"))
        group.add_command(self._command("view", group="settings"))

        @group.command(name="language", description=text("discord-settings-language"))
        @app_commands.describe(value=text("discord-settings-language"))
        @app_commands.choices(value=[Choice(name=name, value=value) for name, value in _LANGUAGES])
        async def language(interaction: discord.Interaction, value: Choice[str]) -> None:
            await ask(interaction, f"/settings language {value.value}")

        for name in ("timezone", "engine", "listen", "overhear", "learn"):
            argument = _Argument("value", f"discord-settings-{name}", is_required=True)
            group.add_command(self._command(name, argument, group="settings"))
        return group

    def _add_decide_command(self, tree: Tree) -> None:
        ask, text = self.on_command, self._localized

        @tree.command(name="decide", description=text("discord-decide"))
        @app_commands.describe(symbol=text("discord-symbol"), amount=text("discord-amount"))
        @app_commands.autocomplete(symbol=self._symbol_autocomplete())
        async def decide(
            interaction: discord.Interaction,
            symbol: app_commands.Range[str, 1, 60],
            amount: app_commands.Range[str, 1, 60] | None = None,
        ) -> None:
            await ask(interaction, _join_words("/decide", symbol, amount))

    def _add_parley_command(self, tree: Tree) -> None:
        ask, text = self.on_command, self._localized

        async def suggest_commands(_interaction: discord.Interaction, current: str) -> list[Choice[str]]:
            return command_choices(current)

        @tree.command(name="parley", description=text("discord-parley"))
        @app_commands.describe(
            command=text("discord-parley-command"), rest=text("discord-parley-rest"), file=text("discord-parley-file")
        )
        @app_commands.autocomplete(command=suggest_commands)
        async def parley(
            interaction: discord.Interaction,
            command: app_commands.Range[str, 1, 60] | None = None,
            rest: app_commands.Range[str, 1, 1000] | None = None,
            file: discord.Attachment | None = None,  # noqa: ARG001  # read from the interaction: `files_of_command`
        ) -> None:
            name = (command or "").strip("/ ") or "help"
            await ask(interaction, _join_words(f"/{name}", rest))

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


def command_choices(current: str) -> list[Choice[str]]:
    """Return the commands whose names have the text typed so far in them, those that begin with it first."""
    typed = current.strip("/ ").lower()
    fitting = [name for name in SUGGESTED_COMMANDS if typed in name]
    fitting.sort(key=lambda name: not name.startswith(typed))
    return [Choice(name=name, value=name) for name in fitting[:_MAX_CHOICES]]


def _join_words(*words: str | None) -> str:
    return " ".join(word for word in words if word)
