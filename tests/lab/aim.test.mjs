// SPDX-License-Identifier: GPL-3.0-or-later
// Effect of a shift of a ball's start: derivatives of the core against differences of its runs,
// and the sentences of the page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { aimed } from '../../src/lab/page/table/aim.js';
import { setLanguage } from '../../src/lab/page/words/words.js';
import { compiled, labOf, recorded, ROOT } from './node.mjs';

const MODULE = compiled();
const sceneOf = (name) => readFileSync(join(ROOT, 'experiments',
    name.includes('/') ? `${name}.yaml` : `${name}/experiment.yaml`), 'utf8');

/** Effect of the start of a ball. */
function aimOf(name, ball, sets = []) {
    const { lab, heard } = labOf(MODULE);
    assert.ok(lab.open(sceneOf(name), sets), JSON.stringify(heard.messages));
    assert.ok(lab.aim(ball), heard.error?.[0]);
    return heard.aim?.[0] ?? null;
}

/** Position of a ball at the end of a solver's trajectory.tsv. */
function endOf(name, solver, ball, sets) {
    const { files } = recorded(MODULE, sceneOf(name), sets);
    const lines = new TextDecoder().decode(files.get(`${solver}/trajectory.tsv`)).trim().split('\n');
    const names = lines[0].split('\t');
    const row = lines.map((line) => line.split('\t')).findLast((cells) =>
        cells[names.indexOf('ball')] === ball);
    return ['x_m', 'y_m'].map((column) => Number(row[names.indexOf(column)]));
}

for (const [name, ball] of [['01-head-on', 'cue'], ['07-restitution', 'cue'],
    ['06-stiffness', 'one']]) {
    test(`aim: the derivative of ${name} is that of two runs`, () => {
        const { solver, target, rate_x, rate_y, shift_m, moved_x_m, moved_y_m, across_y }
            = aimOf(name, ball);
        assert.equal(across_y, 1);
        const { lab, heard } = labOf(MODULE);
        lab.open(sceneOf(name), []);
        const at = heard.scene[0].balls.find((one) => one.name === ball).y_m;
        const STEP_M = 1e-5;
        const [minus, start, plus, moved] = [-STEP_M, 0, STEP_M, shift_m].map((by) =>
            endOf(name, solver, target, [`balls.${ball}.y_m=${at + by}`]));
        [rate_x, rate_y].forEach((rate, k) => {
            // second derivatives of about rate^3/m^2: STEP_M^2 times them
            assert.ok(Math.abs((plus[k] - minus[k]) / (2 * STEP_M) - rate) < 1e-5 * (1 + rate ** 2),
                `${(plus[k] - minus[k]) / (2 * STEP_M)}, ${rate}`);
        });
        [moved_x_m, moved_y_m].forEach((by, k) =>
            assert.ok(Math.abs(moved[k] - start[k] - by) < 1e-12, `${moved[k] - start[k]}, ${by}`));
    });
}

test('aim: the sentence has the largest shift whose effect is proportional', () => {
    assert.equal(aimed(aimOf('01-head-on', 'cue'), 'impulse'),
        '1 mm higher at the start moves eight by 8 mm at the end (impulse).');
    const far = aimOf('16-speed-dependent', 'one');
    assert.deepEqual([far.shift_m.toPrecision(3), far.limited], ['0.0000100', true]);
    assert.match(aimed(far, 'impulse'), /^10 µm higher .* Ten times as much no longer has ten /);
    const chaos = aimOf('20-stadium', 'ball');
    assert.ok(chaos.shift_m === 0 && Math.hypot(chaos.rate_x, chaos.rate_y) > 1e9);
    assert.match(aimed(chaos, 'impulse'), /^Even 1 nm to the left of its path at the start /);
    // of a rate of 2e181 the length is infinite; later the rate itself is
    for (const duration of [50, 320]) {
        assert.equal(aimOf('05-time-step/box', 'one', [`duration_s=${duration}`]).shift_m, 0);
    }
});

test('aim: simultaneous impacts have no derivative, springs no sentence', () => {
    const found = aimOf('04-break', 'cue');
    assert.deepEqual([found.fault, found.rate_x, found.shift_m], ['simultaneous', null, 0]);
    assert.match(aimed(found, 'impulse'), /^carom computes no derivative .*: rack1 hits rack3 at t = 0.202 s right /);
    assert.equal(aimOf('01-head-on', 'cue', ['solvers.impulse.kind=penalty',
        'solvers.impulse.step_s=1e-5', 'solvers.impulse.stiffness_N_per_m=1e4']), null);
});

test('aim: a ball at a wall has a shift only where there is room', () => {
    const { radius_m } = (() => {
        const { lab, heard } = labOf(MODULE);
        lab.open(sceneOf('01-head-on'), []);
        return heard.scene[0].balls[0];
    })();
    assert.equal(aimOf('01-head-on', 'cue', [`balls.cue.y_m=${1.27 - radius_m}`]), null);
});

test('aim: every direction and both languages have words', () => {
    const found = (across_x, across_y) => ({ ...aimOf('01-head-on', 'cue'), across_x, across_y });
    assert.match(aimed(found(-1, 0), ''), / further left /);
    assert.match(aimed(found(1, 0), ''), / further right /);
    setLanguage('de');
    assert.match(aimed(found(0, 1), 'Stöße'), /^1 mm weiter oben .* eight am Ende um 8 mm \(Stöße\)/);
    setLanguage('en');
});
