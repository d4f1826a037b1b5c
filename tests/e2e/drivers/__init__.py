"""Drivers of the three platforms, which run the same conversation scripts."""

from .base import PlatformDriver, ShownAnswer
from .script_runner import ScriptRun, StepRun, run_scripts

__all__ = ["PlatformDriver", "ScriptRun", "ShownAnswer", "StepRun", "run_scripts"]
