// SPDX-License-Identifier: GPL-3.0-or-later
// Playback, undo, and samples at a time, with a clock of the test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { History, withPairs } from '../../src/lab/page/model/history.js';
import { Play } from '../../src/lab/page/model/play.js';
import { Run, samplesFor } from '../../src/lab/page/model/run.js';

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

test('run: floats of a ball: motion, rotation', () => {
    for (const [spins, stride, spin_at] of [[false, 4, null], [true, 6, 4]]) {
        const scene = { ...sceneOf(['a', 'b'], ['p']), spins };
        const run = new Run(scene, { samples: 2 });
        assert.deepEqual([run.stride, run.spin_at], [stride, spin_at]);
        assert.equal(run.place(0, 1, 1).length, stride);
    }
});

test('run: times between samples', () => {
    const run = runOf(21), { k, part } = run.sampleAt(0.725);
    assert.equal(k, 7);
    assert.ok(Math.abs(part - 0.25) < 1e-12, `${part}`);
    assert.deepEqual(run.sampleAt(-1), { k: 0, part: 0 });
    assert.deepEqual(run.sampleAt(0.7), { k: 7, part: 0 });
    assert.deepEqual(run.sampleAt(9), { k: 20, part: 0 });
    assert.deepEqual(runOf(4).sampleAt(9), { k: 3, part: 0 });
    assert.equal(run.nearest(0.76), 8);
});

test('run: positions stay below 24 MB, and runs have enough samples', () => {
    for (const [balls, solvers] of [[2, 3], [1000, 2], [3000, 2], [10000, 3]]) {
        const scene = sceneOf(Array(balls).fill('b'), Array(solvers).fill('s'));
        const bytes = samplesFor(scene) * 16 * balls * solvers;
        assert.ok(bytes <= 24 << 20 || samplesFor(scene) === 61, `${balls}: ${bytes} bytes`);
    }
    assert.equal(samplesFor(sceneOf(['a'], ['s'])), 721);
    assert.equal(samplesFor(sceneOf(Array(1000).fill('b'), ['s', 'r'])), 721);
    // a minute has a sample per frame of the screen; a year has no more
    assert.equal(samplesFor({ ...sceneOf(['a'], ['s']), duration_s: 60 }), 3601);
    assert.equal(samplesFor({ ...sceneOf(['a'], ['s']), duration_s: 3e7 }), 3601);
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
    assert.ok(Math.abs(player.time - 0.1) < 1e-12, `${player.time}`);
    for (let now = 5100; player.playing; now += 90) {
        frame(now);
    }
    assert.equal(player.time, 2);
    assert.deepEqual(heard.filter((name) => name === 'play').length, 3);
    player.play();
    assert.equal(player.time, 0);
});

test('play: it waits for missing samples and while the page is hidden', () => {
    const run = runOf(5), { player, frame } = playOf(run);
    player.play();
    [0, 100, 200, 300, 400, 500].forEach(frame);
    assert.equal(player.time, 0.4);
    assert.ok(player.playing);
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
    player.seek(0.725);
    player.step(1);
    assert.equal(player.time, 0.8);
    player.seek(0.725);
    player.step(-1);
    assert.equal(player.time, 0.7);
    player.step(-99);
    assert.equal(player.time, 0);
});

test('play: a loop restarts', () => {
    const { player, frame } = playOf(runOf(21));
    player.loop = true;
    player.seek(1.95);
    player.play();
    [0, 80].forEach(frame);
    assert.equal(player.time, 0);
    assert.ok(player.playing);
});

test('history: a set replaces an earlier one of its key and can be removed', () => {
    const sets = withPairs(['a=1', 'b=x=y'], [['a', '2'], ['c', '3']]);
    assert.deepEqual(sets, ['a=2', 'b=x=y', 'c=3']);
    assert.deepEqual(withPairs(sets, [['a', null], ['zero', 0]]), ['b=x=y', 'c=3', 'zero=0']);
});

test('history: each drag is one step, and an edit discards undone states', () => {
    let now_ms = 0;
    const history = new History(() => now_ms), state = (n) => ({ text: 't', sets: [`a=${n}`] });
    history.push(state(0));
    for (const n of [1, 2, 3]) {
        now_ms += 20;
        history.push(state(n), 'a');
    }
    history.push(state(3));
    history.push(state(4), 'a');
    now_ms += 5000;
    history.push(state(5), 'a');
    assert.equal(history.states.length, 4);
    assert.deepEqual(history.move(-2).sets, ['a=3']);
    assert.deepEqual(history.move(-1).sets, ['a=0']);
    assert.equal(history.move(-1), null);
    history.push(state(9));
    assert.equal(history.canRedo, false);
    assert.equal(history.states.length, 2);
});

test('history: a long drag is one step, and the next drag another', () => {
    let now_ms = 0;
    const history = new History(() => now_ms), state = (n) => ({ text: 't', sets: [`a=${n}`] });
    const drag = {}, next = {};
    history.push(state(0));
    for (const n of [1, 2, 3]) {
        now_ms += 5000;
        history.push(state(n), drag);
    }
    history.push(state(4), next);
    history.push(state(5), next);
    assert.deepEqual(history.move(-1).sets, ['a=3']);
    assert.deepEqual(history.move(-1).sets, ['a=0']);
});
