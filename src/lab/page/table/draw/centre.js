// SPDX-License-Identifier: GPL-3.0-or-later
/** Momentum of every ball of the reference, and the centre of mass with its velocity. */
import { arrow, circle, disc, fill } from './arrows.js';
import { FOCUS, INK, PAPER } from './pen.js';
import { arrowOf } from './velocity.js';

const RADIUS_PX = 8, MOMENTUM_WIDTH = 6;

/** Mass, position in px and velocity in m/s of the centre of mass of the movable balls. */
export function centreOf(bodies, masses) {
    const sum = (of) => bodies.reduce((all, body) => all + masses[body.ball] * of(body), 0);
    const mass = sum(() => 1), mean = (key) => sum((body) => body[key]) / mass;
    return { mass, x: mean('x'), y: mean('y'), vx: mean('vx'), vy: mean('vy'), radius: RADIUS_PX };
}

/** Draws m v of each body. The heaviest ball's arrow is as long as that of its velocity. */
export function drawMomenta(ctx, bodies, masses, px_per_mps, bold) {
    const heaviest = Math.max(...bodies.map(({ ball }) => masses[ball]));
    for (const body of bodies) {
        const { from, tip } = arrowOf(body, px_per_mps * masses[body.ball] / heaviest);
        arrow(ctx, from, tip, { colour: FOCUS, width: MOMENTUM_WIDTH * bold });
    }
}

/** Draws the sign of the centre of mass: a disc with four quarters. */
export function drawCentre(ctx, centre, px_per_mps, bold) {
    const { x, y, radius } = centre, { from, tip } = arrowOf(centre, px_per_mps);
    arrow(ctx, from, tip, { colour: INK, width: 3 * bold });
    disc(ctx, x, y, radius, PAPER);
    for (const from_rad of [0, Math.PI]) {
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.arc(x, y, radius, from_rad, from_rad + Math.PI / 2);
        fill(ctx, INK);
    }
    circle(ctx, x, y, radius, INK, 1.5 * bold);
}
