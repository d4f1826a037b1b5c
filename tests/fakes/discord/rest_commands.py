"""REST: application commands, global (guild 0 in the store) and of a guild."""

import re

from tests.fakes.discord.errors import ApiError, FormErrors, ResourceKind, missing_access, unknown
from tests.fakes.discord.model import Json, RestCall
from tests.fakes.discord.routing import Answer, Handler, number
from tests.fakes.discord.state import FakeDiscordState

_NAME = re.compile(r"^[-_'\w]{1,32}$")
_DAILY_CREATES = 200
_MOST = 100
_DAY = 24 * 3600.0
_CHAT_INPUT, _SUBCOMMANDS = 1, (1, 2)


def _place(state: FakeDiscordState, call: RestCall) -> int:
    """Return the guild the commands are of, 0 for global ones."""
    if number(call, "application") != state.application.id:
        raise unknown(ResourceKind.APPLICATION)
    guild = number(call, "guild") if "guild" in call.params else 0
    if guild and guild not in state.guilds:
        raise missing_access()
    return guild


def _list(state: FakeDiscordState, call: RestCall) -> Answer:
    return 200, list(state.commands.get(_place(state, call), {}).values())


def _put(state: FakeDiscordState, call: RestCall) -> Answer:
    """Replace all; what keeps its name keeps its id and does not count as made."""
    guild = _place(state, call)
    errors = FormErrors()
    errors.count("commands", call.items, most=_MOST)
    for at, wanted in enumerate(call.items):
        _check(errors, str(at), wanted)
    if len({_key(wanted) for wanted in call.items}) < len(call.items):
        errors.add("commands", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    errors.raise_if_any()
    before = {_key(each): each for each in state.commands.get(guild, {}).values()}
    _count_creates(state, guild, sum(_key(wanted) not in before for wanted in call.items))
    kept = [_stored(state, guild, wanted, before.get(_key(wanted))) for wanted in call.items]
    state.commands[guild] = {int(each["id"]): each for each in kept}
    return 200, kept


def _key(command: Json) -> tuple[int, str]:
    return command.get("type", _CHAT_INPUT), command.get("name", "")


def _count_creates(state: FakeDiscordState, guild: int, many: int) -> None:
    now = state.clock.now()
    recent = [at for at in state.commands_made.get(guild, []) if now - at < _DAY]
    if len(recent) + many > _DAILY_CREATES:
        raise ApiError(429, 30034, "Max number of daily application command creates has been reached (200)")
    state.commands_made[guild] = recent + [now] * many


def _stored(state: FakeDiscordState, guild: int, wanted: Json, before: Json | None) -> Json:
    number_of = before["id"] if before else str(state.new_id())
    fixed: Json = {"id": number_of, "application_id": str(state.application.id), "version": str(state.new_id())}
    place: Json = {"guild_id": str(guild)} if guild else {}
    defaults: Json = {"type": _CHAT_INPUT, "description": "", "options": [], "nsfw": False}
    defaults |= {"default_member_permissions": None, "dm_permission": True}
    return defaults | wanted | fixed | place


def _check(errors: FormErrors, path: str, command: Json) -> None:
    prefix = f"{path}." if path else ""
    if command.get("type", _CHAT_INPUT) != _CHAT_INPUT:
        errors.length(f"{prefix}name", command.get("name"), least=1, most=32)
        return
    _check_named(errors, prefix, command)
    _check_options(errors, prefix, command.get("options") or [])


def _check_named(errors: FormErrors, prefix: str, named: Json) -> None:
    names = {f"{prefix}name": named.get("name", "")}
    names |= {
        f"{prefix}name_localizations.{key}": text for key, text in (named.get("name_localizations") or {}).items()
    }
    for where, name in names.items():
        if not _NAME.match(name) or name != name.lower():
            errors.add(where, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    errors.length(f"{prefix}description", named.get("description"), least=1, most=100)
    for key, text in (named.get("description_localizations") or {}).items():
        errors.length(f"{prefix}description_localizations.{key}", text, least=1, most=100)


def _check_options(errors: FormErrors, prefix: str, options: list[Json]) -> None:
    errors.count(f"{prefix}options", options, most=25)
    was_optional = False
    for at, option in enumerate(options):
        path = f"{prefix}options.{at}."
        _check_named(errors, path, option)
        if option.get("required") and was_optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            errors.add(f"{path}required", code, "Required options must be placed before non-required options")
        was_optional = was_optional or (option.get("type") not in _SUBCOMMANDS and not option.get("required"))
        _check_option_choices(errors, path, option)
        _check_options(errors, path, option.get("options") or [])
    if len({option.get("name") for option in options}) < len(options):
        errors.add(f"{prefix}options", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique")


def _check_option_choices(errors: FormErrors, path: str, option: Json) -> None:
    choices = option.get("choices") or []
    errors.count(f"{path}choices", choices, most=25)
    if choices and option.get("autocomplete"):
        errors.add(f"{path}autocomplete", "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", "Choices or suggestions")
    for at, choice in enumerate(choices):
        errors.length(f"{path}choices.{at}.name", choice.get("name"), least=1, most=100)
        value = choice.get("value")
        errors.length(f"{path}choices.{at}.value", value if isinstance(value, str) else None, most=100)


_PATHS = ("/applications/{application}/commands", "/applications/{application}/guilds/{guild}/commands")

ROUTES: dict[str, Handler] = {
    **{f"GET {path}": _list for path in _PATHS},
    **{f"PUT {path}": _put for path in _PATHS},
}
