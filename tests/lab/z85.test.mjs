// SPDX-License-Identifier: GPL-3.0-or-later
// What compose.sh writes is what the page reads: of every length, and of every byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromZ85 } from '../../src/lab/page/core/z85.js';

test('z85: the signs of ZeroMQ\'s own example', () => {
    // RFC 32: 86 4F D2 6F B5 59 F7 5B is HelloWorld; none of the signs that are others here is in it
    assert.deepEqual([...fromZ85('HelloWorld')], [0x86, 0x4f, 0xd2, 0x6f, 0xb5, 0x59, 0xf7, 0x5b]);
});

test('z85: what is left of a group of five', () => {
    assert.deepEqual([...fromZ85('')], []);
    // 0x86 and three zeros are 2248146944 = 43 85^4 + 5.. : its first two signs, by hand 43 and 5
    const first = Math.floor(0x86000000 / 85 ** 4), next = Math.floor(0x86000000 / 85 ** 3) % 85;
    const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ' +
        '.-:+=^!/*?~,>()[]{}@%$#';
    assert.deepEqual([...fromZ85(alphabet[first] + alphabet[next])], [0x86]);
    assert.deepEqual([...fromZ85('##')].length, 1);
});
