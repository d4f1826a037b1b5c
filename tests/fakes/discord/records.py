"""Records for assertions: the calls that were made, and the rules that were broken."""

from dataclasses import dataclass, field

from tests.fakes.discord.model import Json


@dataclass(slots=True, kw_only=True)
class Upload:
    """One file of a multipart request."""

    filename: str
    content: bytes
    content_type: str


@dataclass(slots=True, kw_only=True)
class RestCall:
    """One REST request, and how it was answered."""

    method: str
    path: str
    route: str  # with {} for every parameter
    params: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    body: Json = field(default_factory=dict)
    items: list[Json] = field(default_factory=list)  # where the body is a list
    files: list[Upload] = field(default_factory=list)
    is_malformed: bool = False  # the body is no JSON
    authorization: str | None = None
    status: int = 0  # 0: no answer reached the client
    code: int = 0  # of a refusal

    def __str__(self) -> str:
        return f"{self.method} {self.path} -> {self.status}{f' ({self.code})' if self.code else ''}"


@dataclass(frozen=True, slots=True)
class DiscordViolation:
    """One rule that the client broke.

    The kinds: late_ack, double_ack, invalid_form (50035), invalid_request (any other refusal), identify_limit,
    identify_rate, gateway (a close code from 4001 on), fake_error (a request that the fake could not make sense of).
    """

    kind: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"
