// SPDX-License-Identifier: GPL-3.0-or-later
/**
 * Bytes as signs of a page: five of 85 signs are four bytes, the greatest first; at the end k + 1
 * signs are k bytes. As ../../compose.sh writes them, which puts this file before the loader too.
 */
export function fromZ85(text) {
    const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ' +
        '.-:+=^!/*?~,>()[]{}@%$#';
    const digit = new Uint8Array(128);
    [...alphabet].forEach((sign, value) => { digit[sign.charCodeAt(0)] = value; });
    const groups = Math.ceil(text.length / 5), words = new DataView(new ArrayBuffer(4 * groups));
    for (let k = 0; k < groups; k++) {
        let word = 0;
        for (let i = 5 * k; i < 5 * k + 5; i++) {
            word = 85 * word + (i < text.length ? digit[text.charCodeAt(i)] : 84);
        }
        words.setUint32(4 * k, word);
    }
    return new Uint8Array(words.buffer, 0, 4 * groups - (5 * groups - text.length));
}
