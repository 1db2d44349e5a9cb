// SPDX-License-Identifier: GPL-3.0-or-later
// The module lacks MPFR: it reads the oracle's keys, and reports why the oracle cannot run.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compiled, labOf, ROOT } from './node.mjs';

const HEAD_ON = join(ROOT, 'experiments/01-head-on/experiment.yaml');

/** @returns {string[]} errors of 01-head-on with these settings */
function faults(sets) {
    const { lab, heard } = labOf(compiled());
    return lab.open(readFileSync(HEAD_ON, 'utf8'), sets) ? []
        : heard.messages[0].map(({ text }) => text);
}

test('oracle: it is rejected with a message, and its keys are valid', () => {
    assert.deepEqual(faults([]), []);
    const refused = faults(['solvers.impulse.kind=oracle']);
    assert.equal(refused.length, 1);
    assert.match(refused[0], /needs MPFR, which this build of carom lacks/);
    const known = faults(['solvers.impulse.kind=oracle', 'solvers.impulse.precision_bits=512']);
    assert.deepEqual(known, refused);
    const wrong = faults(['solvers.impulse.kind=oracle', 'solvers.impulse.precision_bits=7']);
    assert.match(wrong.join(), /precision_bits/);
});
