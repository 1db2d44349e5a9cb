// SPDX-License-Identifier: GPL-3.0-or-later
/** Velocity arrows: the displacement in a fixed time, starting at the rim. */
import { arrow, circle, disc, words } from './arrows.js';
import { INK, PAPER } from './pen.js';
import { quantity } from '../../instruments/chart/numbers.js';
import { round125 } from '../../knobs/value/scale.js';

const PART = 0.16; // length of the fastest ball's arrow, relative to the width of the view
const WAY_PART = 0.6, LEAST_PART = 0.2; // of the way to a ball ahead; of that length
const GAP_PX = 7; // between rim and arrow
const TIP_PX = 5; // radius of the handle
const FEW = 60; // more balls have no arrows by default

/** Duration that arrows represent, in s: a round value at which the fastest ball's arrow has a
 * suitable length, and no arrow reaches a ball ahead. If all balls are at rest, the arrow of 1 m/s has it. */
export function arrowTime(scene, across_m) {
    const { balls } = scene, usual_s = PART * across_m / fastestOf(scene);
    const ways_s = balls.length > FEW ? [] : balls.flatMap((one) => balls.map((other) => wayTo(one, other)));
    return round125(Math.max(Math.min(usual_s, WAY_PART * Math.min(...ways_s)), LEAST_PART * usual_s));
}

/** Time until a ball reaches another one ahead of it that rests, s. */
function wayTo({ x_m, y_m, radius_m, vx_mps: vx, vy_mps: vy }, other) {
    const dx = other.x_m - x_m, dy = other.y_m - y_m, speed = Math.hypot(vx, vy), along_m = (dx * vx + dy * vy) / speed;
    return along_m > 0 && Math.abs(dx * vy - dy * vx) / speed < other.radius_m
        ? (along_m - radius_m - other.radius_m) / speed : Infinity;
}

/** Speed of the fastest ball at the start, or 1 m/s. */
export const fastestOf = ({ balls }) => Math.max(...balls.map(({ vx_mps, vy_mps }) => Math.hypot(vx_mps, vy_mps))) || 1;

/** Unit vector along v (at rest: to the right) and tip of the arrow, px. */
export function arrowOf({ x, y, radius, vx, vy }, px_per_mps) {
    const speed = Math.hypot(vx, vy), ux = speed > 0 ? vx / speed : 1, uy = speed > 0 ? vy / speed
        : 0;
    const begin = radius + GAP_PX, end = begin + speed * px_per_mps;
    return { from: { x: x + begin * ux, y: y - begin * uy },
        tip: { x: x + end * ux, y: y - end * uy } };
}

/** Velocity in m/s that belongs to a tip; inverse of arrowOf. */
export function velocityOf({ x, y, radius }, tip, px_per_mps) {
    const dx = tip.x - x, dy = y - tip.y, length = Math.hypot(dx, dy);
    const speed = Math.max(length - radius - GAP_PX, 0) / px_per_mps;
    return length > 0 ? { vx: speed * dx / length, vy: speed * dy / length } : { vx: 0, vy: 0 };
}

/** Balls with visible arrows, by index. */
export function withArrows({ scene }, chosen) {
    return scene.balls.length <= FEW ? [...scene.balls.keys()].filter((b) => !scene.balls[b].fixed)
        : chosen;
}

/** Draws the scale of arrows: one of a round length up to the longest, and its value. */
export function drawKey({ ctx, bold, font_px }, { x, y }, { most, unit, px_per, colour, width }) {
    const value = round125(most), end = x + value * px_per;
    arrow(ctx, { x, y }, { x: end, y }, { colour, width: width * bold });
    words(ctx, quantity(value, unit), end + font_px / 2, y, { size: 0.875 * font_px, align: 'left', colour });
}

/** @param {CanvasRenderingContext2D} ctx @param {Body[]} bodies @param {number} px_per_mps
 * @param {{handles: boolean, chosen: number[], bold: number}} how handles: true if tips can be
 *    dragged */
export function drawVelocities(ctx, bodies, px_per_mps, { handles, chosen, bold }) {
    for (const body of bodies) {
        const { from, tip } = arrowOf(body, px_per_mps);
        arrow(ctx, from, tip, { colour: INK, width: 2 * bold });
        if (handles && (chosen.includes(body.ball) || body.vx !== 0 || body.vy !== 0)) {
            disc(ctx, tip.x, tip.y, TIP_PX * bold, PAPER);
            circle(ctx, tip.x, tip.y, TIP_PX * bold, INK, 2 * bold);
        }
    }
}
