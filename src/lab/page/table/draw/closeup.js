// SPDX-License-Identifier: GPL-3.0-or-later
/** Close-up of a contact in slow motion: overlap, forces of springs, the impulse of rigid balls, velocities
 * with components along n and t, the distance at the end. All numbers come from the contact tables. Solvers
 * whose balls coincide are drawn once. */
import { addCircle, arrow, disc, fill, polyline, segment, widthOf, words } from './arrows.js';
import { largestForce, contactSampleAt } from '../contact.js';
import { drawGapGlass, drawMagnifier } from './magnifier.js';
import { label, overBalls } from './room.js';
import { ringsOf } from './balls.js';
import { GREY, INK } from './pen.js';
import { quantity } from '../../instruments/chart/numbers.js';
import { say } from '../../words/words.js';
import { fullName, modelOf } from '../../words/solver.js';
import { gapAt, pairsIn } from '../lesson.js';

const FORCE_RADII = 1.1, SPEED_RADII = 0.9; // longest arrows, in radii of the smaller ball
const MOST_PARTS = 1.25; // in units of force; longer arrows are cut and labelled
const ARROW_GAP_PX = 16; // distance between arrows of two solvers
const FLASH = 0.06; // duration of a visible impulse, relative to the window
const MOST_NAMES = 4; // of more solvers those that coincide have the name of their model
const LONG_NAME = 0.35; // letters beside an arrow, relative to its length
const OBLIQUE = 0.03; // smaller parts across the line of centres are not shown
const LEAST_RADIUS_PX = 60; // lower limit of the arrow scale
const LEAST_GAP_PX = 6; // smaller distances are seen in the magnifier
const GAP_PX = 14; // half of the marks of a distance

/** Index of the solver shown in full: the first soft one.
 * @param visible indices of visible solvers */
export function focusOf(contacts, visible) {
    const there = [...contacts.keys()].filter((index) => contacts[index] !== null
        && visible.includes(index));
    return there.find((index) => !contacts[index].rigid) ?? there[0] ?? -1;
}

/** True if the contact is active at a time. */
export const during = ({ t_s, contact_s }, time_s) => time_s >= t_s && time_s <= t_s + contact_s;

/** Both bodies in px: ball, centre and radius; b is null for a wall. */
function bodiesOf({ run, k, camera }, index, { a, b, wall }) {
    const of = (name) => {
        const ball = run.balls.indexOf(name), [x, y] = run.place(index, ball, k);
        return { ball, x: camera.x(x), y: camera.y(y),
            radius: run.scene.balls[ball].radius_m * camera.scale };
    };
    return { a: of(a), b: wall ? null : of(b) };
}

/** Radius of the smaller ball in px, the unit of arrows. */
const reachOf = ({ a, b }) => Math.max(LEAST_RADIUS_PX, Math.min(a.radius, b?.radius ?? Infinity));

/** Unit vectors in px (y points down): n, and t = n rotated by +90 degrees as seen. */
function frameOf({ contactSamples }, row) {
    const nx = contactSamples.nx[row], ny = -contactSamples.ny[row];
    return { n: { x: nx, y: ny }, t: { x: ny, y: -nx } };
}

const along = (from, u, length) => ({ x: from.x + length * u.x, y: from.y + length * u.y });

/** Contact point: the centre of the overlap. */
function touchOf({ camera }, a, contact, row, n) {
    const deep_m = Math.max(contact.contactSamples.overlap_m[row], 0);
    return along(a, n, a.radius - deep_m / 2 * camera.scale);
}

// ---- overlap ----

/** Fills the overlap of a with b, or with the wall. */
function drawOverlap(sheet, contact, row, two, { n, t }, colour) {
    const { ctx, camera } = sheet, deep_m = contact.contactSamples.overlap_m[row];
    if (!(deep_m > 0)) {
        return;
    }
    ctx.save();
    ctx.beginPath();
    addCircle(ctx, two.a.x, two.a.y, two.a.radius);
    ctx.clip();
    ctx.beginPath();
    if (two.b) {
        addCircle(ctx, two.b.x, two.b.y, two.b.radius);
    } else {
        const wall = along(two.a, n, two.a.radius - deep_m * camera.scale), far = 2 * two.a.radius;
        const [left, right] = [along(wall, t, far), along(wall, t, -far)];
        polyline(ctx, [left, right, along(right, n, far), along(left, n, far)]
            .map(({ x, y }) => [x, y]));
    }
    ctx.globalAlpha = 0.55;
    fill(ctx, colour);
    ctx.restore();
}

// ---- arrows ----

/** Normal and tangent through the contact. */
const drawFrame = ({ ctx }, touch, { n, t }, length) => [n, t].forEach((u) =>
    segment(ctx, along(touch, u, -length), along(touch, u, length), GREY, 1, [4, 4]));

/** Draws the force on b along n and on a against it, next to the velocities and other forces.
 * times: length relative to the limit; a longer arrow is cut and labelled */
function drawForce(sheet, { rank, colour }, touch, { n, t }, { length, times, hollow, wall }) {
    const { ctx, font_px } = sheet, from = along(touch, t, (rank + 1) * (ARROW_GAP_PX + 0.4 * font_px));
    const how = { colour, width: 3.5 * sheet.bold, hollow, dash: times > 1 ? [6, 3] : [] };
    if (!wall) {
        arrow(ctx, from, along(from, n, length), how);
    }
    arrow(ctx, from, along(from, n, -length), how);
    const name = say(hollow ? 'closeup.impulse' : 'closeup.force'), far = Math.abs(length) + font_px / 2;
    label(sheet, times > 1 ? `${name} × ${Number(times.toPrecision(2))}` : name, (half) => overBalls([far, -far].map((out) => {
        const end = along(from, n, wall ? -out : out);
        return { x: end.x + half * Math.sign(end.x - from.x), y: end.y };
    }).concat(along(from, t, font_px))), { name: `${name} ${rank}`, bold: true, colour });
}

/** Draws a velocity and, if both exist, its components along n and t. */
function drawVelocity(sheet, { rank, colour }, body, { n, t }, { v_n, v_t, isNamed }, px_per_mps) {
    const { ctx, bold, font_px } = sheet, from = along(body, t, -rank * ARROW_GAP_PX);
    const end_n = along(from, n, v_n * px_per_mps), end = along(end_n, t, v_t * px_per_mps);
    const end_t = along(from, t, v_t * px_per_mps);
    if (Math.hypot(end.x - from.x, end.y - from.y) < 1) {
        return;
    }
    if (Math.abs(v_t * px_per_mps) > 3 && Math.abs(v_n * px_per_mps) > 3) {
        const thin = { colour, width: 1.5 * bold, dash: [3, 3] };
        arrow(ctx, from, end_n, thin);
        arrow(ctx, from, end_t, thin);
    }
    arrow(ctx, from, end, { colour, width: 3 * bold });
    disc(ctx, from.x, from.y, 3, colour);
    const name = say('closeup.velocity');
    if (isNamed && Math.hypot(v_n, v_t) * px_per_mps > LONG_NAME * font_px * name.length) {
        const up = font_px * Math.sign(from.y - end.y || 1);
        label(sheet, name, (half) => overBalls([{ x: end.x, y: end.y - up }, { x: end.x, y: end.y + up },
            { x: end.x + half * Math.sign(end.x - from.x), y: end.y }]), { colour });
    }
}

/** Largest speed of both bodies before or after the contact, m/s. */
function fastest({ contactSamples, first, end }) {
    return Math.max(...[first, end - 1].flatMap((row) => [
        Math.hypot(contactSamples.va_n_mps[row], contactSamples.va_t_mps[row]),
        Math.hypot(contactSamples.vb_n_mps[row], contactSamples.vb_t_mps[row])]));
}

/** Velocities of both bodies in a row: [[v_n, v_t] of a, of b]. */
const velocitiesOf = ({ contactSamples: of }, row) => ['a', 'b'].map((side) =>
    ['n', 't'].map((axis) => of[`v${side}_${axis}_mps`][row]));

/** True if the velocities have a part across the line of centres. */
const isOblique = (contact) => Math.max(...velocitiesOf(contact, contact.first).map(([, v_t]) => Math.abs(v_t)))
    > OBLIQUE * fastest(contact);

/** Draws the velocities of a solver's bodies. */
function drawVelocities(sheet, pen, index, contact, time_s, fastest_mps) {
    const row = contactSampleAt(contact, time_s), two = bodiesOf(sheet, index, contact);
    const px_per_mps = SPEED_RADII * reachOf(two) / (fastest_mps || 1);
    const velocities = velocitiesOf(contact, row), speeds = velocities.map((v) => Math.hypot(...v));
    const named = pen.rank > 0 ? -1 : two.b && speeds[1] > speeds[0] ? 1 : 0; // the faster one, once
    [two.a, two.b].forEach((body, k) => body && drawVelocity(sheet, pen, body, frameOf(contact, row),
        { v_n: velocities[k][0], v_t: velocities[k][1], isNamed: k === named }, px_per_mps));
}

/** Draws how far the balls of a rigid and a soft solver are apart after the contact: two marks above
 * the balls, and the distance between them, in the magnifier if it is small. */
export function drawGap(sheet, contacts, index, time_s) {
    const { ctx, run, k, camera, pens, visible, font_px, bold } = sheet, one = contacts[index];
    const pair = pairsIn(run, contacts).find(({ rigid, soft }) => visible.includes(rigid) && soft === index);
    const { away_m } = pair ? gapAt(run, pair, k) : { away_m: 0 };
    if (!pair || !(away_m > 0) || time_s <= one.t_s + one.contact_s) {
        return;
    }
    const [from, to] = [pair.rigid, pair.soft].map((solver) => {
        const [x, y] = run.place(solver, pair.ball, k);
        return { x: camera.x(x), y: camera.y(y) };
    });
    const far = away_m * camera.scale, text = quantity(away_m, 'm', 2);
    const colours = [pair.rigid, pair.soft].map((solver) => pens[solver].colour);
    const radius = run.scene.balls[pair.ball].radius_m * camera.scale;
    const write = (places) => label(sheet, text, () => overBalls(places), { name: 'gap', size: 1.25 * font_px, bold: true });
    if (far < LEAST_GAP_PX) {
        const way = { x: (to.x - from.x) / far, y: (to.y - from.y) / far };
        if (!drawGapGlass(sheet, { way, colours, away_m, text })) {
            write([-1, 1].map((side) => ({ x: from.x, y: from.y + side * (radius + font_px) })));
        }
        return;
    }
    const across = { x: (from.y - to.y) / far, y: (to.x - from.x) / far };
    const out = across.y <= 0 ? across : { x: -across.x, y: -across.y }; // upwards
    const up = radius + GAP_PX < from.y ? out : { x: -out.x, y: -out.y };
    [from, to].forEach((at, side) => segment(ctx, along(at, up, radius - GAP_PX),
        along(at, up, radius + GAP_PX), colours[side], 3 * bold));
    const [left, right] = [from, to].map((at) => along(at, up, radius + GAP_PX / 2));
    segment(ctx, left, right, INK, 2 * bold);
    const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 };
    write([1, -1].map((side) => along(middle, up, side * (GAP_PX + font_px / 2))));
}

/** Draws the magnifier for a small overlap, on top and in a free corner. */
export function drawGlass(sheet, contacts, index, time_s) {
    if (index < 0 || !during(contacts[index], time_s)) {
        return;
    }
    const { scene } = sheet.run, contact = contacts[index], row = contactSampleAt(contact, time_s);
    const radius = (name) => scene.balls.find((ball) => ball.name === name).radius_m;
    drawMagnifier(sheet, index, contact, row,
        { a: radius(contact.a), b: contact.wall ? null : radius(contact.b) });
}

/** Current force relative to the unit; 1 during an impulse, which has no force; 0 otherwise. */
function strengthOf(contact, time_s, window_s, unit_N) {
    if (contact.rigid) {
        return time_s >= contact.t_s && time_s < contact.t_s + FLASH * window_s ? 1 : 0;
    }
    const force_N = contact.contactSamples.force_N[contactSampleAt(contact, time_s)];
    return during(contact, time_s) && unit_N > 0 ? force_N / unit_N : 0;
}

/** Writes the names of solvers in a free corner, in the colours of their rings; those that coincide have
 * the name of their model if there is little room. */
function drawNames(sheet, rings) {
    const { ctx, pens, run: { scene: { solvers } }, room, font_px } = sheet, all = rings.flat();
    const high = 1.2 * font_px;
    const each = all.map((index) => ({ index, text: fullName(solvers[index]) }));
    const short = rings.map(([index]) => ({ index, text: modelOf(solvers[index]) || solvers[index].label }));
    for (const lines of all.length <= MOST_NAMES ? [each, short] : [short]) {
        const wide = Math.max(...lines.map(({ text }) => widthOf(ctx, text, font_px, true)));
        const place = room.reserve(`names ${lines.length}`, room.corners(wide, high * lines.length).reverse(), wide, high * lines.length);
        if (place) {
            lines.forEach(({ index, text }, k) => words(ctx, text, place.x - wide / 2, place.y + high * (k + (1 - lines.length) / 2),
                { size: font_px, bold: true, align: 'left', colour: pens[index].soft ? pens[index].colour : INK }));
            return;
        }
    }
}

/** @param {Sheet} sheet @param {(Contact | null)[]} contacts by solver
 * @param focus index of the solver whose overlap is filled; its largest force is the unit of forces */
export function drawCloseup(sheet, contacts, focus, time_s) {
    const { run, pens } = sheet, focused = contacts[focus];
    if (!focused) {
        return;
    }
    const unit_N = largestForce([focused]) || largestForce(contacts);
    const row = contactSampleAt(focused, time_s), frame = frameOf(focused, row);
    const two = bodiesOf(sheet, focus, focused), touch = touchOf(sheet, two.a, focused, row, frame.n);
    if (during(focused, time_s)) {
        drawOverlap(sheet, focused, row, two, frame, pens[focus].colour);
    }
    if (isOblique(focused)) {
        drawFrame(sheet, touch, frame, 0.9 * reachOf(two));
    }
    const rings = ringsOf(sheet, focused.balls), fastest_mps = fastest(focused);
    drawNames(sheet, rings);
    rings.forEach((ring, rank) => {
        const index = ring.includes(focus) ? focus : ring[0], contact = contacts[index];
        if (!contact) {
            return;
        }
        const pen = { rank, colour: pens[index].soft ? pens[index].colour : INK };
        if (sheet.velocities) {
            drawVelocities(sheet, pen, index, contact, time_s, fastest_mps);
        }
        const part = strengthOf(contact, time_s, run.to_s - run.from_s, unit_N);
        if (Math.abs(part) > 1e-3) {
            const at = contactSampleAt(contact, time_s), own = bodiesOf(sheet, index, contact);
            const axes = frameOf(contact, at);
            const shown = Math.sign(part) * Math.min(Math.abs(part), MOST_PARTS);
            const times = part / shown > 1.01 ? part / shown : 1;
            drawForce(sheet, pen, touchOf(sheet, own.a, contact, at, axes.n), axes,
                { times, length: shown * FORCE_RADII * reachOf(own), hollow: contact.rigid,
                    wall: contact.wall });
        }
    });
}
