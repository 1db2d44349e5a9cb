// SPDX-License-Identifier: GPL-3.0-or-later
// Playback, undo, and samples at a time, with a clock of the test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, History, pairOf } from '../../src/lab/page/model/history.js';
import { outcome, Play } from '../../src/lab/page/model/play.js';
import { Run, samplesFor } from '../../src/lab/page/model/run.js';
import { GAS, near, opened, runOf as runOfCore } from './node.mjs';

const named = (names) => names.map((name) => ({ name }));

/** Scene with the members that Run reads. */
const sceneOf = (balls, solvers) => ({ duration_s: 2,
    balls: named(balls), solvers: named(solvers), columns: named(['kinetic_J', 'rms_m']) });

/** Samples from..to of a run of two solvers and three balls at t = k/10; each number encodes its
 * indices. */
function block(from, to) {
    const numbers = [], positions = [];
    for (let k = from; k < to; k++) {
        numbers.push(k / 10, k + 0.01, k + 0.02, k + 0.11, k + 0.12);
        for (let index = 0; index < 2; index++) {
            for (let ball = 0; ball < 3; ball++) {
                positions.push(...[0, 1, 2, 3].map((n) => 1000 * k + 100 * index + 10 * ball + n));
            }
        }
    }
    return { count: to - from, numbers: Float64Array.from(numbers),
        positions: Float32Array.from(positions) };
}

function runOf(...ends) {
    const run = new Run(sceneOf(['a', 'b', 'c'], ['p', 'q']), { samples: 21, from_s: 0 });
    ends.reduce((from, to) => (run.add(block(from, to)), to), 0);
    run.done = run.filled === run.samples;
    return run;
}

test('run: blocks of samples are stored at their indices', () => {
    const run = runOf(4, 5, 21);
    assert.equal(run.filled, 21);
    assert.equal(run.t[20], 2);
    assert.equal(run.numbers[1].rms_m[7], 7.12);
    assert.deepEqual([...run.place(1, 2, 9)], [9120, 9121, 9122, 9123]);
    assert.ok(Number.isNaN(runOf(4).numbers[0].kinetic_J[4]));
});

test('run: spinning balls have two more floats', () => {
    for (const [spins, stride, spin_at] of [[false, 4, null], [true, 6, 4]]) {
        const run = new Run({ ...sceneOf(['a', 'b'], ['p']), spins }, { samples: 2 });
        assert.deepEqual([run.stride, run.spin_at, run.place(0, 1, 1).length], [stride, spin_at, stride]);
    }
});

test('run: times between samples', () => {
    const run = runOf(21), { k, part } = run.sampleAt(0.725);
    assert.equal(k, 7);
    near(part, 0.25, 1e-12);
    for (const [of, t, at] of [[run, -1, 0], [run, 0.7, 7], [run, 9, 20], [runOf(4), 9, 3]]) {
        assert.deepEqual(of.sampleAt(t), { k: at, part: 0 });
    }
    assert.deepEqual([run.nearest(0.74), run.nearest(0.76)], [7, 8]);
});

test('run: positions stay below 24 MB, and runs have a sample per frame of the screen', () => {
    for (const [balls, solvers] of [[2, 3], [1000, 2], [3000, 2], [10000, 3]]) {
        const samples = samplesFor(sceneOf(Array(balls).fill('b'), Array(solvers).fill('s')));
        const bytes = samples * 16 * balls * solvers;
        assert.ok(bytes <= 24 << 20 || samples === 61, `${balls}: ${bytes} bytes`);
    }
    for (const [duration_s, samples] of [[2, 721], [60, 3601], [3e7, 3601]]) {
        assert.equal(samplesFor({ ...sceneOf(['a'], ['s']), duration_s }), samples);
    }
});

test('run: a thousand balls in two solvers take at most 64 MB with the core', () => {
    const run = runOfCore(GAS, { samples: samplesFor(opened(GAS).scene) }), { lab } = opened(GAS);
    const bytes = run.positions.byteLength + lab.core.memory.buffer.byteLength;
    assert.ok(bytes < 64 << 20, `${bytes} bytes`);
});

/** Player whose frames the test triggers. */
function playOf(run) {
    const frames = [], heard = [];
    class Player extends Play {
        get shown() { return run; }

        emit(name) { heard.push(name); }
    }
    const player = new Player((step) => frames.push(step));
    return { player, heard, frame: (now_ms) => frames.shift()?.(now_ms) };
}

test('play: it keeps its speed and stops at the end', () => {
    const { player, heard, frame } = playOf(runOf(21));
    player.setSpeed(2);
    player.play();
    [5000, 5016, 5050].forEach(frame);
    near(player.time, 0.1, 1e-12);
    for (let now = 5100; player.playing; now += 90) {
        frame(now);
    }
    assert.equal(player.time, 2);
    assert.equal(heard.filter((name) => name === 'play').length, 3);
    player.play();
    assert.equal(player.time, 0);
    player.shows = 'slow'; // of 2 s, in about 5 s
    near(player.speed, 1 / 3, 1e-12);
});

test('play: each event leads to the picture of the table, from the run and from the close-up', () => {
    for (const [event, ...wanted] of [
        ['play', 'run plays on', 'slow plays on'],
        ['whole', 'run plays begin', 'run plays begin'],
        ['contact', 'slow plays begin', 'slow plays begin'],
        ['changed', 'run plays begin', 'slow plays begin'],
        ['placed', 'run rests begin', 'slow rests begin'],
        ['opened', 'slow plays begin', 'slow plays begin'],
        ['lost', 'run plays begin', 'run plays begin'],
        ['time', 'run rests here', 'run rests here'],
    ]) {
        const said = (how) => ['run', 'slow'].map((shows) => {
            const to = outcome(event, { shows, still: false, ...how });
            return `${to.shows} ${to.plays ? 'plays' : 'rests'} ${to.from}`;
        });
        assert.deepEqual(said({}), wanted, event);
        assert.deepEqual(said({ still: true }), // without motion
            wanted.map((each) => each.replace('plays begin', 'rests end')), event);
    }
});

test('play: an event waits for its picture', () => {
    const { player, frame } = playOf(runOf(21));
    let there = false;
    player.has = () => there;
    player.seek(0.7);
    player.act('changed');
    assert.deepEqual([player.time, player.playing], [0.7, false]);
    there = true;
    player.arrive();
    assert.deepEqual([player.time, player.playing], [0, true]);
    player.pause();
    player.play(); // in the same frame: one playback
    [0, 0, 100, 100].forEach(frame);
    near(player.time, 0.1, 1e-12);
});

test('play: it waits for missing samples and while the page is hidden', () => {
    const run = runOf(5), { player, frame } = playOf(run);
    player.play();
    [0, 100, 200, 300, 400, 500].forEach(frame);
    assert.deepEqual([player.time, player.playing], [0.4, true]);
    run.add(block(5, 21));
    frame(60500);
    assert.ok(player.time <= 0.5 + 1e-12);
});

test('play: a new run does not move the time back', () => {
    const run = runOf(21), { player, frame } = playOf(run);
    player.play();
    [0, 100, 200, 300, 400, 500, 600, 700].forEach(frame);
    const before_s = player.time;
    Object.assign(run, { filled: 3, done: false }); // restitution was changed
    [800, 900].forEach(frame);
    assert.equal(player.time, before_s);
    Object.assign(run, { filled: 21, done: true });
    frame(1000);
    assert.ok(player.time > before_s);
});

test('play: steps go from sample to sample, also from between', () => {
    const { player } = playOf(runOf(21));
    for (const [by, time] of [[1, 0.8], [-1, 0.7], [-99, 0]]) {
        player.seek(0.725);
        player.step(by);
        assert.equal(player.time, time);
    }
});

// ---- undo ----

test('history: edits are lines for the core', () => {
    const lines = changesOf([['a', '2'], ['b', 'x=y'], ['c', null], ['d+', '{}']]);
    assert.deepEqual(lines, ['a=2', 'b=x=y', 'c', 'd+={}']);
    assert.deepEqual(pairOf(lines[1]), ['b', 'x=y']);
});

test('history: each drag is one step, and an edit discards undone states', () => {
    let now_ms = 0;
    const history = new History(() => now_ms), state = (n) => ({ text: `a: ${n}` });
    /** Pushes states by an interval, of one drag or of edits of a key. */
    const push = (interval_ms, merge, ...states) => states.forEach((n) => {
        now_ms += interval_ms;
        history.push(state(n), merge);
    });
    const undone = (...wanted) => wanted.forEach((n) =>
        assert.equal(history.move(-1)?.text, n === null ? undefined : `a: ${n}`));
    push(0, null, 0);
    push(20, 'a', 1, 2, 3); // edits that follow each other quickly
    push(20, null, 3); // the end of a drag repeats its last position
    push(20, 'a', 4);
    push(5000, 'a', 5);
    push(5000, {}, 6);
    const drag = {};
    push(5000, drag, 7, 8, 9); // however long it takes
    undone(6, 5, 4, 3, 0, null);
    push(0, null, 9);
    assert.deepEqual([history.canRedo, history.states.length], [false, 2]);
});
