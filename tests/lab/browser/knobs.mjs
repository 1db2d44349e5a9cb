// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters: edits on the page equal --set of the program, byte for byte. (../knobs.test.mjs tests what
// each edit does.)
import assert from 'node:assert/strict';
import { bits, button, eventually, pageOf, rerun, reveal, sameAsNative, sets, settled } from './stand.mjs';

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

export default {
    'values, alternative keys, laws and solvers are edited as by --set': async (stand) => {
        const page = await headOn(stand), of = 'solvers.heun';
        const select = (path, list, word) => rerun(page, () =>
            knob(page, path).locator(list).selectOption(word));
        await rerun(page, () => type(page, `${of}.step_s`, '20 us'));
        assert.deepEqual(await sets(page), [`${of}.step_s=2e-05`]);
        await select(`${of}.step_s`, '.otherwise', 'theta');
        await rerun(page, () => type(page, `${of}.theta`, '0.0385'));
        await select('solvers.euler.law', '.controls select', 'hertz');
        await rerun(page, () => page.locator('#knobs-add').selectOption({
            label: 'velocity Verlet, with the springs of Euler' }));
        await rerun(page, () => button(page, 'Remove solver Euler').click());
        assert.deepEqual(await page.evaluate(() => lab.model.scene.solvers.map(({ name }) => name)),
            ['impulse', 'heun', 'velocity_verlet']);
        await reveal(page, '#knobs-search');
        await page.locator('#knobs-search').fill('air density');
        await eventually(async () => assert.deepEqual(await page.locator('.all .knob').evaluateAll((all) =>
            all.map(({ dataset }) => dataset.path)), ['drag.air_kgpm3']));
        const files = await sameAsNative(page);
        await select(`${of}.theta`, '.otherwise', 'step_s');
        await reads(page, `${of}.step_s`, '20 µs'); // unchanged
        return `${files} files are the program's`;
    },

    'a speed has limits, and its slider comes back': async (stand) => {
        const page = await headOn(stand), speed = page.locator('[data-path="leading.speed"]');
        const enter = async (text) => {
            await speed.locator('input.number').fill(text);
            await page.keyboard.press('Enter');
        };
        const place = () => speed.locator('[type=range]').evaluate(({ value, max }) => value / max);
        for (const [text, value, limit] of [['-1', '0', 'at least 0 m/s'], ['1e9', '10', 'at most 10 m/s']]) {
            await rerun(page, () => enter(text));
            await eventually(async () => assert.equal(await speed.locator('small').textContent(), limit));
            assert.deepEqual(await sets(page), [`balls.cue.vx_mps=${value}`]);
        }
        await rerun(page, () => enter('8'));
        assert.equal(await place(), 0.8); // of 10 m/s
        await rerun(page, () => enter('1'));
        assert.equal(await place(), 0.5); // of 2 m/s
        await rerun(page, () => enter('0'));
        await eventually(async () => assert.match(await page.locator('#table .hint').textContent(), /^Nothing collides/));
        assert.deepEqual(await page.locator('#now td:nth-child(2)').allTextContents(), ['0', '0', '0']);
    },

    'a rejected value stays in its field, and the last run stays': async (stand) => {
        const page = await headOn(stand), path = 'solvers.heun.step_s', before = await bits(page);
        await type(page, path, '1 s');
        const complains = (pattern) => eventually(async () =>
            assert.match(await knob(page, path).locator('.complaint').textContent(), pattern));
        const invalid = (value) => eventually(async () => assert.equal(await field(page, path)
            .getAttribute('aria-invalid'), value));
        await complains(/too short for time steps/);
        await invalid('true');
        assert.deepEqual([await bits(page), await sets(page)], [before, []]);
        await page.evaluate(() => lab.model.setLanguage('de'));
        await complains(/zu kurz für Zeitschritte/);
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
        const files = await sameAsNative(page);
        await rerun(page, () => page.locator('.changes button').first().click());
        await eventually(async () => assert.equal(await listed.count(), changes - 1));
        return `${files} files are the program's`;
    },
};
