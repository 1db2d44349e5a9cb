// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters: edits on the page equal --set of the program, byte for byte.
import assert from 'node:assert/strict';
import { sameAsNative } from './table.mjs';
import { bits, pageOf, rerun, reveal, sets } from './stand.mjs';

const knob = (page, path) => page.locator(`#knobs fieldset .knob[data-path="${path}"]`);
const field = (page, path) => knob(page, path).locator('input.number');
/** The head-on collision, with the folded parameters open. */
async function headOn(stand) {
    const page = await stand.open(pageOf('first', '01-head-on'));
    await reveal(page, '#knobs-add');
    return page;
}

async function type(page, path, text) {
    await field(page, path).fill(text);
    await page.keyboard.press('Enter');
}

const choose = (page, path, word) =>
    rerun(page, () => knob(page, path).locator('.controls select').selectOption(word));

const otherwise = (page, path, key) =>
    rerun(page, () => knob(page, path).locator('.otherwise').selectOption(key));

export default {
    'an alternative key is used, and back': async (stand) => {
        const page = await headOn(stand), of = 'solvers.heun';
        await rerun(page, () => type(page, `${of}.step_s`, '20 us'));
        assert.deepEqual(await sets(page), [`${of}.step_s=2e-5`]);
        await otherwise(page, `${of}.step_s`, 'theta');
        await rerun(page, () => type(page, `${of}.theta`, '0.0385'));
        await otherwise(page, `${of}.stiffness_N_per_m`, 'contact_time_s');
        await choose(page, 'solvers.euler.law', 'hertz');
        const files = await sameAsNative(page, '01-head-on');
        await otherwise(page, `${of}.theta`, 'step_s');
        assert.equal(await field(page, `${of}.step_s`).inputValue(), '20 µs'); // unchanged
        return `${files} files are the program's`;
    },

    'a solver is added with existing springs, another removed': async (stand) => {
        const page = await headOn(stand);
        await rerun(page, () => page.locator('#knobs-add').selectOption({
            label: 'velocity Verlet, with the springs of Euler' }));
        await rerun(page, () => page.getByRole('button', { name: 'Remove solver Euler' }).click());
        await rerun(page, () => type(page, 'solvers.velocity_verlet.step_s', '3e-5'));
        const names = await page.evaluate(() => lab.model.scene.solvers.map(({ name }) => name));
        assert.deepEqual(names, ['impulse', 'heun', 'velocity_verlet']);
        assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll('#table .legend b')]
            .map((letter) => letter.nextSibling.textContent.trim())),
        ['Impulse', 'Heun, h = 10 µs', 'Velocity Verlet, h = 30 µs']);
        const files = await sameAsNative(page, '01-head-on');
        await rerun(page, () => page.getByRole('button', { name: 'Undo' }).click());
        assert.equal(await field(page, 'solvers.velocity_verlet.step_s').inputValue(), '10 µs');
        return `${files} files are the program's`;
    },

    'a rejected value stays in its field, and the last run stays': async (stand) => {
        const page = await headOn(stand), path = 'solvers.heun.step_s', before = await bits(page);
        await type(page, path, '1 s');
        const words = knob(page, path).locator('.complaint');
        await words.waitFor();
        assert.match(await words.textContent(), /the stability limit of heun/);
        assert.equal(await field(page, path).getAttribute('aria-invalid'), 'true');
        assert.deepEqual([await bits(page), await sets(page)], [before, []]);
        await page.evaluate(() => lab.model.setLanguage('de'));
        assert.match(await words.textContent(), /der Stabilitätsgrenze von heun .*Kontaktzeit /);
        await page.evaluate(() => lab.model.setLanguage('en'));
        await rerun(page, () => knob(page, path).locator('.reset').click());
        assert.equal(await field(page, path).getAttribute('aria-invalid'), null);
        assert.equal(await field(page, path).inputValue(), '10 µs');
    },

    'restitution changes during playback': async (stand) => {
        const page = await headOn(stand), slider = page.locator('#turn-value');
        await slider.focus();
        await page.evaluate(() => {
            lab.model.setSpeed(0.1);
            lab.model.seek(0.3);
            lab.model.play();
        });
        const times = [];
        for (let k = 0; k < 10; k++) {
            await page.keyboard.press('ArrowLeft');
            times.push(await page.evaluate(() => lab.model.time));
        }
        assert.deepEqual([...times].sort((a, b) => a - b), times);
        await page.waitForFunction(() => lab.model.wanted === null && lab.model.run.done);
        assert.equal(await page.evaluate(() => lab.model.playing), true);
        await page.evaluate(() => lab.model.pause());
        assert.equal(await slider.inputValue(), '0.9');
        const listed = page.locator('.changes [aria-label]'), changes = await listed.count();
        const files = await sameAsNative(page, '01-head-on');
        await rerun(page, () => page.locator('.changes button').first().click());
        assert.equal(await listed.count(), changes - 1);
        return `${files} files are the program's`;
    },

    'the search finds every parameter': async (stand) => {
        const page = await headOn(stand);
        await reveal(page, '#knobs-search');
        await page.locator('#knobs-search').fill('air density');
        assert.deepEqual(await page.locator('.all .knob').evaluateAll((all) =>
            all.map(({ dataset }) => dataset.path)), ['drag.air_kgpm3']);
        await page.locator('#knobs-search').fill('heun phase');
        await rerun(page, async () => {
            await page.locator('.all .knob input.number').fill('0.285');
            await page.keyboard.press('Enter');
        });
        return `${await sameAsNative(page, '01-head-on')} files are the program's`;
    },

    'a lesson is shared by a link, and arrow keys move its ghost': async (stand) => {
        const page = await headOn(stand);
        await reveal(page, '#predict-on');
        await page.locator('#predict-on').check();
        await page.locator('#predict-ball').selectOption('eight');
        await reveal(page, '#teach-note');
        await page.locator('#teach-note').fill('Where?');
        for (const mode of ['Predict first', 'Goals']) {
            await page.locator('#teach-share').getByLabel(mode).check();
        }
        await page.getByRole('button', { name: 'Copy the lesson’s link' }).click();
        await page.getByText('Link copied.').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const other = await stand.open(pageOf('first', '01-head-on'),
            { page, hash: link.slice(link.indexOf('#')) });
        assert.equal(await other.getAttribute('#tab-1', 'aria-selected'), 'true');
        await other.locator('.ghost').focus();
        await other.keyboard.press('ArrowRight');
        await other.keyboard.press('Shift+ArrowUp');
        assert.deepEqual(await other.evaluate(() => lab.model.prediction.place), [1.21, 0.636]);
        assert.equal(await other.locator('#teach p.note').textContent(), 'Where?');
        await other.getByRole('button', { name: 'Start the run' }).click();
        await other.waitForFunction(() => lab.model.prediction.distances);
        return other.locator('.predict-bar span').textContent();
    },
};
