// SPDX-License-Identifier: GPL-3.0-or-later
/** Text to bytes and back: base64, and deflate by the browser's own streams. */

/** @param {string} text base64, or base64url @returns {Uint8Array}; throws where it is neither */
export function fromBase64(text) {
    const binary = atob(text.trim().replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let k = 0; k < bytes.length; k++) {
        bytes[k] = binary.charCodeAt(k);
    }
    return bytes;
}

/** base64url without padding: safe in an address */
export function toBase64url(bytes) {
    const CHUNK = 8192; // arguments of a call
    let binary = '';
    for (let k = 0; k < bytes.length; k += CHUNK) {
        binary += String.fromCharCode(...bytes.subarray(k, k + CHUNK));
    }
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * Bytes through a CompressionStream or DecompressionStream: written by hand, as a Blob's stream
 * goes through another process.
 * @param most bytes that may come out: what is larger is refused, not swallowed
 */
export async function through(stream, bytes, most = Infinity) {
    const reader = stream.readable.getReader(), writer = stream.writable.getWriter(), parts = [];
    const quiet = () => {}; // what is wrong is heard by who reads
    writer.write(bytes).catch(quiet);
    writer.close().catch(quiet);
    let size = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) {
            break;
        }
        size += value.length;
        if (size > most) {
            await reader.cancel();
            throw new Error(`more than ${most} bytes`);
        }
        parts.push(value);
    }
    const all = new Uint8Array(size);
    parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
    return all;
}
