// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the page's core with the program, bit by bit: every record of every shipped scenario,
// by carom_lab_record in WebAssembly and by `carom compare`. usage: node bits.mjs [NAME...]: all
// scenarios, or those whose names contain NAME; prints a line for each, "ok", "not ok" or "skip",
// for tests/run.sh
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { table } from '../../src/lab/page/core/decode.js';
import { compiled, PROGRAM, recorded, ROOT, scenes, textOf } from './node.mjs';

const WORK = join(ROOT, 'build/lab/bits');

/** Files with the time and the version of the program. */
const OWN = new Set(['run.json']);
const CLOCK = 'wall_clock_s'; // column of summary.tsv

/** Scenarios whose values depend on functions of the C library, which musl and glibc round
 * differently in the last bit: name and functions. Their records agree up to rounding. */
const OF_LIBRARY = new Map([
    ['10-friction', 'log1p, expm1 of rolling in closed form'],
    ['10-friction/two-balls', 'log1p, expm1 of rolling in closed form'],
]);

/** Scenarios that take most of the total time; run with LAB_ALL=1, as in `make nightly`. */
const LONG = new Set(['27-measured/chain', '03-bumper/million', '05-time-step/bounces', '05-time-step/box', '13-gas/heating',
    '18-interactive-restitution', '24-rough-gas', '13-gas/cooling']);

/** Tolerance relative to the largest value of the same unit in a table: a last bit, 1.1e-16, in
 * each of about a hundred flights and impacts, amplified ten times. */
const ROUNDING = 1e-12;

/** Every file below a folder, sorted. */
function filesIn(folder) {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile()).map((entry) => join(entry.path, entry.name)).sort();
}

/** Removes solvers that the module lacks for both, and checks of them: it has no MPFR and reads no
 * recordings. */
function withoutMissing(text) {
    const recorded = [...text.matchAll(/name: ([\w-]+),.*kind: recorded/g)].map(([, name]) => name);
    const missing = new RegExp(`(kind|reference|solver|as): oracle|kind: recorded|solver: (${
        ['-', ...recorded].join('|')})\\b`);
    return text.split('\n').filter((line) => !missing.test(line)).join('\n');
}

/** @returns {Map<string, Buffer>} the program's records, without its own failure messages */
function native(file) {
    const out = join(WORK, 'native');
    rmSync(out, { recursive: true, force: true });
    try {
        execFileSync(PROGRAM, ['compare', file, '-o', out, '--no-plots'], { stdio: 'pipe' });
    } catch (reason) {
        if (reason.status === undefined || reason.status === null) {
            throw reason;
        }
    }
    return new Map(filesIn(out).map((path) => [relative(out, path), readFileSync(path)]));
}

/** A table without one of its columns. */
function without(bytes, name) {
    const rows = Buffer.from(bytes).toString().split('\n').map((line) => line.split('\t'));
    const k = rows[0].indexOf(name);
    return Buffer.from(rows.map((row) => row.filter((cell, i) => i !== k).join('\t')).join('\n'));
}

const comparable = (path, bytes) => bytes !== undefined && path === 'summary.tsv'
    ? without(bytes, CLOCK) : bytes;

/** @returns {string[]} paths that differ */
function different(ours, theirs) {
    const paths = new Set([...ours.keys(), ...theirs.keys()].filter((path) => !OWN.has(path)));
    const of = (records, path) => comparable(path, records.get(path));
    return [...paths].filter((path) => !ours.has(path) || !theirs.has(path)
        || Buffer.compare(of(ours, path), of(theirs, path)) !== 0);
}

const unitOf = (name) => name.slice(name.lastIndexOf('_') + 1);
const largest = (column) => column instanceof Float64Array
    ? column.reduce((most, x) => Math.max(most, Number.isFinite(x) ? Math.abs(x) : 0), 0) : 0;

/** Largest difference of two columns; Infinity if texts differ or only one value is a number. */
function distance(ours, theirs) {
    if (!(ours instanceof Float64Array) || !(theirs instanceof Float64Array)) {
        return ours.every((word, k) => word === theirs[k]) ? 0 : Infinity;
    }
    const away = (x, y) => Object.is(x, y) ? 0 : Number.isNaN(x - y) ? Infinity : Math.abs(x - y);
    return ours.reduce((most, x, k) => Math.max(most, away(x, theirs[k])), 0);
}

/** Largest difference of two tables, relative to the largest value of its unit. */
function furthest(ours, theirs) {
    const [a, b] = [ours, theirs].map((bytes) => table(Buffer.from(bytes ?? '').toString()));
    if (a.rows !== b.rows || a.names.join() !== b.names.join()) {
        return Infinity;
    }
    const scale = {};
    for (const name of b.names) {
        scale[unitOf(name)] = Math.max(scale[unitOf(name)] ?? 0, largest(b.column[name]));
    }
    const parts = a.names.map((name) => [distance(a.column[name], b.column[name]),
        scale[unitOf(name)]]);
    return Math.max(...parts.map(([by, of]) => by === 0 ? 0 : by / of));
}

/** Result line for records that should agree exactly or, for the reason `why`, up to rounding. */
function verdict(ours, theirs, why) {
    const wrong = different(ours, theirs);
    if (why === undefined) {
        return wrong.length === 0 ? null : wrong.join(', ');
    }
    if (wrong.length === 0) {
        return 'the same; to be taken from the list of those that differ';
    }
    const far = wrong.map((path) => [path, furthest(comparable(path, ours.get(path)),
        comparable(path, theirs.get(path)))]).filter(([, by]) => !(by <= ROUNDING));
    return far.length === 0 ? null : far.map(([path, by]) => `${path} by ${by}`).join(', ');
}

function compare(module, name) {
    const text = withoutMissing(textOf(name)), copy = join(WORK, 'scenario.yaml');
    writeFileSync(copy, text);
    const { files, heard } = recorded(module, text), why = OF_LIBRARY.get(name);
    const theirs = native(copy);
    const count = [...theirs.keys()].filter((path) => !OWN.has(path)).length;
    const fault = !files ? JSON.stringify(heard.error ?? heard.messages) : verdict(files, theirs, why);
    console.log(fault !== null ? `not ok bits ${name}: ${fault}`
        : `ok bits ${name} (${count} records${why ? `, but for rounding: ${why}` : ''})`);
}

const wanted = process.argv.slice(2), all = process.env.LAB_ALL === '1' || wanted.length > 0;
mkdirSync(WORK, { recursive: true });
for (const name of scenes()) {
    if (!all && LONG.has(name)) {
        console.log(`skip bits ${name}: takes long (make nightly)`);
    } else if (wanted.length === 0 || wanted.some((word) => name.includes(word))) {
        compare(compiled(), name);
    }
}
