// SPDX-License-Identifier: GPL-3.0-or-later
// Instruments: tables equal the program's, charts react to the pointer, fit on a phone, and have
// texts for screen readers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { axeSource, carom, choose, eventually, experiment, pageOf, quiet, rerun, SLOW, WORK }
    from './stand.mjs';

const FRAME_MS = 5, SLOWER = 3; // per frame; other tests share the processors

const judged = (page) => page.waitForFunction(() => !lab.model.stale);
const openAll = async (page) => {
    await page.evaluate(() => document.querySelectorAll('#instruments details').forEach((one) => {
        one.open = true;
    }));
    await quiet(page);
};

/** Texts of the cells of a table, by row. */
const rowsOf = (page, part) => page.$$eval(`[data-part="${part}"] tbody tr`, (rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));

/** Cells of a line of the program's table, after its label. */
function printed(text, label) {
    const line = text.split('\n').find((one) => one.trim().startsWith(`${label} `));
    return line?.slice(34).trim().split(/ +/) ?? null;
}

/** Acts on a page of a size; records every text on a canvas. */
async function sized(stand, name, viewport, { rest, ...how } = {}) {
    const context = await stand.context({ viewport, ...how });
    const page = await stand.page({ context });
    await page.addInitScript(() => {
        globalThis.texts = [];
        const fill = CanvasRenderingContext2D.prototype.fillText;
        CanvasRenderingContext2D.prototype.fillText = function fillText(text, x, y) {
            const { a, e, d, f } = this.getTransform(), half = this.measureText(text).width / 2;
            texts.push({ text, on: this.canvas, x: (a * x + e) / a, y: (d * y + f) / d, half });
            fill.call(this, text, x, y);
        };
    });
    return stand.open(pageOf(`first-${name}`, name), { page, rest });
}

const SIZES = [[1366, 768], [1440, 900], [390, 844]];

export default {
    'the first screen: chart beside the table, four knobs, balls of 12 px, names inside': async (
        stand) => {
        const firsts = { '01-head-on': 'energy', '17-counting-collisions': 'raster',
            '20-stadium': 'divergence', '21-throw': 'balances' };
        for (const [name, chart] of Object.entries(firsts)) {
            for (const [width, height] of SIZES) {
                const page = await sized(stand, name, { width, height },
                    { reducedMotion: 'reduce' });
                const seen = await page.evaluate(async (part) => {
                    const { model } = lab, box = (one) => one.getBoundingClientRect();
                    const inside = (one) => one && box(one).top >= 0 && box(one).height > 0
                        && box(one).bottom <= innerHeight;
                    const first = document.querySelector('#instruments > .instrument');
                    const sheet = await new Promise((resolve) => {
                        const end = model.on('paint', (painted) => resolve(painted, end()));
                        texts.length = 0;
                        model.emit('sample');
                    });
                    const { canvas } = sheet.ctx, names = model.scene.balls.map((ball) => ball.name);
                    return { first: first.dataset.part === `inst.${part}` && first.open,
                        trails: document.querySelector('[data-say="table.trails"]').ariaPressed,
                        chart: inside(first.querySelector('.plot, table tbody tr')),
                        beside: box(first).left > box(canvas).right,
                        knobs: [...document.querySelectorAll('.leading > .knob')].filter(inside)
                            .length,
                        names: texts.filter(({ text }) => names.includes(text)).length,
                        cut: texts.filter(({ text, on, x, y, half }) => on === canvas
                            && names.includes(text) && (x < half - 1 || y < 5
                            || x > canvas.clientWidth - half + 1 || y > canvas.clientHeight - 5)) };
                }, chart);
                const label = `${name} ${width}: ${JSON.stringify(seen)}`;
                assert.ok(seen.first && seen.cut.length === 0 && seen.names > 0, label);
                assert.equal(seen.trails, String(['20-stadium', '21-throw'].includes(name)), label);
                assert.ok(width < 1000 || (seen.chart && seen.beside && seen.knobs === 4), label);
            }
        }
    },

    'a hand pulls an arrow once, unless motion is reduced or the reader acts': async (stand) => {
        const pulls = (page) => page.evaluate(() => texts.filter(({ text }) => text === 'Pull!').length);
        const page = await sized(stand, '01-head-on', { width: 1366, height: 768 }, { rest: false });
        await page.waitForFunction(() => texts.some(({ text }) => text === 'Pull!'));
        await page.keyboard.press('Shift');
        await quiet(page);
        const after = await pulls(page);
        await page.evaluate(() => lab.model.emit('sample'));
        await quiet(page);
        assert.equal(await pulls(page), after);
        const calm = await sized(stand, '01-head-on', { width: 1366, height: 768 },
            { reducedMotion: 'reduce', rest: false });
        await quiet(calm);
        assert.equal(await pulls(calm), 0);
    },

    'the table equals that of compare': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await judged(page);
        await page.waitForSelector('[data-part="inst.summary"] tbody tr');
        await quiet(page);
        const { text } = carom('compare', experiment('01-head-on/experiment'), '-o',
            join(WORK, 'native-compare'));
        const rows = (await rowsOf(page, 'inst.summary')).filter(([label]) => !/clock|measured/
            .test(label));
        for (const [label, ...cells] of rows) {
            assert.deepEqual(cells, printed(text, label), label);
        }
        const contact = await rowsOf(page, 'inst.balances');
        for (const [label, before, ...cells] of contact) { // after, before, after, ...
            assert.deepEqual([before, ...cells.filter((_, k) => k % 2 === 0)],
                printed(text, label), label);
        }
        assert.ok(rows.length > 12 && contact.length >= 8);
        await page.locator('.newton summary').click();
        await eventually(async () => assert.deepEqual((await page.locator('.newton li')
            .allTextContents()).map((one) => one.replace(/: .*, /, ' ')),
        ['Impulse e = 1', 'Euler e = 1.005', 'Heun e = 1']));
        return `${rows.length + contact.length} rows`;
    },

    'a click on a chart seeks, and slow motion shows forces': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const chart = page.locator('[data-part="inst.energy"] .over').first();
        await chart.scrollIntoViewIfNeeded();
        await eventually(async () => { // charts that are drawn meanwhile may move this one
            const { width } = await chart.boundingBox();
            await chart.click({ position: { x: 0.75 * width, y: 20 } });
            const { time, range } = await page.evaluate(() => ({ time: lab.model.time,
                range: lab.model.run.to_s }));
            assert.ok(Math.abs(time / range - 0.75) < 0.01, `${time}`);
        });
        await page.locator('[data-part="inst.balances"] [data-say="inst.slowly"]').click();
        await page.waitForFunction(() => lab.model.slow
            && document.querySelector('[data-part="inst.contact"]').open);
        const says = page.locator('[data-part="inst.contact"] figcaption').first();
        await eventually(async () => assert.match(await says.textContent(), // written after its chart
            /Euler: maximum 29\.2 N, impulse 0\.17 N s in 9\.16 ms/));
        await rerun(page, () => page.evaluate(() =>
            lab.model.edit([['balls.cue.vx_mps', '2']])));
        await page.waitForSelector('[data-part="inst.contact"] .contact[hidden]',
            { state: 'attached' });
    },

    'in slow motion both balls of the contact have names, also among many': async (stand) => {
        const page = await sized(stand, '04-break', { width: 1280, height: 800 });
        const drawn = (text) => page.evaluate((text) => texts.some((one) => one.text === text), text);
        await eventually(async () => assert.ok(await drawn('cue')));
        assert.equal(await drawn('rack1'), false); // at rest, one of 15
        await page.getByRole('button', { name: /^Next contact/ }).click();
        await eventually(async () => assert.ok(await drawn('rack1')));
        assert.equal(await drawn('rack2'), false);
    },

    'pictures and files can be downloaded': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await judged(page);
        await openAll(page);
        const taken = async (selector) => {
            const [download] = await Promise.all([page.waitForEvent('download'),
                page.locator(selector).first().click()]);
            return { name: download.suggestedFilename(),
                bytes: readFileSync(await download.path()) };
        };
        const picture = await taken('[data-part="inst.energy"] [data-say="inst.picture"]');
        assert.match(picture.name, /-energy\.png$/);
        assert.equal(picture.bytes.subarray(1, 4).toString(), 'PNG');
        assert.ok(picture.bytes.readUInt32BE(16) >= 1000, 'px wide');
        const series = await taken('[data-part="inst.files"] [aria-label="heun/series.tsv"]');
        const here = await page.evaluate(() =>
            new TextDecoder().decode(lab.model.files.get('heun/series.tsv')));
        assert.ok(series.bytes.toString() === here && here.startsWith('t_s\t'));
        const scene = await taken('[data-say="inst.scenario"]');
        assert.match(scene.bytes.toString(), /^carom: 1$/m);
    },

    'a solver that stops early is reported and has no later numbers': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await rerun(page, () => page.evaluate(() => lab.model.load(`carom: 1
gravity_mps2: [0, -9.8]
restitution: 0.8
duration_s: 6
balls: [ { name: b, x_m: 1, y_m: 1, radius_m: 0.1 } ]
solvers:
  - { name: impulse, kind: impulse }
  - { name: heun, kind: penalty, stiffness_N_per_m: 1.0e4, step_s: 1.0e-4 }
reference: heun
`, [])));
        await page.waitForFunction(() => /Impulse stopped: (collapse: )?inelastic collapse at t = 3\.8/
            .test(document.querySelector('#notices').textContent));
        await page.evaluate(() => lab.model.setLanguage('de'));
        await page.waitForFunction(() => /inelastischer Kollaps bei t = 3,8\d* s nach \d+ Stößen: /
            .test(document.querySelector('#notices').textContent));
        await page.evaluate(() => lab.model.setLanguage('en'));
        await page.waitForFunction(() => /t = 6 s.*Impulse –, Heun \d/
            .test(document.querySelector('[data-part="inst.energy"] figcaption').textContent));
    },

    'instruments fit a phone and have texts for screen readers': async (stand) => {
        const page = await stand.open(pageOf('chaos', '11-chaos', '05-time-step'),
            { viewport: { width: 390, height: 800 } });
        for (const name of ['11-chaos', '05-time-step']) {
            await choose(page, name);
            await openAll(page);
            await eventually(async () => {
                const { wide, room } = await page.evaluate(() => ({ room: innerWidth,
                    wide: document.documentElement.scrollWidth }));
                assert.ok(wide <= room, `${name}: ${wide} px in ${room}`);
            });
        }
        await page.evaluate(axeSource());
        const { violations } = await page.evaluate(() => axe.run('#instruments',
            { resultTypes: ['violations'] }));
        assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
        await eventually(async () => assert.deepEqual(await page.$$eval('#instruments figure', (all) =>
            all.filter((one) => one.offsetParent && !/\d/.test(one.querySelector('figcaption')
                .textContent)).map((one) => one.innerHTML)), []));
    },

    'four charts of four solvers are drawn within a frame’s time': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        await page.evaluate(() => lab.model.load(lab.model.text.replace('solvers:', 'solvers:\n'
            + '  - { name: fourth, kind: penalty, integrator: heun, stiffness_N_per_m: 1e4, '
            + 'step_s: 2e-5 }')));
        await page.waitForFunction(() => lab.model.run.done && lab.model.run.solvers.length === 4);
        await openAll(page);
        const frames = () => page.evaluate(async () => {
            const own = globalThis.requestAnimationFrame, took = [];
            globalThis.requestAnimationFrame = (step) => own((now) => {
                const began_ms = performance.now();
                step(now);
                took.push(performance.now() - began_ms);
            });
            for (let k = 0; k < 40; k++) {
                lab.model.emit('sample');
                await new Promise((resolve) => own(resolve));
            }
            globalThis.requestAnimationFrame = own;
            return took.sort((a, b) => a - b);
        });
        const { times, median } = await eventually(async () => { // others may have the processor
            const all = await frames(), middle = all[all.length >> 1];
            assert.ok(middle < SLOW * SLOWER * FRAME_MS, `${middle} ms`);
            return { times: all, median: middle };
        });
        return `${median.toFixed(1)} ms in the middle of ${times.length} frames, table and all`;
    },
};
