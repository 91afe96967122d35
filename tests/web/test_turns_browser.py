"""Your turn outside the page: title, icon, badge, and a push message."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.sync_api import expect

from tests.serving import wait_until
from tests.web.browser import GuestFactory, wait_for_turn
from tests.web.pages import said

BROWSER: Final = """() => {
    window.badges = [];
    navigator.setAppBadge = async (count) => void badges.push(count);
    let made = null;
    const keys = {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    const endpoint = "https://fcm.googleapis.com/fcm/send/test";
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        window.key = applicationServerKey;
        return (made = { endpoint, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => (made = null) });
    };
}"""
"""What a browser without a screen and a push service lacks."""


PUSHED: Final = """async message => {
    const shown = [], opened = [], badges = [];
    Object.defineProperty(navigator, "setAppBadge", {value: async count => void badges.push(count)});
    registration.showNotification = async (title, {body, tag, data}) => void shown.push({title, body, tag, data});
    registration.getNotifications = async () => shown;
    clients.openWindow = async address => void opened.push(address);
    const handled = event => new Promise(done => {
        event.waitUntil = work => done(work);
        dispatchEvent(event);
    });
    await handled(new PushEvent("push", {data: message}));
    const notification = {data: shown[0].data, close: () => {}};
    await handled(Object.assign(new ExtendableEvent("notificationclick"), {notification}));
    return [shown, opened, badges];
}"""
"""Lets a message reach the service worker, and taps on what it shows; without a screen there is neither
a notification nor a badge: the headless shell even ends a process that asks for one."""


@pytest.mark.parametrize(("width", "language"), [(390, "hu"), (1440, "de")])
def test_turns_at_other_tables_are_counted_and_told(new_guest: GuestFactory, width: int, language: str) -> None:
    ada = new_guest("Ada", width, 844, language=language)
    ada.context.grant_permissions(["notifications"], origin=ada.site.address)
    ada.page.add_init_script(f"({BROWSER})()")
    page = ada.page
    tables = []
    for _ in range(2):
        tables.append(ada.open("damenrennen", ["", "beginner"]))
        wait_for_turn(page)
    ada.go(tables[0])
    expect(page).to_have_title(f"● (2) {said('start.your_turn', language)} · Damenrennen")
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    assert page.evaluate("() => badges.at(-1)") == 2

    page.get_by_role("button", name=said("match.menu", language)).click()
    page.locator(".menu").get_by_role("button", name=said("settings.title", language)).click()
    push = page.get_by_label(said("settings.push", language))
    expect(push).not_to_be_checked()
    push.check()
    wait_until(lambda: page.evaluate("() => window.key"), page.title)
    expect(push).to_be_checked()
    assert page.evaluate("() => key") == ada.request("GET", "push")["key"]
    assert ada.violations() == []
    push.scroll_into_view_if_needed()
    assert ada.outside("dialog[open] section:last-of-type label:last-child") == []
    push.uncheck()
    expect(push).not_to_be_checked()

    ada.visit("/")
    expect(page).to_have_title("(2) Parlour")


def test_a_push_message_is_shown_and_leads_to_the_table(new_guest: GuestFactory) -> None:
    ada = new_guest("Ada")
    ada.visit("/")
    ada.page.evaluate("async () => { await navigator.serviceWorker.ready; }")

    worker = wait_until(lambda: ada.page.evaluate("1") and ada.context.service_workers, lambda: ada.context.pages)[0]

    shown, opened, badges = worker.evaluate(PUSHED, '{"title": "Your turn", "body": "Haggis", "table": "abc"}')

    assert shown == [{"title": "Your turn", "body": "Haggis", "tag": "abc", "data": "abc"}]
    assert opened == ["/t/abc"]
    assert badges == [1]
