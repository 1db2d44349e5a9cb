// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the page's core with the program, bit by bit: every record of every shipped scenario,
// by carom_lab_record in WebAssembly and by `carom compare`. usage: node bits.mjs [NAME...]: all
// scenarios, or those whose names contain NAME; prints a line for each, "ok", "not ok" or "skip",
// for tests/run.sh
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compiled, isShort, PROGRAM, recorded, ROOT, scenes, textOf } from './node.mjs';

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

/** Tolerance of their values: a last bit, 1.1e-16, in each of about a hundred flights and impacts,
 * amplified a thousand times; relative to values above 1 in SI. */
const ROUNDING = 1e-11;

/** Every file below a folder, sorted. */
function filesIn(folder) {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile()).map((entry) => join(entry.path, entry.name)).sort();
}

/** Removes recordings, which the module does not read, for both, and checks of them. */
function withoutMissing(text) {
    const recorded = [...text.matchAll(/name: ([\w-]+),.*kind: recorded/g)].map(([, name]) => name);
    const missing = new RegExp(`kind: recorded|solver: (${
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

/** A table without the column of the clock. */
function comparable(path, bytes) {
    const rows = Buffer.from(bytes ?? '').toString().split('\n').map((line) => line.split('\t'));
    const clock = path === 'summary.tsv' ? rows[0].indexOf(CLOCK) : -1;
    return rows.map((row) => row.filter((cell, k) => k !== clock));
}

const near = (x, y) => x === y || Math.abs(x - y) <= ROUNDING * Math.max(1, Math.abs(y));

/** @returns {string[]} paths that differ, or that differ by more than rounding */
function different(ours, theirs, isRounded) {
    return [...new Set([...ours.keys(), ...theirs.keys()])].filter((path) => !OWN.has(path)
        && (!ours.has(path) || !theirs.has(path) || Buffer.compare(ours.get(path), theirs.get(path)) !== 0))
        .filter((path) => {
            const [a, b] = [ours, theirs].map((records) => comparable(path, records.get(path)));
            const [same, cells] = [isRounded ? near : Object.is, b.flat()];
            return a.length !== b.length || a.flat().length !== cells.length
                || !a.flat().every((cell, k) => same(cell, cells[k]));
        });
}

function compare(module, name) {
    const text = withoutMissing(textOf(name)), copy = join(WORK, 'scenario.yaml');
    writeFileSync(copy, text);
    const { files, heard } = recorded(module, text), why = OF_LIBRARY.get(name);
    const theirs = native(copy);
    const count = [...theirs.keys()].filter((path) => !OWN.has(path)).length;
    const fault = !files ? JSON.stringify(heard.error ?? heard.messages)
        : different(files, theirs, why !== undefined).join(', ');
    console.log(fault ? `not ok bits ${name}: ${fault}`
        : `ok bits ${name} (${count} records${why ? `, but for rounding: ${why}` : ''})`);
}

const wanted = process.argv.slice(2);
mkdirSync(WORK, { recursive: true });
for (const name of scenes()) {
    if (wanted.some((word) => name.includes(word)) || (wanted.length === 0 && isShort(name))) {
        compare(compiled(), name);
    } else if (wanted.length === 0) {
        console.log(`skip bits ${name}: takes long (make nightly)`);
    }
}
