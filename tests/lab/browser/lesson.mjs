// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson: worksheets, goals with the verdicts of `carom check`, and its link.
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PHONE, ROOT, WORK, button, carom, downloaded, eventually, pageOf, rerun, reveal, sets } from './stand.mjs';

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
    'a question of each kind is answered, wrong and right, as a student does': async (stand) => {
        const page = await lesson(stand, 'worksheet'), graded = page.locator('.graded');
        const item = (id) => page.locator(`.sheet [data-id="${id}"]`);
        const goTo = async (id) => {
            while (!await item(id).isVisible()) {
                await page.locator('.turn-over button').last().click();
            }
        };
        const choose = async (word, wanted) => {
            await page.locator('.options').getByRole('button', { name: word, exact: true }).click();
            await says(graded, wanted);
        };
        const type = async (answer, wanted) => { // with keys, as readers do
            await page.locator('.sheet .answer').click();
            await page.keyboard.press('Control+a');
            await page.keyboard.type(answer);
            await says(graded, /^$/); // typing clears the last verdict
            await page.locator('.reply').getByRole('button').click();
            await says(graded, wanted);
        };
        await goTo('cue_does'); // a word
        await choose('Follow', /^Not right\. Hint: What changes hands/);
        assert.ok(await page.evaluate(() => document.documentElement.classList.contains('asking'))); // no answer yet
        await choose('Return', /^Not right\. Hint: How much momentum is left/);
        await choose('Stop', /^Right\. The eight ball has taken/);
        await goTo('contact_time_s'); // a number
        await says(item('contact_time_s'), /Tolerance: 1 %/);
        assert.equal(await page.locator('.sheet details').getAttribute('open'), null); // the formula comes when it is wanted,
        await type('9.2 ms', /^Not right\. Hint: mred = m\/2, .*N\/m\.$/);
        await says(page.locator('.sheet details[open]'), /tc = π √\(mred\/k\), mred the reduced mass/); // or after an answer
        await type('soon', /^Enter a number/);
        await type('6.5e-3', /^Not right\. Hint: .*0\.085 kg/);
        await says(page.locator('.sheet'), /Right: 1 of 10\. Solutions shown: 0\./);
        await type('4.7 ms', /^The solution: 4\.58 ms\. A contact is half a swing/); // the third try: no one is stuck
        await says(page.locator('.sheet'), /Right: 1 of 10\. Solutions shown: 1\./);
        await type('4,6 ms', /^Right: 4\.58 ms\. A contact is half a swing/);
        await says(page.locator('.sheet'), /Right: 1 of 10\. Solutions shown: 1\./);
        await goTo('touch_s'); // measured in a run
        await type('4.6 ms', /^Not right\. Hint: Slow motion/);
        await type('9.16 ms', /^Right: 9\.159 ms\. /);
        await goTo('euler_gain'); // measured, as the page shows it
        await type('0.27', /^Right: 0\.27\d* %/);
        await says(page.locator('.sheet'), /Right: 3 of 10/);
        await type('0.27 %v', /^Enter a number/); // what was right stays right
        await says(page.locator('.sheet'), /Right: 3 of 10/);
        const { bytes } = await downloaded(page, () => button(page, 'Save my answers').click());
        const file = join(WORK, 'answers.yaml'), folder = mkdtempSync(join(tmpdir(), 'lesson-'));
        writeFileSync(file, bytes);
        assert.match(readFileSync(file, 'utf8'), /^ {2}contact_time_s: 0\.0046 .*; solution shown$/m);
        assert.equal(readFileSync(file, 'utf8').match(/solution shown/g)?.length, 1);
        const grade = (own) => {
            copyFileSync(join(ROOT, 'tests/exercises', own), join(WORK, 'mine.yaml'));
            writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {2}frugal:.*/m, '  frugal: mine.yaml'));
            return carom('exercise', 'grade', file, '-o', join(folder, own)).text.split('\n').filter((line) =>
                line.startsWith('PASS')).map((line) => line.split(/ +/)[1]);
        };
        assert.deepEqual(grade('cheap.yaml'), ['cue_does', 'contact_time_s', 'touch_s', 'euler_gain']);
        assert.deepEqual(grade('frugal.yaml'), ['cue_does', 'contact_time_s', 'touch_s', 'euler_gain', 'frugal']);
        await page.evaluate(() => lab.model.setLanguage('de'));
        await goTo('euler_gain');
        assert.equal(await page.locator('.sheet .answer').inputValue(), '0.27');
        await type('9 %', /^Nicht richtig\. Hinweis: Lies am Ende des Laufs/);
        await page.evaluate(() => lab.model.setLanguage('en'));
        await button(page, 'Clear my answers').click();
        await goTo('euler_gain');
        assert.equal(await page.locator('.sheet .answer').inputValue(), '');
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
        await says(page.locator('#now .asked:visible'), /^Hidden until you answer or play/);
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

    'on a phone a question shows its scene, formula, tolerance and score': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'), PHONE);
        await page.click('#tab-2');
        for (let k = 0; k < 3; k++) {
            await page.locator('.turn-over button').last().click();
        }
        await page.locator('.sheet .answer').fill('4.58 ms');
        await page.locator('.reply button').click();
        for (const text of ['On the table: Euler, Heun: stiffness = 40 kN/m.', 'Formula', 'Tolerance: 1 %.', 'Right: 1 of 10.']) {
            assert.ok(await page.locator('.sheet').getByText(text).first().isVisible(), text);
        }
    },

    'a scene of the reader has predictions about its own run': async (stand) => {
        const own = join(WORK, 'own.yaml');
        writeFileSync(own, 'carom: 1\nballs:\n  - { name: a, x_m: 0.6, y_m: 0.635, vx_mps: 1 }\n  - { name: b, x_m: 1.2, y_m: 0.635 }\n'
            + 'duration_s: 1\nsolvers:\n  - { name: impulse, kind: impulse }\n'
            + '  - { name: soft, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, step_s: 1e-5 }\n');
        const page = await stand.open(pageOf('own', own)), field = page.locator('.sheet .answer');
        await page.click('#tab-2');
        const check = async (answer, wanted) => {
            await field.fill(answer);
            await field.press('Enter');
            await says(page.locator('.graded'), wanted);
        };
        await says(page.locator('#sheet-question'), /^How many collisions does the run have with .*Impulse\?$/);
        await check('3', /^Close/);
        await check('1', /^Right: 1\./);
        await button(page, 'Next').click();
        await check('0.085', /^Right: 0\.085 J/); // m v^2/2
        await button(page, 'Next').click();
        await check('9.2 ms', /^Right: 9\.159 ms/);
        assert.ok(await button(page, 'Next').isDisabled());
        await says(page.locator('.sheet'), /Right: 3 of 3\./);
        await page.evaluate(() => lab.model.edit([['balls.a.vx_mps', 0.1]])); // the reader's run, which lasts until the collision
        await button(page, 'Back').click();
        await eventually(async () => assert.deepEqual(await sets(page), ['balls.a.vx_mps=0.1', 'duration_s=8']));
        await check('0.085', /^Not right/);
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
        for (const [edit, states, said] of [[null, ['open', 'open', 'open'], /^Change something/],
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
            assert.deepEqual(edit === null ? ['pass', 'pass', 'pass'] : states, there);
            await eventually(async () => assert.deepEqual(await verdicts(), states));
            await says(page.locator('#goal-verdicts [role=status]'), said);
        }
        await says(page.locator('.goals .pass').first(), /met.*Springs: Euler, h = 5 µs: 0\.27 %\. The method adds this energy/);
    },

    'a lesson is shared by a link': async (stand) => {
        const page = await lesson(stand, 'challenge');
        await reveal(page, '#teach-note');
        await page.locator('#teach-note').fill('Where?');
        await button(page, 'Copy the lesson’s link').click();
        await page.getByText('Link copied.').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        await stand.open(pageOf('first', '01-head-on'), { page, hash: link.slice(link.indexOf('#')) });
        await eventually(async () => assert.equal(await page.getAttribute('#tab-2',
            'aria-selected'), 'true'));
        await says(page.locator('#teach p.note').first(), /^Where\?$/);
    },
};
