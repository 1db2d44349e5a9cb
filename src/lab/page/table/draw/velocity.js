// SPDX-License-Identifier: GPL-3.0-or-later
/** Velocity arrows: as long as the way that a ball goes in a fixed time, from its rim on. */
import { arrow } from './arrows.js';
import { INK, PAPER } from './pen.js';
import { roundBelow } from '../snap.js';

const PART = 0.16; // of the view's width: the fastest ball's arrow
const GAP_PX = 7; // from the rim to where arrows begin
const TIP_PX = 5; // of what is taken hold of
const FEW = 60; // balls that have arrows by themselves

/** s: a round time in which the fastest ball goes so far; 1 m/s where all are at rest. */
export function arrowTime(scene, across_m) {
    const speeds = scene.balls.map(({ vx_mps, vy_mps }) => Math.hypot(vx_mps, vy_mps));
    return roundBelow(PART * across_m / (Math.max(...speeds) || 1));
}

/** px: from a ball's middle in the direction of v, and to the tip. At rest: to the right. */
export function arrowOf({ x, y, radius, vx, vy }, px_per_mps) {
    const speed = Math.hypot(vx, vy), ux = speed > 0 ? vx / speed : 1, uy = speed > 0 ? vy / speed
        : 0;
    const begin = radius + GAP_PX, end = begin + speed * px_per_mps;
    return { from: { x: x + begin * ux, y: y - begin * uy },
        tip: { x: x + end * ux, y: y - end * uy } };
}

/** m/s, of a tip: the other way round. */
export function velocityOf({ x, y, radius }, tip, px_per_mps) {
    const dx = tip.x - x, dy = y - tip.y, length = Math.hypot(dx, dy);
    const speed = Math.max(length - radius - GAP_PX, 0) / px_per_mps;
    return length > 0 ? { vx: speed * dx / length, vy: speed * dy / length } : { vx: 0, vy: 0 };
}

/** Balls whose arrows are to be seen, by number. */
export function withArrows({ scene }, chosen) {
    return scene.balls.length <= FEW ? [...scene.balls.keys()].filter((b) => !scene.balls[b].fixed)
        : chosen;
}

/** @param bodies [{ball, x, y, radius, vx, vy}] in px and m/s
 *  @param {{handles, chosen, bold, colour}} how handles: they can be pulled */
export function drawVelocities(ctx, bodies, px_per_mps, how) {
    const { handles, chosen, bold = 1, colour = INK } = how;
    for (const body of bodies) {
        const { from, tip } = arrowOf(body, px_per_mps);
        arrow(ctx, from, tip, { colour, width: 2 * bold });
        if (handles && (chosen.includes(body.ball) || body.vx !== 0 || body.vy !== 0)) {
            ctx.beginPath();
            ctx.arc(tip.x, tip.y, TIP_PX * bold, 0, 2 * Math.PI);
            ctx.fillStyle = PAPER;
            ctx.fill();
            ctx.lineWidth = 2 * bold;
            ctx.strokeStyle = colour;
            ctx.stroke();
        }
    }
}
