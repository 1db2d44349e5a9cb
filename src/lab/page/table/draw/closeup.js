// SPDX-License-Identifier: GPL-3.0-or-later
/** Close-up of a contact in slow motion: velocities of its balls and forces between them at the time shown,
 * overlap, the impulse of rigid balls, the distance at the end. Velocities are those of the samples, forces
 * those of the contact tables. */
import { addCircle, arrow, disc, fill, polyline, segment } from './arrows.js';
import { allIn, contactSampleAt, largestForce } from '../contact.js';
import { drawMagnifier } from './magnifier.js';
import { label } from './room.js';
import { GREY, INK } from './pen.js';
import { quantity } from '../../instruments/chart/numbers.js';
import { cached } from '../../model/search.js';
import { say } from '../../words/words.js';
import { gapAt, pairsIn } from '../lesson.js';

const FORCE_RADII = 1.1, SPEED_RADII = 0.9; // longest arrows, in radii of the smaller ball
const MOST_PARTS = 1.25; // in units of force; longer arrows are cut and labelled
const LANE_PX = 16; // distance between arrows of two solvers
const SAME_PX = 3; // closer arrows of two solvers are one
const LEAST_PART = 1e-3; // weaker forces have no arrow
const FLASH = 0.06; // duration of a visible impulse, relative to the window
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

const fastest = new WeakMap(); // by run

/** Largest speed of balls in the reference's samples, m/s. */
const fastestOf = (run, balls) => cached(fastest, run, () => Array.from({ length: run.filled }, (_, k) => k).reduce((most, k) =>
    Math.max(most, ...balls.map((ball) => Math.hypot(...run.place(run.scene.reference ?? 0, ball, k).subarray(2, 4)) || 0)), 0) || 1);

const penOf = ({ pens }, index) => pens[index].soft ? pens[index].colour : INK;

/** Place of a solver's arrows beside those of the others, in px from the middle. */
const laneOf = ({ visible }, index) => (visible.filter((other) => other < index).length - (visible.length - 1) / 2) * LANE_PX;

/** True if two arrows of rigid balls, or of springs, can be drawn as one. */
const isSame = ({ pens }, one, other) => pens[one.index].soft === pens[other.index].soft && ['at', 'way'].every((key) =>
    Math.hypot(one[key].x - other[key].x, one[key].y - other[key].y) < SAME_PX);

/** Adds an arrow unless it is drawn already. */
const addTo = (sheet, arrows, one) => arrows.some((other) => other.ball === one.ball && isSame(sheet, one, other))
    ? arrows : [...arrows, one];

/** Velocities of the balls in the close-up by each visible solver, from the centres on.
 * @param {Sheet} sheet */
export function velocitiesIn(sheet) {
    const { run, k, camera, visible, near, bold } = sheet, balls = (near ?? []).map((name) => run.balls.indexOf(name));
    const radii = balls.map((ball) => run.scene.balls[ball].radius_m * camera.scale);
    const px_per_mps = SPEED_RADII * Math.max(LEAST_RADIUS_PX, Math.min(...radii)) / fastestOf(run, balls);
    return [...visible].sort((a, b) => a - b).flatMap((index) => balls.map((ball) => ({ index, ball })))
        .map(({ index, ball }) => {
            const [x, y, vx, vy] = run.place(index, ball, k), at = { x: camera.x(x), y: camera.y(y) };
            const way = { x: vx * px_per_mps, y: -vy * px_per_mps };
            return { index, ball, vx, vy, at, way, from: at, tip: along(at, way, 1), text: say('closeup.velocity'),
                colour: penOf(sheet, index), width: 3 * bold };
        }).filter(({ way }) => Math.hypot(way.x, way.y) >= 1)
        .reduce((all, one) => addTo(sheet, all, one), /** @type {any[]} */ ([]));
}

/** Friction along t relative to the normal force, or to the normal impulse of rigid balls. */
const slopeOf = ({ collisions }, { index, row, rigid, contactSamples }, at) => rigid
    ? (collisions[index].column.impulse_t_Ns?.[row] ?? 0) / collisions[index].column.impulse_Ns[row]
    : contactSamples.force_t_N[at] / contactSamples.force_N[at];

/** Forces at the time shown, and the impulses of rigid balls, friction included: on a ball b along n and on a
 * against it, next to the velocities. One that is too long is cut, and its text tells by how much.
 * @param {Sheet} sheet */
export function forcesIn(sheet, focus, time_s) {
    const { run, visible, bold } = sheet, all = allIn(run).filter(({ index }) => visible.includes(index));
    const unit_N = largestForce(all.filter(({ index }) => index === focus)) || largestForce(all);
    return all.map((contact) => ({ contact, part: strengthOf(contact, time_s, run.to_s - run.from_s, unit_N) }))
        .filter(({ part }) => Math.abs(part) > LEAST_PART).map(({ contact, part }) => {
            const { index, wall, rigid } = contact, row = contactSampleAt(contact, time_s), two = bodiesOf(sheet, index, contact);
            const { n, t } = frameOf(contact, row), slope = slopeOf(run, contact, row), at = touchOf(sheet, two.a, contact, row, n);
            const cut = Math.min(Math.abs(part), MOST_PARTS), times = Math.abs(part) / cut, isCut = times > 1.01;
            const push = -Math.sign(part) * cut * FORCE_RADII * reachOf(two), way = along(along({ x: 0, y: 0 }, n, push), t, slope * push);
            const from = along(at, t, (visible.length / 2 + 1) * LANE_PX + laneOf(sheet, index));
            const name = say(rigid ? 'closeup.impulse' : slope === 0 ? 'closeup.force' : 'closeup.resultant');
            return { index, ball: [contact.a, contact.b].sort().join(), wall, at, way, from, tip: along(from, way, 1),
                text: isCut ? `${name} × ${Number(times.toPrecision(2))}` : name, colour: penOf(sheet, index),
                width: 3.5 * bold, hollow: rigid, dash: isCut ? [6, 3] : [] };
        }).reduce((drawn, one) => addTo(sheet, drawn, one), /** @type {any[]} */ ([]))
        .flatMap((one) => one.wall ? [one] : [one, { ...one, tip: along(one.from, one.way, -1) }]);
}

/** Draws arrows, and a name at the longest one of each kind that has room for it. @param {Sheet} sheet */
function drawArrows(sheet, arrows) {
    const { font_px } = sheet, length = ({ from, tip }) => Math.hypot(tip.x - from.x, tip.y - from.y);
    const longestFirst = [...arrows].sort((one, other) => length(other) - length(one)); // shorter ones are seen on it
    longestFirst.forEach((one) => arrow(sheet.ctx, one.from, one.tip, one));
    arrows.filter(({ ball }) => typeof ball === 'number').forEach(({ from, colour }) => disc(sheet.ctx, from.x, from.y, 3, colour));
    new Set(longestFirst.map(({ text }) => text)).forEach((text) => longestFirst.filter((one) => one.text === text).some((one) => {
        const { from, tip, colour } = one, u = { x: (tip.x - from.x) / length(one), y: (tip.y - from.y) / length(one) };
        const beside = [[0, -1], [0, 1]].map(([x, y]) => u.x ** 2 > 0.5 ? { x, y } : { x: y, y: x });
        const at = (part, way, half, over) => ({ x: from.x + part * (tip.x - from.x) + way.x * (half + font_px),
            y: from.y + part * (tip.y - from.y) + way.y * font_px, over });
        return label(sheet, text, (half) => [at(1, u, half, false), ...[0.5, 0.75, 1].flatMap((part) =>
            beside.flatMap((way) => [at(part, way, half, true)]))], { name: `${text.split(' ')[0]} ${one.index} ${one.ball}`, bold: true, colour });
    }));
}

/** Draws the line of centres and the tangent through a contact, and the components of velocities along them.
 * @param {Sheet} sheet @param {Contact} contact */
function drawComponents(sheet, contact, time_s, velocities) {
    const { ctx, bold, run: { balls } } = sheet, row = contactSampleAt(contact, time_s), { n, t } = frameOf(contact, row);
    const two = bodiesOf(sheet, contact.index, contact), touch = touchOf(sheet, two.a, contact, row, n);
    const far = 0.9 * reachOf(two), below = ({ x, y }) => ({ x, y: y + 1.2 * sheet.font_px, over: true });
    segment(ctx, two.b ? two.a : along(touch, n, -far), along(touch, n, two.b ? 2 * far : far), GREY, 2, [4, 4]);
    segment(ctx, along(touch, t, -far), along(touch, t, far), GREY, 1, [4, 4]);
    if (two.b) {
        label(sheet, say('closeup.centres'), () => [0.5, 0, 1].map((part) => below(along(two.a, n, part * two.a.radius))), { name: 'centres' });
    }
    velocities.filter(({ index, ball }) => index === contact.index && [contact.a, contact.b].includes(balls[ball]))
        .forEach(({ from, way, colour }) => [n, t].forEach((u) => arrow(ctx, from, along(from, u, way.x * u.x + way.y * u.y),
            { colour, width: 1.5 * bold, dash: [3, 3] })));
}

/** Draws how far the balls of a rigid and a soft solver are apart after the contact: two marks above
 * the balls, and the distance between them, without marks if it is small. */
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
    const far = away_m * camera.scale, text = say('closeup.gap', { gap: quantity(away_m, 'm', 2) });
    const colours = [pair.rigid, pair.soft].map((solver) => pens[solver].colour);
    const radius = run.scene.balls[pair.ball].radius_m * camera.scale;
    const write = (places) => label(sheet, text, (half) => [...places, ...sheet.room.corners(2 * half, font_px)],
        { name: 'gap', size: font_px, bold: true });
    if (far < LEAST_GAP_PX) {
        write([-1, 1].map((side) => ({ x: from.x, y: from.y + side * (radius + font_px) })));
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

/** Contacts of a solver at a time, the deepest one first. */
const activeOf = (run, index, time_s) => allIn(run).filter((one) => one.index === index && during(one, time_s))
    .map((one) => ({ one, deep_m: one.contactSamples.overlap_m[contactSampleAt(one, time_s)] }))
    .sort((a, b) => b.deep_m - a.deep_m).map(({ one }) => one);

/** Draws the magnifier for a small overlap, on top and in a free corner. */
export function drawGlass(sheet, index, time_s) {
    const [contact] = activeOf(sheet.run, index, time_s);
    if (contact) {
        drawMagnifier(sheet, index, contact, contactSampleAt(contact, time_s));
    }
}

/** Current force relative to the unit; 1 during an impulse, which has no force; 0 otherwise. */
function strengthOf(contact, time_s, window_s, unit_N) {
    if (contact.rigid) {
        return time_s >= contact.t_s && time_s < contact.t_s + FLASH * window_s ? 1 : 0;
    }
    const force_N = contact.contactSamples.force_N[contactSampleAt(contact, time_s)];
    return during(contact, time_s) && unit_N > 0 ? force_N / unit_N : 0;
}

/** @param {Sheet} sheet @param {Contact} focused its solver's overlaps are filled
 * @param arrows of velocitiesIn() and forcesIn() */
export function drawCloseup(sheet, focused, time_s, arrows) {
    activeOf(sheet.run, focused.index, time_s).forEach((one) => {
        const row = contactSampleAt(one, time_s);
        drawOverlap(sheet, one, row, bodiesOf(sheet, focused.index, one), frameOf(one, row), sheet.pens[focused.index].colour);
    });
    if (sheet.components) {
        drawComponents(sheet, focused, time_s, arrows);
    }
    drawArrows(sheet, arrows);
}
