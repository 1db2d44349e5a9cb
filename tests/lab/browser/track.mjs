// SPDX-License-Identifier: GPL-3.0-or-later
// A recording beside the solvers: its balls stand where the table says, and are absent where it has no sample; it stays in saved
// pages, and a link in a page without it is reported.
import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { bits, button, downloaded, eventually, experiment, holds, menu, pageOf, painted, rerun, shared, show }
    from './stand.mjs';

const COLOUR = [169, 169, 255]; // hue-7 of the palette, on the cloth
const FILM = '27-measured/film';
const open = (stand, how) => stand.open(pageOf('film', FILM), how);

/** Rows [t, ball, x, y] of the shipped film. */
const rowsOf = () => readFileSync(experiment(FILM).replace('.yaml', '.tsv'), 'utf8').trim().split('\n')
    .slice(1).map((row) => row.split('\t')).map(([t, ball, x, y]) => [+t, ball, +x, +y]);

/** Middle of the pixels in the recording's colour around a position at a time, relative to it, and
 * their number; px of the page.
 * @param at {t, x, y} in s and m @param reach relative to the radius of the ball */
async function markAt(page, at, reach = 1) {
    await page.evaluate((t) => lab.model.seek(t), at.t);
    return painted(page, ({ camera, ctx, dpr, run }, [{ x, y }, colour, times]) => {
        const radius = Math.max(run.scene.balls[0].radius_m * camera.scale, 6) * times + 2;
        const size = Math.ceil(2 * radius * dpr), [left, top] = [camera.x(x), camera.y(y)].map((px) =>
            Math.round((px - radius) * dpr));
        const copy = new OffscreenCanvas(size, size).getContext('2d', { willReadFrequently: true });
        copy.drawImage(ctx.canvas, -left, -top);
        const { data } = copy.getImageData(0, 0, size, size), xs = [], ys = [];
        for (let k = 0; k < size * size; k++) {
            const px = (left + k % size + 0.5) / dpr - camera.x(x);
            const py = (top + Math.floor(k / size) + 0.5) / dpr - camera.y(y);
            if (Math.hypot(px, py) < radius && colour.every((value, c) =>
                Math.abs(data[4 * k + c] - value) < 40)) {
                xs.push(px);
                ys.push(py);
            }
        }
        const middle = (all) => (Math.min(...all) + Math.max(...all)) / 2;
        return { dx: middle(xs), dy: middle(ys), count: xs.length, radius };
    }, [at, COLOUR, reach]);
}

export default {
    'a recorded ball stands where the table says, and can be hidden': async (stand) => {
        const page = await open(stand), rows = rowsOf();
        await show(page, 'Trails');
        await show(page, 'Names');
        for (const k of [0, 24, 77]) { // start, near a bounce, later
            const [t, , x, y] = rows[k], { dx, dy, count, radius } = await markAt(page, { t, x, y });
            assert.ok(count > 4 * radius, `t = ${t}: ${count} pixels of radius ${radius}`);
            assert.ok(Math.hypot(dx, dy) <= 1, `t = ${t}: (${dx}, ${dy}) px from (${x}, ${y}) m`);
        }
        const [t, , x, y] = rows[77];
        for (const is of [false, true]) {
            await show(page, 'Film: show on the table');
            await eventually(async () => assert.equal((await markAt(page, { t, x, y })).count > 0, is));
        }
    },

    'distances from a recording: number, sentence, words': async (stand) => {
        const page = await open(stand, { times: 10 });
        await page.evaluate(() => lab.model.seek(0.25));
        const [t, , x, y] = rowsOf().filter(([time]) => time <= 0.25).at(-1);
        // the reference after its first bounce, in closed form
        const speed = Math.sqrt(2 * 9.81 * 0.052), since = t - speed / 9.81;
        const want = 1000 * Math.hypot(0.2 + 0.1 * t - x,
            0.008 + 0.8 * speed * since - 9.81 * since * since / 2 - y);
        const cell = page.locator('#now td:nth-child(2)').first();
        await eventually(async () => {
            const shown = parseFloat(await cell.textContent());
            assert.ok(Math.abs(shown - want) < 0.01, `${shown} mm, not ${want}`);
        });
        const says = (pattern) => eventually(async () => assert.match(await page.locator(
            '[data-part="inst.recording"] figcaption').textContent(), pattern));
        await says(/^121 samples of Film until t = 0\.5 s; rms distance: Impulse 20 mm, Springs 20 mm\. Chi-square with σ = 0\.5 mm: Impulse 1\.94 × 10⁵, .* for 242 coordinates/);
        await page.waitForFunction(() => /Film: marble at x = 0\.242 m, y = 0\.030 m/.test(
            document.querySelector('#table canvas').getAttribute('aria-label')));
        await page.evaluate(() => lab.model.setLanguage('de'));
        await says(/^121 Positionen von Film bis/);
        await holds(page, 'recording');
    },

    'edits, a link and a saved page keep the recording; another page reports its absence': async (stand) => {
        const page = await open(stand);
        const has = async () => [...await page.evaluate(() => [lab.model.run.track?.name,
            lab.model.run.distances?.count]), await bits(page)];
        await rerun(page, () => page.evaluate(() => lab.model.edit([['restitution', '0.87']])));
        const kept = await has(), there = kept[2], [, hash] = (await shared(page)).split('#');
        assert.deepEqual(kept.slice(0, 2), ['film', 121]);
        await open(stand, { page, hash: `#${hash}` });
        assert.deepEqual(await has(), kept);
        const { path } = await downloaded(page, async () => {
            await menu(page);
            await button(page, 'Save page').first().click();
        });
        renameSync(path, `${path}.html`);
        await stand.open(`${path}.html`, { page });
        assert.deepEqual(await has(), kept);
        await stand.open(pageOf('first', '01-head-on'), { page, hash: `#${hash}` });
        assert.deepEqual(await has(), [undefined, undefined, there]);
        await eventually(async () => assert.match(await page.locator('#faults p').textContent(),
            /a recording that this page lacks/));
    },
};
