// SPDX-License-Identifier: GPL-3.0-or-later
/** Lines, discs, arrows and texts on the canvas; lengths in px. */
import { local } from '../../words/words.js';
import { INK, PAPER } from './pen.js';

export const FONT = '"Liberation Sans", Arial, Helvetica, sans-serif';
const HEAD_PX = 10, EDGE_PX = 1.5, HALO = 'd8'; // opacity of the background of texts

/** Adds a line through points [[x, y], ...] to a path; one that is no number is a gap. */
export function polyline(path, points) {
    let on = false;
    for (const [x, y] of points) {
        path[on ? 'lineTo' : 'moveTo'](x, y);
        on = Number.isFinite(x) && Number.isFinite(y);
    }
}

/** Adds a circle to a path. */
export function addCircle(path, x, y, radius) {
    path.moveTo(x + radius, y);
    path.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Strokes the path. */
export function stroke(ctx, colour, width = 1, dash = []) {
    Object.assign(ctx, { strokeStyle: colour, lineWidth: width });
    ctx.setLineDash(dash);
    ctx.stroke();
    ctx.setLineDash([]);
}

export function fill(ctx, colour) {
    ctx.fillStyle = colour;
    ctx.fill();
}

/** Begins a path with the edge of a disc, which it fills. */
export function disc(ctx, x, y, radius, colour) {
    ctx.beginPath();
    addCircle(ctx, x, y, radius);
    fill(ctx, colour);
}

export function circle(ctx, x, y, radius, colour, width, dash) {
    ctx.beginPath();
    addCircle(ctx, x, y, radius);
    stroke(ctx, colour, width, dash);
}

export function segment(ctx, from, to, colour, width, dash) {
    ctx.beginPath();
    polyline(ctx, [[from.x, from.y], [to.x, to.y]]);
    stroke(ctx, colour, width, dash);
}

/** Draws an arrow with a dark edge, seen on any ball; one shorter than its head is only a head.
 * @param {CanvasRenderingContext2D} ctx @param {Point} from @param {Point} to
 * @param {{colour: string, width?: number, hollow?: boolean, dash?: number[]}} how hollow: for an
 *    impulse, as opposed to a force */
export function arrow(ctx, from, to, { colour, width = 2.5, hollow = false, dash = [] }) {
    const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy);
    if (!(length > 0.5)) {
        return;
    }
    const head = Math.min(HEAD_PX + 2 * width, 0.8 * length), ux = dx / length, uy = dy / length;
    const neck = { x: to.x - ux * head, y: to.y - uy * head }, half = head * 0.42;
    ctx.save();
    ctx.lineJoin = 'miter';
    segment(ctx, from, neck, PAPER, width + EDGE_PX, dash);
    segment(ctx, from, neck, colour, width, dash);
    ctx.beginPath();
    polyline(ctx, [[to.x, to.y], [neck.x - uy * half, neck.y + ux * half],
        [neck.x + uy * half, neck.y - ux * half]]);
    ctx.closePath();
    stroke(ctx, PAPER, EDGE_PX);
    fill(ctx, hollow ? PAPER : colour);
    if (hollow) {
        stroke(ctx, colour, width);
    }
    ctx.restore();
}

const fontOf = (size, bold) => `${bold ? 'bold ' : ''}${size}px ${FONT}`;

/** Width of a text as words() writes it. */
export function widthOf(ctx, text, size, bold) {
    ctx.font = fontOf(size, bold);
    return ctx.measureText(local(text)).width;
}

/** Draws a text with a background. */
export function words(ctx, text, x, y, { colour = INK, size = 14, bold = false, align = 'center' } = {}) {
    Object.assign(ctx, { font: fontOf(size, bold), textAlign: align, textBaseline: 'middle',
        lineJoin: 'round', lineWidth: Math.max(3, size / 4), strokeStyle: PAPER + HALO, fillStyle: colour });
    ctx.strokeText(local(text), x, y);
    ctx.fillText(local(text), x, y);
}
