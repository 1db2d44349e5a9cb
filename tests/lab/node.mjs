// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the module in node with the page's own code.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Lab } from '../../src/lab/page/core/handle.js';

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');

/** Path of a part of the page, built or prebuilt, as in the Makefile. */
export function partOf(name) {
    return join(ROOT, execFileSync('sh', ['src/lab/part.sh', name], { cwd: ROOT, encoding: 'utf8' }).trim());
}

export const MODULE = process.env.CAROM_WASM ?? partOf('carom.wasm');

/** @returns {WebAssembly.Module} */
export function compiled() {
    return new WebAssembly.Module(readFileSync(MODULE));
}

/** Lab that stores its messages: `heard` by topic; `said`: lines of standard output.
 * @param {WebAssembly.Module} module */
export function labOf(module) {
    const heard = {}, said = [];
    const lab = new Lab(module, (topic, value) => {
        (heard[topic] ??= []).push(value);
    }, (fd, line) => said.push(line));
    return { lab, heard, said };
}

/** Runs a scenario.
 * @returns {{heard, seals}} messages by topic; signatures by solver. Throws if the scenario is
 *    rejected */
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

/** Writes the records of a scenario, as `carom compare` does.
 * @returns {{files: Map<string, Uint8Array>|null, heard}} null after an error; see heard.error */
export function recorded(module, text, sets = []) {
    const { lab, heard, said } = labOf(module);
    const files = lab.open(text, sets) ? lab.record() : null;
    return { files, heard, said };
}
