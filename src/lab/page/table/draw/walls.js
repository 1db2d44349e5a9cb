// SPDX-License-Identifier: GPL-3.0-or-later
/** Draws the table: cushions as a thick line, periodic edges dashed, an open table everywhere. */
import { fill, polyline, stroke } from './arrows.js';
import { CLOTH, CUSHION, GREY, RAIL } from './pen.js';

export const RAIL_PX = 12; // width of the wooden rail around the cushion
const CUSHION_PX = 3, SHADOW_PX = 24;

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

/** Light from above the middle of the table. */
function light(ctx, { width, height }) {
    const shine = ctx.createRadialGradient(width / 2, height * 0.4, 0, width / 2, height * 0.4,
        0.7 * Math.max(width, height));
    shine.addColorStop(0, '#ffffff1c');
    shine.addColorStop(0.6, '#ffffff00');
    shine.addColorStop(1, '#00000030');
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
