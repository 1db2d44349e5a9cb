// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the module in node with the page's own code.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { Lab } from '../../src/lab/page/core/handle.js';
import { Run } from '../../src/lab/page/model/run.js';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const PROGRAM = process.env.CAROM ?? join(ROOT, 'build/carom');

export const TEMPLATE = join(ROOT, 'build/lab/template.html');

/** What is packed in an element of a page: 'module', 'worker' or 'program'. */
export const unpacked = (page, id) => gunzipSync(Buffer.from(
    new RegExp(`<script type="text/plain" id="${id}">([^<]*)</script>`).exec(page)[1], 'base64'));

let module = null;

/** @returns {WebAssembly.Module} */
export const compiled = () => module ??= new WebAssembly.Module(
    unpacked(readFileSync(TEMPLATE, 'utf8'), 'module'));

/** Text of a shipped scenario: "01-head-on", "13-gas/cooling". */
export const textOf = (name) => readFileSync(join(ROOT, 'experiments',
    `${name.includes('/') ? name : `${name}/experiment`}.yaml`), 'utf8');

/** Scenarios that take most of the total time; LAB_ALL=1 includes them, as in `make nightly`. */
const LONG = new Set(['27-measured/chain', '03-bumper/million', '05-time-step/bounces',
    '05-time-step/box', '13-gas/heating', '13-gas/cooling', '18-interactive-restitution',
    '24-rough-gas']);
export const isShort = (name) => process.env.LAB_ALL === '1' || !LONG.has(name);

/** Every scenario of the page: "01-head-on", "13-gas/cooling". */
export const scenes = () => execFileSync('sh', ['src/lab/lab.sh', 'scenes'],
    { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');

export const near = (got, want, most, what = '') => assert.ok(Math.abs(got - want) <= most,
    `${what}: got ${got}, want ${want} within ${most}`);

/** Lab that stores its messages, `heard` by topic.
 * @param {WebAssembly.Module} of */
export function labOf(of = compiled()) {
    const heard = {};
    const lab = new Lab(of, (topic, value) => {
        (heard[topic] ??= []).push(value);
    });
    return { lab, heard };
}

/** A gas of a thousand discs in two solvers. */
export const GAS = `carom: 1
title: A thousand discs
table: { width_m: 2, height_m: 2, boundary: periodic }
duration_s: 1
samples: 11
groups:
  - { kind: gas, count: 1000, packing_fraction: 0.3, temperature_J: 0.05, mass_kg: 0.17 }
solvers:
  - { name: impulse, kind: impulse }
  - { name: springs, kind: penalty, integrator: velocity_verlet, stiffness_N_per_m: 1e4, step_s: 1e-4 }
reference: impulse
`;

let shared = null;

/** A scenario as the core reads it: {ok, lab, scene, knobs, messages, heard}; all calls share a lab. */
export function opened(text, sets = []) {
    const { lab, heard } = shared ??= labOf();
    Object.keys(heard).forEach((topic) => delete heard[topic]);
    const ok = lab.open(text, sets);
    return { ok, lab, heard, scene: heard.scene?.at(-1), knobs: heard.knobs?.at(-1) ?? [],
        messages: heard.messages?.at(-1) ?? [] };
}

/** Runs a scenario, which the core must accept. @returns {Run} as the page has it */
export function runOf(text, look, { sets = [], track = null } = {}) {
    const { ok, lab, heard, scene, messages } = opened(text, sets);
    assert.ok(ok, JSON.stringify(messages));
    assert.ok(lab.run(look), heard.error?.[0]);
    const run = new Run(scene, look, track);
    heard.numbers.forEach((numbers, k) =>
        run.add({ count: 1, numbers, positions: heard.positions[k] }));
    for (const topic of ['collisions', 'contacts', 'balances', 'end']) {
        (heard[topic] ?? []).forEach((value) => run.receive(topic, value));
    }
    run.done = true;
    return run;
}

/** Runs a scenario in a lab of its own.
 * @returns {{heard, seals}} messages by topic; signatures by solver. Throws if the scenario is
 *    rejected */
export function ran(of, text, sets = [], look = { samples: 101 }) {
    const { lab, heard } = labOf(of);
    if (!lab.open(text, sets)) {
        throw new Error(JSON.stringify(heard.messages ?? heard.error));
    }
    if (!lab.run(look)) {
        throw new Error(heard.error?.[0]);
    }
    const seals = Object.fromEntries(heard.end[0].map(({ solver, seal }) => [solver, seal]));
    return { heard, seals };
}

/** Writes the records of a scenario, as `carom compare` does.
 * @returns {{files: Map<string, Uint8Array>|null, heard}} null after an error; see heard.error */
export function recorded(of, text, sets = []) {
    const { lab, heard } = labOf(of);
    const files = lab.open(text, sets) ? lab.record() : null;
    return { files, heard };
}
