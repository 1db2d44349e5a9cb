// SPDX-License-Identifier: GPL-3.0-or-later
// The lab without a browser: the module in node, by the page's own code.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lab } from '../../src/lab/page/core/handle.js';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** The path of a part of the page, as in the Makefile: the built one or the prebuilt one. */
export function partOf(name) {
    return join(ROOT, execFileSync('sh', ['src/lab/part.sh', name], { cwd: ROOT, encoding: 'utf8' }).trim());
}

export const MODULE = process.env.CAROM_WASM ?? partOf('carom.wasm');

/** @returns {WebAssembly.Module} */
export function compiled() {
    return new WebAssembly.Module(readFileSync(MODULE));
}

/**
 * A lab that keeps what it is told: `heard` by topic, a list each; `said` lines of standard output.
 * @param {WebAssembly.Module} module
 */
export function labOf(module) {
    const heard = {}, said = [];
    const lab = new Lab(module, (topic, value) => {
        (heard[topic] ??= []).push(value);
    }, (fd, line) => said.push(line));
    return { lab, heard, said };
}

/**
 * One scenario from its text to its end.
 * @returns {{heard, seals}} what was said by topic; seals by solver. Throws where it is refused
 */
export function ran(module, text, sets = [], look = { samples: 101 }) {
    const { lab, heard } = labOf(module);
    if (!lab.open(text, sets)) {
        throw new Error(JSON.stringify(heard.messages ?? heard.error));
    }
    if (!lab.run(look)) {
        throw new Error(heard.error?.[0]);
    }
    const seals = Object.fromEntries(heard.end[0].map(({ solver, seal }) => [solver, seal]));
    return { heard, seals };
}

/**
 * A scenario's records, as `carom compare` writes them.
 * @returns {{files: Map<string, Uint8Array>|null, heard}} null: it could not be done; heard.error
 */
export function recorded(module, text, sets = []) {
    const { lab, heard, said } = labOf(module);
    const files = lab.open(text, sets) ? lab.record() : null;
    return { files, heard, said };
}
