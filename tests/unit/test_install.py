import sys

import pytest

from tools.install import install, run_command, uv_settings

LOCK = "requirements.lock"


class Commands:
    """Notes commands in place of running them; one that holds `failing` fails."""

    def __init__(self, failing: str = "nothing") -> None:
        self.failing = failing
        self.run: list[str] = []
        self.environments: list[dict[str, str]] = []

    def __call__(self, *command: str, **environment: str) -> bool:
        self.run.append(" ".join(command))
        self.environments.append(environment)
        return self.failing not in self.run[-1]

    def install(self) -> bool:
        return install(LOCK, run=self, pip_settings=lambda: "global.index-url='https://mirror.example/simple'\n")


def test_uv_installs_what_the_lock_lists_and_parley_itself() -> None:
    commands = Commands()

    assert commands.install()

    fetch, sync, parley = commands.run
    assert fetch.endswith("--only-binary=:all: --require-hashes --requirement requirements-setup.lock")
    assert "uv --quiet --no-python-downloads pip sync --python " in sync
    assert sync.endswith("--require-hashes requirements.lock")
    assert parley.endswith("--no-deps --no-build-isolation --editable .")


def test_uv_is_told_of_the_index_that_pip_is_configured_with() -> None:
    commands = Commands()

    commands.install()

    assert [environment.get("UV_DEFAULT_INDEX") for environment in commands.environments] == [
        None,
        "https://mirror.example/simple",
        "https://mirror.example/simple",
    ]


@pytest.mark.parametrize(
    "failing", ["requirements-setup.lock", "pip sync", "uv --quiet --no-python-downloads pip install"]
)
def test_no_uv_or_a_failing_one_then_pip_installs_and_one_line_says_so(
    failing: str, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = Commands(failing)

    assert commands.install()

    assert commands.run[-2].endswith(
        "-m pip --disable-pip-version-check --quiet install --require-hashes --requirement " + LOCK
    )
    assert commands.run[-1].endswith("--quiet install --no-deps --no-build-isolation --editable .")
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "uv cannot install here, so pip does: this takes a minute longer …\n"


def test_pip_fails_too_then_not_installed() -> None:
    assert not Commands("--require-hashes").install()


def test_every_setting_of_pip_about_where_packages_come_from_reaches_uv() -> None:
    listed = """\
global.cert='/etc/ssl/company.pem'
global.extra-index-url='https://a.example/simple\\nhttps://b.example/simple'
global.find-links='/wheels\\n/more-wheels'
global.no-color='true'
global.proxy='http://proxy.example:3128'
global.trusted-host='a.example b.example'
"""

    assert uv_settings(listed) == {
        "ALL_PROXY": "http://proxy.example:3128",
        "SSL_CERT_FILE": "/etc/ssl/company.pem",
        "UV_FIND_LINKS": "/wheels,/more-wheels",
        "UV_INDEX": "https://a.example/simple https://b.example/simple",
        "UV_INSECURE_HOST": "a.example b.example",
    }


def test_the_environment_goes_before_the_section_install_and_that_before_global() -> None:
    everywhere = "global.index-url='https://global.example'\n"
    install_only = "install.index-url='https://install.example'\ndownload.index-url='https://download.example'\n"
    environment = ":env:.index-url='https://environment.example'\n"

    assert uv_settings(everywhere + install_only) == {"UV_DEFAULT_INDEX": "https://install.example"}
    assert uv_settings(environment + everywhere + install_only) == {"UV_DEFAULT_INDEX": "https://environment.example"}
    assert uv_settings(":env:.index-url=''\n" + everywhere) == {"UV_DEFAULT_INDEX": "https://global.example"}


def test_an_installer_is_killed_then_no_other_builds_on_what_it_left() -> None:
    with pytest.raises(SystemExit, match="starts anew"):
        run_command(sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)")
    assert not run_command(sys.executable, "-c", "raise SystemExit(1)")
    assert not run_command("no-such-program")
    assert run_command(sys.executable, "-c", "import os; assert os.environ['A'] == 'b'", A="b")
