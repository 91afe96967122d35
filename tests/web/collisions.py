"""What covers what on a page: text and buttons that lie on cards or on each other, or reach out of their box."""

from __future__ import annotations

from typing import Final

COLLISIONS: Final = """() => {
    const shown = each => each.checkVisibility({ visibilityProperty: true }) && !each.closest(".sr, .tip");
    const all = selector => [...document.querySelectorAll(selector)].filter(shown);
    const name = each => `${each.tagName.toLowerCase()}.${each.className?.baseVal ?? each.className}`;
    const clipping = ".about, .person b, .note, .who b, .who span, .facts, .by, .chips, .turn > span, .takers span";
    const cut = (one, other) => Math.min(
        Math.min(one.right, other.right) - Math.max(one.left, other.left),
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    );
    const inside = (box, outer) => box.left >= outer.left - 1 && box.right <= outer.right + 1
        && box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
    const cards = all("main .card, main .slot").filter(each => !each.parentElement.closest(".card, .slot"));
    const buttons = all("main button:not(.offer)").filter(each => {
        const row = each.closest(".chips")?.getBoundingClientRect();
        return !row || inside(each.getBoundingClientRect(), row);
    });
    const placed = each => {
        const box = each.getBoundingClientRect();
        const ring = each.ariaSelected === "true" ? 3 : 0;
        return { each, box, ringed: {
            left: box.left - ring, right: box.right + ring, top: box.top - ring, bottom: box.bottom + ring } };
    };
    const [laid, pressed] = [cards.map(placed), buttons.map(placed)];
    const found = [];
    for (const button of pressed) for (const card of laid)
        if (cut(button.box, card.box) > 1 && !button.each.contains(card.each))
            found.push(`${name(button.each)} covers ${name(card.each)}`);
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node; (node = walker.nextNode()); ) {
        const owner = node.parentElement;
        if (!node.data.trim() || !shown(owner)) continue;
        range.selectNodeContents(node);
        const clip = owner.closest(clipping)?.getBoundingClientRect();
        for (const box of range.getClientRects()) {
            if (clip && !inside(box, clip)) continue;
            const text = `"${node.data.trim()}" in ${name(owner)}`;
            if (box.left < -1 || box.right > innerWidth + 1) found.push(`${text} is outside`);
            if (owner.closest(".ask") && box.bottom > innerHeight - 4) found.push(`${text} touches the bottom edge`);
            const button = owner.closest(".btn");
            if (button && !inside(box, button.getBoundingClientRect())) found.push(`${text} reaches out of its button`);
            for (const other of [...laid, ...pressed])
                if (cut(box, other.ringed) > 2 && !other.each.contains(owner))
                    found.push(`${text} collides with ${name(other.each)}`);
        }
    }
    for (const seat of all(".seat")) {
        const said = [...seat.querySelectorAll("span, b, small")]
            .filter(each => shown(each) && !each.children.length && /\\p{L}{2}/u.test(each.textContent))
            .map(each => each.textContent.trim());
        if (new Set(said).size < said.length) found.push(`a seat says something twice: ${said.join(", ")}`);
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    const main = document.querySelector("main");
    const below = main.scrollHeight - main.clientHeight;
    if (below > 1) found.push(`main scrolls by ${below}`);
    return found;
}"""
"""A function that tells every collision on the page in words."""
