// SPDX-License-Identifier: GPL-3.0-or-later
// A recording beside the solvers: its balls stand where the table says, and are absent where it has no sample; it stays in saved
// pages, and a link in a page without it is reported.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { holds } from './access.mjs';
import { shared } from './share.mjs';
import { bits, eventually, experiment, pageOf, PHONE, rerun, WORK } from './stand.mjs';

const COLOUR = [122, 92, 0]; // hue-6 of the palette
const FILM = '27-measured/film';
const open = (stand, how) => stand.open(pageOf('film', FILM), how);

/** Rows [t, ball, x, y] of the shipped film. */
const rowsOf = () => readFileSync(experiment(FILM).replace('.yaml', '.tsv'), 'utf8').trim().split('\n')
    .slice(1).map((row) => row.split('\t')).map(([t, ball, x, y]) => [+t, ball, +x, +y]);

/** Middle of the pixels in the recording's colour around a position at a time, relative to it, and
 * their number; px of the page.
 * @param at {t, x, y} in s and m @param reach relative to the radius of the ball */
const markAt = (page, at, reach = 1) => page.evaluate(async ([{ t, x, y }, colour, times]) => {
    lab.model.seek(t);
    const sheet = await new Promise((resolve) => {
        const end = lab.model.on('paint', (painted) => {
            end();
            resolve(painted);
        });
        lab.model.emit('sample'); // requests a drawing
    });
    const { camera, ctx, dpr, run } = sheet;
    const radius = Math.max(run.scene.balls[0].radius_m * camera.scale, 6) * times + 2;
    const left = camera.x(x) - radius, top = camera.y(y) - radius, size = Math.ceil(2 * radius * dpr);
    const copy = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true });
    copy.drawImage(ctx.canvas, -Math.round(left * dpr), -Math.round(top * dpr));
    const { data } = copy.getImageData(0, 0, size, size);
    const xs = [], ys = [];
    for (let k = 0; k < size * size; k++) {
        const px = (k % size + 0.5) / dpr - radius, py = (Math.floor(k / size) + 0.5) / dpr - radius;
        const near = [0, 1, 2].every((c) => Math.abs(data[4 * k + c] - colour[c]) < 40);
        if (near && Math.hypot(px, py) < radius) {
            xs.push(px);
            ys.push(py);
        }
    }
    const middle = (all, from) => (Math.min(...all) + Math.max(...all)) / 2
        + Math.round(from * dpr) / dpr - from;
    return { dx: middle(xs, left), dy: middle(ys, top), count: xs.length, radius };
}, [at, COLOUR, reach]);

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Scenario whose recording begins late, ends early and has a gap. */
function gapsPage() {
    mkdirSync(WORK, { recursive: true });
    const text = readFileSync(experiment(FILM), 'utf8').replace('file: film.tsv', 'file: gaps.tsv, start_s: -0.05')
        .replace(/label: Film/, 'label: "<b>Film</b>"').replace(/^view:.*/m, 'view: { zoom: 4 }');
    const rows = rowsOf().filter(([t]) => t === 0 || (t > 0.12 && t < 0.2) || (t > 0.25 && t < 0.3));
    writeFileSync(join(WORK, 'gaps.yaml'), text);
    writeFileSync(join(WORK, 'gaps.tsv'), ['t_s\tball\tx_m\ty_m', '-0.1\tmarble\t0.2\t0.06',
        ...rows.map((row) => row.join('\t'))].join('\n'));
    return { page: pageOf('gaps', join(WORK, 'gaps.yaml')), rows };
}

export default {
    'a recorded ball stands where the table says': async (stand) => {
        const page = await open(stand), rows = rowsOf(), off = [];
        await press(page, 'Trails');
        await press(page, 'Names');
        for (const k of [0, 24, 77]) { // start, near a bounce, later
            const [t, , x, y] = rows[k], { dx, dy, count, radius } = await markAt(page, { t, x, y });
            assert.ok(count > 4 * radius, `t = ${t}: ${count} pixels of radius ${radius}`);
            assert.ok(Math.hypot(dx, dy) <= 1, `t = ${t}: (${dx}, ${dy}) px from (${x}, ${y}) m`);
            off.push(Math.hypot(dx, dy));
        }
        const box = page.locator('#table .legend input').last();
        assert.equal(await page.locator('#table .legend .recorded').textContent(), ' Film (recorded)');
        const [t, , x, y] = rows[77], drawn = (is) => eventually(async () =>
            assert.equal((await markAt(page, { t, x, y })).count > 0, is));
        await box.click();
        await drawn(false);
        await box.click();
        await drawn(true);
        return `within ${Math.max(...off).toFixed(2)} px`;
    },

    'nothing is drawn without a sample': async (stand) => {
        const { page: file, rows } = gapsPage(), page = await stand.open(file);
        await press(page, 'Names');
        // samples are 0.05 s later than in the table; the median interval is 1/240 s
        const shown = async (t, [, , x, y]) => (await markAt(page, { t, x, y }, 0.7)).count;
        const first = rows.find(([t]) => t > 0.12), last = rows.at(-1);
        const before = rows.filter(([t]) => t < 0.2).at(-1), after = rows.find(([t]) => t > 0.25);
        for (const [t, row, is] of [[0.0499, rows[0], false], [0.05, rows[0], true],
            [0.1, rows[0], false], [0.05 + first[0], first, true], [0.05 + before[0] + 0.005, before, true],
            [0.05 + before[0] + 0.0075, before, false], [0.05 + after[0] - 0.0005, after, false],
            [0.05 + after[0] + 1e-9, after, true], [0.05 + last[0] + 0.0005, last, false], [0.5, last, false]]) {
            await eventually(async () => assert.equal(await shown(t, row) > 0, is, `t = ${t}`));
        }
        assert.match(await page.locator('#table .legend .recorded').textContent(), /<b>Film<\/b>/);
    },

    'distances from a recording: number, chart, sentence, words': async (stand) => {
        const page = await open(stand, { times: 10 });
        const panel = page.locator('[data-part="inst.recording"]');
        const at = (t) => page.evaluate((time) => lab.model.seek(time), t);
        await at(0.25);
        const index = rowsOf().findIndex(([t]) => t > 0.25) - 1, [t, , x, y] = rowsOf()[index];
        // the reference after its first bounce, in closed form
        const speed = Math.sqrt(2 * 9.81 * 0.052), since = t - speed / 9.81;
        const want = 1000 * Math.hypot(0.2 + 0.1 * t - x,
            0.008 + 0.8 * speed * since - 9.81 * since * since / 2 - y);
        const tile = page.locator('#now .tile').first();
        await eventually(async () => {
            const shown = parseFloat(await tile.locator('.value').first().textContent());
            assert.ok(Math.abs(shown - want) < 0.01, `${shown} mm, not ${want}`);
        });
        assert.match(await tile.textContent(), /^distance from Film \(mm\)/);
        await eventually(async () => assert.match(await panel.locator('figcaption').textContent(),
            /^121 samples of Film until t = 0\.5 s; rms distance: Impulse 20 mm, Springs 20 mm\. Chi-square with σ = 0\.5 mm: Impulse 1\.94e5, .* for 242 coordinates/));
        await eventually(async () => {
            const { y: top } = await panel.locator('.plot').boundingBox();
            assert.ok(top < 300, `the first chart is at ${top} px`);
        });
        await page.waitForFunction(() => /Film: marble at x = 0\.242 m, y = 0\.030 m/.test(
            document.querySelector('#table canvas').getAttribute('aria-label')));
        await page.evaluate(() => lab.model.setLanguage('de'));
        await page.waitForFunction(() => /^Abstand von Film \(mm\)/.test(
            document.querySelector('#now .tile').textContent));
        await page.waitForFunction(() => /^121 Positionen von Film bis/.test(document.querySelector(
            '[data-part="inst.recording"] figcaption').textContent));
        await holds(page, 'recording');
    },

    'the first screen of a phone shows the recording, without motion if the reader wants none': async (stand) => {
        const page = await open(stand, { ...PHONE, reducedMotion: 'reduce' });
        assert.equal(await page.evaluate(() => lab.model.playing), false);
        const [t, , x, y] = rowsOf()[0];
        assert.ok((await markAt(page, { t, x, y })).count > 0);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    },

    'edits, a link and a saved page keep the recording; another page reports its absence': async (stand) => {
        const page = await open(stand);
        const edit = (value) => rerun(page, () => page.evaluate((e) => lab.model.edit([['restitution', e]]), value));
        const has = () => page.evaluate(() => [lab.model.run.track?.name, lab.model.run.distances?.count]);
        await edit('0.87');
        assert.deepEqual(await has(), ['film', 121]);
        const there = await bits(page), [, hash] = (await shared(page)).split('#');
        await open(stand, { page, hash: `#${hash}` });
        assert.deepEqual([...await has(), await bits(page)], ['film', 121, there]);
        assert.equal(await page.locator('#faults p').count(), 0);
        const [saved] = await Promise.all([page.waitForEvent('download'),
            page.getByRole('button', { name: 'Save page', exact: true }).first().click()]);
        const file = `${await saved.path()}.html`;
        renameSync(await saved.path(), file);
        await stand.open(file, { page });
        assert.deepEqual([...await has(), await bits(page)], ['film', 121, there]);
        await stand.open(pageOf('first', '01-head-on'), { page, hash: `#${hash}` });
        assert.deepEqual(await bits(page), there);
        await eventually(async () => assert.match(await page.locator('#faults p').textContent(),
            /a recording that this page lacks/));
        assert.deepEqual(await has(), [undefined, undefined]);
        assert.ok(!await page.locator('[data-part="inst.recording"]').isVisible());
    },

    'a recorded solver in a link is rejected in words': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on'));
        const taken = await page.evaluate((text) => lab.model.load(text), readFileSync(experiment(FILM), 'utf8'));
        assert.equal(taken, false);
        await eventually(async () => assert.match(await page.locator('#notices').textContent(),
            /cannot read the files of a recording/));
    },
};
