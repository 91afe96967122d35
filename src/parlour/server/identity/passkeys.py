"""Passkeys, checked by the library `webauthn`, which the extra `club` brings.

They are discoverable: the authenticator knows whose name they keep, so nobody types one. Their relying party is the
host name of the page, to which a browser binds them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from parlour.server.errors import RefusalError

if TYPE_CHECKING:
    from parlour.server.identity.site import Site
    from parlour.server.store import Person

TITLE: Final = "Parlour"
LARGEST_CREDENTIAL: Final = 1024
"""Characters of a credential's name; authenticators use about 90."""


class NewKey(NamedTuple):
    """A passkey that was made."""

    credential: str
    public_key: str
    uses: int


def creation_options(site: Site, person: Person, known: list[str], challenge: bytes) -> dict[str, Any]:
    """What a browser needs to make a passkey; authenticators that have one already make no second."""
    options = webauthn.generate_registration_options(
        rp_id=site.host,
        rp_name=TITLE,
        user_id=str(person.id).encode(),
        user_name=person.name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(each)) for each in known],
    )
    return as_dict(webauthn.options_to_json(options))


def request_options(site: Site, challenge: bytes) -> dict[str, Any]:
    """What a browser needs to use a passkey, whichever it has for this page."""
    options = webauthn.generate_authentication_options(rp_id=site.host, challenge=challenge)
    return as_dict(webauthn.options_to_json(options))


def as_dict(options: str) -> dict[str, Any]:
    return msgspec.json.decode(options, type=dict[str, Any])


def challenge_in(credential: dict[str, Any]) -> bytes:
    """The challenge that an authenticator has signed, or RefusalError."""
    try:
        return parse_client_data_json(base64url_to_bytes(credential["response"]["clientDataJSON"])).challenge
    except Exception as error:  # whatever a stranger's bytes raise in the library
        raise refusal(error) from error


def name_in(credential: dict[str, Any]) -> str:
    """The name of the passkey that was used, or RefusalError."""
    name = credential.get("id")
    if not isinstance(name, str) or len(name) > LARGEST_CREDENTIAL:
        raise refusal(ValueError("the id of a credential is a text of at most 1024 letters"))
    return name


def check_new(credential: dict[str, Any], site: Site, challenge: bytes) -> NewKey:
    """A passkey as it was made, or RefusalError."""
    try:
        made = webauthn.verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin
        )
    except Exception as error:  # whatever a stranger's bytes raise in the library
        raise refusal(error) from error
    if len(made.credential_id) > LARGEST_CREDENTIAL // 2:
        raise refusal(ValueError("the id of the credential is too long"))
    return NewKey(
        bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key), made.sign_count
    )


def check_use(credential: dict[str, Any], site: Site, challenge: bytes, public_key: str, uses: int) -> int:
    """How often the passkey was used by now, or RefusalError."""
    try:
        used = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=uses,
        )
    except Exception as error:  # whatever a stranger's bytes raise in the library
        raise refusal(error) from error
    return used.new_sign_count


def refusal(error: Exception) -> RefusalError:
    """What somebody is told whose passkey cannot be checked."""
    wrong = (str(error) or type(error).__name__)[:200]
    return RefusalError("passkey/wrong", f"this passkey cannot be checked: {wrong}", parameters={"error": wrong})
