"""Web Push messages: encrypted for one browser (RFC 8291), and signed by this server (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import os
from typing import TYPE_CHECKING, Final

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

if TYPE_CHECKING:
    from pathlib import Path

    from parlour.server.store import Subscription

FILE_NAME: Final = "push-key.pem"
CURVE: Final = ec.SECP256R1()
RECORD_BYTES: Final = 4096
"""The size of an encrypted record; a message is one."""
LAST_RECORD: Final = b"\x02"
SALT_BYTES: Final = 16
NUMBER_BYTES: Final = 32
"""Of each half of a signature."""
TOKEN_SECONDS: Final = 12 * 3600
"""How long a signature holds; push services accept a day at most."""


class Keys:
    """The key pair by which push services know this server."""

    def __init__(self, private: ec.EllipticCurvePrivateKey) -> None:
        self.private = private
        self.public = encode(public_bytes(private.public_key()))
        """What a browser is told when it subscribes, in base64url."""

    def authorization(self, origin: str, contact: str, now: float) -> str:
        """The Authorization header for a push service."""
        claims = {"aud": origin, "exp": int(now) + TOKEN_SECONDS} | ({"sub": contact} if contact else {})
        parts = [msgspec.json.encode({"typ": "JWT", "alg": "ES256"}), msgspec.json.encode(claims)]
        signed = ".".join(map(encode, parts))
        halves = decode_dss_signature(self.private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = b"".join(half.to_bytes(NUMBER_BYTES, "big") for half in halves)
        return f"vapid t={signed}.{encode(signature)}, k={self.public}"


def load_keys(folder: Path) -> Keys:
    """The keys in a folder; made at the first start, readable by nobody else."""
    path = folder / FILE_NAME
    if not path.exists():
        private = ec.generate_private_key(CURVE)
        written = private.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(written)
    return parse_keys(path.read_bytes())


def parse_keys(written: bytes) -> Keys:
    """The keys that a file in PEM format says."""
    loaded = serialization.load_pem_private_key(written, None)
    assert isinstance(loaded, ec.EllipticCurvePrivateKey), "no key of an elliptic curve"
    return Keys(loaded)


def encrypt(subscription: Subscription, message: bytes) -> bytes:
    """A message that only the subscribed browser can read; ValueError where its keys are none."""
    theirs = decode(subscription.p256dh)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs)
    own = ec.generate_private_key(CURVE)
    ours, salt = public_bytes(own.public_key()), os.urandom(SALT_BYTES)
    secret = derive(
        own.exchange(ec.ECDH(), browser), decode(subscription.auth), b"WebPush: info\0" + theirs + ours, NUMBER_BYTES
    )
    key = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def derive(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    """A key for one purpose."""
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as 65 bytes."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def encode(content: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """Base64url, with or without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
