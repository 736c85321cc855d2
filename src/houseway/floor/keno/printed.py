"""The sums, days and seconds that the keno rules print, each with its paragraph."""

from houseway.floor.figures import Printed, figures


def printed(name: str) -> Printed:
    """What the rules print under a name of `keno-desk.toml`."""
    return figures("keno-desk")[name]
