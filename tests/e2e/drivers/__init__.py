"""The three adapters as stages on which the same conversations are played."""

from .base import PlatformDriver, ShownAnswer
from .script_runner import ScriptRun, StepRun, perform

__all__ = ["PlatformDriver", "ScriptRun", "ShownAnswer", "StepRun", "perform"]
