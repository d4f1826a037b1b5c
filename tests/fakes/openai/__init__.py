"""A server that speaks OpenAI's chat completions, on loopback, and misbehaves on request."""

from .faults import ModelServerFault, ModelServerFaults
from .model import ModelOutput, ReceivedRequest, RequestedToolCall, Script
from .schema_values import sample
from .server import FakeOpenAI

__all__ = [
    "FakeOpenAI",
    "ModelOutput",
    "ModelServerFault",
    "ModelServerFaults",
    "ReceivedRequest",
    "RequestedToolCall",
    "Script",
    "sample",
]
