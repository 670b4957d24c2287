"""Keys that sign checkpoints: Ed25519, in PEM files. The library comes with the extra ``audit``."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

_LARGEST = 1 << 16  # bytes of a file


class KeyUnusable(Exception):
    """A key's file cannot be read or written, is no Ed25519 key, or anybody can read it.

    Attributes:
        reason: The code that commands tell.
    """

    reason = "AUDIT_KEY_UNUSABLE"


class SigningNotInstalled(KeyUnusable):
    """The library that signs is not there."""

    reason = "AUDIT_NOT_INSTALLED"


def generate(private: Path, public: Path) -> str:
    """Make a pair of keys in two new files, the private one for its owner alone.

    Returns:
        The name of the key, which its checkpoints have.

    Raises:
        KeyUnusable: If one of the files is there already, or cannot be written.
        SigningNotInstalled: If the extra ``audit`` is missing.
    """
    _require()
    from cryptography.hazmat.primitives import serialization  # noqa: PLC0415 (optional)
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415
        Ed25519PrivateKey,
    )

    made = Ed25519PrivateKey.generate()
    pem = serialization.Encoding.PEM
    secret = made.private_bytes(
        pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    shown = made.public_key().public_bytes(pem, serialization.PublicFormat.SubjectPublicKeyInfo)
    if public.exists():  # before the private one is made, which would be left alone
        raise KeyUnusable(f"{public} is there already")
    _write(private, secret, 0o600)
    _write(public, shown, 0o644)
    return key_name(made.public_key())


def key_name(public: Ed25519PublicKey) -> str:
    """What checkpoints call a key: the first 16 hex digits of the SHA-256 of its 32 bytes."""
    return hashlib.sha256(public.public_bytes_raw()).hexdigest()[:16]


def read_private_key(path: Path) -> Ed25519PrivateKey:
    """The key of a PEM file (PKCS8, without a password).

    Raises:
        KeyUnusable: If it is none, cannot be read, or can be read by anybody.
        SigningNotInstalled: If the extra ``audit`` is missing.
    """
    _require()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 (optional)
        Ed25519PrivateKey,
    )
    from cryptography.hazmat.primitives.serialization import (  # noqa: PLC0415
        load_pem_private_key,
    )

    data, mode = _read(path)
    if mode & 0o007:
        raise KeyUnusable(f"{path} is accessible to other users: remove their permissions")
    try:
        found = load_pem_private_key(data, None)
    except Exception as error:  # the library has several, and they may change
        raise KeyUnusable(f"{path} is not a private key in PEM without a password") from error
    if not isinstance(found, Ed25519PrivateKey):
        raise KeyUnusable(f"{path} is not an Ed25519 key")
    return found


def read_public_keys(paths: Sequence[Path]) -> Mapping[bytes, Ed25519PublicKey]:
    """The keys of PEM files (SubjectPublicKeyInfo, one in each), by their names.

    Raises:
        KeyUnusable: If one is none, or cannot be read.
        SigningNotInstalled: If the extra ``audit`` is missing.
    """
    _require()
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 (optional)
        Ed25519PublicKey,
    )
    from cryptography.hazmat.primitives.serialization import load_pem_public_key  # noqa: PLC0415

    keys = {}
    for path in paths:
        try:
            found = load_pem_public_key(_read(path)[0])
        except KeyUnusable:
            raise
        except Exception as error:  # the library has several, and they may change
            raise KeyUnusable(f"{path} is not a public key in PEM") from error
        if not isinstance(found, Ed25519PublicKey):
            raise KeyUnusable(f"{path} is not an Ed25519 key")
        keys[key_name(found).encode()] = found
    return keys


def _require() -> None:
    try:
        import cryptography  # noqa: F401, PLC0415 (optional)
    except ModuleNotFoundError:
        raise SigningNotInstalled(
            "cryptography is not installed; install verifyd-sidecar[audit]"
        ) from None


def _read(path: Path) -> tuple[bytes, int]:
    """The bytes and the mode of a file."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            return file.read(_LARGEST), mode
    except OSError as error:
        raise KeyUnusable(f"cannot read {path}: {error.strerror}") from None


def _write(path: Path, data: bytes, mode: int) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(path, flags, mode), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise KeyUnusable(f"cannot make {path}: {error.strerror}") from None
