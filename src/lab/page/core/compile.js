// SPDX-License-Identifier: GPL-3.0-or-later
/** Unpacks and compiles the core from the page's text. */
import { Fault, fromBase64, through } from './unpack.js';

/** @param {string} packed gzip as base64
 * @returns {Promise<WebAssembly.Module>} throws a Fault: 'module' (damaged) or 'wasm' (WebAssembly
 *    is forbidden) */
export async function compiled(packed) {
    let bytes;
    try {
        bytes = await through(new globalThis.DecompressionStream('gzip'), fromBase64(packed));
    } catch ({ message }) {
        throw new Fault('module', message);
    }
    try {
        return await WebAssembly.compile(bytes);
    } catch (reason) {
        // a policy rejects the bytes unread; a message about damaged bytes contains an offset
        const damaged = /offset|byte|section|magic/i.test(reason.message) &&
            !/policy|csp|disallow|blocked|eval/i.test(reason.message);
        throw new Fault(damaged ? 'module' : 'wasm', reason.message);
    }
}
