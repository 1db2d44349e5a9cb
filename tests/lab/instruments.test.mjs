// SPDX-License-Identifier: GPL-3.0-or-later
// Instruments without drawing: numbers as text, axes, labels, gaps, matching of contacts, the
// scheduler; and the before/after table against the program's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { chartsIn, decades, evenly, evenRange, powersOfTen } from '../../src/lab/page/instruments/chart/axes.js';
import { decimalsFor, fixed, powerTexts, pretty, quantity, rewritten, tickTexts }
    from '../../src/lab/page/instruments/chart/numbers.js';
import { drawingOrder, styleOf, THEORY_DASH } from '../../src/lab/page/instruments/chart/style.js';
import { endedIn, READINGS, readingOf, rowsOf as balanceRowsOf } from '../../src/lab/page/instruments/balance.js';
import { Desk, ENERGY, MECHANICAL, MOMENTUM, MOTIONS, othersIn } from '../../src/lab/page/instruments/desk.js';
import { sameChoice } from '../../src/lab/page/model/closeup.js';
import { Run } from '../../src/lab/page/model/run.js';
import { allIn, contactsIn, curveOf, isOf, largestForce, matchesOf, windowOf } from '../../src/lab/page/table/contact.js';
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

test('energy: that of motion and springs is constant in a contact, where motion loses half of it', () => {
    const run = coreRunOf(textOf('01-head-on'), { samples: 1001 }), desk = new Desk({ shown: run, scene: run.scene }), heun = 2;
    const least = (column) => Math.min(...desk.lines(column, { indices: [heun] })[0].y) / run.numbers[heun].kinetic_J[0];
    near(least('energy_J'), 1, 1e-6);
    near(least('kinetic_J'), 0.5, 0.015); // a sample is up to 0.5 ms from the deepest overlap
});

test('motion: equal balls swap their velocities, and positions start where the scenario says', () => {
    const run = coreRunOf(textOf('01-head-on'), { samples: 1001 }), desk = new Desk({ shown: run, scene: run.scene });
    const [rigid] = desk.motion('cue', 0), [start] = desk.motion('eight', 2), other = desk.motion('eight', 0)[0];
    assert.deepEqual([rigid, other].map(({ y }) => [y[0], y[1000]]), [[1, 0], [0, 1]]);
    near(start.y[0], run.scene.balls[1].x_m, 1e-6);
});

test('energy: the table above the picture has the columns that add up to the energy', () => {
    rows((name) => othersIn(coreRunOf(textOf(name), { samples: 11 })), [[['dissipated_J'], '07-restitution'],
        [[], '01-head-on'], [['dissipated_J'], '21-throw'], [['potential_J', 'dissipated_J'], '12-collapse']]);
});

test('words: every quantity has a name in every language', () => {
    const shown = [MECHANICAL, ...ENERGY, ...MOMENTUM].flatMap(({ column, added }) => [column, added]);
    const named = [...shown.map((column) => `inst.${column}`), ...MOTIONS];
    for (const code of ['en', 'de']) {
        assert.deepEqual(named.filter((name) => !wordsOf(code)[name]), [], code);
    }
});

// ---- numbers and axes ----

/** Compares the results of a function with the first member of each row. */
const rows = (act, all) => all.forEach(([wanted, ...given]) =>
    assert.deepEqual(act(...given), wanted, `${given}`));

test('numbers: sentences use readable units, tiles fixed decimals, and zero has no sign', () => {
    rows(pretty, [['2.41 × 10⁻⁵', 2.4083e-5], ['8.5 × 10¹⁰', 85000000000], ['−0.225', -0.2245], ['–', NaN]]);
    rows(quantity, [['9.16 ms', 0.0091591, 's'], ['0.5428 s', 0.5428, 's', 4], ['1.8 kN', 1798.3, 'N'],
        ['0 m', 0, 'm'], ['1.02 kg m/s', 1.019986, 'kg m/s'], ['4.27 × 10⁻¹⁶ m', 4.27e-16, 'm']]);
    rows(decimalsFor, [[3, 3.06], [2, 95], [0, 0]]);
    rows(fixed, [['0.000', -0.0004, 3], ['−1.235', -1.23456, 3]]);
    rows(rewritten, [['−1.235 × 10⁻⁵', '-1.235e-05'], ['0.5428', '0.5428'], ['8 of 9', '8 of 9']]);
});

test('axes: a log axis spans powers of ten, with as many ticks as fit', () => {
    rows(decades, [[[1e-9, 1e-3], 3.7e-9, 4.2e-4], [[1e-4, 1e-3], 1e-3, 1e-3],
        [[0.1, 1], Infinity, -Infinity]]);
    rows(powersOfTen, [[[1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3], 1e-9, 1e-3, 10],
        [[1e-8, 1e-6, 1e-4], 1e-9, 1e-3, 4]]);
    assert.ok(powersOfTen(1e-17, 1, 5).length <= 5);
    rows(powerTexts, [[['10⁻⁹', '10⁰', '10²'], [1e-9, 1, 100]]]);
});

test('axes: a linear axis contains zero, and rounding noise counts as zero', () => {
    const [low, high] = evenRange(2.1, 3.06);
    assert.ok(low === 0 && high > 3.06 && high < 3.5, `${low} to ${high}`);
    rows(evenRange, [[[-1.02, 1.02], -3e-17, 5e-17, 1.02], [[0, 1], 0, 0]]);
    const [from, to] = evenRange(2.9, 3.06, 3.06); // numbers that differ little
    assert.ok(from > 2.8 && from < 2.9 && to > 3.06 && to < 3.1, `${from} to ${to}`);
    rows(tickTexts, [[['0', '0.002', '0.004'], [0, 0.002, 0.004]],
        [['−1.0', '−0.5', '0'], [-1, -0.5, 0]], [['0', '0.25', '0.50'], [0, 0.25, 0.5]],
        [['0.1700000', '0.1700002'], [0.17, 0.1700002]],
        [['0', '2 × 10⁻⁵', '4 × 10⁻⁵'], [0, 2e-5, 4e-5]]]);
});

// ---- lines ----

test('lines: every hue and variant differs; solid ones are drawn first', () => {
    const seen = [1, 2, 3, 4, 5, 6, 7].flatMap((hue) => [0, 1, 2, 3, 4].map((variant) =>
        Object.values(styleOf({ hue, variant })).join()));
    assert.equal(new Set(seen).size, seen.length);
    assert.deepEqual(drawingOrder([[2, 0], [1, 0], [2, 1], [3, 0]].map(([hue, variant]) =>
        ({ hue, variant }))), [1, 2, 0, 3]);
});

test('lines: dashes are those of plots/lines.gp', () => {
    const text = readFileSync(join(ROOT, 'plots/lines.gp'), 'utf8');
    const dash = (given) => given === 'solid' ? [] : given.match(/\d+/g).map(Number);
    const found = [...text.matchAll(/^ *set style line (?:(\d)0\+h|(\d+))(?: .*)? dt (solid|\(.*\))$/gm)];
    assert.ok(found.length >= 14, `${found.length} styles`);
    assert.deepEqual(dash(found.find(([, , style]) => style === '8')[3]), THEORY_DASH);
    const explicit = found.flatMap(([, , style]) => style ?? []).map(Number);
    for (const [, variant, style, given] of found) {
        const styles = style ? [Number(style)] : [1, 2, 3, 4, 5, 6, 7, 9].map((hue) =>
            10 * variant + hue).filter((one) => !explicit.includes(one));
        styles.forEach((one) => assert.deepEqual(styleOf({ hue: one % 10,
            variant: Math.floor(one / 10) }).dash, dash(given), `style ${one}`));
    }
});

// ---- columns ----

const COLUMNS = ['kinetic_J', 'energy_residual_J'].map((name) => ({ name, unit: 'J' }));
const scene = { columns: COLUMNS, solvers: [{ name: 'one', hue: 1 }], balls: [], duration_s: 1 };

function runOf(rows, samples = rows.length) {
    const run = new Run(scene, { samples });
    run.add({ count: rows.length, numbers: Float64Array.from(rows.flat()),
        positions: new Float32Array(0) });
    return run;
}

const deskOf = (run) => new Desk({ shown: run, scene });

test('columns: NaN is a gap, rounding is zero, on a log axis a gap too', () => {
    const desk = deskOf(runOf([[0, 3.06, 0], [0.25, NaN, -4e-3], [0.5, 2.9, 1e-18],
        [0.75, 1, NaN], [1, 2, 5e-5]]));
    const lines = (column, how) => desk.lines(column, how), [added] = lines('energy_residual_J', { log: true, least: 1e-4 });
    assert.deepEqual(lines('kinetic_J')[0].y, [3.06, null, 2.9, 1, 2]);
    assert.deepEqual(lines('energy_residual_J', { least: 1e-4 })[0].y, [0, -4e-3, 0, null, 0]);
    assert.deepEqual(added.y, [null, 4e-3, null, null, null]);
    assert.deepEqual([1, 2, 3, 4].map(added.value), ['−0.004', '0', '–', '0']);
    assert.deepEqual(desk.extent(lines('energy_residual_J', { log: true })), [5e-5, 4e-3]);
    const none = deskOf(runOf([[0, 1, NaN]]));
    assert.deepEqual(none.extent(none.lines('energy_residual_J')), [Infinity, -Infinity]);
});

test('columns: the axis fits the times that the reader has zoomed, in this run only', () => {
    const run = runOf([[0, 3.06, 0], [0.25, 5, 0], [0.5, 2.9, 0], [1, 2, 0]]), desk = deskOf(run);
    desk.zoom([0.3, 1]);
    assert.deepEqual([desk.range, desk.extent(desk.lines('kinetic_J'))], [[0.3, 1], [2, 2.9]]);
    desk.model.shown = new Run({ ...scene, duration_s: 2 }, { samples: 2 });
    assert.deepEqual(desk.range, [0, 2]);
    desk.model.shown = run;
    desk.zoom(null);
    assert.deepEqual(desk.range, [0, 1]);
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

test('contacts: the close-up of a scene begins with the ball that the knobs move', () => {
    rows((name) => sameChoice(coreRunOf(textOf(name), { samples: 11 }), null).pair, [['slow-cue,slow', '21-throw'],
        ['cue,eight', '01-head-on'], ['first,second', '09-cradle'], ['cue,upper', '25-engines']]);
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
        [['2.385 - 2.5', '−2.1 - −2.5'], ['4.77 - 5', '−4.2 - −5'], ['5.688 - 6.25', '4.41 - 6.25']]);
    const [first] = balanceRowsOf([one(2.385, null)], 0, [{ name: 'p' }]); // JSON has no NaN
    assert.deepEqual([first.before, first.after], [['2.385'], ['–']]);
});

test('contacts: the table equals that of compare', { skip }, () => {
    const made = mkdtempSync(join(tmpdir(), 'carom-'));
    // the columns of compare, which prints six digits; the page has four
    const columns = ['v_n_mps', 'v_t_mps', 'p_n_kgmps', 'p_t_kgmps', 'kinetic_J'];
    const short = (cell) => cell === '-' ? cell : pretty(Number(cell), 4);
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

test('contacts: a chart has all contacts of a pair, and the window as many charts as it has room for', () => {
    const one = (t_s) => ({ first: 0, end: 3, contactSamples: { t_s: [t_s, t_s + 1, t_s + 2], force_N: [0, 7, 0] } });
    assert.deepEqual(curveOf([one(1), one(5)], 't_s', (last, next) => (last + next) / 2), [1, 2, 3, 4, 5, 6, 7]);
    assert.deepEqual(curveOf([one(1), one(5)], 'force_N', () => null), [0, 7, 0, null, 0, 7, 0]);
    assert.deepEqual([-50, 300, 310, 9000].map((room_px) => chartsIn(room_px, 152, 4)), [1, 1, 2, 4]);
});

test('contacts: slow motion has the forces of every pair that touches in it', () => {
    const text = textOf('09-cradle'), { collisions, ...run } = coreRunOf(text, { samples: 11 });
    const choice = sameChoice({ ...run, collisions }, null);
    const view = windowOf({ ...run, collisions }, choice.index, choice.row);
    assert.equal(view.bodies, 'first,second;second,third');
    const slow = coreRunOf(text, { samples: 11, ...view });
    const most_N = slow.pairs.map((pair) => largestForce(allIn(slow).filter((one) => isOf(pair, one))));
    most_N.forEach((force_N) => near(force_N, most_N[0], 0.05 * most_N[0], 'equal balls pass the force on'));
});

test('contacts: samples in slow motion agree with their collisions', () => {
    const run = coreRunOf(textOf('01-head-on'), { samples: 2, bodies: 'cue,eight' });
    const [rigid, ...soft] = contactsIn(run);
    assert.deepEqual([rigid, ...soft].map((one) => one.rigid), [true, false, false]);
    assert.equal(rigid.impulse_Ns, 0.17);
    soft.forEach((one, k) => {
        const column = (name) => one.contactSamples[name].slice(one.first, one.end);
        const t = column('t_s'), force = column('force_N');
        // the maximum lies between two steps, (h w)^2 / 8 above the larger one, h w = 0.0034
        near(Math.max(...column('overlap_m'))
            / run.collisions[k + 1].column.max_overlap_m[one.row], 1, 2e-6, 'overlap');
        // the trapezoidal rule has an error of (h w)^2 / 12
        const area = t.reduce((sum, now, i) => i === 0 ? 0
            : sum + 0.5 * (force[i] + force[i - 1]) * (now - t[i - 1]), 0);
        near(area / one.impulse_Ns, 1, 5e-3, 'the integral of the force is the impulse');
        near(t.at(-1) - t[0], one.contact_s, 2e-5 + 1e-9, 'contact time');
    });
});

test('readings: the restitution that two balls have, and the angle of throw, in agreement with closed forms', () => {
    const read = (name, time, sets = []) => {
        const run = coreRunOf(textOf(name), { samples: 31 }, { sets });
        return [true, false].map((isSlow) => readingOf(run, isSlow)).concat(run.solvers.map((_, index) => {
            const ended = endedIn({ run, slow: null, shows: 'run', time }, index);
            return ended && READINGS[readingOf(run, true) ?? 'e'](ended);
        }));
    };
    const [slow, whole, ...e] = read('07-restitution', 1);
    assert.deepEqual([slow, whole], ['e', 'e']);
    [0.5, 0.5, 0.5, 0.550283169627].forEach((wanted, k) => near(e[k], wanted, 1e-7)); // as the scene's checks
    assert.deepEqual(read('07-restitution', 0.1).slice(2), [undefined, undefined, undefined, undefined]); // before the contact
    assert.deepEqual(read('01-head-on', 1).slice(0, 2), [undefined, undefined]); // e = 1 loses nothing
    assert.deepEqual(read('09-cradle', 1, ['restitution=0.5']).slice(0, 2), [undefined, undefined]); // three balls: contacts overlap
    const run = coreRunOf(textOf('21-throw'), { samples: 31 });
    assert.deepEqual([readingOf(run, true), readingOf(run, false)], ['angle', undefined]);
    const angles = ['slow', 'medium', 'fast'].map((name) => READINGS.angle(run.balances[0].find(({ a, b }) => [a, b].includes(name))));
    [Math.atan(Math.tan(Math.PI / 6) / 7), Math.atan(0.00995 + 0.108 * Math.exp(-1.088 * 0.6705)), Math.atan(0.00995 + 0.108 * Math.exp(-1.088 * 1.5645))]
        .forEach((rad, k) => near(angles[k], rad * 180 / Math.PI, 1e-6));
    const chosen = (row) => endedIn({ run, slow: { rows: [row, row] }, shows: 'slow', time: 0.5 }, 0)?.contact;
    assert.deepEqual([0, 2].map(chosen), [1, 3]);
});
