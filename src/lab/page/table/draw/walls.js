// SPDX-License-Identifier: GPL-3.0-or-later
/** Draws the table: cushions as a thick line, periodic edges dashed, an open table everywhere. */
import { polyline } from './arrows.js';
import { CLOTH, CUSHION, GREY } from './pen.js';

const CUSHION_PX = 4;

function trace(path, camera, outline) {
    polyline(path, outline.map(([x, y]) => [camera.x(x), camera.y(y)]));
    path.closePath();
}

/** Draws a cushion outside the wall; a ball in contact reaches its line. */
function cushion(ctx, camera, outline) {
    ctx.save();
    const outside = new Path2D();
    outside.rect(0, 0, camera.width, camera.height);
    trace(outside, camera, outline);
    ctx.clip(outside, 'evenodd');
    ctx.lineWidth = 2 * CUSHION_PX;
    ctx.lineJoin = 'round';
    ctx.strokeStyle = CUSHION;
    ctx.stroke();
    ctx.restore();
}

export function drawTable(ctx, camera, { boundary, outline }) {
    ctx.fillStyle = CLOTH;
    if (boundary === 'open' || outline.length === 0) {
        ctx.fillRect(0, 0, camera.width, camera.height);
        return;
    }
    ctx.beginPath();
    trace(ctx, camera, outline);
    ctx.fill();
    if (boundary === 'periodic') {
        ctx.setLineDash([6, 5]);
        ctx.lineWidth = 1.5;
        ctx.strokeStyle = GREY;
        ctx.stroke();
        ctx.setLineDash([]);
    } else {
        cushion(ctx, camera, outline);
    }
}

/** Calls `draw` at a position and at its periodic images within the table. In m. */
export function eachImage({ boundary, width_m, height_m }, x, y, radius, draw) {
    draw(x, y);
    if (boundary !== 'periodic') {
        return;
    }
    const across = x < radius ? width_m : x > width_m - radius ? -width_m : 0;
    const up = y < radius ? height_m : y > height_m - radius ? -height_m : 0;
    if (across !== 0) {
        draw(x + across, y);
    }
    if (up !== 0) {
        draw(x, y + up);
    }
    if (across !== 0 && up !== 0) {
        draw(x + across, y + up);
    }
}
