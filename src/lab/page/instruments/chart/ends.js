// SPDX-License-Identifier: GPL-3.0-or-later
/** Places labels at the ends of curves without overlap, as close to their curves as possible. */

const MOST_TURNS = 200;

/** @param {number[]} wanted heights, px
 * @param line height of a label @param low, high limits of their centres
 * @returns {number[]} heights in the same order, at least `line` apart if they fit */
export function spread(wanted, line, low, high) {
    const order = wanted.map((_, k) => k).sort((a, b) => wanted[a] - wanted[b] || a - b);
    const room = order.length > 1 ? Math.min(line, (high - low) / (order.length - 1)) : line;
    const at = order.map((k) => Math.min(Math.max(wanted[k], low), high));
    for (let turn = 0; turn < MOST_TURNS; turn++) {
        let moved = 0;
        for (let m = 0; m + 1 < at.length; m++) {
            const missing = room - (at[m + 1] - at[m]);
            if (missing > 1e-6) {
                at[m] -= missing / 2;
                at[m + 1] += missing / 2;
                moved += missing;
            }
        }
        for (let m = 0; m < at.length; m++) { // from the borders inwards
            at[m] = Math.max(at[m], low + m * room);
            at[m] = Math.min(at[m], high - (at.length - 1 - m) * room);
        }
        if (moved < 0.1) {
            break;
        }
    }
    return wanted.map((_, k) => at[order.indexOf(k)]);
}

/** Label up to its first comma. */
export const stem = (text) => text.includes(', ') ? text.slice(0, text.indexOf(', ')) : text;

/** Shortens labels to fit: whole, up to the first comma, or truncated.
 * @param measure returns the width of a text @param room maximum width */
export function fitted(labels, measure, room) {
    const fits = (texts) => texts.every((text) => measure(text) <= room);
    if (fits(labels)) {
        return labels;
    }
    const stems = labels.map(stem);
    const told = new Set(stems).size === new Set(labels).size ? stems : labels;
    return told.map((text) => cut(text, measure, room));
}

function cut(text, measure, room) {
    let shown = text;
    while (shown.length > 1 && measure(shown === text ? text : `${shown}…`) > room) {
        shown = shown.slice(0, -1);
    }
    return shown === text ? text : `${shown.trimEnd()}…`;
}
