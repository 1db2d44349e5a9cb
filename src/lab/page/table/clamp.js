// SPDX-License-Identifier: GPL-3.0-or-later
/** Keeps a dragged ball on the table and off the other balls: the nearest place that is free. All
 * lengths in m. */

const TURNS = 24; // corrections; each leaves one wall or one ball
const AIR = 1e-6; // gap relative to the radius, above the rounding of a place
const CLEAR = 1e-9; // relative overlap that counts as none

/** Shortest vector between two places, across the edges of a periodic table. */
function between({ boundary, width_m, height_m }, from, to) {
    const near = (gap, size) => boundary === 'periodic' ? gap - size * Math.round(gap / size) : gap;
    return [near(to.x - from.x, width_m), near(to.y - from.y, height_m)];
}

/** Nearest point of an edge, and whether a place is on its inner side (outlines run
 * counterclockwise). */
function footOf([ax, ay], [bx, by], { x, y }) {
    const ux = bx - ax, uy = by - ay, part = ((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy);
    const t = Math.min(Math.max(part, 0), 1);
    return { x: ax + t * ux, y: ay + t * uy, inner: ux * (y - ay) - uy * (x - ax) >= 0 };
}

const areaOf = (outline) => outline.reduce((sum, [x, y], k) => {
    const [nx, ny] = outline[(k + 1) % outline.length];
    return sum + x * ny - nx * y;
}, 0);

/** Distance to the wall, negative outside, and its nearest point. */
function wallAt(outline, at) {
    let best = { gap: Infinity, x: 0, y: 0 };
    outline.forEach((from, k) => {
        const foot = footOf(from, outline[(k + 1) % outline.length], at);
        const gap = Math.hypot(at.x - foot.x, at.y - foot.y);
        if (gap < Math.abs(best.gap) - CLEAR || (gap < Math.abs(best.gap) + CLEAR && !foot.inner)) {
            best = { gap: foot.inner ? gap : -gap, x: foot.x, y: foot.y };
        }
    });
    return best;
}

const counterclockwise = (outline) => areaOf(outline) >= 0 ? outline : [...outline].reverse();

/** True if a disc is within the walls. */
export const isInside = (table, { x, y }, radius) => table.boundary !== 'walls'
    || wallAt(counterclockwise(table.outline), { x, y }).gap >= radius * (1 - CLEAR);

/** Moves a place from a point to a distance. @returns the new place */
function apart(at, from, distance, sign = 1) {
    const dx = sign * (at.x - from.x), dy = sign * (at.y - from.y), far = Math.hypot(dx, dy);
    return far > 0 ? { x: from.x + dx / far * distance, y: from.y + dy / far * distance }
        : { x: from.x + distance, y: from.y };
}

/** @param {Scene} scene @param {string} name of the ball
 * @param {{x: number, y: number}} wanted @param {{x: number, y: number}} last free place
 * @returns {{x: number, y: number}} the free place, or the last one if there is none nearby */
export function clamped({ balls, table }, name, wanted, last) {
    const own = balls.find((ball) => ball.name === name), radius = own?.radius_m ?? 0;
    const others = balls.filter((ball) => ball.name !== name);
    const walls = table.boundary === 'walls' && table.outline.length > 2;
    const outline = counterclockwise(table.outline);
    const reach = table.wall_contact === 'centre' ? 0 : radius, air = AIR * radius;
    let at = wanted;
    for (let turn = 0; turn < TURNS; turn++) {
        const wall = walls ? wallAt(outline, at) : null;
        if (wall && wall.gap < reach - CLEAR * radius) {
            at = apart(at, wall, reach + air, wall.gap < 0 ? -1 : 1);
            continue;
        }
        const hit = others.map(({ x_m, y_m, radius_m }) => {
            const [dx, dy] = between(table, { x: x_m, y: y_m }, at);
            return { from: { x: at.x - dx, y: at.y - dy }, least: radius + radius_m,
                gap: Math.hypot(dx, dy) - radius - radius_m };
        }).reduce((most, one) => one.gap < most.gap ? one : most, { gap: 0, from: at, least: 0 });
        if (hit.gap >= -CLEAR * radius) {
            return at;
        }
        at = apart(at, hit.from, hit.least + air);
    }
    return last;
}
