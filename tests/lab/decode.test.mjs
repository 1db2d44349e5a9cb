// SPDX-License-Identifier: GPL-3.0-or-later
// Topics have the numbers of page_calls.h; tables are parsed as the program writes them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decode, table, TOPICS } from '../../src/lab/page/core/decode.js';
import { ROOT } from './node.mjs';

const bytes = (text) => new TextEncoder().encode(text);

test('decode: topics have the order of page_calls.h', () => {
    const header = readFileSync(join(ROOT, 'src/lab/page_calls.h'), 'utf8');
    const list = header.slice(header.indexOf('typedef enum'), header.indexOf('} carom_lab_topic;'));
    const names = list.replace(/\/\*[\s\S]*?\*\//g, '').match(/CAROM_LAB_[A-Z]+\b(?=\s*[,\n])/g);
    assert.deepEqual(names.map((name) => name.slice('CAROM_LAB_'.length).toLowerCase()), TOPICS);
});

test('decode: tables are parsed by column, with exact numbers; names stay text', () => {
    const { names, rows, column } = table('t_s\tkind\tx_m\n'
        + '0.10000000000000001\tball\tnan\n2.385e-05\twall\t-inf\n');
    assert.deepEqual([names, rows], [['t_s', 'kind', 'x_m'], 2]);
    assert.deepEqual(column, { t_s: Float64Array.of(0.1, 2.385e-5), kind: ['ball', 'wall'],
        x_m: Float64Array.of(NaN, -Infinity) });
    for (const [text, columns] of [
        ['ball\tempty\n1\t\n2a\t\n0x10\t\n', { ball: ['1', '2a', '0x10'], empty: ['', '', ''] }],
        ['a\tb\tt_s\n1\t01\t2\n1e1\t10\t3\n', // names of balls that look like numbers
            { a: ['1', '1e1'], b: ['01', '10'], t_s: Float64Array.of(2, 3) }],
        ['t_s\n', { t_s: new Float64Array(0) }]]) {
        assert.deepEqual(table(text).column, columns);
    }
});

test('decode: messages are copied at any alignment', () => {
    const memory = new Uint8Array(64), at = memory.subarray(5, 21);
    at.set(new Uint8Array(Float64Array.of(2.385, -0.1).buffer));
    const { topic, value } = decode(TOPICS.indexOf('numbers'), at);
    memory.fill(0);
    assert.equal(topic, 'numbers');
    assert.deepEqual(value, Float64Array.of(2.385, -0.1));
});

test('decode: tables of a solver, JSON, text, and unknown topics', () => {
    const { value } = decode(TOPICS.indexOf('collisions'), bytes('2\nt_s\ta\n1\tcue\n'));
    assert.deepEqual([value.index, value.table.column.a], [2, ['cue']]);
    assert.deepEqual(decode(TOPICS.indexOf('verdicts'), bytes('{"value": null}')).value,
        { value: null });
    assert.equal(decode(TOPICS.indexOf('error'), bytes('é')).value, 'é');
    assert.throws(() => decode(TOPICS.length, bytes('')), /topic/);
});
