// SPDX-License-Identifier: GPL-3.0-or-later
/** Balls of all solvers: the reference's filled, the others outlined. */
import { addCircle, disc, fill, segment, stroke } from './arrows.js';
import { ballColour, CUSHION, INK, PAPER } from './pen.js';
import { label } from './room.js';
import { eachImage } from './walls.js';
import { ballName } from '../../words/words.js';

export const MANY = 200; // from this number of balls on, balls are discs without shade
const FEW = 60; // from this number on, only selected balls have letters
const NAMED = 8; // of more balls, those that move at the start have names, or only selected ones
const APART_PART = 0.06; // closer to the reference, relative to the radius: no outline
const APART_PX = 2.5; // closer balls of two solvers coincide
const RING_DASH_PX = 24; // part of a ring in the colour of one solver
const INNER = 0.5; // inner end of the rotation mark, relative to the radius
const SMALL_PX = 10; // smaller balls have thinner lines
const FAR_SHADOW_PX = 60; // larger balls have the shadow of this radius
const PALE = '70', TINT = '60'; // opacity of many balls, and of balls in rings
export const DOT_PX = 6; // minimum radius
const LEAST_PX = 1.5; // with many balls

/** Radius in px, enlarged for balls too small to see. */
export const radiusOf = ({ run: { scene: { balls } }, camera }, ball) =>
    Math.max(ball.radius_m * camera.scale, balls.length > FEW ? LEAST_PX : DOT_PX);

/** Calls draw(ball, x, y, radius) in px for a solver's movable balls and their periodic images. */
function eachBall(sheet, index, draw) {
    const { run, camera, k } = sheet, { scene, positions } = run;
    scene.balls.forEach((ball, b) => {
        const at = run.offset(index, b, k);
        if (ball.fixed || Number.isNaN(positions[at])) {
            return;
        }
        const radius = radiusOf(sheet, ball);
        eachImage(scene.table, positions[at], positions[at + 1], ball.radius_m,
            (x, y) => draw(b, camera.x(x), camera.y(y), radius));
    });
}

// ---- few: circles ----

/** Radius of the largest movable ball in px. */
function largestOf(sheet) {
    const { balls } = sheet.run.scene;
    return Math.max(0, ...balls.map((ball) => ball.fixed ? 0 : radiusOf(sheet, ball)));
}

/** Draws a ball in its colour, shaded as a sphere over a soft shadow. */
function drawBall(ctx, x, y, radius, colour) {
    const far = Math.min(radius, FAR_SHADOW_PX);
    disc(ctx, x + 0.12 * far, y + 0.2 * far, radius + 0.04 * far, '#00000038');
    disc(ctx, x, y, radius, colour);
    const light = ctx.createRadialGradient(x - 0.35 * radius, y - 0.45 * radius, 0, x, y, radius);
    light.addColorStop(0, '#ffffffb0');
    light.addColorStop(0.45, '#ffffff10');
    light.addColorStop(1, '#00000060');
    disc(ctx, x, y, radius, light);
}

/** Fills the balls of a solver.
 * @param {Sheet} sheet @param {number} index */
function fillCircles(sheet, index) {
    const { ctx, run: { scene } } = sheet;
    eachBall(sheet, index, (b, x, y, radius) =>
        drawBall(ctx, x, y, radius, ballColour(scene.balls[b], scene.balls.length <= FEW ? b : 0)));
}

/** Visible solvers in groups, in each of which these balls coincide on the screen; rigid balls and springs are
 * in different groups.
 * @param {Sheet} sheet @param {string[]} names of balls @returns {number[][]} indices of solvers */
function ringsOf({ run, k, camera, visible, pens }, names) {
    const balls = names.map((name) => run.balls.indexOf(name)), groups = /** @type {number[][]} */ ([]);
    const coincide = (one, other) => pens[one].soft === pens[other].soft && balls.every((ball) => {
        const [x, y] = run.place(one, ball, k), [x0, y0] = run.place(other, ball, k);
        return Math.hypot(x - x0, y - y0) * camera.scale < APART_PX;
    });
    [...visible].sort((a, b) => a - b).forEach((index) => {
        const same = groups.find(([first]) => coincide(first, index));
        same ? same.push(index) : groups.push([index]);
    });
    return groups;
}

/** Balls in a close-up: those of the reference, and a ring for each group of springs, in their colours by turns.
 * @param {Sheet} sheet */
function drawRings(sheet) {
    const { ctx, pens, run, near } = sheet, first = sheet.visible[0];
    fillCircles(sheet, first);
    for (const ring of ringsOf(sheet, near ?? []).filter(([one]) => one !== first || pens[one].soft)) {
        ring.forEach((index, k) => {
            ctx.beginPath();
            eachBall(sheet, index, (b, x, y, radius) => near?.includes(run.balls[b])
                && addCircle(ctx, x, y, Math.max(radius - 1, 0.5)));
            ctx.lineDashOffset = -k * RING_DASH_PX;
            stroke(ctx, pens[index].colour, 3 * sheet.bold, k > 0 ? [RING_DASH_PX, (ring.length - 1) * RING_DASH_PX] : []);
        });
        ctx.lineDashOffset = 0;
    }
}

/** Outlines of a solver's balls, except of those that coincide with the reference's.
 * @param {Sheet} sheet @param {number} index */
function drawCircles(sheet, index) {
    const { ctx, pens, run, k, camera, visible } = sheet, pen = pens[index];
    if (pen.filled) {
        fillCircles(sheet, index);
    }
    const rings = [], { balls } = run.scene, apart = (b, radius) => {
        const [x, y] = run.place(index, b, k), [x0, y0] = run.place(visible[0], b, k);
        return !(Math.hypot(x - x0, y - y0) * camera.scale < APART_PART * radius);
    };
    eachBall(sheet, index, (b, x, y, radius) => {
        if ((index !== visible[0] && apart(b, radius)) || !pens[visible[0]].filled) {
            rings.push([x, y, Math.max(radius - 1, 0.5)]);
            disc(ctx, x, y, radius, ballColour(balls[b], balls.length <= FEW ? b : 0) + TINT);
        }
    });
    ctx.beginPath();
    rings.forEach((ring) => addCircle(ctx, ...ring));
    // lower lines solid and thick, upper ones dashed; small balls have thinner lines
    const small = Math.min(1, largestOf(sheet) / SMALL_PX);
    stroke(ctx, pen.colour, Math.max((pen.dash.length > 0 ? 2 : 3) * small, 1) * sheet.bold,
        pen.dash.map((length) => length * Math.max(small, 0.4)));
}

/** Draws many balls in one path. */
function drawDiscs(sheet, index) {
    const { ctx, pens } = sheet, { colour, filled } = pens[index];
    ctx.beginPath();
    eachBall(sheet, index, (b, x, y, radius) => addCircle(ctx, x, y, Math.max(radius - 0.5, 0.6)));
    if (filled) {
        fill(ctx, colour + PALE);
    }
    stroke(ctx, colour);
}

// ---- what stands still, rotation marks ----

function drawPosts(sheet) {
    const { ctx, run, camera } = sheet;
    for (const ball of run.scene.balls.filter(({ fixed }) => fixed)) {
        const radius = radiusOf(sheet, ball), x = camera.x(ball.x_m), y = camera.y(ball.y_m);
        disc(ctx, x, y, radius, CUSHION);
        disc(ctx, x, y, radius * 0.35, PAPER);
    }
}

/** Rotation mark on the rim, relative to the ball's centre in px; y points down. */
export function markOf(angle, radius) {
    const x = Math.cos(angle), y = -Math.sin(angle);
    return { from: { x: INNER * radius * x, y: INNER * radius * y },
        to: { x: radius * x, y: radius * y } };
}

/** Draws the rotation marks of a solver's balls in one path. */
function drawMarks(sheet, index) {
    const { ctx, run, k, pens } = sheet;
    if (run.spin_at === null) {
        return;
    }
    ctx.beginPath();
    eachBall(sheet, index, (b, x, y, radius) => {
        const angle = run.positions[run.offset(index, b, k) + run.spin_at + 1];
        const { from, to } = markOf(angle, radius);
        ctx.moveTo(x + from.x, y + from.y);
        ctx.lineTo(x + to.x, y + to.y);
    });
    const width = pens[index].dash.length > 0 ? 1.5 : 3.5; // as for the circles
    stroke(ctx, pens[index].colour,
        Math.max(width * Math.min(1, largestOf(sheet) / SMALL_PX), 1) * sheet.bold);
}

/** @param {Sheet} sheet */
export function drawBalls(sheet) {
    const { run, visible } = sheet;
    const draw = run.scene.balls.length > MANY ? drawDiscs : drawCircles;
    drawPosts(sheet);
    if (sheet.near) {
        drawRings(sheet);
        visible.forEach((index) => drawMarks(sheet, index));
        return;
    }
    for (const index of visible) {
        draw(sheet, index);
        drawMarks(sheet, index);
    }
}

// ---- words ----

/** Draws a name in its ball, in slow motion beside the arrows, or else beside the ball. */
function drawName(sheet, name, { x, y, radius }) {
    const { font_px, near } = sheet, up = radius + 0.75 * font_px, down = near ? 0.68 * radius : 0;
    const inside = [[0, down], [0, -down], ...near ? [[-down, 0], [down, 0]] : []];
    const place = label(sheet, name, (half) => [...inside.map(([aside, below]) => ({ x: x + aside, y: y + below, over: true })),
        { x, y: y - up }, { x, y: y + up }, { x: x + radius + half, y }, { x: x - radius - half, y },
        { x, y: y + up + font_px }, { x, y: y - up - font_px }]);
    const far = place && near ? Math.hypot(place.x - x, place.y - y) : 0;
    if (place && far > radius) { // a line tells which ball it is
        const along = (px) => ({ x: x + px / far * (place.x - x), y: y + px / far * (place.y - y) });
        segment(sheet.ctx, along(0.5 * radius), along(radius + 0.2 * font_px), INK, 1);
    }
}

/** Draws the time of an old sample near its ball. */
function placeAge(sheet, { x, y, radius, age, colour }) {
    const out = 1.14 * radius + 0.6 * sheet.font_px;
    label(sheet, age, (half) => [0, 1, 2, 3].map((turns) => {
        const angle = Math.PI / 4 + (3 + turns) * Math.PI / 2, across = Math.cos(angle);
        return { x: x + out * across + (half - 0.35 * sheet.font_px) * Math.sign(across), y: y + out * Math.sin(angle) };
    }), { bold: true, colour });
}

/** Position of a solver's ball in px; null after its failure. */
function bodyOf(sheet, index, b) {
    const { run, k, camera } = sheet, [x, y] = run.place(index, b, k);
    return Number.isNaN(x) ? null : { x: camera.x(x), y: camera.y(y),
        radius: radiusOf(sheet, run.scene.balls[b]) };
}

/** Takes the places of the balls of all solvers, if there are few. */
export function blockBalls(sheet) {
    const { room, run: { scene: { balls } }, visible } = sheet;
    [...(balls.length <= FEW ? balls : []).keys()].flatMap((b) => visible.map((index) => bodyOf(sheet, index, b)))
        .forEach((body) => body && room.block(body.x, body.y, body.radius));
}

/** Balls that can have names, by index. */
export function namedIn({ balls }) {
    const all = [...balls.keys()], movers = all.filter((b) => balls[b].vx_mps !== 0 || balls[b].vy_mps !== 0);
    return [all, movers].find(({ length }) => length <= NAMED) ?? [];
}

/** Draws names where there is room. `chosen` balls are labelled
 * first, and exclusively if there are many; texts do not cover balls of drawTrack. Both balls of a `contact` have names.
 * @param {Sheet} sheet */
export function drawWords(sheet, { names, chosen, recorded, contact }) {
    const { run: { scene }, visible, room } = sheet, all = [...scene.balls.keys()];
    const some = namedIn(scene), named = names ? all.filter((b) => some.includes(b)
        || [contact?.a, contact?.b].includes(scene.balls[b].name)) : [];
    const order = [...new Set([...chosen, ...(all.length <= FEW ? all : [])])];
    recorded.forEach(({ x, y, radius }) => room.block(x, y, radius));
    for (const b of order) {
        const body = bodyOf(sheet, visible[0], b), ball = scene.balls[b];
        if (body && (named.includes(b) || chosen.includes(b))) {
            drawName(sheet, ballName(ball.name), body);
        }
    }
    recorded.slice(0, FEW).filter(({ age }) => age).forEach((ball) => placeAge(sheet, ball));
}
