// SPDX-License-Identifier: GPL-3.0-or-later
// Instruments: tables equal the program's, charts react to the pointer, and texts are inside and apart.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pretty, rewritten } from '../../../src/lab/page/instruments/chart/numbers.js';
import { calm, carom, chart as chooseChart, eventually, experiment, pageOf, PHONE, quiet, rerun, WORK } from './stand.mjs';

const openAll = (page) => page.evaluate(() => document.querySelectorAll('#instruments details, #teach details')
    .forEach((one) => {
        one.open = true;
    }));

/** Texts of the cells of a table, by row. */
const rowsOf = (page, part) => page.$$eval(`[data-part="${part}"] tbody tr`, (rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));

/** Cells of a line of the program's table, after its label. */
function printed(text, label) {
    const line = text.split('\n').find((one) => one.trim().startsWith(`${label} `));
    return line?.slice(34).trim().split(/ +/) ?? null;
}

const captions = (page, part, pattern) => eventually(async () => assert.match(await page
    .locator(`[data-part="inst.${part}"] figcaption`).first().textContent(), pattern));

// ---- texts ----

/** Records the texts on each canvas since it was cleared. */
function recordTexts() {
    globalThis.texts = new Map();
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype;
    Object.assign(CanvasRenderingContext2D.prototype, {
        clearRect(...box) {
            texts.set(this.canvas, []);
            clearRect.call(this, ...box);
        },
        fillText(text, x, y) {
            const { a, e, d, f } = this.getTransform(), of = this.measureText(text);
            text && texts.get(this.canvas)?.push({ text, left: a * (x - of.actualBoundingBoxLeft) + e,
                right: a * (x + of.actualBoundingBoxRight) + e,
                top: d * (y - of.actualBoundingBoxAscent) + f,
                bottom: d * (y + of.actualBoundingBoxDescent) + f });
            fillText.call(this, text, x, y);
        },
    });
}

/** Texts and controls that leave their place or overlap. */
function faults() {
    const found = [], room = document.documentElement.scrollWidth;
    const meet = (one, other) => one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const pairs = (all, say) => all.forEach((one, k) => all.slice(k + 1).filter((other) =>
        meet(one, other)).forEach((other) => found.push(say(one, other))));
    if (room > innerWidth) {
        found.push(`${room} px of ${innerWidth}`);
    }
    for (const [canvas, all] of texts) {
        if (canvas.isConnected && canvas.checkVisibility()) {
            all.filter(({ left, top, right, bottom }) => left < -1 || top < -1
                || right > canvas.width + 1 || bottom > canvas.height + 1).forEach((one) =>
                found.push(`'${one.text}' leaves its canvas`));
            pairs(all, (one, other) => `'${one.text}' and '${other.text}' overlap`);
        }
    }
    const parts = document.querySelectorAll('#instruments, #side, #transport, #now');
    for (const part of parts) {
        const leaves = 'button, select, input, h2, p:not(:has(button, input, select))';
        pairs([...part.querySelectorAll(leaves)].filter((each) => each.checkVisibility()
            && !each.closest('.unseen, .ghost, .across') && getComputedStyle(each).clipPath === 'none')
            .map((each) => ({ html: each.outerHTML.slice(0, 90),
                ...each.getBoundingClientRect().toJSON() })).filter(({ width }) => width > 2),
        (one, other) => `${one.html} and ${other.html} overlap`);
    }
    return found;
}

/** Opens a page that records its texts. */
async function recorded(stand, name, how) {
    const page = await stand.page({ context: await stand.context(how) });
    await page.addInitScript(recordTexts);
    return stand.open(pageOf(`first-${name}`, name), { page });
}

export default {
    'texts and controls are inside and apart, with numbers for screen readers': async (stand) => {
        const desk = { viewport: { width: 1366, height: 768 } };
        for (const [name, how] of [['01-head-on', desk], ['01-head-on', PHONE], ['20-stadium', desk],
            ['21-throw', PHONE]]) {
            const page = await recorded(stand, name, how);
            const seen = async (state) => assert.deepEqual(await page.evaluate(faults), [],
                `${name}, ${how.viewport.width} px, ${state}`);
            await calm(page);
            await seen('first screen');
            for (const tab of ['#tab-0', '#tab-1', '#tab-2']) {
                await page.click(tab);
                await openAll(page);
                await quiet(page);
                await seen(tab);
            }
            await page.click('#slow-motion');
            await page.waitForFunction(() => lab.model.slow?.done);
            await page.evaluate(() => lab.model.pause());
            await quiet(page);
            if (how === desk && name === '01-head-on') { // labels of later times are beyond the others' charts
                await seen('slow motion');
            }
            await eventually(async () => assert.deepEqual(await page.$$eval('#instruments figure', (all) =>
                all.filter((one) => one.offsetParent && !/\d/.test(one.querySelector('.keys')
                    .textContent)).map((one) => one.innerHTML)), []));
        }
    },

    'the table equals that of compare': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await calm(page);
        await chooseChart(page, 'summary');
        const { text } = carom('compare', experiment('01-head-on/experiment'), '-o',
            join(WORK, 'native-compare'));
        const rows = (await rowsOf(page, 'inst.summary')).filter(([label]) => !/clock|measured/
            .test(label));
        const shared = rows.filter(([label]) => printed(text, label)); // compare omits rows that are rounding
        assert.ok(shared.length > 5, `${shared.length} rows`);
        for (const [label, ...cells] of shared) {
            assert.deepEqual(cells, printed(text, label).map(rewritten), label);
        }
        return `${shared.length} rows`;
    },

    'velocities of two balls are drawn, first that of the chosen one': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await page.evaluate(() => {
            lab.model.pause();
            lab.model.seek(0.7); // after the contact
        });
        await chooseChart(page, 'motion');
        const figure = page.locator('[data-part="inst.motion"] figure');
        const shows = (...wanted) => eventually(async () => assert.deepEqual(
            await figure.locator('.plot').evaluateAll((all) => all.map((each) => each.querySelector('h3').textContent.split(':')[0]
                + each.querySelector('.value').textContent)), wanted));
        await shows('cue0', 'eight1');
        await page.evaluate(() => lab.model.select({ ball: 'eight' }));
        await shows('eight1', 'cue0');
        await figure.locator('select').selectOption({ label: 'velocity along y (m/s)' });
        await shows('eight0', 'cue0');
    },

    'a click on a chart seeks, and slow motion shows forces': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const chart = page.locator('[data-part="inst.energy"] .u-over').first();
        await chart.scrollIntoViewIfNeeded();
        await eventually(async () => { // charts that are drawn meanwhile may move this one
            const { width } = await chart.boundingBox();
            await chart.click({ position: { x: 0.75 * width, y: 20 } });
            const part = await page.evaluate(() => lab.model.time / lab.model.run.to_s);
            assert.ok(Math.abs(part - 0.75) < 0.01, `${part}`);
        });
        await page.evaluate(() => lab.model.closeUp(0, 0));
        await chooseChart(page, 'contact');
        await captions(page, 'contact', /Springs: Euler: at most 29\.2 N for 9\.16 ms, in all 0\.17 N s/);
        await rerun(page, () => page.evaluate(() => lab.model.edit([['balls.cue.vx_mps', '2']])));
        // the same window of the new run: twice the speed, twice the force
        await captions(page, 'contact', /Euler: at most 58\.\d N/);
    },

    'a solver that stops early is reported and has no later numbers': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await rerun(page, () => page.evaluate(() => lab.model.load(`carom: 1
gravity_mps2: [0, -9.8]
restitution: 0.8
duration_s: 6
balls: [ { name: b, x_m: 1, y_m: 1, radius_m: 0.1 } ]
solvers:
  - { name: impulse, kind: impulse, collapse: error }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1.0e4, step_s: 1.0e-4 }
reference: heun
`, [])));
        await eventually(async () => assert.match(await page.locator('#notices').textContent(),
            /Impulse stopped: infinitely many collisions follow each other at t = 3\.85714 s, after 333 collisions \(.*\)\.$/));
        await page.evaluate(() => lab.model.seek(6));
        await chooseChart(page, 'energy');
        await eventually(async () => assert.match(await page.locator('[data-part="inst.energy"] .plot').first()
            .textContent(), /Impulse –.*Heun [−\d]/));
    },

    'no texts of a chart overlap with eight solvers, and the values at the cursor are the core\u2019s': async (stand) => {
        const page = await recorded(stand, '01-head-on', { viewport: { width: 1366, height: 768 } });
        const solvers = ['euler', 'heun', 'rk4', 'velocity_verlet', 'symplectic_euler', 'euler', 'heun'].map((name, k) =>
            `{ name: "${name}_${k}", kind: penalty, integrator: ${name}, stiffness_N_per_m: 1e4, step_s: ${k + 1}e-5 }`);
        await rerun(page, () => page.evaluate((list) => lab.model.edit([['checks', '[]'], ['solvers',
            `[{ name: impulse, kind: impulse }, ${list.join(', ')}]`]]), solvers));
        for (const part of ['energy', 'divergence', 'raster']) {
            await chooseChart(page, part);
            await quiet(page);
            assert.deepEqual((await page.evaluate(faults)).filter((one) => one.startsWith("'")), [], part);
        }
        await chooseChart(page, 'energy');
        await page.evaluate(() => lab.model.seek(0.5));
        const [values, wanted] = await page.evaluate(() => [
            [...document.querySelectorAll('[data-part="inst.energy"] .plot:first-of-type .value')].map((each) => each.textContent),
            lab.model.run.numbers.map(({ kinetic_J: column }) => column[lab.model.run.sampleAt(0.5).k])]);
        assert.deepEqual(values, wanted.map((value) => pretty(value)));
    },

    'a drag zooms the charts of a time, and a double click resets them': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await chooseChart(page, 'energy');
        const charts = page.locator('[data-part="inst.energy"] .u-over');
        await charts.nth(1).scrollIntoViewIfNeeded();
        await eventually(async () => { // equal times stand below each other
            const [first, second] = await charts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
            assert.equal(first, second);
        });
        const { x, y, width } = await charts.first().boundingBox();
        await page.mouse.move(x + 0.25 * width, y + 20);
        await page.mouse.down();
        await page.mouse.move(x + 0.5 * width, y + 20, { steps: 5 });
        await page.mouse.up();
        await page.evaluate(() => lab.model.seek(0.375)); // the middle of both
        const middles = () => page.$$eval('[data-part="inst.energy"] .moment', (all) => all.map((each) =>
            Number(each.style.transform.match(/[\d.]+/)) / each.parentElement.clientWidth));
        const near = (wanted) => eventually(async () => (await middles()).forEach((part) =>
            assert.ok(Math.abs(part - wanted) < 0.02, `${part}`)));
        await near(0.5);
        await charts.first().dblclick({ position: { x: 0.375 * width, y: 20 } });
        await page.evaluate(() => lab.model.seek(0.375));
        await near(0.375);
    },
};
