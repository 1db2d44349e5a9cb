// SPDX-License-Identifier: GPL-3.0-or-later
// Logic of the parameter panel, without a page: numbers, scales, edits, and the core's results.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import {
    addPairs,
    isChanged,
    lawPairs,
    otherwisePairs,
    removePairs,
    resetPairs,
    wholly,
} from '../../src/lab/page/knobs/edit/edits.js';
import {
    flow,
    itemsOf,
    pairsOf,
    quoted,
    unquoted,
    valueOf,
} from '../../src/lab/page/knobs/edit/flow.js';
import {
    quantity,
    readQuantity,
    shortNumber,
    written,
} from '../../src/lab/page/knobs/value/quantity.js';
import { copyBall, freeBallName, removeBallPairs } from '../../src/lab/page/knobs/edit/balls.js';
import { byPath, concerned } from '../../src/lab/page/knobs/edit/refusal.js';
import {
    allRows,
    familyOf,
    firstRows,
    isFound,
    leadingRows,
    plainName,
    shownWord,
    activeRow,
} from '../../src/lab/page/knobs/value/rows.js';
import { fits, placeOf, round125, scaleOf, valueAt } from '../../src/lab/page/knobs/value/scale.js';
import {
    asValue,
    restitutionAt,
    scheduleOf,
    without,
    withChange,
} from '../../src/lab/page/knobs/edit/schedule.js';
import { guess } from '../../src/lab/page/knobs/edit/suggest.js';
import { withPairs } from '../../src/lab/page/model/history.js';
import { say } from '../../src/lab/page/words/words.js';
import { ROOT, compiled, labOf } from './node.mjs';

const module = compiled();
const textOf = (name) => readFileSync(join(ROOT, 'experiments', name), 'utf8');
const HEAD_ON = textOf('01-head-on/experiment.yaml'),
    GAS = textOf('13-gas/cooling.yaml');

/** Model state of a scenario opened by the core. */
function opened(text, sets = []) {
    const { lab, heard } = labOf(module);
    const ok = lab.open(text, sets);
    return {
        ok,
        text,
        sets,
        scene: heard.scene?.[0],
        knobs: heard.knobs?.[0] ?? [],
        messages: heard.messages?.[0] ?? [],
        summary: null,
        stale: true,
    };
}

/** Model state after an edit, which the core must accept. */
function edited(model, pairs) {
    const next = opened(model.text, withPairs(model.sets, pairs));
    assert.equal(next.ok, true, JSON.stringify(next.messages));
    return next;
}

const rowOf = (model, path) => model.knobs.find((row) => row.path === path);

test('knobs: quantities are short and parse to the same bits', () => {
    const said = [
        [1e-5, 's', '10 µs'],
        [1e6, 'N/m', '1 MN/m'],
        [2.385e4, 'N/m', '23.85 kN/m'],
        [0.028575, 'm', '0.028575 m'],
        [0, 's', '0 s'],
        [1e-9, '', '1e-9'],
        [1e-3, 's', '1 ms'],
        [1e-3, '', '0.001'],
        [9.80665, 'm/s^2', '9.80665 m/s²'],
        [1e-4, 'kg', '1e-4 kg'],
        [-3e-4, 'm', '-300 µm'],
        [999.99e3, 'N/m', '999.99 kN/m'],
    ];
    for (const [value, unit, text] of said) {
        assert.equal(quantity(value, unit), text);
        assert.equal(readQuantity(text, unit), value);
    }
    assert.equal(shortNumber(1e4), '10000');
    assert.deepEqual([2e-5, 0.1, 1e6, -1 / 3, 0].map(written), [
        '2e-5',
        '0.1',
        '1e6',
        `${-1 / 3}`,
        '0',
    ]);
    assert.equal(quantity(0.123456789, 'm', 3), '0.123 m');
});

test('knobs: typed numbers are parsed, other text is rejected', () => {
    const read = [
        ['10us', 's', 1e-5],
        ['10 μs', 's', 1e-5],
        ['1e-5', 's', 1e-5],
        ['0,5 m', 'm', 0.5],
        ['2.5 k', 'N/m', 2500],
        ['.5', '', 0.5],
        ['3 m', 'm', 3],
        ['3 mm', 'm', 0.003],
        ['7 m', 's', 0.007],
        ['-2 m/s^2', 'm/s^2', -2],
        ['-2 m/s²', 'm/s^2', -2],
    ];
    for (const [text, unit, value] of read) {
        assert.equal(readQuantity(text, unit), value, text);
    }
    for (const [text, unit] of [
        ['', 's'],
        ['fast', 's'],
        ['1 kg', 'm'],
        ['1 mkg', 'kg'],
        ['1,2,3', ''],
    ]) {
        assert.ok(Number.isNaN(readQuantity(text, unit)), text);
    }
});

test('knobs: unbounded positive values have a log scale, others a linear one', () => {
    const positive = { lowest: Number.MIN_VALUE, highest: null };
    const log = scaleOf(positive, 1e4);
    assert.deepEqual([log.log, log.low, log.high, log.places], [true, 100, 1e6, 400]);
    assert.equal(valueAt(log, placeOf(log, 1e4)), 1e4);
    assert.equal(valueAt(log, 0), 100);
    assert.equal(valueAt(log, log.places), 1e6);
    const e = scaleOf({ lowest: 0, highest: null }, 0.385, { most: 1 });
    assert.deepEqual([e.log, e.low, e.high], [false, 0, 1]);
    assert.equal(valueAt(e, placeOf(e, 0.385)), 0.385);
    assert.ok(!fits(e, 1.1));
    assert.equal(scaleOf({ lowest: 0, highest: null }, 1.1, { most: 1 }).high, 2);
    const g = scaleOf({ lowest: null, highest: null }, -9.81, { most: 10 });
    assert.deepEqual([g.low, g.high], [-20, 20]);
    const part = scaleOf({ lowest: 0, highest: 0.1 }, 1e-9);
    assert.equal(part.log, true); // a bound eight decades away has no effect
    assert.deepEqual([round125(3.7), round125(3.7, true), round125(1e-5)], [2, 5, 1e-5]);
});

test('knobs: the scale of every shipped number contains it within 2 %', () => {
    for (const name of [
        '01-head-on/experiment.yaml',
        '04-break/experiment.yaml',
        '13-gas/cooling.yaml',
        '10-friction/experiment.yaml',
        '16-speed-dependent/experiment.yaml',
        '20-stadium/experiment.yaml',
    ]) {
        const rows = opened(textOf(name)).knobs.filter(
            ({ type, value }) => type === 'number' && value !== null,
        );
        assert.ok(rows.length >= 10, `${name}: ${rows.length}`);
        for (const row of rows) {
            const value = Number(row.value),
                scale = scaleOf(row, value),
                back = valueAt(scale, placeOf(scale, value));
            assert.ok(fits(scale, value), `${name} ${row.path}`);
            const slack = scale.log ? 0.02 * value : scale.step;
            assert.ok(Math.abs(back - value) <= slack, `${name} ${row.path}: ${value} -> ${back}`);
        }
    }
});

test('knobs: a name is a key without unit', () => {
    const model = opened(HEAD_ON);
    const named = (path) => plainName(rowOf(model, path));
    assert.equal(named('solvers.heun.stiffness_N_per_m'), 'stiffness');
    assert.equal(named('solvers.heun.damping_Ns_per_m'), 'damping');
    assert.equal(named('gravity_mps2'), 'gravity');
    assert.equal(named('drag.air_kgpm3'), 'air');
    assert.equal(named('rolling_resistance'), 'rolling resistance');
    assert.equal(plainName({ key: 'stiffness_N_per_m1p5', unit: 'N/m^1.5' }), 'stiffness');
});

test('knobs: important parameters come first, with descriptions', () => {
    const { scene, solvers } = firstRows(opened(GAS).knobs);
    const paths = scene.map(({ path }) => path);
    assert.deepEqual(paths.slice(0, 2), ['restitution.ball_ball', 'restitution.ball_wall']);
    assert.ok(paths.includes('groups.0.temperature_J') && paths.includes('seed'));
    const springs = solvers.find(({ of }) => of === 'solvers.springs').rows.map(({ key }) => key);
    assert.deepEqual(springs.slice(0, 2), ['stiffness_N_per_m', 'theta']);
    assert.ok(!springs.includes('step_s')); // the default is not written
    assert.ok(
        allRows(opened(GAS).knobs).every(({ rows }) => rows.every(({ key }) => key !== 'name')),
    );
});

test('knobs: speed, restitution, stiffness and step lead, as far as there are any', () => {
    const model = opened(HEAD_ON), cue = { name: 'cue', direction: [0.6, -0.8] };
    const rows = leadingRows(model.knobs, model.scene, cue);
    const all = ['euler', 'heun'].map((name) => `solvers.${name}`);
    assert.deepEqual(rows.map(({ paths }) => paths), [['balls.cue.vx_mps', 'balls.cue.vy_mps'],
        ['restitution.ball_ball', 'restitution.ball_wall'],
        all.map((of) => `${of}.stiffness_N_per_m`), all.map((of) => `${of}.step_s`)]);
    // the direction stays, also after a speed of 0
    assert.deepEqual(rows[0].pairsOf('2.385'), [['balls.cue.vx_mps', '1.431'],
        ['balls.cue.vy_mps', '-1.908']]);
    assert.deepEqual(rows[2].pairsOf('2e5').map(([, value]) => value), ['2e5', '2e5']);
    const next = edited(model, rows[2].pairsOf('23850'));
    assert.deepEqual(['euler', 'heun'].map((name) =>
        rowOf(next, `solvers.${name}.stiffness_N_per_m`).value), ['23850', '23850']);
    // steps that differ: those of the first solver, with its name
    const [step] = leadingRows(opened(HEAD_ON, ['solvers.euler.step_s=3e-6',
        'view={ knobs: [step] }']).knobs, { ...model.scene, view: { knobs: ['step'] } }, cue);
    assert.deepEqual([step.paths, step.whose], [['solvers.euler.step_s'], 'Euler']);
    const gas = opened(GAS);
    assert.deepEqual(leadingRows(gas.knobs, { ...gas.scene, view: { knobs: ['speed', 'offset',
        'mass', 'count', 'duration'] } }, null).map(({ path }) => path),
    ['leading.count', 'leading.duration']);
});

test('knobs: choices have plain names, and unknown words stay', () => {
    assert.deepEqual(['grid', 'located', 'other'].map((word) => shownWord('contacts', word)),
        ['on the step grid', 'exactly', 'other']);
    // every word in the list of names is one of the core
    for (const name of ['HEAD_ON', 'GAS']) {
        const { knobs } = opened(name === 'GAS' ? GAS : HEAD_ON);
        for (const { key, words } of knobs.filter(({ key: one }) => one === 'contacts'
            || one === 'integrator' || one === 'impact_policy' || one === 'contact_end')) {
            const named = say(`key.${key}.words`).split(' | ').map((each) => each.split(': ')[0]);
            assert.deepEqual(named.filter((word) => !words.includes(word)), [], key);
        }
    }
});

test('knobs: alternative keys form a family', () => {
    const { knobs } = opened(HEAD_ON);
    const family = (path) =>
        familyOf(
            knobs,
            knobs.find((row) => row.path === path),
        ).map(({ key }) => key);
    assert.deepEqual(family('solvers.heun.step_s'), ['step_s', 'theta']);
    assert.deepEqual(family('solvers.heun.theta'), ['step_s', 'theta']);
    const spring = ['stiffness_N_per_m', 'contact_time_s', 'max_overlap_m'];
    spring.forEach((key) => assert.deepEqual(family(`solvers.heun.${key}`), spring));
    assert.deepEqual(family('duration_s'), ['duration_s']);
    assert.equal(
        activeRow(
            familyOf(
                knobs,
                knobs.find(({ path }) => path === 'solvers.heun.theta'),
            ),
        ).key,
        'step_s',
    );
});

test('knobs: the search finds keys, descriptions and words', () => {
    const { knobs } = opened(HEAD_ON);
    const found = (search) => knobs.filter((row) => isFound(row, search)).map(({ path }) => path);
    assert.ok(found('heun stiffness').includes('solvers.heun.stiffness_N_per_m'));
    assert.ok(found('velocity_verlet').includes('solvers.euler.integrator'));
    assert.deepEqual(found('no such thing'), []);
});

test('knobs: items of the canonical scenario are parsed and written', () => {
    const { scene } = opened(HEAD_ON, ['balls.cue.name=a "b", \\{c']);
    const [ball] = itemsOf(scene.yaml, 'balls');
    assert.equal(valueOf(ball, 'name'), 'a "b", \\{c');
    assert.equal(flow(pairsOf(ball)), ball);
    assert.equal(unquoted(quoted('a"\\\n\u00e9')), 'a"\\\n\u00e9');
    assert.deepEqual(itemsOf(scene.yaml, 'nothing'), []);
});

test('knobs: the core accepts theta instead of a step, back, and later keys', () => {
    let model = opened(HEAD_ON);
    model = edited(model, [['solvers.heun.step_s', '2e-5']]);
    model = edited(model, otherwisePairs(model, rowOf(model, 'solvers.heun.theta'), '0.1'));
    assert.equal(rowOf(model, 'solvers.heun.step_s').value, null);
    assert.equal(rowOf(model, 'solvers.heun.theta').value, '0.1');
    model = edited(model, [['solvers.heun.theta', '0.2']]);
    assert.equal(rowOf(model, 'solvers.heun.theta').value, '0.2');
    model = edited(model, otherwisePairs(model, rowOf(model, 'solvers.heun.step_s'), '3e-5'));
    assert.equal(rowOf(model, 'solvers.heun.step_s').value, '3e-05');
    assert.equal(model.sets.length, 1); // one item contains everything
});

test('knobs: the core accepts springs given by duration or overlap', () => {
    let model = opened(HEAD_ON);
    for (const key of ['contact_time_s', 'max_overlap_m', 'stiffness_N_per_m']) {
        const row = rowOf(model, `solvers.euler.${key}`),
            { value, also } = guess(model, row, new Map());
        model = edited(model, otherwisePairs(model, row, value, also));
        assert.equal(Number(rowOf(model, `solvers.euler.${key}`).value), Number(value));
    }
});

test('knobs: a guess uses measured and earlier values', () => {
    const model = opened(HEAD_ON),
        row = rowOf(model, 'solvers.heun.contact_time_s');
    const measured = {
        ...model,
        stale: false,
        summary: { rows: [{ name: 'contact_s', values: [0, 0.0091, 0.0091592403] }] },
    };
    assert.equal(guess(measured, row, new Map()).value, '0.00916');
    assert.equal(guess(measured, row, new Map([[row.path, '0.002']])).value, '0.002');
    assert.equal(guess(measured, rowOf(model, 'solvers.heun.step_s'), new Map()).value, '0.0001');
});

test('knobs: the core accepts another force law, and back', () => {
    let model = opened(HEAD_ON);
    for (const law of ['hertz', 'viscoelastic', 'hooke']) {
        const row = rowOf(model, 'solvers.euler.law');
        model = edited(
            model,
            lawPairs(model, row, law, { contact_s: 1e-3, speed_mps: law === 'hooke' ? null : 1 }),
        );
        assert.equal(rowOf(model, 'solvers.euler.law').value, law);
        assert.equal(rowOf(model, 'solvers.euler.contact_time_s').value, '0.001');
    }
});

test('knobs: keys of a group have alternatives too', () => {
    let model = opened(GAS);
    model = edited(model, [['groups.0.count', '50']]);
    model = edited(model, otherwisePairs(model, rowOf(model, 'groups.0.radius_m'), '0.02'));
    assert.equal(rowOf(model, 'groups.0.packing_fraction').value, null);
    assert.equal(rowOf(model, 'groups.0.radius_m').value, '0.02');
    assert.equal(rowOf(model, 'groups.0.count').value, '50');
});

test('knobs: solvers are added with existing springs and removed with their checks', () => {
    let model = opened(HEAD_ON);
    model = edited(model, [['solvers.heun.step_s', '2e-5']]);
    model = edited(model, addPairs(model, { integrator: 'rk4' }));
    assert.equal(rowOf(model, 'solvers.rk4.stiffness_N_per_m').value, '1e+04');
    assert.equal(rowOf(model, 'solvers.heun.step_s').value, '2e-05');
    model = edited(model, addPairs(model, { kind: 'impulse' }));
    assert.equal(model.scene.solvers.at(-1).name, 'impulse2');
    model = edited(model, [['solvers.heun.step_s', '4e-5']]); // an edit after the whole list is preserved
    assert.equal(rowOf(model, 'solvers.heun.step_s').value, '4e-05');
    model = edited(model, removePairs(model, 'impulse')); // the reference
    assert.deepEqual(
        model.scene.solvers.map(({ name }) => name),
        ['euler', 'heun', 'rk4', 'impulse2'],
    );
    assert.equal(rowOf(model, 'reference').value, 'euler');
    assert.equal(itemsOf(model.scene.yaml, 'checks').length, 4);
    model = edited(edited(model, removePairs(model, 'euler')), []);
    assert.equal(itemsOf(model.scene.yaml, 'checks').length, 3);
});

test('knobs: balls are copied to free positions, and removed with their checks', () => {
    let model = edited(opened(HEAD_ON), [['checks', '[{ kind: column, file: trajectory, column: x_m, '
        + 'ball: eight2, solver: heun, min: 0 }, { quantity: collisions, min: 0 }]'],
        ...copyBall(opened(HEAD_ON), opened(HEAD_ON).scene.balls[1]).pairs]);
    assert.deepEqual(model.scene.balls.map(({ name }) => name), ['cue', 'eight', 'eight2']);
    const [, eight, copy] = model.scene.balls, away = copy.x_m - eight.x_m;
    assert.ok(Math.abs(away - 2.1 * eight.radius_m) < 1e-5, `${away}`); // six digits
    assert.deepEqual([copy.y_m, copy.vx_mps, copy.mass_kg], [eight.y_m, 0, eight.mass_kg]);
    for (let k = 0; k < 12; k++) { // the core refuses overlapping balls
        model = edited(model, copyBall(model, model.scene.balls[1]).pairs);
    }
    assert.equal(model.scene.balls.length, 15);
    model = edited(model, removeBallPairs(model, 'eight2'));
    assert.equal(model.scene.balls.length, 14);
    assert.equal(itemsOf(model.scene.yaml, 'checks').length, 1);
    assert.equal(freeBallName({ balls: [{ name: 'row15' }, { name: 'row16' }] }, 'row15'), 'row17');
    const gas = opened(GAS);
    model = edited(gas, copyBall(gas, gas.scene.balls[0]).pairs); // a ball of a group
    assert.equal(model.scene.balls.length, gas.scene.balls.length + 1);
});

test('knobs: a scene without springs gets default springs', () => {
    let model = opened(HEAD_ON);
    model = edited(model, removePairs(model, 'heun'));
    model = edited(model, removePairs(model, 'euler'));
    model = edited(model, addPairs(model, { integrator: 'heun' }));
    assert.equal(model.scene.solvers[1].kind, 'penalty');
});

test('knobs: a reset restores the file or the menu’s scene', () => {
    assert.deepEqual(resetPairs('seed'), [['seed', null]]);
    assert.deepEqual(resetPairs('seed', ['seed=7', 'a.b=1']), [['seed', '7']]);
    assert.equal(isChanged('seed', ['seed=7'], ['seed=7']), false);
    assert.equal(isChanged('seed', ['seed=8'], ['seed=7']), true);
    assert.deepEqual(wholly(['a.b=1', 'ab=2', 'a=3'], 'a', '{}'), [
        ['a.b', null],
        ['a', null],
        ['a', '{}'],
    ]);
});

test('knobs: a message appears at its parameter', () => {
    const model = opened(HEAD_ON),
        known = new Set(model.knobs.map(({ path }) => path));
    const paths = (sets, pending = null) => {
        const { messages } = opened(HEAD_ON, sets);
        return [...byPath(messages, model.scene, known, pending).keys()];
    };
    assert.deepEqual(paths(['solvers.heun.step_s=1']), ['solvers.heun.step_s']);
    assert.deepEqual(paths(['solvers.heun.step_s=-1', 'restitution.ball_wall=-1']), [
        'restitution.ball_wall',
        'solvers.heun.step_s',
    ]);
    assert.deepEqual(paths(['restitution=1.5']), [
        'restitution.ball_ball',
        'restitution.ball_wall',
    ]);
    assert.deepEqual(paths(['table.width_m=0']), ['table.width_m']);
    assert.deepEqual(paths(['balls.cue.x_m=1.18']), []); // the table shows this message at the balls
    assert.deepEqual(paths(['balls.cue.x_m=1.18'], 'balls.cue.x_m'), ['balls.cue.x_m']);
    // conflicts with another parameter are shown at the edited one too
    assert.deepEqual(paths(['solvers.heun.step_s=1'], 'seed'), ['solvers.heun.step_s', 'seed']);
    assert.deepEqual(
        concerned({ origin: '', text: 'solvers[1].integrator: odd' }, model.scene, known),
        ['solvers.euler.integrator'],
    );
});

test('knobs: the schedule is parsed, changed and accepted by the core', () => {
    let model = opened(textOf('18-interactive-restitution/experiment.yaml'));
    const changes = scheduleOf(model.scene.yaml);
    assert.deepEqual(changes[2], { at_s: 6, restitution: { ball_ball: 1.1, ball_wall: 1.1 } });
    const more = withChange(changes, 3.5, { ball_ball: 0.285 });
    model = edited(model, wholly(model.sets, 'schedule', asValue(more)));
    assert.deepEqual(scheduleOf(model.scene.yaml), more);
    const first = { ball_ball: 1, ball_wall: 1 };
    assert.deepEqual(restitutionAt(more, first, 3.6), { ball_ball: 0.285, ball_wall: 0.9 });
    assert.deepEqual(restitutionAt(more, first, 1), first);
    assert.deepEqual(withChange(more, 3.5, { ball_wall: 0.5 })[1].restitution, {
        ball_ball: 0.285,
        ball_wall: 0.5,
    });
    model = edited(model, wholly(model.sets, 'schedule', asValue([])));
    assert.deepEqual(scheduleOf(model.scene.yaml), []);
    assert.equal(without(changes, 0).length, 3);
});
