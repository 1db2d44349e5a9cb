// SPDX-License-Identifier: GPL-3.0-or-later
// Instruments without drawing: numbers as text, axes, labels, gaps, matching of contacts, the
// scheduler; and the before/after table against the program's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { decades, evenRange, evenTicks, powersOfTen, formatEven, formatPowers }
    from '../../src/lab/page/instruments/chart/axes.js';
import { columnOf, extent, isolated, lastOf }
    from '../../src/lab/page/instruments/chart/columns.js';
import { fitted, spread, stem } from '../../src/lab/page/instruments/chart/ends.js';
import { decimalsFor, fixed, general, pretty, quantity }
    from '../../src/lab/page/instruments/chart/numbers.js';
import { drawingOrder, styleOf } from '../../src/lab/page/instruments/chart/style.js';
import { rowsOf as balanceRowsOf } from '../../src/lab/page/instruments/contact/balance_rows.js';
import { largest, rowsOf, tracesOf } from '../../src/lab/page/instruments/contact/traces.js';
import { evenly } from '../../src/lab/page/instruments/frame.js';
import { ENERGY, MOMENTUM } from '../../src/lab/page/instruments/quantities.js';
import { Pace } from '../../src/lab/page/instruments/chart/pace.js';
import { wrapped } from '../../src/lab/page/instruments/chart/picture.js';
import { Run } from '../../src/lab/page/model/run.js';
import { matchesOf } from '../../src/lab/page/table/contact.js';
import { wordsOf } from '../../src/lab/page/words/words.js';
import { near, PROGRAM, ROOT, runOf as coreRunOf, textOf } from './node.mjs';

const skip = existsSync(PROGRAM) ? false : 'build/carom is not there';

// ---- quantities ----

test('energy: the columns of the panel add up to the initial energy where friction acts', () => {
    const run = coreRunOf(textOf('21-throw'), { samples: 51 });
    const sum = (k) => ENERGY.reduce((total, { column }) => total + run.numbers[0][column][k], 0);
    assert.ok(run.numbers[0].spin_J[50] > 1e-3 * sum(0), 'the balls spin in the end');
    for (let k = 0; k <= 50; k++) {
        near(sum(k), sum(0), 1e-12 * sum(0), `sample ${k}`);
    }
});

test('words: every quantity has a name in every language', () => {
    const shown = [...ENERGY, ...MOMENTUM].flatMap(({ column, residual }) => [column, residual]);
    for (const code of ['en', 'de']) {
        assert.deepEqual(shown.filter((column) => !wordsOf(code)[`inst.${column}`]), [], code);
    }
});

// ---- numbers and axes ----

/** Compares the results of a function with the first member of each row. */
const rows = (act, all) => all.forEach(([wanted, ...given]) =>
    assert.deepEqual(act(...given), wanted, `${given}`));

test('numbers: as printf’s %.4g has them, ties to even', () => {
    rows(general, [['0', 0], ['-0.2245', -0.22453], ['1e-05', 1e-5], ['1.235e+06', 1234567],
        ['1e+04', 9999.7], ['0.007812', 0.0078125], ['0.02344', 0.0234375], ['1234', 1234.5],
        ['1236', 1235.5], ['nan', NaN], ['-inf', -Infinity], ['1e+100', 1e100],
        ['0.54285', 0.5428499999999999, 6]]);
    let x = 0.123456789;
    const all = [];
    for (let k = 0; k < 400; k++) { // of all magnitudes, some of them ties
        x = (x * 9301.49297 + 0.2333) % 1;
        all.push(x * 10 ** Math.floor(24 * x - 12), Math.floor(x * 1e5) / 2 ** (k % 12));
    }
    const { stdout } = spawnSync('printf', ['%.4g\n', ...all.map((one) => one.toPrecision(17))],
        { encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C' } });
    assert.deepEqual(all.map((one) => general(one)), stdout.trim().split('\n'));
});

test('numbers: sentences use readable units, tiles fixed decimals, and zero has no sign', () => {
    rows(pretty, [['2.41 × 10⁻⁵', 2.4083e-5], ['8.5 × 10¹⁰', 85000000000], ['−0.225', -0.2245], ['–', NaN]]);
    rows(quantity, [['9.16 ms', 0.0091591, 's'], ['0.5428 s', 0.5428, 's', 4], ['1.8 kN', 1798.3, 'N'],
        ['0 m', 0, 'm'], ['1.02 kg m/s', 1.019986, 'kg m/s'], ['4.27 × 10⁻¹⁶ m', 4.27e-16, 'm']]);
    rows(decimalsFor, [[3, 3.06], [2, 95], [0, 0]]);
    rows(fixed, [['0.000', -0.0004, 3], ['−1.235', -1.23456, 3]]);
});

test('axes: a log axis spans powers of ten, with as many ticks as fit', () => {
    rows(decades, [[[1e-9, 1e-3], 3.7e-9, 4.2e-4], [[1e-4, 1e-3], 1e-3, 1e-3],
        [[0.1, 1], Infinity, -Infinity]]);
    rows(powersOfTen, [[[1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3], 1e-9, 1e-3, 10],
        [[1e-8, 1e-6, 1e-4], 1e-9, 1e-3, 4]]);
    assert.ok(powersOfTen(1e-17, 1, 5).length <= 5);
    rows(formatPowers, [[['10^−9', '10^0', '10^2'], [1e-9, 1, 100]]]);
});

test('axes: a linear axis contains zero, and rounding noise counts as zero', () => {
    rows(evenTicks, [[[0, 1, 2, 3], 0, 3.3, 5], [[-1, -0.5, 0, 0.5, 1], -1.1, 1.1, 6]]);
    const [low, high] = evenRange(2.1, 3.06);
    assert.ok(low === 0 && high > 3.06 && high < 3.5, `${low} to ${high}`);
    rows(evenRange, [[[-1.02, 1.02], -3e-17, 5e-17, 1.02]]);
    const [from, to] = evenRange(2.9, 3.06, 3.06); // numbers that differ little
    assert.ok(from > 2.8 && from < 2.9 && to > 3.06 && to < 3.1, `${from} to ${to}`);
    rows(formatEven, [[['0', '0.002', '0.004'], [0, 0.002, 0.004]],
        [['−1.0', '−0.5', '0'], [-1, -0.5, 0]],
        [['0', '2 · 10^−5', '4 · 10^−5'], [0, 2e-5, 4e-5]]]);
});

// ---- labels ----

test('labels: they do not overlap, stay inside and keep the order of curves', () => {
    const at = spread([50, 51, 52, 10], 16, 0, 100);
    const sorted = [at[3], at[0], at[1], at[2]];
    sorted.slice(1).forEach((y, k) => assert.ok(y - sorted[k] >= 15.9, `${sorted}`));
    assert.ok(sorted[0] >= 0 && sorted.at(-1) <= 100);
    assert.deepEqual(spread([30, 80], 16, 0, 100), [30, 80]);
    const crowded = spread([5, 5, 5, 5], 50, 0, 100); // more labels than fit
    assert.deepEqual(crowded.map(Math.round), [0, 33, 67, 100]);
});

test('labels: narrow charts shorten them at the comma unless they become equal', () => {
    const measure = (text) => text.length;
    assert.equal(stem('heun, h = 10 µs'), 'heun');
    assert.deepEqual(fitted(['impulse', 'heun, h = 1'], measure, 20), ['impulse', 'heun, h = 1']);
    assert.deepEqual(fitted(['impulse', 'heun, h = 1'], measure, 8), ['impulse', 'heun']);
    assert.deepEqual(fitted(['rk4, h = 1', 'rk4, h = 2'], measure, 9), ['rk4, h =…', 'rk4, h =…']);
});

test('lines: every hue and variant differs; solid ones are drawn first', () => {
    const seen = [1, 2, 3, 4, 5, 6, 7].flatMap((hue) => [0, 1, 2, 3, 4].map((variant) =>
        Object.values(styleOf({ hue, variant })).join()));
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(drawingOrder([[2, 0], [1, 0], [2, 1], [3, 0]].map(([hue, variant]) =>
        ({ hue, variant }))), [1, 2, 0, 3]);
});

// ---- columns ----

const COLUMNS = ['kinetic_J', 'energy_residual_J'].map((name) => ({ name, unit: 'J' }));
const scene = { columns: COLUMNS, solvers: [{ name: 'one' }], balls: [], duration_s: 1 };

function runOf(rows, samples = rows.length) {
    const run = new Run(scene, { samples });
    run.add({ count: rows.length, numbers: Float64Array.from(rows.flat()),
        positions: new Float32Array(0) });
    return run;
}

test('columns: NaN is a gap, on a log axis zero and rounding noise too', () => {
    const run = runOf([[0, 3.06, 0], [0.25, NaN, -4e-3], [0.5, 2.9, 1e-18], [0.75, 1, NaN],
        [1, 2, 5e-5]]);
    assert.deepEqual(columnOf(run, 0, 'kinetic_J'), [3.06, null, 2.9, 1, 2]);
    const log = columnOf(run, 0, 'energy_residual_J', true);
    assert.deepEqual(log, [null, 4e-3, null, null, 5e-5]);
    assert.deepEqual(extent([log, [null]]), [5e-5, 4e-3]);
    assert.deepEqual(extent([[null]]), [Infinity, -Infinity]);
    assert.deepEqual(isolated(log), [1, 4]);
    assert.equal(lastOf(log), 5e-5);
    assert.equal(lastOf([null]), null);
});

test('columns: they and their extremes grow with the run', () => {
    const run = runOf([[0, 3.06, 1e-3]], 3), values = columnOf(run, 0, 'kinetic_J');
    assert.deepEqual(extent([values]), [3.06, 3.06]);
    run.add({ count: 2, numbers: Float64Array.from([0.5, -1, 0, 1, 7, 0]),
        positions: new Float32Array(0) });
    assert.equal(columnOf(run, 0, 'kinetic_J'), values);
    assert.deepEqual(values, [3.06, -1, 7]);
    assert.deepEqual(extent([values]), [-1, 7]);
});

test('columns: the table of a chart has few rows, first and last included', () => {
    assert.deepEqual(evenly(3), [0, 1, 2]);
    const rows = evenly(721);
    assert.equal(rows.length, 11);
    assert.deepEqual([rows[0], rows[5], rows[10]], [0, 360, 720]);
});

// ---- contacts ----

/** Collision table of [t_s, a, b]; walls are upper-case. */
const tableOf = (...contacts) => ({ rows: contacts.length, column: {
    t_s: contacts.map(([t_s]) => t_s), a: contacts.map(([, a]) => a), b: contacts.map(([,, b]) => b),
    kind: contacts.map(([,, b]) => b === b.toUpperCase() ? 'wall' : 'ball') } });

test('contacts: contacts match by pair and history, up to the first mismatch', () => {
    const run = { collisions: [
        tableOf([1, 'p', 'q'], [2, 'q', 'W'], [3, 'p', 'q'], [4, 'r', 'q'], [5, 's', 'W'],
            [6, 's', 'V']),
        tableOf([1.1, 'q', 'p'], [2.1, 'q', 'W'], [3.2, 'p', 'q'], [3.9, 'p', 'W'],
            [4.1, 's', 'W']),
        tableOf([0.9, 'q', 'W'], [1.2, 'p', 'q'])] };
    const rows = run.collisions[0].column.t_s.map((_, row) => matchesOf(run, 0, row));
    // solver 1: p hits W at 3.9, a contact that solver 0 lacks; solver 2: q hits W first
    assert.deepEqual(rows, [[0, 0, -1], [1, 1, -1], [2, 2, -1], [3, -1, -1], [4, -1, -1],
        [5, -1, -1]]);
    assert.deepEqual(matchesOf(run, 1, 2), [2, 2, -1]);
    assert.deepEqual(matchesOf({ collisions: [tableOf([1, 'p', 'q']), null] }, 0, 0), [0, -1]);
    const alike = { collisions: [run.collisions[0], tableOf(...[1.1, 2.2, 3.1, 4.4, 5.5, 6.6]
        .map((t_s, k) => [t_s, run.collisions[0].column.a[k], run.collisions[0].column.b[k]]))] };
    assert.deepEqual(matchesOf(alike, 0, 5), [5, 5]);
});

/** Rows of the table of a contact. */
function balancesOf(run, index, one) {
    const found = matchesOf(run, index, one.contact - 1).map((row, k) =>
        run.balances[k].find(({ contact }) => contact === row + 1) ?? null);
    return balanceRowsOf(found, index, run.scene.balls);
}

test('contacts: every solver has its own values before and after, or dashes', () => {
    const side = (v_n_mps) => ({ v_n_mps, p_n_kgmps: 2 * v_n_mps, kinetic_J: v_n_mps ** 2 });
    const one = (before, after) => ({ a: 'p', b: 'W', wall: true, oblique: false,
        a_before: side(before), a_after: side(after) });
    const rows = balanceRowsOf([one(2.385, -2.1), null, one(2.5, -2.5)], 0, [{ name: 'p' }]);
    assert.deepEqual(rows.map(({ before, after }) => [before, after].map((all) => all.join(' '))),
        [['2.385 - 2.5', '-2.1 - -2.5'], ['4.77 - 5', '-4.2 - -5'], ['5.688 - 6.25', '4.41 - 6.25']]);
    const [first] = balanceRowsOf([one(2.385, null)], 0, [{ name: 'p' }]); // JSON has no NaN
    assert.deepEqual([first.before, first.after], [['2.385'], ['nan']]);
});

test('contacts: rows of a contact are adjacent', () => {
    assert.deepEqual(rowsOf([1, 1, 1, 3, 3, 7]), [[0, 3], [3, 5], [5, 6]]);
    assert.deepEqual(rowsOf([]), []);
});

test('contacts: the table equals that of compare', { skip }, () => {
    const made = mkdtempSync(join(tmpdir(), 'carom-'));
    // the columns of compare, which prints six digits; the page has four
    const columns = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
    const short = (cell) => cell === '-' ? cell : general(Number(cell));
    for (const name of ['01-head-on', '02-oblique-unequal', '05-time-step']) {
        // no gnuplot, to save time
        const { stdout: printed } = spawnSync(PROGRAM, ['compare', join(ROOT, 'experiments', name,
            'experiment.yaml'), '-o', join(made, name)], { encoding: 'utf8', env: { PATH: '/nowhere' } });
        const run = coreRunOf(textOf(name), { samples: 2 }), { reference } = run.scene;
        const rows = balancesOf(run, reference, run.balances[reference][0]);
        assert.ok(rows.length >= 8, `${rows.length} rows`);
        const lines = printed.split('\n').map((line) => line.trim().split(/ +/))
            .filter(([, when, , ...cells]) => /^(before|after)$/.test(when) && cells.length === 5);
        for (const { name: whose, column, before, after } of rows) {
            const cells = lines.filter(([, , ball]) => ball === (whose ?? 'both'))
                .map((line) => [...line.slice(0, 2), short(line[3 + columns.indexOf(column)])]);
            const solvers = run.scene.solvers.map((solver) => solver.name);
            assert.deepEqual([[solvers[reference], 'before', before[reference]],
                ...after.map((value, k) => [solvers[k], 'after', value])], cells,
            `${name}: ${whose ?? 'both'}: ${column}`);
        }
    }
    rmSync(made, { recursive: true });
});

test('contacts: traces agree with their collisions', () => {
    const run = coreRunOf(textOf('01-head-on'), { samples: 2, bodies: 'cue,eight' });
    const traces = tracesOf(run), [rigid, ...soft] = traces;
    assert.deepEqual(traces.map(({ index, rigid: is }) => [index, is]),
        [[0, true], [1, false], [2, false]]);
    assert.equal(rigid.impulse_Ns, 0.17);
    for (const one of soft) {
        const { t_s: t, force_N: force } = one.column;
        // the maximum lies between two steps, (h w)^2 / 8 above the larger one, h w = 0.0034
        near(largest([one], 'overlap_m') / one.max_overlap_m, 1, 2e-6, 'overlap');
        // the trapezoidal rule has an error of (h w)^2 / 12
        const area = t.reduce((sum, now, k) => k === 0 ? 0
            : sum + 0.5 * (force[k] + force[k - 1]) * (now - t[k - 1]), 0);
        near(area / one.impulse_Ns, 1, 5e-3, 'the integral of the force is the impulse');
        near(t.at(-1) - t[0], one.contact_s, 2e-5 + 1e-9, 'contact time');
    }
});

// ---- drawing ----

test('pace: frames stay short, and everything is drawn in the end', () => {
    const frames = [], drawn = [];
    let now_ms = 0;
    const pace = new Pace(() => drawn.push('move'),
        { frame: (step) => frames.push(step), now: () => now_ms });
    const partOf = (name) => ({ update: () => [1, 2, 3].map((k) => () => {
        now_ms += 1.5;
        drawn.push(`${name}${k}`);
    }) });
    const a = partOf('a'), b = partOf('b');
    const broken = { update: () => { throw new Error('of the test'); } };
    const { error } = console;
    console.error = () => {};
    pace.ask([a, broken, b]);
    pace.ask([a, b]);
    const most = [];
    while (frames.length > 0) {
        assert.equal(frames.length, 1);
        const began_ms = now_ms;
        frames.shift()();
        most.push(now_ms - began_ms);
    }
    console.error = error;
    assert.ok(Math.max(...most) <= 3, `${most}`);
    assert.deepEqual(drawn.filter((one) => one !== 'move'), ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
    pace.ask();
    frames.shift()();
    assert.equal(drawn.at(-1), 'move');
    assert.equal(frames.length, 0);
});

test('picture: a sentence is wrapped without losing a word', () => {
    const lines = wrapped('one two three four', (text) => text.length, 9);
    assert.deepEqual(lines, ['one two', 'three', 'four']);
    assert.deepEqual(wrapped('', (text) => text.length, 9), []);
    assert.deepEqual(wrapped('verylongword x', (text) => text.length, 5), ['verylongword', 'x']);
});
