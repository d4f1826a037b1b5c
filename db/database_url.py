"""Checks a DATABASE_URL before the driver sees it: the driver's error messages quote the URL with its password."""

import psycopg
from psycopg.conninfo import conninfo_to_dict

from bot.errors import SettingsError

_PROBLEM = (
    "is no PostgreSQL URL (for example postgresql://user:password@host:5432/parley); "
    "in a password, write %, @, /, : and ? as %25, %40, %2F, %3A and %3F"
)


def parse_database_url(database_url: str) -> dict[str, str]:
    """Return the parameters in `database_url`, by libpq's names. Raises: SettingsError, which quotes none of it."""
    try:
        parameters = {name: str(value) for name, value in conninfo_to_dict(database_url).items() if value is not None}
    except psycopg.Error:
        raise SettingsError(setting="DATABASE_URL", problem=_PROBLEM) from None
    if not (_are_valid_hosts(parameters.get("host", "")) and _are_valid_ports(parameters.get("port", ""))):
        raise SettingsError(setting="DATABASE_URL", problem=_PROBLEM)
    return parameters


def _are_valid_hosts(hosts: str) -> bool:
    """Return whether no host holds the end of a password: "@" may only begin the name of an abstract socket."""
    return not any("@" in host[1:] for host in hosts.split(",") if not host.startswith("/"))


def _are_valid_ports(ports: str) -> bool:
    return all(port == "" or (port.isascii() and port.isdecimal()) for port in ports.split(","))
