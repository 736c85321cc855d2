"""For the documentation site: the examples of docstrings, which stand there as doctests, are shown as code."""

import re
from typing import Any

import griffe

# From the first prompt to the next empty line, again and again while prompts follow.
_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Puts a fence around every run of prompts and answers."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(lambda found: f"```pycon\n{found[0]}\n```", obj.docstring.value)
