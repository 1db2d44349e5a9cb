// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson: worksheets, goals with the verdicts of `carom check`, and its link.
import assert from 'node:assert/strict';
import { button, carom, eventually, pageOf, rerun, reveal, sets } from './stand.mjs';

/** Page of the head-on collision with a panel of the lesson open. */
async function lesson(stand, panel) {
    const page = await stand.open(pageOf('first', '01-head-on'));
    await page.click('#tab-2');
    await reveal(page, `#teach-${panel} .inner`);
    return page;
}

/** Waits until an element has a text. */
const says = (locator, pattern) => eventually(async () =>
    assert.match(await locator.textContent(), pattern));

export default {
    'answers are graded, in the language of the page': async (stand) => {
        const page = await lesson(stand, 'worksheet');
        const item = (id) => page.locator(`.sheet [data-id="${id}"]`);
        const goTo = async (id) => {
            while (await page.getByRole('button', { name: 'Back', exact: true }).isEnabled()) {
                await button(page, 'Back').click();
            }
            while (!await item(id).isVisible()) {
                await page.locator('.turn-over button').last().click();
            }
        };
        for (const [id, answer, wanted] of [['cue_does', 'Stop', /^Right/], ['contact_time_s', '4.6 ms', /^Right: 4.58 ms/],
            ['lag_m', '2.4e-3', /^Close/], ['halving', 'two', /number/],
            ['better_method', 'Euler', /^Not right.*Hint: A fault/]]) {
            await goTo(id);
            if (/^[A-Z]/.test(answer)) {
                await item(id).getByRole('button', { name: answer, exact: true }).click();
            } else {
                await item(id).locator('.answer').fill(answer);
                await item(id).getByRole('button', { name: 'Check', exact: true }).click();
            }
            await says(item(id).locator('.graded'), wanted);
        }
        assert.equal(await item('frugal').count(), 0); // its answer is a file
        await goTo('lag_m');
        await item('lag_m').locator('.answer').fill('2.29 mm');
        await page.evaluate(() => lab.model.setLanguage('de'));
        await says(page.locator('.sheet h3').first(), /^Zentraler Stoß/);
        while (!await item('lag_m').isVisible()) {
            await page.locator('.turn-over button').last().click();
        }
        assert.equal(await item('lag_m').locator('.answer').inputValue(), '2.29 mm');
        await item('lag_m').getByRole('button', { name: 'Prüfen', exact: true }).click();
        await says(item('lag_m').locator('.graded'), /^Richtig: 2,29 mm/);
        await page.evaluate(() => lab.model.setLanguage('en'));
        await button(page, 'Clear my answers').click();
        await goTo('lag_m');
        assert.equal(await item('lag_m').locator('.answer').inputValue(), '');
    },

    'keys type an answer and leave its field': async (stand) => {
        const page = await lesson(stand, 'worksheet'), field = page.locator('.sheet .answer');
        while (!await page.locator('[data-id="lag_m"]').isVisible()) {
            await page.locator('.turn-over button').last().click();
        }
        await field.focus();
        await page.keyboard.type('22.29 mm');
        await page.keyboard.press('Home');
        await page.keyboard.press('Delete');
        assert.equal(await field.inputValue(), '2.29 mm');
        await page.keyboard.press('Tab');
        assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Check');
        await page.keyboard.press('Enter');
        await says(page.locator('.graded'), /^Right: 2.29 mm/);
        await field.fill('2.4 mm');
        await field.press('Enter');
        await says(page.locator('.graded'), /^Close/);
    },

    'a step sets its scene, and a prediction waits with its answer covered': async (stand) => {
        const page = await lesson(stand, 'worksheet');
        const state = () => page.evaluate(() => [lab.model.shows, lab.model.playing, lab.model.time,
            document.documentElement.classList.contains('asking'), getComputedStyle(document.querySelector('#now th ~ td')).visibility]);
        await eventually(async () => assert.deepEqual(await state(), ['run', false, 0, true, 'hidden']));
        await page.locator('.turn-over button').last().click();
        await page.locator('.turn-over button').last().click(); // heavy_does
        await page.locator('.sheet').getByText('On the table: cue: mass = 0.68 kg.').waitFor();
        await eventually(async () => assert.deepEqual(await sets(page), ['balls.cue.mass_kg=0.68']));
        await eventually(async () => assert.deepEqual(await state(), ['run', false, 0, true, 'hidden']));
        await page.locator('.options').getByRole('button', { name: 'Follow' }).click();
        await says(page.locator('.graded'), /^Right/);
        await page.waitForFunction(() => lab.model.time > 0); // what comes is shown
        assert.equal((await state())[3], false);
        await page.locator('.turn-over button').first().click(); // a prediction about the unchanged scene
        await eventually(async () => assert.deepEqual(await sets(page), []));
        await button(page, 'Play').click(); // the reader looks
        await page.waitForFunction(() => lab.model.time > 0);
        assert.equal((await state())[3], false);
    },

    'goals have the verdicts of carom check': async (stand) => {
        const page = await lesson(stand, 'challenge');
        const verdicts = () => eventually(async () => {
            await page.evaluate(() => lab.model.record());
            const all = await page.locator('#goal-verdicts .goals li').evaluateAll((items) =>
                items.map(({ className }) => className));
            assert.equal(all.length, 3);
            return all;
        });
        for (const [edit, states, said] of [[null, ['pass', 'pass', 'pass'], /^Unchanged, the scene meets all its goals, 3 of 3\./],
            ['1e-4', ['fail', 'pass', 'pass'], /^2 of 3 goals are met\.$/],
            ['5e-6', ['pass', 'pass', 'pass'], /^All goals are met, 3 of 3\.$/]]) {
            if (edit !== null) {
                await rerun(page, () => page.evaluate((step) =>
                    lab.model.edit([['solvers.euler.step_s', step]]), edit));
            }
            const { text } = carom('check', '01-head-on', ...(await sets(page)).flatMap((set) => ['--set', set]));
            const checks = text.split('\n').map((line) => /^(PASS|FAIL)/.exec(line)?.[1].toLowerCase())
                .filter(Boolean);
            const there = [[1], [3], [4, 5]].map((goal) => // checks of each goal
                goal.some((check) => checks[check] === 'fail') ? 'fail' : 'pass');
            assert.deepEqual(states, there);
            await eventually(async () => assert.deepEqual(await verdicts(), states));
            await says(page.locator('#goal-verdicts [role=status]'), said);
        }
        await says(page.locator('.goals .pass').first(), /met.*Springs: Euler, h = 5 µs: 0\.27 %\. The method adds this energy/);
    },

    'a lesson is shared by a link': async (stand) => {
        const page = await lesson(stand, 'challenge');
        await reveal(page, '#teach-note');
        await page.locator('#teach-note').fill('Where?');
        await page.locator('#teach-share').getByLabel('Goals').check();
        await button(page, 'Copy the lesson’s link').click();
        await page.getByText('Link copied.').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        await stand.open(pageOf('first', '01-head-on'), { page, hash: link.slice(link.indexOf('#')) });
        await eventually(async () => assert.equal(await page.getAttribute('#tab-2',
            'aria-selected'), 'true'));
        await says(page.locator('#teach p.note').first(), /^Where\?$/);
    },
};
