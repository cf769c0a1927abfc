"""Secrets that open seats: 256 bits, of which only a hash is kept."""

from __future__ import annotations

import hashlib
import re
import secrets

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def new_id() -> str:
    """The id of a game: nobody can guess it, and it is no secret."""
    return secrets.token_urlsafe(12)


def new_secret() -> str:
    """A secret of 256 bits, as text for a link or a cookie."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """What is kept of a secret; what cannot be one has the hash of no secret."""
    return hashlib.sha256(secret.encode()).hexdigest() if _SECRET.fullmatch(secret) else ""
