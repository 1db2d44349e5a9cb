// SPDX-License-Identifier: GPL-3.0-or-later
/** Links to a scenario: {v: 1, text, sets, at, scene, ...} as JSON, deflated, base64url, after '#'.
 * A link reproduces the scenario and so its bits. */
import { Fault, fromBase64, through, toBase64url } from '../core/unpack.js';

const PREFIX = 'lab=', VERSION = 1;
const MOST = 4 << 20; // bytes of JSON; larger than any accepted scenario

/** @param {State & Partial<Linked>} state @returns {Promise<string>} */
export async function toHash(state) {
    const json = new TextEncoder().encode(JSON.stringify({ v: VERSION, ...state }));
    const packed = await through(new globalThis.CompressionStream('deflate-raw'), json);
    return `#${PREFIX}${toBase64url(packed)}`;
}

const isText = (value) => typeof value === 'string';
const isState = (state) => state !== null && typeof state === 'object' && isText(state.text)
    && Array.isArray(state.sets) && state.sets.every((set) => isText(set) && set.includes('='))
    && (state.at === undefined || Number.isFinite(state.at))
    && (state.scene === undefined || isText(state.scene));

/** @returns {Promise<Linked | null>} null if the hash is no link; throws a Fault: 'link.broken',
 * or 'link.newer' if a later version of the page has made it */
export async function fromHash(hash) {
    if (!hash.startsWith(`#${PREFIX}`)) {
        return null;
    }
    let state;
    try {
        const packed = fromBase64(hash.slice(PREFIX.length + 1));
        const inflate = new globalThis.DecompressionStream('deflate-raw');
        const bytes = await through(inflate, packed, MOST);
        state = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
        throw new Fault('link.broken');
    }
    if (state?.v > VERSION) {
        throw new Fault('link.newer');
    }
    if (state?.v !== VERSION || !isState(state)) {
        throw new Fault('link.broken');
    }
    return state;
}
