// SPDX-License-Identifier: GPL-3.0-or-later
// The core in the page: it starts, has the program's bits, gives way, and asks for no more than it may.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bits, carom, choose, pageOf, settled, WORK } from './stand.mjs';

const ALL = process.env.LAB_ALL === '1';
/** One of each kind of solver and of table: the rest are run in node by ../bits.mjs, whose module this
 *  is, and here with LAB_ALL=1, as `make check-lab` does. */
const USUAL = ['01-head-on', '03-bumper', '08-one-hits-two', '09-cradle/touching', '10-friction',
    '12-collapse', '13-gas', '15-as-published', '16-speed-dependent', '20-stadium', '20-stadium/circle'];

export const experiments = () => carom('list', 'experiments').text.split('\n')
    .map((line) => /^ {2}(\d\S*) /.exec(line)?.[1]).filter((name) => name);

/** Of one scene the solvers whose bits are the program's, and those whose are not. */
async function compared(page, { name, seal, unpromised }) {
    await choose(page, name);
    const here = await bits(page), sealed = Object.keys(seal);
    const other = sealed.filter((solver) => here[solver] !== seal[solver]);
    assert.deepEqual(other.filter((solver) => !unpromised.includes(solver)), [],
        `${name}: other bits than the program's`);
    return { same: sealed.length - other.length, other: other.map((solver) => `${name} ${solver}`) };
}

const scenesOf = (page) => page.evaluate(() => lab.model.scenes.map(({ name, seal, unpromised }) =>
    ({ name, seal, unpromised })));

export default {
    'starts and runs to the end': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        assert.equal(await page.locator('#faults').textContent(), '');
        assert.match(await page.locator('#seal').textContent(), /same bits/i);
        assert.match(await page.title(), /Head-on/);
    },

    'scenes end in the bits that the program has': async (stand) => {
        const names = ALL ? experiments() : USUAL;
        const page = await stand.open(pageOf('all', ...names));
        let same = 0, other = [];
        for (const scene of await scenesOf(page)) {
            const of = await compared(page, scene);
            same += of.same;
            other = other.concat(of.other);
        }
        return `${same} solvers of ${names.length} scenes`
            + (other.length ? `; the C library's bits, and others, in ${other}` : '');
    },

    'the other scenes': async () => {
        if (!ALL) {
            const skip = `${experiments().length - USUAL.length} of them (make check-lab)`;
            throw Object.assign(new Error(skip), { skip });
        }
    },

    'other bits than the seal are seen': async (stand) => {
        const text = readFileSync(pageOf('first', '01-head-on'), 'utf8');
        const wrong = text.replace(/"heun": "([0-9a-f]{16})"/, (all, seal) =>
            `"heun": "${(seal[0] === '0' ? '1' : '0') + seal.slice(1)}"`);
        assert.ok(wrong !== text, 'no seal found');
        const file = join(WORK, 'wrong.html');
        writeFileSync(file, wrong);
        const page = await stand.open(file);
        await settled(page);
        await page.waitForSelector('#seal[data-seal="other"]');
        assert.match(await page.locator('#seal').textContent(), /Other bits/);
    },
};
