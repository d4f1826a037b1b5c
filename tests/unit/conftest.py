from pytest_socket import disable_socket


def pytest_runtest_setup() -> None:
    disable_socket(allow_unix_socket=True)  # asyncio's loop wakes itself over a socket pair
