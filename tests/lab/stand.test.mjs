// SPDX-License-Identifier: GPL-3.0-or-later
// The start of chromium for browser tests, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { started } from './browser/stand.mjs';

const LIMIT_MS = 20, never = new Promise(() => {});
const good = { newPage: async () => ({ close: async () => {} }), close: async () => {} };

test('stand: chromium that hangs is started once more, and the reason is printed', async () => {
    const failed = async () => {
        throw new Error('spawn failed\nlog');
    };
    for (const first of [() => never, failed, async () => ({ newPage: () => never, close: () => never })]) {
        const starts = [first, async () => good], printed = [];
        assert.equal(await started(() => starts.shift()?.(), (line) => printed.push(line), LIMIT_MS), good);
        assert.equal(printed.length, 1);
        assert.match(printed[0], /start of chromium: (Timeout of 0\.02 s|spawn failed)$/);
    }
    await assert.rejects(started(() => never, () => {}, LIMIT_MS), /Timeout/);
});
