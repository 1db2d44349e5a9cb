// SPDX-License-Identifier: GPL-3.0-or-later
/** The core from the page's text: unpacked and compiled, where that is allowed. */
import { through } from './unpack.js';
import { fromSigns } from './signs.js';

/** Why there is no core: 'module', it is damaged; 'wasm', its kind of program is forbidden here. */
class Refused extends Error {
    constructor(why, { message }) {
        super(message);
        this.why = why;
    }
}

/**
 * @param {string} packed gzip, then signs.js
 * @returns {Promise<WebAssembly.Module>} throws Refused
 */
export async function compiled(packed) {
    const bytes = await through(new DecompressionStream('gzip'), fromSigns(packed))
        .catch((reason) => { throw new Refused('module', reason); });
    try {
        return await WebAssembly.compile(bytes);
    } catch (reason) {
        // forbidden bytes are refused before they are read; damaged ones have an offset
        const damaged = /offset|byte|section|magic/i.test(reason.message) &&
            !/policy|csp|disallow|blocked|eval/i.test(reason.message);
        throw new Refused(damaged ? 'module' : 'wasm', reason);
    }
}
