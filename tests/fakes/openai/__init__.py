"""A server that speaks OpenAI's chat completions, on loopback, and misbehaves on request."""

from .faults import Fault, Faults
from .model import Received, Said, Script, Tool
from .schema_values import sample
from .server import FakeOpenAI

__all__ = ["FakeOpenAI", "Fault", "Faults", "Received", "Said", "Script", "Tool", "sample"]
