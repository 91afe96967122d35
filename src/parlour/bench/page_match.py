"""How much a table's layout shifts while a whole match is played on it.

The page gets a person's taps. A second connection of the same person plays random moves, so that no
game needs a player of its own here.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

SIZES: Final = {"390": (390, 844), "1440": (1440, 900), "844": (844, 390)}
PACE: Final = ("--pace", "0.6")
"""Seconds between bots' moves: a shift within half a second of a tap counts as the tap's."""
MOST: Final = 1_000
"""Decisions of the person after which no match goes on."""
NAMED: Final = 5
"""How many of the elements that moved most are named."""
SEAT: Final = """table => new Promise(seated => {
    const line = new WebSocket(`ws://${location.host}/ws`);
    const send = message => line.send(JSON.stringify({ table, ...message }));
    const done = ({ status, scene, waits }) => status === "over" || waits || scene.to_act.includes(scene.seat);
    const pick = moves => moves[Math.floor(Math.random() * moves.length)];
    let now = null, ours = null, answered = null, commands = 0;
    const command = message => send({ id: `m${commands += 1}`, ...message });
    const look = () => {
        if (!now || !done(now) || !ours) return;
        const resolve = ours;
        ours = null;
        resolve(now.status !== "over");
    };
    line.onopen = () => send({ t: "join" });
    line.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.t === "answer") answered(message.answer);
        if (message.t !== "table") return;
        now = message;
        look();
        seated();
    };
    const ask = () => new Promise(resolve => { answered = resolve; send({ t: "ask", text: "" }); });
    const move = async ({ may = {} }) => {
        if (may.gives?.length) return `give ${may.gives[0]}`;
        const moves = ((await ask()).groups ?? []).flatMap(group => group.moves.map(({ move }) => move));
        return pick(may.passing ? [...moves, "pass"] : moves);
    };
    window.ourTurn = () => new Promise(resolve => { ours = resolve; look(); });
    window.play = async () => {
        const { decision = 0, sheet_rows: number = 0, scene, waits } = now;
        const moved = waits ? null : await move(scene);
        now = null;
        command(waits ? { t: "ready", number } : { t: "play", move: moved, decision });
    };
})"""
PAINTED: Final = "() => new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted)))"
CHOICE: Final = "main [role=option], main [role=radio]"


def played(context: BrowserContext, address: str, table: str, watch: str) -> dict[str, Any]:
    """The layout shifts of a match from its first decision to its end."""
    page = context.new_page()
    page.add_init_script(watch)
    page.goto(f"{address}/t/{table}")
    page.locator("main").first.wait_for()
    page.evaluate(SEAT, table)
    decisions = 0
    while decisions < MOST and page.evaluate("ourTurn()"):
        page.evaluate(PAINTED)
        tap(page)
        page.evaluate(PAINTED)
        page.evaluate("play()")
        decisions += 1
    page.evaluate(PAINTED)
    return summed_up(page.evaluate("moved"), decisions)


def tap(page: Page) -> None:
    """Choose the first card, where there is a choice."""
    choice = page.locator(CHOICE).first
    box = choice.bounding_box() if choice.count() else None
    if box is not None:
        page.mouse.click(box["x"] + 4, box["y"] + box["height"] / 2)


def summed_up(moved: list[dict[str, Any]], decisions: int) -> dict[str, Any]:
    """The shifts of a match: without those within half a second of a tap, and all of them."""
    by_element: Counter[str] = Counter()
    for each in moved:
        by_element[each["what"]] += each["value"]
    return {
        "layout_shift": round(sum(each["value"] for each in moved if not each["input"]), 4),
        "layout_shift_with_input": round(sum(each["value"] for each in moved), 4),
        "decisions": decisions,
        "moved": "; ".join(f"{what} {value:.3f}" for what, value in by_element.most_common(NAMED)),
    }
