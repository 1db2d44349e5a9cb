// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader does first, without a network: open, run, use keyboard and mouse, share. Part of
// `make check`; the other files are part of `make nightly` and `make check-lab`.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beginning, bits, button, calm, drag, eventually, focusOn, focused, holds, pageOf, painted, placeOf, quiet,
    rerun, sameAsNative, sets, shared, tabTo, WORK } from './stand.mjs';

/** Waits until a property of the model has a value. */
const becomes = (page, name, value) => eventually(async () =>
    assert.equal(await page.evaluate((of) => lab.model[of], name), value));

/** The picture of the table, and its place. */
const pictureOf = (page) => painted(page, ({ ctx: { canvas }, camera: { scale, x_m, y_m } }) => {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return { place: [left, top, width, height, scale, x_m, y_m], pixels: canvas.toDataURL() };
});

export default {
    'the first picture is there before the core, and the run continues it': async (stand) => {
        const file = pageOf('first', '01-head-on', '09-cradle'), page = await stand.page();
        await page.addInitScript(() => { Worker.prototype.postMessage = () => {}; }); // the core never answers
        await page.goto(`${pathToFileURL(file)}`);
        await page.locator('html.built').waitFor();
        const early = await pictureOf(page);
        await page.mouse.click(640, 400); // before there is anything to drag
        const run = await stand.open(file, { reducedMotion: 'reduce' });
        assert.deepEqual(await pictureOf(run), early);
    },

    'it opens offline, runs to the program’s bits, and axe finds nothing': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '09-cradle'), { offline: true });
        await eventually(async () => assert.match(await page.locator('#seal').textContent(),
            /^✓ The same numbers/));
        assert.equal(await page.locator('#faults').textContent(), '');
        assert.match(await page.title(), /Head-on/);
        await calm(page);
        await holds(page, 'as it opens');
        const text = readFileSync(pageOf('first', '01-head-on', '09-cradle'), 'utf8');
        const file = join(WORK, 'wrong.html'); // with another seal
        writeFileSync(file, text.replace(/"heun":"[0-9a-f]{16}"/, `"heun":"${'0'.repeat(16)}"`));
        await stand.open(file, { page });
        await eventually(async () => assert.match(await page.locator('#seal').textContent(),
            /The last digits differ/));
    },

    'the first visit stops at the first contact and asks; the numbers come after Play': async (stand) => {
        const page = await stand.page({ viewport: { width: 1366, height: 768 } });
        await page.addInitScript(() => {
            Object.defineProperty(globalThis, 'lab', { configurable: true, set(lab) { // parameters seen with the first run
                Object.defineProperty(globalThis, 'lab', { value: lab });
                const end = lab.model.on('run', () => end(globalThis.early = document.querySelectorAll('#knobs .knob').length));
            } });
            globalThis.shifts = []; // what moves after it has been seen
            new PerformanceObserver((list) => list.getEntries().forEach(({ value, sources }) =>
                shifts.push([value, ...sources.map(({ node }) => node?.id || node?.className || '')].join(' '))))
                .observe({ type: 'layout-shift', buffered: true });
        });
        await stand.open(pageOf('first', '01-head-on', '09-cradle'), { query: '?lesson', page });
        const says = (sentence) => eventually(async () =>
            assert.equal(await page.locator('#table .lesson').textContent(), sentence));
        await page.waitForFunction(() => lab.model.shows === 'slow' && !lab.model.playing && lab.model.time > lab.model.slow.from_s);
        await says('First touch. How does each ball move on? Predict it, then press “Play”.');
        assert.ok(await page.evaluate(() => Math.abs(lab.model.time - lab.model.run.collisions[0].column.t_s[0]) < 1e-9));
        await button(page, 'Play').click();
        await page.waitForFunction(() => !lab.model.playing && lab.model.time === lab.model.slow.to_s);
        await says(
            'Rigid balls swap speeds at once. '
            + 'With springs the contact lasts 9.2 ms, and the ball “eight” is then 4.6 mm behind.');
        const { share, controls, sizes, names } = await page.evaluate(() => {
            const seen = [...document.querySelectorAll('body *')].filter((each) =>
                each.checkVisibility({ visibilityProperty: true }));
            const { clientWidth, clientHeight } = document.querySelector('#table canvas');
            return { share: clientWidth / innerWidth * clientHeight / innerHeight,
                controls: seen.filter((each) => each.matches('button:not(.scenes), select, input, summary')).length,
                sizes: new Set(seen.filter((each) => each.textContent.trim() && !each.matches('.unseen, .skip'))
                    .map((each) => getComputedStyle(each).fontSize)).size,
                names: [...document.querySelectorAll('#now th[scope=row]')].map((each) => each.textContent) };
        });
        assert.ok(await page.evaluate(() => early > 2));
        assert.ok(share >= 0.5 && controls <= 20 && sizes <= 4, `table ${share}, ${controls} controls, ${sizes} sizes`);
        assert.deepEqual(names, ['Rigid balls: Impulse', 'Springs: Euler', 'Springs: Heun']); // each number has its solver
        assert.deepEqual((await page.evaluate(() => shifts)).filter((one) =>
            /stage|table|transport|tabs|readings|knobs|panel/.test(one)), []); // nothing moves while loading
        await holds(page, 'as it opens first');
        await button(page, 'Play').click(); // again
        await page.waitForFunction(() => lab.model.playing && lab.model.shows === 'slow'
            && lab.model.time < lab.model.slow.to_s);
        await button(page, 'Whole table').click();
        await becomes(page, 'shows', 'run');
        await becomes(page, 'playing', false); // at the end
        return `table ${share.toFixed(3)}, ${controls} controls, ${sizes} sizes`;
    },

    'a session with the keyboard only': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '09-cradle'), { times: 10 });
        const press = (...keys) => keys.reduce((before, key) => before.then(() =>
            page.keyboard.press(key)), Promise.resolve());
        await press('Tab'); // past the skip link
        await focusOn(page, /skip/);
        await press('Enter');
        await focusOn(page, /^CANVAS/);
        await press('PageDown');
        await becomes(page, 'time', 0);
        assert.equal(await page.evaluate(() => lab.model.selection.ball), 'cue');
        await rerun(page, () => press('ArrowUp'));
        await rerun(page, () => press('Shift+ArrowRight'));
        assert.deepEqual(await sets(page), ['balls.cue.x_m=0.601', 'balls.cue.y_m=0.645']);
        await page.evaluate(() => lab.model.setSpeed(0.02)); // it does not end before the next key
        await press('Space');
        await eventually(async () => assert.ok(await page.evaluate(() =>
            lab.model.playing && lab.model.time > 0)));
        await press('Space');
        await becomes(page, 'playing', false);
        await press('End');
        await becomes(page, 'time', 1);
        await press('Home');
        await becomes(page, 'time', 0);
        await tabTo(page, '#slow-motion');
        await press('Enter');
        await becomes(page, 'shows', 'slow');
        await press('Escape');
        await becomes(page, 'shows', 'run');
        await page.evaluate(() => lab.model.pause());
        await tabTo(page, '.card .main'); // the sliders come back
        await press('Enter');
        await tabTo(page, '[data-path="leading.restitution"] input[type=range]');
        await rerun(page, () => press('ArrowLeft'));
        const changed = await sets(page);
        assert.match(String(changed), /restitution\.ball_ball=0\.9/);
        await page.locator('.skip').focus(); // skipping to the table is no link to another scene
        await press('Enter');
        await focusOn(page, /^CANVAS/);
        await quiet(page);
        assert.deepEqual(await sets(page), changed);
        return focused(page);
    },

    'a ball is dragged by mouse': async (stand) => {
        const page = await stand.open(pageOf('first', '01-head-on', '09-cradle'));
        const before = await beginning(page, 'eight'), { scale } = await placeOf(page, 'eight');
        await rerun(page, () => drag(page, 'eight', 60, -10));
        const after = await beginning(page, 'eight'), said = await sets(page);
        assert.deepEqual(said, [`balls.eight.x_m=${after.x_m}`, `balls.eight.y_m=${after.y_m}`]);
        assert.ok(Math.abs(after.x_m - before.x_m - 60 / scale) < 2e-3, `${after.x_m}`);
        assert.ok(Math.abs(after.y_m - before.y_m - 10 / scale) < 2e-3, `${after.y_m}`);
        await rerun(page, () => page.evaluate(() => lab.model.undo()));
        assert.deepEqual(await sets(page), []);
        await rerun(page, () => page.evaluate(() => lab.model.redo()));
        return `${said}; ${await sameAsNative(page)} files are the program's`;
    },

    'a link reproduces the scenario and its bits, and a damaged one is reported': async (stand) => {
        const file = pageOf('first', '01-head-on', '09-cradle'), page = await stand.open(file);
        const pairs = [['balls.eight.y_m', '0.6481'], ['restitution.ball_ball', '0.83']];
        await rerun(page, () => page.evaluate((edits) => lab.model.edit(edits), pairs));
        const [, hash] = (await shared(page)).split('#'), there = await bits(page);
        assert.match(await page.locator('#share [role=status]').textContent(), /this computer only/);
        await stand.open(file, { page, hash: `#${hash}` });
        assert.deepEqual(await bits(page), there);
        assert.deepEqual(await sets(page), pairs.map(([key, value]) => `${key}=${value}`));
        await stand.open(file, { page, hash: `#${hash.slice(0, -20)}` });
        await page.locator('#faults').filter({ hasText: 'The link is damaged' }).waitFor();
        assert.deepEqual(await sets(page), []);
        return `${hash.length} characters`;
    },
};
