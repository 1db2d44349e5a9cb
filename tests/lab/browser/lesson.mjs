// SPDX-License-Identifier: GPL-3.0-or-later
// Lesson: predictions before a run, and goals with the verdicts of `carom check`.
import assert from 'node:assert/strict';
import { carom, eventually, experiment, native, pageOf, rerun, reveal, sets } from './stand.mjs';

/** Parses "12.3 mm" into metres. */
function metres(text) {
    const [, number, prefix] = /^([\d.e+-]+) (k|m|µ|n)?m$/.exec(text);
    return Number(number) * { k: 1e3, m: 1e-3, µ: 1e-6, n: 1e-9 }[prefix] || Number(number);
}

/** Distance of the ball's final position in the program from the prediction, m. */
function away({ read }, solver, ball, [x_m, y_m]) {
    const rows = read(`${solver}/trajectory.tsv`).trim().split('\n').map((row) => row.split('\t'));
    const at = Object.fromEntries(rows[0].map((name, k) => [name, k]));
    const last = rows.filter((row) => row[at.ball] === ball).at(-1);
    return Math.hypot(last[at.x_m] - x_m, last[at.y_m] - y_m);
}

/** Verdicts of the program: PASS and the value of each check, in order. */
const verdictsOf = (text) => text.split('\n').map((line) =>
    /^(PASS|FAIL|SKIP) +.*?\) +(\S+)/.exec(line)).filter((found) => found).map(([, verdict, value]) =>
    ({ verdict: verdict.toLowerCase(), value: Number(value) }));

async function judged(page) {
    await page.waitForFunction(() => { // the page may check the run by itself first
        const judge = [...document.querySelectorAll('#teach-challenge button')].find((each) =>
            each.textContent === 'Check this run' && each.checkVisibility() && !each.disabled);
        judge?.click();
        return !lab.model.stale;
    });
    return page.locator('#goal-verdicts .goals li').evaluateAll((items) => items.map((item) =>
        ({ verdict: item.className, values: item.querySelector('.note').textContent,
            colour: getComputedStyle(item.querySelector('.mark')).stroke
                + getComputedStyle(item.querySelector('.mark')).color })));
}

/** Goals of 01: the checks of the program with these numbers. */
const CHECKS = [[1], [3], [4, 5]];

/** Compares the verdicts of page and program. @returns {string[]} colours */
async function sameVerdicts(page, name) {
    const there = verdictsOf(carom('check', name, ...(await sets(page)).flatMap((set) =>
        ['--set', set])).text);
    const here = await judged(page);
    assert.equal(here.length, CHECKS.length);
    here.forEach(({ verdict, values }, k) => {
        const checks = CHECKS[k].map((check) => there[check]);
        assert.equal(verdict, checks.some((check) => check.verdict === 'fail') ? 'fail' : 'pass');
        const shown = values.split(', ').filter(Boolean).map((each) => Number(each.split(' ')[1]));
        const finite = checks.filter(({ value }) => Number.isFinite(value));
        assert.deepEqual(shown, finite.map(({ value }) => Number(value.toPrecision(3))));
    });
    return new Map(here.map(({ verdict, colour }) => [verdict, colour]));
}

export default {
    'a prediction precedes the run, and its distance equals the program’s': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on')), guess = [1.7, 0.71];
        await reveal(page, '#teach-predict .inner');
        await page.getByRole('checkbox', { name: 'Predict before each run' }).check();
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await page.getByRole('button', { name: 'To the end', exact: true }).click();
        await eventually(async () => assert.deepEqual(await page.evaluate(() =>
            [lab.model.playing, lab.model.time]), [false, 0]));
        await page.locator('#predict-ball').selectOption('eight');
        await page.locator('#predict-x').fill(`${guess[0]}`);
        await page.locator('#predict-y').fill(`${guess[1]}`);
        await page.getByRole('button', { name: 'Start the run' }).click();
        const texts = await eventually(async () => {
            const said = await page.locator('#teach-predict .result li').allTextContents();
            assert.equal(said.length, 3, `${said}`);
            return said;
        });
        const there = native(experiment('01-head-on/experiment'));
        for (const text of texts) {
            const [, solver, distance] = /^(\w+): (.*)$/.exec(text);
            const wanted = away(there, solver.toLowerCase(), 'eight', guess);
            assert.ok(Math.abs(metres(distance) / wanted - 1) < 6e-3, `${text}; ${wanted} m`);
        }
        return texts.join(', ');
    },

    'answers are graded in the page as by carom exercise grade': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await reveal(page, '#teach-worksheet .inner');
        const gain = Number(carom('check', '01-head-on', '--set', 'solvers.euler.step_s=5e-6').text
            .split('\n').find((line) => line.includes('(euler)')).match(/\) +(\S+)/)[1]);
        const answers = { contact_time_s: ['4.58 ms', /^Right/], lag_m: ['2.4e-3', /^Near/],
            euler_gain: [`${gain * 1.009}`, /^Right/], halving: ['two', /number/],
            better_method: ['euler', /^Not right.*Hint: a fault/] };
        for (const [id, [answer, wanted]] of Object.entries(answers)) {
            const item = page.locator('.sheet li').filter({ hasText: `${id}:` });
            await item.locator('.answer').fill(answer);
            await item.getByRole('button', { name: 'Check', exact: true }).click();
            await eventually(async () => assert.match(await item.locator('.graded').textContent(),
                wanted, `${id} ${answer}`));
        }
        assert.equal(await page.locator('.sheet li').filter({ hasText: 'frugal:' })
            .getByRole('button', { name: 'Check', exact: true }).count(), 0); // its answer is a file
    },

    'the worksheet has the language of the page and keeps its answers': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await reveal(page, '#teach-worksheet .inner');
        const item = page.locator('.sheet li').filter({ hasText: 'lag_m:' });
        await item.locator('.answer').fill('2.29 mm');
        await page.evaluate(() => lab.model.setLanguage('de'));
        const heads = (pattern) => eventually(async () => assert.match(await page
            .locator('.sheet h3').first().textContent(), pattern));
        await heads(/^Zentraler Stoß/);
        assert.equal(await item.locator('.answer').inputValue(), '2.29 mm');
        assert.match(await page.locator('.sheet').textContent(), /Deine Antworten/);
        await item.getByRole('button', { name: 'Prüfen', exact: true }).click();
        await item.locator('.graded').filter({ hasText: 'Richtig.' }).waitFor();
        await page.getByRole('button', { name: /^Euler, Zeitschritt.* einstellen$/i }).click();
        await page.evaluate(() => lab.model.setLanguage('en'));
        await heads(/^Head-on/);
    },

    'goals have the verdicts of carom check': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await reveal(page, '#teach-challenge .inner');
        const good = await sameVerdicts(page, '01-head-on');
        assert.deepEqual([...good.keys()], ['pass']);
        const says = (pattern) => eventually(async () => assert.match(await page
            .locator('#goal-verdicts [role=status]').textContent(), pattern));
        await says(/^3 of 3 goals are met\.$/); // no praise without an edit
        await rerun(page, () => page.evaluate(() => lab.model.edit([
            ['solvers.euler.step_s', '1e-4']])));
        const both = await sameVerdicts(page, '01-head-on');
        assert.deepEqual([...both.keys()].sort(), ['fail', 'pass']);
        assert.notEqual(both.get('pass'), both.get('fail'));
        await says(/^2 of 3 goals are met\.$/);
        await rerun(page, () => page.evaluate(() => lab.model.edit([
            ['solvers.euler.step_s', '2e-5']])));
        await sameVerdicts(page, '01-head-on');
        await says(/All goals are met, 3 of 3/);
        return [...both].map(([verdict, colour]) => `${verdict} ${colour}`).join(', ');
    },
};
