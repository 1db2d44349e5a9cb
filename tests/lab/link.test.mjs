// SPDX-License-Identifier: GPL-3.0-or-later
// A link restores its contents, or fails with a reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { through, toBase64url } from '../../src/lab/page/core/unpack.js';
import { fromHash, toHash } from '../../src/lab/page/model/link.js';
import { textOf } from './node.mjs';

/** Node 18 has no 'deflate-raw', which browsers have had since 2023. */
function whyNot() {
    try {
        return new CompressionStream('deflate-raw') && false;
    } catch {
        return `node ${process.versions.node} does not compress as 'deflate-raw'`;
    }
}
const skip = whyNot();

const TEXT = textOf('04-break');

/** Hash with arbitrary JSON. */
async function hashOf(json) {
    const packed = await through(new CompressionStream('deflate-raw'), Buffer.from(json));
    return `#lab=${toBase64url(packed)}`;
}

const broken = (why) => (reason) => reason.why === why;

test('link: a scenario survives the round trip', { skip }, async () => {
    const state = { text: `${TEXT}# ü €\n`, sets: ['balls.cue.vx_mps=2.385', 'title=a=b'],
        at: 0.25, predict: { ball: 'eight' } };
    const hash = await toHash(state);
    assert.match(hash, /^#lab=[A-Za-z0-9_-]+$/);
    assert.ok(hash.length < 1200, `${hash.length} characters`);
    assert.deepEqual(await fromHash(hash), { v: 1, ...state });
});

test('link: other hashes are not links, and damage is rejected or has no effect', { skip }, async () => {
    for (const other of ['', '#table']) {
        assert.equal(await fromHash(other), null);
    }
    const hash = await toHash({ text: TEXT, sets: [] });
    let refused = 0;
    for (let k = 5; k < hash.length; k += 7) {
        const changed = hash.slice(0, k) + (hash[k] === 'A' ? 'B' : 'A') + hash.slice(k + 1);
        for (const link of [hash.slice(0, k), changed]) {
            try { // deflate has no checksum, so a changed letter may go unnoticed
                assert.equal(typeof (await fromHash(link)).text, 'string');
            } catch (reason) {
                assert.equal(reason.why, 'link.broken');
                refused++;
            }
        }
    }
    assert.ok(refused > hash.length / 7, `${refused} refused`);
});

test('link: valid data without a scenario are rejected', { skip }, async () => {
    for (const json of ['null', '7', '[]', '{}', '{"v": 1}', '{"v": 1, "text": 3, "sets": []}',
        '{"v": 1, "text": "", "sets": "a=b"}', '{"v": 1, "text": "", "sets": ["a"]}',
        '{"v": 1, "text": "", "sets": [], "at": "x"}', '{"v": 0, "text": "", "sets": []}']) {
        await assert.rejects(fromHash(await hashOf(json)), broken('link.broken'), json);
    }
    await assert.rejects(fromHash(await hashOf('{"v": 2}')), broken('link.newer'));
    assert.equal((await fromHash(await hashOf('{"v": 1, "text": "", "sets": []}'))).text, '');
});

test('link: a small link that unpacks to gigabytes is rejected early', { skip }, async () => {
    const zeros = await through(new CompressionStream('deflate-raw'), new Uint8Array(64 << 20));
    const before = process.memoryUsage().arrayBuffers;
    await assert.rejects(fromHash(`#lab=${toBase64url(zeros)}`), broken('link.broken'));
    assert.ok(process.memoryUsage().arrayBuffers - before < 32 << 20);
});
