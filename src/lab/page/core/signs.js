// SPDX-License-Identifier: GPL-3.0-or-later
/** Decodes bytes from printable text: 11 of 94 characters encode 9 bytes, most significant first;
 * the last group is shorter. The characters are ASCII from blank to tilde without '<'. compose.sh
 * encodes, and also puts this file before the loader. */
export function fromSigns(text) {
    const groups = Math.ceil(text.length / 11), left = text.length % 11, SIZE = 2 ** 40;
    const bytes = new Uint8Array(9 * groups), view = new DataView(bytes.buffer);
    for (let k = 0; k < groups; k++) {
        let high = 0, low = 0;
        for (let i = 11 * k; i < 11 * k + 11; i++) {
            const sign = i < text.length ? text.charCodeAt(i) : 126;
            low = 94 * low + sign - (sign > 60 ? 33 : 32);
            const over = low / SIZE | 0;
            low -= over * SIZE;
            high = 94 * high + over;
        }
        view.setUint32(9 * k, high);
        bytes[9 * k + 4] = low / 2 ** 32;
        view.setUint32(9 * k + 5, low);
    }
    const spare = left === 0 ? 0 : left < 6 ? 10 - left : 11 - left;
    return bytes.subarray(0, 9 * groups - spare);
}
