"""Every module stands in a layer: one that the contract does not name could import what it likes."""

import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
ROOTS: list[str] = PROJECT["importlinter"]["root_packages"]
LAYERS: list[str] = next(each["layers"] for each in PROJECT["importlinter"]["contracts"] if each["type"] == "layers")
NAMED = {module.strip() for layer in LAYERS for module in layer.replace(":", "|").split("|")}


def modules(package: str) -> list[str]:
    """The modules below a package; a package without code of its own is none."""
    paths = [path for path in sorted((ROOT / package).rglob("*.py")) if path.stat().st_size]
    dotted = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    return [name.removesuffix(".__init__") for name in dotted]


def is_covered(module: str) -> bool:
    parents = module.split(".")
    return any(".".join(parents[:length]) in NAMED for length in range(1, len(parents) + 1))


@pytest.mark.parametrize("package", ROOTS)
def test_every_module_stands_in_a_layer(package: str) -> None:
    found = modules(package)

    assert found
    assert [name for name in found if not is_covered(name)] == []


def test_every_layer_names_a_module_that_is_there() -> None:
    assert NAMED
    for name in NAMED:
        path = ROOT.joinpath(*name.split("."))
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_every_package_with_code_is_a_root_of_the_contract() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}

    assert packages
    assert packages <= set(ROOTS)
