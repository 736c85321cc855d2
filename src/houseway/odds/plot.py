"""The plot of a session, as a picture inside a page."""

from io import StringIO

import numpy as np

from houseway.odds.session import Session

_BINS = 80


def session_svg(made: Session, caption: str) -> str:
    """The chances of a session's net results, without the outermost thousandth on either side."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    low, high = made.percentile(0.001), made.percentile(0.999)
    width = max((high - low) / _BINS, float(made.nets[1] - made.nets[0]))
    edges = np.arange(low, high + 2 * width, width)
    heights, _ = np.histogram(made.nets, bins=edges, weights=made.chances)
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "houseway"}):
        figure = Figure(figsize=(7.5, 3.2), layout="constrained")
        axes = figure.subplots()
        axes.bar(edges[:-1], heights, width=width, align="edge", color="#4a6fa5", edgecolor="white", linewidth=0.3)
        axes.axvline(0.0, color="#222", linewidth=0.8)
        axes.axvline(made.mean, color="#b03030", linewidth=1.0, linestyle="--", label=f"mean {made.mean:+.2f}")
        axes.set_xlabel(caption)
        axes.set_ylabel("chance")
        axes.legend(frameon=False)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        target = StringIO()
        figure.savefig(target, format="svg", metadata={"Date": None})
    text = target.getvalue()
    return text[text.index("<svg") :]
