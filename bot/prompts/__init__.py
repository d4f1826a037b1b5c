"""What models are told, one file per prompt: `<name>.md`, its version in the first line, `$variables` in the text."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from string import Template
from typing import Final

_VERSION: Final = "version: "


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt with its variables filled in."""

    text: str
    version: str  # "decision@3"


def render(name: str, **variables: str) -> Prompt:
    """Return the prompt `name`, filled in; a dollar sign is written `$$` in the file.

    Raises: FileNotFoundError: no such prompt. KeyError: a variable is missing, or the prompt names no such one.
    """
    version, template = _source(name)
    unknown = variables.keys() - set(template.get_identifiers())
    if unknown:
        raise KeyError(*sorted(unknown))
    return Prompt(template.substitute(variables), version)


@cache
def _source(name: str) -> tuple[str, Template]:
    first, _, rest = (files(__name__) / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    if not first.startswith(_VERSION):
        msg = f"the prompt {name} does not begin with its version"
        raise ValueError(msg)
    return f"{name}@{first.removeprefix(_VERSION).strip()}", Template(rest.strip())
