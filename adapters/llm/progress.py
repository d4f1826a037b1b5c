"""The progress of a request, in an object that is still available after the request has failed."""

from dataclasses import dataclass


@dataclass(slots=True)
class RequestProgress:
    """The progress of one request with all its attempts."""

    attempts: int = 0  # a repetition with other parameters, which the server accepts, is the same attempt
    text: str = ""  # the part of a stream that has been shown
    is_without_format: bool = False  # it was repeated without `response_format`, which the server may not bear
