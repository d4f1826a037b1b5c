"""Encodes gateway packets: as JSON text, or in the stream compression that the client requested."""

import importlib
import json
import zlib
from typing import Protocol

from aiohttp import web

from tests.fakes.discord.model import Json


class Encoder(Protocol):
    """Sends packets over one socket, in order."""

    async def send(self, socket: web.WebSocketResponse, packet: Json) -> None:
        """Send one packet."""
        ...


class PlainText:
    """No compression."""

    async def send(self, socket: web.WebSocketResponse, packet: Json) -> None:
        await socket.send_str(json.dumps(packet))


class ZlibStream:
    """One zlib context for the connection; each packet ends in a sync flush."""

    def __init__(self) -> None:
        self._context = zlib.compressobj()

    async def send(self, socket: web.WebSocketResponse, packet: Json) -> None:
        data = self._context.compress(json.dumps(packet).encode())
        await socket.send_bytes(data + self._context.flush(zlib.Z_SYNC_FLUSH))


class ZstdStream:
    """One zstd frame for the connection, with a flushed block for each packet. Takes Python 3.14 or `zstandard`."""

    def __init__(self) -> None:
        try:
            module = importlib.import_module("compression.zstd")
            self._context = module.ZstdCompressor()
            self._flush = self._context.FLUSH_BLOCK
        except ImportError:
            module = importlib.import_module("zstandard")
            self._context = module.ZstdCompressor().compressobj()
            self._flush = module.COMPRESSOBJ_FLUSH_BLOCK

    async def send(self, socket: web.WebSocketResponse, packet: Json) -> None:
        data = self._context.compress(json.dumps(packet).encode())
        await socket.send_bytes(data + self._context.flush(self._flush))


def encoder(compression: str | None) -> Encoder:
    """Return the encoder for the value of `compress` in the client's query string."""
    if compression == "zlib-stream":
        return ZlibStream()
    return ZstdStream() if compression == "zstd-stream" else PlainText()
