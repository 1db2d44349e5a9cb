// SPDX-License-Identifier: GPL-3.0-or-later
// Time: playback, slow motion, long runs that are canceled. The tests do not depend on speed.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { bits, button, eventually, pageOf, settled } from './stand.mjs';

const headOn = (stand, how) => stand.open(pageOf('first', '01-head-on'), how);

/** Workers of a slow machine: what follows the first samples comes after `letGo`. */
function slowWorkers() {
    let late = false;
    const gate = new Promise((resolve) => {
        globalThis.letGo = resolve;
    });
    globalThis.Worker = class extends Worker {
        set onmessage(receive) {
            super.onmessage = receive && ((event) => {
                late ||= event.data.topic === 'block';
                return late ? gate.then(() => receive(event)) : receive(event);
            });
        }
    };
}

const LONG = ['solvers.springs.theta', '2e-7']; // minutes for the loose break

export default {
    'the page appears before a late first run, without errors': async (stand) => {
        const context = await stand.context();
        await context.addInitScript(slowWorkers);
        const page = await stand.page({ context });
        await page.goto(pathToFileURL(pageOf('first', '01-head-on')).href);
        await page.waitForFunction(() => document.documentElement.classList.contains('built'));
        assert.ok(await page.evaluate(() => lab.model.scene && !lab.model.run));
        await page.evaluate(() => globalThis.letGo());
        await settled(page);
        await page.locator('#instruments canvas').first().waitFor();
    },

    'the next contact is shown in slow motion, and Escape returns': async (stand) => {
        const page = await headOn(stand);
        await button(page, 'Next contact in slow motion').click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
        const pairs = await page.evaluate(() => lab.model.slow.contacts.map(({ column }) =>
            `${column.a[0]}, ${column.b[0]}`));
        assert.deepEqual(pairs, Array(3).fill('cue, eight'));
        const readout = page.getByRole('table', { name: 'cue and eight' });
        await eventually(async () => assert.equal(await readout.getByRole('row').count(), 4));
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => lab.model.shows === 'run');
        await readout.waitFor({ state: 'hidden' });
    },

    'playback stops at the end and steps by samples': async (stand) => {
        const page = await headOn(stand), slider = page.getByRole('slider', { name: 'Time', exact: true });
        await page.evaluate(() => lab.model.seek(0.7));
        await button(page, 'Play').click();
        await page.waitForFunction(() => !lab.model.playing && lab.model.time === 1);
        await button(page, 'One sample back').click();
        await eventually(async () => assert.equal(await slider.inputValue(),
            `${await page.evaluate(() => lab.model.run.samples) - 2}`));
        await button(page, 'To the start').click();
        await eventually(async () => assert.equal(await page.evaluate(() => lab.model.time), 0));
    },

    'a run of minutes is canceled by the next edit, and the page stays responsive': async (stand) => {
        const page = await stand.open(pageOf('chaos', '11-chaos', '--set', 'duration_s=2'));
        const before = await bits(page);
        await page.evaluate(([key, value]) => lab.model.edit([[key, value]]), LONG);
        await page.evaluate(() => new Promise((resolve) => { // ten frames
            const count = (left) => left === 0 ? resolve() : requestAnimationFrame(() => count(left - 1));
            count(10);
        }));
        assert.ok(await page.evaluate(() => lab.model.run === null || !lab.model.run.done
            || lab.model.run.scene !== lab.model.scene), 'it was over before it was in the way');
        await page.evaluate(([key]) => lab.model.edit([[key, null]]), LONG);
        await settled(page);
        assert.deepEqual(await bits(page), before);
    },

    'a run of minutes is stopped until the reader continues it': async (stand) => {
        const page = await headOn(stand, { times: 10 }), notices = page.locator('#notices');
        await page.evaluate(() => lab.model.edit([['solvers.heun.step_s', '1e-11']]));
        await notices.getByText(/This run would take about .* stopped/).waitFor();
        await notices.getByRole('button', { name: 'Run anyway' }).click();
        await notices.getByRole('button', { name: 'Stop', exact: true }).click();
        await notices.getByText(/stopped/).waitFor();
        await button(page, 'Undo').click();
        await page.waitForFunction(() => lab.model.sets.length === 0);
        await settled(page);
    },
};
