"""Error responses of the REST API, with the documented codes."""

from enum import Enum
from typing import Any


class ApiError(Exception):
    """A refusal: the HTTP status, the JSON error code, and for invalid forms the errors by field."""

    def __init__(self, status: int, code: int, message: str, errors: dict[str, Any] | None = None) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body of the response."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        return body | ({"errors": self.errors} if self.errors else {})


def unauthorized() -> ApiError:
    return ApiError(401, 0, "401: Unauthorized")


def malformed() -> ApiError:
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def not_found() -> ApiError:
    return ApiError(404, 0, "404: Not Found")


class ResourceKind(Enum):
    """Kinds of unknown resources: the JSON error code, and the name in the message."""

    APPLICATION = 10002, "Application"
    CHANNEL = 10003, "Channel"
    GUILD = 10004, "Guild"
    MEMBER = 10007, "Member"
    MESSAGE = 10008, "Message"
    USER = 10013, "User"
    WEBHOOK = 10015, "Webhook"
    INTERACTION = 10062, "interaction"
    COMMAND = 10063, "application command"


def unknown(thing: ResourceKind) -> ApiError:
    """The 404 of one kind of thing."""
    code, name = thing.value
    return ApiError(404, code, f"Unknown {name}")


def missing_access() -> ApiError:
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    return ApiError(403, 50013, "Missing Permissions")


class FormErrors:
    """Collects the errors of a form, by field, and raises them together."""

    def __init__(self) -> None:
        self._tree: dict[str, Any] = {}

    def add(self, path: str, code: str, message: str) -> None:
        """Note an error at a dotted path: "embeds.0.title"."""
        place = self._tree
        for part in path.split("."):
            place = place.setdefault(part, {})
        place.setdefault("_errors", []).append({"code": code, "message": message})

    def length(self, path: str, text: object, *, most: int, least: int = 0) -> None:
        """Note `text` if it is no string of `least` to `most` characters."""
        if not isinstance(text, str):
            if text is not None or least:
                self.add(path, "BASE_TYPE_REQUIRED", "This field is required")
        elif len(text) > most:
            self.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
        elif len(text) < least:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def count(self, path: str, items: list[Any], *, most: int, least: int = 0) -> None:
        """Note a list that has not `least` to `most` items."""
        if not least <= len(items) <= most:
            self.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length.")

    def raise_if_any(self) -> None:
        """Raises: ApiError: 50035, if anything was noted."""
        if self._tree:
            raise ApiError(400, 50035, "Invalid Form Body", self._tree)
