"""Requests of admins about holdings whose share has changed, and about prices that are doubted."""

from bot.domain.conversation.requests.corrections import CorrectionRequest
from bot.language.holding_requests import read_correction_request, read_release_request
from bot.language.understanding import Understanding


def correction_request(understood: Understanding) -> CorrectionRequest | None:
    """Return the correction that a message asks for; None: it asks for something else."""
    text = " ".join(understood.arguments)
    if understood.command == "holding":
        return read_correction_request(text)
    return read_release_request(text) if understood.command == "release" else None
