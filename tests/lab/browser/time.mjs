// SPDX-License-Identifier: GPL-3.0-or-later
// Time: playback, slow motion, long runs that are canceled. The tests do not depend on speed.
import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';
import { bits, eventually, pageOf, settled } from './stand.mjs';

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

const LONG = [['solvers.springs.theta', '2e-7']]; // minutes for the loose break

/** Number of frames drawn since the first call. */
const frames = (page) => page.evaluate(() => {
    if (globalThis.counted === undefined) {
        globalThis.counted = 0;
        const count = () => requestAnimationFrame(() => {
            globalThis.counted++;
            count();
        });
        count();
    }
    return globalThis.counted;
});

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
        const page = await stand.open(pageOf('first', '01-head-on'));
        await page.getByRole('button', { name: 'Next contact in slow motion' }).click();
        await page.waitForFunction(() => lab.model.shows === 'slow');
        const pair = await page.evaluate(() => lab.model.slow.solvers.map((name, index) => {
            const { a, b } = lab.model.slow.contacts[index].column;
            return `${name}: ${a[0]}, ${b[0]}`;
        }));
        assert.deepEqual(pair, ['impulse', 'euler', 'heun'].map((name) => `${name}: cue, eight`));
        const readout = page.getByRole('table', { name: 'cue and eight' });
        await eventually(async () => assert.equal(await readout.getByRole('row').count(), 4));
        const { from_s, to_s, end } = await page.evaluate(() => lab.model.slow);
        assert.ok(from_s > 0 && to_s < 1 && end.length === 3, `${from_s} to ${to_s}`);
        await page.getByRole('button', { name: 'Next contact in slow motion' }).focus();
        await page.keyboard.press('Escape');
        await page.waitForFunction(() => lab.model.shows === 'run');
        await readout.waitFor({ state: 'hidden' });
    },

    'playback stops at the end and steps by samples': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await page.evaluate(() => lab.model.seek(0.7));
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await page.waitForFunction(() => !lab.model.playing && lab.model.time === 1);
        await page.getByRole('button', { name: 'One sample back' }).click();
        const slider = page.getByRole('slider', { name: 'Time', exact: true });
        await eventually(async () => {
            const { t, samples } = await page.evaluate(() => ({ t: lab.model.time,
                samples: lab.model.run.samples }));
            assert.ok(Math.abs(t - (1 - 1 / (samples - 1))) < 1e-12, `${t}`);
            assert.equal(await slider.inputValue(), `${samples - 2}`);
        });
        await page.getByRole('button', { name: 'To the start' }).click();
        await eventually(async () => assert.equal(await page.evaluate(() => lab.model.time), 0));
    },

    'a run of minutes is canceled by the next edit, and the page stays responsive': async (stand) => {
        const page = await stand.open(pageOf('chaos', '11-chaos', '--set', 'duration_s=2'));
        const before = await bits(page);
        await page.evaluate((pairs) => lab.model.edit(pairs), LONG);
        const first = await frames(page);
        await page.waitForFunction((least) => globalThis.counted >= least, first + 10);
        assert.ok(await page.evaluate(() => lab.model.run === null || !lab.model.run.done
            || lab.model.run.scene !== lab.model.scene), 'it was over before it was in the way');
        const took_ms = await page.evaluate(async ([key]) => {
            const began = performance.now(), end = [];
            const run = new Promise((resolve) => end.push(lab.model.on('run', resolve)));
            await lab.model.edit([[key, null]]);
            await run;
            return performance.now() - began;
        }, LONG[0]);
        await settled(page);
        assert.deepEqual(await bits(page), before);
        return `after ${Math.round(took_ms)} ms there is the next run (goal 500)`;
    },

    'a run of minutes is stopped until the reader continues it': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'), { times: 10 });
        await page.evaluate(() => lab.model.edit([['solvers.heun.step_s', '1e-11']]));
        const notices = page.locator('#notices');
        await notices.getByText(/This run would take about .* stopped/).waitFor();
        await notices.getByRole('button', { name: 'Run anyway' }).click();
        await notices.getByRole('button', { name: 'Stop', exact: true }).click();
        await notices.getByText(/stopped/).waitFor();
        await page.getByRole('button', { name: 'Undo' }).click();
        await page.waitForFunction(() => lab.model.sets.length === 0);
        await settled(page);
    },
};
