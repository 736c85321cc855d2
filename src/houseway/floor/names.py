"""Names of people: of one script, and none that looks like another's."""

import unicodedata

from houseway.rules.errors import RuleError

MOST = 64
_RESERVED = ("guest", "bot", "house", "houseway", "dealer", "supervisor", "auditor", "admin", "root", "system")
_MARKS = " .-_'"
# Letters of other scripts that are drawn like Latin ones.
_LOOK_ALIKE = str.maketrans(
    "авсеԁһіјкӏмнорԛѕтѡхуαβεηικμνορτυχγω",
    "abcedhijklmhopqstwxyabenikuvoptuxyw",
)
# Figures and letters that are read for each other, in lower case.
_READ_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "j": "l", "|": "l", "5": "s", "8": "b", "2": "z", "q": "g"})
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("nn", "m"))


def skeleton(name: str) -> str:
    """What a name looks like at a glance; two people never share one."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(char))
    plain = "".join(char for char in plain.translate(_LOOK_ALIKE) if char.isalnum() or char == "|")
    for pair, letter in _PAIRS:
        plain = plain.replace(pair, letter)
    return plain.translate(_READ_ALIKE)[:MOST]


def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").partition(" ")[0]


def checked_name(given: str) -> str:
    """The name as it is kept, or why it cannot be one."""
    name = unicodedata.normalize("NFC", given.strip())
    if not name or len(name) > MOST or not name.isprintable():
        raise RuleError(f"a name has 1 to {MOST} printable characters", "name")
    if any(not (char.isalpha() or char.isdecimal() or char in _MARKS) for char in name):
        raise RuleError("a name has letters, digits, spaces and . - _ ' only", "name")
    if "  " in name or not any(char.isalpha() for char in name):
        raise RuleError("a name has a letter, and single spaces", "name")
    scripts = {_script(char) for char in name if char.isalpha()}
    if len(scripts) > 1:
        raise RuleError("the letters of a name are of one script", "name")
    if not all(char.isascii() for char in name if char.isdecimal()):
        raise RuleError("the digits of a name are 0 to 9", "name")
    return name


def refuse_reserved(name: str) -> None:
    """A player does not call himself by a word for the house or for those without accounts."""
    if skeleton(name) in {skeleton(word) for word in _RESERVED} or name.casefold().startswith(("guest-", "bot-")):
        raise RuleError("this name stands for the house or for guests", "name")
