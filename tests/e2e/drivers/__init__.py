"""The three adapters as stages on which the same conversations are played."""

from .base import Shown, Stage
from .script_runner import Performance, Played, perform

__all__ = ["Performance", "Played", "Shown", "Stage", "perform"]
