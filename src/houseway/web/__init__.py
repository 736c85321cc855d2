"""The server: HTTP and WebSocket interface of the floor, and the site."""
