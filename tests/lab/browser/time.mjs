// SPDX-License-Identifier: GPL-3.0-or-later
// Time: playback, slow motion, long runs.
import assert from 'node:assert/strict';
import { button, eventually, pageOf, quiet, rerun, settled } from './stand.mjs';

const headOn = (stand, how) => stand.open(pageOf('first', '01-head-on'), how);

export default {
    'the next contact is shown in slow motion, and Escape returns': async (stand) => {
        const page = await headOn(stand);
        await button(page, 'Slow motion').click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
        const pairs = await page.evaluate(() => lab.model.slow.contacts.map(({ column }) =>
            `${column.a[0]}, ${column.b[0]}`));
        assert.deepEqual(pairs, Array(3).fill('cue, eight'));
        await eventually(async () => assert.match(await page.locator('#slow-motion[aria-pressed=true]').textContent(),
            /Slow motion 300 × slower/));
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => lab.model.shows === 'run');
        await page.locator('#slow-motion[aria-pressed=false]').waitFor();
    },

    'a choice of the reader wins over the slow motion that a scene opens with': async (stand) => {
        const page = await headOn(stand);
        const pressed = () => page.locator('.views [aria-pressed=true]').allTextContents();
        const opens = () => page.evaluate(async () => { // its close-up waits until `show` is called
            const { model } = lab, look = globalThis.look ??= model.look.bind(model);
            const asked = new Promise((resolve) => {
                model.look = (view) => new Promise((found) => {
                    globalThis.show = () => found(look(view));
                    resolve(true);
                });
            });
            model.load(model.origin.text, { origin: { ...model.origin } });
            await asked;
        });
        for (const choose of [() => button(page, 'Whole table').click(), async () => {
            await page.click('#show button');
            await page.getByLabel('Speed', { exact: true }).selectOption('0.25');
            await page.keyboard.press('Escape');
        }]) {
            await opens();
            await eventually(async () => assert.deepEqual(await pressed(), ['Slow motion 100 %']));
            await choose();
            await eventually(async () => assert.deepEqual(await pressed(), ['Whole table']));
            await page.evaluate(() => show());
            await quiet(page);
            assert.deepEqual([await pressed(), await page.evaluate(() => lab.model.shows)], [['Whole table'], 'run']);
        }
        await page.evaluate(() => { lab.model.look = look; });
        for (let k = 0; k < 2; k++) { // again: nothing changes
            await page.click('#slow-motion');
            await eventually(async () => assert.deepEqual(await pressed(), ['Slow motion 300 × slower']));
        }
    },

    'playback stops at the end and steps by samples': async (stand) => {
        const page = await headOn(stand), slider = page.getByRole('slider', { name: 'Time', exact: true });
        await page.locator('#side .moment').first().waitFor({ state: 'attached' });
        assert.deepEqual(await page.evaluate(async () => { // table and chart show one time in a frame
            const drawn = [], line = document.querySelector('#side .moment'), { transform } = line.style;
            const end = lab.model.on('paint', () => drawn.push('table'));
            lab.model.seek(0.7);
            await Promise.resolve();
            end();
            return [...drawn, line.style.transform !== transform];
        }), ['table', true]);
        await button(page, 'Play').click();
        await page.waitForFunction(() => !lab.model.playing && lab.model.time === 1);
        await page.locator('#table canvas').focus();
        await page.keyboard.press('ArrowLeft');
        await eventually(async () => assert.equal(await slider.inputValue(),
            `${await page.evaluate(() => lab.model.run.samples) - 2}`));
        await page.keyboard.press('Home');
        await eventually(async () => assert.equal(await page.evaluate(() => lab.model.time), 0));
    },

    'energies that are rounding read 0': async (stand) => {
        const page = await headOn(stand);
        await button(page, 'Slow motion').click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await page.evaluate(() => {
            lab.model.pause();
            lab.model.slow.numbers.forEach(({ elastic_J }) => elastic_J.fill(8.8e-17));
            lab.model.emit('language');
        });
        await eventually(async () => assert.deepEqual(await page.locator('#now td:nth-of-type(2)').allTextContents(), ['0', '0', '0']));
    },

    'an edit in slow motion stays in slow motion': async (stand) => {
        const page = await headOn(stand);
        await button(page, 'Slow motion').click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
        await rerun(page, () => button(page, 'Softer').click());
        await page.waitForFunction(() => lab.model.slow?.scene === lab.model.scene);
        // ten times as soft: a contact of 29 ms
        await eventually(async () => assert.match(await page.locator('#table .lesson').textContent(),
            /lasts 29 ms/));
        assert.equal(await page.evaluate(() => lab.model.shows), 'slow');
    },

    'a run of minutes is stopped until the reader continues it': async (stand) => {
        const page = await headOn(stand, { times: 10 }), notices = page.locator('#notices');
        await page.evaluate(() => lab.model.edit([['solvers.heun.step_s', '1e-11']]));
        await notices.getByText(/was stopped/).waitFor();
        await notices.getByRole('button', { name: 'Run anyway' }).click();
        await notices.getByRole('button', { name: 'Stop', exact: true }).click();
        await notices.getByText(/stopped/).waitFor();
        await button(page, 'Undo').click();
        await page.waitForFunction(() => lab.model.text === lab.model.origin.text);
        await settled(page);
    },
};
