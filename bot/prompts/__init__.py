"""Prompts for models, one file each: `<name>.md`, with its version in the first line and `$variables` in the text."""

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
    """Return the prompt `name` with its variables filled in. In the file, `$$` is a dollar sign.

    Raises: FileNotFoundError: no such prompt. KeyError: a variable is missing, or the prompt has no such variable.
    """
    version, template = _read_prompt(name)
    unknown = variables.keys() - set(template.get_identifiers())
    if unknown:
        raise KeyError(*sorted(unknown))
    return Prompt(template.substitute(variables), version)


@cache
def _read_prompt(name: str) -> tuple[str, Template]:
    first, _, rest = (files(__name__) / f"{name}.md").read_text(encoding="utf-8").partition("\n")
    if not first.startswith(_VERSION):
        msg = f"the prompt {name} does not begin with its version"
        raise ValueError(msg)
    return f"{name}@{first.removeprefix(_VERSION).strip()}", Template(rest.strip())
