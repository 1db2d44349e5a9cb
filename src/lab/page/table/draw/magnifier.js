// SPDX-License-Identifier: GPL-3.0-or-later
/** Magnifier for overlaps too small to see: both rims, the overlap and a scale. It draws the
 * overlap of the contact table, because positions are rounded to floats. n points to the right. */
import { quantity } from '../../instruments/chart/numbers.js';
import { round125 } from '../../knobs/value/scale.js';
import { largestOf } from '../contact.js';
import { fill, polyline, segment, stroke, words } from './arrows.js';
import { CUSHION, INK, PAPER } from './pen.js';

const WIDE_PX = 190, HIGH_PX = 130, EDGE_PX = 8;
const LEAST_PART = 0.3; // limit relative to the canvas width
const SEEN_PX = 8; // a wider overlap needs no magnifier
const SIZES = [1, 0.75, 0.55]; // relative
const DEEP = 0.25; // largest overlap relative to the magnifier's width

/** Distance in px between a rim and its foremost point at a lateral offset; 0 for a wall (null). */
const sagitta = (radius, aside) => radius === null ? 0
    : aside * aside / (radius + Math.sqrt(Math.max(radius * radius - aside * aside, 0)));

/** Path of the rim that reaches x from the left (side -1) or the right (1), px from the centre. */
function rim({ high }, x, radius, side) {
    const points = [];
    for (let y = -high / 2; y <= high / 2; y += 2) {
        points.push([x + side * sagitta(radius, y), y]);
    }
    return points;
}

function side(ctx, points, x, colour) {
    const far = Math.abs(x);
    ctx.beginPath();
    polyline(ctx, points);
    ctx.lineTo(x, far);
    ctx.lineTo(x, -far);
    ctx.closePath();
    fill(ctx, colour);
}

function drawScale(ctx, { wide, high }, scale, font_px) {
    const length_m = round125(wide / 2 / scale), length = length_m * scale;
    const x = -wide / 2 + EDGE_PX, y = high / 2 - EDGE_PX;
    segment(ctx, { x, y }, { x: x + length, y }, INK, 3);
    words(ctx, quantity(length_m, 'm', 1), x, y - 0.8 * font_px, { size: 0.85 * font_px, align: 'left' });
}

/** Draws the overlap about (0, 0), with a's rim on the left and b's on the right. */
function drawRims(ctx, { wide }, a, b, colour) {
    side(ctx, a, -wide, `${INK}14`);
    side(ctx, b, wide, `${INK}14`);
    ctx.save();
    ctx.beginPath();
    polyline(ctx, a);
    ctx.lineTo(-wide, wide);
    ctx.lineTo(-wide, -wide);
    ctx.clip();
    ctx.globalAlpha = 0.55;
    side(ctx, b, wide, colour);
    ctx.restore();
    ctx.beginPath();
    polyline(ctx, a);
    polyline(ctx, b);
    stroke(ctx, colour, 2);
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

/** @param {Sheet} sheet @param contact of contactsIn(); @param row a contact sample with overlap
 * @param radii of a and b, m; b null: a wall */
export function drawMagnifier(sheet, index, contact, row, radii) {
    const { contactSamples: { overlap_m }, first, end } = contact;
    const deepest = largestOf(overlap_m.slice(first, end));
    if (contact.rigid || !(deepest > 0) || deepest * sheet.camera.scale > SEEN_PX) {
        return;
    }
    drawIn(sheet, (glass) => {
        const scale = DEEP * glass.wide / deepest, deep = Math.max(overlap_m[row], 0) * scale;
        drawRims(sheet.ctx, glass, rim(glass, deep / 2, radii.a * scale, -1),
            rim(glass, -deep / 2, radii.b === null ? null : radii.b * scale, 1), sheet.pens[index].colour);
        drawScale(sheet.ctx, glass, scale, sheet.font_px);
    });
}
