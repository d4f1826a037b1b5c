"""The system account of the embedded servers, made once however many servers start together."""

import pwd
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Condition

import pytest

from bot.errors import EmbeddedStoreError
from db.embedded import account

ROOTS_HOME = Path("/")  # belongs to root everywhere


class UserDatabase:
    """Accounts as `useradd` makes them: one that is made a second time gets other ids."""

    def __init__(self) -> None:
        self.made: list[int] = []
        self.looks = 0
        self.changed = Condition()

    def getpwnam(self, name: str) -> pwd.struct_passwd:
        with self.changed:
            self.looks += 1
            self.changed.notify_all()
        if not self.made:
            raise KeyError(name)
        uid = self.made[-1]
        return pwd.struct_passwd((name, "x", uid, uid, "", "/nonexistent", "/usr/sbin/nologin"))

    def useradd(self) -> str:
        with self.changed:  # one looks twice, before and after it has the lock; the other has looked too
            assert self.changed.wait_for(lambda: self.looks >= 3, timeout=60)
        self.made.append(999 - len(self.made))
        return ""


@pytest.fixture
def users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> UserDatabase:
    users = UserDatabase()
    passwd = tmp_path / "passwd"
    passwd.touch()
    monkeypatch.setattr(account, "_USER_DATABASE", passwd)
    monkeypatch.setattr(account, "_create_system_account", users.useradd)
    monkeypatch.setattr(pwd, "getpwnam", users.getpwnam)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    return users


def test_two_servers_start_at_once_then_one_account_is_made(users: UserDatabase) -> None:
    with ThreadPoolExecutor(2) as starts:
        accounts = [
            started.result() for started in [starts.submit(account.server_account, ROOTS_HOME) for _ in range(2)]
        ]

    assert users.made == [999]
    assert accounts == [account.ServerAccount(uid=999, gid=999)] * 2


def test_useradd_fails_then_says_why(users: UserDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(account, "_create_system_account", lambda: "useradd: cannot lock /etc/passwd")

    with pytest.raises(EmbeddedStoreError, match="cannot lock") as refused:
        account.server_account(ROOTS_HOME)
    assert refused.value.facts["useradd"] == "useradd: cannot lock /etc/passwd"
    assert not users.made
