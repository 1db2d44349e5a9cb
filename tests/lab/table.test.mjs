// SPDX-License-Identifier: GPL-3.0-or-later
// Table without drawing: camera, window of a contact, rounding, texts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Bounds, boundsOfRun, Camera } from '../../src/lab/page/table/camera.js';
import { allIn, ballsIn, columnOf, contactsIn, contactSampleAt, largestForce, latestRow, nextRow, onsetOf, windowOf }
    from '../../src/lab/page/table/contact.js';
import { drawBalls, markOf } from '../../src/lab/page/table/draw/balls.js';
import { forcesIn, velocitiesIn } from '../../src/lab/page/table/draw/closeup.js';
import { Room } from '../../src/lab/page/table/draw/room.js';
import { ballColour, orderOf, pensOf } from '../../src/lab/page/table/draw/pen.js';
import { arrowOf, arrowTime, velocityOf } from '../../src/lab/page/table/draw/velocity.js';
import { eachImage } from '../../src/lab/page/table/draw/walls.js';
import { lostHeight, steady } from '../../src/lab/page/access/phone.js';
import { Drag } from '../../src/lab/page/table/drag.js';
import { gapAt, lessonIn, pairsIn } from '../../src/lab/page/table/lesson.js';
import { partingOf } from '../../src/lab/page/table/table.js';
import { sentenceOf } from '../../src/lab/page/access/events.js';
import { labelled } from '../../src/lab/page/model/model.js';
import { clamped } from '../../src/lab/page/table/clamp.js';
import { decimalsOf, snap, stepFor } from '../../src/lab/page/table/snap.js';
import { styleOf } from '../../src/lab/page/instruments/chart/style.js';
import { speedText, speedsFor } from '../../src/lab/page/transport/speeds.js';
import { near, opened, ROOT, runOf, textOf } from './node.mjs';

const headOn = (look = { samples: 61 }) => runOf(textOf('01-head-on'), look);

// ---- camera ----

test('table: metres and pixels convert both ways', () => {
    const camera = new Camera();
    camera.resize(813, 407);
    camera.fit(new Bounds().add(-0.385, 0.12).add(2.154, 1.39), 16);
    const { x, y } = camera.metres({ x: camera.x(1.2385), y: camera.y(0.7151) });
    near(x, 1.2385, 1e-12);
    near(y, 0.7151, 1e-12);
});

test('table: arrows end before a ball ahead, and no arrow gets too short to be pulled', () => {
    const ball = (x_m, vx_mps) => ({ x_m, y_m: 0, vx_mps, vy_mps: 0, radius_m: 0.1 }), time = (...balls) => arrowTime({ balls }, 4);
    near(time(ball(0, 1), ball(3, 0)), 0.5, 1e-12); // 0.16 of the width
    near(time(ball(0, 1), ball(0.8, 0)), 0.2, 1e-12); // 0.6 of the way of 0.6 m
    near(time(ball(0, 1), ball(-0.8, 0)), 0.5, 1e-12); // behind
    near(time(ball(0, 1), ball(0.21, 0)), 0.1, 1e-12);
    near(time(ball(0, 0)), 0.5, 1e-12);
});

test('table: a fixed ball is a ring that leaves the table around it as it was', () => {
    const fills = []; // arcs of the path at each fill
    let arcs = ['the edge of the table'];
    const ctx = { beginPath: () => { arcs = []; }, moveTo() {}, fill: () => fills.push([...arcs]),
        arc: (x, y, radius) => arcs.push(radius) };
    const balls = ['post', 'other'].map((name) => ({ name, x_m: 0, y_m: 0, radius_m: 20, fixed: true }));
    drawBalls({ ctx, run: { scene: { balls } }, camera: new Camera(), visible: [] });
    assert.deepEqual(fills, [[20], [7], [20], [7]]);
});

test('table: the whole table is visible, centred, with y upwards', () => {
    const camera = new Camera();
    camera.resize(1000, 300);
    camera.fit(new Bounds().add(1, 2).add(3, 6), 10);
    near(camera.y(6), 10, 1e-9);
    near(camera.y(2), 290, 1e-9);
    near(camera.x(2), 500, 1e-9);
});

test('table: an open table shows all positions, except of balls that fly away', () => {
    const run = runOf(textOf('02-oblique-unequal'), { samples: 61 });
    const seen = boundsOfRun(run), { positions } = run;
    for (let at = 0; at < positions.length; at += run.stride) {
        assert.ok(positions[at] >= seen.left && positions[at] <= seen.right);
    }
    const span = seen.width;
    positions[run.offset(1, 0, 60)] = 1e6;
    assert.ok(boundsOfRun(run).width < 9 * span);
});

test('table: springs of one family have colours of their own', () => {
    const { scene } = opened(textOf('13-gas'));
    assert.equal(scene.solvers[1].hue, scene.solvers[2].hue); // as in figures of the program
    const pens = pensOf(labelled(scene));
    assert.equal(new Set(pens.map(({ colour }) => colour)).size, 3);
    assert.equal(new Set(scene.solvers.map((solver) => styleOf(solver).colour)).size, 3);
    const { scene: other } = opened(textOf('01-head-on')), before = other.solvers.map(({ hue }) => hue);
    assert.deepEqual(labelled(other).solvers.map(({ hue }) => hue), before);
});

// ---- the sentence about a contact ----

/** The first contact of a scene in slow motion: its run and its sentence. */
function lessonOf(text, sets = []) {
    const run = runOf(text, { samples: 101 }, { sets });
    const index = run.collisions.findIndex((table) => table?.rows > 0);
    const slow = runOf(text, { samples: 361, ...windowOf(run, index, 0) }, { sets });
    return { slow, contacts: contactsIn(slow), said: lessonIn(slow, contactsIn(slow)) };
}

test('lesson: springs take time and end behind, at the end of slow motion as far as the sentence says', () => {
    const { slow, contacts, said } = lessonOf(textOf('01-head-on'));
    assert.equal(said, 'Rigid balls swap speeds at once. '
        + 'With springs the contact lasts 9.2 ms, and the ball “eight” is then 4.6 mm behind.');
    const pairs = pairsIn(slow, contacts);
    assert.deepEqual(pairs, [{ rigid: 0, soft: 1, ball: 1 }, { rigid: 0, soft: 2, ball: 1 }]);
    assert.deepEqual(gapAt(slow, pairs[1], 0), { away_m: 0, behind: false }); // before the contact
    const end = gapAt(slow, pairs[1], slow.filled - 1);
    near(end.away_m, Math.PI * Math.sqrt(0.085 / 1e4) / 2, 1e-5); // v t_c/2
    assert.ok(end.behind && slow.to_s > contacts[2].t_s + contacts[2].contact_s);
});

test('lesson: each part is left out or differs where it would be false', () => {
    const text = textOf('01-head-on'), said = (...sets) => lessonOf(text, sets).said;
    const rigid = (e) => said(`restitution.ball_ball=${e}`);
    assert.match(said('balls.cue.mass_kg=0.68'), /^Rigid balls change speed at once\./); // no swap
    assert.match(rigid(0.5), /^Rigid balls change speed at once\. With springs the contact lasts 7\.9 ms, and the ball “eight”/);
    assert.match(rigid(0.001), /^Rigid balls go on together at once\./);
    assert.doesNotMatch(rigid(0.9), /together/);
    const stiff = ['euler', 'heun'].flatMap((name) => [`solvers.${name}.stiffness_N_per_m=1e9`,
        `solvers.${name}.step_s=1e-7`]);
    // with other restitutions the springs that separate the balls are named
    assert.equal(lessonOf(textOf('07-restitution'), ['restitution=0']).said,
        'Rigid balls go on together at once. Springs (wrong damping) separate them at 0.55 m/s.');
    assert.match(said(...stiff), /at once\. With springs the contact lasts 29 µs\.$/); // 0.5 thousandths of a radius behind
    const one = (name) => text.replace(/checks:[^]*$/, '')
        .replace(/reference: .*/, '').split('\n').filter((line) => !/name: (impulse|euler|heun)/.test(line)
            || line.includes(`name: ${name}`)).join('\n');
    assert.equal(lessonOf(one('heun')).said, 'With springs the contact lasts 9.2 ms.'); // there are no rigid balls
    assert.equal(lessonOf(one('impulse')).said, 'Rigid balls swap speeds at once.');
    const wall = (e) => lessonOf(text, ['balls.cue.vx_mps=-1', `restitution.ball_wall=${e}`]).said;
    assert.match(wall(1), /^A rigid ball turns at once\./);
    assert.doesNotMatch(wall(0.001), /turns/); // it stops
    const swaps = /swap|together at once/; // of two balls only
    const cradle = lessonOf(textOf('09-cradle')), { slow } = cradle;
    assert.match(cradle.said, /of 3 balls overlap and last 0\.43 ms together, and the ball “third” is then 0\.22 mm behind/);
    assert.doesNotMatch(cradle.said, swaps);
    const begins = slow.collisions[2].column, last = begins.t_s[1] + begins.contact_s[1];
    near(last - begins.t_s[0], 0.43e-3, 5e-6);
    assert.match(lessonOf(textOf('08-one-hits-two')).said, /3 balls overlap and last 0\.2 ms \(100 MN\/m\) to 20 ms \(10 kN\/m\) together/);
    assert.match(said('solvers.heun.stiffness_N_per_m=1e6'),
        /lasts 0\.92 ms \(Heun, k = 1 MN\/m\) to 9\.2 ms \(Euler, k = 10 kN\/m\), and the ball “eight” is then 0\.46 mm \(Heun, .*\) to 4\.6 mm \(Euler/);
});

test('table: runs have parted at one time, after a mismatch at a smaller distance', () => {
    const far = [[], [0, 3, 1, 3], [0, 0, 3, 4], [0, 0, 0, 1]].map((rms_m) => ({ rms_m }));
    const run = /** @type {any} */ ({ t: [0, 1, 2, 3], numbers: far, scene: { balls: [{ radius_m: 2 }] } });
    assert.deepEqual(partingOf(run, [null, 0.5, 1.5, 0]), { since_s: 0.5, from: 1 });
    assert.deepEqual(partingOf(run, [null, 1.5, 1.5, 0]), { since_s: 1.5, from: 2 }); // the first was far before its mismatch
    assert.equal(partingOf(run, [null, null, null, 0]), undefined);
});

test('table: a ball whose name is a colour has it', () => {
    const colours = (names) => names.map((name, k) => ballColour(/** @type {any} */ ({ name }), k));
    const [white, yellow, red, green] = colours(['white', 'yellow', 'red', 'green']);
    assert.deepEqual(colours(['red', 'green-2', 'Gelb', 'weiß 1']), [red, green, yellow, white]);
    assert.deepEqual(colours(['a', 'cue', 'struck']), [white, white, colours(['x', 'blue'])[1]]);
    assert.equal(new Set([white, yellow, red, green]).size, 4);
});

test('events: a collision of balls that touch at the start is at 0', () => {
    const { collisions: [table] } = runOf(textOf('21-throw'), { samples: 11 });
    assert.match(sentenceOf(table, 0), /fast-cue hits fast at 0 s/);
});

// ---- the close-up at the time shown ----

/** Close-up of the first contact of a scene, and its picture with all solvers at a time. */
function closeupOf(name, sets = []) {
    const { slow, contacts } = lessonOf(textOf(name), sets), camera = new Camera(), { scene } = slow;
    camera.resize(1000, 600);
    camera.scale = 1000;
    return { slow, contacts, sheetAt: (time_s) => ({ run: slow, k: slow.sampleAt(time_s).k, camera, bold: 1, pens: pensOf(scene),
        visible: [...scene.solvers.keys()], near: ballsIn(slow) }) };
}

test('closeup: every ball has the velocity of every solver at the time shown', () => {
    const shownAt = ({ slow, contacts, sheetAt }, time_s, ball) => Object.fromEntries(velocitiesIn(sheetAt(time_s), contacts[0])
        .filter((one) => slow.balls[one.ball] === ball).map(({ index, vx, vy }) => [slow.solvers[index], [vx, vy]]));
    const drop = closeupOf('19-two-ball-drop'), end = (ball) => shownAt(drop, drop.slow.to_s, ball);
    near(end('large').impulse[1], 0.2, 1e-6);
    near(end('small').impulse[1], 2.2, 1e-6); // (3 m1 - m2)/(m1 + m2) v
    near(end('small').springs[1], drop.slow.place(2, 1, drop.slow.filled - 1)[3], 1e-7);
    assert.deepEqual(Object.keys(end('large')), ['impulse', 'springs']); // oracle is one arrow with impulse
    const cradle = closeupOf('09-cradle'), at = (ball) => shownAt(cradle, onsetOf(cradle.slow) + 0.251e-3, ball);
    assert.equal(at('second').impulse, undefined); // it rests
    near(at('third').impulse[0], 1, 1e-6);
    assert.ok(at('second').springs[0] > 0.05 && at('third').springs[0] > 0.05); // springs pass it on gradually
});

const EQUAL = ['balls.large.mass_kg=0.25'];

test('closeup: one zero of time, and the forces of all contacts in it', () => {
    const drop = closeupOf('19-two-ball-drop', EQUAL), { slow, contacts, sheetAt } = drop, zero_s = onsetOf(slow);
    near(zero_s, 0.2, 1e-12); // the floor, of every solver
    contacts.forEach(({ t_s, b }) => assert.deepEqual([t_s, b], [zero_s, 'bottom']));
    assert.deepEqual(allIn(slow).filter(({ index }) => index === 2).map(({ b }) => b), ['bottom', 'small', 'bottom']);
    const forcesAt = (ms) => forcesIn(sheetAt(zero_s + ms / 1e3), 2, zero_s + ms / 1e3).filter(({ hollow }) => !hollow);
    assert.deepEqual(forcesAt(-0.5), []);
    assert.deepEqual(forcesAt(0.8).map(({ ball }) => ball), ['bottom,large']);
    assert.ok(forcesAt(0.8)[0].tip.y < forcesAt(0.8)[0].from.y); // the floor pushes upwards
    const [one, other] = forcesAt(1.9); // between the balls: a pair of opposite arrows
    near(one.tip.y + other.tip.y, 2 * one.from.y, 1e-9);
});

test('closeup: the arrow of a force contains friction, so a ball at rest leaves along it', () => {
    const { slow, sheetAt } = closeupOf('21-throw'), [, springs] = contactsIn(slow);
    const middle_s = springs.t_s + springs.contact_s / 2;
    const slopeAt = (time_s, isHollow) => {
        const [, onB] = forcesIn(sheetAt(time_s), 1, time_s).filter(({ hollow }) => Boolean(hollow) === isHollow);
        return (onB.from.y - onB.tip.y) / (onB.tip.x - onB.from.x);
    };
    const [, , vx, vy] = slow.place(0, slow.balls.indexOf(springs.b), slow.filled - 1);
    near(slopeAt(springs.t_s, true), vy / vx, 1e-7);
    const row = contactSampleAt(springs, middle_s), { force_t_N, force_N } = springs.contactSamples;
    near(slopeAt(middle_s, false), force_t_N[row] / force_N[row], 1e-4);
    assert.ok(slopeAt(middle_s, false) > 0.03);
});

test('closeup: a contact ends for all readers when its springs cease to push, though its balls overlap longer', () => {
    for (const [name, sets] of [['01-head-on', ['euler', 'heun'].map((each) => `solvers.${each}.stiffness_N_per_m=100`)],
        ['07-restitution', []]]) {
        const { slow } = lessonOf(textOf(name), ['restitution=0.05', ...sets]);
        contactsIn(slow).filter(({ rigid }) => !rigid).forEach((one) => {
            near(columnOf(one, 't_s').at(-1), one.t_s + one.contact_s, 1e-15);
            assert.ok(columnOf(one, 'overlap_m').at(-1) > 0 || one.index === 2); // the spring that ends without overlap
        });
    }
});

test('closeup: a text may lie on a ball, but never across its edge or on an arrow', () => {
    const room = new Room({ width: 200, height: 200 }, new Map()), place = { x: 100, y: 100, over: true };
    room.block(100, 100, 50);
    room.blockArrow({ from: { x: 100, y: 20 }, tip: { x: 100, y: 180 } });
    assert.equal(room.reserve('name', [place, { ...place, x: 40 }, { ...place, x: 75 }], 30, 16)?.x, 75);
    room.blockArrow({ from: { x: 10, y: 10 }, tip: { x: 10, y: 10 } }); // of a ball at rest
    assert.equal(room.reserve('other', [{ ...place, x: 126 }], 30, 16)?.x, 126);
});

test('table: the latest collision is the one that the counter has', () => {
    const { collisions: [table], numbers } = runOf(textOf('21-throw'), { samples: 11 });
    assert.deepEqual([0, 0.01].map((t_s) => latestRow(table, t_s)), [-1, 2]);
    assert.equal(numbers[0].collisions[0], 0);
    assert.equal(latestRow(null, 1), -1);
});

// ---- dragging ----

/** Drags the ball `eight` by 60 px and 20 px up. @returns edits, and what the table was told */
function dragged(scale, start) {
    const on = {}, edits = [], told = [];
    const canvas = { addEventListener: (name, act) => { on[name] = act; }, setPointerCapture() {},
        getBoundingClientRect: () => ({ left: 0, top: 0 }) };
    const { scene } = opened(textOf('01-head-on')), camera = new Camera();
    camera.scale = scale;
    Object.assign(camera, { x_m: start.x_m, y_m: start.y_m });
    camera.resize(600, 400);
    const model = { scene, messages: [], select() {}, edit: async (pairs) => edits.push(pairs) };
    const table = { camera, hover() {}, forbids: () => false, begun: () => told.push('begun'),
        moved: () => told.push('moved'), ended: () => told.push('ended'), refused() {},
        hit: () => ({ kind: 'ball', ball: 1, name: 'eight', start }) };
    globalThis.requestAnimationFrame ??= (act) => setTimeout(act);
    new Drag(canvas, model, table);
    const event = (x, y) => ({ button: 0, pointerType: 'mouse', pointerId: 1, offsetX: x, offsetY: y });
    on.pointerdown(event(300, 200));
    on.pointermove(event(330, 190));
    on.pointermove(event(360, 180));
    on.pointerup(event(360, 180));
    return { edits: edits.at(-1), told };
}

test('table: a drag moves the ball from where it is seen, in a magnified picture by less than its usual step', () => {
    const { edits, told } = dragged(500, { x_m: 1.5, y_m: 0.635 }); // later in the run
    assert.deepEqual(edits, [['balls.eight.x_m', '1.62'], ['balls.eight.y_m', '0.675']]);
    assert.deepEqual([told[0], told.at(-1)], ['begun', 'ended']);
    const slow = dragged(16000, { x_m: 1.2, y_m: 0.635 }); // a pixel is a 16th of a millimetre
    assert.deepEqual(slow.edits, [['balls.eight.x_m', '1.2038'], ['balls.eight.y_m', '0.6363']]);
});

test('table: a disc in the corner of a periodic table is drawn four times', () => {
    const table = { boundary: 'periodic', width_m: 1, height_m: 2 }, at = [];
    eachImage(table, 0.01, 1.995, 0.02, (x, y) => at.push([x, y]));
    assert.deepEqual(at.map(([x, y]) => [x.toFixed(3), y.toFixed(3)]), [['0.010', '1.995'],
        ['1.010', '1.995'], ['0.010', '-0.005'], ['1.010', '-0.005']]);
    at.length = 0;
    eachImage({ ...table, boundary: 'walls' }, 0.01, 1.995, 0.02, (x, y) => at.push([x, y]));
    assert.equal(at.length, 1);
});

test('table: the rotation mark moves counterclockwise on the rim', () => {
    const quarter = markOf(Math.PI / 2, 8);
    near(quarter.to.x, 0, 1e-12);
    near(quarter.to.y, -8, 1e-12); // upwards: y points down on a screen
    const { from, to } = markOf(-0.385, 23.7);
    near(Math.hypot(to.x, to.y), 23.7, 1e-12);
    near(from.x * to.y - from.y * to.x, 0, 1e-10);
    near(Math.atan2(-to.y, to.x), -0.385, 1e-12);
});

// ---- the hand ----

test('table: dragged values have few digits, in steps that are finer on a small table or with Shift', () => {
    for (const [value, step, text] of [[0.61749, 1e-3, '0.617'], [-0.0004, 1e-3, '0'],
        [1.23456, 1e-5, '1.23456']]) {
        assert.equal(String(snap(value, step)), text);
    }
    assert.deepEqual([0.01, 10].map(decimalsOf), [2, 0]);
    for (const [coarse, px_m, fine, step] of [[1e-3, 3.2e-3, false, 1e-3], [1e-3, 3.2e-3, true, 1e-5],
        [1e-3, 2.7e-6, false, 1e-6], [1e-2, 7e-3, false, 1e-2]]) {
        near(stepFor(coarse, px_m, fine), step, 1e-15);
    }
});

test('table: a dragged ball stops at walls and balls, where the core accepts it', () => {
    const ell = `carom: 1
table: { shape: polygon, corners: [[0, 0], [2, 0], [2, 0.8], [1, 0.8], [1, 1.6], [0, 1.6]] }
balls: [ { name: cue, x_m: 0.3, y_m: 0.3, radius_m: 0.05 }, { name: post, x_m: 1.5, y_m: 0.4, radius_m: 0.1, fixed: true } ]
duration_s: 0.1
solvers: [ { name: impulse, kind: impulse } ]
`;
    for (const [text, name] of [[textOf('01-head-on'), 'eight'], [ell, 'cue']]) {
        const { scene } = opened(text), { x_m, y_m, radius_m } = scene.balls.find((one) => one.name === name);
        for (const [x, y] of [[0.6, 0.64], [-5, 0.2], [9, 9], [1.02, 0.78], [1.1, 1.3], [1.5, 0.41], [1.97, 0.79],
            [1.44, 0.02]]) {
            const at = clamped(scene, name, { x, y }, { x: x_m, y: y_m });
            const sets = [`balls.${name}.x_m=${Number(at.x.toPrecision(9))}`,
                `balls.${name}.y_m=${Number(at.y.toPrecision(9))}`];
            const { ok, messages } = opened(text, sets);
            assert.ok(ok, `${name} to ${x}, ${y}: ${sets}: ${messages[0]?.text}`);
        }
        const free = { x: x_m + 0.01 * radius_m, y: y_m }; // a free place stays
        assert.deepEqual(clamped(scene, name, free, { x: x_m, y: y_m }), free);
    }
});

test('table: the tip of an arrow gives back its velocity', () => {
    const body = { x: 211.5, y: 97.25, radius: 8.3, vx: -1.385, vy: 0.617 };
    const { vx, vy } = velocityOf(body, arrowOf(body, 71.9).tip, 71.9);
    near(vx, body.vx, 1e-12);
    near(vy, body.vy, 1e-12);
    const still = velocityOf(body, arrowOf({ ...body, vx: 0, vy: 0 }, 71.9).tip, 71.9);
    near(Math.hypot(still.vx, still.vy), 0, 1e-12);
});

// ---- the next contact ----

test('table: a window leaves out a much later contact, and without a duration follows the approach', () => {
    const run = headOn(), { column } = run.collisions[1];
    column.t_s[0] += 0.4;
    const view = windowOf(run, 0, 0);
    assert.deepEqual(view.rows, [0, -1, 0]);
    assert.ok(view.to_s - view.from_s < 0.02);
    const rigid = headOn();
    [1, 2].forEach((index) => rigid.receive('collisions', { index, table: null }));
    const { from_s, to_s, t_s } = windowOf(rigid, 0, 0), radius = run.scene.balls[0].radius_m;
    near(to_s - t_s, 0.6 * radius / 1, 1e-12); // approach speed 1 m/s
    near(t_s - from_s, 0.6 * radius / 1, 1e-12);
});

test('table: a window has every solver\'s contact of the pair from onset to end, with its samples', () => {
    const view = windowOf(headOn(), 0, 0), slow = headOn({ samples: 361, ...view });
    assert.deepEqual([view.bodies, view.rows], ['cue,eight', [0, 0, 0]]);
    slow.collisions.forEach(({ column: { t_s: [t_s], contact_s: [contact_s] } }) =>
        assert.ok(view.from_s < t_s && view.to_s > t_s + contact_s, `${t_s} and ${contact_s} s`));
    // the contact duration t_c = pi sqrt(m_red/k) = 9.159 ms plus 0.3 t_c before and 0.5 t_c after it
    near(view.to_s - view.from_s, 1.8 * Math.PI * Math.sqrt(0.085 / 1e4), 1e-4);
    const [rigid, euler, heun] = contactsIn(slow);
    assert.ok(rigid.rigid && !euler.rigid && !heun.rigid);
    near(rigid.impulse_Ns, 0.17, 1e-12); // m v
    // F = k d at the maximum overlap d = v sqrt(m_red/k)
    near(largestForce([heun]), Math.sqrt(0.085 * 1e4), 1e-3);
    const middle = contactSampleAt(heun, heun.t_s + heun.contact_s / 2);
    for (const velocities of [heun.contactSamples.va_n_mps, heun.contactSamples.vb_n_mps]) {
        near(velocities[middle], 0.5, 2e-3); // of the centre of mass
    }
    assert.deepEqual([contactSampleAt(heun, 0), contactSampleAt(heun, 9)], [heun.first, heun.end - 1]);
});

test('table: the next contact', () => {
    const table = { rows: 4, column: { t_s: Float64Array.of(0.1, 0.5, 0.5, 0.9),
        a: ['x', 'y', 'z', 'x'], b: ['y', 'x', 'y', 'left'] } };
    assert.deepEqual([0, 0.1, 0.2, 0.5, 0.9, 0.91].map((t_s) => nextRow(table, t_s)),
        [0, 0, 1, 1, 3, -1]);
    assert.equal(nextRow(null, 0), -1);
});

// ---- appearance of solvers, texts ----

test('table: dashes and hues equal those of plots, the reference is at the bottom', () => {
    const read = (name) => readFileSync(join(ROOT, 'plots', name), 'utf8');
    const lines = read('lines.gp'), hues = read('style.gp').match(/COLOURS = "([^"]*)"/)[1];
    const penOf = (hue, variant) => styleOf({ hue, variant });
    const dashIn = (pattern) => lines.match(new RegExp(`${pattern} dt \\(([0-9,]*)\\)`))[1];
    assert.equal([1, 2, 3, 4, 5, 6, 7].map((hue) => penOf(hue, 0).colour).join(' '),
        hues.toLowerCase());
    for (let hue = 2; hue <= 7; hue++) {
        assert.equal(penOf(hue, 0).dash.join(), dashIn(`set style line ${hue}`));
    }
    [2, 3, 4].forEach((variant) =>
        assert.equal(penOf(5, variant).dash.join(), dashIn(`style line ${variant}0\\+h`)));
    assert.deepEqual([penOf(1, 0), penOf(4, 1), penOf(1, 1)].map(({ dash }) => dash), [[], [], [18, 8]]);
    const solvers = [[2, 0], [4, 1], [1, 0]].map(([hue, variant], k) => ({ label: `${k}`, hue,
        variant }));
    assert.deepEqual(orderOf(pensOf({ solvers, reference: 2 })), [2, 1, 0]);
});

test('table: speeds are whole numbers, and one shows a long run', () => {
    assert.deepEqual([0.01, 0.25, 2, 1 / 653, 25600].map(speedText),
        ['1/100', '1/4', '2', '1/650', '26000']);
    assert.ok(!speedsFor(3).includes(3 / 20));
    assert.equal(speedsFor(512000).at(-1), 26000);
});

// ---- the phone ----

test('phone: the table gives way while the page scrolls, until table and time take a part of the window', () => {
    const whole = { stage_px: 510, table_px: 380, most_px: 380 };
    const lost = (scrolled_px, more = {}) => lostHeight(scrolled_px, { ...whole, ...more });
    assert.deepEqual([-40, 0, 57, 900].map((px) => lost(px)), [0, 0, 57, 130]);
    assert.equal(lost(900, { most_px: 252 }), 510 - 252); // 122 px are left
    assert.equal(lost(900, { stage_px: 700 }), 380 - 120); // a table that can be seen
    assert.equal(lost(900, { most_px: 900 }), 0);
    let lost_px = 0; // the browser rounds heights; the table comes to rest
    const frames = Array.from({ length: 9 }, () => {
        const stage_px = Math.round(512.797 - lost_px) + lost_px;
        lost_px = steady(lost_px, lost(900, { stage_px }));
        return lost_px;
    });
    assert.equal(new Set(frames).size, 1, `${frames}`);
    assert.equal(steady(lost_px, 0), 0);
});
