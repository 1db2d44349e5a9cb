// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * A contact from inside, in slow motion: overlap, normal and tangent, the force of every solver,
 * the rigid one's impulse at its instant, velocities with their components along n and t. All of it is
 * in the tables of contacts; here it becomes px.
 */
import { arrow, words } from './arrows.js';
import { largestForce, momentAt } from '../contact.js';

const FORCE_RADII = 1.1, SPEED_RADII = 1.3; // the longest arrows, of the smaller ball's radius
const LANE_PX = 16; // between arrows of two solvers
const FLASH = 0.06; // of the window: as long as an impulse can be seen
const LEAST_RADIUS_PX = 60; // with walls and small balls arrows are not shorter

/** Which solver's contact is told in full: the chosen one's, else the first that is soft. */
export function focusOf(contacts, lanes, chosen) {
    const there = lanes.filter((lane) => contacts[lane] !== null);
    return there.find((lane) => lane === chosen) ?? there.find((lane) => !contacts[lane].rigid)
        ?? there[0] ?? -1;
}

/** Is it now? Before, during or after. */
export const during = ({ t_s, contact_s }, time_s) => time_s >= t_s && time_s <= t_s + contact_s;

/** px per m of what the two are in this sheet: ball, its middle and radius; b is null of a wall. */
function bodiesOf({ run, k, camera }, lane, { a, b, wall }) {
    const of = (name) => {
        const ball = run.balls.indexOf(name), [x, y] = run.place(lane, ball, k);
        return { ball, x: camera.x(x), y: camera.y(y),
            radius: run.scene.balls[ball].radius_m * camera.scale };
    };
    return { a: of(a), b: wall ? null : of(b) };
}

/** n in px (y goes down), t is n turned by +90 degrees as one sees it. */
function frameOf({ moments }, row) {
    const nx = moments.nx[row], ny = -moments.ny[row];
    return { n: { x: nx, y: ny }, t: { x: ny, y: -nx } };
}

const along = (from, u, length) => ({ x: from.x + length * u.x, y: from.y + length * u.y });

/** Where they touch: in the middle of what they have in common. */
function touchOf({ camera }, a, contact, row, n) {
    const deep_m = Math.max(contact.moments.overlap_m[row], 0);
    return along(a, n, a.radius - deep_m / 2 * camera.scale);
}

// ---- overlap ----

function clipTo(ctx, { x, y, radius }) {
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.clip();
}

/** What of a lies in b, or behind the wall. */
function drawOverlap(sheet, contact, row, two, { n, t }, colour) {
    const { ctx, camera } = sheet, deep_m = contact.moments.overlap_m[row];
    if (!(deep_m > 0)) {
        return;
    }
    ctx.save();
    clipTo(ctx, two.a);
    ctx.beginPath();
    if (two.b) {
        ctx.arc(two.b.x, two.b.y, two.b.radius, 0, 2 * Math.PI);
    } else {
        const wall = along(two.a, n, two.a.radius - deep_m * camera.scale), far = 2 * two.a.radius;
        const corners = [along(wall, t, far), along(wall, t, -far)];
        corners.push(along(corners[1], n, far), along(corners[0], n, far));
        corners.forEach(({ x, y }, i) => ctx[i === 0 ? 'moveTo' : 'lineTo'](x, y));
    }
    ctx.fillStyle = colour;
    ctx.globalAlpha = 0.55;
    ctx.fill();
    ctx.restore();
}

// ---- arrows ----

/** A letter with a subscript, for which fonts have no sign of their own. */
function symbol(ctx, letter, of, { x, y }, size, colour) {
    words(ctx, letter, x, y, { size, bold: true, colour });
    words(ctx, of, x + 0.6 * size, y + 0.3 * size, { size: 0.75 * size, bold: true, colour });
}

function drawFrame({ ctx, font_px }, touch, { n, t }, length) {
    ctx.save();
    ctx.strokeStyle = '#707070';
    ctx.lineWidth = 1;
    ctx.setLineDash([4, 4]);
    for (const u of [n, t]) {
        const from = along(touch, u, -length), to = along(touch, u, length);
        ctx.beginPath();
        ctx.moveTo(from.x, from.y);
        ctx.lineTo(to.x, to.y);
        ctx.stroke();
    }
    ctx.restore();
    const size = font_px, end_n = along(touch, n, length + size), end_t = along(touch, t,
        length + size);
    words(ctx, 'n', end_n.x, end_n.y, { size, colour: '#505050' });
    words(ctx, 't', end_t.x, end_t.y, { size, colour: '#505050' });
}

/** On b along n, on a against it; of each solver on a line of its own, beside the velocities. */
function drawForce(sheet, lane, touch, { n, t }, length, hollow) {
    const { ctx, pens, lanes, font_px } = sheet, { colour, letter } = pens[lane];
    const aside = (lanes.indexOf(lane) + 1) * (LANE_PX + 0.3 * font_px);
    const from = along(touch, t, aside), how = { colour, width: 3.5, hollow };
    arrow(ctx, from, along(from, n, length), how);
    arrow(ctx, from, along(from, n, -length), how);
    symbol(ctx, hollow ? 'J' : 'F', letter, along(from, n, length + font_px), font_px, colour);
}

/** From the ball's middle, and where both are there its components along n and t. */
function drawVelocity({ ctx, pens, font_px }, lane, body, { n, t }, { v_n, v_t }, px_per_mps) {
    const { colour } = pens[lane];
    const end_n = along(body, n, v_n * px_per_mps), end = along(end_n, t, v_t * px_per_mps);
    const end_t = along(body, t, v_t * px_per_mps);
    if (Math.abs(v_t * px_per_mps) > 3 && Math.abs(v_n * px_per_mps) > 3) {
        arrow(ctx, body, end_n, { colour, width: 1.5, dash: [3, 3] });
        arrow(ctx, body, end_t, { colour, width: 1.5, dash: [3, 3] });
    }
    arrow(ctx, body, end, { colour, width: 3 });
    ctx.beginPath();
    ctx.arc(body.x, body.y, 3, 0, 2 * Math.PI);
    ctx.fillStyle = colour;
    ctx.fill();
    if (Math.hypot(v_n, v_t) * px_per_mps > font_px) {
        words(ctx, 'v', end.x, end.y + font_px, { size: font_px, bold: true, colour });
    }
}

/** m/s: the fastest of the two, before or after */
function fastest({ moments, first, end }) {
    return Math.max(...[first, end - 1].flatMap((row) => [
        Math.hypot(moments.va_n_mps[row], moments.va_t_mps[row]),
        Math.hypot(moments.vb_n_mps[row], moments.vb_t_mps[row])]));
}

function drawFocus(sheet, lane, contact, time_s) {
    const row = momentAt(contact, time_s), frame = frameOf(contact, row), { moments } = contact;
    const two = bodiesOf(sheet, lane, contact);
    const touch = touchOf(sheet, two.a, contact, row, frame.n);
    const reach = Math.max(LEAST_RADIUS_PX, two.b ? Math.min(two.a.radius, two.b.radius)
        : two.a.radius);
    const px_per_mps = SPEED_RADII * reach / (fastest(contact) || 1);
    if (during(contact, time_s)) {
        drawOverlap(sheet, contact, row, two, frame, sheet.pens[lane].colour);
    }
    drawFrame(sheet, touch, frame, 0.9 * reach);
    drawVelocity(sheet, lane, two.a, frame,
        { v_n: moments.va_n_mps[row], v_t: moments.va_t_mps[row] }, px_per_mps);
    if (two.b) {
        drawVelocity(sheet, lane, two.b, frame,
            { v_n: moments.vb_n_mps[row], v_t: moments.vb_t_mps[row] }, px_per_mps);
    }
}

/** Force now, or the impulse where it is just given; 0: neither. Parts of the longest arrow. */
function strengthOf(contact, time_s, window_s, largest_N) {
    if (contact.rigid) {
        return time_s >= contact.t_s && time_s < contact.t_s + FLASH * window_s ? 1 : 0;
    }
    const force_N = contact.moments.force_N[momentAt(contact, time_s)];
    return during(contact, time_s) && largest_N > 0 ? force_N / largest_N : 0;
}

/**
 * @param contacts of contactsIn(), by solver
 * @param focus the solver whose contact is told in full
 */
export function drawCloseup(sheet, contacts, focus, time_s) {
    const { run, lanes } = sheet, largest_N = largestForce(contacts);
    if (focus < 0) {
        return;
    }
    drawFocus(sheet, focus, contacts[focus], time_s);
    for (const lane of lanes.filter((one) => contacts[one] !== null)) {
        const contact = contacts[lane], row = momentAt(contact, time_s);
        const part = strengthOf(contact, time_s, run.to_s - run.from_s, largest_N);
        const { a, b } = bodiesOf(sheet, lane, contact), frame = frameOf(contact, row);
        const reach = Math.max(LEAST_RADIUS_PX, b ? Math.min(a.radius, b.radius) : a.radius);
        if (Math.abs(part) > 1e-3) {
            drawForce(sheet, lane, touchOf(sheet, a, contact, row, frame.n), frame,
                part * FORCE_RADII * reach, contact.rigid);
        }
    }
}
