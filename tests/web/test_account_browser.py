"""A name that is kept, in a real browser with a virtual authenticator: passkeys, the recovery code, devices."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.web.browser import Guest, GuestFactory
from tests.web.pages import said

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def authenticator(guest: Guest) -> tuple[CDPSession, str]:
    """Give a browser a device that keeps passkeys."""
    session = guest.context.new_cdp_session(guest.page)
    session.send("WebAuthn.enable")
    added: dict[str, Any] = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session, added["authenticatorId"]


def synced(guest: Guest, source: tuple[CDPSession, str]) -> None:
    """Give a browser another device with the same passkeys, as people's clouds do."""
    session, number = authenticator(guest)
    for credential in source[0].send("WebAuthn.getCredentials", {"authenticatorId": source[1]})["credentials"]:
        session.send("WebAuthn.addCredential", {"authenticatorId": number, "credential": credential})


def looked_at(guest: Guest, name: str) -> None:
    """What everybody must be able to read."""
    assert guest.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert guest.violations() == []
    guest.shot(name, whole=True)


@pytest.mark.parametrize(("width", "height", "language"), [(1440, 900, "en"), (390, 844, "de"), (390, 844, "hu")])
def test_a_name_is_kept_by_a_passkey_and_found_again_by_a_code(
    new_guest: GuestFactory, width: int, height: int, language: str
) -> None:
    def words(key: str, **holes: object) -> str:
        return said(f"account.{key}", language, **holes)

    home = new_guest("Mora", width, height, language=language)
    keys = authenticator(home)
    page = home.page
    home.visit("/")
    page.get_by_role("link", name=said("start.account", language)).click()
    expect(page.get_by_text(words("guest"))).to_be_visible()
    looked_at(home, f"account-{width}-{language}")
    page.get_by_role("button", name=words("passkey_make")).click()
    expect(page.locator(".toast")).to_contain_text(words("passkey_made"))
    expect(page.get_by_text(words("kept"))).to_be_visible()
    expect(page.locator("[aria-labelledby=keys] li")).to_contain_text("Chrome, Linux")

    page.get_by_role("button", name=words("code_make")).click()
    code = page.locator(".code").inner_text()
    looked_at(home, f"account-code-{width}-{language}")
    page.keyboard.press("Escape")
    expect(page.locator(".code")).to_have_count(0)
    assert code not in page.content()

    away = new_guest("", width, height, language=language)
    synced(away, keys)
    away.visit("/account")
    expect(away.page.get_by_role("heading", name=words("enter"))).to_be_visible()
    looked_at(away, f"account-enter-{width}-{language}")
    away.page.get_by_role("button", name=words("enter_passkey")).click()
    expect(away.page.locator("h1")).to_have_text("Mora")
    expect(away.page.locator("[aria-labelledby=devices] li")).to_have_count(2)

    away.page.locator("[aria-labelledby=devices] li button").click()
    expect(away.page.locator(".toast")).to_contain_text(words("ended"))
    expect(away.page.locator("[aria-labelledby=devices] li")).to_have_count(1)
    page.reload()
    expect(page.get_by_role("heading", name=words("enter"))).to_be_visible()
    page.get_by_label(words("enter_code")).fill(code.upper().replace("-", " "))
    page.get_by_role("button", name=words("enter_go")).click()
    expect(page.locator("h1")).to_have_text("Mora")
    expect(page.get_by_text(words("code_none"))).to_be_visible()

    page.get_by_role("button", name=words("leave"), exact=True).click()
    page.wait_for_url(f"{home.site.address}/")
    assert home.request("GET", "me")["name"] == ""
    home.visit("/account")
    page.get_by_label(words("enter_code")).fill(code)
    page.get_by_role("button", name=words("enter_go")).click()
    expect(page.locator(".toast")).to_contain_text(said("trouble.recovery/wrong", language))
    home.errors.clear()  # the browser notes a refused request by itself


def test_one_file_has_all_data_and_passkeys_are_not_offered_where_they_cannot_work(new_guest: GuestFactory) -> None:
    guest = new_guest("Mora", 390, 844)
    page = guest.page
    guest.visit("/account")
    with page.expect_download() as begun:
        page.get_by_role("link", name=said("account.export")).click()
    lines = begun.value.path().read_text(encoding="utf-8").splitlines()
    assert begun.value.suggested_filename.startswith("parlour-")
    assert '"name":"Mora"' in lines[0]
    assert '"complete":true' in lines[-1]
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.get_by_label(said("account.public")).check()
    page.reload()
    expect(page.get_by_label(said("account.public"))).to_be_checked()

    page.goto(f"http://127.0.0.1:{guest.site.port}/account")
    expect(page.get_by_label(said("account.enter_code"))).to_be_visible()
    expect(page.get_by_role("button", name=said("account.enter_passkey"))).to_have_count(0)
    page.evaluate("() => fetch('/api/guests', {method: 'POST', body: JSON.stringify({name: 'Tam'})})")
    page.reload()
    expect(page.get_by_text(said("account.passkey_insecure"))).to_be_visible()
    expect(page.get_by_role("button", name=said("account.passkey_make"))).to_have_count(0)
