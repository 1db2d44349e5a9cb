// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * The place of contact under a glass, where the overlap is too small to be seen beside whole balls:
 * the two rims and what they have in common, with a scale. The overlap is that of the table of
 * contacts, for places are rounded to floats; n is turned to the right.
 */
import { roundBelow } from '../snap.js';
import { words } from './arrows.js';
import { CUSHION, INK, PAPER } from './pen.js';

const WIDE_PX = 190, HIGH_PX = 130, EDGE_PX = 8;
const LEAST_PART = 0.3; // of the canvas's width: where that is narrow the glass is smaller
const SEEN_PX = 8; // an overlap that is as wide on the table needs no glass
const DEEP = 0.25; // the deepest overlap, of the glass's width

/** m: the deepest of the contact */
function deepestOf({ moments, first, end }) {
    let deepest = 0;
    for (let row = first; row < end; row++) {
        deepest = Math.max(deepest, moments.overlap_m[row]);
    }
    return deepest;
}

/** px from a rim's foremost point back to the rim, so far aside. A wall is straight: null. */
const sagitta = (radius, aside) => radius === null ? 0
    : aside * aside / (radius + Math.sqrt(Math.max(radius * radius - aside * aside, 0)));

/** The rim that comes to x, px from the middle, from the left (side -1) or from the right (1). */
function rim({ high }, x, radius, side) {
    const points = [];
    for (let y = -high / 2; y <= high / 2; y += 2) {
        points.push([x + side * sagitta(radius, y), y]);
    }
    return points;
}

function line(ctx, points, begin = true) {
    points.forEach(([x, y], k) => ctx[k === 0 && begin ? 'moveTo' : 'lineTo'](x, y));
}

function side(ctx, points, x, fill) {
    const far = Math.abs(x);
    ctx.beginPath();
    line(ctx, points);
    ctx.lineTo(x, far);
    ctx.lineTo(x, -far);
    ctx.closePath();
    ctx.fillStyle = fill;
    ctx.fill();
}

function drawScale(ctx, { wide, high }, scale, font_px) {
    const length_m = roundBelow(wide / 2 / scale), length = length_m * scale;
    const unit = length_m < 1e-6 ? [1e9, 'nm'] : length_m < 1e-3 ? [1e6, 'µm'] : [1e3, 'mm'];
    const x = -wide / 2 + EDGE_PX, y = high / 2 - EDGE_PX;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + length, y);
    ctx.lineWidth = 3;
    ctx.strokeStyle = INK;
    ctx.stroke();
    words(ctx, `${Number((length_m * unit[0]).toPrecision(1))} ${unit[1]}`, x, y - 0.8 * font_px,
        { size: 0.85 * font_px, align: 'left' });
}

/** The corner that is farthest from what is drawn. @returns {{x, y}} px, its middle */
function cornerOf({ width, height }, { wide, high }, bodies) {
    const half = { x: wide / 2 + EDGE_PX, y: high / 2 + EDGE_PX };
    const corners = [half.y, height - half.y].flatMap((y) => [width - half.x, half.x].map((x) =>
        ({ x, y, clear: Math.min(...bodies.map((body) => Math.hypot(x - body.x, y - body.y))) })));
    return corners.reduce((best, one) => one.clear > best.clear + 1 ? one : best);
}

/** What a and b have in common, a's rim to the left and b's to the right; about (0, 0). */
function drawRims(ctx, { wide }, a, b, colour) {
    side(ctx, a, -wide, `${INK}14`);
    side(ctx, b, wide, `${INK}14`);
    ctx.save();
    ctx.beginPath();
    line(ctx, a);
    ctx.lineTo(-wide, wide);
    ctx.lineTo(-wide, -wide);
    ctx.clip();
    ctx.globalAlpha = 0.55;
    side(ctx, b, wide, colour);
    ctx.restore();
    ctx.beginPath();
    line(ctx, a);
    line(ctx, b);
    ctx.lineWidth = 2;
    ctx.strokeStyle = colour;
    ctx.stroke();
}

/**
 * @param contact of contactsIn(); @param row its moment, at which the two touch
 * @param radii of a and b, m; b null: a wall
 * @param bodies the two in px, which it keeps away from
 */
export function drawMagnifier({ ctx, camera, font_px, pens }, lane, contact, row, radii, bodies) {
    const deepest = deepestOf(contact);
    if (contact.rigid || !(deepest > 0) || deepest * camera.scale > SEEN_PX) {
        return;
    }
    const wide = Math.min(WIDE_PX, LEAST_PART * camera.width);
    const glass = { wide, high: wide * HIGH_PX / WIDE_PX };
    const scale = DEEP * wide / deepest, { x, y } = cornerOf(camera, glass, bodies);
    const deep = Math.max(contact.moments.overlap_m[row], 0) * scale;
    ctx.save();
    ctx.translate(x, y);
    ctx.beginPath();
    ctx.rect(-wide / 2, -glass.high / 2, wide, glass.high);
    ctx.fillStyle = PAPER;
    ctx.fill();
    ctx.clip();
    drawRims(ctx, glass, rim(glass, deep / 2, radii.a * scale, -1),
        rim(glass, -deep / 2, radii.b === null ? null : radii.b * scale, 1), pens[lane].colour);
    drawScale(ctx, glass, scale, font_px);
    ctx.lineWidth = 3;
    ctx.strokeStyle = CUSHION;
    ctx.strokeRect(-wide / 2, -glass.high / 2, wide, glass.high);
    ctx.restore();
}
