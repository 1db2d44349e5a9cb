// SPDX-License-Identifier: GPL-3.0-or-later
/** Magnifier for overlaps too small to see: both rims, the overlap and a scale. It draws the
 * overlap of the contact table, because positions are rounded to floats. n points to the right. */
import { quantity } from '../../instruments/chart/numbers.js';
import { round125 } from '../../knobs/value/scale.js';
import { largestOf } from '../contact.js';
import { fill, segment, words } from './arrows.js';
import { CUSHION, INK, PAPER } from './pen.js';

const WIDE_PX = 190, HIGH_PX = 130, EDGE_PX = 8;
const LEAST_PART = 0.3; // limit relative to the canvas width
const SEEN_PX = 8; // a wider overlap needs no magnifier
const SIZES = [1, 0.75, 0.55]; // relative
const DEEP = 0.25; // largest overlap relative to the magnifier's width

function drawScale(ctx, { wide, high }, scale, font_px) {
    const length_m = round125(wide / 2 / scale), length = length_m * scale;
    const x = -wide / 2 + EDGE_PX, y = high / 2 - EDGE_PX;
    segment(ctx, { x, y }, { x: x + length, y }, INK, 3);
    words(ctx, quantity(length_m, 'm', 1), x, y - 0.8 * font_px, { size: 0.85 * font_px, align: 'left' });
}

/** Draws the overlap about (0, 0) between both rims, which are straight at this magnification. */
function drawOverlap(ctx, { high }, deep, colour) {
    ctx.globalAlpha = 0.55;
    ctx.fillStyle = colour;
    ctx.fillRect(-deep / 2, -high / 2, deep, high);
    ctx.globalAlpha = 1;
    [-1, 1].forEach((side) => segment(ctx, { x: side * deep / 2, y: -high }, { x: side * deep / 2, y: high }, colour, 2));
}

/** Draws in a free corner, about (0, 0); smaller if there is little room, and nothing if there is none. */
function drawIn({ ctx, camera, room }, draw) {
    const full = Math.min(WIDE_PX, LEAST_PART * camera.width), ratio = HIGH_PX / WIDE_PX;
    for (const wide of SIZES.map((part) => part * full)) {
        const high = wide * ratio, place = room.reserve(`glass ${wide}`, room.corners(wide, high, EDGE_PX), wide, high);
        if (place) {
            ctx.save();
            ctx.translate(place.x, place.y);
            ctx.beginPath();
            ctx.rect(-wide / 2, -high / 2, wide, high);
            fill(ctx, PAPER);
            ctx.clip();
            draw({ wide, high });
            ctx.lineWidth = 3;
            ctx.strokeStyle = CUSHION;
            ctx.strokeRect(-wide / 2, -high / 2, wide, high);
            ctx.restore();
            return;
        }
    }
}

/** @param {Sheet} sheet @param contact of contactsIn(); @param row a contact sample with overlap */
export function drawMagnifier(sheet, index, contact, row) {
    const { contactSamples: { overlap_m }, first, end } = contact;
    const deepest = largestOf(overlap_m.slice(first, end));
    if (contact.rigid || !(deepest > 0) || deepest * sheet.camera.scale > SEEN_PX) {
        return;
    }
    drawIn(sheet, (glass) => {
        const scale = DEEP * glass.wide / deepest, deep = Math.max(overlap_m[row], 0) * scale;
        drawOverlap(sheet.ctx, glass, deep, sheet.pens[index].colour);
        drawScale(sheet.ctx, glass, scale, sheet.font_px);
    });
}
