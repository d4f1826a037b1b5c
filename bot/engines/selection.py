"""Which engine decides: the one that is set for the channel, else the default one, and never another one unsaid."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.ports import Engine

NEED_A_MODEL: Final = frozenset({"dual"})  # engines that there are only where a language model is configured


@dataclass(frozen=True, slots=True)
class EngineSelection:
    """The engine that decides."""

    engine: Engine
    missing: str = ""  # what is set for the channel, where there is no such engine


def select_engine(engines: Mapping[str, Engine], setting: str | None) -> EngineSelection:
    """Return the engine that `setting` names, else the default: the first of `engines`."""
    if setting and setting in engines:
        return EngineSelection(engines[setting])
    return EngineSelection(next(iter(engines.values())), setting or "")
