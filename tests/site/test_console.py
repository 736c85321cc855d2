"""What counts as a fault on the console of a browser, and what the browser only says of itself."""

import pytest
from tests.site.conftest import is_fault

LINE = "WebSocket connection to 'ws://127.0.0.1:8000/api/tables/1/live' failed: "


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("error", LINE + "WebSocket is closed before the connection is established."),
        ("error", "Failed to load resource: net::ERR_NETWORK_CHANGED"),
        ("warning", "[Intervention] Slow network is detected. Fallback font will be used while loading."),
        ("log", "Settled."),
    ],
)
def test_a_slow_machine_or_a_page_left_is_no_fault(kind: str, text: str) -> None:
    assert not is_fault(kind, text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("error", LINE + "Error during WebSocket handshake: Unexpected response code: 403"),
        ("error", "Failed to load resource: the server responded with a status of 500 (Internal Server Error)"),
        ("error", "Failed to load resource: net::ERR_CONNECTION_REFUSED"),
        ("error", "Refused to load the script because it violates the Content Security Policy."),
        ("warning", "An element was drawn twice."),
    ],
)
def test_anything_else_is(kind: str, text: str) -> None:
    assert is_fault(kind, text)
