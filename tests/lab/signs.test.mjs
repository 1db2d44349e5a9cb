// SPDX-License-Identifier: GPL-3.0-or-later
// The page decodes what compose.sh encodes, for every length and every byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromSigns } from '../../src/lab/page/core/signs.js';

/** Independent encoder with BigInt. */
function toSigns(bytes) {
    const signs = [], length = bytes.length === 9 ? 11 : bytes.length + (bytes.length === 0 ? 0 : bytes.length < 5 ? 1 : 2);
    let value = 0n;
    for (let k = 0; k < 9; k++) {
        value = 256n * value + BigInt(bytes[k] ?? 0);
    }
    for (let k = 0; k < 11; k++, value /= 94n) {
        const digit = Number(value % 94n);
        signs.unshift(String.fromCharCode(digit + (digit < 28 ? 32 : 33)));
    }
    return signs.slice(0, length).join('');
}

test('signs: nine bytes are eleven of 94 characters, also in incomplete groups', () => {
    assert.deepEqual([...fromSigns(' '.repeat(11))], Array(9).fill(0));
    const whole = [9, 8, 7, 6, 5, 4, 3, 2, 1];
    for (let length = 0; length <= 9; length++) {
        for (const byte of [0, 1, 60, 127, 255]) {
            const bytes = Array.from({ length }, (_, k) => (byte + 37 * k * (byte % 2)) % 256);
            const text = toSigns(whole) + toSigns(bytes);
            assert.ok(!text.includes('<'));
            assert.deepEqual([...fromSigns(text)], [...whole, ...bytes]);
        }
    }
});
