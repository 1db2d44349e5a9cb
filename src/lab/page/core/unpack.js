// SPDX-License-Identifier: GPL-3.0-or-later
/** Arrays of bytes: base64, deflate by the browser's streams, concatenation. */

/** Error with its reason; the page has a text `fault.REASON` for it. */
export class Fault extends Error {
    /** @param {string} why @param {string} text */
    constructor(why, text = why) {
        super(text);
        this.why = why;
    }
}

/** Concatenates arrays of one type. */
export function joined(Type, parts) {
    const all = new Type(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
}

/** @param {string} text base64 or base64url @returns {Uint8Array}; throws for any other text */
export function fromBase64(text) {
    const binary = atob(text.trim().replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Encodes as base64url without padding, which an address may contain. */
export function toBase64url(bytes) {
    const CHUNK = 8192; // arguments per call
    let binary = '';
    for (let k = 0; k < bytes.length; k += CHUNK) {
        binary += String.fromCharCode(...bytes.subarray(k, k + CHUNK));
    }
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Passes bytes through a CompressionStream or DecompressionStream. Writes directly, because the
 * stream of a Blob takes the detour through another process.
 * @param most limit of the output in bytes; throws if it is exceeded */
export async function through(stream, bytes, most = Infinity) {
    const reader = stream.readable.getReader(), writer = stream.writable.getWriter(), parts = [];
    const quiet = () => {}; // the reader receives the error
    writer.write(bytes).catch(quiet);
    writer.close().catch(quiet);
    let size = 0;
    for (let got = await reader.read(); !got.done; got = await reader.read()) {
        size += got.value.length;
        if (size > most) {
            await reader.cancel();
            throw new Error(`more than ${most} bytes`);
        }
        parts.push(got.value);
    }
    return joined(Uint8Array, parts);
}
