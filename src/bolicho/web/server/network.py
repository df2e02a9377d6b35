"""Where other machines of the network find this one."""

import socket
from contextlib import suppress
from ipaddress import ip_address

EVERYWHERE = "0.0.0.0"
ELSEWHERE = ("192.0.2.1", 9)
"""An address of nobody's (RFC 5737): asked for the way there, the system says which of its addresses it would use."""


def lan_addresses(listening: socket.socket) -> tuple[str, ...]:
    """Return the addresses that other machines can open, the likeliest first; none of a house that lets no other in."""
    host, port = listening.getsockname()[:2]
    return tuple(f"http://{own}:{port}" for own in _own()) if host == EVERYWHERE else ()


def _own() -> list[str]:
    found: list[str] = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.connect(ELSEWHERE)  # nothing is sent
        found.append(line.getsockname()[0])
    with suppress(OSError):
        found += socket.gethostbyname_ex(socket.gethostname())[2]
    return [own for own in dict.fromkeys(found) if not (ip_address(own).is_loopback or ip_address(own).is_link_local)]
