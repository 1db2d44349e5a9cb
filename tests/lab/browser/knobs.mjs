// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters: edits on the page equal --set of the program, byte for byte.
import assert from 'node:assert/strict';
import { sameAsNative } from './table.mjs';
import { bits, eventually, pageOf, rerun, reveal, sets, settled } from './stand.mjs';

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

/** Waits until the field of a parameter shows a text. */
const reads = (page, path, text) => eventually(async () =>
    assert.equal(await field(page, path).inputValue(), text));

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
        await reads(page, `${of}.step_s`, '20 µs'); // unchanged
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
        await eventually(async () => assert.deepEqual(await page.evaluate(() =>
            [...document.querySelectorAll('#table .legend b')].map((letter) =>
                letter.nextSibling.textContent.trim())),
        ['Impulse', 'Heun, h = 10 µs', 'Velocity Verlet, h = 30 µs']));
        const files = await sameAsNative(page, '01-head-on');
        await rerun(page, () => page.getByRole('button', { name: 'Undo' }).click());
        await reads(page, 'solvers.velocity_verlet.step_s', '10 µs');
        return `${files} files are the program's`;
    },

    'a rejected value stays in its field, and the last run stays': async (stand) => {
        const page = await headOn(stand), path = 'solvers.heun.step_s', before = await bits(page);
        await type(page, path, '1 s');
        const words = knob(page, path).locator('.complaint');
        await words.waitFor();
        const invalid = (value) => eventually(async () => assert.equal(await field(page, path)
            .getAttribute('aria-invalid'), value));
        const complains = (pattern) => eventually(async () =>
            assert.match(await words.textContent(), pattern));
        await complains(/the stability limit of heun/);
        await invalid('true');
        assert.deepEqual([await bits(page), await sets(page)], [before, []]);
        await page.evaluate(() => lab.model.setLanguage('de'));
        await complains(/der Stabilitätsgrenze von heun .*Kontaktzeit /);
        await page.evaluate(() => lab.model.setLanguage('en'));
        await rerun(page, () => knob(page, path).locator('.reset').click());
        await invalid(null);
        await reads(page, path, '10 µs');
    },

    'restitution changes during playback': async (stand) => {
        const page = await headOn(stand), slider = page.locator('#turn-value');
        await slider.focus();
        await page.evaluate(() => {
            lab.model.setSpeed(0.01); // it does not end before the last key
            lab.model.seek(0.3);
            lab.model.play();
        });
        const times = [];
        for (let k = 0; k < 10; k++) {
            await page.keyboard.press('ArrowLeft');
            times.push(await page.evaluate(() => lab.model.time));
        }
        assert.deepEqual([...times].sort((a, b) => a - b), times);
        await settled(page);
        assert.equal(await page.evaluate(() => lab.model.playing), true);
        await page.evaluate(() => lab.model.pause());
        await eventually(async () => assert.equal(await slider.inputValue(), '0.9'));
        const listed = page.locator('.changes [aria-label]'), changes = await listed.count();
        const files = await sameAsNative(page, '01-head-on');
        await rerun(page, () => page.locator('.changes button').first().click());
        await eventually(async () => assert.equal(await listed.count(), changes - 1));
        return `${files} files are the program's`;
    },

    'the search finds every parameter': async (stand) => {
        const page = await headOn(stand);
        await reveal(page, '#knobs-search');
        await page.locator('#knobs-search').fill('air density');
        const found = (...paths) => eventually(async () => assert.deepEqual(await page
            .locator('.all .knob').evaluateAll((all) => all.map(({ dataset }) => dataset.path)), paths));
        await found('drag.air_kgpm3');
        await page.locator('#knobs-search').fill('heun phase');
        await found('solvers.heun.phase');
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
        await eventually(async () => assert.equal(await other.getAttribute('#tab-1',
            'aria-selected'), 'true'));
        await other.locator('.ghost').focus();
        await other.keyboard.press('ArrowRight');
        await other.keyboard.press('Shift+ArrowUp');
        await eventually(async () => assert.deepEqual(await other.evaluate(() =>
            lab.model.prediction.place), [1.21, 0.636]));
        await eventually(async () => assert.equal(await other.locator('#teach p.note')
            .textContent(), 'Where?'));
        await other.getByRole('button', { name: 'Start the run' }).click();
        await other.waitForFunction(() => lab.model.prediction.distances);
        return eventually(async () => {
            const said = await other.locator('.predict-bar span').textContent();
            assert.match(said, /^Your prediction for eight is .* the nearest solver\.$/);
            return said;
        });
    },
};
