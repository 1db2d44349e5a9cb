// SPDX-License-Identifier: GPL-3.0-or-later
// Logic of the parameter panel, without a page: numbers, scales, edits, and the core's results.
import assert from 'node:assert/strict';
import test from 'node:test';
import { copyBall, freeBallName, removeBallPairs } from '../../src/lab/page/knobs/edit/balls.js';
import { addPairs, isChanged, lawPairs, otherwisePairs, removePairs, resetPairs }
    from '../../src/lab/page/knobs/edit/edits.js';
import { byPath, concerned } from '../../src/lab/page/knobs/edit/refusal.js';
import { restitutionAt, without, withChange } from '../../src/lab/page/knobs/edit/schedule.js';
import { guess } from '../../src/lab/page/knobs/edit/suggest.js';
import { withUnit, readQuantity, shortNumber, written }
    from '../../src/lab/page/knobs/value/quantity.js';
import { presetsOf } from '../../src/lab/page/knobs/presets.js';
import { activeRow, allRows, componentsOf, gainOf, hintOf, familyOf, firstRows, isFound, leadingRows, nameOf, plainName, shownWord }
    from '../../src/lab/page/knobs/value/rows.js';
import { fits, nearestAccepted, placeOf, round125, scaleOf, valueAt }
    from '../../src/lab/page/knobs/value/scale.js';
import { completed } from '../../src/lab/page/model/completed.js';
import { changesOf } from '../../src/lab/page/model/history.js';
import { say } from '../../src/lab/page/words/words.js';
import { near, opened as openedBy, isShort, scenes, textOf } from './node.mjs';

const HEAD_ON = textOf('01-head-on'), GAS = textOf('13-gas/cooling');

/** Model state of a scenario opened by the core. */
function opened(text, sets = []) {
    const { lab, heard, ...said } = openedBy(text, sets);
    return { ...said, text: said.scene?.text, start: said, summary: null, stale: true };
}

/** Model state after an edit, which the core must accept, as it accepts the new text. */
function edited(model, pairs) {
    const next = opened(model.text, changesOf(completed(model, pairs)));
    assert.equal(next.ok, true, `${JSON.stringify(pairs)}: ${JSON.stringify(next.messages)}`);
    const { ok, scene } = openedBy(next.text);
    assert.ok(ok, next.text);
    assert.deepEqual(scene.keys, next.scene.keys);
    return { ...next, start: model.start };
}

const rowOf = (model, path) => model.knobs.find((row) => row.path === path);
const valueIn = (model, path) => rowOf(model, path).value;
const named = (list) => list.map(({ name }) => name);

/** The same with another key of a family, as the panel chooses it. */
const otherwise = (model, path, ...value) =>
    edited(model, otherwisePairs(model, rowOf(model, path), ...value));

// ---- numbers and scales ----

test('knobs: quantities are short and parse to the same bits', () => {
    for (const [value, unit, text] of [[1e-5, 's', '10 µs'], [1e6, 'N/m', '1 MN/m'],
        [2.385e4, 'N/m', '23.85 kN/m'], [0.028575, 'm', '0.028575 m'], [0, 's', '0 s'],
        [1e-9, '', '1 × 10⁻⁹'], [1e-3, 's', '1 ms'], [1e-3, '', '0.001'],
        [9.80665, 'm/s^2', '9.80665 m/s²'], [1e-4, 'kg', '1 × 10⁻⁴ kg'], [-3e-4, 'm', '−300 µm'],
        [999.99e3, 'N/m', '999.99 kN/m']]) {
        assert.equal(withUnit(value, unit), text);
        assert.equal(readQuantity(text, unit), value);
    }
    assert.deepEqual([2e-5, 0.1, 1e6, -1 / 3, 0].map(written),
        ['2e-5', '0.1', '1e6', `${-1 / 3}`, '0']);
    assert.deepEqual([shortNumber(1e4), withUnit(0.123456789, 'm', 3)], ['10000', '0.123 m']);
});

test('knobs: typed numbers are parsed, other text is rejected', () => {
    for (const [text, unit, value] of [['10us', 's', 1e-5], ['10 μs', 's', 1e-5], ['1e-5', 's', 1e-5],
        ['0,5 m', 'm', 0.5], ['2.5 k', 'N/m', 2500], ['.5', '', 0.5], ['3 m', 'm', 3],
        ['3 mm', 'm', 0.003], ['7 m', 's', 0.007], ['-2 m/s^2', 'm/s^2', -2],
        ['-2 m/s²', 'm/s^2', -2], ['', 's', NaN], ['fast', 's', NaN], ['1 kg', 'm', NaN],
        ['1 mkg', 'kg', NaN], ['1,2,3', '', NaN]]) {
        assert.deepEqual(readQuantity(text, unit), value, text);
    }
});

test('knobs: unbounded positive values have a log scale, others a linear one', () => {
    const log = scaleOf({ lowest: Number.MIN_VALUE, highest: null }, 1e4);
    assert.deepEqual([log.log, log.low, log.high, log.places], [true, 100, 1e6, 400]);
    assert.deepEqual([placeOf(log, 1e4), 0, log.places].map((place) => valueAt(log, place)),
        [1e4, 100, 1e6]);
    const e = scaleOf({ lowest: 0, highest: null }, 0.385, { most: 1 });
    assert.deepEqual([e.log, e.low, e.high, valueAt(e, placeOf(e, 0.385)), fits(e, 1.1)],
        [false, 0, 1, 0.385, false]);
    assert.equal(scaleOf({ lowest: 0, highest: null }, 1.1, { most: 1 }).high, 2);
    const g = scaleOf({ lowest: null, highest: null }, -9.81, { most: 10 });
    assert.deepEqual([g.low, g.high], [-20, 20]);
    assert.equal(scaleOf({ lowest: 0, highest: 0.1 }, 1e-9).log, true); // a bound eight decades away has no effect
    assert.deepEqual([round125(3.7), round125(3.7, true), round125(1e-5)], [2, 5, 1e-5]);
});

test('knobs: the scale of every shipped number contains it within 2 %', () => {
    for (const name of ['01-head-on', '04-break', '13-gas/cooling', '10-friction',
        '16-speed-dependent', '20-stadium']) {
        const rows = opened(textOf(name)).knobs.filter(({ type, value }) =>
            type === 'number' && value !== null);
        assert.ok(rows.length >= 10, `${name}: ${rows.length}`);
        for (const row of rows) {
            const value = Number(row.value), scale = scaleOf(row, value);
            assert.ok(fits(scale, value), `${name} ${row.path}`);
            near(valueAt(scale, placeOf(scale, value)), value, scale.log ? 0.02 * value : scale.step,
                `${name} ${row.path}`);
        }
    }
});

// ---- which parameters are shown, and their names ----

test('knobs: a name is a key without unit, and choices have plain names', () => {
    const model = opened(HEAD_ON);
    for (const [path, name] of [['solvers.heun.stiffness_N_per_m', 'stiffness'],
        ['solvers.heun.damping_Ns_per_m', 'damping'], ['gravity_mps2', 'gravity'],
        ['drag.air_kgpm3', 'air'], ['rolling_resistance', 'rolling resistance']]) {
        assert.equal(plainName(rowOf(model, path)), name);
    }
    assert.equal(plainName({ key: 'stiffness_N_per_m1p5', unit: 'N/m^1.5' }), 'stiffness');
    assert.deepEqual(['grid', 'exact', 'other'].map((word) => shownWord('contacts', word)),
        ['on the step grid', 'exactly', 'other']);
    const lists = ['contacts', 'integrator', 'impact_policy', 'contact_end'];
    for (const { key, words } of [...model.knobs, ...opened(GAS).knobs].filter((row) =>
        lists.includes(row.key))) { // every word in the list of names is one of the core
        const names = say(`key.${key}.words`).split(' | ').map((each) => each.split(': ')[0]);
        assert.deepEqual(names.filter((word) => !words.includes(word)), [], key);
    }
});

test('knobs: important parameters come first, without names, and the search finds them', () => {
    const { knobs } = opened(GAS), { scene, solvers } = firstRows(knobs);
    const paths = scene.map(({ path }) => path);
    assert.deepEqual(paths.slice(0, 2), ['restitution.ball_ball', 'restitution.ball_wall']);
    assert.ok(paths.includes('groups.0.temperature_J') && paths.includes('seed'));
    const springs = solvers.find(({ of }) => of === 'solvers.springs').rows.map(({ key }) => key);
    assert.deepEqual(springs.slice(0, 2), ['stiffness_N_per_m', 'theta']);
    assert.ok(!springs.includes('step_s')); // the default is not written
    assert.ok(allRows(knobs).every(({ rows }) => rows.every(({ key }) => key !== 'name')));
    const found = (search) => knobs.filter((row) => isFound(row, search)).map(({ path }) => path);
    assert.ok(found('springs stiffness').includes('solvers.springs.stiffness_N_per_m'));
    assert.ok(found('velocity_verlet').includes('solvers.springs.integrator'));
    assert.deepEqual(found('no such thing'), []);
});

test('knobs: speed, restitution, stiffness and step lead, as far as there are any', () => {
    const model = opened(HEAD_ON), cue = { name: 'cue', direction: [0.6, -0.8] };
    const rows = leadingRows(model.knobs, model.scene, cue);
    const all = (key) => ['euler', 'heun'].map((name) => `solvers.${name}.${key}`);
    assert.deepEqual(rows.map(({ paths }) => paths), [['balls.cue.vx_mps', 'balls.cue.vy_mps'],
        ['restitution.ball_ball', 'restitution.ball_wall'], all('stiffness_N_per_m'), all('step_s')]);
    // the direction stays, also after a speed of 0
    assert.deepEqual(rows[0].pairsOf('2.385'), [['balls.cue.vx_mps', '1.431'],
        ['balls.cue.vy_mps', '-1.908']]);
    const next = edited(model, rows[2].pairsOf('23850'));
    assert.deepEqual(all('stiffness_N_per_m').map((path) => valueIn(next, path)), ['23850', '23850']);
    // steps that differ: those like that of the first solver, with the names
    const leadingOf = (kind, { knobs, scene }, first) => leadingRows(knobs, { ...scene, view: { knobs: [kind] } }, cue, first)[0];
    const step = leadingOf('step', opened(HEAD_ON, ['solvers.euler.step_s=3e-6']));
    assert.deepEqual([step.paths, step.whose], [['solvers.euler.step_s'], 'Euler']);
    assert.equal(leadingOf('stiffness', opened(textOf('02-oblique-unequal'))).whose, 'Euler, Heun, k = 10 kN/m');
    assert.equal(leadingOf('step', opened(textOf('23-stick-or-slip'))).whose, '3 solvers'); // kt/kn = 2/7, ...
    // a slider keeps its meaning, also after a preset has made the values equal
    const { knobs: first } = opened(HEAD_ON, ['restitution.ball_ball=0.5']), elastic = leadingOf('restitution', model, first);
    assert.deepEqual([elastic.paths, nameOf(elastic)], [['restitution.ball_ball'], 'restitution, balls']);
    assert.equal(nameOf(leadingOf('restitution', model)), 'restitution e');
    const gas = opened(GAS);
    assert.deepEqual(leadingRows(gas.knobs, { ...gas.scene, view: { knobs: ['speed', 'offset',
        'mass', 'count', 'duration'] } }, null).map(({ path }) => path),
    ['leading.count', 'leading.duration']);
});

// ---- edits, which the core accepts ----

test('knobs: alternative keys form a family, of which the core accepts each', () => {
    let model = opened(HEAD_ON);
    const family = (key) => familyOf(model.knobs, rowOf(model, key));
    const spring = ['stiffness_N_per_m', 'contact_time_s', 'max_overlap_m'], step = ['step_s', 'theta'];
    for (const keys of [spring, step]) {
        keys.forEach((key) => assert.deepEqual(family(`solvers.heun.${key}`).map((row) => row.key), keys));
    }
    assert.deepEqual(family('duration_s').map(({ key }) => key), ['duration_s']);
    assert.equal(activeRow(family('solvers.heun.theta')).key, 'step_s');
    for (const key of ['contact_time_s', 'max_overlap_m', 'stiffness_N_per_m']) {
        const path = `solvers.euler.${key}`, { value, also } = guess(model, rowOf(model, path), new Map());
        model = otherwise(model, path, value, also);
        assert.equal(Number(valueIn(model, path)), Number(value));
    }
    model = otherwise(edited(model, [['solvers.heun.step_s', '2e-5']]), 'solvers.heun.theta', '0.1');
    assert.deepEqual(step.map((key) => valueIn(model, `solvers.heun.${key}`)), [null, '0.1']);
    model = edited(model, [['solvers.heun.theta', '0.2']]); // a later edit
    assert.equal(valueIn(model, 'solvers.heun.theta'), '0.2');
    model = otherwise(model, 'solvers.heun.step_s', '3e-5');
    assert.equal(valueIn(model, 'solvers.heun.step_s'), '3e-05');
    let gas = edited(opened(GAS), [['groups.0.count', '50']]);
    gas = otherwise(gas, 'groups.0.radius_m', '0.02');
    assert.deepEqual(['packing_fraction', 'radius_m', 'count'].map((key) => valueIn(gas, `groups.0.${key}`)),
        [null, '0.02', '50']);
});

test('knobs: a guess uses measured and earlier values', () => {
    const model = opened(HEAD_ON), row = rowOf(model, 'solvers.heun.contact_time_s');
    const measured = { ...model, stale: false,
        summary: { rows: [{ name: 'contact_s', values: [0, 0.0091, 0.0091592403] }] } };
    assert.equal(guess(measured, row, new Map()).value, '0.00916');
    assert.equal(guess(measured, row, new Map([[row.path, '0.002']])).value, '0.002');
    assert.equal(guess(measured, rowOf(model, 'solvers.heun.step_s'), new Map()).value, '0.0001');
});

test('knobs: the core accepts another force law, and back', () => {
    let model = opened(HEAD_ON);
    for (const law of ['hertz', 'viscoelastic', 'hooke']) {
        model = edited(model, lawPairs(model, rowOf(model, 'solvers.euler.law'), law,
            { contact_s: 1e-3, speed_mps: law === 'hooke' ? null : 1 }));
        assert.deepEqual(['law', 'contact_time_s'].map((key) => valueIn(model, `solvers.euler.${key}`)),
            [law, '0.001']);
    }
});

test('knobs: solvers are added with existing springs, or default ones, and removed with their checks', () => {
    let model = edited(opened(HEAD_ON), [['solvers.heun.step_s', '2e-5']]);
    const checks = () => model.scene.keys.checks.length, before = checks();
    model = edited(model, addPairs(model, { integrator: 'rk4' }));
    assert.deepEqual([valueIn(model, 'solvers.rk4.stiffness_N_per_m'), valueIn(model, 'solvers.heun.step_s')],
        ['1e+04', '2e-05']);
    model = edited(model, addPairs(model, { kind: 'impulse' }));
    model = edited(model, [['solvers.heun.step_s', '4e-5']]); // an edit after the whole list is preserved
    assert.equal(valueIn(model, 'solvers.heun.step_s'), '4e-05');
    model = edited(model, removePairs(model, 'impulse')); // the reference
    assert.deepEqual(named(model.scene.solvers), ['euler', 'heun', 'rk4', 'impulse2']);
    assert.equal(valueIn(model, 'reference'), 'euler');
    assert.ok(checks() < before);
    for (const name of ['euler', 'heun', 'rk4']) {
        model = edited(model, removePairs(model, name));
    }
    model = edited(model, addPairs(model, { integrator: 'heun' }));
    assert.equal(model.scene.solvers[1].kind, 'penalty');
});

test('knobs: balls are copied to free positions, and removed with their checks', () => {
    const first = opened(HEAD_ON);
    let model = edited(first, [['checks', '[{ kind: column, file: trajectory, column: x_m, '
        + 'ball: eight2, solver: heun, min: 0 }, { quantity: collisions, min: 0 }]'],
        ...copyBall(first, first.scene.balls[1]).pairs]);
    const [, eight, copy] = model.scene.balls;
    near(copy.x_m - eight.x_m, 2.1 * eight.radius_m, 1e-5); // six digits
    assert.deepEqual([copy.name, copy.y_m, copy.vx_mps, copy.mass_kg],
        ['eight2', eight.y_m, 0, eight.mass_kg]);
    for (let k = 0; k < 12; k++) { // the core refuses overlapping balls
        model = edited(model, copyBall(model, model.scene.balls[1]).pairs);
    }
    model = edited(model, removeBallPairs(model, 'eight2'));
    assert.deepEqual([model.scene.balls.length, model.scene.keys.checks.length], [14, 1]);
    assert.equal(freeBallName({ balls: [{ name: 'row15' }, { name: 'row16' }] }, 'row15'), 'row17');
    const gas = opened(GAS), more = edited(gas, copyBall(gas, gas.scene.balls[0]).pairs); // of a group
    assert.equal(more.scene.balls.length, gas.scene.balls.length + 1);
    const corner = opened(`carom: 1
table: { shape: polygon, corners: [[0, 0], [2, 0], [2, 0.8], [1, 0.8], [1, 1.6], [0, 1.6]] }
balls: [ { name: cue, x_m: 0.94, y_m: 1.2, radius_m: 0.05 } ]
duration_s: 0.1
solvers: [ { name: impulse, kind: impulse } ]
`);
    assert.equal(edited(corner, copyBall(corner, corner.scene.balls[0]).pairs).scene.balls.length, 2);
});

test('knobs: a reset restores values, alternatives and labels of the first state, and its text', () => {
    const text = `${HEAD_ON.replace('name: heun,', 'name: heun, label: "Heun, soft",')}# the end\n`;
    const first = opened(text), path = 'solvers.heun.stiffness_N_per_m';
    let model = otherwise(first, 'solvers.heun.contact_time_s', '0.002');
    assert.deepEqual([isChanged(model, path), isChanged(model, 'seed'), isChanged(first, path)],
        [true, false, false]);
    assert.deepEqual([model.scene.keys.solvers[2].label, model.scene.solvers[2].label], [undefined, 'Heun']);
    model = edited(model, resetPairs(model, ['solvers.heun.contact_time_s']));
    assert.equal(valueIn(model, path), '1e+04');
    assert.equal(model.scene.solvers[2].label, 'Heun, soft');
    model = edited(model, [['duration_s', '0.5'], ['title', '"another"']]);
    model = edited(model, resetPairs(model, ['duration_s', 'title']));
    assert.equal(model.scene.duration_s, 1);
});

test('knobs: edits keep the order of the text', () => {
    const text = `# my scene
carom: 1
solvers: # two of them
  - { name: rigid, kind: impulse } # without springs
  - name: soft
    kind: penalty
    contact_time_s: 1e-3   # 1 ms
    step_s: 1e-5
    integrator: heun
balls: [ { name: cue, x_m: 0.5, y_m: 0.5, vx_mps: 1 }, # moves
         { name: "b=1", x_m: 1, y_m: 0.5 } ]
`;
    let model = opened(text);
    assert.equal(model.text, text);
    model = edited(model, [['balls.cue.vx_mps', '2.385'], ['solvers.soft.step_s', '2e-6']]);
    model = otherwise(model, 'solvers.soft.stiffness_N_per_m', '1e5');
    model = edited(model, copyBall(model, model.scene.balls[1]).pairs);
    model = edited(model, removeBallPairs(model, 'b=1'));
    model = edited(model, addPairs(model, { integrator: 'rk4' }));
    model = edited(model, [['schedule', '[{ "at_s": 0.5, "restitution": { "ball_ball": 0.9 } }]']]);
    model = edited(model, [['schedule', null]]);
    model = edited(model, removePairs(model, 'rk4'));
    const [, copy] = model.scene.keys.balls, written = /\{ name: "b=2".*\}/.exec(model.text)?.[0];
    assert.deepEqual([copy.name, copy.x_m], ['b=2', 1.06001]);
    assert.equal(model.text, `carom: 1
solvers:
  - { name: rigid, kind: impulse }
  - { name: soft, kind: penalty, step_s: 2e-6, integrator: heun, stiffness_N_per_m: 1e5 }
balls:
  - { name: cue, x_m: 0.5, y_m: 0.5, vx_mps: 2.385 }
  - ${written}
`);
});

test('knobs: a ball of a group is listed before it is changed, with the same bits', () => {
    const gas = opened(GAS, ['groups.0.count=12']), [, ball] = gas.scene.balls;
    const model = edited(gas, [['balls.gas2.x_m', `${ball.x_m}`], ['balls.gas2.vx_mps', '2.385']]);
    assert.deepEqual(model.scene.keys.balls, gas.scene.keys.balls.map((each) =>
        each.name === 'gas2' ? { ...each, vx_mps: 2.385 } : each));
    assert.ok(model.scene.balls.every(({ of_group }) => !of_group) && gas.scene.balls[0].of_group);
    assert.deepEqual(completed(gas, [['balls.gas2.x_m', '1']], ['groups']), [['balls.gas2.x_m', '1']]);
});

test('knobs: a message appears at its parameter', () => {
    const { scene, knobs } = opened(HEAD_ON), known = new Set(knobs.map(({ path }) => path));
    const step = 'solvers.heun.step_s';
    for (const [sets, pending, wanted] of [
        [['solvers.heun.step_s=1'], null, [step]],
        [['solvers.heun.step_s=-1', 'restitution.ball_wall=-1'], null, ['restitution.ball_wall', step]],
        [['restitution=1.5'], null, ['restitution.ball_ball', 'restitution.ball_wall']],
        [['table.width_m=0'], null, ['table.width_m']],
        [['balls.cue.x_m=1.18'], null, []], // the table shows this message at the balls
        [['balls.cue.x_m=1.18'], 'balls.cue.x_m', ['balls.cue.x_m']],
        [['solvers.heun.step_s=1'], 'seed', [step, 'seed']]]) { // also at the edited one
        const { messages } = opened(HEAD_ON, sets);
        assert.deepEqual([...byPath(messages, scene, known, pending).keys()], wanted, `${sets}`);
    }
    const said = [{ key: '%s%s', values: ['solvers[1].integrator', ': '] }];
    assert.deepEqual(concerned({ origin: '', said }, scene, known),
        ['solvers.euler.integrator']);
});

test('knobs: the schedule is parsed, changed and accepted by the core', () => {
    let model = opened(textOf('18-interactive-restitution'));
    const set = (changes) => edited(model, [['schedule', JSON.stringify(changes)]]);
    const changes = model.scene.keys.schedule, more = withChange(changes, 3.5, { ball_ball: 0.285 });
    assert.deepEqual(changes[2], { at_s: 6, restitution: { ball_ball: 1.1, ball_wall: 1.1 } });
    model = set(more);
    assert.deepEqual(model.scene.keys.schedule, more);
    const first = { ball_ball: 1, ball_wall: 1 };
    assert.deepEqual(restitutionAt(more, first, 3.6), { ball_ball: 0.285, ball_wall: 0.9 });
    assert.deepEqual(restitutionAt(more, first, 1), first);
    assert.deepEqual(withChange(more, 3.5, { ball_wall: 0.5 })[1].restitution,
        { ball_ball: 0.285, ball_wall: 0.5 });
    assert.equal(set([]).scene.keys.schedule, undefined);
    assert.equal(without(changes, 0).length, changes.length - 1);
});

/** [name, text, scene, parameters] of the scenes that need no further file. */
let all = null;
const openedScenes = () => all ??= scenes().filter(isShort).map((name) => [name, textOf(name)]).map(([name, text]) => {
    const { scene, knobs } = openedBy(text);
    return [name, text, scene, knobs];
}).filter(([,, scene]) => scene);

/** The first moving ball of a scene, as the panel follows it. */
const movingIn = ({ balls }) => balls.map(({ name, vx_mps, vy_mps }) => ({ name, speed: Math.hypot(vx_mps, vy_mps),
    direction: [vx_mps, vy_mps] })).filter(({ speed }) => speed > 0).map(({ name, speed, direction }) =>
    ({ name, direction: direction.map((v) => v / speed) }))[0] ?? null;

test('knobs: both ends of every leading slider lead to a value that the core accepts', async () => {
    for (const [name, text, scene, knobs] of openedScenes()) {
        const accepts = async (row, value) => openedBy(text, changesOf(completed(
            { scene, knobs, start: { scene, knobs } }, row.pairsOf(written(value))))).ok;
        for (const row of leadingRows(knobs, scene, movingIn(scene)).slice(0, 3)
            .filter(({ type, value, of }) => type === 'number' && Number(value) > 0 && (of !== 'restitution'
                || scene.solvers.every(({ kind }) => kind !== 'published')))) { // some are elastic only
            const scale = scaleOf(row, Number(row.value), hintOf(row, gainOf({ knobs })));
            const start = placeOf(scale, Number(row.value));
            assert.ok(await accepts(row, valueAt(scale, start)), `${name}: ${row.path} as it is`);
            for (const end of [0, scale.places]) {
                const asked = (place) => accepts(row, valueAt(scale, place));
                const stop = await asked(end) ? end : await nearestAccepted(start, end, asked);
                assert.ok(await asked(stop), `${name}: ${row.path}: ${valueAt(scale, stop)}`);
                assert.ok(row.of !== 'restitution' || Math.abs(valueAt(scale, stop) - valueAt(scale, end)) < 0.02,
                    `${name}: e = ${valueAt(scale, stop)}`);
            }
        }
    }
});

test('knobs: two numbers have a row each, and the first rows of a scene are its own', () => {
    const model = opened(textOf('19-two-ball-drop'));
    const leading = leadingRows(model.knobs, model.scene, { name: 'large', direction: [0, -1] });
    assert.deepEqual(leading.map(({ path }) => path), ['leading.mass', 'leading.restitution', 'leading.stiffness', 'leading.gravity']);
    assert.deepEqual(leading[0].paths, ['balls.small.mass_kg']);
    const [x, y] = componentsOf(leading[3]);
    assert.deepEqual([x.type, x.value, y.axis, y.value, y.pairsOf('-9.81')],
        ['number', '0', 'y', '0', [['gravity_mps2', '[0, -9.81]']]]);
    const next = edited(model, y.pairsOf('-9.81'));
    assert.deepEqual(firstRows(next.knobs).scene.filter(({ key }) => key === 'gravity_mps2').map(({ value }) => Number(value)),
        [0, -9.81]);
    assert.ok(allRows(model.knobs).every(({ rows }) => rows.every(({ type }) => type !== 'vector')));
});

test('knobs: no preset contradicts the name of a ball', () => {
    const keys = (name) => presetsOf(opened(textOf(name))).map(({ key }) => key);
    assert.deepEqual(['02-oblique-unequal', '19-two-ball-drop', '21-throw', '01-head-on'].map((name) => keys(name)[0]),
        ['soft', 'soft', 'soft', 'equal']); // 21: three cue balls
    assert.deepEqual(keys('07-restitution'), ['elastic', 'lossy', 'dull']); // what these scenes are about
    assert.deepEqual(keys('09-cradle').slice(0, 2), ['touching', 'gap']);
    assert.deepEqual(keys('17-counting-collisions'), ['soft', 'stiff']); // with e < 1 the solver of 34 digits stops
    assert.deepEqual(presetsOf(opened(textOf('02-oblique-unequal')))[0].pairs.map(([, value]) => value), ['1e3', '1e3', '1e5']); // all springs
});

test('knobs: every preset of every scene is accepted by the core', () => {
    const found = new Set();
    for (const [name, text, scene, knobs] of openedScenes()) {
        const presets = presetsOf({ scene, knobs });
        assert.ok(presets.length <= 4, name);
        for (const { key, pairs } of presets) {
            found.add(key);
            const { ok, messages } = openedBy(text, changesOf(pairs));
            assert.ok(ok, `${name}: ${key}: ${messages[0]?.text}`);
        }
    }
    assert.ok(found.size >= 5, [...found].join());
});

test('knobs: in every scene an edit changes at most one line of a changed text', () => {
    const ROWS = 5; // of a scene
    for (const [name, text,, knobs] of openedScenes()) {
        const rows = knobs.filter(({ value, type }) => value !== null && type !== 'text');
        const before = openedBy(text, ['carom=1']).scene.text.split('\n');
        for (let k = 0; k < ROWS; k++) {
            const { path, value } = rows[Math.floor(k * rows.length / ROWS)];
            const { ok, scene } = openedBy(text, [`${path}=${value}`]);
            if (ok) { // the value of a key that the scene lacks may exclude one that it has
                const after = scene.text.split('\n'), first = after.findIndex((line, at) => line !== before[at]);
                const more = after.length - before.length, rest = before.slice(first + (more === 0 ? 1 : 0));
                assert.ok(first < 0 || [0, 1].includes(more), `${name}: ${path}: ${scene.text}`);
                assert.deepEqual(first < 0 ? [] : after.slice(first + 1), first < 0 ? [] : rest, `${name}: ${path}`);
            }
        }
    }
});

test('knobs: a gas leads with its temperature, not with the speed of a ball', () => {
    const gas = `carom: 1
table: { width_m: 1, height_m: 1, boundary: periodic }
duration_s: 0.1
groups: [ { kind: gas, count: 20, packing_fraction: 0.1, temperature_J: 0.05, mass_kg: 0.17 } ]
solvers: [ { name: impulse, kind: impulse } ]
`;
    const { scene, knobs } = openedBy(gas), [first] = leadingRows(knobs, scene, movingIn(scene));
    assert.equal(first.path, 'leading.temperature');
});

test('knobs: the end of the slider of a speed follows a typed speed', () => {
    const zero = scaleOf({ lowest: 0, highest: null }, 0, { span: 2 });
    assert.ok(fits(zero, 1) && !fits(zero, 6));
    const six = scaleOf({ lowest: 0, highest: null }, 6, { span: 2 });
    assert.deepEqual([six.low, six.high], [0, 20]);
});
