// SPDX-License-Identifier: GPL-3.0-or-later
/** Arrows and texts on the canvas; lengths in px. */
import { local } from '../../words/words.js';
import { INK, PAPER } from './pen.js';

const HEAD_PX = 10, HALO = 'd8'; // opacity of the background of texts

/** Adds a line through points [[x, y], ...] to a path. */
export const polyline = (path, points) =>
    points.forEach(([x, y], k) => path[k === 0 ? 'moveTo' : 'lineTo'](x, y));

/** Begins a path with a circle. */
export function circle(ctx, x, y, radius) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

/** Draws an arrow; one shorter than its head is only a head.
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
    ctx.strokeStyle = ctx.fillStyle = colour;
    ctx.lineWidth = width;
    ctx.lineJoin = 'miter';
    ctx.setLineDash(dash);
    ctx.beginPath();
    ctx.moveTo(from.x, from.y);
    ctx.lineTo(neck.x, neck.y);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(to.x, to.y);
    ctx.lineTo(neck.x - uy * half, neck.y + ux * half);
    ctx.lineTo(neck.x + uy * half, neck.y - ux * half);
    ctx.closePath();
    if (hollow) {
        ctx.fillStyle = PAPER;
        ctx.fill();
        ctx.stroke();
    } else {
        ctx.fill();
    }
    ctx.restore();
}

/** Draws a text with a background. */
export function words(ctx, text, x, y, { colour = INK, size = 14, bold = false,
    align = 'center' } = {}) {
    ctx.font = `${bold ? 'bold ' : ''}${size}px "Liberation Sans", Arial, sans-serif`;
    ctx.textAlign = align;
    ctx.textBaseline = 'middle';
    ctx.lineJoin = 'round';
    ctx.lineWidth = Math.max(3, size / 4);
    ctx.strokeStyle = PAPER + HALO;
    ctx.strokeText(local(text), x, y);
    ctx.fillStyle = colour;
    ctx.fillText(local(text), x, y);
}

/** Places texts without overlap of each other and of balls. */
export class Room {
    reserved = [];

    /** Reserves a box around a centre. */
    block(x, y, width, height) {
        this.reserved.push({ left: x - width / 2, right: x + width / 2, top: y - height / 2,
            bottom: y + height / 2 });
    }

    /** @returns {{x, y}|undefined} the first free position, now reserved */
    reserve(places, width, height) {
        const place = places.find(({ x, y }) => this.reserved.every((other) =>
            x + width / 2 <= other.left || x - width / 2 >= other.right
            || y + height / 2 <= other.top || y - height / 2 >= other.bottom));
        if (place) {
            this.block(place.x, place.y, width, height);
        }
        return place;
    }
}
