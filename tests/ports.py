"""Ports of the tests' own: held from the moment they are found, so that no other process takes them in between."""

import socket


def held_port() -> socket.socket:
    """A socket that holds a port of this machine without listening; a server may listen there beside it.

    Both sides set SO_REUSEADDR, as servers do, so the server binds the held port; a socket that asks for any free port
    is not given it, and a connection made while the server is down is refused.
    """
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    return holder


def port_of(holder: socket.socket) -> int:
    return int(holder.getsockname()[1])
