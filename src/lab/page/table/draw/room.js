// SPDX-License-Identifier: GPL-3.0-or-later
/** Places of texts and of the magnifier: the first of several in which they cover nothing. */
import { widthOf, words } from './arrows.js';

const HIGH = 1.1, EDGE_PX = 4; // height of a text relative to its size; half the distance of two texts
const MARGIN_PX = 12; // of a corner
const ARROW_PX = 12; // width of an arrow

export class Room {
    /** @type {{x: number, y: number, wide: number, high: number, radius: number, isBall: boolean}[]} */ taken = [];

    /** @param {{width: number, height: number}} size px
     * @param {Map<string, number>} last which place each thing had, and keeps as long as that is free */
    constructor(size, last) {
        this.size = size;
        this.last = last;
    }

    /** Takes a disc: a ball, on which a place with `over` may lie. */
    block(x, y, radius, isBall = true) {
        this.taken.push({ x, y, wide: 0, high: 0, radius, isBall });
    }

    /** Takes the length of an arrow, which no text covers. */
    blockArrow({ from, tip }) {
        const steps = Math.max(1, Math.ceil(Math.hypot(tip.x - from.x, tip.y - from.y) / ARROW_PX));
        for (let k = 0; k <= steps; k++) {
            this.block(from.x + k / steps * (tip.x - from.x), from.y + k / steps * (tip.y - from.y), ARROW_PX / 2, false);
        }
    }

    #isFree({ x, y, over = false }, wide, high) {
        const { width, height } = this.size, away = (from, to, far) => Math.max(Math.abs(from - to) - far, 0);
        return x >= wide / 2 && x <= width - wide / 2 && y >= high / 2 && y <= height - high / 2
            && this.taken.every((other) => Math.hypot(away(x, other.x, (wide + other.wide) / 2),
                away(y, other.y, (high + other.high) / 2)) >= other.radius
                || (over && other.isBall && Math.hypot(Math.abs(x - other.x) + wide / 2, Math.abs(y - other.y) + high / 2) <= other.radius));
    }

    /** @param {string} name of what gets the place
     * @param {{x: number, y: number, over?: boolean}[]} places centres, px
     * @returns {{x: number, y: number} | undefined} a free one, now taken */
    reserve(name, places, wide, high) {
        const isFree = (place) => place && this.#isFree(place, wide, high), before = places[this.last.get(name) ?? -1];
        const place = isFree(before) ? before : places.find(isFree);
        if (place) {
            this.last.set(name, places.indexOf(place));
            this.taken.push({ ...place, wide, high, radius: 1, isBall: false });
        }
        return place;
    }

    /** Corners for a box, in the order right, left of the top and then of the bottom. */
    corners(wide, high, margin = MARGIN_PX) {
        const { width, height } = this.size, x = wide / 2 + margin, y = high / 2 + margin;
        return [y, height - y].flatMap((down) => [width - x, x].map((across) => ({ x: across, y: down })));
    }
}

/** Writes a text at the first free place; without one it is left out.
 * @param {Sheet} sheet @param {(half: number) => {x: number, y: number, over?: boolean}[]} placesOf centres, by half
 *    of the width
 * @returns {{x: number, y: number} | undefined} its place */
export function label({ ctx, room, font_px }, text, placesOf, { name = text, size = font_px, bold = false, colour = undefined } = {}) {
    const wide = widthOf(ctx, text, size, bold) + 2 * EDGE_PX, { width } = room.size;
    const places = placesOf(wide / 2).map((place) => ({ ...place,
        x: Math.min(Math.max(place.x, wide / 2), width - wide / 2) })); // a text at the edge moves in
    const place = room.reserve(name, places, wide, HIGH * size);
    if (place) {
        words(ctx, text, place.x, place.y, { size, bold, colour });
    }
    return place;
}
