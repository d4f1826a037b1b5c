"""A fake server of OpenAI's chat completions on loopback, with faults on request."""

from .faults import ModelServerFault, ModelServerFaults
from .model import ModelOutput, ReceivedRequest, Script
from .schema_values import schema_value
from .server import FakeOpenAI

__all__ = [
    "FakeOpenAI",
    "ModelOutput",
    "ModelServerFault",
    "ModelServerFaults",
    "ReceivedRequest",
    "Script",
    "schema_value",
]
