"""Certificates: a price with everything it rests on, as plain JSON with a digest, signed if there is a key."""

import datetime
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from houseway import __version__
from houseway.odds.identity import code_hash, digest_of, game_hash
from houseway.odds.measures import USUAL, Conditions, full_json
from houseway.odds.pricing import Priced, Question
from houseway.odds.simulate.deals import SEED
from houseway.rules.errors import RuleError

FORMAT = "houseway-certificate-1"

Certificate = dict[str, Any]


def make_certificate(question: Question, priced: Priced, conditions: Conditions = USUAL) -> Certificate:
    """The certificate of a price, with its digest."""
    game = question.load()
    figures = full_json(priced, conditions, game.meters, question.meters)
    figures.pop("strategy", None)
    body: Certificate = {
        "format": FORMAT,
        "houseway": __version__,
        "issued": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "game": game.spec.id,
        "name": game.spec.name,
        "edition": game.edition,
        "house": dict(question.house),
        "options": msgspec.to_builtins(game.options),
        "pay_tables": {name: game.table_id(name) for name in game.spec.pay_tables},
        "meters": dict(question.meters),
        "game_hash": game_hash(game),
        "code_hash": code_hash(),
        "method": priced.report.method,
        "seed": SEED,
        "figures": figures,
        "strategy": priced.report.strategy,
    }
    plain: Certificate = msgspec.json.decode(msgspec.json.encode(body))
    return {**plain, "digest": digest_of(plain)}


def sign(certificate: Certificate, key_file: str) -> Certificate:
    """Sign the digest by the key of a file (Ed25519, PEM); a file that is not there is made."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    path = Path(key_file)
    try:
        if not path.exists():
            fresh = Ed25519PrivateKey.generate()
            text = fresh.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
            path.touch(mode=0o600)
            path.write_bytes(text)
        key = serialization.load_pem_private_key(path.read_bytes(), None)
    except OSError as error:
        raise RuleError(f"cannot use {key_file}: {error.strerror}", "--key") from None
    except (ValueError, TypeError):
        raise RuleError(f"{key_file} holds no private key in PEM", "--key") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise RuleError(f"{key_file} holds a key of another kind than Ed25519", "--key")
    public = key.public_key().public_bytes_raw().hex()
    value = key.sign(certificate["digest"].encode()).hex()
    return {**certificate, "signature": {"algorithm": "Ed25519", "public_key": public, "value": value}}


def read_certificate(path: str) -> Certificate:
    """A certificate from a file; its form is checked, not what it says."""
    try:
        return read_text(Path(path).read_bytes(), path)
    except OSError as error:
        raise RuleError(f"cannot read {path}: {error.strerror}", "FILE") from None


def read_text(text: str | bytes, name: str = "this") -> Certificate:
    """A certificate from its text; its form is checked, not what it says."""
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise RuleError(f"{name} is not JSON", "FILE") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise RuleError(f"{name} is not a certificate of this format ({FORMAT})", "FILE")
    kinds = {"game": str, "house": dict, "meters": dict, "figures": dict, "digest": str, "game_hash": str}
    for part, kind in kinds.items():
        if not isinstance(found.get(part), kind):
            raise RuleError(f"the certificate has no {part}", part)
    figures = found["figures"]
    if not isinstance(figures.get("side_bets"), dict) or not isinstance(figures.get("main", {}), dict | None):
        raise RuleError("the certificate has no figures of wagers", "figures")
    return found


def seal_faults(certificate: Mapping[str, Any]) -> list[str]:
    """What is wrong with digest and signature; nothing if they hold."""
    sealed = {name: value for name, value in certificate.items() if name not in ("digest", "signature")}
    if digest_of(sealed) != certificate["digest"]:
        return ["the digest does not fit: the certificate was changed after it was written"]
    if (given := certificate.get("signature")) is None:
        return []
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(given["public_key"]))
        key.verify(bytes.fromhex(given["value"]), str(certificate["digest"]).encode())
    except (InvalidSignature, KeyError, TypeError, ValueError):
        return ["the signature does not fit the digest"]
    return []
