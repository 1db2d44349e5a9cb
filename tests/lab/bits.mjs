// SPDX-License-Identifier: GPL-3.0-or-later
// The page's core gives the program's bits: every record of every shipped scenario, by
// carom_lab_record in WebAssembly and by `carom compare`, byte for byte; and the seal of a run that
// is looked at otherwise is that of the end in the program's records.
// usage: node bits.mjs [NAME...]: of all scenarios, or of those whose name has NAME in it; prints a
// line for each, "ok", "not ok" or "skip", as tests/run.sh reads them
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { table } from '../../src/lab/page/core/decode.js';
import { compiled, ran, recorded, ROOT } from './node.mjs';

const PROGRAM = process.env.CAROM ?? join(ROOT, 'build/carom');
const WORK = join(ROOT, 'build/lab/bits');

/** Files that say when and by what they were made. */
const OWN = new Set(['run.json', 'files.tsv']);
const CLOCK = 'wall_clock_s'; // column of summary.tsv

/**
 * Scenarios with functions of the C library in their values, which musl and glibc round differently
 * in the last bit: name, and which functions. Their records are the same but for rounding.
 */
const OF_LIBRARY = new Map([
    ['10-friction/experiment', 'log1p, expm1 of rolling in closed form'],
    ['10-friction/two-balls', 'log1p, expm1 of rolling in closed form'],
]);

/** Scenarios that take half of the time of all: with LAB_ALL=1, as `make check-lab` does. */
const LONG = new Set(['03-bumper/million', '05-time-step/bounces', '05-time-step/box', '13-gas/heating',
    '18-interactive-restitution/experiment', '24-rough-gas/experiment', '13-gas/cooling']);

/**
 * How far rounding may change a value, as part of the largest of its unit in the table: a last bit,
 * 1.1e-16, in each of some hundred flights and impacts, and ten times what came before in each.
 */
const ROUNDING = 1e-12;

/** Every file below a folder, in order. */
function filesIn(folder) {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile()).map((entry) => join(entry.path, entry.name)).sort();
}

/** High-precision arithmetic is not in the module: what names its solver is left out, for both. */
function withoutOracle(text) {
    return text.split('\n').filter((line) => !/(kind|reference|solver|as): oracle/.test(line))
        .join('\n');
}

/** @returns {Map<string, Buffer>} what the program writes; what it says of failures is its own */
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

/** @returns {string[]} the paths that are not the same in both */
function different(ours, theirs) {
    const paths = new Set([...ours.keys(), ...theirs.keys()].filter((path) => !OWN.has(path)));
    const of = (records, path) => comparable(path, records.get(path));
    return [...paths].filter((path) => !ours.has(path) || !theirs.has(path)
        || Buffer.compare(of(ours, path), of(theirs, path)) !== 0);
}

const unitOf = (name) => name.slice(name.lastIndexOf('_') + 1);
const largest = (column) => column instanceof Float64Array
    ? column.reduce((most, x) => Math.max(most, Number.isFinite(x) ? Math.abs(x) : 0), 0) : 0;

/** Largest difference of two columns; Infinity where words differ, or a number is none in one. */
function distance(ours, theirs) {
    if (!(ours instanceof Float64Array) || !(theirs instanceof Float64Array)) {
        return ours.every((word, k) => word === theirs[k]) ? 0 : Infinity;
    }
    const away = (x, y) => Object.is(x, y) ? 0 : Number.isNaN(x - y) ? Infinity : Math.abs(x - y);
    return ours.reduce((most, x, k) => Math.max(most, away(x, theirs[k])), 0);
}

/** Largest difference of two tables, as part of the largest value of its unit. */
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

/** What is to be said of records that should be the same, or (why) the same but for rounding. */
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

/** FNV-1a of 64 bits over x, y, vx, vy of every ball in the last sample of a trajectory. */
function sealOf(bytes) {
    const { rows, column } = table(Buffer.from(bytes).toString());
    const state = new DataView(new ArrayBuffer(8));
    let hash = 0xcbf29ce484222325n;
    for (let k = 0; k < rows; k++) {
        if (column.t_s[k] !== column.t_s[rows - 1]) {
            continue;
        }
        for (const name of ['x_m', 'y_m', 'vx_mps', 'vy_mps', 'spin_radps']) {
            if (name === 'spin_radps' && (column[name]?.[k] ?? 0) === 0) {
                continue; // what does not turn, which is most scenes
            }
            state.setFloat64(0, column[name][k], true);
            for (let i = 0; i < 8; i++) {
                hash = (hash ^ BigInt(state.getUint8(i))) * 0x100000001b3n & 0xffffffffffffffffn;
            }
        }
    }
    return hash.toString(16).padStart(16, '0');
}

/** What is wrong with the seals of a run of three samples; those that have failed have none. */
function unsealed(module, text, theirs) {
    const { heard } = ran(module, text, [], { samples: 3 });
    return heard.end[0].filter(({ solver, failure, seal }) => failure === ''
        && seal !== sealOf(theirs.get(`${solver}/trajectory.tsv`))).map(({ solver }) => solver);
}

function compare(module, file) {
    const name = relative(join(ROOT, 'experiments'), file).replace('.yaml', '');
    const text = withoutOracle(readFileSync(file, 'utf8')), copy = join(WORK, 'scenario.yaml');
    writeFileSync(copy, text);
    const { files, heard } = recorded(module, text), why = OF_LIBRARY.get(name);
    const theirs = native(copy);
    const count = [...theirs.keys()].filter((path) => !OWN.has(path)).length;
    const broken = files && why === undefined ? unsealed(module, text, theirs) : [];
    const fault = !files ? JSON.stringify(heard.error ?? heard.messages)
        : verdict(files, theirs, why) ?? (broken.length > 0 ? `seal of ${broken}` : null);
    console.log(fault !== null ? `not ok bits ${name}: ${fault}`
        : `ok bits ${name} (${count} records${why ? `, but for rounding: ${why}` : ''})`);
}

const wanted = process.argv.slice(2), all = process.env.LAB_ALL === '1' || wanted.length > 0;
mkdirSync(WORK, { recursive: true });
const module = compiled();
// Scenes with engines of other people are none of a page's.
const ours = new Set(execFileSync('sh', [join(ROOT, 'src/lab/scenes.sh')], { encoding: 'utf8' })
    .split('\n').map((name) => (name.includes('/') ? name : `${name}/experiment`)));
for (const file of filesIn(join(ROOT, 'experiments'))) {
    if (ours.has(relative(join(ROOT, 'experiments'), file).replace('.yaml', ''))
        && (wanted.length === 0 || wanted.some((name) => file.includes(name)))) {
        const name = relative(join(ROOT, 'experiments'), file).replace('.yaml', '');
        if (all || !LONG.has(name)) {
            compare(module, file);
        } else {
            console.log(`skip bits ${name}: takes long (make check-lab)`);
        }
    }
}
