// SPDX-License-Identifier: GPL-3.0-or-later
// Effect of a small shift of the chosen ball's start: sentence on its card, arrow on the table.
import assert from 'node:assert/strict';
import { calm, eventually, pageOf, rerun } from './stand.mjs';

const EFFECT = '1 mm higher at the start moves eight by 8 mm at the end (Impulse).';
const PAUSE_MS = 400; // without an event, before the effect is computed

/** Counts the requests for an effect. */
const counted = (page) => page.evaluate(() => {
    const { model } = lab, aim = model.aim.bind(model);
    globalThis.asked = 0;
    model.aim = (...of) => {
        globalThis.asked++;
        return aim(...of);
    };
});

/** Keeps a page's longer delays from ending. @returns a function that lets them end and go on */
async function held(page) {
    await page.evaluate((from_ms) => {
        const wait = globalThis.setTimeout, end = globalThis.clearTimeout, kept = new Map();
        globalThis.setTimeout = (act, ms, ...more) => {
            const id = wait(act, ms >= from_ms ? 1e6 : ms, ...more);
            if (ms >= from_ms) {
                kept.set(id, act);
            }
            return id;
        };
        globalThis.clearTimeout = (id) => {
            kept.delete(id);
            end(id);
        };
        globalThis.letGo = () => {
            Object.assign(globalThis, { setTimeout: wait, clearTimeout: end });
            kept.forEach((act, id) => end(id, act()));
        };
    }, PAUSE_MS);
    return () => page.evaluate(() => globalThis.letGo());
}

export default {
    'the card says what a small shift of the start does': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const said = page.locator('.card .aim');
        await counted(page);
        const empty = await page.evaluate(() => document.querySelector('.canvas canvas').toDataURL());
        let letGo = await held(page);
        await page.evaluate(() => lab.model.select({ ball: 'cue' }));
        await said.locator('xpath=..').waitFor(); // the card
        assert.equal(await said.isVisible(), false); // only after a pause
        await letGo();
        await eventually(async () => assert.equal(await said.textContent(), EFFECT));
        assert.equal(await said.isVisible(), true);
        await eventually(async () => assert.notEqual(await page.evaluate(() =>
            document.querySelector('.canvas canvas').toDataURL()), empty));
        await page.evaluate(() => lab.model.setLanguage('de'));
        await eventually(async () => assert.match(await said.textContent(),
            /^1 mm weiter oben am Anfang verschiebt eight /));
        await page.evaluate(() => lab.model.setLanguage('en'));
        // the arrow and the sentence follow the time; only the last of several times is asked for
        letGo = await held(page);
        await page.evaluate(() => [0.3, 0.5, 0.8].forEach((t) => lab.model.seek(t)));
        assert.equal(await said.isVisible(), false);
        await letGo();
        await eventually(async () => assert.equal(await said.textContent(),
            '1 mm higher at the start moves eight by 4.5 mm at t = 0.8 s (Impulse).'));
        assert.equal(await page.evaluate(() => globalThis.asked), 2);
    },

    'an edit replaces the effect, several edits ask once': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await counted(page);
        const letGo = await held(page);
        await page.evaluate(() => lab.model.select({ ball: 'cue' }));
        for (const speed of [1.1, 1.2, 1.3]) {
            await rerun(page, () => page.evaluate((v) =>
                lab.model.edit([['balls.cue.vx_mps', v]]), speed));
        }
        assert.equal(await page.locator('.card .aim').isVisible(), false);
        await letGo();
        await page.locator('.card .aim').waitFor();
        await calm(page);
        assert.equal(await page.evaluate(() => globalThis.asked), 1);
        assert.match(await page.locator('.card .aim').textContent(),
            /^1 mm higher at the start moves \w+ by \d+ mm at the end \(Impulse\)\.$/);
    },

    'no effect while a prediction is asked': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await counted(page);
        await page.evaluate(() => {
            lab.model.prediction = { ball: 'eight', time_s: 1, place: null, locked: true };
            lab.model.emit('prediction');
            lab.model.select({ ball: 'cue' });
        });
        await calm(page);
        assert.deepEqual([await page.evaluate(() => globalThis.asked),
            await page.locator('.card .aim').isVisible()], [0, false]);
    },
};
