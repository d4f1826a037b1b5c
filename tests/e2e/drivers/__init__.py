"""The three adapters as stages on which the same conversations are played."""

from .base import PlatformDriver, ShownAnswer
from .script_runner import ScriptRun, StepRun, run_scripts

__all__ = ["PlatformDriver", "ScriptRun", "ShownAnswer", "StepRun", "run_scripts"]
