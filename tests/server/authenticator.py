"""An authenticator in software: it makes passkeys and signs challenges as a security key does."""

from __future__ import annotations

import hashlib
import json
import os
import struct
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, ATTESTED = 0x01, 0x40


def base64url(content: bytes) -> str:
    return urlsafe_b64encode(content).rstrip(b"=").decode()


@dataclass
class Authenticator:
    """One passkey, for one origin."""

    origin: str
    host: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    credential: bytes = field(default_factory=lambda: os.urandom(32))
    uses: int = 0

    def client_data(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def data(self, flags: int) -> bytes:
        self.uses += 1
        return hashlib.sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.uses)

    def answer(self, **response: bytes) -> dict[str, Any]:
        name = base64url(self.credential)
        encoded = {key: base64url(value) for key, value in response.items()}
        return {"credential": {"id": name, "rawId": name, "type": "public-key", "response": encoded}}

    def make(self, options: dict[str, Any]) -> dict[str, Any]:
        """Make the passkey."""
        point = self.key.public_key().public_numbers()
        public = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        attested = bytes(16) + struct.pack(">H", len(self.credential)) + self.credential + cbor2.dumps(public)
        attestation = {"fmt": "none", "attStmt": {}, "authData": self.data(PRESENT | ATTESTED) + attested}
        return self.answer(
            clientDataJSON=self.client_data("webauthn.create", options["challenge"]),
            attestationObject=cbor2.dumps(attestation),
        )

    def use(self, options: dict[str, Any]) -> dict[str, Any]:
        """Sign a challenge."""
        client_data = self.client_data("webauthn.get", options["challenge"])
        data = self.data(PRESENT)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        return self.answer(clientDataJSON=client_data, authenticatorData=data, signature=signature)
