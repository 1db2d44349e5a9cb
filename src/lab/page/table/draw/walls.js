// SPDX-License-Identifier: GPL-3.0-or-later
/** Draws the table: cushions as a thick line, periodic edges dashed, an open table everywhere. */
import { disc, fill, polyline, stroke } from './arrows.js';
import { CLOTH, CUSHION, GREY, INK, RAIL } from './pen.js';

export const RAIL_PX = 12; // width of the wooden rail around the cushion
const CUSHION_PX = 3, SHADOW_PX = 24, SIGHT_PX = 1.75;
const SIGHTS = 4; // parts of the shorter rail

function trace(path, camera, outline) {
    polyline(path, outline.map(([x, y]) => [camera.x(x), camera.y(y)]));
    path.closePath();
}

/** Draws cushion and rail outside the wall; a ball in contact reaches its line. */
function cushion(ctx, camera, outline) {
    ctx.save();
    const outside = new Path2D();
    outside.rect(0, 0, camera.width, camera.height);
    trace(outside, camera, outline);
    ctx.clip(outside, 'evenodd');
    ctx.lineJoin = 'round';
    Object.assign(ctx, { shadowColor: '#00000070', shadowBlur: SHADOW_PX, shadowOffsetY: 8 });
    stroke(ctx, RAIL, 2 * RAIL_PX);
    ctx.shadowColor = 'transparent';
    stroke(ctx, CUSHION, 2 * CUSHION_PX);
    ctx.restore();
}

/** Draws sights in the rails of a rectangle, at equal distances; other tables have none. */
function drawSights(ctx, camera, outline) {
    const span = (k) => [Math.min(...outline.map((at) => at[k])), Math.max(...outline.map((at) => at[k]))];
    const [left, right] = span(0), [bottom, top] = span(1), out = (RAIL_PX + CUSHION_PX) / 2;
    if (!outline.every(([x, y]) => [left, right].includes(x) && [bottom, top].includes(y))) {
        return;
    }
    const part_m = Math.min(right - left, top - bottom) / SIGHTS;
    const inside = (from, to) => Array.from({ length: Math.ceil((to - from) / part_m - 1.5) }, (_, k) => from + (k + 1) * part_m);
    const draw = (x, y) => disc(ctx, x, y, SIGHT_PX, INK);
    inside(left, right).map((x) => camera.x(x)).forEach((x) => {
        draw(x, camera.y(top) - out);
        draw(x, camera.y(bottom) + out);
    });
    inside(bottom, top).map((y) => camera.y(y)).forEach((y) => {
        draw(camera.x(left) - out, y);
        draw(camera.x(right) + out, y);
    });
}

/** Light from above the middle of the table. */
function light(ctx, { width, height }) {
    const shine = ctx.createRadialGradient(width / 2, height * 0.4, 0, width / 2, height * 0.4,
        0.7 * Math.max(width, height));
    shine.addColorStop(0, '#ffffff24');
    shine.addColorStop(0.5, '#ffffff00');
    shine.addColorStop(0.5, '#00000000');
    shine.addColorStop(1, '#00000060');
    ctx.fillStyle = shine;
    ctx.fill();
}

export function drawTable(ctx, camera, { boundary, outline }) {
    ctx.beginPath();
    if (boundary === 'open' || outline.length === 0) {
        ctx.rect(0, 0, camera.width, camera.height);
        fill(ctx, CLOTH);
        light(ctx, camera);
        return;
    }
    trace(ctx, camera, outline);
    fill(ctx, CLOTH);
    light(ctx, camera);
    if (boundary === 'periodic') {
        stroke(ctx, GREY, 1.5, [6, 5]);
    } else {
        cushion(ctx, camera, outline);
        drawSights(ctx, camera, outline);
    }
}

/** Calls `draw` at a position and at its periodic images within the table. In m. */
export function eachImage({ boundary, width_m, height_m }, x, y, radius, draw) {
    const shifts = (at, size) => boundary !== 'periodic' ? [0]
        : [0, ...at < radius ? [size] : at > size - radius ? [-size] : []];
    for (const up of shifts(y, height_m)) {
        shifts(x, width_m).forEach((across) => draw(x + across, y + up));
    }
}
